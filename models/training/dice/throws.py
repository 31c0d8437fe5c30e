"""Throws as video: dice roll in, slow down and rest; some lean, a hand reaches in, two sets lie there.

The camera, the table and the light stay; every frame has its own noise. Used for measuring and tests, not for training.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from models.training.dice import light, photo, style, table, things
from models.training.dice.camera import Camera, look, turn
from models.training.dice.cv import F32, F64, U8, Rng, cv2
from models.training.dice.die import Die, up_face, value_of
from models.training.dice.scene import apart, judged, label, paint, place_dice

Kind = Literal["plain", "cocked", "hand", "two sets", "empty"]
LEAD = 0.5
KINDS: tuple[Kind, ...] = ("plain", "cocked", "hand", "two sets", "empty")


@dataclass(frozen=True, slots=True)
class Stage:
    """What stays from throw to throw: camera, table (size, size, 3), light, two sets' looks."""

    camera: Camera
    table: F32
    light: light.Light
    pixels: float
    """Edge of a die in the picture."""
    sets: tuple[style.Style, style.Style]
    fps: float

    @property
    def size(self) -> int:
        return len(self.table)


@dataclass(slots=True)
class Throw:
    """One throw and its truth. ``values``: by die, 0 for one that leans. ``rest``: seconds when all lie still."""

    kind: Kind
    values: tuple[int, ...]
    bodies: tuple[tuple[int, int, int], ...]
    """RGB of each die's body."""
    own: tuple[bool, ...]
    """Whether each die is of the first set."""
    rest: float
    seconds: float
    stage: Stage = field(repr=False)
    _dice: list[Die] = field(repr=False)
    _paths: list[tuple[F64, F64, float]] = field(repr=False)
    """For each die: way back to where it came from, rotation vector of the whole roll, seconds of rest."""
    _seed: int = field(repr=False)
    _hand: tuple[float, float] | None = field(repr=False, default=None)

    @property
    def fps(self) -> float:
        return self.stage.fps

    def frames(self, since: float = 0.0) -> Iterator[tuple[float, U8]]:
        """(t, picture BGR) from a table at rest on: what lies there before lies still for LEAD seconds."""
        rng = np.random.default_rng(self._seed)
        still: F32 | None = None
        rested = False
        for k in range(math.ceil(since * self.fps), int(self.seconds * self.fps)):
            t = k / self.fps
            moving = LEAD <= t < self.rest
            if t >= self.rest and not rested:
                rested, still = True, None
            if moving:
                clean = self._clean(t)
            elif still is None:
                clean = still = self._clean(t)
            else:
                clean = still
            yield t, self._shot(clean, t, rng)

    def picture(self) -> U8:
        """Return the table after the throw, BGR."""
        return self._shot(self._clean(self.rest), self.rest, np.random.default_rng(self._seed))

    def readable(self) -> bool:
        """Whether the picture shows the pips of each flat die: not hidden, nor drowned in glare, darkness or haze."""
        image = self.stage.table.copy()
        ids, tops, full = paint(image, self.stage.camera, self._dice, self.stage.light, self.stage.pixels)
        shot = np.ascontiguousarray(self.picture()[..., ::-1])
        y0 = (self.stage.size - len(shot)) // 2
        for k, die in enumerate(self._dice):
            seen = label(self.stage.camera, die, ids, tops, k, full[k])
            if seen is None or (seen.state == "flat" and seen.ignore):
                return False
            left, top, right, bottom = seen.box
            seen = replace(seen, box=(left, top - y0, right, bottom - y0))
            if seen.state == "flat" and judged(shot, seen, tops[y0 : y0 + len(shot)]).ignore:
                return False
        return True

    def places(self) -> list[tuple[float, float, float]]:
        """For each die, where the middle of its upper face is in the picture, and the side of its box (about)."""
        out = []
        for die in self._dice:
            axis, sign, _ = up_face(die.turn)
            (x, y) = self.stage.camera.project(die.place + die.turn[:, axis] * (sign * die.edge / 2))[0][0]
            out.append((float(x), float(y) - self.stage.size / 8, 1.3 * self.stage.pixels * die.edge))
        return out

    def _clean(self, t: float) -> F32:
        image = self.stage.table.copy()
        here = [d for k, die in enumerate(self._dice) if (d := self._at(die, k, t)) is not None]
        paint(image, self.stage.camera, here, self.stage.light, self.stage.pixels)
        return image

    def _at(self, die: Die, k: int, t: float) -> Die | None:
        """Where a die is at ``t``: it slows down evenly, spinning, and rests; None before it is thrown."""
        back, spin, rest = self._paths[k]
        if t >= rest:
            return die
        span = 0.75
        left = (rest - t) / span
        if left > 1:
            return None
        rotation = cv2.Rodrigues(spin * left**2)[0] @ die.turn
        bounce = abs(math.sin(6 * left)) * left * 0.8
        lift = max(0.5 * die.edge * float(np.abs(rotation[2]).sum()), die.place[2]) + bounce
        place = die.place + back * left**2
        place[2] = lift
        speed = 2 * left / span / 60
        sweep = (-back * speed, -spin * speed)
        return Die(place, rotation, die.look, die.edge, die.yaw, sweep if left > 0.08 else None)

    def _shot(self, clean: F32, t: float, rng: Rng) -> U8:
        image = clean.copy()
        if self._hand is not None and self._hand[0] <= t < self._hand[1]:
            phase = math.sin(math.pi * (t - self._hand[0]) / (self._hand[1] - self._hand[0]))
            size = len(image)
            same = np.random.default_rng(self._seed + 1)
            things.reach(same, image, self.stage.pixels, (size * (1.1 - 0.45 * phase), size * 0.5))
        w = self.stage.size
        h = w * 3 // 4
        y0 = (w - h) // 2
        image = image[y0 : y0 + h, :w]
        image = image + rng.standard_normal(image.shape, np.float32) * np.float32(3.0)
        out = np.clip(image, 0, 255).astype(np.uint8)[..., ::-1]
        return photo.jpeg(np.ascontiguousarray(out), 80)


