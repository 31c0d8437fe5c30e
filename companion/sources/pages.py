"""A page's camera and microphone as sources: the server offers what comes, a worker reads it in its own thread."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Final, TypeAlias

import numpy as np

from companion import events
from companion.clock import Clock
from companion.errors import BadInput
from companion.facts import Fact
from companion.sources.audio import Chunk, Resampler
from companion.sources.frame import Frame
from companion.sources.jpeg import decode

WAITING: Final = 200  # pieces of sound that may wait; more are counted as lost
LONGEST: Final = 96_000  # bytes of one piece
Done: TypeAlias = Callable[[dict[str, Any] | None], None]


class PageCamera:
    """``offer`` from the server, ``frames`` in a thread (see ``sources.frame.Source``).

    Only the newest picture waits; the one that it replaces is reported done with None.
    """

    live = True
    calibrated = False  # no calibration of this machine's cameras fits it

    def __init__(self, name: str, clock: Clock) -> None:
        self.name = name
        self.notes: tuple[Fact, ...] = ()
        self._clock = clock
        self._ready = threading.Condition()
        self._slot: tuple[bytes, float, Done] | None = None
        self._current: Done | None = None
        self._closed = False
        self._count = 0
        self.dropped = 0

    @property
    def status(self) -> events.Status:
        return "ended" if self._closed else "online"

    def offer(self, data: bytes, done: Done) -> None:
        """A picture has come. ``done`` is called once, from any thread, when it is seen or left out."""
        with self._ready:
            before, self._slot = self._slot, None if self._closed else (data, self._clock.now(), done)
            self._count += 1
            closed = self._closed
            self._ready.notify()
        if before is not None:
            self.dropped += 1
            before[2](None)
        if closed:
            done(None)

    def frames(self) -> Iterator[Frame]:
        """Pictures as they come; what cannot be decoded is passed over."""
        while True:
            with self._ready:
                while self._slot is None and not self._closed:
                    self._ready.wait(0.5)
                if self._closed:
                    return
                assert self._slot is not None
                (data, t, done), self._slot = self._slot, None
            try:
                image = decode(data)
            except BadInput:
                done(None)
                continue
            self._current = done
            yield Frame(image, t, self._count, self.name)
            self.answer(None)  # a sense that failed on it

    def answer(self, overlay: dict[str, Any] | None) -> None:
        """The picture given last has been seen."""
        done, self._current = self._current, None
        if done is not None:
            done(overlay)

    def close(self) -> None:
        with self._ready:
            self._closed = True
            waiting, self._slot = self._slot, None
            self._ready.notify_all()
        if waiting is not None:
            waiting[2](None)

    def __enter__(self) -> PageCamera:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class PageMicrophone:
    """Pieces of 4 bytes of rate (little endian) and PCM16 mono (see ``sources.audio.AudioSource``)."""

    live = True

    def __init__(self, name: str, clock: Clock) -> None:
        self.name = name
        self._clock = clock
        self._pieces: queue.Queue[tuple[bytes, float] | None] = queue.Queue(WAITING)
        self._resampler: Resampler | None = None
        self._lost = 0.0

    def offer(self, data: bytes) -> None:
        """Raises BadInput for what is no piece of sound."""
        if not 4 < len(data) <= LONGEST or len(data) % 2:
            raise BadInput("web.no.sound")
        rate = int.from_bytes(data[:4], "little")
        if not 8000 <= rate <= 96000:
            raise BadInput("web.no.sound-rate")
        seconds = (len(data) - 4) / 2 / rate
        try:
            self._pieces.put_nowait((data, self._clock.now() - seconds))
        except queue.Full:
            self._lost += seconds

    def chunks(self) -> Iterator[Chunk]:
        while (piece := self._pieces.get()) is not None:
            data, t = piece
            rate = int.from_bytes(data[:4], "little")
            if self._resampler is None or self._resampler.rate != rate:
                self._resampler = Resampler(rate)
            pcm = np.frombuffer(data, "<i2", offset=4)
            lost, self._lost = self._lost, 0.0
            yield Chunk(self._resampler.feed((pcm / np.float32(32768)).astype(np.float32)), t, lost)

    def close(self) -> None:
        while True:
            try:
                self._pieces.put_nowait(None)
                return
            except queue.Full:
                self._pieces.get_nowait()
