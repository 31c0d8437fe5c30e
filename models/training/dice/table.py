"""Table tops as flat textures, and the flat things that lie on them. Squares of RGB float32, 0..255."""

from __future__ import annotations

import numpy as np

from models.training.dice import grounds
from models.training.dice.cv import F32, Rng, cv2
from models.training.dice.style import any_colour

SIZE = 320


def noise(rng: Rng, size: int, cells: float, octaves: int = 4, stretch: float = 1.0) -> F32:
    """Smooth noise, about -2..2; ``stretch`` draws it out along the rows."""
    out = np.zeros((size, size), np.float32)
    gain = 1.0
    for k in range(octaves):
        h = int(np.clip(cells * 2**k, 2, size))
        w = int(np.clip(cells * 2**k / stretch, 2, size))
        grid = rng.standard_normal((h, w)).astype(np.float32)
        out += np.float32(gain) * cv2.resize(grid, (size, size), interpolation=cv2.INTER_LINEAR)
        gain *= 0.55
    return out


def _base(rng: Rng) -> F32:
    if rng.random() < 0.45:
        grey = rng.uniform(15, 250)
        return np.asarray(np.clip(np.full(3, grey) + rng.normal(0, 8, 3), 0, 255), np.float32)
    return any_colour(rng)


def _wood(rng: Rng) -> F32:
    r = rng.uniform(60, 235)
    colour = np.array([r, r * rng.uniform(0.68, 0.95), 0], np.float32)
    colour[2] = colour[1] * rng.uniform(0.55, 0.95)
    grain = noise(rng, SIZE, rng.uniform(14, 60), 4, rng.uniform(6, 30))
    if rng.random() < 0.5:
        grain = np.sin(grain * rng.uniform(2, 6)) * 1.2
    out = colour + grain[..., None] * np.float32(rng.uniform(3, 20)) * np.array([1, 0.85, 0.65], np.float32)
    if rng.random() < 0.3:
        step = int(rng.uniform(40, 140))
        out[:: max(2, step)] *= 0.5
        out[1 :: max(2, step)] *= 0.7
    return out.astype(np.float32)


def _weave(rng: Rng) -> F32:
    y, x = np.mgrid[:SIZE, :SIZE].astype(np.float32)
    p = rng.uniform(2.5, 9)
    w = np.sin(x * 6.28 / p) * rng.uniform(3, 18) + np.sin(y * 6.28 / p) * rng.uniform(3, 18)
    return np.asarray((_base(rng) + (w + noise(rng, SIZE, 40, 3) * 6)[..., None]), np.float32)


def _carpet(rng: Rng) -> F32:
    fine = cv2.GaussianBlur(rng.standard_normal((SIZE, SIZE)).astype(np.float32), (0, 0), rng.uniform(0.5, 2.2))
    fine *= np.float32(rng.uniform(8, 45)) / (fine.std() + 1e-6)
    tint = rng.uniform(0.7, 1.3, 3).astype(np.float32)
    return np.asarray((_base(rng) + fine[..., None] * tint + noise(rng, SIZE, 5, 2)[..., None] * 6), np.float32)


def _stone(rng: Rng) -> F32:
    out = np.repeat(_base(rng)[None, None], SIZE, 0).repeat(SIZE, 1)
    for _ in range(3):
        k = noise(rng, SIZE, rng.uniform(20, 120), 2)
        out[k > rng.uniform(0.8, 2.0)] = _base(rng)
    return out


def _checks(rng: Rng) -> F32:
    y, x = np.mgrid[:SIZE, :SIZE].astype(np.float32)
    k = rng.uniform(10, 70)
    mode = rng.random()
    if mode < 0.35:
        m = (np.floor(x / k) + np.floor(y / k)) % 2
    elif mode < 0.7:
        m = ((x % k < k * 0.08) | (y % k < k * 0.08)).astype(np.float32)
    elif mode < 0.85:  # a dotted cloth, the hardest for a pip reader
        m = (((x % k) - k / 2) ** 2 + ((y % k) - k / 2) ** 2 < (k * rng.uniform(0.1, 0.3)) ** 2).astype(np.float32)
    else:
        m = (x % k < k * rng.uniform(0.1, 0.9)).astype(np.float32)
    a, b = _base(rng), _base(rng)
    return np.asarray((a + (b - a) * m[..., None] * np.float32(rng.uniform(0.2, 1))), np.float32)


def _plain(rng: Rng) -> F32:
    out = np.ones((SIZE, SIZE, 3), np.float32) * _base(rng)
    if rng.random() < 0.5:
        out += noise(rng, SIZE, rng.uniform(2, 9), 3)[..., None] * np.float32(rng.uniform(1, 14))
    return out


def _photo_like(rng: Rng) -> F32:
    """Colour fields with soft and hard edges: whatever else lies under the camera."""
    out = np.stack([noise(rng, SIZE, rng.uniform(2, 8), 5) for _ in range(3)], -1)
    if rng.random() < 0.6:
        out = np.floor(out * rng.uniform(1, 4)) / 2
    return (_base(rng) + out * np.float32(rng.uniform(20, 70))).astype(np.float32)


_SURFACES = (_plain, _wood, _weave, _carpet, _stone, _checks, _photo_like)


def surface(rng: Rng) -> F32:
    """Return a table top (SIZE, SIZE, 3) without things on it."""
    if rng.random() < 0.45:
        return grounds.ground(rng)
    kind = _SURFACES[int(rng.choice(len(_SURFACES), p=[0.27, 0.23, 0.12, 0.14, 0.06, 0.1, 0.08]))]
    return np.clip(kind(rng), 0, 255).astype(np.float32)
