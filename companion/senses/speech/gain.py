"""How loud the room is, so that the shout's network hears every microphone at one level.

A microphone's sensitivity says nothing about what is shouted. The sound is raised or lowered so that what is usual in
the room has one level; what is said stands out of it as far as it does. A shout moves it by nothing: it is short.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
import numpy.typing as npt

BLOCK = 1280  # samples of one level: 80 ms
_KEPT = 125  # levels: 10 s
_SHARE = 25  # percent of them that are softer than the usual
_USUAL = 10**-5.0  # power at which the usual is heard: -50 dB full scale
_UNDER = 10**-4.5  # of the loudest block of late, the least that counts as usual: digital silence is no room
_LOUDEST = 10**-3.5  # power that somebody has spoken with where nobody has spoken yet


class Gain:
    """Feed blocks as they come; the same sound softer or louder gives the same product of gain and samples."""

    def __init__(self) -> None:
        self._powers: deque[float] = deque(maxlen=_KEPT)

    def __call__(self, block: npt.NDArray[np.floating[Any]]) -> float:
        """The factor for [BLOCK] samples in -1..1 that have just come."""
        self._powers.append(float(np.mean(np.square(block, dtype=np.float64))))
        heard = np.array(self._powers)
        usual = max(float(np.percentile(heard, _SHARE)), _UNDER * max(float(heard.max()), _LOUDEST))
        return float(np.sqrt(_USUAL / usual))
