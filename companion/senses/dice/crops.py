"""Crop and scale pictures for the dice networks, and turn the networks' outputs into probabilities.

Pictures are OpenCV's: (h, w, 3) uint8, BGR.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
F32 = NDArray[np.float32]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""
Place = tuple[float, float, float]
"""x and y of an upper face's centre, and side of the die's box, in pixels."""
INPUT_SIDE_MULTIPLE = 16
"""Sides of the networks' inputs must be multiples of this many pixels."""


P = TypeVar("P", bound="Placed")


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A place in a picture that may show a die: the centre (``x``, ``y``) of its upper face and its box, in pixels."""

    x: float
    y: float
    box: Box

    @property
    def size(self) -> float:
        """Side of its box in pixels (geometric mean)."""
        return side_of(self.box)

    def within(self: P, right: float = 1.0, down: float = 1.0, left: float = 0.0, top: float = 0.0) -> P:
        """Return a copy with its coordinates scaled, then shifted, for use in another picture.

        Args:
            right: Horizontal scale factor.
            down: Vertical scale factor.
            left: Horizontal offset in pixels.
            top: Vertical offset in pixels.
        """
        x0, x1 = sorted((self.box[0] * right + left, self.box[2] * right + left))
        y0, y1 = sorted((self.box[1] * down + top, self.box[3] * down + top))
        return replace(self, x=self.x * right + left, y=self.y * down + top, box=(x0, y0, x1, y1))


def side_of(box: Box) -> float:
    """Return the side of a die's box in pixels (geometric mean)."""
    return float(np.sqrt(max(1.0, (box[2] - box[0]) * (box[3] - box[1]))))


def resize(image: Image, scale: float) -> Image:
    """Return the picture with its sides multiplied by ``scale``, without aliasing."""
    w, h = (
        max(INPUT_SIDE_MULTIPLE, round(image.shape[1] * scale)),
        max(INPUT_SIDE_MULTIPLE, round(image.shape[0] * scale)),
    )
    if (w, h) == (image.shape[1], image.shape[0]):
        return image
    return np.asarray(
        cv2.resize(image, (w, h), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), np.uint8
    )


def crop(image: Image, x: float, y: float, zoom: float, side: int) -> Image:
    """Return a square crop of ``side`` pixels around (x, y), in which everything is ``zoom`` times as large."""
    if zoom < 0.75:  # shrink the neighbourhood first: warping alone would alias
        half = side / zoom * 0.6
        x0, y0 = max(0, int(x - half)), max(0, int(y - half))
        part = image[y0 : int(y + half) + 1, x0 : int(x + half) + 1]
        small = resize(part, zoom)
        zx, zy = small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]
        image, x, y, zoom = small, (x - x0) * zx, (y - y0) * zy, 1.0
    m = np.array([[zoom, 0, side / 2 - zoom * x], [0, zoom, side / 2 - zoom * y]], np.float32)
    return np.asarray(
        cv2.warpAffine(image, m, (side, side), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def blob(image: Image) -> F32:
    """Return the network's input for one picture: RGB values from -2 to 2, (1, 3, h, w)."""
    return np.asarray(cv2.dnn.blobFromImage(image, 4 / 255, mean=(127.5,) * 3, swapRB=True), np.float32)


def chance(logit: F32) -> F32:
    """Return the sigmoid of the logits: probabilities, 0..1.

    Very low logits are clipped, so that ``exp`` does not overflow.
    """
    return np.asarray(1 / (1 + np.exp(-np.maximum(logit, -80))), np.float32)


def shares(logits: F32 | NDArray[np.float64]) -> F32:
    """Return the softmax of logits or log probabilities: probabilities that sum to 1."""
    p = np.exp(logits - logits.max())
    return np.asarray(p / p.sum(), np.float32)
