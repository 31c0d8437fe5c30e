"""Whether somebody speaks: louder than it usually is here, and not much softer than whoever spoke last."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.senses.percentile import percentile
from companion.senses.speech.recogniser import RATE, Samples
from companion.sources.audio import decibels

BLOCK_SAMPLES = 1280  # samples of one level: 80 ms
_MAX_BLOCKS = 125  # levels: 10 s
_USUAL_POWER_PERCENT = 25  # percent of them that are softer than the usual
_TARGET_POWER = 10**-5.0  # power at which the usual is heard: -50 dB full scale
_MIN_USUAL_SHARE = 10**-4.5  # of the loudest block of late, the least that counts as usual: digital silence is no room
_DEFAULT_PEAK_POWER = 10**-3.5  # power that somebody has spoken with where nobody has spoken yet


class Gain:
    """Evens out how loud speech is: gives for each block the factor to multiply its samples by.

    Call it with the blocks in their order. Sound that is softer or louder throughout comes out the same.
    """

    def __init__(self) -> None:
        self._powers: deque[float] = deque(maxlen=_MAX_BLOCKS)

    def __call__(self, block: npt.NDArray[np.floating[Any]]) -> float:
        """Return the factor for the next block: [BLOCK_SAMPLES] samples in -1..1."""
        self._powers.append(float(np.mean(np.square(block, dtype=np.float64))))
        usual = max(
            percentile(self._powers, _USUAL_POWER_PERCENT), _MIN_USUAL_SHARE * max(_DEFAULT_PEAK_POWER, *self._powers)
        )
        return float(np.sqrt(_TARGET_POWER / usual))


_FRAME_SAMPLES = RATE // 20  # samples of one level
_MAX_LEVELS = 200  # levels: 10 s
_MIN_FRAMES = 6  # of them from which the usual is known
_USUAL_LEVEL_PERCENT = 20  # percent of them that are softer than the usual
_SPEAKS_OVER_USUAL_DB, _MIN_SPEECH_DBFS = (
    6.0,
    -55.0,
)  # dB over the usual, and dB full scale, from where somebody speaks up
_SILENT_BELOW_PEAK_DB = 14.0  # dB under the loudest of late, from where that voice is silent
_PEAK_FADE_DB_PER_FRAME = 0.1  # dB by which the loudest is forgotten, a frame


class Loudness:
    """``last``: seconds fed when somebody was last heard to speak; -inf before."""

    def __init__(self) -> None:
        self._rest = np.zeros(0, np.float32)
        self._levels: deque[float] = deque(maxlen=_MAX_LEVELS)
        self._top = -99.0
        self.last = -np.inf

    def feed(self, samples: Samples, fed: float) -> bool:
        """Return whether somebody speaks up in [n] samples, the last of them at ``fed`` seconds."""
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
