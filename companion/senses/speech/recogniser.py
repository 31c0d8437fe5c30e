"""What every recogniser of speech answers: words with times and scores, for a grammar of one hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from companion.senses.speech.settings import Language

RATE = 16000
Samples = npt.NDArray[np.float32]
OTHER = ""  # a word that is none of the grammar's


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the speech, by its place in it: ``place`` indexes the sentence's words, -1 for anything else.

    ``said`` is the word, the player's name or the gem; "" where something else was said in this place. Seconds from
    the first sample that was fed; ``score`` in 0..1; ``others``: what else it may have been, likeliest first;
    ``fit``: how much better it fits than any talk, log likelihood a frame.
    """

    said: str
    place: int
    start: float
    end: float
    score: float = 1.0
    others: tuple[str, ...] = ()
    fit: float = 0.0


@dataclass(frozen=True, slots=True)
class Glance:
    """A first, cheap look at a stretch of sound. ``ended``: seconds from its first sample to the end of the sentence as
    it is laid over it best; ``fit``: mean of the words that carry its meaning, as in ``Word``."""

    ended: float
    fit: float


class Recogniser(Protocol):
    """Looks at a whole stretch of sound at a time; nothing is followed while it is said."""

    @property
    def title(self) -> str: ...

    def hand(self, names: tuple[str, ...], gems: tuple[str, ...] = (), language: Language = "en") -> None:
        """The players' names of this game, the gems that this hand is played with (all where none is given), and the
        language that is spoken besides the rule book's English."""

    def glance(self, sound: Samples) -> Glance:
        """[n] mono float32 at 16 kHz."""

    def words(self, sound: Samples) -> list[Word]:
        """The words of the sentence in [n] samples."""


@runtime_checkable
class Learner(Protocol):
    """A recogniser that learns names as their owners say them."""

    @property
    def takes(self) -> Mapping[str, tuple[str, ...]]:
        """Name -> its owner's takes, each as phones."""

    def learn(self, name: str, sound: Samples) -> bool:
        """[n] mono float32 at 16 kHz, the name alone. False where too little was said."""

    def know(self, takes: Mapping[str, tuple[str, ...]]) -> None:
        """What another microphone's recogniser has learned."""


class Ears(Protocol):
    """What hears phones: [n] mono at 16 kHz -> [T, states] as ``phones.Phones`` gives them."""

    def __call__(self, sound: Samples) -> npt.NDArray[np.float32]: ...


class SecondLook(Protocol):
    """What speaks for a phrase, log-odds, in ``sound`` [n]: mono, 16 kHz, up to now; from sample ``first`` on."""

    def __call__(self, phrase: str, sound: Samples, first: int) -> float: ...


@runtime_checkable
class Hearing(Protocol):
    """A recogniser whose ears also take the second look at what may be a shout, and hear the choice of a set."""

    @property
    def phones(self) -> Ears | None: ...
