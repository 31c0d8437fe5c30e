"""Dice with numerals that are no cubes: d4, d8, d10, d12 and d20, painted facet by facet; lengths in edges of a die."""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np

from models.training.dice.camera import Camera, turn
from models.training.dice.cv import F32, F64, Rng, cv2
from models.training.dice.die import WRITINGS, written
from models.training.dice.light import Light
from models.training.dice.style import any_colour

SOLIDS = (4, 8, 10, 12, 20)
_SHIFT = 4


@cache
def vertices(sides: int) -> F64:
    """(n, 3) corners of the solid with so many sides, on a sphere of diameter 1.3 (about)."""
    g = (1 + math.sqrt(5)) / 2
    pairs = list(itertools.product((-1.0, 1.0), (-1.0, 1.0)))
    points: list[tuple[float, ...]]
    if sides == 4:
        points = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    elif sides == 8:
        points = [(s * x, s * y, s * z) for s in (-1.0, 1.0) for x, y, z in np.eye(3)]
    elif sides == 10:
        turns = [math.pi * k / 5 for k in range(10)]
        points = [(0, 0, 1.25), (0, 0, -1.25)]
        points += [(math.cos(a), math.sin(a), 0.132 * (-1) ** k) for k, a in enumerate(turns)]
    elif sides == 12:
        points = list(itertools.product((-1.0, 1.0), repeat=3))
        points += [p for a, b in pairs for p in ((0, a / g, b * g), (a / g, b * g, 0), (b * g, 0, a / g))]
    else:
        points = [p for a, b in pairs for p in ((0, a, b * g), (a, b * g, 0), (b * g, 0, a))]
    out = np.array(points, np.float64)
    return np.asarray(out * 0.65 / np.linalg.norm(out, axis=1).max())


@cache
def facets(sides: int) -> list[tuple[list[int], F64]]:
    """Of each facet its corners in order and its outward normal: the planes that leave all corners on one side."""
    points = vertices(sides)
    found: dict[tuple[int, ...], F64] = {}
    for a, b, c in itertools.combinations(range(len(points)), 3):
        normal = np.cross(points[b] - points[a], points[c] - points[a])
        if (length := float(np.linalg.norm(normal))) < 1e-9:
            continue
        normal = normal / length * np.sign(normal @ points[a] or 1.0)
        off = (points - points[a]) @ normal
        if off.max() < 0.02:
            found.setdefault(tuple(np.flatnonzero(off > -0.02).tolist()), normal)
    out = []
    for corners, normal in found.items():
        middle = points[list(corners)].mean(0)
        first = points[corners[0]] - middle
        second = np.cross(normal, first)
        order = sorted(corners, key=lambda k: math.atan2((points[k] - middle) @ second, (points[k] - middle) @ first))
        out.append((order, normal))
    return out


