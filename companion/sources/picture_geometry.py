"""How a decoded picture is to be shown: the shape of its pixels, and the turns and flips of a display matrix."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.sources.picture_source import Image
from companion.sources.pixels import opencv

_MAX_ASPECT = 4.0  # of one pixel, either way: more is a damaged header (cameras and discs stay under 2)


@dataclass(frozen=True, slots=True)
class PictureGeometry:
    """What is done to a decoded picture, in this order.

    Attributes:
        aspect: Width of a pixel by its height.
        is_transposed: Rows become columns.
        flips_x: Left and right change sides, after that.
        flips_y: Top and bottom change sides, after that.
    """

    aspect: float = 1.0
    is_transposed: bool = False
    flips_x: bool = False
    flips_y: bool = False

    @classmethod
    def of_matrix(cls, matrix: tuple[float, float, float, float], width: float, height: float) -> PictureGeometry:
        """Return the nearest of the eight ways for a matrix (x' = ax + cy, y' = bx + dy), y downwards.

        Args:
            matrix: a, b, c, d. Its scale is ignored: ffmpeg makes it a part of the pixels' shape.
            width: Of a pixel.
            height: Of a pixel; 0 where it is unknown.
        """
        a, b, c, d = matrix
        if abs(a) + abs(d) >= abs(b) + abs(c):
            return cls(_aspect(width, height), False, a < 0, d < 0)
        return cls(_aspect(width, height), True, c < 0, b < 0)

    @classmethod
    def of_turn(cls, degrees: float, width: float, height: float) -> PictureGeometry:
        """Return the geometry of a clockwise turn, as OpenCV reports it."""
        quarter = round(degrees / 90) % 4
        matrix = ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0))[quarter]
        return cls.of_matrix(matrix, width, height)

    def apply(self, image: Image) -> Image:
        """Return the picture as it is to be shown, (h, w, 3), contiguous. The longer way is scaled up, never down."""
        if self == _IDENTITY_GEOMETRY:
            return image
        height, width = image.shape[:2]
        shown = (width, max(1, round(height / self.aspect)))
        if self.aspect > 1:
            shown = (max(1, round(width * self.aspect)), height)
        if shown != (width, height):
            image = opencv().resize(image, shown, interpolation=opencv().INTER_LINEAR)
        if self.is_transposed:
            image = image.transpose(1, 0, 2)
        return np.ascontiguousarray(image[:: -1 if self.flips_y else 1, :: -1 if self.flips_x else 1])


_IDENTITY_GEOMETRY = PictureGeometry()


def _aspect(width: float, height: float) -> float:
    aspect = width / height if width > 0 and height > 0 else 1.0
    return aspect if 1 / _MAX_ASPECT <= aspect <= _MAX_ASPECT else 1.0
