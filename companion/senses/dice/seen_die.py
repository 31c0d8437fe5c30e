"""One die after all looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

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
    lean: float = 0.0
    """0..1: that it leans, by the plane of the table; 0 where that was not looked at."""
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


def with_colours(image: Image, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """Return the same dice with their colours taken from the picture."""
    return [replace(d, lab=die_colour.patch(image, d.x, d.y, d.size)) for d in dice]
