"""Teeth and gums as their own meshes on a dental arch, in the rest pose of the head."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .mesh import F32, I32, grid_tris

COLUMNS, ROWS, GUM_ROWS, ARCH_POINTS = 6, 5, 4, 61
EDGE_UP, EDGE_LOW = 6.602, 6.598
UPPER_WIDTHS = np.array([0.085, 0.066, 0.076, 0.070, 0.070, 0.100])
LOWER_WIDTHS = np.array([0.054, 0.060, 0.068, 0.070, 0.070, 0.110])
UPPER_HEIGHTS = np.array([0.103, 0.088, 0.100, 0.085, 0.078, 0.070])
LOWER_HEIGHTS = np.array([0.085, 0.088, 0.098, 0.085, 0.078, 0.070])


@dataclass(frozen=True)
class Dental:
    """One jaw: points (n, 3), tris (t, 3), kind (t,) 0 tooth / 1 gum / 2 brace, and surface data (n, 3):.

    tooth number 0..5 from the middle, height 0 at the edge to 1 at the gum, |across| 0..1.
    """

    points: F32
    tris: I32
    kind: I32
    surface: F32


def _arch() -> tuple[F32, F32, F32]:
    x = np.linspace(-0.31, 0.31, 801)
    z = 1.0 + 0.485 * (1 - np.abs(x / 0.31) ** 3.3)
    along = np.r_[0, np.cumsum(np.hypot(np.diff(x), np.diff(z)))]
    return x, z, along - along[400]


ARCH_X, ARCH_Z, ARCH_S = _arch()


def on_arch(s: F32, out: F32 | float) -> tuple[F32, F32]:
    """Return x and z at arc length s, moved outward by ``out``."""
    px, pz = np.interp(s, ARCH_S, ARCH_X), np.interp(s, ARCH_S, ARCH_Z)
    nx, nz = px * 1.6, np.full_like(px, 0.9)
    length = np.hypot(nx, nz)
    return px + nx / length * out, pz + nz / length * out


def make_teeth(rng: np.random.Generator, upper: bool, braces: bool = False, gap_front: float = 0.0) -> Dental:
    """Twelve teeth with irregularities, a gum band behind them and, if worn, brackets with a wire."""
    widths = (UPPER_WIDTHS if upper else LOWER_WIDTHS) * rng.uniform(0.9, 1.08) * rng.normal(1, 0.04, 6)
    heights = (UPPER_HEIGHTS if upper else LOWER_HEIGHTS) * rng.uniform(0.75, 1.15)
    crooked = min(2.2, abs(rng.normal())) * 0.0045
    gap = rng.choice([0.0, 0.0015, 0.004], p=[0.5, 0.35, 0.15])
    missing = rng.random(12) < rng.choice([0.0, 0.12], p=[0.96, 0.04])
    edge, sign, inset = (EDGE_UP, 1, 0.0) if upper else (EDGE_LOW, -1, 0.055)
    edge += float(rng.normal(0, 0.012 if upper else 0.02))
    across, up = np.meshgrid(np.linspace(0, 1, COLUMNS), np.linspace(0, 1, ROWS))
    points, surface, tris, kinds = [], [], [], []
    count = 0

    def add(xyz: F32, data: npt.NDArray[np.floating[Any]], t: I32, kind: int) -> None:
        nonlocal count
        points.append(xyz)
        surface.append(data)
        tris.append(t + count)
        kinds.append(np.full(len(t), kind))
        count += len(xyz)

    for side in (-1, 1):
        start = gap_front / 2
        for k in range(6):
            height, width = heights[k] * rng.normal(1, 0.03 + crooked * 5), widths[k] - gap
            middle, tilt, drop = rng.normal(0, crooked), rng.normal(0, crooked * 2), rng.normal(0, crooked * 0.7)
            first = start + gap / 2
            start += widths[k]
            if missing[k + 6 * (side > 0)]:
                continue
            s = side * (first + width * (0.5 + (across - 0.5) * (1 - 0.09 * up)))
            bulge = 0.022 * (1 - (2 * across - 1) ** 4) - 0.012 * (1 - up) ** 3
            x, z = on_arch(s, bulge + middle + tilt * (across - 0.5) - inset)
            rounded = 0.010 * np.abs(2 * across - 1) ** 6 * (up < 0.01)
            y = edge + drop + sign * (height * up + rounded - (0.006 * (1 - up) if k == 2 else 0.0))
            xyz = np.stack([x * (1 - inset * 0.8), y, z], -1).reshape(-1, 3)
            data = np.stack([np.full(up.size, float(k)), up.ravel(), np.abs(2 * across - 1).ravel()], -1)
            add(xyz, data, grid_tris(ROWS, COLUMNS), 0)
            if braces:
                u = np.array([0.34, 0.66, 0.66, 0.34]) * width + first
                bx, bz = on_arch(side * u, 0.036 - inset)
                by = edge + sign * height * np.array([0.36, 0.36, 0.62, 0.62])
                box = np.stack([bx * (1 - inset * 0.8), by, bz], -1)
                add(box, np.zeros((4, 3)), np.array([[0, 1, 2], [0, 2, 3]]), 2)
    reach = np.linspace(-0.44, 0.44, ARCH_POINTS)
    ends = np.cumsum(widths)
    between = np.clip(np.abs(np.abs(reach)[:, None] - np.r_[0, ends]).min(1) / 0.03, 0, 1)
    tall = np.interp(np.abs(reach), np.r_[0, ends - widths / 2], np.r_[heights[0], heights])

    def band(levels: list[tuple[F32, F32 | float]], data: list[float], kind: int) -> None:
        rows = []
        for y, out in levels:
            x, z = on_arch(reach, out)
            rows.append(np.stack([x * (1 - inset * 0.8), y, z], -1))
        own = np.tile(data, (len(levels) * ARCH_POINTS, 1))
        add(np.concatenate(rows), own, grid_tris(len(levels), ARCH_POINTS), kind)

    gum: list[tuple[F32, F32 | float]] = []
    for g in np.linspace(0, 1, GUM_ROWS):
        y = edge + sign * (tall * (0.78 + 0.14 * between) + g * (0.14 if upper else 0.07))
        gum.append((y, 0.010 - 0.012 * (1 - g) + (0.006 if g > 0.2 else 0.0) - inset))
    band(gum, [0.0, 1.0, 0.0], 1)
    if not missing.any():
        band([(edge + sign * (0.012 + tall * 0.9 * g), -0.006 - inset) for g in (0.0, 0.5, 1.0)], [0.0, 0.5, 0.97], 0)
    if braces:
        band([(edge + sign * tall * g, 0.040 - inset) for g in (0.47, 0.51)], [1.0, 0.0, 0.0], 2)
    return Dental(
        np.concatenate(points).astype(np.float32),
        np.concatenate(tris).astype(np.int32),
        np.concatenate(kinds).astype(np.int32),
        np.concatenate(surface).astype(np.float32),
    )


Fit = tuple[F32, F32, float, F32]


def rigid_fit(before: F32, after: F32) -> Fit:
    """Return what carries one point set to another (Kabsch): (rotation, old centre, scale, new centre)."""
    a, b = before.mean(0), after.mean(0)
    u, _, vt = np.linalg.svd((before - a).T @ (after - b))
    flip = np.diag([1, 1, np.sign(np.linalg.det(vt.T @ u.T))])
    rotation = (vt.T @ flip @ u.T).astype(np.float32)
    scale = float(np.sqrt(((after - b) ** 2).sum() / ((before - a) ** 2).sum()))
    return rotation, a, scale, b


def carry(points: F32, fit: Fit) -> F32:
    """Move points with a fit."""
    rotation, a, scale, b = fit
    return ((points - a) @ rotation.T * scale + b).astype(np.float32)
