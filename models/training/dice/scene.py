"""A table with dice through a camera, and the exact labels of what can be seen."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from models.training.dice import light, numbered, photo, style, table, things, traps
from models.training.dice.camera import Camera, along_sight, draw_camera, draw_pixels, turn
from models.training.dice.cv import F32, F64, U8, Rng, cv2
from models.training.dice.die import ASKEW, WRITINGS, Die, Surface, above, sink, trace, up_face, value_of
from models.training.dice.photographs import Photographs

Ids = NDArray[np.int16]
State = Literal["flat", "cocked", "moving"]
SIGNS = 0.03
"""Share of dice with numerals."""
PIP = 1000
"""Added to a die's number in the map of upper faces where its pips are."""
_CORNERS = np.array([[a, b, c] for a in (-0.5, 0.5) for b in (-0.5, 0.5) for c in (-0.5, 0.5)])


@dataclass(frozen=True, slots=True)
class Label:
    """What is true of one die in the picture, in pixels."""

    value: int
    """1..6; 0 where no face is up (cocked, moving)."""
    x: float
    y: float
    """Middle of the upper face."""
    box: tuple[float, float, float, float]
    state: State
    ignore: bool
    """Too hidden, cut off or in between to be held for or against a reader."""
    facing: float
    """Cosine between the upper face's normal and the line of sight: 1 seen from above, 0 edge on."""
    clear: bool
    """Whole in the picture and hardly hidden."""
    normal: tuple[float, float, float]
    """The upper face's: right, down and away along the line of sight to the die."""
    lean: float
    """Degrees between that normal and the table's."""
    number: int = -1
    """Whose pixels are its in ``Scene.tops``."""


@dataclass(slots=True)
class Scene:
    """A picture (size, size, 3) of RGB bytes with its labels."""

    image: U8
    labels: list[Label] = field(default_factory=list)
    numbered: list[tuple[float, float, float]] = field(default_factory=list)
    """Dice with numerals in full view: the middle of what is up, and their width, pixels."""
    tops: Ids | None = None
    """(size, size): the number of the die whose upper face is seen, and PIP more where a pip is; -1 elsewhere."""


def place_dice(
    rng: Rng,
    camera: Camera,
    size: int,
    count: int,
    flat: bool = False,
    plain: float = style.PLAIN,
    cosy: float = 0.0,
    signs: float = SIGNS,
) -> list[Die]:
    """Up to ``count`` dice that do not run into one another: alone, touching, in a row, mixed sets and sizes.

    ``flat``: none leans, rolls or is blank. ``plain``: share of plain sets; ``cosy``: how probably the ground is soft;
    ``signs``: share of dice with numerals.
    """
    looks = [style.draw(rng, plain) for _ in range(int(rng.choice([1, 2, 4], p=[0.5, 0.3, 0.2])))]
    edges = [1.0 if rng.random() < 0.75 else float(np.exp(rng.uniform(-0.7, 0.4))) for _ in looks]  # 8 mm to 24 mm
    crowd = rng.random() < 0.4
    cosy = cosy > 0 and rng.random() < cosy
    close = rng.random()  # how often those that touch stand face to face, in pairs and rows
    dice: list[Die] = []
    for _ in range(count):
        for _attempt in range(10):
            k = int(rng.integers(len(looks)))
            edge = edges[k]
            yaw = rng.uniform(0, 2 * math.pi)
            margin = 0.55 * edge * camera.focal / float(np.linalg.norm(camera.place)) if rng.random() < 0.85 else -6.0
            margin = min(margin, 0.45 * size)
            place = camera.on_plane(rng.uniform(margin, size - margin), rng.uniform(margin, size - margin), edge / 2)
            if dice and rng.random() < (0.75 if crowd else 0.25):
                place, yaw = _beside(rng, dice[int(rng.integers(len(dice)))], edge, close)
            if place is None or np.linalg.norm(place - camera.place) > 60 * 12:
                continue
            if all(apart(place, yaw, edge, d) for d in dice):
                dice.append(_die(rng, place, yaw, style.sibling(rng, looks[k]), edge, flat, signs))
                if cosy and abs(dice[-1].turn[2]).max() > 0.999 and dice[-1].sweep is None:
                    sink(rng, dice[-1])
                break
    return dice


