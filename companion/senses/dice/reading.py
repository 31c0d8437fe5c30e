"""What was read: dice with their values, or a refusal that names the die and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from companion.facts import Fact, fact
from companion.senses.dice import colour
from companion.senses.dice.detector import Sighting
from companion.senses.dice.die import Tilt
from companion.senses.dice.pictures import Image


@dataclass(frozen=True, slots=True, eq=False)
class SeenDie:
    """One die after all looks at it. ``score`` 0..1: that it is a die; ``chances`` (6,) of its values."""

    x: float
    y: float
    box: tuple[float, float, float, float]
    score: float
    chances: NDArray[np.float32]
    cocked: float
    moving: float
    facing: float
    lab: colour.Lab = (0.0, 0.0, 0.0)
    tilt: Tilt | None = None
    lean: float | None = None
    """0..1: that it leans, by the plane of the table; None where that was not looked at."""
    face: float = 1.0
    """0..1: the die network's word alone that this is the upper face of a die; 1 where it was not asked."""
    numerals: float = 0.0
    """0..1: the second reader's word that it bears numerals instead of pips."""
    third: float = 1.0
    """0..1: the third reader's word alone that this is the upper face of a die; 1 where it was not asked."""

    @property
    def size(self) -> float:
        """Side of the upper face, pixels."""
        return float(np.sqrt(max(1.0, (self.box[2] - self.box[0]) * (self.box[3] - self.box[1]))))

    @property
    def value(self) -> int:
        """Pips, 1 to 6."""
        return int(self.chances.argmax()) + 1

    @property
    def sure(self) -> float:
        """Chance of the value."""
        return float(self.chances.max())

    @property
    def colour(self) -> str:
        """The set's name, or empty where sets are not told apart."""
        return colour.name(self.lab)

    def enlarged(self, by: float) -> SeenDie:
        """The same die in the picture enlarged so much."""
        left, top, right, bottom = self.box
        return replace(self, x=self.x * by, y=self.y * by, box=(left * by, top * by, right * by, bottom * by))


@dataclass(frozen=True, slots=True)
class Margins:
    """Below these the reader asks instead of guessing (calibration/dice.json)."""

    score: float = 0.35
    score_live: float = 0.35
    share: float = 0.0
    """With the count unknown, what a die's score must be of the clear dice's in one picture; 0: it is not looked at."""
    known_score: float = 0.2
    """The same with the count known, for the dice that rank best."""
    face: float = 0.5
    """What the die network must say of each die: side faces and clutter stay below."""
    known_face: float = 0.5
    """The same with the count known."""
    known_most: float = 0.0
    """With the count known, what it must say of the middle one of the dice: below, they are letters or clutter."""
    known_half: float = 0.0
    """With the count known, the score that the middle one of the dice must have; 0: it is not looked at."""
    third: float = 0.0
    """With the count unknown, what the third reader must say of each die in one picture: it knows clutter best."""
    known_third: float = 0.0
    """With the count known, what it must say of the middle one of the dice."""
    face_live: float = 0.5
    sure: float = 0.7
    sure_live: float = 0.7
    """The chance that a watched throw needs: there it costs little to roll again."""
    cocked: float = 0.5
    cocked_live: float = 0.5
    cocked_alone: float = 0.5
    """The same for one die alone on a table that no throw has shown yet."""
    rival: float = 0.9
    """With the count known: a further candidate that reads surely and has this share of the weakest die's score.

    Above 1 a single one is never too many, for the best ones are taken first; a ``CROWD`` is.
    """
    rival_live: float = 0.9
    pattern: float = 0.35
    """Where so many as a ``CROWD`` that were not counted have this score and read surely, all are of one pattern."""
    beside: float = 0.0
    """What a ``CROWD`` of either kind must have of the weakest die's score to count, where all dice are ``PLAIN``."""
    numerals: float = 0.9
    """Where the second reader's word on most of the dice is above this, they bear numerals, and nothing is read."""
    most: int = 30

    def live(self, *, alone: bool = False) -> Margins:
        """Those of a watched throw, where many looks were averaged; ``alone``: see ``cocked_alone``."""
        return replace(
            self, score=self.score_live, share=0.0, known_half=0.0, face=self.face_live, known_face=self.face_live,
            third=0.0, known_third=0.0,
            sure=self.sure_live, cocked=self.cocked_alone if alone else self.cocked_live, rival=self.rival_live,
            pattern=1.0, beside=0.0,
        )  # fmt: skip

    def doubted(self) -> Margins:
        """Those of a throw that was in doubt already: what wavers about a margin is not read when it just passes."""
        return replace(self, sure=1 - WAVERING * (1 - self.sure), cocked=self.cocked - LESS)


