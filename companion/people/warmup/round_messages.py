"""Messages of a warm-up: events apart from observations, and requests that the caller carries out."""

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
    """Event: cards are dealt, and a warm-up begins.

    Attributes:
        cards: Cards of each player.
        signals: Signals of the hand.
        phones: Players who do their cards at their own phone.
        known_profiles: Noise profiles from before, by player.
        joins_round: True if these players join a warm-up that is going on, or start again in it; the others go on.
    """

    cards: Mapping[str, Sequence[WarmUpCard]]
    signals: tuple[str, ...]
    phones: frozenset[str] = frozenset()
    known_profiles: Mapping[str, NoiseProfile] = field(default_factory=dict)
    joins_round: bool = False


@dataclass(frozen=True, slots=True)
class Added:
    """Event: a camera or microphone was opened during the warm-up, so that more cards are possible.

    Attributes:
        cards: New cards of each player.
        phones: Players who do their cards at their own phone now.
    """

    cards: Mapping[str, Sequence[WarmUpCard]]
    phones: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Chosen:
    """Event: somebody chose what to do with a card or with the warm-up.

    Attributes:
        verb: What to do; "stop" ends the warm-up with what has been learned, "sheet" shows the grades so far.
        player: Player of the card; None for the player in turn at the laptop.
        key: Key of the card; None for the first open one.
    """

    verb: Verb
    player: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """Event: the set of phones that see or hear their player has changed.

    Open cards move to these phones, or back to the laptop.
    """

    phones: frozenset[str]


@dataclass(frozen=True, slots=True)
class WildLearned:
    player: str


@dataclass(frozen=True, slots=True)
class Learned:
    """Event: the task with this ``number`` has a result.

    ``asks`` is True if the player has not been asked yet whether the result may be stored.
    """

    number: int
    result: WarmUpResult
    asks: bool


@dataclass(frozen=True, slots=True)
class Agreed:
    """Event: a player answered whether their profile may be stored."""

    player: str
    yes: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """Event: time has passed, and nothing else happened."""


Observation: TypeAlias = FaceObservation | NoiseObservation | MicrophoneLevels | WordObservation
RoundEvent: TypeAlias = Observation | Dealt | Added | Chosen | Moved | WildLearned | Learned | Agreed | Passed


# Requests


@dataclass(frozen=True, slots=True)
class Say:
    """Request: show a message to a player, or to everybody if ``player`` is None."""

    player: str | None
    what: Fact


@dataclass(frozen=True, slots=True)
class Bars:
    """Request: update a player's live bars.

    ``values`` has either ``near`` (progress, 0..1), or ``level`` and ``floor`` (dB full scale).
    """

    player: str
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class KnowNow:
    """Request: make every camera use this face profile of the player from now on."""

    player: str
    face: Face


@dataclass(frozen=True, slots=True)
class Learn:
    """Request: compute what the player has taught, and reply with a ``Learned`` of the same number."""

    player: str
    number: int


@dataclass(frozen=True, slots=True)
class HearName:
    """Request: make every microphone learn the name's sound from this noise, and reply with a ``WordObservation``."""

    player: str
    noise: NoiseObservation


@dataclass(frozen=True, slots=True)
class ShowWild:
    """Request: start learning the hand's Wild Thing from the dealer, ``player``."""

    player: str


@dataclass(frozen=True, slots=True)
class ShowSheet:
    """Request: show the sheet of grades to the table."""


RoundRequest: TypeAlias = Say | Bars | KnowNow | Learn | HearName | ShowWild | ShowSheet
