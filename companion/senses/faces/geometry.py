"""The mesh's landmarks: which is which, the head's pose, the face turned to the front, and the mouth's crop.

"Right" and "left" are the person's own. Pixels have x to the right and y down; z grows away from the camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]

RIGHT_EYE = (33, 133)  # outer and inner corner
LEFT_EYE = (263, 362)
RIGHT_LIDS = ((160, 144), (159, 145), (158, 153))  # upper, lower
LEFT_LIDS = ((387, 373), (386, 374), (385, 380))
RIGHT_BROW = (46, 53, 52, 65, 55)  # lower edge, from the temple to the nose
LEFT_BROW = (276, 283, 282, 295, 285)
RIGHT_IRIS = (468, 469, 470, 471, 472)  # centre, then four points of the rim
LEFT_IRIS = (473, 474, 475, 476, 477)
MOUTH = (61, 291)  # corners
INNER_LIPS = ((81, 178), (13, 14), (311, 402))  # upper, lower
OUTER_LIPS = (0, 17)

# Points that hardly move with expression. Pairs (right, left) give the face's x axis; upper and lower ones its y axis.
_ACROSS = ((33, 263), (133, 362), (127, 356), (234, 454), (93, 323), (129, 358))
_UPPER = (168, 6, 33, 263, 127, 356)
_LOWER = (2, 98, 327, 93, 323)
_PITCH_REST = 0.0  # radians by which upper-to-lower leans in the mean face seen from the front


@dataclass(frozen=True, slots=True)
class Pose:
    """The head: yaw (+ to its left), pitch (+ down), roll (+ clockwise on screen) in radians; its place and size.

    ``unit`` is the distance of the outer eye corners in pixels as if seen from the front; ``rotation`` (3, 3) takes
    pixels to the face's axes.
    """

    yaw: float
    pitch: float
    roll: float
    x: float
    y: float
    unit: float
    rotation: Floats


def pose_of(points: Floats) -> Pose:
    """The head's pose from landmarks (478, 3) in pixels: axes through points that expression hardly moves."""
    across = np.zeros(3)
    for right, left in _ACROSS:
        across += points[left] - points[right]
    x_axis = across / _norm(across)
    down = points[list(_LOWER)].mean(0) - points[list(_UPPER)].mean(0)
    down -= x_axis * float(down @ x_axis)
    down /= _norm(down)
    away = np.cross(x_axis, down)
    c, s = np.cos(_PITCH_REST), np.sin(_PITCH_REST)
    y_axis, z_axis = c * down + s * away, c * away - s * down
    rotation = np.stack([x_axis, y_axis, z_axis])
    centre = (points[33] + points[263]) / 2
    return Pose(
        yaw=float(np.arctan2(-x_axis[2], np.hypot(x_axis[0], x_axis[1]))),
        pitch=float(np.arcsin(np.clip(y_axis[2], -1, 1))),
        roll=float(np.arctan2(x_axis[1], x_axis[0])),
        x=float(centre[0]),
        y=float(centre[1]),
        unit=max(_norm(points[263] - points[33]), 1e-6),
        rotation=rotation,
    )


def frontal(points: Floats, pose: Pose) -> Floats:
    """Landmarks (478, 3) seen from the front: origin between the outer eye corners, their distance 1, y down."""
    origin = (points[33] + points[263]) / 2
    turned: Floats = (points - origin) @ pose.rotation.T / pose.unit
    return turned


def mouth_crop(image: npt.NDArray[np.uint8], points: Floats, size: int = 64) -> npt.NDArray[np.uint8]:
    """The mouth as the mouth model wants it: (size, size, 3), same channel order as ``image``.

    A square of side 1.8 x max(mouth width, half the outer-eye distance), eyes level, its centre moved from the mouth's
    middle 0.18 of the side towards the chin.
    """
    import cv2

    matrix = mouth_transform(points, size)
    crop: npt.NDArray[np.uint8] = cv2.warpAffine(  # type: ignore[assignment]
        image, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return crop


def mouth_transform(points: Floats, size: int = 64) -> Floats:
    """The 2x3 matrix from picture pixels to the mouth crop's pixels."""
    flat = points[:, :2]
    eyes = flat[263] - flat[33]
    across = eyes / max(_norm(eyes), 1e-6)
    down = np.array([-across[1], across[0]])
    width = _norm(flat[MOUTH[1]] - flat[MOUTH[0]])
    side = 1.8 * max(width, _norm(eyes) / 2, 1e-3)
    centre = (flat[MOUTH[0]] + flat[MOUTH[1]]) / 2 + 0.18 * side * down
    turn = np.stack([across, down]) * (size / side)
    return np.hstack([turn, (size / 2 - turn @ centre)[:, None]])


def _norm(v: Floats) -> float:
    return float(np.sqrt(v @ v))
