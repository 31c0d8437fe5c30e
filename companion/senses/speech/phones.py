"""Which phones a sound is made of, by models/phones: in noise and rooms surer than PocketSphinx's own Gaussians.

The network looks at a whole utterance and gives, each 20 ms, the states of phones that PocketSphinx's model has. Its
sentences, words and how long a phone lasts stay PocketSphinx's: here every senone is worth what its phone's state is.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from companion.senses import onnx
from companion.senses.speech.acoustics import AcousticModel, Index, Values
from companion.senses.speech.recogniser import RATE, Samples

NAME = "models/phones/model.onnx"
_STATES = 3  # of a phone
_TWICE = 2  # an answer is of 20 ms, a row of the search of 10
_SOFTEST = 1e-5  # peak of a sound that is none
_LONGEST = 29 * RATE  # samples: the network was made for half a minute
_LEAST = -5.0  # log odds under which a state is no less likely: another vowel than the dictionary's is no other word


class Phones:
    """Runs the network on one thread, once for a sound that several ask about. ``weight`` of its log odds against how
    likely words and lengths are. Raises DeviceUnavailable where the file is missing or damaged."""

    def __init__(self, model: AcousticModel, weight: float = 1.0, path: Path | None = None) -> None:
        self._session = onnx.load(path, NAME, "phones", takes="samples", notes=["states"])
        place = np.zeros(len(model.owner), dtype=np.int64)
        for k in range(_STATES):
            place[model.states[:, k]] = k
        self._column: Index = _STATES * model.owner + place  # [senone] of the network's answers
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

    def log_likelihood(self, features: Values, senones: Index) -> Values:
        """Rows of this network [T, states] -> [T, n] for these senones, as ``AcousticModel`` gives them."""
        return np.asarray(features[:, self._column[senones]])
