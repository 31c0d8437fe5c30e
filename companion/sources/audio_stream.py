"""Samples that somebody else sends (a phone's PCM16 packets): a source that is fed from another thread."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import numpy as np

from companion.clock import Clock
from companion.sources.audio import RATE, Chunk, Resampler, mono

_HELD_SECONDS = 30.0


class AudioStream:
    """`push` packets in any thread, read them in order. Over 30 s unread, the oldest go and are reported lost."""

    live = True

    def __init__(self, name: str, rate: int, clock: Clock) -> None:
        self.name = name
        self._resample, self._clock = Resampler(rate), clock
        self._queue: queue.Queue[tuple[float, bytes] | None] = queue.Queue()
        self._waiting = 0
        self._lost = 0

    def push(self, pcm16: bytes) -> None:
        """Little-endian 16-bit mono samples; an odd last byte is dropped."""
        size = len(pcm16) // 2 * 2
        if not size:
            return
        began = self._clock.now() - size / 2 / self._resample.rate
        self._queue.put((began, pcm16[:size]))
        self._waiting += size // 2
        while self._waiting > _HELD_SECONDS * self._resample.rate:
            try:
                old = self._queue.get_nowait()
            except queue.Empty:
                break
            if old is None:
                self._queue.put(None)
                break
            self._waiting -= len(old[1]) // 2
            self._lost += len(old[1]) // 2

    def chunks(self) -> Iterator[Chunk]:
        while (packet := self._queue.get()) is not None:
            t, pcm = packet
            self._waiting -= len(pcm) // 2
            lost, self._lost = self._lost / self._resample.rate, 0
            samples = self._resample.feed(mono(np.frombuffer(pcm, dtype="<i2")))
            if len(samples):
                yield Chunk(samples, t, lost)

    @property
    def waiting(self) -> float:
        """Seconds of sound not yet read."""
        return self._waiting / RATE

    def close(self) -> None:
        self._queue.put(None)
