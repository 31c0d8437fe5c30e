"""What is believed of the dice: their values, or a refusal that names the die and what to do."""

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
"""Log odds of a die: the first three times 1, the logit of its score and of the die classifier's word.

Then by how many e-folds another number of dice is less likely than the expected one, and a table without any more. The
likeliest on 113 rendered stills and 120 pictures without dice (measure.evaluate.dice_chances, seeds 7102 and 7101),
the last two halved: few stills show what lies at home.
"""
_MIN_CHANCE, _MAX_CHANCE = 0.003, 0.9997


def words(dice: Sequence[SeenDie]) -> F64:
    """Return for each candidate 1 and the log-odds of its score and its face, (n, 3)."""
    said = np.clip(np.array([(d.score, d.face) for d in dice], np.float64).reshape(-1, 2), _MIN_CHANCE, _MAX_CHANCE)
    return np.column_stack([np.ones(len(said)), np.log(said / (1 - said))])


def roll_chance(dice: Sequence[SeenDie], spare: Sequence[SeenDie]) -> float:
    """Return the chance, 0..1, that ``dice`` are all dice, as many as were thrown, and that no ``spare`` is one.

    Each candidate has odds of being a die. A roll is one subset of the candidates; the chance of the one that was
    chosen is its odds over those of all subsets, where the expected number of dice weighs more.
    """
    return float(np.exp(log_chance(words(dice), words(spare), len(dice), np.array(DIE_LOG_ODDS_WEIGHTS))))


def log_chance(dice: F64, other_objects: F64, expected: int, weights: F64) -> float:
    """Return the log of ``roll_chance`` where ``expected`` dice were thrown.

    ``dice`` (k, 3) and ``other_objects`` (n, 3) are as ``words`` gives them.
    """
    mine, spare = dice @ weights[:3], other_objects @ weights[:3]
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


CLEAR_DIE_SCORE = 0.5
"""Score of a clear die, which others are held against where their number is unknown."""
NEARLY_SCORE_SHARE, NEARLY_DIE_CHANCE = 0.85, 0.6
"""Share of the least score, and word of the die classifier, of what is just no die."""
MIN_CROWD = 4
"""So many further candidates of a watched throw cannot all be clutter."""
MIN_SEEN_SCORE = 0.05
"""Score below which nothing was seen where a die is missing."""
MIN_RIVAL_CHANCE = 0.6
"""Chance of the value of a candidate that may be one die too many."""
DOUBTS = ("cocked", "unsure", "no die")
"""What more looks at the same dice may settle."""
_UNTYPED_REFUSALS = {
    "dice.unsure": "dice.untyped.unsure",
    "dice.no-dice": "dice.untyped.no-dice",
    "dice.no-die": "dice.untyped.no-die",
    "dice.numerals": "dice.untyped.numerals",
}
"""Refusals that ask somebody to type, each with the one that asks for a better look."""


def without_typing(refused: Fact) -> Fact:
    """Return a refusal for where nobody can type the roll, such as a photograph: what is wrong, and how to see it."""
    return Fact(_UNTYPED_REFUSALS.get(refused.code, refused.code), refused.values)


@dataclass(frozen=True, slots=True, eq=False)
class DiceVerdict:
    """A roll as it is believed. ``refused``: why it is not, if so; ``doubt`` names the kind of refusal."""

    dice: tuple[SeenDie, ...]
    refused: Fact | None = None
    doubt: str = ""
    spare: tuple[SeenDie, ...] = ()
    """Candidates that were not counted."""
    sets: tuple[str, ...] = ()
    """The name of each die's set, or its colour where sets are not told apart."""
    other_dice: tuple[SeenDie, ...] = ()
    """Dice that were counted first and do not count: of another set, or they lay there."""
    doubt_of_all: str = ""
    """The doubt about all dice together, where ``doubt`` is about those of one set."""
    remarks: tuple[Fact, ...] = ()
    """What the table is told besides; it stops nothing."""

    @property
    def values(self) -> tuple[int, ...]:
        """Of each die its likeliest value, 1 to 6."""
        return tuple(d.value for d in self.dice)

    @property
    def confidence(self) -> float:
        """0 to 1: how sure all dice together are; 0 where nothing was read."""
        return float(np.prod([d.sure * min(1.0, d.score + 0.2) for d in self.dice])) if self.dice else 0.0


Doubt = tuple[Fact, str]
"""What it is, and its kind."""


def choose(candidates: Sequence[SeenDie], count: int | None, margins: DiceMargins) -> DiceVerdict:
    """Decide which candidates are the roll, and whether to believe it. ``count``: how many dice were thrown."""
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
    """Return these dice as a roll, whatever their number, refused where one of them is doubtful."""
    verdict = DiceVerdict(tuple(dice))
    return _with_doubt(verdict, _doubt_of_signs(verdict, margins) or _doubt_of_all(verdict, margins))


def doubtful(dice: Sequence[SeenDie], margins: DiceMargins) -> list[SeenDie]:
    """Return those that alone would have the roll refused."""
    doubted = [d for d, _ in _doubts_of_dice(dice, margins)]
    return [d for d in dice if d in doubted or _unlikely(d, margins)]


def _unlikely(d: SeenDie, margins: DiceMargins) -> bool:
    """Return whether it is hardly a die."""
    return d.score < margins.score or d.face < margins.face


def _least(ranked: Sequence[SeenDie], margins: DiceMargins) -> float:
    """Return the least score of a die where their number is unknown: higher for clear dice than for small."""
    clear = [d.score for d in ranked if d.score >= CLEAR_DIE_SCORE]
    return max(margins.score, margins.share * median(clear)) if clear else margins.score


def _in_order(dice: Sequence[SeenDie]) -> list[SeenDie]:
    return sorted(dice, key=lambda d: (round(d.y / max(8.0, d.size)), d.x))


def _with_doubt(verdict: DiceVerdict, doubt: Doubt | None) -> DiceVerdict:
    return verdict if doubt is None else replace(verdict, refused=doubt[0], doubt=doubt[1])


def _doubt_of_number(v: DiceVerdict, least: float, margins: DiceMargins) -> Doubt | None:
    """Return a doubt about what is just no die by its score, looks like one, and may belong to an unknown number."""
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
    """Return how many candidates beyond the dice make the roll one of more dice, or all of them halves of dominoes."""
    least = margins.rival * min(d.score for d in v.dice)
    rivals = [
        d.score for d in v.spare if d.score >= margins.score and d.sure >= MIN_RIVAL_CHANCE and d.face >= margins.face
    ]
    close = sum(score >= least for score in rivals)
    if margins.presence:
        return close if close > 1 else 0  # in one picture one may be a fleck of the ground
    return close or (len(rivals) if len(rivals) >= MIN_CROWD else 0)


def _is_unlikely_roll(v: DiceVerdict, margins: DiceMargins) -> bool:
    """Return whether these, and no others, are hardly the dice of the picture."""
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
    """Yield what is doubtful about single dice: first how they lie, then what they show."""
    for d in dice:
        if d.lean > margins.cocked:
            yield d, (fact("dice.leaning", die=d.colour), "cocked")
    for d in dice:
        if d.sure < margins.sure:
            a, b = (int(k) + 1 for k in np.argsort(-d.chances)[:2])
            yield d, (fact("dice.unsure", die=d.colour, a=a, b=b), "unsure")
