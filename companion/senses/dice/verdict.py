"""Decide whether a reading of dice is accepted, or refused with a reason that names the die and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from companion.facts import Fact, fact
from companion.senses.dice.dice_margins import DiceMargins
from companion.senses.dice.seen_die import SeenDie

F64 = NDArray[np.float64]
DIE_LOG_ODDS_WEIGHTS = (-4.0, 0.3, 0.84, 4.0, 5.0)
"""Weights of ``roll_chance``. The first three make the log-odds of a die: a constant, and factors of the log-odds of
its score and of its face. The fourth is the lead in log-odds of the expected number of dice over any other, the fifth
that of an empty table. They are the likeliest on 113 rendered stills and 120 pictures without dice
(measure.evaluate.dice_chances, seeds 7102 and 7101), with the last two halved, as few stills show the clutter of a
home."""
_MIN_CHANCE, _MAX_CHANCE = 0.003, 0.9997


def words(dice: Sequence[SeenDie]) -> F64:
    """Return the features of each candidate, (n, 3): 1, log-odds of its score, log-odds of its ``face``."""
    said = np.clip(np.array([(d.score, d.face) for d in dice], np.float64).reshape(-1, 2), _MIN_CHANCE, _MAX_CHANCE)
    return np.column_stack([np.ones(len(said)), np.log(said / (1 - said))])


def roll_chance(dice: Sequence[SeenDie], spare: Sequence[SeenDie]) -> float:
    """Return the probability, 0..1, that all of ``dice`` are dice and none of ``spare`` is.

    Each candidate has odds of being a die. The dice of a roll are one subset of the candidates; its odds are the
    product of theirs. The result is the odds of this subset divided by those of all subsets. Subsets as large as
    ``dice`` weigh more.
    """
    return float(np.exp(log_chance(words(dice), words(spare), len(dice), np.array(DIE_LOG_ODDS_WEIGHTS))))


def log_chance(dice: F64, other_objects: F64, expected: int, weights: F64) -> float:
    """Return the natural logarithm of the probability that the chosen candidates are dice and no others are.

    Args:
        dice: Features of the chosen candidates, (k, 3), as the function ``words`` returns them.
        other_objects: Features of the other candidates, (n, 3).
        expected: Number of dice thrown.
        weights: Five weights as in ``DIE_LOG_ODDS_WEIGHTS``.
    """
    mine, spare = dice @ weights[:3], other_objects @ weights[:3]
    number = np.full(len(mine) + len(spare) + 1, -weights[3])
    number[0] += weights[4]
    number[expected : expected + 1] += weights[3]
    every = _subsets(np.concatenate([mine, spare])) + number
    return float(mine.sum() + number[len(mine)] - np.logaddexp.reduce(every))


def _subsets(log: F64) -> F64:
    """Return for each size 0..n the log of the summed odds of all subsets of that size, (n + 1,), from n log-odds."""
    out = np.full(len(log) + 1, -np.inf)
    out[0] = 0.0
    for one in log:
        out[1:] = np.logaddexp(out[1:], out[:-1] + one)
    return out


CLEAR_DIE_SCORE = 0.5
"""Minimum score of a clear die, with which others are compared if the number of dice is unknown."""
NEARLY_SCORE_SHARE, NEARLY_DIE_CHANCE = 0.85, 0.6
"""Minimum score, as a share of that of a die, and minimum ``face`` of a candidate that may be a die after all."""
MIN_CROWD = 4
"""Number of spare candidates of a watched throw that cannot all be clutter."""
MIN_SEEN_SCORE = 0.05
"""Minimum score of a die that counts as seen."""
MIN_RIVAL_CHANCE = 0.6
"""Minimum chance of the value of a candidate that may be a surplus die."""
DOUBTS = ("cocked", "unsure", "no die")
"""Doubts that more looks at the same dice may settle."""
_UNTYPED_REFUSALS = {
    "dice.unsure": "dice.untyped.unsure",
    "dice.no-dice": "dice.untyped.no-dice",
    "dice.no-die": "dice.untyped.no-die",
    "dice.numerals": "dice.untyped.numerals",
}
"""Refusals that ask for the values to be typed, each with the refusal that asks for a better look instead."""


def without_typing(refused: Fact) -> Fact:
    """Return the refusal worded for places where nobody can type the roll, such as a photograph."""
    return Fact(_UNTYPED_REFUSALS.get(refused.code, refused.code), refused.values)


@dataclass(frozen=True, slots=True, eq=False)
class DiceVerdict:
    """A reading of a roll, accepted or refused.

    Attributes:
        dice: The dice of the roll.
        refused: The reason why the reading is refused; None if it is accepted.
        doubt: Kind of the refusal, such as "cocked" or "missing"; empty if accepted.
    """

    dice: tuple[SeenDie, ...]
    refused: Fact | None = None
    doubt: str = ""
    spare: tuple[SeenDie, ...] = ()
    """Candidates that do not count as dice."""
    sets: tuple[str, ...] = ()
    """The name of each die's set, or its colour where sets are not told apart."""
    other_dice: tuple[SeenDie, ...] = ()
    """Dice that do not count because they are of another set, or lay there before the throw."""
    doubt_of_all: str = ""
    """Kind of the doubt about all dice together, where ``doubt`` is about those of one set."""
    remarks: tuple[Fact, ...] = ()
    """Facts reported besides the roll; they do not refuse it."""

    @property
    def values(self) -> tuple[int, ...]:
        """The likeliest value of each die, 1 to 6."""
        return tuple(d.value for d in self.dice)

    @property
    def confidence(self) -> float:
        """Joint confidence in all dice, 0..1; 0 without dice."""
        return float(np.prod([d.sure * min(1.0, d.score + 0.2) for d in self.dice])) if self.dice else 0.0


