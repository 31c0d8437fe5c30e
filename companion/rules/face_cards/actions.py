"""The actions of Face Cards, as values. Cards are numbers; physical cards are numbered places on the table.

CHANCE or TABLE at the beginning of a description says who does this action; all others are players'.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

Cards: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """CHANCE: the cards drawn now, in the order of their use.

    - At the start of the game: the hands by seat, then the start card.
    - At the start of a round: the cards that replace those laid before, by seat; in Kenner then an open card for each
        seat.
    - After the laying: the cards added to the centre.
    - After a right guess: the bonus pictures that the box cannot give.
    """

    cards: Cards


@dataclass(frozen=True, slots=True)
class Camera:
    """TABLE, or CHANCE with the option ``first``: the seat that starts.

    The table chooses who looks most like the start card.
    """

    player: int


@dataclass(frozen=True, slots=True)
class Lay:
    """A player's secret choice of hand cards to lay.

    The base game has (front, centre), Kenner (centre,), and Könner two cards, the lower first. Risiko has two pairs
    (front, centre, front, centre), the lower front first. For physical cards it is ().
    """

    cards: Cards


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess that two cards are a pair: a front and a centre card, or in Könner two centre cards, the lower first."""

    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a guess with physical cards.

    Attributes:
        right: True if the guess was right.
        bonus: True if the two cards are of different categories.
        owner: In Könner the seat whose pair it was, else -1.
    """

    right: bool
    bonus: bool = False
    owner: int = -1


@dataclass(frozen=True, slots=True)
class Pass:
    """Stop guessing and keep the pictures won in this turn (Risiko only)."""


Action: TypeAlias = Deal | Camera | Lay | Guess | Answer | Pass
PASS: Final = Pass()
