"""Detect dice that are shown on a screen, by the display's pixel grid, which covers dice and ground alike.

A woven cloth has a grid too, but not on the dice; a die has regular pips, but not on the ground. If the grid is too
fine for the camera, a screen is not detected.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.senses.dice.crops import F32, Image
from companion.senses.dice.seen_die import SeenDie

_SPECTRUM_BINS = 64
"""Side of the windows whose spectra are taken, in pixels."""
_BLUR_SIGMA_PX = 2.0
_MIN_CYCLES_PER_PX, _MAX_CYCLES_PER_PX = 0.15, 0.5
"""Range of frequencies of grids that are 2 to 7 pixels wide. Lower frequencies belong to pips and edges."""
MIN_SCREEN_PEAK = 150.0
"""Minimum height of a peak over the median of its ring that shows a display. Drawn displays reach 290 and more where
their grid is 2.4 pixels or wider; photos 6; renders, soft and enlarged ones too, 40 (one of 70: 253)."""
_MIN_WAVE_LEVELS = 0.04
"""Amplitude in grey levels that is added as a noise floor. An enlarged picture has no fine frequencies, only
rounding, with peaks of .04 to .2 (without the floor two of twelve at 4,000 pixels passed for a display); displays
have 3 to 40."""


def on_screen(image: Image, dice: Sequence[SeenDie]) -> bool:
    """Return True if a display's pixel grid covers the dice and the ground beside them."""
    return grid_strength(image, dice) > MIN_SCREEN_PEAK


def grid_strength(image: Image, dice: Sequence[SeenDie]) -> float:
    """Return the power of the strongest frequency that upper faces and ground share; 0 without dice.

    It is relative to the median power of similar frequencies.
    """
    faces, ground = [], []
    for d in dice[:12]:
        side = int(np.clip(0.6 * d.size, 18, _SPECTRUM_BINS))
        faces.append(_window(image, d.x, d.y, side))
        beside = ((-1.1, 0.0), (1.1, 0.0), (0.0, -1.1), (0.0, 1.1))
        ground += [_window(image, d.x + u * d.size, d.y + v * d.size, side) for u, v in beside]
    seen = [[window for window in windows if window is not None] for windows in (faces, ground)]
    return float(np.min([_spectrum(windows) for windows in seen], 0).max()) if all(seen) else 0.0


def _window(image: Image, x: float, y: float, side: int) -> F32 | None:
    """Return a square part of the picture, ready for a Fourier transform; None if outside or without contrast.

    Blurred structure is subtracted. The part is faded to its borders and padded with 0 to (_SPECTRUM_BINS,
    _SPECTRUM_BINS).
    """
    x0, y0 = round(x - side / 2), round(y - side / 2)
    if min(x0, y0) < 0 or x0 + side > image.shape[1] or y0 + side > image.shape[0]:
        return None
    grey = cv2.cvtColor(image[y0 : y0 + side, x0 : x0 + side], cv2.COLOR_BGR2GRAY).astype(np.float32)
    part = grey - cv2.GaussianBlur(grey, (0, 0), _BLUR_SIGMA_PX)
    if (spread := part.std()) < 0.4:
        return None
    part = np.clip(part, -3 * spread, 3 * spread)
    fade = np.outer(np.hanning(side), np.hanning(side))
    out = np.zeros((_SPECTRUM_BINS, _SPECTRUM_BINS), np.float32)
    out[:side, :side] = (part - part.mean()) * fade * (2 / fade.sum())  # a wave's power is its height in grey squared
    return out


def _spectrum(windows: Sequence[F32]) -> F32:
    """Return the median power spectrum of the windows at the inspected frequencies.

    Each power is divided by the median of its ring of similar frequencies, because a soft or enlarged picture has
    little power in the fine ones without having a grid.
    """
    power = np.abs(np.fft.rfft2(np.array(windows))) ** 2
    rings = [power[:, ring] for ring in _RINGS]
    over = [ring / (np.median(ring, 1, keepdims=True) + _MIN_WAVE_LEVELS**2) for ring in rings]
    return np.asarray(np.median(np.concatenate(over, 1), 0), np.float32)


def _rings() -> list[NDArray[np.bool_]]:
    """Return masks of the inspected frequencies, in rings 0.05 cycles a pixel wide.

    The frequencies of JPEG's blocks (multiples of 1/8 along an axis) are left out.
    """
    fx, fy = np.meshgrid(np.fft.rfftfreq(_SPECTRUM_BINS), np.abs(np.fft.fftfreq(_SPECTRUM_BINS)))
    speed, along = np.hypot(fx, fy), np.maximum(fx, fy)
    blocks = (np.minimum(fx, fy) < 1.5 / _SPECTRUM_BINS) & (np.abs(along * 8 - np.round(along * 8)) < 0.25)
    return [
        (speed > a) & (speed <= a + 0.05) & ~blocks for a in np.arange(_MIN_CYCLES_PER_PX, _MAX_CYCLES_PER_PX, 0.05)
    ]


_RINGS = _rings()