Doubt = tuple[Fact, str]
"""The reason for a refusal, and its kind."""


def choose(candidates: Sequence[SeenDie], count: int | None, margins: DiceMargins) -> DiceVerdict:
    """Choose the dice of the roll among the candidates, and accept or refuse their reading.

    Args:
        candidates: Everything that may be a die.
        count: Number of dice thrown; None if unknown.
        margins: Thresholds for accepting a reading.
    """
    ranked = sorted(candidates, key=lambda d: -d.score)
    least = _least(ranked, margins)
    most = count if count is not None else sum(d.score >= least for d in ranked)
    verdict = DiceVerdict(tuple(_in_order(ranked[:most])), spare=tuple(ranked[most:]))
    if count is not None:
        doubt = _doubt_of_signs(verdict, margins) or _doubt_of_count(verdict, count, margins)
    elif not verdict.dice:
        doubt = (fact("dice.none"), "none")
    else:
        doubt = _doubt_of_signs(verdict, margins) or _doubt_of_all(verdict, margins)
        doubt = doubt or _doubt_of_number(verdict, least, margins)
    return _with_doubt(verdict, doubt)


def verdict_for(dice: Sequence[SeenDie], margins: DiceMargins) -> DiceVerdict:
    """Return the verdict on exactly these dice, refused if one of them is doubtful."""
    verdict = DiceVerdict(tuple(dice))
    return _with_doubt(verdict, _doubt_of_signs(verdict, margins) or _doubt_of_all(verdict, margins))


def doubtful(dice: Sequence[SeenDie], margins: DiceMargins) -> list[SeenDie]:
    """Return the dice because of which a roll would be refused: leaning, uncertain, or hardly dice."""
    doubted = [d for d, _ in _doubts_of_dice(dice, margins)]
    return [d for d in dice if d in doubted or _unlikely(d, margins)]


def _unlikely(d: SeenDie, margins: DiceMargins) -> bool:
    """Return True if the die's ``score`` or ``face`` is below its threshold."""
    return d.score < margins.score or d.face < margins.face


def _least(ranked: Sequence[SeenDie], margins: DiceMargins) -> float:
    """Return the minimum score of a die if the number of dice is unknown.

    If there are clear dice, it is at least a share of their median score, so that faint clutter is left out.
    """
    clear = [d.score for d in ranked if d.score >= CLEAR_DIE_SCORE]
    return max(margins.score, margins.share * median(clear)) if clear else margins.score


