"""Estimate with a network which phones (speech sounds) are in a sound; also how long phones last.

A phone has three states in sequence, each with a probability of staying and of moving on. models/phoneme_encoder scores
all states every 20 ms.
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
STATES_PER_PHONE = 3  # states of a phone; models/phoneme_encoder scores each, phone by phone
ROW_S = 0.01  # seconds of one row of the search
ROW_SAMPLES = int(ROW_S * RATE)  # samples of one row


def powers(sound: Samples) -> npt.NDArray[np.float64]:
    """Return the mean square of the samples (n,) in each whole row of 10 ms."""
    count = len(sound) // ROW_SAMPLES
    rows = sound[: count * ROW_SAMPLES].reshape(count, ROW_SAMPLES).astype(np.float64)
    return np.asarray(np.mean(rows**2, axis=1), np.float64)


@dataclass(frozen=True, eq=False)
class PhoneSet:
    """The phones and their durations.

    Attributes:
        numbers: Index of each phone in the encoder's output, by name.
        moves: Log probabilities of staying in a state and of moving on, (phones, STATES_PER_PHONE, 2).
    """

    numbers: dict[str, int]
    moves: Values

    def columns(self, phones: list[int]) -> Index:
        """Return the columns of the states of n phones in the encoder's output, (STATES_PER_PHONE * n,)."""
        return (STATES_PER_PHONE * np.array(phones, dtype=np.int64)[:, None] + np.arange(STATES_PER_PHONE)).ravel()


@lru_cache(maxsize=1)
def shipped_phones() -> PhoneSet:
    """Return the shipped phones, loaded on first use and cached for the process.

    Raises:
        CompanionError: The file is missing or damaged.
    """
    try:
        told = json.loads(resources.path("models/phoneme_encoder/phones.json").read_text("utf-8"))
        moves = np.array(list(told.values()), dtype=np.float32).reshape(len(told), STATES_PER_PHONE, 2)
    except (OSError, ValueError, AttributeError) as error:
        raise CompanionError("speech.model", why=str(error)) from None
    return PhoneSet({phone: k for k, phone in enumerate(told)}, moves)


NAME = "models/phoneme_encoder/model.onnx"
_ROWS_PER_ANSWER = 2  # the network's outputs are 20 ms apart, rows of the search 10 ms
_MIN_PEAK = 1e-5  # minimum peak that is scaled up; quieter is silence
_MAX_SAMPLES = 29 * RATE  # limit of the network's input, made for half a minute
_MIN_LOG_ODDS = -5.0  # lower limit of a state's log-odds, so that a different vowel does not exclude a word


class PhonemeEncoder:
    """The phoneme network, run on one thread; the result for the latest array is cached.

    Args:
        weight: Factor on the network's log-odds, which balances them against the log probabilities of words and
            durations.
        path: The model file; None for the shipped one.

    Raises:
        DeviceUnavailable: The file is missing or damaged.
    """

    def __init__(self, weight: float = 1.0, path: Path | None = None) -> None:
        self._session = onnx.load(path, NAME, "phones", takes="samples", notes=["states"])
        self._weight = np.float32(weight)
        self._last: tuple[Samples, Values] | None = None

    def __call__(self, sound: Samples) -> Values:
        """Return log-likelihood ratios of all phone states in each 10 ms of a sound, (T, states).

        Each says how much likelier the state is here than on average. Only the first 29 seconds are used.

        Args:
            sound: Samples at 16 kHz, (n,).
        """
        if self._last is None or self._last[0] is not sound:
            even = sound[:_MAX_SAMPLES] / np.float32(max(float(np.abs(sound).max(initial=0.0)), _MIN_PEAK))
            (odds,) = self._session.run(None, {"samples": even[None]})
            rows = np.repeat(np.maximum(odds, _MIN_LOG_ODDS), _ROWS_PER_ANSWER, axis=0) * self._weight
            self._last = sound, np.asarray(rows, dtype=np.float32)
        return self._last[1]
