"""What every recogniser of speech answers: words with times and scores, for a grammar of one hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from companion.senses.speech.settings import Language

RATE = 16000
Samples = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SpokenWord:
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
class SpeechGlance:
    """A first, cheap look at a stretch of sound. ``ended``: seconds from its first sample to the end of the sentence as
    it is laid over it best; ``fit``: mean of the words that carry its meaning, as in ``SpokenWord``. As if it were not
    over yet: ``left``, how many of its words would follow, and ``begun``, how much better than other talk it fits."""

    ended: float
    fit: float
    left: int = 0
    begun: float = 1.0


Ears: TypeAlias = Callable[[Samples], npt.NDArray[np.float32]]
"""What hears phones: [n] mono at 16 kHz -> [T, states], as ``PhonemeEncoder`` gives them."""


class Recogniser:
    """Looks at a whole stretch of sound at a time; nothing is followed while it is said.

    ``phones``: its ears, which also look twice at what may be a shout, and hear the choice of a set. ``takes``: name to
    how its owner says it, each take as phones.
    """

    title = ""
    phones: Ears | None = None
    takes: Mapping[str, tuple[str, ...]] = MappingProxyType({})

    def hand(self, names: tuple[str, ...], gems: tuple[str, ...] = (), language: Language = "en") -> None:
        """The players' names of this game, the gems that this hand is played with (all where none is given), and the
        language that is spoken besides the rule book's English."""

    def glance(self, sound: Samples) -> SpeechGlance:
        """[n] mono float32 at 16 kHz."""
        raise NotImplementedError

    def words(self, sound: Samples) -> list[SpokenWord]:
        """The words of the sentence in [n] samples."""
        raise NotImplementedError

    def learn(self, name: str, sound: Samples) -> bool:
        """How its owner says a name: [n] mono float32 at 16 kHz, the name alone. False where too little was said."""
        return False

    def know(self, takes: Mapping[str, tuple[str, ...]]) -> None:
        """What another microphone's recogniser has learned of names."""
