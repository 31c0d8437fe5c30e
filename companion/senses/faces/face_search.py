"""Searching the whole frame: when, and where the detector's own limits need help."""

from __future__ import annotations

import numpy as np

from companion.senses.faces.face_networks import Detection, FaceDetector
from companion.senses.faces.geometry import Image
from companion.senses.faces.settings import FaceSettings

RETRY_S = 0.5  # seconds between tries of other regions for a face whose mesh does not fit
PAD_SHARES = (0.25, 1.0)  # of the picture's longer side, added all round: the detector wants some surroundings
SEARCH_MARGIN_EYES = 5.0  # outer-eye distances on each side of a face's last place that are searched


class FaceSearch:
    """The full-range detector, run now and then."""

    def __init__(self, settings: FaceSettings) -> None:
        self._settings = settings.seats
        self._detector = FaceDetector()
        self._last: float | None = None
        self._empty = 0
        self._tried: float | None = None

    def due(self, t: float, hurry: bool) -> bool:
        """Return whether to search at ``t``. ``hurry``: somebody is missing."""
        pause = self._settings["hurry_s"] if hurry else self._settings["search_s"]
        if self._last is not None and 0 <= t - self._last < pause - 1e-6:
            return False
        self._last = t
        return True

    def again(self, t: float, missing: bool) -> bool:
        """Return whether to try other regions now for faces that were found but have no mesh (``missing``).

        That costs more than a search, so that it is done once in ``RETRY_S`` seconds: a picture on the wall would
        cost it on every search.
        """
        if not missing or (self._tried is not None and 0 <= t - self._tried < RETRY_S):
            return False
        self._tried = t
        return True

    def find(self, bgr: Image, *, anybody: bool) -> list[Detection]:
        """Return faces on the frame.

        While nobody is followed, a face that fills the picture is sought in a padded one too: the detector wants some
        surroundings.
        """
        found = self._detector.find(bgr)
        if found or anybody:
            self._empty = 0
            return found
        self._empty += 1
        if self._empty % 3 != 1:
            return []
        return next((padded for part in PAD_SHARES if (padded := self._find_in_padded(bgr, part))), [])

    def _find_in_padded(self, bgr: Image, part: float) -> list[Detection]:
        """Return faces on the picture with ``part`` of its longer side added all round."""
        h, w = bgr.shape[:2]
        step = max(1, max(h, w) // 480)  # a face that fills the picture needs no more
        small = bgr[::step, ::step]
        p = int(max(h, w) * part) // step
        wide = np.pad(small, ((p, p), (p, p), (0, 0)), mode="edge")
        return [
            _transform_detection(d, step, -p * step, -p * step) for d in self._detector.find(np.ascontiguousarray(wide))
        ]

    def closer(self, bgr: Image, x: float, y: float, unit: float) -> list[Detection]:
        """Return faces near (x, y) px, where one with ``unit`` px between its outer eyes was.

        The detector sees the whole frame at 192 px, so that a small face is found only in a piece of it.
        """
        import cv2

        h, w = bgr.shape[:2]
        half = max(int(SEARCH_MARGIN_EYES * unit), 24)
        left, top = max(int(x) - half, 0), max(int(y) - half, 0)
        piece = bgr[top : min(int(y) + half, h), left : min(int(x) + half, w)]
        if min(piece.shape[:2]) < 16 or max(piece.shape[:2]) * 2 > max(h, w):
            return []
        by = max(192 / max(piece.shape[:2]), 1.0)
        large = cv2.resize(piece, None, fx=by, fy=by, interpolation=cv2.INTER_LINEAR) if by > 1 else piece
        return [
            _transform_detection(d, 1 / by, left, top)
            for d in self._detector.find(np.ascontiguousarray(large, np.uint8))
        ]


def _transform_detection(d: Detection, by: float, left: float, top: float) -> Detection:
    """Return a detection on a piece of a picture that was scaled, on the picture itself."""
    (rx, ry), (lx, ly) = d.right_eye, d.left_eye
    eyes = ((rx * by + left, ry * by + top), (lx * by + left, ly * by + top))
    return Detection(d.x * by + left, d.y * by + top, d.width * by, d.height * by, *eyes, d.score)
