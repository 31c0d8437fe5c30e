"""Value types for judging dice: the expected roll, the picture with its settings, and the candidates in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.senses.dice.crops import Image
from companion.senses.dice.dice_margins import DiceMargins
from companion.senses.dice.die_colour import DieSet
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.table_plane import PosedDie, TablePlane

MIN_POSED_SCORE = 0.3
"""Minimum score of a candidate whose normal is used to estimate the table's plane."""


@dataclass(frozen=True, slots=True)
class ExpectedDice:
    """The roll that the game waits for: the number of dice and the set.

    Attributes:
        count: Number of dice; None if unknown.
        set: Name of the set that is to be thrown; None for any.
    """

    count: int | None = None
    set: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class DiceScene:
    """One picture of dice with all settings and estimates that judging the dice needs.

    Attributes:
        image: The play area, (h, w, 3) uint8 BGR; places of dice are in its pixels.
        expected: The roll that the game waits for.
        margins: Thresholds for accepting a reading.
        sets: The dice sets that are told apart by colour.
        plane: Estimate of which way is up.
    """

    image: Image
    expected: ExpectedDice = ExpectedDice()
    margins: DiceMargins = field(default_factory=DiceMargins)
    sets: tuple[DieSet, ...] = ()
    plane: TablePlane = field(default_factory=TablePlane)
    corner: tuple[int, int] = (0, 0)
    """Left top corner of the play area in the camera's whole picture, in pixels."""
    whole: tuple[float, float] = (0.0, 0.0)
    """Width and height of the whole picture, in pixels; 0 if the play area is all of it."""

    @property
    def sides(self) -> tuple[float, float]:
        """Width and height of the whole picture, in pixels."""
        return self.whole if self.whole[0] else (float(self.image.shape[1]), float(self.image.shape[0]))

    def place(self, die: SeenDie) -> tuple[float, float]:
        """Return the die's position right and down from the middle of the whole picture, in picture widths."""
        w, h = self.sides
        return (die.x + self.corner[0] - 0.5 * w) / w, (die.y + self.corner[1] - 0.5 * h) / w

    def dice_poses(self, dice: Sequence[SeenDie]) -> dict[int, PosedDie]:
        """Return tilt and position of the candidates that are certainly dice, by their index in ``dice``."""
        return {
            k: PosedDie(d.tilt, *self.place(d), d.cocked)
            for k, d in enumerate(dice)
            if d.tilt is not None and d.score > MIN_POSED_SCORE and d.face > 0.5
        }

    def with_lean(self, dice: Sequence[SeenDie]) -> list[SeenDie]:
        """Return the dice with their probabilities of leaning, estimated from all tilts and the plane."""
        known = self.dice_poses(dice)
        lean = dict(zip(known, self.plane.lean(list(known.values())), strict=True))
        return [replace(d, lean=lean.get(k, 0.0)) for k, d in enumerate(dice)]

    def upward(self, die: SeenDie) -> tuple[float, float]:
        """Return how far right and down the die would move in the picture if lifted by the length of its edge.

        The unit is the edge. The upper face of a die lies farther in this direction than its side faces; at the lower
        border of a steep camera's picture it lies below them.
        """
        return self.plane.upward(*self.place(die))


@dataclass(frozen=True, slots=True, eq=False)
class DiceCandidates:
    """All candidates for the dice of the roll.

    Attributes:
        dice: The candidates.
        lying: For each candidate, True if it lay there before the throw; empty if none did.
    """

    dice: tuple[SeenDie, ...]
    lying: tuple[bool, ...] = ()
    unexamined: int = 0
    """Number of clear dice of earlier throws that still lie there and are not among ``dice``."""

    def lay(self, die: SeenDie) -> bool:
        """Return True if this candidate lay there before the throw."""
        return any(lay and d is die for d, lay in zip(self.dice, self.lying, strict=False))
