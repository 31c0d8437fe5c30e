"""A frame as the face models want it, and how much light there is on a face."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from companion.senses.faces.graph import Image

SMALLEST_FRAME = 32  # pixels


def light_of(rgb: Image, points: npt.NDArray[np.float64]) -> float:
    """Mean brightness 0..255 of a face, from every eighth of its landmarks (478, 3) that lies on the picture."""
    h, w = rgb.shape[:2]
    x, y = points[::8, 0].astype(int), points[::8, 1].astype(int)
    inside = (x >= 0) & (x < w) & (y >= 0) & (y < h)
    return float(rgb[y[inside], x[inside]].mean()) if inside.any() else 255.0


def to_rgb(image: npt.NDArray[Any]) -> Image | None:
    """The picture as contiguous RGB, or None where there is nothing to see (empty, or under 32 pixels)."""
    import cv2

    if image.ndim < 2 or min(image.shape[:2]) < SMALLEST_FRAME:
        return None
    if image.dtype != np.uint8:
        image = np.clip(image, 0, 255).astype(np.uint8)
    if image.ndim == 2 or image.shape[2] == 1:
        out = cv2.cvtColor(image, cv2.COLOR_GRAY2RGB)
    else:
        out = cv2.cvtColor(image, cv2.COLOR_BGRA2RGB if image.shape[2] == 4 else cv2.COLOR_BGR2RGB)
    return np.ascontiguousarray(out)
