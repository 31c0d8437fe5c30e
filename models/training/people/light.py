"""Light of a scene: sky and ground, a few lamps, exposure and the camera's colour response."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .mesh import F32

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
    """A lamp towards (x, y, z)."""
    d = np.array([x, y, z], np.float32)
    return Lamp(d / np.linalg.norm(d), np.array(colour, np.float32) * power)


ROOM = Light(
    np.array([0.42, 0.43, 0.46], np.float32), np.array([0.26, 0.22, 0.19], np.float32),
    (lamp(-0.5, 0.75, 0.9, 0.62, (1.0, 0.95, 0.88)), lamp(0.8, 0.25, 0.6, 0.22, (0.85, 0.92, 1.0))),
    shadow=0.55, gain=1.05,
)  # fmt: skip


def sample_light(rng: np.random.Generator) -> Light:
    """Rooms, windows, evenings, coloured screens, back light and near darkness."""
    u = rng.uniform
    kind = rng.choice(["room", "flat", "hard", "dim", "coloured", "back"], p=[0.46, 0.18, 0.14, 0.09, 0.06, 0.07])
    ambient = {"room": u(0.2, 0.5), "flat": u(0.6, 0.9), "hard": u(0.04, 0.18), "dim": u(0.05, 0.3),
               "coloured": u(0.05, 0.3), "back": u(0.12, 0.35)}[str(kind)]  # fmt: skip
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
        sky.astype(np.float32), ground.astype(np.float32), tuple(lamps), float(u(0.2, 0.9)), float(gain),
        (white[0], white[1], white[2]), float(u(0, 0.25)), float(u(1.9, 2.4)),
    )  # fmt: skip


def develop(linear: F32, light: Light) -> F32:
    """Linear light (h, w, 3) to display values 0..1."""
    x = np.clip(linear * light.gain * np.array(light.white, np.float32), 0, None)
    x = x / (1 + light.roll_off * x)
    out: F32 = (np.clip(x, 0, 1) ** (1 / light.gamma)).astype(np.float32)
    return out
