"""Finds each sound that stood out of the room, once it is over: what a table may say afterwards what it was."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.senses.sounds.sound_spans import SoundSpan

Array = npt.NDArray[np.float32]
_MIN_CLEAR_DB = 12.0  # over the usual level around it
_MIN_BLOCKS, _MAX_BLOCKS = 8, 300  # of a sound that may be somebody's noise
_MAX_COMPARED_BLOCKS = 130  # of its samples: more is never compared
_LEAD_BLOCKS = 2  # kept before the onset
_SAME_SHARE = 0.5  # of the shorter of two cuts that makes them one sound


@dataclass(frozen=True)
class FinishedSound:
    """``onset`` and ``end`` in seconds of the source's clock; ``samples`` [n] at 16 kHz, the first 1.3 s of it."""

    onset: float
    end: float
    samples: Array


class FinishedSounds:
    """Watches the newest spans of one microphone, and gives each sound once."""

    def __init__(self) -> None:
        self._handed_out: deque[SoundSpan] = deque(maxlen=8)

    def restart(self) -> None:
        """Count the blocks anew."""
        self._handed_out.clear()

    def hear(
        self, found: Sequence[SoundSpan], segment: Callable[[int, int], Array], time: Callable[[int], float]
    ) -> FinishedSound | None:
        """Return the newest sound if it is over and was not given before, else None.

        Args:
            found: The spans that stand out now, the newest first.
            segment: Gives the samples of blocks.
            time: Gives the seconds of a block.
        """
        if not found:
            return None
        span = found[0]
        if not span.has_ended or span.clear < _MIN_CLEAR_DB or not _MIN_BLOCKS <= span.length <= _MAX_BLOCKS:
            return None
        if any(span.shares(known) > _SAME_SHARE for known in self._handed_out):
            return None
        self._handed_out.append(span)
        samples = segment(max(0, span.start - _LEAD_BLOCKS), min(span.stop, span.start + _MAX_COMPARED_BLOCKS))
        return FinishedSound(time(span.start), time(span.stop), samples.copy()) if len(samples) else None