def draw_stage(rng: Rng, fps: float = 20.0, size: int = 480) -> Stage:
    """Return a random table under a random camera, and two sets that people would tell apart."""
    pixels = float(rng.uniform(24, 62))
    degrees = float(rng.uniform(48, 88))
    focal = size * float(rng.uniform(1.2, 3))
    camera = look(
        math.radians(degrees), rng.uniform(0, 6.28), rng.normal(0, 0.1), focal / pixels, focal, (size / 2, size / 2)
    )
    texel = float(np.clip(pixels, 14, 90))
    texture = things.litter(rng, table.surface(rng), int(rng.choice([0, 0, 1, 3])), texel)
    image = cv2.warpPerspective(
        texture, camera.plane_matrix(texel, table.SIZE), (size, size), borderMode=cv2.BORDER_REFLECT
    )
    image = np.clip(image * np.float32(rng.uniform(0.6, 1.0)), 0, 255).astype(np.float32)
    return Stage(camera, image, light.draw(rng), pixels, _sets(rng), fps)


def draw_throw(rng: Rng, kind: Kind = "plain", count: int = 3, fps: float = 20.0, size: int = 480) -> Throw:
    """Draw a random throw of ``count`` dice of one set; "two sets" adds a die of the other, lying there before."""
    stage = draw_stage(rng, fps, size)
    two = kind == "two sets"
    dice = _flat(rng, stage, 0 if kind == "empty" else count + two)
    lying = dice[-1:] if two else []
    for die in lying:
        _dress(rng, die, stage.sets[1])
    return _throw(rng, stage, kind, dice[: len(dice) - len(lying)], lying)


def throw_again(
    rng: Rng, before: Throw, second: bool = False, count: int = 3, left: int = 0, kind: Kind = "plain", mixed: int = 0
) -> Throw:
    """Draw the next throw at the same table, of either set; ``left`` dice of the one before still lie.

    ``mixed``: how many of the thrown dice are of the other set.
    """
    lying = before._dice[:left]
    for _ in range(60):
        dice = _flat(rng, before.stage, count)
        if all(apart(d.place, d.yaw, d.edge, other) for d in dice for other in lying):
            break
    else:
        dice = []
    looks = [before.stage.sets[int(second) ^ (k >= count - mixed)] for k in range(len(dice))]
    return _throw(rng, before.stage, kind, dice, lying, looks)


def _throw(
    rng: Rng, stage: Stage, kind: Kind, thrown: list[Die], lying: list[Die], looks: list[style.Style] | None = None
) -> Throw:
    for k, die in enumerate(thrown):
        _dress(rng, die, looks[k] if looks else stage.sets[0])
    if kind == "cocked" and thrown:
        way = rng.uniform(0, 6.28)
        lean = turn(2, way) @ turn(0, math.radians(rng.uniform(20, 42))) @ turn(2, -way)
        thrown[0].turn = lean @ thrown[0].turn
        thrown[0].place[2] = 0.5 * float(np.abs(thrown[0].turn[2]).sum())
    dice = [*thrown, *lying]
    paths = []
    for k in range(len(dice)):
        angle = rng.uniform(0, 6.28)
        back = np.array([math.cos(angle), math.sin(angle), 0]) * rng.uniform(3, 9)
        paths.append((back, rng.normal(0, 3, 3), LEAD + float(rng.uniform(0.9, 1.5)) if k < len(thrown) else -1.0))
    rest = max([0.0, *(p[2] for p in paths)])
    bodies = tuple((int(d.look.body[0]), int(d.look.body[1]), int(d.look.body[2])) for d in dice)
    return Throw(
        kind,
        tuple(_value(d) for d in dice),
        bodies,
        tuple(k < len(thrown) for k in range(len(dice))),
        rest,
        rest + (2.0 if kind == "hand" else 1.2),
        stage,
        dice,
        paths,
        int(rng.integers(1 << 31)),
        (rest + 0.1, rest + 0.8) if kind == "hand" else None,
    )


def _dress(rng: Rng, die: Die, looks: style.Style) -> None:
    die.look, die.edge = style.sibling(rng, looks), 1.0
    die.place[2] = 0.5


def _sets(rng: Rng) -> tuple[style.Style, style.Style]:
    """Two looks that people would tell apart."""
    first = style.draw(rng)
    first.blank = False
    for _ in range(50):
        second = style.draw(rng)
        if np.abs(second.body - first.body).max() > 110:
            break
    return first, second


def _flat(rng: Rng, stage: Stage, count: int) -> list[Die]:
    """``count`` dice lying flat, all inside the cropped picture."""
    for _ in range(60):
        dice = place_dice(rng, stage.camera, stage.size, count, flat=True)
        dice = [d for d in dice if _inside(stage.camera, d, stage.size)]
        if len(dice) >= count:
            return dice[:count]
    return []


def _inside(camera: Camera, die: Die, size: int) -> bool:
    (x, y) = camera.project(die.place)[0][0]
    edge = camera.focal / float(np.linalg.norm(camera.place - die.place))
    return bool(edge < x < size - edge and size / 8 + edge < y < size * 7 / 8 - edge)


def _value(die: Die) -> int:
    axis, sign, up = up_face(die.turn)
    return value_of(axis, sign, die.look.left_handed) if up > 0.99 else 0
