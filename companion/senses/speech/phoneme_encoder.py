"""Which phones a sound is made of: the network, and how long phones last.

A phone has three states, each with probabilities to stay and to go on. What a phone sounds like is heard by
models/phoneme_encoder every 20 ms.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion import resources
from companion.errors import CompanionError
from companion.senses import onnx
from companion.senses.speech.recogniser import RATE, Samples

Values = npt.NDArray[np.float32]
Index = npt.NDArray[np.int64]
SILENCE = "SIL"
STATES_PER_PHONE = 3  # of a phone; models/phoneme_encoder answers for each, phone by phone
ROW_S = 0.01  # seconds of one row of the search
ROW_SAMPLES = int(ROW_S * RATE)  # and its samples


def powers(sound: Samples) -> npt.NDArray[np.float64]:
    """[n] samples -> mean square of each whole row of the search."""
    count = len(sound) // ROW_SAMPLES
    rows = sound[: count * ROW_SAMPLES].reshape(count, ROW_SAMPLES).astype(np.float64)
    return np.asarray(np.mean(rows**2, axis=1), np.float64)


@dataclass(frozen=True, eq=False)
class PhoneSet:
    """The phones and how they follow each other.

    ``numbers``: phone -> its number; ``moves`` [phone, STATES_PER_PHONE, 2]: log probabilities to stay and to go on.
    """

    numbers: dict[str, int]
    moves: Values

    def columns(self, phones: list[int]) -> Index:
        """Return the columns of these phones' states in an answer of models/phoneme_encoder: [STATES_PER_PHONE n]."""
        return (STATES_PER_PHONE * np.array(phones, dtype=np.int64)[:, None] + np.arange(STATES_PER_PHONE)).ravel()


@lru_cache(maxsize=1)
def shipped_phones() -> PhoneSet:
    """Return the one set of this process. Raises CompanionError where its file is missing or damaged."""
    try:
        told = json.loads(resources.path("models/phoneme_encoder/phones.json").read_text("utf-8"))
        moves = np.array(list(told.values()), dtype=np.float32).reshape(len(told), STATES_PER_PHONE, 2)
    except (OSError, ValueError, AttributeError) as error:
        raise CompanionError("speech.model", why=str(error)) from None
    return PhoneSet({phone: k for k, phone in enumerate(told)}, moves)


NAME = "models/phoneme_encoder/model.onnx"
_ROWS_PER_ANSWER = 2  # an answer is of 20 ms, a row of the search of 10
_MIN_PEAK = 1e-5  # peak of a sound that is none
_MAX_SAMPLES = 29 * RATE  # samples: the network was made for half a minute
_MIN_LOG_ODDS = (
    -5.0
)  # log odds under which a state is no less likely: another vowel than the dictionary's is no other word


class PhonemeEncoder:
    """Runs the network on one thread, once for a sound that several ask about.

    ``weight`` of its log odds against how likely words and lengths are. Raises DeviceUnavailable where the file is
    missing or damaged.
    """

    def __init__(self, weight: float = 1.0, path: Path | None = None) -> None:
        self._session = onnx.load(path, NAME, "phones", takes="samples", notes=["states"])
        self._weight = np.float32(weight)
        self._last: tuple[Samples, Values] | None = None

    def __call__(self, sound: Samples) -> Values:
        """Return [T, states] each 10 ms for [n] at 16 kHz: log of how much likelier a state is than it is anywhere."""
        if self._last is None or self._last[0] is not sound:
            even = sound[:_MAX_SAMPLES] / np.float32(max(float(np.abs(sound).max(initial=0.0)), _MIN_PEAK))
            (odds,) = self._session.run(None, {"samples": even[None]})
            rows = np.repeat(np.maximum(odds, _MIN_LOG_ODDS), _ROWS_PER_ANSWER, axis=0) * self._weight
            self._last = sound, np.asarray(rows, dtype=np.float32)
        return self._last[1]