def _beside(rng: Rng, other: Die, edge: float, close: float) -> tuple[F64, float]:
    """Next to another die: face to face now and then, else touching anyhow."""
    reach = (edge + other.edge) / 2
    if rng.random() < close:
        a = other.yaw + math.pi / 2 * int(rng.integers(4))
        slide = rng.uniform(-0.4, 0.4)
        way = np.array([math.cos(a), math.sin(a), 0]) * reach * (1 + 0.12 * rng.random() ** 2)
        way += np.array([-math.sin(a), math.cos(a), 0]) * slide * edge * (rng.random() < 0.5)
        place = other.place + way
        yaw = other.yaw
    else:
        a = rng.uniform(0, 2 * math.pi)
        place = other.place + np.array([math.cos(a), math.sin(a), 0]) * reach * rng.uniform(1.0, 1.7)
        yaw = rng.uniform(0, 2 * math.pi)
    place[2] = edge / 2
    return place, yaw


def apart(place: F64, yaw: float, edge: float, other: Die) -> bool:
    """Whether a flat die at ``place`` keeps clear of another one."""
    way = (place - other.place)[:2]
    distance = float(np.linalg.norm(way))
    if distance < 1e-6:
        return False
    a = math.atan2(way[1], way[0])
    half = sum(
        e / 2 / max(abs(math.cos(a - y)), abs(math.sin(a - y))) for e, y in ((edge, yaw), (other.edge, other.yaw))
    )
    return distance > 0.97 * min(half, 0.62 * (edge + other.edge))


def _die(rng: Rng, place: F64, yaw: float, looks: style.Style, edge: float, lies: bool, signs: float) -> Die:
    flat = turn(2, yaw) @ _orientation(rng)
    die = Die(place, flat, looks, edge, yaw)
    if lies:
        return die
    kind = rng.random()
    odd = rng.random()
    looks.blank, looks.numerals, looks.writing = odd < 0.04, 0.04 < odd < 0.04 + signs, int(1e5 * odd) % WRITINGS
    if kind < 0.13:  # cocked: leaning about a level axis, its lowest corner on the table
        lean_way, angle = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(14, 45))
        die.turn = turn(2, lean_way) @ turn(0, angle) @ turn(2, -lean_way) @ flat
        die.place[2] = edge * 0.5 * float(np.abs(die.turn[2]).sum()) + rng.uniform(0, 0.2) * edge
    elif kind < 0.145:  # in between: nobody can say
        lean_way, angle = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(6, 14))
        die.turn = turn(2, lean_way) @ turn(0, angle) @ turn(2, -lean_way) @ flat
    elif kind < 0.20:  # rolling
        for axis in (0, 1, 2):
            die.turn = turn(axis, rng.uniform(0, 2 * math.pi)) @ die.turn
        die.place[2] = edge * rng.uniform(0.6, 1.6)
        way = rng.normal(0, 1, 3) * np.array([1, 1, 0.2])
        way *= edge * rng.uniform(0.1, 1.0) / np.linalg.norm(way)
        die.sweep = (way, rng.normal(0, 0.5, 3))
    return die


def _orientation(rng: Rng) -> F64:
    m = np.eye(3)
    for _ in range(3):
        m = turn(int(rng.integers(3)), int(rng.integers(4)) * math.pi / 2) @ m
    return np.round(m)


def draw_die(image: F32, camera: Camera, die: Die, room: light.Light, ids: Ids, tops: Ids, me: int) -> int:
    """Paint one die over ``image`` and mark its pixels in ``ids`` and ``tops``; returns the upper face's pixels."""
    steps = [die]
    if die.sweep is not None:
        way, spin = die.sweep
        parts = np.linspace(-0.5, 0.5, 5)
        steps = [Die(die.place + way * f, cv2.Rodrigues(spin * f)[0] @ die.turn, die.look, die.edge) for f in parts]
    change: list[tuple[slice, slice, F32]] = []
    full = 0
    for step in steps:
        drawn = _layer(len(image), camera, step, room)
        if drawn is None:
            continue
        rows, columns, layer = drawn
        change.append((rows, columns, layer[..., :3] - image[rows, columns] * layer[..., 3:4]))
        top = layer[..., 5] > 0.5
        mine = layer[..., 4] > 0.5
        ids[rows, columns][mine] = me
        tops[rows, columns][mine] = -1
        tops[rows, columns][top] = me
        tops[rows, columns][layer[..., 6] > 0.7] = me + PIP
        full = int(top.sum())
    for rows, columns, difference in change:
        image[rows, columns] += difference / len(steps)
    return full if die.sweep is None else 0


