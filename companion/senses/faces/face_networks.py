"""Detect faces and fit landmarks with MediaPipe's networks, as plain functions of a picture and a region.

The face detector and the refined landmarks are converted to ONNX (models/face_detector, models/face_landmarks).
MediaPipe's own FaceMesh looks for faces with a short-range detector, and follows only those. Here the caller passes the
regions. Thus any number of faces is possible, and small ones too; the probability of a face is returned as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, log, sin
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from companion.senses import onnx
from companion.senses.faces.geometry import Floats, Image, as_rgb

if TYPE_CHECKING:
    from collections.abc import Iterator

DETECTOR_MODEL, LANDMARKS_MODEL = "models/face_detector/model.onnx", "models/face_landmarks/model.onnx"
CROP_SIDE_PX = 192  # side of both networks' input
GRID_CELLS = 24  # cells per side of the detector's grid; each has four quarters
MIN_PRESENCE = 0.5  # minimum probability of a face for landmarks to be returned
MIN_SCORE = 0.6  # minimum score of a quarter that is part of a face
MAX_OVERLAP = 0.3  # intersection over union above which two boxes are one face
# How far other regions are turned (radians) and shifted (as a share of their side) against the first.
REGION_TILT_RAD, REGION_SHIFT_SHARE = 0.35, 0.15


@dataclass(frozen=True, slots=True)
class Region:
    """A square in the picture: centre and side in pixels, ``angle`` in radians (positive is clockwise on screen)."""

    x: float
    y: float
    side: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Detection:
    """A face detected on the frame: its box and the eyes' centres in pixels, and the score, 0..1."""

    x: float
    y: float
    width: float
    height: float
    right_eye: tuple[float, float]
    left_eye: tuple[float, float]
    score: float

    @property
    def region(self) -> Region:
        """The first region for fitting landmarks: the box made square and 1.5 times as large, with level eyes."""
        (rx, ry), (lx, ly) = self.right_eye, self.left_eye
        side = 1.5 * max(self.width, self.height)
        return Region(self.x + self.width / 2, self.y + self.height / 2, side, float(np.arctan2(ly - ry, lx - rx)))

    @property
    def other_regions(self) -> list[Region]:
        """Regions to try if no landmarks fit in ``region``.

        If a head is turned far, both eyes detected lie close together, so their line does not give the roll. The box
        then covers only half of the face.
        """
        first = self.region
        level = Region(first.x, first.y, first.side)
        sides = ((first, 0.8), (level, 1.0), (level, 0.85), (level, 1.2), (first, 1.25))
        rolled = [
            Region(first.x, first.y, first.side * 1.1, first.angle + by) for by in (-REGION_TILT_RAD, REGION_TILT_RAD)
        ]
        moved = [
            Region(first.x + by * first.side, first.y, first.side * 1.2, first.angle)
            for by in (-REGION_SHIFT_SHARE, REGION_SHIFT_SHARE)
        ]
        return [*(Region(r.x, r.y, r.side * by, r.angle) for r, by in sides), *rolled, *moved]


