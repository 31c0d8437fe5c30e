"""Correction of decoded pictures for display: pixel aspect ratio, rotation and mirroring."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.sources.picture_source import Image
from companion.sources.pixels import opencv

_MAX_ASPECT = 4.0  # width / height of a pixel, or the inverse; a larger one is damage (cameras and discs stay under 2)


@dataclass(frozen=True, slots=True)
class PictureGeometry:
    """Correction of a decoded picture, applied in the order of its attributes.

    Attributes:
        aspect: Width of a pixel divided by its height.
        is_transposed: True to swap rows and columns.
        flips_x: True to swap left and right.
        flips_y: True to swap top and bottom.
    """

    aspect: float = 1.0
    is_transposed: bool = False
    flips_x: bool = False
    flips_y: bool = False

    @classmethod
    def of_matrix(cls, matrix: tuple[float, float, float, float], width: float, height: float) -> PictureGeometry:
        """Return the correction for a display matrix: the nearest of the eight rotations and mirrorings.

        Args:
            matrix: a, b, c, d with x' = ax + cy, y' = bx + dy, y downwards. Its scale is ignored, because ffmpeg
                includes it in the pixel aspect ratio.
            width: Width of a pixel, in any unit.
            height: Height of a pixel, in the same unit; 0 if unknown.
        """
        a, b, c, d = matrix
        if abs(a) + abs(d) >= abs(b) + abs(c):
            return cls(_aspect(width, height), False, a < 0, d < 0)
        return cls(_aspect(width, height), True, c < 0, b < 0)

    @classmethod
    def of_turn(cls, degrees: float, width: float, height: float) -> PictureGeometry:
        """Return the correction for a clockwise rotation in degrees, as OpenCV reports it.

        Args:
            degrees: The rotation.
            width: Width of a pixel, in any unit.
            height: Height of a pixel, in the same unit; 0 if unknown.
        """
        quarter = round(degrees / 90) % 4
        matrix = ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0))[quarter]
        return cls.of_matrix(matrix, width, height)

    def apply(self, image: Image) -> Image:
        """Return the corrected picture, (h, w, 3), contiguous. Pixels are only scaled up, never down."""
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