WAVERING, LESS = 0.5, 0.05
"""What is left of the doubt about a value that a second judgement allows, and how much less a die may seem to lean.

Of 120 watched throws one with a leaning die was read as its chance fell from .79 to .68 in half a second.
"""


@dataclass(frozen=True, slots=True)
class Reading:
    """A roll as read. ``refused``: why not, if so; ``doubt`` names its kind."""

    dice: tuple[SeenDie, ...]
    refused: Fact | None = None
    doubt: str = ""
    spare: tuple[SeenDie, ...] = field(default=())
    """Sightings that were not counted."""

    @property
    def values(self) -> tuple[int, ...]:
        """0 for a die that cannot be read."""
        return tuple(d.value for d in self.dice)

    @property
    def confidence(self) -> float:
        """0 to 1: how sure all dice together are; 0 where nothing was read."""
        return float(np.prod([d.sure * min(1.0, d.score + 0.2) for d in self.dice])) if self.dice else 0.0


Doubt = tuple[Fact, str]
"""What it is, and its kind."""


def coloured(image: Image, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice with their colour patches taken from the picture."""
    return [replace(d, lab=colour.patch(image, _as_sighting(d))) for d in dice]


def _as_sighting(d: SeenDie) -> Sighting:
    return Sighting(d.x, d.y, d.box, d.score, d.chances, d.cocked, d.moving, d.facing, d.size)


def choose(candidates: Sequence[SeenDie], count: int | None, margins: Margins) -> Reading:
    """Decide which candidates are the roll, and whether to believe it. ``count``: how many dice were thrown."""
    ranked = sorted(candidates, key=lambda d: -d.score)
    if count is None:
        least = _least(ranked, margins)
        taken = [d for d in ranked if d.score >= least]
        reading = Reading(tuple(_in_order(taken)), spare=tuple(d for d in ranked if d.score < least))
        if not taken:
            return _doubted(reading, (fact("dice.none"), "none"))
        doubt = _doubt_of_signs(reading, margins) or _doubt_of_all(reading, margins)
        return _doubted(reading, doubt or _doubt_of_number(reading, least, margins))
    taken, rest = ranked[:count], ranked[count:]
    reading = Reading(tuple(_in_order(taken)), spare=tuple(rest))
    return _doubted(reading, _doubt_of_signs(reading, margins) or _doubt_of_count(reading, count, margins))


def believed(dice: Sequence[SeenDie], margins: Margins) -> Reading:
    """These dice as a roll, whatever their number, refused where one of them is doubtful."""
    reading = Reading(tuple(dice))
    return _doubted(reading, _doubt_of_signs(reading, margins) or _doubt_of_all(reading, margins))


def leaning(dice: Sequence[SeenDie]) -> list[float]:
    """0..1 for each die, that it leans: by the table's plane, else by the dice network's word.

    That counts for more where the others lie flat, for one camera sees them all.
    """
    odds = np.log([max(0.01, d.cocked) / max(0.01, 1 - d.cocked) for d in dice])
    apart = [odds[k] - np.median(np.delete(odds, k)) if len(dice) > 1 else 0.0 for k in range(len(dice))]
    guessed = [float(1 / (1 + np.exp(-o - 0.5 * a))) for o, a in zip(odds, apart, strict=True)]
    return [guess if d.lean is None else d.lean for d, guess in zip(dice, guessed, strict=True)]


def doubtful(dice: Sequence[SeenDie], margins: Margins) -> list[SeenDie]:
    """Those that alone would have the roll refused."""
    return [
        d
        for d, lean in zip(dice, leaning(dice), strict=True)
        if d.moving > 0.6 or lean > margins.cocked or d.sure < margins.sure
        or d.score < margins.score or d.face < margins.face or d.third < margins.third
    ]  # fmt: skip


def _least(ranked: Sequence[SeenDie], margins: Margins) -> float:
    """The least score of a die where their number is unknown: of clear dice it takes more than of small or dim ones."""
    clear = [d.score for d in ranked if d.score >= CLEAR]
    return max(margins.score, margins.share * median(clear)) if clear else margins.score


def _doubt_of_number(r: Reading, least: float, margins: Margins) -> Doubt | None:
    """Where the number is unknown, what is just no die by its score and otherwise looks like one is asked about."""
    if margins.share == 0.0:
        return None
    nearly = [d for d in r.spare if d.score >= NEARLY * least and d.sure >= margins.sure and d.face >= LIKE_A_DIE]
    return (fact("dice.no-die", die=nearly[0].colour), "no die") if nearly else None


CLEAR = 0.5
NEARLY, LIKE_A_DIE = 0.85, 0.6
CROWD = 4
"""So many further candidates that are surely dice cannot all be clutter."""
PLAINLY = 0.9
"""Chance of the value of what reads surely, as the letters of a text may."""


PLAIN = 0.65
"""Score of a die that is plain to see: what lies beside such dice is held against them, and else by itself."""


def _beside(r: Reading, margins: Margins) -> float:
    """The least score of what lies beside the counted dice and speaks against them."""
    weakest = min((d.score for d in r.dice), default=0.0)
    return margins.beside * weakest if weakest >= PLAIN else 0.0


def _doubted(reading: Reading, doubt: Doubt | None) -> Reading:
    return reading if doubt is None else replace(reading, refused=doubt[0], doubt=doubt[1])


def _in_order(dice: list[SeenDie]) -> list[SeenDie]:
    return sorted(dice, key=lambda d: (round(d.y / max(8.0, d.size)), d.x))


def _doubt_of_count(r: Reading, count: int, margins: Margins) -> Doubt | None:
    seen = [d for d in r.dice if d.score >= margins.known_score * 0.5]
    if not seen:
        return fact("dice.none"), "none"
    if len(seen) < count:
        return fact("dice.missing-one" if len(seen) == 1 else "dice.missing", n=len(seen), count=count), "missing"
    weakest = min(d.score for d in r.dice)
    least = margins.rival * weakest
    rivals = [d for d in r.spare if d.score >= margins.score and d.sure >= 0.6 and d.face >= margins.face]
    crowd = sum(d.score >= _beside(r, margins) for d in rivals) >= CROWD
    more = [d for d in rivals if d.score >= least] or (rivals if crowd else [])
    if more:
        return fact("dice.too-many", n=count + len(more), count=count), "too many"
    if (
        median(d.face for d in r.dice) < margins.known_most
        or median(d.score for d in r.dice) < margins.known_half
        or median(d.third for d in r.dice) < margins.known_third
    ):
        return fact("dice.no-dice"), "no die"
    return _doubt_of_all(r, replace(margins, score=margins.known_score, face=margins.known_face, third=0.0))


def _doubt_of_signs(r: Reading, margins: Margins) -> Doubt | None:
    if r.dice and median(d.numerals for d in r.dice) > margins.numerals:
        return fact("dice.numerals"), "numerals"
    return None


def _doubt_of_all(r: Reading, margins: Margins) -> Doubt | None:
    if len(r.dice) > margins.most:
        return fact("dice.most", most=margins.most), "too many"
    pattern = max(margins.pattern, _beside(r, margins))
    if sum(d.score >= pattern and d.sure >= PLAINLY for d in r.spare) >= CROWD:
        return fact("dice.no-dice"), "no die"
    for d, lean in zip(r.dice, leaning(r.dice), strict=True):
        if d.moving > 0.6:
            return fact("dice.moving", die=d.colour), "moving"
        if lean > margins.cocked:
            return fact("dice.leaning", die=d.colour), "cocked"
    for d in r.dice:
        if d.sure < margins.sure:
            a, b = (int(k) + 1 for k in np.argsort(-d.chances)[:2])
            return fact("dice.unsure", die=d.colour, a=a, b=b), "unsure"
    doubtful = [d for d in r.dice if d.score < margins.score or d.face < margins.face or d.third < margins.third]
    if doubtful:
        most = len(doubtful) > len(r.dice) / 2
        return fact("dice.no-dice") if most else fact("dice.no-die", die=doubtful[0].colour), "no die"
    return None
