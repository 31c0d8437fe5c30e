"""Camera and microphone of a browser page as sources: the server hands data over, a worker thread reads them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import numpy as np

from companion import events
from companion.clock import Clock
from companion.errors import BadInput
from companion.facts import fact
from companion.sources.audio import RATE, Chunk, Resampler, SampleClock, ToldMicrophone
from companion.sources.picture_source import Frame, FrameSource, Limits, OnStatus, SourceWatchdog
from companion.sources.pixels import MAX_PIXELS, decode, fingerprint

MAX_WAITING_PIECES: Final = 200  # pieces of sound that may be queued; more are counted as lost
MAX_PIECE_BYTES: Final = 96_000  # bytes of one piece of sound
PAGE_GONE_S: Final = 2.0  # seconds without a piece of sound until the page counts as gone
MAX_NETWORK_GAP_S: Final = 0.5  # seconds that the network may delay a piece before sound counts as lost
_POLL_S: Final = 0.25  # seconds between checks for missing data
Done: TypeAlias = Callable[[dict[str, Any] | None], None]


class PageCamera(FrameSource):
    """Camera of a browser page. The server calls ``offer``; a worker thread iterates ``frames``.

    Only the newest picture is kept; the callback of a picture that it replaces is called with None.
    """

    live = True
    calibrated = False  # the calibration of this machine's cameras does not apply

    def __init__(self, name: str, clock: Clock, on_status: OnStatus | None = None) -> None:
        super().__init__(name, on_status)
        self._clock = clock
        self._watch = SourceWatchdog(self._board, Limits(offline_after=float("inf")))
        self._watch.on_connected(clock.now())
        self._ready = threading.Condition()
        self._slot: tuple[bytes, float, Done] | None = None
        self._current: Done | None = None
        self._closed = False
        self._count = 0
        self.dropped = 0

    @property
    def status(self) -> events.Status:
        return "ended" if self._closed else self._board.status

    def offer(self, data: bytes, done: Done) -> None:
        """Store a picture that has arrived, in place of one that still waits.

        Args:
            data: The picture as JPEG.
            done: Called once, from any thread, after the picture was processed (with what was seen in it, as JSON
                values) or skipped (with None).
        """
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
        """Yield pictures as they arrive, skipping those that cannot be decoded."""
        while True:
            with self._ready:
                while self._slot is None and not self._closed:
                    self._ready.wait(_POLL_S)
                    if self._slot is None:
                        self._watch.tick(self._clock.now())
                if self._closed:
                    return
                assert self._slot is not None
                (data, t, done), self._slot = self._slot, None
            image = decode(data, MAX_PIXELS)
            if image is None:
                done(None)
                continue
            self._current = done
            new = self._watch.frame(t, fingerprint(image), (image.shape[1], image.shape[0]))
            yield Frame(image, t, self._count, self.name, stale=not new)
            self.answer(None)  # in case the sense failed and did not answer

    def answer(self, overlay: dict[str, Any] | None) -> None:
        """Report the picture yielded last as processed; ``overlay`` is what was seen in it, as JSON values, or None."""
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


class PageMicrophone(ToldMicrophone):
    """Microphone of a browser page, as an ``AudioSource``.

    Its page sends blocks: 4 bytes of sample rate (little-endian), then 16-bit mono PCM. A block's time is that of its
    arrival; the phone's own clock is ignored.
    """

    live = True

    def __init__(self, name: str, clock: Clock, on_status: OnStatus | None = None) -> None:
        super().__init__(name, clock, on_status)
        self._pieces: queue.Queue[tuple[bytes, float] | None] = queue.Queue(MAX_WAITING_PIECES)
        self._resampler: Resampler | None = None
        self._board.status, self._lost = "online", 0.0

    def offer(self, data: bytes) -> None:
        """Queue a block of sound; if the queue is full, the block is reported as lost.

        Raises BadInput for a malformed block.
        """
        if not 4 < len(data) <= MAX_PIECE_BYTES or len(data) % 2:
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
        """Yield chunks as they arrive.

        The status changes for lasting silence, for a page that stops sending, and for lost sound.
        """
        steady, last, missed = SampleClock(MAX_NETWORK_GAP_S), self._clock.now(), False
        while True:
            try:
                piece = self._pieces.get(timeout=_POLL_S)
            except queue.Empty:
                if self._clock.now() - last >= PAGE_GONE_S:
                    self._say("offline", fact("mic.page-gone"))
                    steady.restart()
                    missed = True
                continue
            if piece is None:
                return
            last = self._clock.now()
            chunk = self._chunk(*piece, steady)
            self._came(len(chunk.samples) / RATE, silent=not chunk.samples.any(), lost=chunk.lost, back=missed)
            missed = False
            yield chunk

    def _chunk(self, data: bytes, came: float, steady: SampleClock) -> Chunk:
        rate = int.from_bytes(data[:4], "little")
        if self._resampler is None or self._resampler.rate != rate:
            self._resampler = Resampler(rate)
        pcm = np.frombuffer(data, "<i2", offset=4)
        dropped, self._lost = self._lost, 0.0
        t, lost = steady.place(came, len(pcm) / rate, overflow=dropped > 0)
        return Chunk(self._resampler.feed((pcm / np.float32(32768)).astype(np.float32)), t, max(lost, dropped))

    def close(self) -> None:
        while True:
            try:
                self._pieces.put_nowait(None)
                return
            except queue.Full:
                self._pieces.get_nowait()