def draw(
    rng: Rng, image: F32, camera: Camera, room: Light, place: F64, size: float
) -> tuple[float, float, float] | None:
    """Paint a random solid ``size`` edges wide that stands at ``place`` on the table, and its shadow.

    Returns the middle of its uppermost part in the picture and its width, pixels; None where it is out of view.
    """
    sides = int(rng.choice(SOLIDS, p=[0.08, 0.17, 0.25, 0.2, 0.3]))
    faces = facets(sides)
    pose = _standing(rng, faces[int(rng.integers(len(faces)))][1])
    points = vertices(sides) @ pose.T * size
    points = points - [0, 0, points[:, 2].min()] + [place[0], place[1], 0]
    uv, depth = camera.project(points)
    h, w = image.shape[:2]
    if depth.min() < 0.3 or not ((uv > 2) & (uv < [w - 2, h - 2])).all():
        return None
    _shade_table(image, camera, room, points)
    body, ink = any_colour(rng), any_colour(rng)
    if np.abs(body - ink).max() < 90:
        ink = np.full(3, 245.0 if body.mean() < 128 else 12.0, np.float32)
    writing, gloss = int(rng.integers(WRITINGS)), rng.uniform(0, 0.5)
    size_of_text = rng.uniform(0.55, 0.95)
    for corners, normal in sorted(faces, key=lambda f: float(points[f[0]].mean(0) @ camera.axes[2]), reverse=True):
        there, out = points[corners], pose @ normal
        middle = there.mean(0)
        if out @ (camera.place - middle) <= 0:
            continue
        lit = room.ambient * (0.72 + 0.28 * out[2])
        for lamp, power in zip(room.lamps, room.strength, strict=True):
            lit += power * max(0.0, float(lamp @ out))
        shine = gloss * rng.uniform(0, 1) ** 4
        colour = np.clip(body * lit, 0, 255) * (1 - shine) + 255 * shine
        outline = np.round(camera.project(there)[0] * (1 << _SHIFT)).astype(np.int32)
        cv2.fillPoly(image, [outline], colour.tolist(), cv2.LINE_AA, _SHIFT)
        cv2.polylines(image, [outline], True, (colour * 0.85 + 30).tolist(), 1, cv2.LINE_AA, _SHIFT)
        words = str(int(rng.integers(1, sides + 1))) + ("." if rng.random() < 0.1 else "")
        _letter(image, camera, written(words, writing), there, middle, out, size_of_text, np.clip(ink * lit, 0, 255))
    top = points[points[:, 2] > points[:, 2].max() - 1e-3].mean(0)
    x, y = camera.project(top)[0][0].tolist()
    wide, high = np.ptp(uv, axis=0).tolist()
    return x, y, math.sqrt(wide * high)


def _standing(rng: Rng, down: F64) -> F64:
    """Return a rotation that turns ``down`` to the table, any way round."""
    axis = np.cross(down, [0, 0, -1.0])
    sine = float(np.linalg.norm(axis))
    if sine < 1e-9:
        tilt = np.eye(3) if down[2] < 0 else turn(0, math.pi)
    else:
        tilt = np.asarray(cv2.Rodrigues(axis / sine * math.atan2(sine, -float(down[2])))[0])
    return np.asarray(turn(2, rng.uniform(0, 2 * math.pi)) @ tilt)


def _shade_table(image: F32, camera: Camera, room: Light, points: F64) -> None:
    for lamp, power in zip(room.lamps, room.strength, strict=True):
        if lamp[2] < 0.15:
            continue
        uv, _ = camera.project(points - lamp * (points[:, 2:3] / lamp[2]))
        mask = np.zeros(image.shape[:2], np.float32)
        cv2.fillConvexPoly(mask, cv2.convexHull(np.round(uv).astype(np.int32)), 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), 2.0)
        image *= 1 - 0.6 * power / (sum(room.strength) + 1e-6) * mask[..., None]


def _letter(image: F32, camera: Camera, text: F32, there: F64, middle: F64, out: F64, share: float, ink: F64) -> None:
    """Draw the numeral on a facet, its top towards the facet's first corner."""
    edges = zip(there, np.roll(there, -1, 0), strict=True)
    inner = min(float(np.linalg.norm(np.cross(b - a, middle - a)) / np.linalg.norm(b - a)) for a, b in edges)
    up = (there[0] - middle) / np.linalg.norm(there[0] - middle)
    right, reach = np.cross(up, out), inner * share
    corners = np.stack([middle + reach * (a * right + b * up) for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))])
    uv = camera.project(corners)[0].astype(np.float32)
    x0, y0 = np.floor(uv.min(0)).astype(int).clip(0)
    x1, y1 = (np.ceil(uv.max(0)).astype(int) + 1).clip(0, [image.shape[1], image.shape[0]])
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    square = np.array([[0, 0], [63, 0], [63, 63], [0, 63]], np.float32)
    small = max(1, int(32 / max(4, x1 - x0)))
    blurred = cv2.GaussianBlur(text, (0, 0), small) if small > 1 else text
    matrix = cv2.getPerspectiveTransform(square, (uv - [x0, y0]).astype(np.float32))
    cover = cv2.warpPerspective(blurred, matrix, (int(x1 - x0), int(y1 - y0)))[..., None]
    part = image[y0:y1, x0:x1]
    part += (ink.astype(np.float32) - part) * cover