def _layer(size: int, camera: Camera, die: Die, room: light.Light) -> tuple[slice, slice, F32] | None:
    """Return what a die adds to the picture: rows, columns, and (h, w, 7): colour, opacity, cover, upper face, pips."""
    corners = die.place + die.edge * _CORNERS @ die.turn.T
    uv, depth = camera.project(corners)
    if depth.min() < 0.3:
        return None
    x0, y0 = np.floor(uv.min(0) - 1).astype(int).clip(0, size)
    x1, y1 = np.ceil(uv.max(0) + 1).astype(int).clip(0, size)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return None
    ss = 2 if float(np.ptp(uv, axis=0).max()) < 75 else 1
    columns = (np.arange((x1 - x0) * ss, dtype=np.float32) + 0.5) / ss + x0
    x, y = np.meshgrid(columns, (np.arange((y1 - y0) * ss, dtype=np.float32) + 0.5) / ss + y0)
    rays = camera.rays(x.ravel(), y.ravel())
    origin = (die.turn.T @ (camera.place - die.place) / die.edge).astype(np.float32)
    hit = trace(origin, die.turn.T.astype(np.float32) @ rays, die.look)
    if hit is None:
        return None
    layer = np.zeros((y.size, 7), np.float32)
    seen = above(die, hit)
    layer[hit.index, 3] = hit.opacity * seen
    shade = light.shade(room, hit, die.turn, rays, die.look, float(die.place[2]))
    layer[hit.index, :3] = shade * layer[hit.index, 3:4]
    layer[hit.index, 4] = seen
    layer[hit.index, 5] = _upper(hit, die.turn) * seen
    layer[hit.index, 6] = layer[hit.index, 5] * hit.pip
    layer = layer.reshape(*y.shape, 7)
    if ss == 2:
        layer = cv2.resize(layer, (int(x1 - x0), int(y1 - y0)), interpolation=cv2.INTER_AREA)
    return slice(y0, y1), slice(x0, x1), layer


def _upper(hit: Surface, turn_: F64) -> F32:
    axis, sign, _ = up_face(turn_)
    return np.asarray(hit.face == 2 * axis + (sign > 0), np.float32)


def label(
    camera: Camera, die: Die, ids: Ids, tops: Ids, me: int, top_pixels: int, any_sign: bool = False
) -> Label | None:
    """Return the label of a drawn die; None where nothing of it is seen, or, but for ``any_sign``, no pips."""
    size = len(ids)
    seen = np.nonzero(ids == me)
    if len(seen[0]) < 6 or ((die.look.blank or die.look.numerals) and not any_sign):
        return None
    axis, sign, up = up_face(die.turn)
    normal = die.turn[:, axis] * sign
    middle = die.place + normal * 0.5 * die.edge * min(1.0, die.look.ball / 0.5)
    (x, y), _ = (float(v) for v in camera.project(middle)[0][0]), 0
    sight = camera.place - middle
    facing = float(normal @ sight / np.linalg.norm(sight))
    box = (float(seen[1].min()), float(seen[0].min()), float(seen[1].max() + 1), float(seen[0].max() + 1))
    lean = math.degrees(math.acos(min(1.0, up)))
    state: State = "moving" if die.sweep is not None else "cocked" if lean > 12 else "flat"
    inside = 3 < x < size - 3 and 3 < y < size - 3
    cut = box[0] <= 0 or box[1] <= 0 or box[2] >= size or box[3] >= size
    if state == "flat":
        hidden = (tops % PIP == me).sum() < 0.72 * top_pixels or top_pixels < 12
    else:
        uv, _ = camera.project(die.place + 0.8 * die.edge * _CORNERS @ die.turn.T)
        area = float(cv2.contourArea(cv2.convexHull(uv.astype(np.float32))))
        hidden = len(seen[0]) < 0.6 * area
    most = ASKEW if die.fringe else 3.0
    value = value_of(axis, sign, die.look.left_handed) if state == "flat" else 0
    clear = bool(inside and not (hidden or cut))
    nx, ny, nz = along_sight(camera, die.place, normal).tolist()
    return Label(
        value,
        x,
        y,
        box,
        state,
        not clear or (state == "flat" and lean > most),
        facing,
        clear,
        (nx, ny, nz),
        lean,
        me,
    )


def paint(image: F32, camera: Camera, dice: list[Die], room: light.Light, pixels: float) -> tuple[Ids, Ids, list[int]]:
    """Shadows, then dice from far to near. Returns whose each pixel is, whose upper face, and face sizes."""
    size = len(image)
    image *= light.shadows(room, camera, [(d.place, d.turn, d.edge) for d in dice], size, pixels)[..., None]
    ids, tops = np.full((size, size), -1, np.int16), np.full((size, size), -1, np.int16)
    full = [0] * len(dice)
    for k in sorted(range(len(dice)), key=lambda i: -float(np.linalg.norm(dice[i].place - camera.place))):
        full[k] = draw_die(image, camera, dice[k], room, ids, tops, k)
    return ids, tops, full


