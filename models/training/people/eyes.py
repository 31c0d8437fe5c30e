"""Eyeballs that follow the gaze, and lids that slide over them."""

from __future__ import annotations

import numba as nb
import numpy as np

from .mesh import F32, I32, grid_tris

RINGS, AROUND = 22, 32
GAZE_YAW, GAZE_PITCH = 32.0, 22.0  # degrees at a gaze of 1


def eyeball() -> tuple[F32, I32]:
    """Unit front half-sphere looking to +z, points (n, 3) and tris (t, 3)."""
    polar = np.linspace(0, np.deg2rad(105), RINGS)
    turn = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)
    p, t = np.meshgrid(polar, turn, indexing="ij")
    points = np.stack([np.sin(p) * np.cos(t), np.sin(p) * np.sin(t), np.cos(p)], -1).reshape(-1, 3)
    return points.astype(np.float32), grid_tris(RINGS, AROUND, closed=True, inward=True)


BALL, BALL_TRIS = eyeball()


def fit_ball(points: F32) -> tuple[F32, float]:
    """Centre (3,) and radius of an eye from the points of MakeHuman's eye helper."""
    low, high = points.min(0), points.max(0)
    return ((low + high) / 2).astype(np.float32), float((high - low)[:2].mean() / 2)


def gaze_direction(x: float, y: float) -> F32:
    """Unit vector of a gaze (signed, -1..1; x to the person's left, y up)."""
    a, b = np.deg2rad(GAZE_YAW * x), np.deg2rad(GAZE_PITCH * y)
    return np.array([np.sin(a) * np.cos(b), np.sin(b), np.cos(a) * np.cos(b)], np.float32)


@nb.njit(cache=True, fastmath=True)
def slide_lids(points, mask, centre, radius):  # type: ignore[no-untyped-def]
    """Push lid points (in place) out of the eyeball; they keep their direction from its centre."""
    limit = radius * 1.035
    for i in range(points.shape[0]):
        if mask[i] < 0.02:
            continue
        dx, dy, dz = points[i, 0] - centre[0], points[i, 1] - centre[1], points[i, 2] - centre[2]
        d = np.sqrt(dx * dx + dy * dy + dz * dz)
        if 0.3 * radius < d < limit and dz > 0.0:
            k = limit / d
            points[i, 0] = centre[0] + dx * k
            points[i, 1] = centre[1] + dy * k
            points[i, 2] = centre[2] + dz * k
