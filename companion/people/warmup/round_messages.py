"""What comes into a round besides what is observed, and what it asks for."""

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
    """A round begins. ``phones``: who has their cards on their own phone; ``known_profiles``: noises from before.

    ``joins_round``: these players alone begin (anew); what everybody else has and has taught stays as it is.
    """

    cards: Mapping[str, Sequence[WarmUpCard]]
    signals: tuple[str, ...]
    phones: frozenset[str] = frozenset()
    known_profiles: Mapping[str, NoiseProfile] = field(default_factory=dict)
    joins_round: bool = False


@dataclass(frozen=True, slots=True)
class Added:
    """A camera or microphone came on during the round: these cards, which need it, join the players' piles.

    ``phones``: who has their cards on their own phone now.
    """

    cards: Mapping[str, Sequence[WarmUpCard]]
    phones: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Chosen:
    """What happens to a player's card: the one on top, or ``key``. ``player`` None: of whoever's turn it is.

    "stop": the game begins now, and what is there counts. "sheet": how far it has come.
    """

    verb: Verb
    player: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """These players' phones see or hear them now, and no others: cards that are left go there, or to the laptop."""

    phones: frozenset[str]


@dataclass(frozen=True, slots=True)
class WildLearned:
    player: str


@dataclass(frozen=True, slots=True)
class Learned:
    """Task ``number`` is done. ``asks``: the player has not said yet whether they may be kept."""

    number: int
    result: WarmUpResult
    asks: bool


@dataclass(frozen=True, slots=True)
class Agreed:
    """The player's answer whether they may be known next time."""

    player: str
    yes: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """Time has passed."""


Observation: TypeAlias = FaceObservation | NoiseObservation | MicrophoneLevels | WordObservation
RoundEvent: TypeAlias = Observation | Dealt | Added | Chosen | Moved | WildLearned | Learned | Agreed | Passed


# What it asks for


@dataclass(frozen=True, slots=True)
class Say:
    """``player`` None: to everybody."""

    player: str | None
    what: Fact


@dataclass(frozen=True, slots=True)
class Bars:
    """A player's live bars while a card is open: ``near`` in 0..1, or ``level`` and ``floor`` in dB."""

    player: str
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class KnowNow:
    """Every camera judges the player by this from now on."""

    player: str
    face: Face


@dataclass(frozen=True, slots=True)
class Learn:
    """Work out what the player has taught, and answer with ``Learned``."""

    player: str
    number: int


@dataclass(frozen=True, slots=True)
class HearName:
    """Every microphone's speech learns the name as its owner says it; the first answers with a word."""

    player: str
    noise: NoiseObservation


@dataclass(frozen=True, slots=True)
class ShowWild:
    """The dealer shows the hand's Wild Thing now."""

    player: str


@dataclass(frozen=True, slots=True)
class ShowSheet:
    """The table sees what is known."""


RoundRequest: TypeAlias = Say | Bars | KnowNow | Learn | HearName | ShowWild | ShowSheet
