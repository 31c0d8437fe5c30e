"""Count pips on an upper face by matching pip layouts, as a second opinion beside the networks.

Nine places of a 3x3 grid are laid over the face in many rotations, spacings and shifts, foreshortened as the face is.
Each value has pips at some of the places. The mean contrast at these explains a part of the contrast energy (sum of
squares) of all places: number of pips x mean squared. The value's score is this part, less a share of the rest. Thus
both a missing pip, which lowers the mean, and a pip outside the layout lower the score.
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
"""Side of the die's box in the crop, in pixels."""
_SPACINGS_PX = (10.0, 11.5, 13.0)
"""Distances from the middle of the face to its outer rows of pips, in pixels of the crop."""
_TURN_COUNT = 12
_SHIFTS_PX = (-3.0, 0.0, 3.0)
_PIP_GRID = [(u, w) for w in (-1, 0, 1) for u in (-1, 0, 1)]
UNEXPLAINED_WEIGHT = 1.2
"""Weight of the contrast energy that a value's pips leave unexplained."""
_FORESHORTENING_TOLERANCE = 0.06
"""Possible error of ``Tilt.facing``, the foreshortening: values on both sides of it are tried."""
_NARROW_SIX_SCALES = ((0.58, 1.0), (1.0, 0.62))
"""Spacing factors, across and along the columns, of sixes with narrow columns and of sixes with close pips."""
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
"""Layout of a six with narrow columns or close pips: its pips are the first six places that ``_places`` returns."""


def count_pips(image: Image, x: float, y: float, size: float, tilt: Tilt) -> F32:
    """Return the score of each value for an upper face, (6,): 1 for the best value, 0 or more for others.

    All are 1 if no pips are seen.

    Args:
        image: The picture, (h, w, 3) uint8 BGR.
        x: Centre of the upper face, in pixels.
        y: Centre of the upper face, in pixels.
        size: Side of the die's box, in pixels.
        tilt: Direction of the face, from which its foreshortening follows.
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
    """Return the difference in Lab of each pixel from its surroundings, which shows pips of about ``radius`` pixels."""
    inner = cv2.GaussianBlur(lab, (0, 0), 0.55 * radius)
    outer = cv2.GaussianBlur(lab, (0, 0), 1.6 * radius)
    return np.asarray(inner - outer, np.float32)


@cache
def _places(angle: int, squeeze: float, shape: tuple[float, float] | None = None) -> NDArray[np.intp]:
    """Return where the places of a layout lie in the crop for all placings.

    The result has the shape (spacings, turns, shifts, places, 2) and is in pixels.

    Args:
        angle: Direction in which the face is foreshortened, in degrees.
        squeeze: Foreshortening factor in that direction, 0..1.
        shape: None for the 3x3 grid. Else the two spacing factors of a narrow six; the places are then its six pips and
            six places beside them.
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
    """Return the best score of each value over all placings, (6,).

    Args:
        maps: Results of ``_blobs``, one for each spacing.
        at: Placings, as ``_places`` returns them.
        layouts: Values, each with the indices of the places where its pips are.
    """
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
