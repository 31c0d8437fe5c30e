"""Collect each sound that stood out, once it is over, so that players can say afterwards what it was."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.senses.sounds.sound_spans import SoundSpan

Array = npt.NDArray[np.float32]
_MIN_CLEAR_DB = 12.0  # minimum level of a sound over the usual level around it
_MIN_BLOCKS, _MAX_BLOCKS = 8, 300  # length of a sound that may be a player's noise
_MAX_COMPARED_BLOCKS = 130  # maximum blocks of samples that are kept, as more is never compared
_LEAD_BLOCKS = 2  # blocks kept before the onset
_SAME_SHARE = 0.5  # common part, as a share of the shorter of two spans, from which they are one sound


@dataclass(frozen=True)
class FinishedSound:
    """A sound that is over.

    Attributes:
        onset: Start in seconds of the source's clock.
        end: End in seconds of the source's clock.
        samples: Its first 1.3 s at 16 kHz, (n,).
    """

    onset: float
    end: float
    samples: Array


class FinishedSounds:
    """Returns each sound of one microphone once, when it is over."""

    def __init__(self) -> None:
        self._handed_out: deque[SoundSpan] = deque(maxlen=8)

    def restart(self) -> None:
        """Forget which sounds were returned, because the block numbers start again from 0."""
        self._handed_out.clear()

    def hear(
        self, found: Sequence[SoundSpan], segment: Callable[[int, int], Array], time: Callable[[int], float]
    ) -> FinishedSound | None:
        """Return the newest sound if it is over, stood out by 12 dB and was not returned before, else None.

        Args:
            found: Spans of the newest sound.
            segment: Function that returns the samples of the blocks from a start up to a stop.
            time: Function that returns the time of a block, in seconds.
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
