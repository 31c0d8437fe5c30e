"""Events of a round apart from observations, and the requests that a round makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.facts import Fact
from companion.people.warmup.cards import (
    FaceObservation,
    MicrophoneLevels,
    NoiseObservation,
    WarmUpCard,
    WordObservation,
)
from companion.people.warmup.sheet import WarmUpResult
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.sound_features import NoiseProfile

CardVerb: TypeAlias = Literal["skip", "later", "redo", "again", "leave"]
Verb: TypeAlias = CardVerb | Literal["stop", "sheet"]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round begins.

    Attributes:
        cards: Cards of each player.
        signals: Signals of the hand.
        phones: Players who do their cards on their own phone.
        known_profiles: Noise profiles from before.
        joins_round: True if these players join, or begin again, a round that is on; the others are unaffected.
    """

    cards: Mapping[str, Sequence[WarmUpCard]]
    signals: tuple[str, ...]
    phones: frozenset[str] = frozenset()
    known_profiles: Mapping[str, NoiseProfile] = field(default_factory=dict)
    joins_round: bool = False


@dataclass(frozen=True, slots=True)
class Added:
    """A camera or microphone was opened during the round: cards that need it are added.

    Attributes:
        cards: New cards of each player.
        phones: Players who do their cards on their own phone now.
    """

    cards: Mapping[str, Sequence[WarmUpCard]]
    phones: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Chosen:
    """Somebody chose what to do with a card or the round.

    Attributes:
        verb: What to do; "stop" ends the round with what has been learned, "sheet" shows the sheet so far.
        player: Whose card; None for the player in turn.
        key: Key of the card; None for the top one.
    """

    verb: Verb
    player: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """The set of phones that can see or hear their player has changed.

    Open cards move to these phones, or back to the laptop.
    """

    phones: frozenset[str]


@dataclass(frozen=True, slots=True)
class WildLearned:
    player: str


@dataclass(frozen=True, slots=True)
class Learned:
    """Task ``number`` has a result; ``asks`` is True if the player has not yet said whether it may be stored."""

    number: int
    result: WarmUpResult
    asks: bool


@dataclass(frozen=True, slots=True)
class Agreed:
    """The player's answer whether their profile may be stored."""

    player: str
    yes: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """Time has passed."""


Observation: TypeAlias = FaceObservation | NoiseObservation | MicrophoneLevels | WordObservation
RoundEvent: TypeAlias = Observation | Dealt | Added | Chosen | Moved | WildLearned | Learned | Agreed | Passed


# Requests


@dataclass(frozen=True, slots=True)
class Say:
    """Show a message to a player, or to everybody if ``player`` is None."""

    player: str | None
    what: Fact


@dataclass(frozen=True, slots=True)
class Bars:
    """Show a player's live bars: ``near`` (0..1), or ``level`` and ``floor`` (dB full scale)."""

    player: str
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class KnowNow:
    """Make every camera use this face profile of the player."""

    player: str
    face: Face


@dataclass(frozen=True, slots=True)
class Learn:
    """Compute what the player has taught, and reply with ``Learned``."""

    player: str
    number: int


@dataclass(frozen=True, slots=True)
class HearName:
    """Make every microphone learn how the name sounds, and reply with a ``WordObservation``."""

    player: str
    noise: NoiseObservation


@dataclass(frozen=True, slots=True)
class ShowWild:
    """Start learning the hand's Wild Thing from the dealer."""

    player: str


@dataclass(frozen=True, slots=True)
class ShowSheet:
    """Show the sheet to the table."""


RoundRequest: TypeAlias = Say | Bars | KnowNow | Learn | HearName | ShowWild | ShowSheet
