"""Geometry of the face mesh: indices of landmarks, head pose, frontal view, and crops of mouth and face.

"Right" and "left" are the person's own. In pixels, x points right and y down; z grows away from the camera.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, atan2, hypot, sqrt
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]

RIGHT_LIDS = ((160, 144), (159, 145), (158, 153))  # upper, lower
LEFT_LIDS = ((387, 373), (386, 374), (385, 380))
RIGHT_BROW = (46, 53, 52, 65, 55)  # lower edge, from the temple to the nose
LEFT_BROW = (276, 283, 282, 295, 285)
RIGHT_IRIS = (468, 469, 470, 471, 472)  # centre, then four points of the rim
LEFT_IRIS = (473, 474, 475, 476, 477)
MOUTH_CORNERS = (61, 291)  # right, left
INNER_LIPS = ((81, 178), (13, 14), (311, 402))  # upper, lower
_CROP_POINTS = [33, 263, *MOUTH_CORNERS]

# Points that hardly move with expression. Pairs (right, left) give the face's x axis; upper and lower ones its y axis.
_X_AXIS_PAIRS = ((33, 263), (133, 362), (127, 356), (234, 454), (93, 323), (129, 358))
_UPPER_POINTS = (168, 6, 33, 263, 127, 356)
_LOWER_POINTS = (2, 98, 327, 93, 323)


class Differences:
    """Differences between means of landmarks, all computed at once.

    They are one small matrix product, because this runs for every face on every frame.

    Args:
        rows: For each difference, the landmarks whose mean is taken, and those whose mean is subtracted.
    """

    def __init__(self, rows: Sequence[tuple[Sequence[int], Sequence[int]]]) -> None:
        self._used = np.array(sorted({i for plus, minus in rows for i in (*plus, *minus)}))
        column = {int(i): k for k, i in enumerate(self._used)}
        self._weights = np.zeros((len(rows), len(column)))
        for row, (plus, minus) in zip(self._weights, rows, strict=True):
            for sign, index in ((1.0, plus), (-1.0, minus)):
                for i in index:
                    row[column[i]] += sign / len(index)

    def of(self, points: Floats) -> Floats:
        """Return the differences (rows, 3) for landmarks (478, 3), in the unit and axes of the landmarks."""
        out: Floats = self._weights @ points[self._used]
        return out

    def frontal(self, points: Floats, pose: Pose) -> Floats:
        """Return the differences (rows, 3) with the head turned to the front; the unit is that of ``Measures``.

        Args:
            points: Landmarks in pixels, (478, 3).
            pose: Pose of the head.
        """
        out: Floats = self.of(points) @ pose.rotation.T / pose.unit
        return out


_right, _left = zip(*_X_AXIS_PAIRS, strict=True)
_AXES = Differences(((_left, _right), (_LOWER_POINTS, _UPPER_POINTS), ((33, 263), ()), ((263,), (33,))))


@dataclass(frozen=True, slots=True)
class Pose:
    """Pose of a head.

    Attributes:
        yaw: Radians, positive to the person's left.
        pitch: Radians, positive down.
        roll: Radians, positive clockwise on screen.
        x: Middle between the outer eye corners, in pixels.
        y: Middle between the outer eye corners, in pixels.
        unit: Distance between the outer eye corners in pixels, as if seen from the front.
        rotation: Matrix (3, 3) from pixel axes to the face's axes.
    """

    yaw: float
    pitch: float
    roll: float
    x: float
    y: float
    unit: float
    rotation: Floats


def pose_of(points: Floats) -> Pose:
    """Return the head's pose from landmarks (478, 3) in pixels, using points that expression hardly moves."""
    across, down, centre, eyes = _AXES.of(points).tolist()
    x, y, z = _unit(across)
    lean = x * down[0] + y * down[1] + z * down[2]
    u, v, w = _unit((down[0] - lean * x, down[1] - lean * y, down[2] - lean * z))
    away = (y * w - z * v, z * u - x * w, x * v - y * u)
    return Pose(
        yaw=atan2(-z, hypot(x, y)),
        pitch=asin(min(max(w, -1.0), 1.0)),
        roll=atan2(y, x),
        x=centre[0],
        y=centre[1],
        unit=max(sqrt(eyes[0] ** 2 + eyes[1] ** 2 + eyes[2] ** 2), 1e-6),
        rotation=np.array(((x, y, z), (u, v, w), away)),
    )


def _unit(v: Sequence[float]) -> tuple[float, float, float]:
    length = max(sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2), 1e-12)
    return v[0] / length, v[1] / length, v[2] / length


