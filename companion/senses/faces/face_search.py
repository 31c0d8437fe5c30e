"""Search the whole frame for faces at intervals, and search again in other ways where the detector finds none."""

from __future__ import annotations

import numpy as np

from companion.senses.faces.face_networks import Detection, FaceDetector
from companion.senses.faces.geometry import Image
from companion.senses.faces.settings import FaceSettings
from companion.senses.hysteresis import TIME_TOLERANCE_S

RETRY_S = 0.5  # minimum seconds between two tries of other regions for faces without a mesh
PAD_SHARES = (0.25, 1.0)  # padding, as shares of the picture's longer side: the detector needs some surroundings
SEARCH_MARGIN_EYES = 5.0  # outer-eye distances on each side of a face's last place that are searched


class FaceSearch:
    """Runs the face detector on whole frames at intervals, and on padded or enlarged parts where it misses faces."""

    def __init__(self, settings: FaceSettings) -> None:
        self._settings = settings.seats
        self._detector = FaceDetector()
        self._last: float | None = None
        self._empty = 0
        self._tried: float | None = None

    def due(self, t: float, hurry: bool) -> bool:
        """Return True if it is time to search the frame; the next interval then begins at ``t``.

        Args:
            t: Time of the frame, in seconds.
            hurry: True if somebody is missing, which shortens the interval.
        """
        pause = self._settings["hurry_s"] if hurry else self._settings["search_s"]
        if self._last is not None and 0 <= t - self._last < pause - TIME_TOLERANCE_S:
            return False
        self._last = t
        return True

    def may_retry(self, t: float, missing: bool) -> bool:
        """Return True if other regions may now be tried for faces that were detected but have no landmarks.

        This costs more than a search, so it is limited to once in ``RETRY_S`` seconds. A picture on the wall would
        otherwise cause it at every search.

        Args:
            t: Time of the frame, in seconds.
            missing: True if there is a detected face without landmarks.
        """
        if not missing or (self._tried is not None and 0 <= t - self._tried < RETRY_S):
            return False
        self._tried = t
        return True

    def find(self, bgr: Image, *, anybody: bool) -> list[Detection]:
        """Return the faces detected on the frame.

        The detector misses faces that fill the picture. Therefore, if nothing is found and nobody is tracked, a frame
        with padding is searched too. To save time, only every third such search does so, beginning with the first.

        Args:
            bgr: The frame, (h, w, 3) BGR.
            anybody: True if a face is tracked.
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
        """Return the faces detected with padding on all sides, ``part`` times the picture's longer side wide."""
        h, w = bgr.shape[:2]
        step = max(1, max(h, w) // 480)  # a face that fills the picture needs no more
        small = bgr[::step, ::step]
        p = int(max(h, w) * part) // step
        wide = np.pad(small, ((p, p), (p, p), (0, 0)), mode="edge")
        return [
            _transform_detection(d, step, -p * step, -p * step) for d in self._detector.find(np.ascontiguousarray(wide))
        ]

    def find_enlarged(self, bgr: Image, x: float, y: float, unit: float) -> list[Detection]:
        """Return the faces detected in an enlarged part of the frame around a face's last place.

        The detector shrinks its input to 192 px, so in the whole frame it misses small faces.

        Args:
            bgr: The frame, (h, w, 3) BGR.
            x: Last place of the face, in pixels.
            y: Last place of the face, in pixels.
            unit: Distance between its outer eye corners, in pixels.
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
    """Return the detection with its coordinates multiplied by ``by``, then moved by ``left`` and ``top`` pixels."""
    (rx, ry), (lx, ly) = d.right_eye, d.left_eye
    eyes = ((rx * by + left, ry * by + top), (lx * by + left, ly * by + top))
    return Detection(d.x * by + left, d.y * by + top, d.width * by, d.height * by, *eyes, d.score)
