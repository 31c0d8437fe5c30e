"""Estimate which dice lean, by comparing the directions that their upper faces point in.

Dice that lie flat on one table all point the same way, up; a leaning die points elsewhere. Which way is up in the
picture depends on the camera and is not known. Therefore many hypotheses are weighted; each is a direction of up and an
angle of view of the lens. A die adds weight to the hypotheses under which it lies flat. It takes little from the
others, as it may lean. The sum over all hypotheses is each die's probability of leaning. The weights are kept from
throw to throw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from companion.senses.dice.die_classifier import Tilt

F64 = NDArray[np.float64]
_GRID_STEP = 0.05
_LENS_WIDTHS = (0.25, 0.5, 0.75, 1.0, 1.25)
"""Picture widths divided by the focal length: from a long lens to a phone's wide one."""


LEANING_PRIOR = 0.1
"""Share of dice that lean. This and the next three values are fitted on rendered throws
(models/die_classifier/README.md)."""
NORMAL_ERROR_FLOOR = 0.06
"""Error of a normal that the network cannot estimate: from the die's crop and from perspective."""
TILT_WEIGHT, COCKED_WEIGHT = 0.3, 0.5
"""Weights of the die classifier's and of the detector's log-odds of leaning."""
CAMERA_MOVED_LOG_ODDS = 6.0
"""Log-odds against the camera having been moved since the last roll, which limit what is remembered."""


@dataclass(frozen=True, slots=True)
class PosedDie:
    """Direction of a die's upper face, and its position: x and y from the middle of the picture, in picture widths."""

    tilt: Tilt
    x: float
    y: float
    cocked: float
    """Detector's probability that the die leans, 0..1."""


@cache
def _hypotheses() -> tuple[F64, F64, F64]:
    """Return all hypotheses on the camera with their prior log probabilities.

    Cameras are held about upright and look down at the table at 20 degrees or more. A camera that looks straight down
    may be turned any way.

    Returns:
        Three arrays of h rows: up as unit vectors in the camera's frame (right, down, away), (h, 3); picture width over
        focal length, (h,); log prior, (h,), whose exponentials sum to 1.
    """
    right, down = np.meshgrid(np.arange(-0.6, 0.61, _GRID_STEP), np.arange(-0.95, 0.31, _GRID_STEP))
    off = right**2 + down**2
    keep = off < 0.9
    right, down, off = right[keep], down[keep], off[keep]
    askew = right**2 / (0.12**2 + 0.05 * off)
    upside = np.maximum(0.0, down) ** 2 / 0.15**2
    log = -0.5 * (askew + upside)
    up = np.stack([right, down, -np.sqrt(1 - off)], 1)
    n = len(_LENS_WIDTHS)
    log = np.repeat(log, n)
    return np.repeat(up, n, 0), np.tile(_LENS_WIDTHS, len(up)), log - np.logaddexp.reduce(log)


def _expected_normals(x: float, y: float) -> F64:
    """Return the normal of a flat die at (x, y) under each hypothesis, in the die's own frame, (h, 3).

    Args:
        x: Position to the right of the picture's middle, in picture widths.
        y: Position below the picture's middle, in picture widths.
    """
    lens = np.array(_LENS_WIDTHS)
    sight = np.stack([x * lens, y * lens, np.ones_like(lens)], 1)
    sight /= np.linalg.norm(sight, axis=1, keepdims=True)
    right = np.array([1.0, 0, 0]) - sight[:, :1] * sight
    right /= np.linalg.norm(right, axis=1, keepdims=True)
    frame = np.stack([right, np.cross(sight, right), sight], 1)  # (lenses, 3 axes, 3)
    ups = _hypotheses()[0][:: len(lens)]
    return np.asarray((ups @ frame.reshape(-1, 3).T).reshape(-1, 3))


