"""The latest roll as it was told, and what people answer: a die that they tap, or the values that they see."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from companion.facts import Fact
from companion.senses.dice.hints import hints
from companion.senses.dice.pictures import Image
from companion.senses.dice.reading import Margins, SeenDie
from companion.senses.dice.sets import Judged
from companion.senses.dice.taught import Taught, corrected, nearest, unseen

MOST = 6
"""Of more dice than these nobody can say which of the values named is whose."""


@dataclass(frozen=True, slots=True)
class Said:
    """``since``: when the dice came to rest, seconds. ``corner``: where the play area begins in the picture, pixels.

    ``whole``: the picture's width and height.
    """

    judged: Judged
    since: float
    corner: tuple[int, int] = (0, 0)
    whole: tuple[float, float] = (1.0, 1.0)

    def tapped(self, taught: Taught, x: float, y: float, value: int, margins: Margins) -> Said | None:
        """The roll with the die at (x, y), shares of the picture, showing ``value``; None where no die is.

        Where dice are missing, one that was not seen may be tapped too. The look is kept in ``taught``. Raises
        ValueError for a value that is not 1 to 6.
        """
        reading, sets = self.judged.reading, self.judged.sets
        at = x * self.whole[0] - self.corner[0], y * self.whole[1] - self.corner[1]
        die, seen = nearest(reading.dice, *at), True
        if die is None and reading.doubt == "missing" and reading.dice:
            die = nearest(reading.spare, *at)
            seen, die = die is not None, die or unseen(reading.dice, *at)
            sets = (*sets, max(set(sets), key=sets.count) if sets else "")
        if die is None:
            return None
        if seen:
            taught.teach(die, value)
        elif not 1 <= value <= 6:
            raise ValueError(f"{value} is no value of a die: give 1 to 6")
        told = corrected(reading, die, value, margins)
        return replace(self, judged=replace(self.judged, reading=told, sets=sets))

    def named(self, taught: Taught, values: tuple[int, ...], margins: Margins) -> int:
        """Somebody told the whole roll: keep the looks of the dice that were read otherwise or not at all.

        How many were kept: none where as many values as dice were not given, or were given for more than ``MOST``.
        """
        dice = self.judged.reading.dice
        if len(values) != len(dice) or not 0 < len(dice) <= MOST or any(not 1 <= v <= 6 for v in values):
            return 0
        kept = [(d, v) for d, v in zip(dice, _likeliest(dice, values), strict=True) if _new(d, v, margins)]
        for die, value in kept:
            taught.teach(die, value)
        return len(kept)

    def hints(self, part: Image, margins: Margins, most: int = 2) -> list[Fact]:
        """What would help, where the roll was refused: of ``most`` dice. ``part``: the play area's picture."""
        return [self._placed(hint) for hint in hints(part, self.judged.reading, margins)[:most]]

    def _placed(self, hint: Fact) -> Fact:
        """The same hint with its place in shares of the whole picture."""
        at = (float(hint.values[k]) + c for k, c in zip("xy", self.corner, strict=True))  # type: ignore[arg-type]
        x, y = (round(v / side, 3) for v, side in zip(at, self.whole, strict=True))
        return replace(hint, values={**hint.values, "x": x, "y": y})


def _likeliest(dice: tuple[SeenDie, ...], values: tuple[int, ...]) -> tuple[int, ...]:
    """The values in the dice's order, as the looks of the dice suggest it: typed values come in any order."""
    log = np.log(np.array([d.chances for d in dice]) + 0.005)
    rows = np.arange(len(dice))
    return max(sorted(set(permutations(values))), key=lambda order: float(log[rows, np.array(order) - 1].sum()))


def _new(die: SeenDie, value: int, margins: Margins) -> bool:
    return die.value != value or die.sure < margins.sure
