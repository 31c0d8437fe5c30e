"""What the recogniser of speech answers: words with times and scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

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
