"""One die after all looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.senses.dice import die_colour
from companion.senses.dice.crops import F32, Image, Placed
from companion.senses.dice.die_classifier import Tilt


@dataclass(frozen=True, slots=True, eq=False)
class SeenDie(Placed):
    """``score`` 0..1: that it is a die; ``chances`` (6,) of its values."""

    score: float
    chances: F32
    cocked: float
    lab: die_colour.Lab = (0.0, 0.0, 0.0)
    tilt: Tilt | None = None
    lean: float | None = None
    """0..1: that it leans, by the plane of the table; None where that was not looked at."""
    face: float = 1.0
    """0..1: the die classifier's word alone that this is the upper face of a die; 1 where it was not asked."""
    numerals: float = 0.0
    """0..1: that it bears numerals instead of pips."""

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
        """Its everyday colour name."""
        return die_colour.name(self.lab)


def coloured(image: Image, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice with their colours taken from the picture."""
    return [replace(d, lab=die_colour.patch(image, d.x, d.y, d.size)) for d in dice]


def leaning(dice: Sequence[SeenDie]) -> list[float]:
    """0..1 for each die, that it leans: by the table's plane, else by the detector's word.

    That word counts for more where the other dice lie flat: one camera sees them all.
    """
    odds = np.log([max(0.01, d.cocked) / max(0.01, 1 - d.cocked) for d in dice])
    apart = [odds[k] - np.median(np.delete(odds, k)) if len(dice) > 1 else 0.0 for k in range(len(dice))]
    guessed = [float(1 / (1 + np.exp(-o - 0.5 * a))) for o, a in zip(odds, apart, strict=True)]
    return [guess if d.lean is None else d.lean for d, guess in zip(dice, guessed, strict=True)]
