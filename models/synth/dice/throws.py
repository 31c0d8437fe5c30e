"""Throws as video: dice roll in, slow down and rest; some lean, a hand reaches in, two sets lie there.

The camera, the table and the light stay; every frame has its own noise. Used for measuring and tests, not for training.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from models.synth.dice import hand, light, style, table, things
from models.synth.dice.camera import Camera, look, turn
from models.synth.dice.cv import cv2
from models.synth.dice.die import up_face, value_of
from models.synth.dice.scene import Die, paint, place_dice

Rng = np.random.Generator
F64 = NDArray[np.float64]
Kind = Literal["plain", "cocked", "hand", "two sets", "empty"]
KINDS: tuple[Kind, ...] = ("plain", "cocked", "hand", "two sets", "empty")


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
    fps: float
    _camera: Camera = field(repr=False)
    _dice: list[Die] = field(repr=False)
    _paths: list[tuple[F64, F64, float]] = field(repr=False)
    """For each die: way back to where it came from, rotation vector of the whole roll, seconds of rest."""
    _table: NDArray[np.float32] = field(repr=False)
    _light: light.Light = field(repr=False)
    _pixels: float = field(repr=False)
    _seed: int = field(repr=False)
    _hand: tuple[float, float] | None = field(repr=False, default=None)
    _shape: tuple[int, int] = field(repr=False, default=(360, 480))

    def frames(self) -> Iterator[tuple[float, NDArray[np.uint8]]]:
        """(t, picture BGR) from an empty table on."""
        rng = np.random.default_rng(self._seed)
        still: NDArray[np.float32] | None = None
        for k in range(int(self.seconds * self.fps)):
            t = k / self.fps
            moving = t < self.rest
            if moving or still is None:
                clean = self._clean(t)
                if not moving:
                    still = clean
            else:
                clean = still
            yield t, self._shot(clean, t, rng)

    def _clean(self, t: float) -> NDArray[np.float32]:
        image = self._table.copy()
        here = [d for k, die in enumerate(self._dice) if (d := self._at(die, k, t)) is not None]
        paint(image, self._camera, here, self._light, self._pixels)
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

    def _shot(self, clean: NDArray[np.float32], t: float, rng: Rng) -> NDArray[np.uint8]:
        image = clean.copy()
        if self._hand is not None and self._hand[0] <= t < self._hand[1]:
            phase = math.sin(math.pi * (t - self._hand[0]) / (self._hand[1] - self._hand[0]))
            size = len(image)
            same = np.random.default_rng(self._seed + 1)
            hand.reach(same, image, self._pixels, (size * (1.1 - 0.45 * phase), size * 0.5))
        h, w = self._shape
        y0 = (len(image) - h) // 2
        image = image[y0 : y0 + h, :w]
        image = image + rng.standard_normal(image.shape, np.float32) * np.float32(3.0)
        out = np.clip(image, 0, 255).astype(np.uint8)[..., ::-1]
        ok, data = cv2.imencode(".jpg", np.ascontiguousarray(out), [cv2.IMWRITE_JPEG_QUALITY, 80])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR) if ok else out, np.uint8)


def draw_throw(rng: Rng, kind: Kind = "plain", count: int = 3, fps: float = 20.0, size: int = 480) -> Throw:
    """A random throw of ``count`` dice of one set; "two sets" adds one of the other set, lying there before."""
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
    first, second = _sets(rng)
    dice = _flat(rng, camera, size, 0 if kind == "empty" else count + (kind == "two sets"))
    own = []
    for k, die in enumerate(dice):
        own.append(not (kind == "two sets" and k == len(dice) - 1))
        die.look, die.edge = style.sibling(rng, first if own[-1] else second), 1.0
        die.place[2] = 0.5
    if kind == "cocked" and dice:
        way = rng.uniform(0, 6.28)
        lean = turn(2, way) @ turn(0, math.radians(rng.uniform(20, 42))) @ turn(2, -way)
        dice[0].turn = lean @ dice[0].turn
        dice[0].place[2] = 0.5 * float(np.abs(dice[0].turn[2]).sum())
    paths = []
    for k in range(len(dice)):
        angle = rng.uniform(0, 6.28)
        back = np.array([math.cos(angle), math.sin(angle), 0]) * rng.uniform(3, 9)
        lying = kind == "two sets" and k == len(dice) - 1
        paths.append((back, rng.normal(0, 3, 3), -1.0 if lying else float(rng.uniform(0.9, 1.5))))
    rest = max([p[2] for p in paths], default=0.0)
    values = tuple(_value(d) for d in dice)
    hand_at = (rest + 0.1, rest + 0.8) if kind == "hand" else None
    bodies = tuple((int(d.look.body[0]), int(d.look.body[1]), int(d.look.body[2])) for d in dice)
    return Throw(
        kind, values, bodies, tuple(own), max(0.0, rest), max(0.0, rest) + (2.0 if kind == "hand" else 1.2), fps,
        camera, dice, paths, image, light.draw(rng), pixels, int(rng.integers(1 << 31)), hand_at, (size * 3 // 4, size),
    )  # fmt: skip


def _sets(rng: Rng) -> tuple[style.Style, style.Style]:
    """Two looks that people would tell apart."""
    first = style.draw(rng)
    first.blank = False
    for _ in range(50):
        second = style.draw(rng)
        if np.abs(second.body - first.body).max() > 110:
            break
    return first, second


def _flat(rng: Rng, camera: Camera, size: int, count: int) -> list[Die]:
    """``count`` dice lying flat, all inside the cropped picture."""
    for _ in range(60):
        dice = [d for d in place_dice(rng, camera, size, count, flat=True) if _inside(camera, d, size)]
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
