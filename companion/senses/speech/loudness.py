"""Whether somebody speaks: louder than it usually is here, and not much softer than whoever spoke last."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.senses.percentile import percentile
from companion.senses.speech.recogniser import RATE, Samples
from companion.sources.audio import decibels

BLOCK = 1280  # samples of one level: 80 ms
_POWERS = 125  # levels: 10 s
_SOFTER = 25  # percent of them that are softer than the usual
_USUAL = 10**-5.0  # power at which the usual is heard: -50 dB full scale
_FAINT = 10**-4.5  # of the loudest block of late, the least that counts as usual: digital silence is no room
_LOUDEST = 10**-3.5  # power that somebody has spoken with where nobody has spoken yet


class Gain:
    """Evens out how loud speech is: gives for each block the factor to multiply its samples by.

    Call it with the blocks in their order. Sound that is softer or louder throughout comes out the same.
    """

    def __init__(self) -> None:
        self._powers: deque[float] = deque(maxlen=_POWERS)

    def __call__(self, block: npt.NDArray[np.floating[Any]]) -> float:
        """Return the factor for the next block: [BLOCK] samples in -1..1."""
        self._powers.append(float(np.mean(np.square(block, dtype=np.float64))))
        usual = max(percentile(self._powers, _SOFTER), _FAINT * max(_LOUDEST, *self._powers))
        return float(np.sqrt(_USUAL / usual))


_FRAME = RATE // 20  # samples of one level
_MAX_LEVELS = 200  # levels: 10 s
_FEWEST = 6  # of them from which the usual is known
_SHARE = 20  # percent of them that are softer than the usual
_RISE, _QUIETEST = 6.0, -55.0  # dB over the usual, and dB full scale, from where somebody speaks up
_UNDER = 14.0  # dB under the loudest of late, from where that voice is silent
_FADE = 0.1  # dB by which the loudest is forgotten, a frame


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
        count = len(sound) // _FRAME
        self._rest = sound[count * _FRAME :]
        spoke = False
        for k in range(count):
            level = decibels(sound[k * _FRAME : (k + 1) * _FRAME])
            usual = percentile(self._levels, _SHARE) if len(self._levels) >= _FEWEST else level
            self._levels.append(level)
            self._top = max(level, self._top - _FADE)
            if level > max(usual + _RISE, _QUIETEST):
                spoke = True
                if level > self._top - _UNDER:
                    self.last = fed - (len(sound) - (k + 1) * _FRAME) / RATE
        return spoke
