"""Several opinions on one die made into one: the dice network's looks, the die network's, and the pip count."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.senses.dice.pictures import F32

FOUND = 1.0
"""How much the dice network's word on the value counts; this and the next two by likelihood on rendered stills."""
CLOSE = 0.5
"""The die network's."""
COUNTED = 1.5
"""The pip count's: set before it knew sixes of any column width at 1, it has more to say since."""
SHARE = 0.2
"""The die network's share in whether there is a die: it tells faces from clutter, and knows less where dice are."""
BLIND = 0.02
"""Added to every chance: one blind look must not forbid what the others see."""


def mean_log(chances: Sequence[F32]) -> F32:
    """(6,) mean of the looks' log chances, softened: more looks of one error add no certainty."""
    return np.asarray(np.mean([np.log(c + BLIND) for c in chances], 0), np.float32)


def together(found: F32 | NDArray[np.float64], close: F32 | NDArray[np.float64] | None, counted: F32 | None) -> F32:
    """(6,) chances from mean log chances ``found`` and ``close`` and the pip count; None: not looked at in that way."""
    log: NDArray[np.float64] = np.array(found, np.float64)
    if close is not None:
        log = FOUND * log + CLOSE * np.array(close, np.float64)
    if counted is not None:
        log = log + COUNTED * counted
    p = np.exp(log - log.max())
    return np.asarray(p / p.sum(), np.float32)


def believed(heat: float, is_die: float | None) -> float:
    """0..1: that a die is here, from both networks' words."""
    return heat if is_die is None else float(heat ** (1 - SHARE) * is_die**SHARE)


SECOND = 1.0
"""How much the second reader's word on the value counts, and below its share in whether there is a die."""
SECOND_SHARE = 0.3


def agreed(score: float, chances: F32, heat: float, looks: Sequence[F32]) -> tuple[float, F32]:
    """Score and (6,) chances of a die after the second reader's ``looks``; ``heat`` 0..1: that it sees a die."""
    score = score ** (1 - SECOND_SHARE) * heat**SECOND_SHARE
    if not looks:
        return float(score), chances
    log = np.log(np.asarray(chances, np.float64) + 1e-4) + SECOND * mean_log(looks)
    p = np.exp(log - log.max())
    return float(score), np.asarray(p / p.sum(), np.float32)
