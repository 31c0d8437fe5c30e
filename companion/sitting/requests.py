"""Requests to stations (the senses behind a camera or microphone), which may be made from any thread.

A station ignores requests that do not concern it.
"""

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
    """A sound that stood out from the background, of whatever kind.

    Attributes:
        source: Name of the microphone.
        onset: Beginning, seconds of the clock.
        end: End, seconds of the clock.
        samples: The sound (n,), 16 kHz.
        player: Owner of the phone that heard it; None for a microphone of the table.
        mouths: How well each mouth in view moved with it, by player, 0..1.
    """

    source: str
    onset: float
    end: float
    samples: npt.NDArray[np.float32]
    player: str | None
    mouths: Mapping[str, float]

    @property
    def key(self) -> NoiseKey:
        """Key of this noise, unique in the sitting."""
        return self.source, self.onset


@dataclass(frozen=True, slots=True)
class Request:
    """Base class of requests; a station carries them out between two frames or pieces of sound."""


# Cameras over faces


@dataclass(frozen=True, slots=True)
class SeatFace(Request):
    """Assign the face in seat ``number`` to the player ``name``."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class KnowFace(Request):
    """Set the stored face profile of a player; None for no profile."""

    player: str
    profile: FaceProfile | None


@dataclass(frozen=True, slots=True)
class OwnThresholds(Request):
    """Set a player's own thresholds: ``parts`` is signal -> factor of its shipped threshold."""

    player: str
    parts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class HearNoise(Request):
    """Tell a camera of a signal from another source, which supports a Wild Thing or motion that the camera sees."""

    signal: Signal


@dataclass(frozen=True, slots=True)
class TeachWild(Request):
    """Start to learn the hand's Wild Thing, which ``player`` shows now."""

    player: str


@dataclass(frozen=True, slots=True)
class ForgetWild(Request):
    """Forget the Wild Thing's face and noise, as the hand is over."""


# Cameras over dice


@dataclass(frozen=True, slots=True)
class ExpectDice(Request):
    """Set how many dice of ``thrower`` the game waits for; 0 for none."""

    dice: int
    thrower: str


@dataclass(frozen=True, slots=True)
class CorrectDie(Request):
    """Set the value of the die tapped at (x, y), each 0..1 of the picture."""

    x: float
    y: float
    value: int


@dataclass(frozen=True, slots=True)
class NameDice(Request):
    """Learn how the latest roll's dice look from their values.

    The table has typed or accepted the values. What is learned lasts for this evening only.
    """

    values: tuple[int, ...]


# Microphones


@dataclass(frozen=True, slots=True)
class ListenFor(Request):
    """Set the signals that can be recognised from the next piece of sound on."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnowNoises(Request):
    """Set the noise profiles of all enrolled players."""

    profiles: Sequence[NoiseProfile]
    table: Sequence[str] | None = None
    """All players who may make a noise, if noises are learned from play; None: unchanged."""


@dataclass(frozen=True, slots=True)
class UpdateNoises(Request):
    """Replace one player's noise profile."""

    profile: NoiseProfile


@dataclass(frozen=True, slots=True)
class RecallNoises(Request):
    """Call ``tell`` with every noise that stands out from now on; None stops the calls."""

    tell: Callable[[RecalledNoise], None] | None


@dataclass(frozen=True, slots=True)
class JudgePlay(Request):
    """Learn from a signal that led to a trade; only the microphone that heard it does.

    Attributes:
        signal: The signal.
        player: Who gave it.
        stands: True if the table let the trade stand, False if it took the trade back.
        keep: Called with the changed profile, to store it.
    """

    signal: Signal
    player: str
    stands: bool
    keep: Callable[[NoiseProfile], None]


@dataclass(frozen=True, slots=True)
class WildShow(Request):
    """Remember the sound of one of the dealer's shows of the Wild Thing.

    Attributes:
        number: Number of the show, from 0.
        start: Beginning, seconds of the clock.
        stop: End, seconds of the clock.
    """

    number: int
    start: float
    stop: float


@dataclass(frozen=True, slots=True)
class LearnWild(Request):
    """Learn the Wild Thing's noise from those of the dealer's shows from which its face was learned.

    ``shows`` holds their numbers. Nothing is learned if one of them had no noise. A noise that cannot be used is
    reported.
    """

    shows: Sequence[int]


# The speech beside a microphone


@dataclass(frozen=True, slots=True)
class ExpectSpeech(Request):
    """Listen for the victory speech, after a claim."""


@dataclass(frozen=True, slots=True)
class ExpectShout(Request):
    """Set whether a player can have won by now; None if the program cannot know.

    If one can, "Face Off!" is recognised more readily; if not, less readily.
    """

    possible: bool | None


@dataclass(frozen=True, slots=True)
class ExpectAnswers(Request):
    """Set the answers that can be spoken now; None if nothing is asked."""

    prompt: SpokenPrompt | None


@dataclass(frozen=True, slots=True)
class ExpectCommands(Request):
    """Set the commands that can be spoken after the call name.

    Attributes:
        names: Wordings of the call name.
        commands: Command -> its wordings.
        players: The players' names.
    """

    names: tuple[Saying, ...]
    commands: Mapping[str, tuple[Saying, ...]]
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LearnName(Request):
    """Learn how a player's name sounds.

    Attributes:
        player: The player.
        samples: The player's own recording of the name (n,), 16 kHz.
        done: Called with False if the microphone has speech senses and all failed to learn it, else with True.
    """

    player: str
    samples: npt.NDArray[np.float32]
    done: Callable[[bool], None]
