"""A pinhole camera in front of the person, and an affine step from its screen to a crop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .mesh import F32


@dataclass(frozen=True)
class Camera:
    """Looks along -z at `target` from `distance` decimetres; `focal` pixels a unit of tangent; `centre` in pixels.

    `spin` turns the picture (radians, clockwise on screen) about its centre.
    """

    distance: float
    focal: float
    target: tuple[float, float, float]
    centre: tuple[float, float]
    spin: float = 0.0

    def project(self, points: F32) -> F32:
        """Screen points (n, 3): x, y in pixels, depth in decimetres towards the camera."""
        q = points - np.array(self.target, np.float32)
        k = self.focal / np.maximum(self.distance - q[:, 2], 0.3)
        x, y = q[:, 0] * k, -q[:, 1] * k
        c, s = np.cos(self.spin), np.sin(self.spin)
        out = np.stack([self.centre[0] + c * x - s * y, self.centre[1] + s * x + c * y, q[:, 2]], 1)
        moved: F32 = out.astype(np.float32)
        return moved


def portrait(size: int, distance: float = 9.0, head_share: float = 0.55) -> Camera:
    """A square picture of head and shoulders; the head's height is `head_share` of it."""
    return Camera(distance, head_share * size * (distance - 1.2) / 2.35, (0.0, 7.05, 0.0), (size / 2, size / 2))


def turns(yaw: float, pitch: float, roll: float) -> tuple[F32, F32, F32]:
    """Rotations (3, 3) about y, x and z by angles in degrees."""
    a, b, c = np.deg2rad([yaw, pitch, roll])
    ry = np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]])
    rx = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    rz = np.array([[np.cos(c), -np.sin(c), 0], [np.sin(c), np.cos(c), 0], [0, 0, 1]])
    return ry, rx, rz


@dataclass(frozen=True)
class Affine:
    """Screen to crop: matrix (2, 2) and shift (2,). `scale` is crop pixels a screen unit."""

    matrix: F32
    shift: F32

    @staticmethod
    def square(
        middle: F32, angle: float, below: float, offset: npt.NDArray[np.float64], side: float, size: int
    ) -> Affine:
        """The crop (size pixels) of a square of that side, turned; its centre lies ``below`` the middle, and off it."""
        ax = np.array([np.cos(angle), np.sin(angle)])
        down = np.array([-ax[1], ax[0]])
        matrix = np.stack([ax, down]) * size / side
        shift = np.full(2, size / 2) - matrix @ (middle + down * below + offset)
        return Affine(matrix.astype(np.float32), shift.astype(np.float32))

    @property
    def scale(self) -> float:
        """Pixels of the crop for one screen unit."""
        return float(np.sqrt(abs(np.linalg.det(self.matrix))))

    def apply(self, screen: F32) -> F32:
        """Screen points (n, 3) to crop points; depth is kept."""
        out = screen.copy()
        out[:, :2] = screen[:, :2] @ self.matrix.T + self.shift
        return out.astype(np.float32)


def mouth_crop(corners: F32, eyes: F32, size: int, rng: np.random.Generator | None = None) -> Affine:
    """The crop of the mouth model: corners (2, 2) of the mouth and outer eyes (2, 2), left to right on screen.

    Square, side 1.8 x max(mouth width, half the outer-eye distance), eyes level, centre moved 0.18 of the side
    to the chin. With rng it is jittered like the crop of a landmark tracker.
    """
    mouth = float(np.linalg.norm(corners[1] - corners[0]))
    along = eyes[1] - eyes[0]
    side = 1.8 * max(mouth, 0.5 * float(np.linalg.norm(along)))
    angle = float(np.arctan2(along[1], along[0]))
    offset = np.zeros(2)
    if rng is not None:
        side *= float(np.exp(rng.normal(0, 0.08)))
        angle += float(np.deg2rad(rng.normal(0, 4)))
        offset = rng.normal(0, 0.035, 2) * side
    return Affine.square(corners.mean(0), angle, 0.18 * side, offset, side, size)
