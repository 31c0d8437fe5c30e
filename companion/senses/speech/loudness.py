"""Detect speech by loudness: louder than usual here, and not much softer than the latest speaker."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.senses.percentile import percentile
from companion.senses.speech.recogniser import RATE, Samples
from companion.sources.audio import decibels

BLOCK_SAMPLES = 1280  # samples of one block: 80 ms
_MAX_BLOCKS = 125  # blocks that are remembered: 10 s
_USUAL_POWER_PERCENT = 25  # percentile of their powers that is the usual one
_TARGET_POWER = 10**-5.0  # power to which the usual one is scaled: -50 dB full scale
_MIN_USUAL_SHARE = 10**-4.5  # minimum usual power, as a share of the loudest block's, for digital silence
_DEFAULT_PEAK_POWER = 10**-3.5  # assumed power of speech before anybody has spoken


class Gain:
    """Automatic gain control: gives for each block of sound the factor that brings the usual level to -50 dBFS.

    Call it with each block in order. The usual level is that of the quieter blocks of the last 10 seconds.
    """

    def __init__(self) -> None:
        self._powers: deque[float] = deque(maxlen=_MAX_BLOCKS)

    def __call__(self, block: npt.NDArray[np.floating[Any]]) -> float:
        """Return the factor for the next block of samples in -1..1, (BLOCK_SAMPLES,)."""
        self._powers.append(float(np.mean(np.square(block, dtype=np.float64))))
        usual = max(
            percentile(self._powers, _USUAL_POWER_PERCENT), _MIN_USUAL_SHARE * max(_DEFAULT_PEAK_POWER, *self._powers)
        )
        return float(np.sqrt(_TARGET_POWER / usual))


_FRAME_SAMPLES = RATE // 20  # samples of one level
_MAX_LEVELS = 200  # levels that are remembered: 10 s
_MIN_FRAMES = 6  # minimum number of levels from which the usual one is computed
_USUAL_LEVEL_PERCENT = 20  # percentile of them that is the usual one
_SPEAKS_OVER_USUAL_DB, _MIN_SPEECH_DBFS = (
    6.0,
    -55.0,
)  # minimum level of speech: over the usual one, and absolute
_SILENT_BELOW_PEAK_DB = 14.0  # level below the latest peak at which that speaker counts as silent
_PEAK_FADE_DB_PER_FRAME = 0.1  # decay of the latest peak


class Loudness:
    """Speech detector that compares the loudness with the last 10 seconds.

    Attributes:
        last: Time when somebody was last heard to speak, in seconds fed; -inf before.
    """

    def __init__(self) -> None:
        self._rest = np.zeros(0, np.float32)
        self._levels: deque[float] = deque(maxlen=_MAX_LEVELS)
        self._top = -99.0
        self.last = -np.inf

    def feed(self, samples: Samples, fed: float) -> bool:
        """Return True if somebody speaks in the samples.

        Args:
            samples: The next samples at 16 kHz, (n,).
            fed: Length of all sound fed up to their end, in seconds.
        """
        sound = np.concatenate([self._rest, samples])
        count = len(sound) // _FRAME_SAMPLES
        self._rest = sound[count * _FRAME_SAMPLES :]
        spoke = False
        for k in range(count):
            level = decibels(sound[k * _FRAME_SAMPLES : (k + 1) * _FRAME_SAMPLES])
            usual = percentile(self._levels, _USUAL_LEVEL_PERCENT) if len(self._levels) >= _MIN_FRAMES else level
            self._levels.append(level)
            self._top = max(level, self._top - _PEAK_FADE_DB_PER_FRAME)
            if level > max(usual + _SPEAKS_OVER_USUAL_DB, _MIN_SPEECH_DBFS):
                spoke = True
                if level > self._top - _SILENT_BELOW_PEAK_DB:
                    self.last = fed - (len(sound) - (k + 1) * _FRAME_SAMPLES) / RATE
        return spoke
