"""The actions of Keep Smiling! as immutable values, and the few constants of the board.

Lanes are 0..4 (``a`` to ``e``), the same lane for both players. A piece's place is the number of steps it has gone
from its owner's start field: 0 at the start, ``lane_length`` on the opponent's start field.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

LANES: Final = "abcde"
KINDS: Final = "SGN"  # Smily, Grimmy, Neutralo
SET: Final = "GGNSS"  # the five pieces of one player, sorted
UNSEEN: Final = "?????"  # physical pieces: nobody tells the engine which is where
CHAIRS: Final = 6
OFF: Final = -1  # a piece that is not on its lane: captured or on a chair

Step: TypeAlias = tuple[int, tuple[int, ...]]  # lane, and one die or two dice (ascending) for its piece
Advance: TypeAlias = tuple[int, int]  # lane, and the fields to go


class Place(NamedTuple):
    """A player's secret set-up: the kinds on the lanes a to e, such as ``"SGNSG"``."""

    kinds: str


class Roll(NamedTuple):
    """CHANCE: what three dice show, in any order."""

    dice: tuple[int, int, int]


class Move(NamedTuple):
    """A turn: one to three pieces with the dice that each goes, in the order named; no step at all is the pass."""

    steps: tuple[Step, ...]


class Duel(NamedTuple):
    """CHANCE, duel variant: the die of the attacker and the die of the defender."""

    attacker: int
    defender: int


class Reveal(NamedTuple):
    """TABLE, physical pieces: the kinds that were turned over at the end, chair 6 first."""

    kinds: str


Action: TypeAlias = Place | Roll | Move | Duel | Reveal
PASS: Final = Move(())
