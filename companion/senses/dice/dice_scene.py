"""What is known before dice are judged, and what was found there: the scene and its candidates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.senses.dice.crops import Image
from companion.senses.dice.dice_margins import DiceMargins
from companion.senses.dice.die_colour import DieSet
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.table_plane import PosedDie, TablePlane

MIN_POSED_SCORE = 0.3
"""Score of a candidate from which its normal says something about the table."""


@dataclass(frozen=True, slots=True)
class ExpectedDice:
    """The roll that the game waits for: how many dice, and of which set."""

    count: int | None = None
    set: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class DiceScene:
    """One picture of dice. ``image``: the play area, (h, w, 3) uint8 BGR; places of dice are its pixels."""

    image: Image
    expected: ExpectedDice = ExpectedDice()
    margins: DiceMargins = field(default_factory=DiceMargins)
    sets: tuple[DieSet, ...] = ()
    plane: TablePlane = field(default_factory=TablePlane)
    corner: tuple[int, int] = (0, 0)
    """Where the play area begins in the camera's whole picture, pixels."""
    whole: tuple[float, float] = (0.0, 0.0)
    """Width and height of the whole picture, pixels; 0: the play area is all of it."""

    @property
    def sides(self) -> tuple[float, float]:
        """Width and height of the whole picture, pixels."""
        return self.whole if self.whole[0] else (float(self.image.shape[1]), float(self.image.shape[0]))

    def place(self, die: SeenDie) -> tuple[float, float]:
        """Right and down from the whole picture's middle, in widths of it."""
        w, h = self.sides
        return (die.x + self.corner[0] - 0.5 * w) / w, (die.y + self.corner[1] - 0.5 * h) / w

    def dice_poses(self, dice: Sequence[SeenDie]) -> dict[int, PosedDie]:
        """Return the tilts of those that are surely dice, by their position among ``dice``."""
        return {
            k: PosedDie(d.tilt, *self.place(d), d.cocked)
            for k, d in enumerate(dice)
            if d.tilt is not None and d.score > MIN_POSED_SCORE and d.face > 0.5
        }

    def with_lean(self, dice: Sequence[SeenDie]) -> list[SeenDie]:
        """Return the same dice with their chances of leaning, as far as they and the plane show which way is up."""
        known = self.dice_poses(dice)
        lean = dict(zip(known, self.plane.lean(list(known.values())), strict=True))
        return [replace(d, lean=lean.get(k, 0.0)) for k, d in enumerate(dice)]

    def upward(self, die: SeenDie) -> tuple[float, float]:
        """Return which way, right and down, the die would move if it were lifted, in edges for each edge.

        A camera over the table sees the upper faces of dice at its picture's lower border below their side faces.
        """
        return self.plane.upward(*self.place(die))


@dataclass(frozen=True, slots=True, eq=False)
class DiceCandidates:
    """All that may be dice of the roll. ``lying``: for each, that it lay there before the throw; () for none."""

    dice: tuple[SeenDie, ...]
    lying: tuple[bool, ...] = ()
    unexamined: int = 0
    """Plain dice of earlier throws that lie there still and are not among ``dice``."""

    def lay(self, die: SeenDie) -> bool:
        """Return whether this one of them lay there before the throw."""
        return any(lay and d is die for d, lay in zip(self.dice, self.lying, strict=False))
