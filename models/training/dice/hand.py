"""A hand, sleeve or stick that reaches into the picture: rounded fingers with soft shading, in pixels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.training.dice.cv import F32, F64, cv2
from models.training.dice.style import any_colour

_SKIN = np.array([[241, 205, 178], [224, 172, 135], [198, 134, 95], [141, 85, 54], [92, 58, 40]], np.float32)


def reach(
    rng: np.random.Generator, image: F32, pixels: float, tip: tuple[float, float] | None = None
) -> NDArray[np.bool_]:
    """Paint a hand over ``image``; returns what it covers. ``tip``: where the fingers end (else anywhere)."""
    size = image.shape[0]
    end = np.array(tip if tip is not None else rng.uniform(-0.1 * size, 1.1 * size, 2), float)
    a = rng.uniform(0, 2 * np.pi)
    skin = (
        any_colour(rng) if rng.random() < 0.12 else _SKIN[rng.integers(len(_SKIN))] * np.float32(rng.uniform(0.75, 1.1))
    )
    mask = np.zeros(image.shape[:2], np.float32)
    light = np.zeros_like(mask)
    width = pixels * rng.uniform(0.6, 1.1)
    back = np.array([np.cos(a), np.sin(a)])
    across = np.array([-back[1], back[0]])
    palm = end + back * width * 4.6
    for k in range(int(rng.integers(1, 5))):
        spread = (k - 1.5) * width * 1.05
        start = end + across * spread * 1.15 + back * width * abs(k - 1.3) * 0.7 + rng.normal(0, width * 0.15, 2)
        _limb(mask, light, start, palm + across * spread * 0.8, width)
    cv2.circle(mask, _int(palm + back * width), max(1, int(width * 2.2)), 1.0, -1, cv2.LINE_AA)
    _limb(mask, light, palm + back * width, palm + back * size * 2, width * 3)
    soft = cv2.GaussianBlur(light, (0, 0), max(0.6, width * 0.25))
    soft = soft / (soft.max() + 1e-6)
    shade = cv2.GaussianBlur(mask, (0, 0), max(1.0, width * 0.4))
    shift = np.array([[1, 0, width * 0.3], [0, 1, width * 0.4]], np.float32)
    cast = cv2.warpAffine(shade, shift, (size, size), borderMode=cv2.BORDER_REPLICATE)
    image *= (1 - 0.45 * cast * (1 - mask))[..., None]
    body = skin * (0.62 + 0.4 * soft)[..., None] * np.float32(rng.uniform(0.6, 1.05))
    image += (body - image) * mask[..., None]
    return np.asarray(mask > 0.3)


def _int(p: F64) -> tuple[int, int]:
    return int(np.clip(p[0], -4000, 4000)), int(np.clip(p[1], -4000, 4000))


def _limb(mask: F32, light: F32, a: F64, b: F64, width: float) -> None:
    cv2.line(mask, _int(a), _int(b), 1.0, max(1, int(width)), cv2.LINE_AA)
    cv2.line(light, _int(a), _int(b), 1.0, max(1, int(width * 0.45)), cv2.LINE_AA)
