"""Crops for the die classifier: what the detector takes for dice in rendered scenes, rightly or wrongly.

The scenes are those of the detector, and ones where many dice lean a little or a lot.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from companion.senses.dice.crops import crop, resize
from companion.senses.dice.dice_detector import DiceDetector, Sighting
from companion.senses.dice.die_classifier import BOX_EDGE_PX, INPUT_SIDE_PX, stretch_colours
from models.training.dice import light, table, things
from models.training.dice.batch import Ring, recoloured
from models.training.dice.camera import draw_camera, turn
from models.training.dice.cv import F32, F64, U8, Rng, cv2
from models.training.dice.die import Die
from models.training.dice.photo import worn
from models.training.dice.photographs import Photographs
from models.training.dice.scene import PIP, Label, Scene, State, place_dice, render, taken

SIZE = 176
NUMBERED = 0.12
"""Share of the scenes with dice that bear numerals."""
LEANING = 0.35
"""Share of the scenes in which dice lean."""


def draw(rng: Rng, cosy: float = 0.0, photographs: Photographs | None = None, trapped: float = 0.0) -> Scene:
    """Return a picture (SIZE, SIZE, 3), RGB, with its labels; see ``render``."""
    kind = rng.random()
    if kind < LEANING:
        return leaning(rng)
    if kind > 1 - NUMBERED:
        return render(rng, SIZE, photographs=photographs, solids=0.5, signs=0.6)
    return render(rng, SIZE, cosy=cosy, photographs=photographs, trapped=trapped)


def leaning(rng: Rng) -> Scene:
    """Flat dice of a roll, none, some or most of them tipped."""
    pixels = math.exp(rng.uniform(math.log(17), math.log(60)))
    camera, _ = draw_camera(rng, SIZE, pixels)
    texel = float(np.clip(pixels * rng.uniform(0.8, 1.3), 14, 90))
    texture = things.litter(rng, table.surface(rng), 0 if rng.random() < 0.6 else int(rng.integers(1, 5)), texel)
    matrix = camera.plane_matrix(texel, table.SIZE)
    image = cv2.warpPerspective(texture, matrix, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT)
    dice = place_dice(rng, camera, SIZE, 2 + int(min(rng.poisson(3), 6)), flat=True)
    share = 0.0 if rng.random() < 0.3 else rng.uniform(0.2, 0.9)
    for die in dice:
        if rng.random() < share:
            lean(rng, die)
    return taken(rng, image, camera, dice, light.draw(rng), pixels, hands=0.05)


def lean(rng: Rng, die: Die) -> None:
    """Tip a flat die by 8 to 50 degrees: about one of its edges, or about any level axis."""
    about_edge = rng.random() < 0.5
    way = die.yaw + math.pi / 2 * int(rng.integers(4)) if about_edge else rng.uniform(0, 2 * math.pi)
    tip = turn(2, way) @ turn(0, math.radians(rng.uniform(8, 50))) @ turn(2, -way)
    die.turn = tip @ die.turn
    die.place[2] = 0.5 * die.edge * float(np.abs(die.turn[2]).sum()) + (rng.random() < 0.3) * rng.uniform(0, 0.25)


COLUMNS = 16
"""Of a row: is die (1, 0), value (1..6; 0: not asked), normal (3), lean (degrees), whether these two are asked, whether
the camera looks from above, whether it is known where the pips are, whether it bears numerals (1, 0; -1: not asked),
and the teachers' six chances (all 0: they were not asked)."""
NUMERALS, TAUGHT = 9, 10
SMALL = 16.0
"""Pixels below which nobody reads a numeral."""
MAP = INPUT_SIDE_PX // 2
"""Pixels of a side of the maps of the upper face and its pips."""
NOBODY = -9
"""Number of what is no die in the map of upper faces."""
Candidate = tuple[float, float, float, F32, int]
"""Middle and side of the box, row, and whose upper face it is (Label.number)."""
Teach = Callable[[U8, list[tuple[float, float, float]]], list[F32]]
"""The chances (6,) of the values of the dice at these places of a picture (BGR)."""
VARIANTS = 2
"""Ways in which each candidate is cut out."""
STATES: tuple[State, ...] = ("flat", "cocked", "moving")
_LEAST = 0.06
"""Heat from which the dice network's sightings are candidates."""


