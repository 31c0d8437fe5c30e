"""Several opinions on one die made into one: the dice network's looks, the die network's, and the pip count."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.senses.dice.pictures import F32

FOUND = 1.0
"""How much the dice network's word on the value counts; this and the next two by likelihood on rendered stills."""
CLOSE = 1.0
"""The die network's; .5 before it had learned from the renders of today."""
ABOVE, ASKEW = 4.0, 0.6
"""The pip count's, of a face seen from above and from the side; by likelihood on 1,502 dice 3.5 and .7.

Rendered dice alone, which flatter the networks, want 2.8 and .9, the real ones (most from above) 4.
"""
STEEP, FLAT = 0.75, 0.9
"""Cosines of a face seen from the side and from above, for these weights; in between a weight in between."""
SHARE = 0.2
"""The die network's share in whether there is a die: it tells faces from clutter, and knows less where dice are."""
BLIND = 0.02
"""Added to every chance: one blind look must not forbid what the others see."""


def mean_log(chances: Sequence[F32]) -> F32:
    """(6,) mean of the looks' log chances, softened: more looks of one error add no certainty."""
    return np.asarray(np.mean([np.log(c + BLIND) for c in chances], 0), np.float32)


def counting(facing: float) -> float:
    """What the pip count's word is worth on a face whose normal has this cosine with the line of sight."""
    return float(np.interp(facing, (STEEP, FLAT), (ASKEW, ABOVE)))


def together(
    found: F32 | NDArray[np.float64], close: F32 | NDArray[np.float64] | None, counted: F32 | None, facing: float = 1.0
) -> F32:
    """(6,) chances from mean log chances ``found`` and ``close`` and the pip count; None: not looked at in that way."""
    log: NDArray[np.float64] = np.array(found, np.float64)
    if close is not None:
        log = FOUND * log + CLOSE * np.array(close, np.float64)
    if counted is not None:
        log = log + counting(facing) * counted
    p = np.exp(log - log.max())
    return np.asarray(p / p.sum(), np.float32)


def believed(heat: float, is_die: float | None) -> float:
    """0..1: that a die is here, from both networks' words."""
    return heat if is_die is None else float(heat ** (1 - SHARE) * is_die**SHARE)


SECOND, THIRD = 0.4, 0.5
"""How much the second and third readers' words on the value count, and below their shares in whether there is a die.

The second's was .7 until the others had learned of twos and fours whose pips stand closer than a six's: of 1,665 rolls
1,443 are right and 42 wrong with .4, 1,439 and 44 with .7.
"""
SECOND_SHARE, THIRD_SHARE = 0.3, 0.1


def agreed(
    score: float, chances: F32, heat: float, looks: Sequence[F32], weight: float = SECOND, share: float = SECOND_SHARE
) -> tuple[float, F32]:
    """Score and (6,) chances of a die after another reader's ``looks``; ``heat`` 0..1: that it sees a die."""
    score = score ** (1 - share) * heat**share
    if not looks:
        return float(score), chances
    log = np.log(np.asarray(chances, np.float64) + 1e-4) + weight * mean_log(looks)
    p = np.exp(log - log.max())
    return float(score), np.asarray(p / p.sum(), np.float32)
