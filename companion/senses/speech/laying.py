"""A sentence's network laid over sound: how well it fits, frame by frame, compared with any talk at all."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.senses.speech.network import Network
from companion.senses.speech.paths import AnyTalk, Found, search
from companion.senses.speech.phoneset import Values, shipped_phones


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

    def look(self, heard: Values, scored: bool = True) -> Look:
        """What models/phones heard [T, states]; without ``scored`` only the best path is known."""
        talk = any_talk().search(heard)
        found = search(self.network, heard, talk - self._outside, scored)
        fit = heard[np.arange(len(heard)), self.network.column[np.maximum(found.states, 0)]] - talk
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
def any_talk() -> AnyTalk:
    """The one of this process."""
    return AnyTalk(shipped_phones())