def _in_order(dice: Sequence[SeenDie]) -> list[SeenDie]:
    return sorted(dice, key=lambda d: (round(d.y / max(8.0, d.size)), d.x))


def _with_doubt(verdict: DiceVerdict, doubt: Doubt | None) -> DiceVerdict:
    return verdict if doubt is None else replace(verdict, refused=doubt[0], doubt=doubt[1])


def _doubt_of_number(v: DiceVerdict, least: float, margins: DiceMargins) -> Doubt | None:
    """Return a doubt if a candidate that was left out may be a die after all; else None.

    Such a candidate scores just below ``least``, and the die classifier takes it for a die.
    """
    nearly = (
        [d for d in v.spare if d.score >= NEARLY_SCORE_SHARE * least and d.face >= NEARLY_DIE_CHANCE]
        if margins.share
        else []
    )
    return (fact("dice.no-die", die=nearly[0].colour), "no die") if nearly else None


def _doubt_of_signs(v: DiceVerdict, margins: DiceMargins) -> Doubt | None:
    if v.dice and median(d.numerals for d in v.dice) > margins.numerals:
        return fact("dice.numerals"), "numerals"
    return None


def _doubt_of_count(v: DiceVerdict, count: int, margins: DiceMargins) -> Doubt | None:
    seen = sum(d.score >= MIN_SEEN_SCORE for d in v.dice)
    if not seen:
        return fact("dice.none"), "none"
    if seen < count:
        return fact("dice.missing-one" if seen == 1 else "dice.missing", n=seen, count=count), "missing"
    if more := _rivals(v, margins):
        return fact("dice.too-many", n=count + more, count=count), "too many"
    return _doubt_of_all(v, replace(margins, score=2 * MIN_SEEN_SCORE))


def _rivals(v: DiceVerdict, margins: DiceMargins) -> int:
    """Return the number of surplus candidates that may be dice too.

    In a watched throw, they score nearly as high as the weakest die. Four or more that score lower are also reported,
    as they may be halves of dominoes. In a single picture one is ignored, as it may be a fleck of the ground.
    """
    least = margins.rival * min(d.score for d in v.dice)
    rivals = [
        d.score for d in v.spare if d.score >= margins.score and d.sure >= MIN_RIVAL_CHANCE and d.face >= margins.face
    ]
    close = sum(score >= least for score in rivals)
    if margins.presence:
        return close if close > 1 else 0  # in one picture one may be a fleck of the ground
    return close or (len(rivals) if len(rivals) >= MIN_CROWD else 0)


def _is_unlikely_roll(v: DiceVerdict, margins: DiceMargins) -> bool:
    """Return True if the probability that exactly these candidates are dice is below ``margins.presence``."""
    return margins.presence > 0 and roll_chance(v.dice, v.spare) < margins.presence


def _doubt_of_all(v: DiceVerdict, margins: DiceMargins) -> Doubt | None:
    if len(v.dice) > margins.most:
        return fact("dice.most", most=margins.most), "too many"
    if _is_unlikely_roll(v, margins):
        return fact("dice.no-dice"), "no die"
    if first := next(_doubts_of_dice(v.dice, margins), None):
        return first[1]
    unlikely = [d for d in v.dice if _unlikely(d, margins)]
    if unlikely and not margins.presence:
        most = len(unlikely) > len(v.dice) / 2
        return fact("dice.no-dice") if most else fact("dice.no-die", die=unlikely[0].colour), "no die"
    return None


def _doubts_of_dice(dice: Sequence[SeenDie], margins: DiceMargins) -> Iterator[tuple[SeenDie, Doubt]]:
    """Yield each doubtful die with the reason: first all that lean, then all whose value is uncertain."""
    for d in dice:
        if d.lean > margins.cocked:
            yield d, (fact("dice.leaning", die=d.colour), "cocked")
    for d in dice:
        if d.sure < margins.sure:
            a, b = (int(k) + 1 for k in np.argsort(-d.chances)[:2])
            yield d, (fact("dice.unsure", die=d.colour, a=a, b=b), "unsure")
