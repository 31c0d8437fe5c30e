"""Which phones a sound is made of, by models/phones.

The network looks at a whole utterance and gives, each 20 ms, the states of the phones of PocketSphinx's dictionary
(``phoneset``).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from companion.senses import onnx
from companion.senses.speech.phoneset import Values
from companion.senses.speech.recogniser import RATE, Samples

NAME = "models/phones/model.onnx"
_TWICE = 2  # an answer is of 20 ms, a row of the search of 10
_SOFTEST = 1e-5  # peak of a sound that is none
_LONGEST = 29 * RATE  # samples: the network was made for half a minute
_LEAST = -5.0  # log odds under which a state is no less likely: another vowel than the dictionary's is no other word


class Phones:
    """Runs the network on one thread, once for a sound that several ask about. ``weight`` of its log odds against how
    likely words and lengths are. Raises DeviceUnavailable where the file is missing or damaged."""

    def __init__(self, weight: float = 1.0, path: Path | None = None) -> None:
        self._session = onnx.load(path, NAME, "phones", takes="samples", notes=["states"])
        self._weight = np.float32(weight)
        self._last: tuple[Samples, Values] | None = None

    def __call__(self, sound: Samples) -> Values:
        """[n] at 16 kHz in -1..1 -> [T, states], a row a hundredth of a second: log of how much likelier a state is
        than it is anywhere."""
        if self._last is None or self._last[0] is not sound:
            even = sound[:_LONGEST] / np.float32(max(float(np.abs(sound).max(initial=0.0)), _SOFTEST))
            (odds,) = self._session.run(None, {"samples": even[None]})
            rows = np.repeat(np.maximum(odds, _LEAST), _TWICE, axis=0) * self._weight
            self._last = sound, np.asarray(rows, dtype=np.float32)
        return self._last[1]
