"""Live cameras and streams: a thread reads pictures and keeps only the newest one.

After a loss, calling ``frames`` again reopens the source.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from typing import Protocol

from companion.clock import Clock
from companion.ending import Work
from companion.errors import DeviceUnavailable
from companion.facts import Fact, fact
from companion.sources.picture_source import Frame, FrameSource, Image, Limits, OnStatus, SourceWatchdog
from companion.sources.pixels import fingerprint

_POLL_S = 0.05  # seconds between checks for a silent source, while a reader waits
_log = logging.getLogger(__name__)


class SourceLost(Exception):
    """Error of a reader whose connection broke; ``why`` is the reason."""

    def __init__(self, why: Fact) -> None:
        super().__init__(why)
        self.why = why


class FrameReader(Protocol):
    """Interface of one connection to a camera or stream.

    ``read`` blocks until the next picture, and raises SourceLost if the connection breaks. ``close`` may be called from
    another thread.
    """

    def read(self) -> Image: ...

    def close(self) -> None: ...


class LiveSource(FrameSource):
    """A camera or stream that never waits for its consumer: each step of ``frames`` yields the newest picture.

    The constructor opens the source, so that a wrong address is reported at once.
    """

    live = True

    def __init__(
        self,
        name: str,
        connect: Callable[[], FrameReader],
        clock: Clock,
        limits: Limits,
        on_status: OnStatus | None = None,
    ) -> None:
        """Open the source.

        Args:
            name: The source's name in messages and events.
            connect: Opens a connection; may raise BadInput or DeviceUnavailable.
            clock: The clock that gives each frame its time.
            limits: Time-outs and sizes.
            on_status: Callback for each change of status.

        Raises:
            BadInput: As raised by ``connect``.
            DeviceUnavailable: As raised by ``connect``, and on time-out.
        """
        super().__init__(name, on_status)
        self.dropped = 0
        self._connect, self._clock, self._limits = connect, clock, limits
        self._watch = SourceWatchdog(self._board, limits)
        self._news = threading.Condition(threading.RLock())
        self._newest: Frame | None = None
        self._count = 0
        self._closed = False
        self._lost: Fact | None = None
        """The reason why there is no connection; None while there is one."""
        self._run = 0  # number of the connection: frames of an older one that was blocked are ignored
        self._reader: FrameReader | None = None
        self._open()

    def frames(self) -> Iterator[Frame]:
        """Yield the newest picture, each at most once, until ``close``.

        Raises DeviceUnavailable when the source is lost. Calling it again reopens the source, with the constructor's
        errors.
        """
        if self._lost is not None and not self._closed:
            self._open()
        seen = -1
        while True:
            with self._news:
                while not self._closed and self._lost is None and (self._newest is None or self._count == seen):
                    self._news.wait(_POLL_S)
                    self._lost = self._lost or self._watch.tick(self._clock.now())
                if self._closed:
                    return
                if self._lost is not None:
                    break
                frame = self._newest
                self.dropped += max(0, self._count - seen - 1) if seen >= 0 else 0
                seen = self._count
            assert frame is not None
            yield frame
        self._release()
        raise DeviceUnavailable("source.gone", name=self.name, why=self._lost)

    def close(self) -> None:
        with self._news:
            if self._closed:
                return
            self._closed = True
            self._news.notify_all()
        self._release()
        if self._lost is None:
            self._board.publish("ended", self._clock.now())

    def _release(self) -> None:
        """Close the current connection, even if it is blocked."""
        with self._news:
            self._run += 1
            reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()

    def _open(self) -> None:
        """Connect, waiting at most the open time-out plus 1 s. A blocked attempt stays behind in its thread."""
        attempt: Future[FrameReader] = Future()

        def connect() -> None:
            try:
                attempt.set_result(self._connect())
            except Exception as error:  # passed on to the waiting thread  # noqa: BLE001
                attempt.set_exception(error)

        Work(f"open {self.name}", connect).start()
        wait([attempt], self._limits.open_timeout + 1)
        if not attempt.done():
            attempt.add_done_callback(_late)
            raise DeviceUnavailable("source.stuck", name=self.name)
        reader = attempt.result()
        with self._news:
            if not self._closed:
                self._run += 1
                self._reader, self._lost, self._newest = reader, None, None
                self._watch.on_connected(self._clock.now())
                Work(f"grab {self.name}", self._grab, reader, self._run).start()
                return
        reader.close()

    def _grab(self, reader: FrameReader, run: int) -> None:
        """Store each new picture until the connection breaks or is replaced. Runs in its own thread.

        Args:
            reader: The connection.
            run: The connection's number; it is replaced once ``_run`` is another number.
        """
        why = fact("source.connection-lost")
        try:
            while run == self._run:
                image = reader.read()
                with self._news:
                    if run != self._run:
                        return
                    t = self._clock.now()
                    new = self._watch.frame(t, fingerprint(image), (image.shape[1], image.shape[0]))
                    self._newest = Frame(image, t, self._count, self.name, stale=not new)
                    self._count += 1
                    self._news.notify_all()
        except SourceLost as error:
            why = error.why
        except Exception as error:  # logged; the source is then lost  # noqa: BLE001
            if run != self._run:  # closed by another thread: the reader's error is expected
                return
            _log.exception("reading %s", self.name)
            why = fact("system.said", why=str(error) or type(error).__name__)
        finally:
            reader.close()
        with self._news:
            if run == self._run:
                self._lost = why
                self._news.notify_all()


def _late(attempt: Future[FrameReader]) -> None:
    """Close a connection that was made after the time-out."""
    if attempt.exception() is None:
        attempt.result().close()