def candidates(rng: Rng, detector: DiceDetector, scene: Scene, wrong_ones: int = 1) -> list[Candidate]:
    """Return what may be taken for a die in a scene: sightings, overlooked dice, and a place at random.

    Of what is no upper face, the best sightings: ``wrong_ones``, and half as many as there are dice.
    """
    bgr = np.ascontiguousarray(scene.image[..., ::-1])
    scale = math.exp(rng.uniform(math.log(0.65), math.log(1.5)))
    found: list[Candidate] = []
    wrong: list[Candidate] = []
    no_die = np.zeros(COLUMNS, np.float32)
    no_die[8], no_die[NUMERALS] = scene.tops is not None, -1
    numbered = no_die.copy()
    numbered[NUMERALS] = 1
    found += [(x, y, size, numbered, NOBODY) for x, y, size in scene.numbered if size > SMALL]
    met: set[int] = set()
    for s in detector.look(bgr, scale, least=_LEAST):
        fit = _fitting(s, scene.labels)
        if fit is not None:
            met.add(fit)
            if scene.labels[fit].clear:
                found.append((s.x, s.y, s.size, row_of(scene.labels[fit]), scene.labels[fit].number))
        elif not any(_around(l, s.x, s.y) and not (l.clear and l.state == "flat") for l in scene.labels):
            wrong.append((s.x, s.y, s.size, _of_no_die(no_die, s, scene), NOBODY))
    for k, l in enumerate(scene.labels):
        if l.clear and k not in met and l.state != "moving":
            found.append((l.x, l.y, _side(l), row_of(l), l.number))
    found += wrong[: wrong_ones + len(found) // 2]
    x, y = (float(v) for v in rng.uniform(0, len(scene.image), 2))
    if rng.random() < 0.3 and not any(_around(l, x, y) for l in scene.labels):
        found.append((x, y, math.exp(rng.uniform(math.log(16), math.log(90))), no_die, NOBODY))
    return found


def _of_no_die(no_die: F32, s: Sighting, scene: Scene) -> F32:
    """Return the row of a sighting that is no upper face: the sides of a die with pips bear none of the numerals."""
    row = no_die.copy()
    if any(_around(l, s.x, s.y) for l in scene.labels):
        row[NUMERALS] = 0
    return row


def row_of(l: Label) -> F32:
    """Return what is asked of the network about a die."""
    posed = l.state != "moving"
    value = l.value if not l.ignore else 0
    pips = l.number >= 0 and l.state != "moving" and not (l.state == "flat" and l.ignore)
    asked = [1, value, *l.normal, l.lean, posed, l.facing > 0.93, pips, 0 if l.state == "flat" else -1]
    return np.array(asked + [0] * (COLUMNS - TAUGHT), np.float32)


def remembered(images: U8, labels: F32) -> Iterator[Scene]:
    """Scenes that were rendered for the dice network (its Store's)."""
    for image, rows in zip(images, labels, strict=True):
        found = []
        for row in rows[rows[:, 0] >= 0].tolist():
            value, x, y, x0, y0, x1, y1, state, ignore, facing, right, down, away, lean = row
            box, how, towards = (x0, y0, x1, y1), STATES[int(state)], (right, down, away)
            found.append(Label(int(value), x, y, box, how, ignore > 0, facing, ignore <= 0, towards, lean))
        yield Scene(image, found)


def _side(l: Label) -> float:
    return math.sqrt((l.box[2] - l.box[0]) * (l.box[3] - l.box[1]))


def _fitting(s: Sighting, labels: list[Label]) -> int | None:
    """Return the die whose upper face this is."""
    for k, l in enumerate(labels):
        near = math.hypot(s.x - l.x, s.y - l.y) < 0.22 * min(_side(l), s.size)
        if near and 0.6 < s.size / _side(l) < 1.7:
            return k
    return None


def _around(l: Label, x: float, y: float) -> bool:
    return l.box[0] < x < l.box[2] and l.box[1] < y < l.box[3]


def cut(rng: Rng, scene: Scene, x: float, y: float, size: float) -> tuple[U8, tuple[float, float, float]]:
    """Return the crop (INPUT_SIDE_PX, INPUT_SIDE_PX, 3), RGB, of a candidate; a little too large, small or off.

    And where it is: x, y, zoom.
    """
    x, y = x + rng.normal(0, 0.04) * size, y + rng.normal(0, 0.04) * size
    zoom = BOX_EDGE_PX / size * math.exp(rng.normal(0, 0.1))
    image, where = scene.image, (x, y, zoom)
    if rng.random() < 0.15:  # a camera of fewer pixels
        fewer = rng.uniform(0.5, 0.9)
        image, x, y, zoom = resize(image, fewer), x * fewer, y * fewer, zoom / fewer
    return crop(image, x, y, zoom, INPUT_SIDE_PX), where


def maps_of(scene: Scene, x: float, y: float, zoom: float, number: int) -> U8:
    """(MAP, MAP, 2) of 0..255: how much of each place is this die's upper face, and how much of it is pip."""
    if scene.tops is None or number < 0:
        return np.zeros((MAP, MAP, 2), np.uint8)
    face = scene.tops % PIP == number
    pips = scene.tops == number + PIP
    both = np.stack([face, pips], 2).astype(np.uint8) * 255
    half = cv2.resize(crop(both, x, y, zoom, INPUT_SIDE_PX), (MAP, MAP), interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)


def _taught(teach: Teach, scene: Scene, found: list[Candidate]) -> None:
    """Fill in the teachers' chances in the rows whose value is asked."""
    valued = [c for c in found if c[3][1] > 0]
    bgr = np.ascontiguousarray(scene.image[..., ::-1])
    for candidate, chances in zip(valued, teach(bgr, [c[:3] for c in valued]), strict=True):
        candidate[3][TAUGHT:] = chances


class Pool(Ring):
    """Crops (size, INPUT_SIDE_PX, INPUT_SIDE_PX, 3) with their rows and maps."""

    def __init__(self, detector: DiceDetector, rng: Rng, size: int, wrong_ones: int, teach: Teach | None) -> None:
        self.crops = np.zeros((size, INPUT_SIDE_PX, INPUT_SIDE_PX, 3), np.uint8)
        self.maps = np.zeros((size, MAP, MAP, 2), np.uint8)
        self.rows = np.zeros((size, COLUMNS), np.float32)
        super().__init__(self.crops, self.maps, self.rows)
        self._detector, self._rng, self._wrong_ones, self._teach = detector, rng, wrong_ones, teach

    def grow(self, scene: Scene) -> None:
        found = candidates(self._rng, self._detector, scene, self._wrong_ones)
        if self._teach is not None:
            _taught(self._teach, scene, found)
        for x, y, size, row, number in found:
            for _ in range(VARIANTS):
                crop, where = cut(self._rng, scene, x, y, size)
                self.put(crop, maps_of(scene, *where, number), row)

    def sample(self, n: int) -> tuple[F32, F32, F32]:
        """Return crops (n, INPUT_SIDE_PX, INPUT_SIDE_PX, 3) of 0..1, varied; maps (n, MAP, MAP, 2); rows."""
        varied = [vary(self._rng, self.crops[k], self.maps[k], self.rows[k].copy()) for k in self.some(self._rng, n)]
        crops, maps, rows = zip(*varied, strict=True)
        return np.stack(crops), np.stack(maps).astype(np.float32) / 255, np.stack(rows)


def vary(rng: Rng, image: U8, maps: U8, row: F32) -> tuple[F32, U8, F32]:
    """Mirror, exchange colours, contrast, reflections, stretched colours, noise; quarter turns only from above."""
    if rng.random() < 0.5:
        image, maps = image[:, ::-1], maps[:, ::-1]
        row[2] = -row[2]
    for _ in range(int(rng.integers(4)) if row[7] else 0):
        image, maps = np.rot90(image), np.rot90(maps)
        row[2], row[3] = row[3], -row[2]
    if rng.random() < 0.15:
        image = stretch_colours(np.ascontiguousarray(image))
    if rng.random() < 0.1:
        image = cv2.GaussianBlur(np.ascontiguousarray(image), (0, 0), rng.uniform(0.5, 1.3))
    out = worn(rng, glared(rng, recoloured(rng, image.astype(np.float32) / 255)))
    if rng.random() < 0.25:
        out = out + rng.standard_normal(out.shape, np.float32) * np.float32(rng.uniform(0, 0.06))
    return np.clip(out, 0, 1), maps, row


def glared(rng: Rng, out: F32) -> F32:
    """Return the crop, at times with a lamp's reflections about its middle: specks, streaks, a soft sheen.

    They lie anywhere, over pips and between them, alike on dice and on what is none: a white pip's size and roundness
    tells it from a lamp, and not its colour.
    """
    y, x = np.mgrid[:INPUT_SIDE_PX, :INPUT_SIDE_PX].astype(np.float32)
    if rng.random() < 0.2:
        middle = rng.normal(INPUT_SIDE_PX / 2, BOX_EDGE_PX / 5, 2)
        spread = math.exp(rng.uniform(math.log(1.5), math.log(9)))
        for _ in range(1 + int(min(rng.poisson(2), 6))):
            short = rng.uniform(0.5, 1.5)
            out = _lit(rng, out, x, y, rng.normal(middle, spread), short, short * math.exp(rng.uniform(0, 1.6)), 0.35)
    if rng.random() < 0.1:
        short = math.exp(rng.uniform(math.log(5), math.log(20)))
        middle = rng.normal(INPUT_SIDE_PX / 2, BOX_EDGE_PX / 3, 2)
        out = _lit(rng, out, x, y, middle, short, short * math.exp(rng.uniform(0, 1.2)), 0.05)
    return out


def _lit(rng: Rng, out: F32, x: F32, y: F32, middle: F64, a: float, b: float, least: float) -> F32:
    """White, about, of ``least`` strength or more, where an ellipse of these deviations lies, turned somehow."""
    turn = rng.uniform(0, math.pi)
    right, down = x - middle[0], y - middle[1]
    along, across = right * math.cos(turn) + down * math.sin(turn), down * math.cos(turn) - right * math.sin(turn)
    strength = rng.uniform(least, 1.0) * np.exp(-0.5 * ((along / b) ** 2 + (across / a) ** 2))
    white = np.clip(rng.normal(1.0, 0.05, 3), 0.8, 1.1).astype(np.float32)
    return np.asarray(out + (strength[..., None] * (white - out)).astype(np.float32), np.float32)
