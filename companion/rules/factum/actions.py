"""The actions of Factum, as values. Cards are numbers; 0 is a physical card that the engine cannot see.

CHANCE or TABLE at the beginning of a description says who does this action; all others are players'.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

Cards: TypeAlias = tuple[int, ...]
PILE_OWNER: Final = -1  # owner of a card that was added from the pile
STORY_OWNER: Final = -2  # owner of the storyteller's card


@dataclass(frozen=True, slots=True)
class Deal:
    """CHANCE: the cards drawn for the hands, by seat, or those added to the cards on the table."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Volunteer:
    """Volunteer to tell a story."""


@dataclass(frozen=True, slots=True)
class Teams:
    """CHANCE: the seats of the storyteller's team, ascending."""

    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell a story and lay the picture card that belongs to it face down."""

    card: int = 0


@dataclass(frozen=True, slots=True)
class Judge:
    """Volunteer to be the judge."""


@dataclass(frozen=True, slots=True)
class Decide:
    """The judge's decision which team guesses: the storyteller's if ``tellers``, else the judge's."""

    tellers: bool


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a confusing card from the hand."""

    card: int = 0


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote for the card that may be the storyteller's; for physical cards it is the number of the card's place."""

    card: int


@dataclass(frozen=True, slots=True)
class Owner:
    """TABLE, physical cards: who laid the chosen card: a seat, STORY_OWNER (the storyteller) or PILE_OWNER (nobody)."""

    player: int


@dataclass(frozen=True, slots=True)
class Best:
    """A vote for the better story: the new one if ``new``, else the one that holds the title."""

    new: bool


Action: TypeAlias = Deal | Volunteer | Teams | Tell | Judge | Decide | Lay | Vote | Owner | Best
ACTION_TYPES: Final = (Deal, Volunteer, Teams, Tell, Judge, Decide, Lay, Vote, Owner, Best)
