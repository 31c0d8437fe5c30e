"""What calibration knows of the table: where dice are thrown, how large they are, whose they are."""

from __future__ import annotations

from dataclasses import dataclass

from companion.senses.dice.colour import DieSet

Region = tuple[float, float, float, float]
"""Left, top, right, bottom as shares of the picture."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What calibration knows. ``edge``: a die's size as a share of the picture's longer side; None: to be found."""

    region: Region = (0.0, 0.0, 1.0, 1.0)
    edge: float | None = None
    sets: tuple[DieSet, ...] = ()
    thumb: tuple[tuple[int, ...], ...] = ()
    """The empty table 160 wide, grey, to notice a bumped camera; empty: not watched."""
    rest: float = 0.25
    """Seconds of stillness: a reading is to come within 0.3 s, and a camera gives 15 pictures a second."""
    hand: float = 0.02
    """Share of the picture that something reaching in may cover before it counts as a hand."""
    most: int = 12
    learn_sets: bool = False
