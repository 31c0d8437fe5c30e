"""What can be done in Factum, as values. Cards are numbers; 0 is a physical card that the engine cannot see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

Cards: TypeAlias = tuple[int, ...]
PILE_OWNER: Final = -1  # an owner: the card filled up from the pile
STORY_OWNER: Final = -2  # an owner: the storyteller's card itself


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the cards drawn, for the hands by seat, or for the table."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Volunteer:
    """Say that one has a story."""


@dataclass(frozen=True, slots=True)
class Teams:
    """Chance: the storyteller's team, by seat."""

    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tell:
    """The story is told, and its card lies face down."""

    card: int = 0


@dataclass(frozen=True, slots=True)
class Judge:
    """Say that one judges."""


@dataclass(frozen=True, slots=True)
class Decide:
    """The judge's decision: whether the storyteller's team guesses (else the judge's own)."""

    tellers: bool


@dataclass(frozen=True, slots=True)
class Lay:
    """A confusing card."""

    card: int = 0


@dataclass(frozen=True, slots=True)
class Vote:
    """The card (with physical cards its place on the table) that a voter takes for the storyteller's."""

    card: int


@dataclass(frozen=True, slots=True)
class Owner:
    """Physical cards: whose the chosen card was, a player's, PILE_OWNER or STORY_OWNER."""

    player: int


@dataclass(frozen=True, slots=True)
class Best:
    """The better story: the new one, or the one that holds the title."""

    new: bool


Action: TypeAlias = Deal | Volunteer | Teams | Tell | Judge | Decide | Lay | Vote | Owner | Best
ACTION_TYPES: Final = (Deal, Volunteer, Teams, Tell, Judge, Decide, Lay, Vote, Owner, Best)
