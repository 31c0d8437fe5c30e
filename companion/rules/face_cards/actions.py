"""The actions of Face Cards, as values. Cards are numbers; physical cards are numbered places on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

Cards: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """CHANCE: the drawn cards, in the order of their use.

    They are the hands by seat and the start card; at the start of a round the replacements by seat and Kenner's open
    cards; the cards added to the centre; or bonus pictures.
    """

    cards: Cards


@dataclass(frozen=True, slots=True)
class Camera:
    """TABLE or CHANCE: the seat that starts, whose player looks most like the start card."""

    player: int


@dataclass(frozen=True, slots=True)
class Lay:
    """A player's secret choice of cards.

    By variant: (front, centre) in the base game, (centre,) in Kenner, (low, high) in Könner, both pairs in Risiko with
    the lower front first, and () for physical cards.
    """

    cards: Cards


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess that two cards are a pair.

    They are a front card and a centre card, or in Könner two centre cards, the lower first.
    """

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
