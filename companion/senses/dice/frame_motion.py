"""What moves in the picture, whether a hand reaches in, whether the camera was bumped, and how it is lit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.facts import Fact, fact
from companion.senses.dice.crops import F32, Image

MOTION_WIDTH_PX = 160
"""Motion is seen at this width."""
MIN_BUMP_SHIFT = 0.02
"""Share of its width by which a bumped camera's picture moves at least."""


@dataclass(frozen=True, slots=True)
class FrameMotion:
    """One frame against the last and against the table at rest. Shares are of the picture's area."""

    changed: float
    """Share that changed since the frame before."""
    foreign: float
    """Share of the largest region that differs from the table at rest and reaches in over the border."""
    same: bool
    """The very same picture again, to the last bit: not a new look."""


def thumb(image: Image) -> F32:
    """Grey, MOTION_WIDTH_PX wide, lightly smoothed."""
    scale = MOTION_WIDTH_PX / image.shape[1]
    small = cv2.resize(image, (MOTION_WIDTH_PX, max(8, round(image.shape[0] * scale))), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 0.8).astype(np.float32)


class MotionWatch:
    """Feed frames in order. Differences are judged against the camera's own noise, so dim pictures work too."""

    LEARN_S = 4.0
    """Seconds in which a still picture becomes the table at rest."""

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
    """Return what to improve in the light and sharpness of a picture, measured 640 wide; empty when all is well."""
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
    """Return how far the camera was bumped between two thumbs, in shares of the width; 0 where nothing can be said."""
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
    """Whether the camera still looks where it looked when it was calibrated."""

    bumped: bool = False
    """It does not, and that was told."""
    _checked: bool = False

    def on_motion(self) -> None:
        """Note that something moved: look again when all is still."""
        self._checked = False

    def notices(self, calibrated: Sequence[Sequence[int]], image: Image) -> bool:
        """In a still picture, once after each stir. ``calibrated``: the thumb of then; empty: it is not watched."""
        if self._checked or self.bumped or not calibrated:
            return False
        self._checked = True
        reference = np.array(calibrated, np.float32)
        self.bumped = reference.shape[1] == MOTION_WIDTH_PX and camera_shift(reference, thumb(image)) > MIN_BUMP_SHIFT
        return self.bumped
