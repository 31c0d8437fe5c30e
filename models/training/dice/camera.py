"""A pinhole camera over the table. World: z up, table at z = 0, one unit is the edge of a standard die."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from models.training.dice.cv import F32, F64, Rng


@dataclass(frozen=True, slots=True)
class Camera:
    """``axes`` rows: right, down, forward (world). ``focal`` and ``centre`` in pixels."""

    place: F64
    axes: F64
    focal: float
    centre: tuple[float, float]

    def project(self, points: F64) -> tuple[F64, F64]:
        """World points (n, 3) to pixels (n, 2) and depths (n,)."""
        q = (np.atleast_2d(points) - self.place) @ self.axes.T
        return q[:, :2] / q[:, 2:3] * self.focal + np.asarray(self.centre), q[:, 2]

    def rays(self, x: F32, y: F32) -> F32:
        """Return unit world directions (3, n) through pixels."""
        d = np.stack([(x - self.centre[0]) / self.focal, (y - self.centre[1]) / self.focal, np.ones_like(x)])
        w = self.axes.T.astype(np.float32) @ d.astype(np.float32)
        return np.asarray(w / np.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]), np.float32)

    def on_plane(self, x: float, y: float, z: float) -> F64 | None:
        """Return the world point at height ``z`` seen at a pixel; None above the horizon."""
        d = self.axes.T @ np.array([(x - self.centre[0]) / self.focal, (y - self.centre[1]) / self.focal, 1.0])
        if d[2] > -1e-3:
            return None
        return np.asarray(self.place + d * ((z - self.place[2]) / d[2]))

    def plane_matrix(self, texel: float, size: int) -> F64:
        """Homography from a table texture (``size`` texels, ``texel`` texels an edge, centred) to pixels."""
        k = np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1.0]])
        t = self.axes @ -self.place
        plane = np.stack([self.axes[:, 0], self.axes[:, 1], t], 1)
        half = size / 2
        return np.asarray(
            k @ plane @ np.array([[1 / texel, 0, -half / texel], [0, 1 / texel, -half / texel], [0, 0, 1]])
        )


def turn(axis: int, angle: float) -> F64:
    """Rotation matrix about a coordinate axis."""
    c, s = math.cos(angle), math.sin(angle)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    m = np.eye(3)
    m[i, i] = m[j, j] = c
    m[i, j], m[j, i] = -s, s
    return m


def look(
    elevation: float, azimuth: float, roll: float, distance: float, focal: float, centre: tuple[float, float]
) -> Camera:
    """Return a camera at ``elevation`` (radians above the table) looking at the origin from ``distance`` edges."""
    c = math.cos(elevation)
    forward = -np.array([c * math.cos(azimuth), c * math.sin(azimuth), math.sin(elevation)])
    right = np.cross(forward, [0, 0, 1.0])
    norm = np.linalg.norm(right)
    right = right / norm if norm > 1e-6 else np.array([1.0, 0, 0])
    down = np.cross(forward, right)
    cr, sr = math.cos(roll), math.sin(roll)
    right, down = right * cr + down * sr, down * cr - right * sr
    return Camera(np.array([0, 0, 0.5]) - forward * distance, np.stack([right, down, forward]), focal, centre)


def along_sight(camera: Camera, place: F64, way: F64) -> F64:
    """Return a world direction as seen from the camera towards ``place``: right, down and away."""
    sight = camera.axes @ (place - camera.place)
    sight = sight / np.linalg.norm(sight)
    right = np.array([1.0, 0, 0]) - sight[0] * sight
    right = right / np.linalg.norm(right)
    return np.asarray(np.stack([right, np.cross(sight, right), sight]) @ (camera.axes @ way))


CLOSE = 0.3
"""Share of the pictures taken from so near (2.6 to 7 edges) that a die fills up to a third of them."""


def draw_camera(rng: Rng, size: int, pixels: float, near: float = CLOSE) -> tuple[Camera, float]:
    """Return a camera whose die of edge 1 is about ``pixels`` wide, and its elevation (radians).

    ``near``: how probably it is one of a close-up.
    """
    kind = rng.random()
    if kind < 0.3:
        degrees = 90 - abs(rng.normal(0, 7))
    elif kind < 0.85:
        degrees = rng.uniform(42, 85)
    else:
        degrees = rng.uniform(20, 42)
    elevation = math.radians(degrees)
    focal = size * math.exp(rng.uniform(math.log(1.1), math.log(7)))
    if rng.random() < near:
        focal = pixels * rng.uniform(2.6, 7)
    roll = rng.normal(0, 0.12 if rng.random() < 0.75 else 0.3)
    if degrees > 75:  # straight above, the camera may stand anywhere
        roll = rng.uniform(-math.pi, math.pi)
    off = rng.uniform(-0.35, 0.35, 2) * focal * (rng.random() < 0.4) if degrees > 50 else np.zeros(2)
    centre = (size / 2 + float(np.clip(off[0], -size, size)), size / 2 + float(np.clip(off[1], -size, size)))
    return look(elevation, rng.uniform(0, 2 * math.pi), roll, focal / pixels, focal, centre), elevation


def draw_pixels(rng: Rng) -> float:
    """Return the edge of a die in pixels: mostly what the reader's scaling delivers, with both tails."""
    kind = rng.random()
    low, high = (25, 54) if kind < 0.74 else (13, 26) if kind < 0.87 else (52, 115)
    return math.exp(rng.uniform(math.log(low), math.log(high)))
