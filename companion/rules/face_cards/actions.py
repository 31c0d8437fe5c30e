"""What can be done in Face Cards, as values. Cards are numbers; with physical cards they are numbered places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

Cards: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the cards drawn, hands by seat, then the start card or the open cards; or the centre's cards."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Camera:
    """Who looks most like the start card (0..n-1)."""

    player: int


@dataclass(frozen=True, slots=True)
class Lay:
    """A player's secret choice of cards.

    Usually (front, centre); Kenner (centre,); Könner (low, high); Risiko both pairs, the one with the
    lower front first; physical ().
    """

    cards: Cards


@dataclass(frozen=True, slots=True)
class Guess:
    """A front card and a centre card, or two centre cards in Könner, the lower first."""

    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Physical cards: whether the guess was right, of two categories, and in Könner whose pair it was (else -1)."""

    right: bool
    bonus: bool = False
    owner: int = -1


@dataclass(frozen=True, slots=True)
class Pass:
    """Risiko: stop and keep the pictures won in this turn."""


Action: TypeAlias = Deal | Camera | Lay | Guess | Answer | Pass
PASS: Final = Pass()