class FaceDetector:
    """The full-range detector, which finds faces down to about 5 % of the frame's width.

    Raises:
        DeviceUnavailable: The model file is missing, cut short or changed.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, DETECTOR_MODEL, "face_detector", takes="image")
        onnx.check_model("face_detector", lambda: [self.find(np.zeros((64, 64, 3), np.uint8))])

    def find(self, bgr: Image) -> list[Detection]:
        """Return the faces on a BGR picture (h, w, 3), best first."""
        h, w = bgr.shape[:2]
        side = float(max(h, w))
        crop = as_rgb(cut_region(bgr, Region(w / 2, h / 2, side), black_outside=True))
        boxes, scores = self._session.run(["boxes", "scores"], {"image": crop[None]})
        quarter, row, column = np.nonzero(scores[0] >= log(MIN_SCORE / (1 - MIN_SCORE)))
        if not len(row):
            return []
        # A quarter's 16 values, as shares of the crop: box centre and size, then six points, relative to its own place.
        values = boxes[0].reshape(4, 16, GRID_CELLS, GRID_CELLS)[quarter, :, row, column].astype(float) / CROP_SIDE_PX
        place = (np.stack([2 * column + quarter % 2, 2 * row + quarter // 2], 1) + 0.5) / (2 * GRID_CELLS)
        size = values[:, None, 2:4].copy()
        points = values.reshape(-1, 8, 2) + place[:, None]
        centre = points[:, :1]
        faces = np.concatenate([centre - size / 2, centre + size / 2, points[:, 2:]], 1)
        faces = faces * side + np.array([(w - side) / 2, (h - side) / 2])
        valid = (size[:, 0] >= 0).all(1)
        odds = scores[0, quarter, row, column].astype(float)
        return list(merge_detections(faces[valid], 1 / (1 + np.exp(-odds[valid]))))


def merge_detections(faces: Floats, scores: Floats) -> Iterator[Detection]:
    """Merge overlapping boxes: yield one detection for each group, best first.

    A detection's place is the mean of its group, weighted by score. Its score is the group's highest.

    Args:
        faces: Boxes and points in pixels, (k, 8, 2): two corners of the box, right eye, left eye, four more points.
        scores: Scores of the boxes, 0..1, (k,).
    """
    order = np.argsort(-scores, kind="stable")
    faces, scores = faces[order], scores[order]
    while len(faces):
        low, high = np.maximum(faces[:, 0], faces[0, 0]), np.minimum(faces[:, 1], faces[0, 1])
        common = np.prod(np.maximum(high - low, 0), 1)
        area = np.prod(faces[:, 1] - faces[:, 0], 1)
        same = common > MAX_OVERLAP * (area + area[0] - common)
        same[0] = True  # also for a box without area
        mean = np.average(faces[same], 0, scores[same])
        (x, y), (x1, y1), (rx, ry), (lx, ly) = mean[:4].tolist()
        yield Detection(x, y, x1 - x, y1 - y, (rx, ry), (lx, ly), float(scores[0]))
        faces, scores = faces[~same], scores[~same]


class FaceMesh:
    """The network that fits 478 face landmarks, irises included, in a region of a picture.

    It is stateless: one instance serves any number of faces, from any thread.

    Raises:
        DeviceUnavailable: The model file is missing, cut short or changed.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, LANDMARKS_MODEL, "face_landmarks", takes="image")
        onnx.check_model("face_landmarks", lambda: [self.fit(np.zeros((64, 64, 3), np.uint8), Region(32, 32, 64))])

    def fit(self, bgr: Image, region: Region) -> tuple[Floats | None, float]:
        """Fit the landmarks of a face.

        Args:
            bgr: The picture, (h, w, 3) BGR.
            region: Where to fit.

        Returns:
            The landmarks in pixels of the picture, (478, 3) with z towards the back, or None if there is no face; and
            the probability that there is one, 0..1.
        """
        points, presence = self._session.run(["points", "presence"], {"image": as_rgb(cut_region(bgr, region))[None]})
        present = float(presence[0, 0])
        return (place_points(points[0].astype(float), region) if present > MIN_PRESENCE else None), present


def cut_region(image: Image, region: Region, *, side: int = CROP_SIDE_PX, black_outside: bool = False) -> Image:
    """Return the pixels of the region, (side, side, 3), cut and rounded exactly as MediaPipe does.

    MediaPipe stores regions as float32 shares of the picture, and angles in degrees. Without the same rounding,
    landmarks differ by a twentieth of a pixel. The order of the channels is kept.

    Args:
        image: The picture, (h, w, 3).
        region: What to cut out.
        side: Side of the result, in pixels.
        black_outside: Fill what lies outside the picture with black; else its border pixels are repeated.
    """
    import cv2

    h, w = image.shape[:2]
    single = np.float32
    x, side_x = single(region.x / w) * single(w), single(region.side / w) * single(w)
    y, side_y = single(region.y / h) * single(h), single(region.side / h) * single(h)
    degrees = single(region.angle) * single(180.0) / single(np.pi)
    corners = cv2.boxPoints(((float(x), float(y)), (float(side_x), float(side_y)), float(degrees)))
    square = np.array([[0, side], [0, 0], [side, 0], [side, side]], np.float32)
    matrix: Any = cv2.getPerspectiveTransform(corners, square)
    border = cv2.BORDER_CONSTANT if black_outside else cv2.BORDER_REPLICATE
    crop: npt.NDArray[Any] = cv2.warpPerspective(image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=border)
    return crop


def place_points(unit: Floats, region: Region) -> Floats:
    """Map points of the region's unit square, (n, 3) in 0..1, to pixels of the picture."""
    c, s = cos(region.angle), sin(region.angle)
    x, y = unit[:, 0] - 0.5, unit[:, 1] - 0.5
    out = np.empty_like(unit)
    out[:, 0] = region.x + region.side * (c * x - s * y)
    out[:, 1] = region.y + region.side * (s * x + c * y)
    out[:, 2] = region.side * unit[:, 2]
    return out


def region_of(points: Floats) -> Region:
    """Return the region for the next fit by MediaPipe's rule: the landmarks' box made square and 1.5 times as large.

    It is turned to level the eyes.
    """
    flat = np.ascontiguousarray(points.T[:2])
    (left, top), (right, bottom) = flat.min(1).tolist(), flat.max(1).tolist()
    (ax, ay, _), (bx, by, _) = points[33].tolist(), points[263].tolist()
    side = 1.5 * max(right - left, bottom - top)
    return Region((left + right) / 2, (top + bottom) / 2, side, atan2(by - ay, bx - ax))
