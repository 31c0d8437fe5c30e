"""A sentence's network laid over sound: how well it fits, frame by frame, compared with any talk at all."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from companion.senses.speech.acoustics import Index, Values, shipped_model
from companion.senses.speech.network import Network
from companion.senses.speech.paths import AnyTalk, Found, search


class Acoustic(Protocol):
    """What says how likely a senone is in a row of features: ``AcousticModel``, or ``phones.Phones``."""

    def log_likelihood(self, features: Values, senones: Index) -> Values:
        """Rows of features [T, any], senones [n] -> [T, n]."""


@dataclass(frozen=True)
class Look:
    """The best path, and ``fit`` [T]: how much better a frame fits the sentence than any talk, log likelihood."""

    found: Found
    fit: Values


class Laid:
    """``outside``: what talk before and after the sentence costs a frame, log weight."""

    def __init__(self, network: Network, outside: float) -> None:
        self.network = network
        self._outside = np.float32(outside)
        self._talk = _any_talk()
        self._senones: Index = np.union1d(network.senones, self._talk.senones)
        self._of_network = np.searchsorted(self._senones, network.senones)
        self._of_talk = np.searchsorted(self._senones, self._talk.senones)

    def look(self, model: Acoustic, heard: Values, scored: bool = True) -> Look:
        """Features [T, n] under ``model``; without ``scored`` only the best path is known."""
        levels = model.log_likelihood(heard, self._senones)
        talk = self._talk.search(levels[:, self._of_talk])
        own = levels[:, self._of_network]
        found = search(self.network, own, talk - self._outside, scored)
        fit = own[np.arange(len(own)), self.network.column[np.maximum(found.states, 0)]] - talk
        return Look(found, np.where(found.states >= 0, fit, 0.0))

    def scores(self, found: Found) -> dict[int, dict[str, float]]:
        """Place -> what may have been said there ("" for a decoy) -> its best path's score."""
        out: dict[int, dict[str, float]] = defaultdict(dict)
        for arc, score in zip(self.network.arcs, found.through, strict=True):
            if arc.place >= 0:
                said = self.network.places[arc.place][arc.choice].said
                out[arc.place][said] = max(out[arc.place].get(said, -np.inf), float(score))
        return out


@lru_cache(maxsize=1)
def _any_talk() -> AnyTalk:
    return AnyTalk(shipped_model())
