"""A pinhole camera in front of the person, an affine step from its screen to a crop, and the light of a scene."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.training.people.mesh import F32


@dataclass(frozen=True)
class Camera:
    """Looks along -z at `target` from `distance` decimetres; `focal` pixels a unit of tangent; `centre` in pixels."""

    distance: float
    focal: float
    target: tuple[float, float, float]
    centre: tuple[float, float]

    def project(self, points: F32) -> F32:
        """Screen points (n, 3): x, y in pixels, depth in decimetres towards the camera."""
        q = points - np.array(self.target, np.float32)
        k = self.focal / np.maximum(self.distance - q[:, 2], 0.3)
        return np.stack([self.centre[0] + q[:, 0] * k, self.centre[1] - q[:, 1] * k, q[:, 2]], 1).astype(np.float32)


def portrait(size: int, distance: float = 9.0, head_share: float = 0.55) -> Camera:
    """Return a square picture of head and shoulders; the head's height is `head_share` of it."""
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
        """Return the crop (``size`` pixels) of a turned square of that ``side``, ``below`` the middle and off it."""
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
    """Return the crop of the mouth model: corners (2, 2) of the mouth and outer eyes (2, 2), left to right on screen.

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


SKIN_WRAP = np.array([0.30, 0.15, 0.10], np.float32)


@dataclass(frozen=True)
class Lamp:
    """A far light: unit direction towards it (3,) and colour (3,)."""

    direction: F32
    colour: F32


@dataclass(frozen=True)
class Light:
    """sky and ground colours (3,) of the ambient part, lamps (the first casts shadows), then the camera's response."""

    sky: F32
    ground: F32
    lamps: tuple[Lamp, ...]
    shadow: float = 0.7
    gain: float = 1.0
    white: tuple[float, float, float] = (1.0, 1.0, 1.0)
    roll_off: float = 0.12
    gamma: float = 2.2


def lamp(x: float, y: float, z: float, power: float, colour: tuple[float, float, float] = (1, 1, 1)) -> Lamp:
    """Return a lamp towards (x, y, z)."""
    d = np.array([x, y, z], np.float32)
    return Lamp(d / np.linalg.norm(d), np.array(colour, np.float32) * power)


ROOM = Light(
    np.array([0.42, 0.43, 0.46], np.float32),
    np.array([0.26, 0.22, 0.19], np.float32),
    (lamp(-0.5, 0.75, 0.9, 0.62, (1.0, 0.95, 0.88)), lamp(0.8, 0.25, 0.6, 0.22, (0.85, 0.92, 1.0))),
    shadow=0.55,
    gain=1.05,
)


def sample_light(rng: np.random.Generator) -> Light:
    """Rooms, windows, evenings, coloured screens, back light and near darkness."""
    u = rng.uniform
    kind = rng.choice(["room", "flat", "hard", "dim", "coloured", "back"], p=[0.46, 0.18, 0.14, 0.09, 0.06, 0.07])
    ambient = {
        "room": u(0.2, 0.5),
        "flat": u(0.6, 0.9),
        "hard": u(0.04, 0.18),
        "dim": u(0.05, 0.3),
        "coloured": u(0.05, 0.3),
        "back": u(0.12, 0.35),
    }[str(kind)]
    spread = 0.3 if kind == "coloured" else 0.06
    tint = np.clip(1 + rng.normal(0, spread, 3), 0.25, 1.8)
    sky, ground = ambient * tint * u(0.9, 1.3), ambient * tint * u(0.45, 1.0) * np.array([1.05, 1.0, 0.93])
    lamps = []
    for i in range(int(rng.choice([1, 2, 3], p=[0.45, 0.35, 0.2]))):
        z = u(-0.6, 0.1) if kind == "back" and i == 0 else u(0.25, 1.0)
        y = rng.normal(0.38, 0.4) if kind != "coloured" else rng.normal(0.0, 0.4)
        power = u(0.15, 0.9) * (0.25 if kind == "flat" else 1.0) / (1 + 0.5 * i)
        colour = np.clip(1 + rng.normal(0, 0.45 if kind == "coloured" else 0.07, 3), 0.1, 2.0)
        lamps.append(lamp(rng.normal(0, 0.7), y, z, power, (float(colour[0]), float(colour[1]), float(colour[2]))))
    gain = u(0.75, 1.25)
    if kind == "dim":
        gain *= u(0.2, 0.6)
    white = tuple(float(v) for v in np.exp(rng.normal(0, 0.07, 3)))
    return Light(
        sky.astype(np.float32),
        ground.astype(np.float32),
        tuple(lamps),
        float(u(0.2, 0.9)),
        float(gain),
        (white[0], white[1], white[2]),
        float(u(0, 0.25)),
        float(u(1.9, 2.4)),
    )


def develop(linear: F32, light: Light) -> F32:
    """Linear light (h, w, 3) to display values 0..1."""
    x = np.clip(linear * light.gain * np.array(light.white, np.float32), 0, None)
    x = x / (1 + light.roll_off * x)
    return (np.clip(x, 0, 1) ** (1 / light.gamma)).astype(np.float32)
