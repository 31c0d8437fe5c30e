"""Counting pips where the network says an upper face is: a second opinion that knows only how pips are laid out.

Nine places of a 3x3 grid are laid over the face in many turns, spacings and shifts, foreshortened as the face is. For
each value the blobs at its places are held against one common colour contrast; what they explain of the energy there
(places x mean contrast squared) is the value's score. Missing pips lower the mean, pips left out are not explained.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.senses.dice.crops import F32, Image, crop
from companion.senses.dice.die_classifier import Tilt

_CROP_SIDE_PX = 112
_BOX_EDGE_PX = 64.0
"""The die's box becomes this many pixels of the crop."""
_SPACINGS_PX = (10.0, 11.5, 13.0)
"""Pixels from the middle of the face to its outer rows of pips, of a die's box of 64."""
_TURN_COUNT = 12
_SHIFTS_PX = (-3.0, 0.0, 3.0)
_PIP_GRID = [(u, w) for w in (-1, 0, 1) for u in (-1, 0, 1)]
UNEXPLAINED_WEIGHT = 1.2
"""What counts against a value for each share of the energy that its pips leave unexplained."""
_FORESHORTENING_TOLERANCE = 0.06
"""What the cosine of the foreshortening may be off by."""
_NARROW_SIX_SCALES = ((0.58, 1.0), (1.0, 0.62))
"""Sixes whose columns stand nearer together or farther apart than the pips in them: shares of the spacing."""
_LAYOUTS = (
    (1, (4,)),
    (2, (0, 8)),
    (2, (2, 6)),
    (3, (0, 4, 8)),
    (3, (2, 4, 6)),
    (4, (0, 2, 6, 8)),
    (5, (0, 2, 4, 6, 8)),
    (6, (0, 3, 6, 2, 5, 8)),
    (6, (0, 1, 2, 6, 7, 8)),
)
_NARROW_SIX_LAYOUT = ((6, (0, 1, 2, 3, 4, 5)),)
"""A narrow six: its six pips are the first of its places."""


def count_pips(image: Image, x: float, y: float, size: float, tilt: Tilt) -> F32:
    """(6,) shares of the best explanation's score, 0..1, for an upper face at (x, y); all 1 where nothing is seen.

    ``size``: side of the die's box, pixels; ``tilt``: how the face is foreshortened.
    """
    part = crop(image, x, y, _BOX_EDGE_PX / size, _CROP_SIDE_PX)
    lab = np.asarray(cv2.cvtColor(part.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)
    maps = np.stack([_blobs(lab, 0.36 * d) for d in _SPACINGS_PX])
    way = round(float(np.degrees(np.arctan2(tilt.normal[1], tilt.normal[0]))) / 10) * 10 % 180
    best = np.zeros(6, np.float32)
    for squeeze in sorted(
        {
            round(float(np.clip(tilt.facing + d, 0.35, 1.0)), 1)
            for d in (-_FORESHORTENING_TOLERANCE, _FORESHORTENING_TOLERANCE)
        }
    ):
        best = np.maximum(best, _layout_scores(maps, _places(way, squeeze), _LAYOUTS))
        for shape in _NARROW_SIX_SCALES:
            best = np.maximum(best, _layout_scores(maps, _places(way, squeeze, shape), _NARROW_SIX_LAYOUT))
    top = float(best.max())
    return best / top if top > 1e-6 else np.ones(6, np.float32)


def _blobs(lab: F32, radius: float) -> F32:
    """Return how much each point differs in Lab from its ring: light, dark or coloured pips of about ``radius``."""
    inner = cv2.GaussianBlur(lab, (0, 0), 0.55 * radius)
    outer = cv2.GaussianBlur(lab, (0, 0), 1.6 * radius)
    return np.asarray(inner - outer, np.float32)


@cache
def _places(angle: int, squeeze: float, shape: tuple[float, float] | None = None) -> NDArray[np.intp]:
    """Return pixels (spacings, turns, shifts, points, 2); ``angle`` (degrees): the way the face is squeezed.

    The points are the grid, or for a narrow six of ``shape`` its six pips and six places beside them.
    """
    a = np.radians(angle)
    along = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    press = along.T @ np.diag([squeeze, 1.0]) @ along
    turns = np.arange(_TURN_COUNT) * (np.pi / 2 / _TURN_COUNT)
    if shape is not None:  # unlike the grid it is not the same after a quarter turn
        turns = np.arange(0, _TURN_COUNT, 1.5) * (np.pi / _TURN_COUNT)
    c, s = np.cos(turns), np.sin(turns)
    rotation = np.stack([np.stack([c, -s], -1), np.stack([s, c], -1)], 1)
    grid = np.array(_PIP_GRID, np.float64)
    if shape is not None:
        six = np.array([(u, w) for u in (-1, 1) for w in (-1, 0, 1)])
        grid = np.concatenate([six * shape, six * (shape[0] + 0.62, shape[1])])
    points = np.einsum("ij,tjk,gk->tgi", press, rotation, grid)
    spaced = np.array(_SPACINGS_PX)[:, None, None, None] * points[None]
    shifts = np.array([(i, j) for j in _SHIFTS_PX for i in _SHIFTS_PX if shape is None or i * j == 0])
    at = spaced[:, :, None] + shifts[None, None, :, None] + _CROP_SIDE_PX / 2
    return np.asarray(np.clip(at.round(), 0, _CROP_SIDE_PX - 1), np.intp)


def _layout_scores(maps: F32, at: NDArray[np.intp], layouts: Sequence[tuple[int, tuple[int, ...]]]) -> F32:
    """(6,) the best score of each value over all placings ``at``."""
    which = np.arange(len(_SPACINGS_PX))[:, None, None, None]
    seen = maps[which, at[..., 1], at[..., 0]].reshape(-1, at.shape[-2], 3)
    energy = (seen * seen).sum((1, 2))
    best = np.zeros(6, np.float32)
    for value, places in layouts:
        mean = seen[:, places].mean(1)
        explained = len(places) * (mean * mean).sum(1)
        score = explained - UNEXPLAINED_WEIGHT * (energy - explained)
        best[value - 1] = max(best[value - 1], float(score.max()))
    return best
