"""Cuts the one sound out of a recording."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.senses.sounds.levels import BLOCK, SECONDS, levels_of

Array = npt.NDArray[np.float32]
_BELOW_PEAK = 30.0  # dB under the loudest block where a sound begins and ends


@dataclass(frozen=True)
class SoundCut:
    """The sound in a recording: its samples, and where it began in seconds."""

    samples: Array
    onset: float


def cut(samples: Array) -> SoundCut:
    """The part from the first to the last block within 30 dB of the loudest; at most 1.2 s from there."""
    count = len(samples) // BLOCK
    if count < 3:
        return SoundCut(samples, 0.0)
    level = np.convolve(np.pad(levels_of(samples), 1, mode="edge"), np.ones(3) / 3, "valid")
    loud = np.nonzero(level > max(level.max() - _BELOW_PEAK, float(np.percentile(level, 10)) + 3.0))[0]
    if not len(loud):
        return SoundCut(samples, 0.0)
    first, last = max(0, int(loud[0]) - 1), min(count, int(loud[-1]) + 3)
    return SoundCut(samples[first * BLOCK : last * BLOCK], first * SECONDS)
