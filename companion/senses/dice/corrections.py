"""Learn from corrections: once somebody has named a die's value, similar dice are more likely read as that value.

A set of dice is always misread in the same way: a six with close columns looks like a five. Therefore the colour of a
corrected die is stored together with its reading (log probabilities of the six values). A later die with a similar
colour and reading becomes likelier to have the corrected value. Dice that were read correctly can be stored too, so
that a correction does not change too many others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from companion.facts import fact
from companion.senses.dice import die_colour
from companion.senses.dice.crops import F32, shares
from companion.senses.dice.dice_margins import DiceMargins
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.verdict import DOUBTS, DiceVerdict, verdict_for

TAUGHT_LOG_CHANCE = 2.0
"""Added to the log chance of the corrected value for a die with exactly the same colour and reading."""
MAX_EVIDENCE = 4.0
"""Maximum that corrections add to a log chance, however many there are."""
LOG_CHANCE_SPREAD = 1.0
"""Standard deviation over which the effect of a correction falls: root mean square difference of log chances."""
COLOUR_SPREAD_LAB = 12.0
"""Standard deviation over which it falls with the difference of colours, in Lab."""
MAX_LESSONS = 200


@dataclass(frozen=True, slots=True)
class CorrectedDie:
    """The colour and reading of one corrected die, and its true value."""

    lab: die_colour.Lab
    looked: NDArray[np.float64]
    """Log chances of the values before the correction, (6,)."""
    value: int


@dataclass(slots=True)
class DiceCorrections:
    """The corrections that people have made since the program began."""

    lessons: list[CorrectedDie] = field(default_factory=list)

    def teach(self, die: SeenDie, value: int) -> None:
        """Store the colour and the reading of ``die`` with its true value.

        Raises:
            ValueError: The value is not 1 to 6.
        """
        if not 1 <= value <= 6:
            raise ValueError(f"{value} is no value of a die: give 1 to 6")
        self.lessons = [*self.lessons, CorrectedDie(die.lab, _log(die), value)][-MAX_LESSONS:]

    def apply(self, dice: Sequence[SeenDie]) -> list[SeenDie]:
        """Return the dice with taught values made likelier; the more a die resembles a corrected one, the more."""
        return [self._read(d) for d in dice] if self.lessons else list(dice)

    def _read(self, die: SeenDie) -> SeenDie:
        gain = np.zeros(6)
        log = _log(die)
        for lesson in self.lessons:
            off = float(np.sqrt(np.mean((log - lesson.looked) ** 2))) / LOG_CHANCE_SPREAD
            tint = die_colour.distance(die.lab, lesson.lab) / COLOUR_SPREAD_LAB
            gain[lesson.value - 1] += TAUGHT_LOG_CHANCE * float(np.exp(-0.5 * (off**2 + tint**2)))
        return replace(die, chances=shares(log + np.minimum(gain, MAX_EVIDENCE)), read_chances=_as_read(die))


def _as_read(die: SeenDie) -> F32:
    """Return the chances of the values 1..6, (6,), before any correction."""
    return die.chances if die.read_chances is None else die.read_chances


def _log(die: SeenDie) -> NDArray[np.float64]:
    """Return the log chances of the die as it was read, (6,): a second correction starts from the same reading."""
    return np.asarray(np.log(np.asarray(_as_read(die), np.float64) + 0.005), np.float64)


def correct_die(verdict: DiceVerdict, die: SeenDie, value: int, margins: DiceMargins = DiceMargins()) -> DiceVerdict:
    """Return the verdict after somebody named one die's value; it stays refused if another die is in doubt.

    A doubt about colours or a screen also remains, since a value does not settle it.

    Args:
        verdict: The verdict on the roll.
        die: One of its dice. If dice are missing, it may be another candidate, which is then added to the dice.
        value: The true value of ``die``, 1 to 6.
        margins: Thresholds for accepting the other dice.
    """
    chances = np.zeros(6, np.float32)
    chances[value - 1] = 1.0
    known = replace(die, chances=chances, read_chances=_as_read(die), score=1.0, face=1.0, cocked=0.0, lean=0.0)
    spare = tuple(d for d in verdict.spare if d is not die)
    if verdict.doubt == "missing" and verdict.refused and all(d is not die for d in verdict.dice):
        dice, count = (*verdict.dice, known), int(str(verdict.refused.values["count"]))
        if len(dice) < count:
            return replace(verdict, dice=dice, refused=fact("dice.missing", n=len(dice), count=count), spare=spare)
    else:
        dice = tuple(known if d is die else d for d in verdict.dice)
        if verdict.refused and verdict.doubt not in DOUBTS:
            return replace(verdict, dice=dice)
    return replace(verdict_for(dice, margins), spare=spare, sets=verdict.sets)


def make_unseen_die(dice: Sequence[SeenDie], x: float, y: float) -> SeenDie:
    """Return a die for a place that somebody tapped although no die was seen there.

    It has the usual size and colour of ``dice``, and no likeliest value.

    Args:
        dice: The dice that were seen.
        x: Place of the tap, in pixels.
        y: Place of the tap, in pixels.
    """
    half = float(np.median([d.size for d in dice])) / 2
    lab = die_colour.middle([d.lab for d in dice])
    nothing = np.full(6, 1 / 6, np.float32)
    return SeenDie(x, y, (x - half, y - half, x + half, y + half), 0.0, nothing, 0.0, lab=lab)


def nearest(dice: Sequence[SeenDie], x: float, y: float) -> SeenDie | None:
    """Return the die nearest to a tap at (x, y) pixels; None if the tap is not on or just beside a die."""
    near = [d for d in dice if max(abs(x - d.x), abs(y - d.y)) < 0.9 * d.size]
    return min(near, key=lambda d: float(np.hypot(x - d.x, y - d.y)), default=None)
