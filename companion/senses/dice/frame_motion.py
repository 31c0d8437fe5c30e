"""Detect motion, a hand that reaches in, a camera that was bumped, and poor light in the dice camera's frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.facts import Fact, fact
from companion.senses.dice.crops import F32, Image

MOTION_WIDTH_PX = 160
"""Width to which pictures are reduced for detecting motion."""
MIN_BUMP_SHIFT = 0.02
"""Minimum shift of a bumped camera's picture, as a share of its width."""


@dataclass(frozen=True, slots=True)
class FrameMotion:
    """How one frame differs from the frame before and from the table at rest."""

    changed: float
    """Share that changed since the previous frame."""
    foreign: float
    """Share of the largest region that touches the border and differs from the table at rest."""
    same: bool
    """True if the picture equals the previous one bit for bit, so that it is no new look."""


def thumb(image: Image) -> F32:
    """Return the picture in grey, ``MOTION_WIDTH_PX`` wide and lightly smoothed."""
    scale = MOTION_WIDTH_PX / image.shape[1]
    small = cv2.resize(image, (MOTION_WIDTH_PX, max(8, round(image.shape[0] * scale))), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 0.8).astype(np.float32)


class MotionWatch:
    """Detects motion and hands in frames that are passed in time order.

    Differences are compared with the camera's own noise, so that dim pictures work too.
    """

    LEARN_S = 4.0
    """Time constant with which a still picture becomes the table at rest, in seconds."""

    def __init__(self) -> None:
        self.latest = self._rest = np.zeros((0, MOTION_WIDTH_PX), np.float32)  # grey and small
        self._noise = 2.0
        self._t = 0.0

    def update(self, t: float, image: Image) -> FrameMotion:
        last, self.latest = self.latest, thumb(image)
        dt, self._t = max(0.0, t - self._t), t
        if last.shape != self.latest.shape:
            self._rest = self.latest.copy()
            return FrameMotion(1.0, 0.0, False)
        apart = self.latest - last
        difference = np.abs(np.abs(apart) - np.float32(np.median(apart)))  # flicker of the light moves all alike
        typical = float(np.median(difference))
        self._noise += 0.1 * (min(8.0, typical) - self._noise)
        changed = float((difference > 9 + 6 * self._noise).mean())
        foreign = self._foreign()
        if changed < 0.002:
            self._rest += (self.latest - self._rest) * np.float32(min(1.0, dt / self.LEARN_S))
        return FrameMotion(changed, foreign, not apart.any())

    def _foreign(self) -> float:
        apart = self.latest - self._rest
        differs = (np.abs(apart - np.float32(np.median(apart))) > 18 + 5 * self._noise).astype(np.uint8)
        off = cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        x, y, w, h, area = cv2.connectedComponentsWithStats(off, connectivity=8)[2][1:].T
        reaches_in = (np.minimum(x, y) <= 1) | (x + w >= off.shape[1] - 1) | (y + h >= off.shape[0] - 1)
        return float(area[reaches_in].max(initial=0)) / off.size


def light_advice(image: Image) -> tuple[Fact, ...]:
    """Return advice on a picture's light and sharpness, measured on a copy 640 pixels wide; empty if all is well."""
    scale = 640 / image.shape[1]
    grey = cv2.cvtColor(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    contrast = float(grey.std())
    edges = float(np.percentile(np.abs(cv2.Laplacian(grey.astype(np.float32), cv2.CV_32F)), 99.5))
    out = []
    if grey.mean() < 45:
        out.append(fact("light.dark"))
    if (grey >= 254).mean() > 0.25:
        out.append(fact("light.white"))
    if contrast < 8:
        out.append(fact("light.flat"))
    elif edges / (255 * np.clip(contrast / 40, 0.2, 1.0)) < 0.045:
        out.append(fact("light.blurred"))
    return tuple(out)


def camera_shift(reference: F32, now: F32) -> float:
    """Return how far the camera moved between two small grey pictures (``thumb``), as a share of the width.

    Returns 0 if there is too little contrast or no clear match, and 1 if the shapes differ.
    """
    if reference.shape != now.shape:
        return 1.0
    a, b = (cv2.magnitude(cv2.Sobel(x, cv2.CV_32F, 1, 0), cv2.Sobel(x, cv2.CV_32F, 0, 1)) for x in (reference, now))
    if a.std() < 2 or b.std() < 2:
        return 0.0
    window = cv2.createHanningWindow((a.shape[1], a.shape[0]), cv2.CV_32F)
    (dx, dy), response = cv2.phaseCorrelate(a, b, window)
    return float(np.hypot(dx, dy) / reference.shape[1]) if response > 0.08 else 0.0


@dataclass(slots=True)
class BumpWatch:
    """Checks that the camera still points where it did at calibration."""

    bumped: bool = False
    """True once a bump has been found."""
    _checked: bool = False

    def on_motion(self) -> None:
        """Record that something moved; the camera is checked again once the picture is still."""
        self._checked = False

    def notices(self, calibrated: Sequence[Sequence[int]], image: Image) -> bool:
        """Return True if the camera has been bumped since calibration; call it with a still picture.

        It checks once after each motion, and returns True only once.

        Args:
            calibrated: Small grey picture (``thumb``) of the empty table at calibration; empty disables the check.
            image: The current picture.
        """
        if self._checked or self.bumped or not calibrated:
            return False
        self._checked = True
        reference = np.array(calibrated, np.float32)
        self.bumped = reference.shape[1] == MOTION_WIDTH_PX and camera_shift(reference, thumb(image)) > MIN_BUMP_SHIFT
        return self.bumped
