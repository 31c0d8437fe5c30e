"""Dice on a screen are a picture, not a roll: a display's pixel grid lies over dice and ground alike.

A woven cloth has a grid too, but not on the dice; a die has regular pips, but not on the ground. Where the camera does
not resolve the grid, nothing can be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.senses.dice.crops import F32, Image
from companion.senses.dice.seen_die import SeenDie

_SIDE = 64
"""Bins of the spectra."""
_BLUR, _AROUND = 2.0, 8
"""Pixels of the blur, and how far it reaches."""
_LEAST, _MOST = 0.15, 0.5
"""Cycles a pixel: grids of two to seven pixels. Slower ones are pips and edges."""
PEAK = 150.0
"""How far a peak that dice and ground share stands above the middle of its ring. Displays that we draw reach 290 and
more where their grid is 2.4 pixels or wider; photos 6; renders, soft and enlarged ones too, 40 (one of 70: 253)."""
_QUIET = 0.04
"""Grey levels of a wave that nobody sees: of an enlarged picture, which has none of the fine frequencies, rounding is
left, with peaks of .04 to .2 (two of twelve at 4,000 pixels passed for a display); displays' are 3 to 40."""


def grid_strength(image: Image, dice: Sequence[SeenDie]) -> float:
    """The strongest peak that the spectra of the upper faces and of the ground beside them share; 0 without dice."""
    faces, ground = [], []
    for d in dice[:12]:
        side = int(np.clip(0.6 * d.size, 18, _SIDE))
        faces.append(_window(image, d.x, d.y, side))
        beside = ((-1.1, 0.0), (1.1, 0.0), (0.0, -1.1), (0.0, 1.1))
        ground += [_window(image, d.x + u * d.size, d.y + v * d.size, side) for u, v in beside]
    on_dice, around = [w for w in faces if w is not None], [w for w in ground if w is not None]
    if not on_dice or not around:
        return 0.0
    spectra = _spectra(np.array(on_dice + around))
    shared = np.minimum(np.median(spectra[: len(on_dice)], 0), np.median(spectra[len(on_dice) :], 0))
    return float(shared.max())


def on_screen(image: Image, dice: Sequence[SeenDie]) -> bool:
    """Whether a display's grid lies over these dice."""
    return grid_strength(image, dice) > PEAK


def _fine(image: Image, x0: int, y0: int, side: int) -> F32:
    """What a blur takes away of a square's brightness."""
    x1, y1 = max(0, x0 - _AROUND), max(0, y0 - _AROUND)
    around = image[y1 : y0 + side + _AROUND, x1 : x0 + side + _AROUND]
    grey = cv2.cvtColor(around, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = grey - cv2.GaussianBlur(grey, (0, 0), _BLUR)
    return np.asarray(fine[y0 - y1 : y0 - y1 + side, x0 - x1 : x0 - x1 + side], np.float32)


def _window(image: Image, x: float, y: float, side: int) -> F32 | None:
    """A square window (SIDE, SIDE), faded to its borders and filled up with 0; None where there is nothing to see."""
    x0, y0 = round(x - side / 2), round(y - side / 2)
    if min(x0, y0) < 0 or x0 + side > image.shape[1] or y0 + side > image.shape[0]:
        return None
    part = _fine(image, x0, y0, side)
    if (spread := part.std()) < 0.4:
        return None
    part = np.clip(part, -3 * spread, 3 * spread)
    out = np.zeros((_SIDE, _SIDE), np.float32)
    out[:side, :side] = (part - part.mean()) * _fade(side)
    return out


@cache
def _fade(side: int) -> F32:
    """Such that the power of a wave is the square of its height in grey levels."""
    fade = np.outer(np.hanning(side), np.hanning(side))
    return np.asarray(2 * fade / fade.sum(), np.float32)


def _spectra(windows: F32) -> F32:
    """Power of windows (n, SIDE, SIDE) at the frequencies looked at, over the median of like ones: (n, frequencies).

    Of like ones: a soft or enlarged picture has little of the fine ones, and no grid for that.
    """
    power = np.abs(np.fft.fft2(windows).reshape(len(windows), -1)) ** 2
    rings = [power[:, ring] for ring in _RINGS]
    return np.asarray(np.concatenate([r / (np.median(r, 1, keepdims=True) + _QUIET**2) for r in rings], 1), np.float32)


def _band() -> NDArray[np.bool_]:
    """The frequencies looked at: not those of JPEG's blocks, which are multiples of an eighth along an axis."""
    f = np.fft.fftfreq(_SIDE)
    fy, fx = np.meshgrid(f, f, indexing="ij")
    speed = np.hypot(fx, fy)
    near = np.minimum(np.abs(fx), np.abs(fy)) < 1.5 / _SIDE
    along = np.maximum(np.abs(fx), np.abs(fy))
    blocks = near & (np.abs(along * 8 - np.round(along * 8)) < 0.25)
    return np.asarray((speed > _LEAST) & (speed <= _MOST) & ~blocks)


def _rings() -> list[NDArray[np.intp]]:
    """Where in a spectrum the band's rings of a twentieth of a cycle lie."""
    f, band = np.fft.fftfreq(_SIDE), _band()
    speed = np.hypot(*np.meshgrid(f, f, indexing="ij"))
    edges = np.arange(_LEAST, _MOST, 0.05)
    return [np.flatnonzero(band & (speed > a) & (speed <= a + 0.05)) for a in edges]


_RINGS = _rings()
