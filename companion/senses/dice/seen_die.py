"""The value type for one die after all looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.senses.dice import die_colour
from companion.senses.dice.crops import F32, Image, Placed
from companion.senses.dice.die_classifier import Tilt


@dataclass(frozen=True, slots=True, eq=False)
class SeenDie(Placed):
    """One die in a picture, with the combined reading of all looks at it.

    Attributes:
        score: Confidence that it is a die, 0..1.
        chances: Probabilities of the values 1..6, (6,).
        cocked: Detector's probability that it leans on something, 0..1.
        lab: Colour of its body in Lab.
        tilt: Direction of its upper face; None if not classified.
    """

    score: float
    chances: F32
    cocked: float
    lab: die_colour.Lab = (0.0, 0.0, 0.0)
    tilt: Tilt | None = None
    lean: float = 0.0
    """Probability that it leans, judged by the plane of the table, 0..1; 0 if not judged."""
    face: float = 1.0
    """Die classifier's probability that this is the upper face of a die, 0..1; 1 if not classified."""
    numerals: float = 0.0
    """Probability that it bears numerals instead of pips, 0..1."""
    read_chances: F32 | None = None
    """``chances`` as they were read, (6,), if corrections have changed them since; None if they have not."""

    @property
    def value(self) -> int:
        """The likeliest value, 1 to 6."""
        return int(self.chances.argmax()) + 1

    @property
    def sure(self) -> float:
        """The probability of the likeliest value, 0..1."""
        return float(self.chances.max())

    @property
    def colour(self) -> str:
        """The everyday name of its colour."""
        return die_colour.name(self.lab)


def with_colours(image: Image, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """Return the dice with their colours measured in the picture."""
    return [replace(d, lab=die_colour.patch(image, d.x, d.y, d.size)) for d in dice]
