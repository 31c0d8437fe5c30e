"""A pinhole camera over the table. World: z up, table at z = 0, one unit is the edge of a standard die."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]


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

    def rays(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """Unit world directions (3, n) through pixels."""
        d = np.stack([(x - self.centre[0]) / self.focal, (y - self.centre[1]) / self.focal, np.ones_like(x)])
        w = self.axes.T.astype(np.float32) @ d.astype(np.float32)
        return np.asarray(w / np.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]), np.float32)

    def on_plane(self, x: float, y: float, z: float) -> F64 | None:
        """The world point at height ``z`` seen at a pixel; None above the horizon."""
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
    """A camera at ``elevation`` (radians above the table) looking at the origin from ``distance`` edges."""
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
    """A world direction as seen from the camera towards ``place``: right, down and away along the line of sight."""
    sight = camera.axes @ (place - camera.place)
    sight = sight / np.linalg.norm(sight)
    right = np.array([1.0, 0, 0]) - sight[0] * sight
    right = right / np.linalg.norm(right)
    return np.asarray(np.stack([right, np.cross(sight, right), sight]) @ (camera.axes @ way))
