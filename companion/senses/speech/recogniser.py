"""What every recogniser of speech answers: words with times and scores, for a grammar of one hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

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


class Recogniser(Protocol):
    """One utterance at a time: ``begin``, ``feed`` as it comes with ``so_far`` between, then ``finish``."""

    @property
    def title(self) -> str: ...

    def hand(self, names: tuple[str, ...]) -> None:
        """The players' names of this game."""

    def begin(self) -> None: ...

    def feed(self, samples: Samples) -> None:
        """[n] mono float32 at 16 kHz."""

    def so_far(self) -> list[Word]: ...

    def finish(self) -> list[Word]:
        """The words of all that was fed since ``begin``."""
