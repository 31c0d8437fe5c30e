"""How probably the counted candidates, and no others, are the dice of a picture: one chance in place of many margins.

Each candidate has odds of being a die. A roll is one subset of the candidates; the chance of the one that was chosen is
its odds over those of all subsets, where the expected number of dice weighs more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.senses.dice.seen_die import SeenDie

F64 = NDArray[np.float64]
WEIGHTS = (-4.0, 0.3, 0.84, 4.0, 5.0)
"""Log odds of a die: the first three times 1, the logit of its score and of the die classifier's word.

Then by how many e-folds another number of dice is less likely than the expected one, and a table without any more. The
likeliest on 113 rendered stills and 120 pictures without dice (measure.evaluate.dice_chances, seeds 7102 and 7101),
the last two halved: few stills show what lies at home.
"""
_LEAST, _MOST = 0.003, 0.9997


def words(dice: Sequence[SeenDie]) -> F64:
    """(n, 3): 1, and what is said of each candidate by itself."""
    said = np.clip(np.array([(d.score, d.face) for d in dice], np.float64).reshape(-1, 2), _LEAST, _MOST)
    return np.column_stack([np.ones(len(said)), np.log(said / (1 - said))])


def odds(dice: Sequence[SeenDie]) -> F64:
    """(n,) log odds of each candidate by itself, that it is a die."""
    return np.asarray(words(dice) @ WEIGHTS[:3], np.float64)


def roll_chance(dice: Sequence[SeenDie], spare: Sequence[SeenDie]) -> float:
    """0..1: that ``dice`` are all dice, as many as were thrown, and nothing in ``spare`` is one."""
    return float(np.exp(log_chance(words(dice), words(spare), len(dice), np.array(WEIGHTS))))


def log_chance(dice: F64, others: F64, expected: int, weights: F64) -> float:
    """The same as a log, of ``words`` (k, 3) and (n, 3), where ``expected`` dice were thrown."""
    mine, spare = dice @ weights[:3], others @ weights[:3]
    number = np.full(len(mine) + len(spare) + 1, -weights[3])
    number[0] += weights[4]
    number[expected : expected + 1] += weights[3]
    every = _subsets(np.concatenate([mine, spare])) + number
    return float(mine.sum() + number[len(mine)] - np.logaddexp.reduce(every))


def _subsets(log: F64) -> F64:
    """(n + 1,) log of the summed odds of all subsets of each size."""
    out = np.full(len(log) + 1, -np.inf)
    out[0] = 0.0
    for one in log:
        out[1:] = np.logaddexp(out[1:], out[:-1] + one)
    return out
