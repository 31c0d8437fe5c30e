"""Find where a sound begins and ends by its own level, so that talk around it is left out.

While people talk, nearly every block is louder than the room's noise floor (`levels`). A sound that is louder than the
talk therefore ends where it falls to the talk's level; without talk, where it falls to the room's. One sound may be cut
in several ways; each such stretch is a span.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.senses.percentile import percentile
from companion.senses.sounds.levels import BLOCK_S

Floats = npt.NDArray[np.float64]
_PEAK_WINDOW_BLOCKS = 160  # blocks of 10 ms whose loudest is the reference: the last 1.6 s
_MAX_CUT_DEPTH_DB, _MIN_CUT_DEPTH_DB = 30.0, 10.0  # range of the cut level, in dB below the loudest
_BACKGROUND_DEPTH_DB = 12.0  # dB below the loudest from which a block counts as background
_OVER_BACKGROUND_DB = 6.0  # cut level over the background's usual level
_CORE_DEPTHS_DB = (12.0, 6.0)  # cut levels of the loudest parts, in dB below the loudest
_CORE_RISE_DB, _CORE_REACH_BLOCKS = (
    3.0,
    30,
)  # a loudest part is widened until the level rises again by this many dB, by at most this many blocks
_MAX_GAP_BLOCKS = 20  # maximum quiet within one sound, as between two clucks
_MAX_CLEAR_GAP_BLOCKS, _CLEAR_DB = (
    32,
    24.0,
)  # longer gap, as between two barks, in a sound that stands out by at least so many dB
_MIN_BLOCKS = 6  # minimum length of a sound
QUIET_BLOCKS = 20  # blocks of quiet after which a sound counts as over
_MIN_CUT_DIFFERENCE_BLOCKS = 10  # minimum difference of a loudest part's start from other cuts


@dataclass(frozen=True)
class SoundSpan:
    """A stretch of 10 ms blocks in which a sound lies.

    Attributes:
        start: First block.
        stop: Block after the last one; the current block while the sound goes on.
        has_ended: True if the sound is over.
        clear: Level of its loudest part over the usual level around it, in dB.
    """

    start: int
    stop: int
    has_ended: bool
    clear: float = _MAX_CUT_DEPTH_DB

    @property
    def length(self) -> int:
        return self.stop - self.start

    def shares(self, other: SoundSpan) -> float:
        """Return the length of the common part of two spans, as a share of the shorter one, 0..1."""
        common = min(self.stop, other.stop) - max(self.start, other.start)
        return max(0.0, common / max(1, min(self.length, other.length)))


def spans(levels: Floats, end: int) -> list[SoundSpan]:
    """Return spans of the newest sound: the whole of it, then its loudest parts if they differ from the whole.

    A loudest part extends on both sides until the level rises again.

    Args:
        levels: Levels of the latest blocks in dB, (n,).
        end: Number of the block after the last one.
    """
    if len(levels) < _MIN_BLOCKS:
        return []
    smooth = np.convolve(np.pad(levels, 1, mode="edge"), np.ones(3) / 3, "valid")
    first = max(0, len(smooth) - _PEAK_WINDOW_BLOCKS)
    peak = float(smooth[first:].max())
    under = smooth[smooth < peak - _BACKGROUND_DEPTH_DB]
    ground = percentile(under.tolist(), 60) if len(under) else peak - _MAX_CUT_DEPTH_DB
    cut = min(max(ground + _OVER_BACKGROUND_DB, peak - _MAX_CUT_DEPTH_DB), peak - _MIN_CUT_DEPTH_DB)
    wide = _newest(smooth[first:] > cut, first, _MAX_CLEAR_GAP_BLOCKS if peak - ground > _CLEAR_DB else _MAX_GAP_BLOCKS)
    if wide is None:
        return []
    found = [wide]
    loudest = float(smooth[wide[0] : wide[1]].max())
    for depth in _CORE_DEPTHS_DB:
        core = _newest(smooth[wide[0] : wide[1]] > loudest - depth, wide[0])
        if core is not None:
            start, stop = (
                core[0] - _valley(smooth[wide[0] : core[0]][::-1]),
                core[1] + _valley(smooth[core[1] : wide[1]]),
            )
            if all(
                abs(start - s) > _MIN_CUT_DIFFERENCE_BLOCKS or abs(stop - e) > 2 * _MIN_CUT_DIFFERENCE_BLOCKS
                for s, e in found
            ):
                found.append((start, stop))
    base = end - len(levels)
    return [replace(_span(a, b, len(levels), base), clear=loudest - ground) for a, b in found]


def _valley(levels: Floats) -> int:
    """Return the number of blocks before the level rises again, in blocks ordered away from the loudest part."""
    least, at = np.inf, 0
    for k, level in enumerate(levels[:_CORE_REACH_BLOCKS]):
        if level < least:
            least, at = float(level), k
        elif level > least + _CORE_RISE_DB:
            return at
    return at if len(levels) > _CORE_REACH_BLOCKS else len(levels[:_CORE_REACH_BLOCKS])


def _newest(loud: npt.NDArray[np.bool_], first: int, gap: int = _MAX_GAP_BLOCKS) -> tuple[int, int] | None:
    """Return first and end of the last run of loud blocks; None if no run has ``_MIN_BLOCKS`` or more.

    Args:
        loud: True for each loud block.
        first: Number of the first block.
        gap: Longest pause within a run, in blocks.
    """
    at = np.flatnonzero(loud)
    if not len(at):
        return None
    runs = [run for run in np.split(at, np.flatnonzero(np.diff(at) > gap) + 1) if run[-1] - run[0] + 1 >= _MIN_BLOCKS]
    return (first + int(runs[-1][0]), first + int(runs[-1][-1]) + 1) if runs else None


def _span(start: int, stop: int, now: int, base: int) -> SoundSpan:
    over = now - stop >= QUIET_BLOCKS
    return SoundSpan(base + max(0, start - 1), base + (min(stop + 2, now) if over else now), over)


_MAX_DECAYS, _MIN_DECAYS = 24, 5  # sounds that are kept, and that an estimate needs
_DECAY_QUANTILE = 0.3  # quantile of their decays that is the room's reverberation
_DECAY_FROM_DB, _DECAY_TO_DB = 10.0, 35.0  # range in which a decay is measured, in dB below the loudest
_DECAY_OVER_GROUND_DB, _MIN_DECAY_DB = (
    4.0,
    12.0,
)  # lower end over the background, and minimum fall


def decay(levels: Floats) -> float | None:
    """Return the time in which a sound fades by 60 dB, in seconds; None if it fades by too little to measure.

    Args:
        levels: Levels of the blocks in dB, (n,), from the sound's beginning to after its end.
    """
    if len(levels) < 4:
        return None
    smooth = np.convolve(np.pad(levels, 1, mode="edge"), np.ones(3) / 3, "valid")
    peak = float(smooth.max())
    last = int(np.flatnonzero(smooth > peak - _DECAY_FROM_DB)[-1])
    low = max(float(np.percentile(smooth, 10)) + _DECAY_OVER_GROUND_DB, peak - _DECAY_TO_DB)
    below = np.flatnonzero(smooth[last:] < low)
    if not len(below):
        return None
    falling = smooth[last : last + int(below[0]) + 1]
    if len(falling) < 2 or falling[0] - falling[-1] < _MIN_DECAY_DB:
        return None
    slope = float(np.polyfit(np.arange(len(falling)), falling, 1)[0])
    return 60.0 * BLOCK_S / -slope if slope < 0 else None


class Reverberation:
    """Estimate of the room's reverberation time from how the latest sounds faded."""

    def __init__(self) -> None:
        self._decays: deque[float] = deque(maxlen=_MAX_DECAYS)
        self._heard = -1

    def hear(self, levels: Floats, end: int, span: SoundSpan) -> None:
        """Measure how a sound fades, if it is over and was not measured yet.

        Args:
            levels: Levels of the latest blocks in dB, (n,).
            end: Number of the block after the last one.
            span: Where the sound lies.
        """
        if not span.has_ended or span.start <= self._heard:
            return
        self._heard = span.stop
        found = decay(levels[max(0, span.start - end + len(levels)) :])
        if found is not None:
            self._decays.append(found)

    def restart(self) -> None:
        """Prepare for block numbers that start again from 0; the estimate is kept."""
        self._heard = -1

    @property
    def seconds(self) -> float | None:
        """Time in which sound in the room fades by 60 dB, in seconds; None before five sounds were measured."""
        return float(np.quantile(list(self._decays), _DECAY_QUANTILE)) if len(self._decays) >= _MIN_DECAYS else None
