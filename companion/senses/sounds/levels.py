"""Measure the level of 10 ms blocks, the room's noise floor and onsets; record when our own loudspeaker sounds."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.senses.percentile import percentile
from companion.senses.sounds.settings import RATE

Array = npt.NDArray[np.float32]
BLOCK_SAMPLES = RATE // 100
BLOCK_S = BLOCK_SAMPLES / RATE
SILENCE_DBFS = -96.0  # level of digital silence
_FLOOR_BLOCKS = 300  # blocks from which the noise floor is computed: the last 3 s
_BEGIN_OVER_FLOOR_DB, _KEEP_OVER_FLOOR_DB = (
    9.0,
    5.0,
)  # levels over the floor at which a sound begins, and above which it goes on
_MIN_SOUND_DBFS = -58.0  # minimum level of a sound
_NEW_ONSET_DB = 10.0  # rise over the last 80 ms that marks an onset within a sound
_OWN_ONSET_BLOCKS = 8  # most blocks from the start of a span to the onset that belongs to it
_BOUT_END_S = 0.45  # seconds of quiet that end a sound: longer than the gap between two clucks


def levels_of(samples: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.float64]:
    """Return the power of each whole block of `samples` (n,) in dB, with the block's mean removed."""
    blocks = samples[: len(samples) // BLOCK_SAMPLES * BLOCK_SAMPLES].reshape(-1, BLOCK_SAMPLES).astype(np.float64)
    return np.asarray(10 * np.log10(np.mean((blocks - blocks.mean(axis=1, keepdims=True)) ** 2, axis=1) + 1e-12))


def loudness_of(samples: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.float64]:
    """Return the level of each whole block of `samples` (n,), n > 0, in dB full scale; fewer samples make one block."""
    count = max(1, len(samples) // BLOCK_SAMPLES)
    blocks = samples[: count * BLOCK_SAMPLES].reshape(count, -1).astype(np.float64)
    return np.asarray(10 * np.log10(np.mean(blocks**2, axis=1) + 1e-12))


@dataclass(frozen=True)
class LevelMoment:
    """Level of one 10 ms block.

    Attributes:
        index: Number of the block.
        level: Its level, in dB full scale.
        floor: The room's noise floor, in dB full scale.
        on: True while a sound stands out from the floor, short pauses included.
    """

    index: int
    level: float
    floor: float
    on: bool


class LevelMeter:
    """Meter of the level, the room's noise floor and onsets, for samples in order.

    Attributes:
        on: True while a sound stands out from the floor; pauses up to 0.45 s do not end it.
        bout: Block in which that sound, or the last one, began.
        onsets: Blocks in which sounds began or suddenly rose, newest last.
        history: Levels of the last 3 seconds, in dB full scale.
    """

    def __init__(self) -> None:
        self._rest = np.zeros(0, np.float32)
        self._recent: deque[float] = deque(maxlen=_FLOOR_BLOCKS)
        self._index = 0
        self._floor = -60.0
        self._loud = 0
        self._first_loud = 0
        self._quiet_since = 0
        self.on = False
        self.onsets: deque[int] = deque(maxlen=32)
        self.history: deque[float] = deque(maxlen=_FLOOR_BLOCKS)
        self.bout = 0

    @property
    def quiet_blocks(self) -> int:
        """Number of blocks since the last one that stood out from the floor."""
        return self._index - self._quiet_since

    def onset_at(self, block: int) -> int:
        """Return the onset nearest to a block, or the block itself if no onset is within 80 ms."""
        near = [onset for onset in self.onsets if abs(onset - block) <= _OWN_ONSET_BLOCKS]
        return min(near, key=lambda onset: abs(onset - block), default=block)

    def feed(self, samples: Array) -> Iterator[LevelMoment]:
        """Yield a moment for each whole block in the samples (n,); samples left over are kept for the next call.

        The generator is lazy: when it yields a moment, the meter's attributes are those of that block.
        """
        joined = np.concatenate([self._rest, samples]) if len(self._rest) else samples
        self._rest = joined[len(joined) // BLOCK_SAMPLES * BLOCK_SAMPLES :].copy()
        for level in np.maximum(SILENCE_DBFS, levels_of(joined)):
            yield self._step(float(level))

    def _step(self, level: float) -> LevelMoment:
        index = self._index
        self._index += 1
        before = min(list(self.history)[-8:], default=SILENCE_DBFS)
        self.history.append(level)
        if not self.on or index % 2:  # a long sound raises the floor at half speed
            self._recent.append(level)
        if index % 5 == 0 and self._recent:
            self._floor = max(SILENCE_DBFS, percentile(self._recent, 15))
        gate = max(self._floor, _MIN_SOUND_DBFS - _BEGIN_OVER_FLOOR_DB)
        if level > gate + _BEGIN_OVER_FLOOR_DB:
            self._begin_or_keep(index, level, before)
        elif self.on and level > gate + _KEEP_OVER_FLOOR_DB:
            self._quiet_since = index
        else:
            self._loud = 0
            if self.on and (index - self._quiet_since) * BLOCK_S > _BOUT_END_S:
                self.on = False
        return LevelMoment(index, level, self._floor, self.on)

    def _begin_or_keep(self, index: int, level: float, before: float) -> None:
        if self._loud == 0:
            self._first_loud = index
        self._loud += 1
        if not self.on and self._loud >= 2:
            self.on, self.bout = True, self._first_loud
            self.onsets.append(self._first_loud)
        elif (self.on and self._loud == 1) or (
            self.on and level - before > _NEW_ONSET_DB and index - self.onsets[-1] > 10
        ):
            self.onsets.append(index)
        self._quiet_since = index


MAX_OPEN_SPEECH_S = 30.0  # seconds after which speech without a reported end counts as over, as its page was closed


class Loudspeaker:
    """Record of when our own loudspeaker sounded, in seconds of the session's clock.

    The ``echo`` seconds after each sound count as part of it. One thread records, other threads may query.
    """

    def __init__(self, echo: float) -> None:
        self._echo = echo
        self._spans: deque[tuple[float, float]] = deque(maxlen=64)
        self._since: float | None = None

    def plays(self, start: float, seconds: float) -> None:
        """Record a sound that starts at ``start`` and lasts ``seconds``."""
        self._spans.append((start, start + seconds + self._echo))

    def begins(self, t: float) -> None:
        """Record the beginning at ``t`` seconds of a sound of unknown length, such as speech."""
        self.ends(t)
        self._since = t

    def ends(self, t: float) -> None:
        """Record the end at ``t`` seconds of the sound that ``begins`` recorded."""
        since, self._since = self._since, None
        if since is not None:
            self.plays(since, min(max(0.0, t - since), MAX_OPEN_SPEECH_S))

    def sounding(self, start: float, stop: float) -> bool:
        """Return True if the loudspeaker or its echo sounded at any time between ``start`` and ``stop`` (seconds)."""
        since = self._since
        going = since is not None and since < stop and start < since + MAX_OPEN_SPEECH_S + self._echo
        return going or any(a < stop and start < b for a, b in list(self._spans))
