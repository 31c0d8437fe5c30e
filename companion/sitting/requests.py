"""What a station can be asked, from any thread: a value each. Who is not concerned does nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from companion.events import Signal
from companion.senses.faces.settings import FaceProfile
from companion.senses.sounds.sound_features import NoiseProfile
from companion.sitting.answer_grammar import SpokenPrompt
from companion.words.spoken_words import Saying

NoiseKey: TypeAlias = tuple[str, float]


@dataclass(frozen=True, slots=True)
class RecalledNoise:
    """A sound that stood out, whatever it was. Times are seconds of the clock; ``samples`` [n] at 16 kHz.

    ``player``: whose phone heard it, None at the table; ``mouths``: how much each mouth in view moved with it, 0..1.
    """

    source: str
    onset: float
    end: float
    samples: npt.NDArray[np.float32]
    player: str | None
    mouths: Mapping[str, float]

    @property
    def key(self) -> NoiseKey:
        """Return what names it among all noises of a sitting."""
        return self.source, self.onset


@dataclass(frozen=True, slots=True)
class Request:
    """Done between two items of the station's source."""


# Cameras over faces


@dataclass(frozen=True, slots=True)
class SeatFace(Request):
    """The face in seat ``number`` is ``name``."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class KnowFace(Request):
    """What is known of a player's face from now on."""

    player: str
    profile: FaceProfile | None


@dataclass(frozen=True, slots=True)
class OwnThresholds(Request):
    """The player's thresholds are these parts of the shipped ones from now on."""

    player: str
    parts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class HearNoise(Request):
    """Another source heard a signal: it speaks for a Wild Thing or a motion that this camera sees."""

    signal: Signal


@dataclass(frozen=True, slots=True)
class TeachWild(Request):
    """The player shows the hand's Wild Thing now."""

    player: str


@dataclass(frozen=True, slots=True)
class ForgetWild(Request):
    """The hand is over: its Wild Thing counts no more, neither its face nor its noise."""


# Cameras over dice


@dataclass(frozen=True, slots=True)
class ExpectDice(Request):
    """The game waits for so many dice of this player; 0: for none now."""

    dice: int
    thrower: str


@dataclass(frozen=True, slots=True)
class CorrectDie(Request):
    """Somebody tapped the die at (x, y), shares of the picture: it shows ``value``."""

    x: float
    y: float
    value: int


@dataclass(frozen=True, slots=True)
class NameDice(Request):
    """The table typed or accepted what the latest roll shows: the dice's looks are kept for the evening."""

    values: tuple[int, ...]


# Microphones


@dataclass(frozen=True, slots=True)
class ListenFor(Request):
    """Only these signals are candidates, from the next piece of sound on."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnowNoises(Request):
    """These are the enrolled players from now on."""

    profiles: Sequence[NoiseProfile]
    table: Sequence[str] | None = None
    """Everybody who may make a noise, where noises are learned as the table plays; None: as before."""


@dataclass(frozen=True, slots=True)
class UpdateNoises(Request):
    """These are one player's noises from now on."""

    profile: NoiseProfile


@dataclass(frozen=True, slots=True)
class RecallNoises(Request):
    """``tell`` gets every noise that stood out, with whose mouth moved, until None is given instead."""

    tell: Callable[[RecalledNoise], None] | None


@dataclass(frozen=True, slots=True)
class JudgePlay(Request):
    """The table let a play stand, or overruled it: the microphone that heard ``signal`` learns. ``keep`` saves it."""

    signal: Signal
    player: str
    stands: bool
    keep: Callable[[NoiseProfile], None]


@dataclass(frozen=True, slots=True)
class WildShow(Request):
    """The dealer's show ``number`` of the Wild Thing was from ``start`` to ``stop``, seconds of the clock."""

    number: int
    start: float
    stop: float


@dataclass(frozen=True, slots=True)
class LearnWild(Request):
    """The face was learned from these shows: its noise is, too, where all had one. Says what is wrong with it."""

    shows: Sequence[int]


# The speech beside a microphone


@dataclass(frozen=True, slots=True)
class ExpectSpeech(Request):
    """A claim stands: the victory speech comes."""


@dataclass(frozen=True, slots=True)
class ExpectShout(Request):
    """Whether somebody can have won by now; None where nobody but the players knows."""

    possible: bool | None


@dataclass(frozen=True, slots=True)
class ExpectAnswers(Request):
    """What can be said now is this; None: nothing is asked."""

    prompt: SpokenPrompt | None


@dataclass(frozen=True, slots=True)
class ExpectCommands(Request):
    """What can be said after the call name: ``names`` to call by, ``commands`` and what they are called."""

    names: tuple[Saying, ...]
    commands: Mapping[str, tuple[Saying, ...]]
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LearnName(Request):
    """A player says the own name: ``samples`` of it. ``done``: whether one who can learn it has."""

    player: str
    samples: npt.NDArray[np.float32]
    done: Callable[[bool], None]