@dataclass(frozen=True, slots=True, eq=False)
class TablePlane:
    """Estimate of which way is up in the picture, learned from the dice.

    Immutable: methods that learn return a new plane.
    """

    offset: float = 6.0
    """Added to the log-odds of leaning, so that the useful thresholds lie well inside 0..1."""
    shown: bool = False
    """True once a roll has been learned."""
    _log: F64 = field(default_factory=lambda: _hypotheses()[2])
    _refused: tuple[PosedDie, ...] = ()

    def lean(self, dice: Sequence[PosedDie]) -> list[float]:
        """Return each die's probability of leaning, 0..1, given all the dice."""
        if not dice:
            return []
        flat, tipped = self._likelihoods(dice)
        both = flat + tipped
        log = self._log + np.log(both).sum(0)
        weight = np.exp(log - log.max())
        chance = (weight * tipped / both).sum(1) / weight.sum()
        odds = np.log((chance + 1e-9) / (1 - chance + 1e-9)) + self.offset
        return [float(lean) for lean in 1 / (1 + np.exp(-odds))]

    def with_roll(self, dice: Sequence[PosedDie]) -> TablePlane:
        """Return the plane after learning from an accepted roll, whose dice lie flat."""
        if not dice:
            return replace(self, _refused=())
        flat, tipped = self._likelihoods(dice)
        log = self._log + 0.5 * np.log(flat + tipped).sum(0)  # one camera repeats its errors: half the weight
        log = np.logaddexp(log - np.logaddexp.reduce(log), _hypotheses()[2] - CAMERA_MOVED_LOG_ODDS)
        return replace(self, _log=log, shown=True, _refused=())

    def with_refused(self, dice: Sequence[PosedDie]) -> TablePlane:
        """Return the plane with the dice of a refused roll stored, from which it has not learned yet.

        ``with_refused_learned`` learns from them once they are picked up. Learning at once would let the roll confirm
        itself when the same dice are looked at again.
        """
        return replace(self, _refused=tuple(dice))

    def with_refused_learned(self) -> TablePlane:
        """Return the plane after it has learned from the roll that ``with_refused`` stored.

        Call it once those dice have been picked up. Of 290 flat dice, 6 % are judged as leaning after one such roll
        (two dice, one of them leaning), and 18 % if nothing was learned.
        """
        return self.with_roll(self._refused)

    def upward(self, x: float, y: float) -> tuple[float, float]:
        """Return how far right and down a point at (x, y) moves in the picture when it is lifted by one unit of length.

        The vector is about 1 long if the camera looks along the table, and 0 if it looks straight down.

        Args:
            x: Position to the right of the picture's middle, in picture widths.
            y: Position below the picture's middle, in picture widths.
        """
        up, lens, _ = _hypotheses()
        weight = np.exp(self._log - np.logaddexp.reduce(self._log))
        right, down = up[:, 0] - x * lens * up[:, 2], up[:, 1] - y * lens * up[:, 2]
        return float(weight @ right), float(weight @ down)

    def _likelihoods(self, dice: Sequence[PosedDie]) -> tuple[F64, F64]:
        """Return two arrays (n, h), dice by hypotheses: the likelihood that a die lies flat, and that it leans.

        Both include the prior probability of leaning.
        """
        flat, tipped = [], []
        for d in dice:
            variance = d.tilt.error**2 + NORMAL_ERROR_FLOOR**2
            off = ((_expected_normals(d.x, d.y) - np.array(d.tilt.normal)) ** 2).sum(
                1
            )  # from a flat die's normal, squared
            flat.append((1 - LEANING_PRIOR) * np.exp(-0.5 * off / variance) / (2 * np.pi * variance) + 1e-9)
            cocked = np.log((d.cocked + 0.01) / (1.01 - d.cocked))
            odds = np.exp(TILT_WEIGHT * d.tilt.lean + COCKED_WEIGHT * cocked)
            angle = np.sqrt(off)
            ring = 0.46 / (1 + np.exp(-(angle - 0.15) / 0.05))  # 10 to 50 degrees off: 2.15 sr
            tipped.append(LEANING_PRIOR * odds * ring + 1e-12)
        return np.array(flat), np.array(tipped)