def render(
    rng: Rng,
    size: int = 192,
    cosy: float = 0.0,
    photographs: Photographs | None = None,
    solids: float = 0.0,
    signs: float = SIGNS,
    trapped: float = 0.0,
) -> Scene:
    """One random scene. ``cosy``: see ``place_dice``.

    ``photographs``: the table is one of them, and cut-outs of them lie about; a quarter of these scenes has no die.
    ``solids``: share of scenes with dice of other shapes, which bear numerals (numbered.py); ``signs``: of cubes.
    ``trapped``: share of scenes with what looks like dice and is none (traps.py), a third of them without any die.
    """
    pixels = draw_pixels(rng)
    camera, elevation = draw_camera(rng, size, pixels)
    room = light.flash(rng, camera) if rng.random() < 0.1 else light.draw(rng)
    texture = table.surface(rng) if photographs is None else photographs(rng)
    texel = float(np.clip(pixels * math.exp(rng.uniform(-0.9, 0.5)), 10, 90))
    count = 0 if rng.random() < 0.45 else int(rng.integers(1, 8))
    texture = things.litter(rng, texture, count, texel)
    if photographs is not None:
        texture = photographs.scraps(rng, texture, int(rng.choice([0, 3, 8, 16])), texel)
    among_traps = trapped > 0 and rng.random() < trapped
    if among_traps:
        texture = traps.strewn(rng, texture, texel)
    matrix = camera.plane_matrix(texel, table.SIZE)
    image = cv2.warpPerspective(texture, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    room_for = (size / pixels) ** 2 * math.sin(elevation) * 0.5
    usual = 4.6 if rng.random() < 0.85 else 14.0
    empty = 0.35 if among_traps else 0.1 if photographs is None else 0.25
    count = 0 if rng.random() < empty else 1 + int(min(rng.poisson(usual), max(1, room_for), 24))
    dice = place_dice(rng, camera, size, count, cosy=cosy, signs=signs)
    others = _stood(rng, image, camera, room, dice) if solids and rng.random() < solids else []
    drawn = taken(rng, image, camera, dice, room, pixels, hands=0.08)
    drawn.numbered += others
    return drawn


def _stood(
    rng: Rng, image: F32, camera: Camera, room: light.Light, dice: list[Die]
) -> list[tuple[float, float, float]]:
    """Up to five numbered solids painted where no die and no other one stands."""
    taken_up, found = [d.place[:2] for d in dice], []
    for _ in range(int(rng.integers(1, 6))):
        x, y = rng.uniform(0, len(image), 2).tolist()
        place = camera.on_plane(x, y, 0.5)
        if place is None or any(np.linalg.norm(place[:2] - other) < 1.6 for other in taken_up):
            continue
        if (there := numbered.draw(rng, image, camera, room, place, float(rng.uniform(0.8, 1.5)))) is not None:
            found.append(there)
            taken_up.append(place[:2])
    return found


def taken(
    rng: Rng, image: F32, camera: Camera, dice: list[Die], room: light.Light, pixels: float, hands: float
) -> Scene:
    """Return the dice painted on the table ``image``, at times with a hand and sun on them, and the picture."""
    ids, tops, full = paint(image, camera, dice, room, pixels)
    if rng.random() < hands:
        covered = things.reach(rng, image, pixels)
        ids[covered], tops[covered] = -1, -1
    if rng.random() < 0.15:
        image *= light.sun_patch(rng, len(image))[..., None]
    if rng.random() < 0.35:
        image = photo.depth_of_field(rng, image, camera)
    found = [label(camera, d, ids, tops, k, full[k]) for k, d in enumerate(dice)]
    shot = photo.develop(rng, image, pixels)
    digits = [label(camera, d, ids, tops, k, full[k], any_sign=True) for k, d in enumerate(dice) if d.look.numerals]
    places = [(l.x, l.y, math.sqrt((l.box[2] - l.box[0]) * (l.box[3] - l.box[1]))) for l in digits if l and l.clear]
    return Scene(shot, [judged(shot, x, tops) for x in found if x is not None], places, tops)


def judged(shot: U8, seen: Label, tops: Ids) -> Label:
    """Where the picture itself drowned the pips in darkness, glare or blur, the label is neither for nor against."""
    if seen.state != "flat" or seen.ignore:
        return seen
    x0, y0, x1, y1 = (int(v) for v in seen.box)
    part, mark = shot[y0:y1, x0:x1].astype(np.float32), tops[y0:y1, x0:x1]
    pips, body = part[mark == seen.number + PIP], part[mark == seen.number]
    if len(pips) < 2 or len(body) < 6:
        return replace(seen, ignore=True)
    gap = float(np.abs(pips.mean(0) - body.mean(0)).max())
    return replace(seen, ignore=True) if gap < 8 + 0.12 * float(body.std(0).mean()) else seen