def mouth_crop(image: Image, points: Floats, size: int = 64) -> Image:
    """Return the crop for the mouth classifier, (size, size, 3), in the channel order of ``image``.

    It is a square turned to level the eyes. Its side is 1.8 times the mouth's width, or 0.9 times the distance between
    the outer eye corners if that is more. Its centre lies 0.18 sides below the mouth's middle.
    """
    return _crop(image, mouth_transform(points, size), size)


def mouth_transform(points: Floats, size: int = 64) -> Floats:
    """Return the 2x3 matrix from picture pixels to the mouth crop's pixels."""
    (rx, ry, _), (lx, ly, _), (ax, ay, _), (bx, by, _) = points[_CROP_POINTS].tolist()
    apart = max(hypot(lx - rx, ly - ry), 1e-6)
    c, s = (lx - rx) / apart, (ly - ry) / apart
    side = 1.8 * max(hypot(bx - ax, by - ay), apart / 2, 1e-3)
    down = 0.18 * side
    x, y = (ax + bx) / 2 - down * s, (ay + by) / 2 + down * c
    return _rotation_matrix(x, y, c, s, size / side, size)


def _rotation_matrix(x: float, y: float, c: float, s: float, k: float, size: int) -> Floats:
    """Return the (2, 3) matrix that maps (x, y) to a crop's middle, rotates around it, and scales.

    Args:
        x: Point in the picture, in pixels.
        y: Point in the picture, in pixels.
        c: Cosine of the rotation.
        s: Sine of the rotation.
        k: Scale factor.
        size: Side of the crop, in pixels.
    """
    return np.array(((k * c, k * s, size / 2 - k * (c * x + s * y)), (-k * s, k * c, size / 2 - k * (c * y - s * x))))


def _crop(image: Image, matrix: Floats, size: int) -> Image:
    import cv2

    crop: Image = cv2.warpAffine(  # type: ignore[assignment]
        image, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return crop


def face_crop(image: Image, points: Floats, unit: float, size: int = 96) -> Image:
    """Return the crop for the expression model from brows to mouth, (size, size, 3), channels as in ``image``.

    It is a square turned to level the eyes, with a side of 1.6 ``unit``. Its centre lies 0.33 ``unit`` below the middle
    between the outer eye corners.

    Args:
        image: The picture.
        points: Landmarks in pixels, (478, 3).
        unit: Distance between the outer eye corners in pixels, as seen from the front.
        size: Side of the crop, in pixels.
    """
    (rx, ry, _), (lx, ly, _) = points[[33, 263]].tolist()
    apart = max(hypot(lx - rx, ly - ry), 1e-6)
    c, s = (lx - rx) / apart, (ly - ry) / apart
    x, y = (rx + lx) / 2 - 0.33 * unit * s, (ry + ly) / 2 + 0.33 * unit * c
    return _crop(image, _rotation_matrix(x, y, c, s, size / (1.6 * unit), size), size)


MIN_FRAME_PX = 32  # minimum width and height of a picture


def light_of(image: Image, points: npt.NDArray[np.float64]) -> float:
    """Return the mean brightness of a face, 0..255, measured at every eighth landmark that lies inside the picture."""
    h, w = image.shape[:2]
    x, y = points[::8, 0].astype(int), points[::8, 1].astype(int)
    inside = (x >= 0) & (x < w) & (y >= 0) & (y < h)
    return float(image[y[inside], x[inside]].mean()) if inside.any() else 255.0


def to_bgr(image: npt.NDArray[Any]) -> Image | None:
    """Return the picture as contiguous BGR; None if it is empty or smaller than ``MIN_FRAME_PX``.

    A picture that is contiguous BGR already is not copied, because a copy is slow.
    """
    import cv2

    if image.ndim < 2 or min(image.shape[:2]) < MIN_FRAME_PX:
        return None
    if image.dtype != np.uint8:
        image = np.clip(image, 0, 255).astype(np.uint8)
    if image.ndim == 2 or image.shape[2] == 1:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    elif image.shape[2] == 4:
        image = cv2.cvtColor(image, cv2.COLOR_BGRA2BGR)
    return np.ascontiguousarray(image)


def to_rgb(image: npt.NDArray[Any]) -> Image | None:
    """Return the picture as contiguous RGB; None if it is empty or smaller than ``MIN_FRAME_PX``."""
    bgr = to_bgr(image)
    return None if bgr is None else as_rgb(bgr)


def as_rgb(bgr: Image) -> Image:
    """Return a BGR picture or crop (h, w, 3) as RGB."""
    import cv2

    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8)
