"""Supervise one source: a camera, microphone, clip or phone.

A worker opens its source, reads it, feeds each frame or piece of sound to its station (the senses behind it), and posts
the resulting events as batches. It reports the source's status, and restarts it with growing pauses if it is lost. It
takes requests through its own queue, so that only the worker touches the station. Live sources have a thread. A clip's
``batches`` can instead be merged with others by their times, without a thread.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from companion.clock import Clock
from companion.ending import Work, defer_interrupts, give_way
from companion.errors import CompanionError, DeviceUnavailable
from companion.events import Event, Source, Status
from companion.facts import Fact, fact
from companion.sitting.requests import Request
from companion.sitting.restart_budget import RestartBudget
from companion.sources.picture_source import OnStatus

_log = logging.getLogger(__name__)
MAX_FAILURES_IN_A_ROW = 5  # consecutive items on which a sense fails before it is switched off


class Batch(NamedTuple):
    """Events of one source that were decided by ``t`` seconds; nothing earlier will follow."""

    t: float
    events: list[Event]

    def add(self, events: list[Event], *, first: bool = False) -> Batch:
        """Return the batch with more events at its end, or with ``first`` at its beginning."""
        if not events:
            return self
        return self._replace(events=[*events, *self.events] if first else [*self.events, *events])


class Station(Protocol):
    """Interface of the senses behind one source; only its worker calls it.

    An item is a frame or a piece of sound, depending on the station.
    """

    def items(self, source: Any) -> Iterable[Any]:
        """Return the pictures or pieces of sound of an open source."""

    def feed(self, item: Any) -> Batch:
        """Run the senses on one item and return the events."""

    def finish(self) -> Batch:
        """Return the events that are left when the source has ended."""

    def answer(self, request: Request) -> Iterable[Event]:
        """Carry out a request and return its events. Raises CompanionError to refuse it."""


Opening = Callable[[OnStatus], Any]


class Worker:
    """Supervisor of one source: opens, reads and restarts it, feeds its station and posts the events.

    Args:
        name: Name for logs.
        opening: Opens the source; called again for each restart.
        make: Makes the station for the first source that is opened.
        post: Takes batches, from any thread.
        clock: The sitting's clock.
        eager: Open the source in the constructor, which then raises its errors.
        budget: How often and how soon to restart.
    """

    def __init__(
        self,
        name: str,
        opening: Opening,
        make: Callable[[Any], Station],
        post: Callable[[Batch], None],
        clock: Clock,
        *,
        eager: bool = True,
        budget: RestartBudget | None = None,
    ) -> None:
        self.name = name
        self.status: Status = "offline"
        self.trouble: Fact | None = None
        """Why the source is frozen, lost or off now; None if it works."""
        self.failure: CompanionError | None = None
        """The latest error that ended the source or caused a restart."""
        self.station: Station | None = None
        self.source: Any = None  # a source of pictures or of sound
        self._opening, self._make, self._post, self._clock = opening, make, post, clock
        self._budget = budget or RestartBudget()
        self._requests: queue.SimpleQueue[tuple[Request, Callable[[CompanionError], None]]] = queue.SimpleQueue()
        self._statuses: deque[Source] = deque()
        self._closed = threading.Event()
        self._thread: Work | None = None
        self._now, self._failed, self._traced, self._freed = 0.0, 0, False, False
        if eager:
            self._open()

    @property
    def live(self) -> bool:
        return self.source is None or bool(self.source.live)

    @property
    def is_threaded(self) -> bool:
        """True if a thread serves the source; requests are then handled later, in that thread."""
        return self._thread is not None

    @property
    def is_over(self) -> bool:
        """True if nothing more is expected: the source ended, was closed, or is lost beyond its restarts."""
        ended = self._thread is not None and not self._thread.is_alive()
        return ended or self._closed.is_set() or (self.status == "offline" and self._budget.spent)

    def start(self) -> None:
        """Start a thread that serves the source and posts its batches and statuses."""
        self._thread = Work(f"worker {self.name}", self._run, stop=self.close)
        self._thread.start()

    def ask(self, request: Request, refused: Callable[[CompanionError], None] = lambda error: None) -> None:
        """Have the station carry out a request between two items, and post its events.

        Without a thread (merged clips) this is done at once.

        Args:
            request: The request.
            refused: Called with the error if the station refuses the request.
        """
        if self._thread is None:
            self._do(request, refused)
        else:
            self._requests.put((request, refused))

    def close(self) -> None:
        """Stop the worker and close its source. Safe from any thread and more than once."""
        self._closed.set()
        if self.source is not None:
            self.source.close()
        if self._thread is None:
            self._free()

    def join(self, seconds: float) -> None:
        """Wait at most ``seconds`` for the thread to end; the program must not exit while a network runs in it.

        Does nothing if there is no thread, or if this is the thread.
        """
        thread = self._thread
        if thread is not None and thread.is_alive() and thread is not threading.current_thread():
            thread.join(seconds)

    def batches(self) -> Iterator[Batch]:
        """Yield the source's batches to its end, with restarts if it is lost; errors become ``Source`` events."""
        while True:
            try:
                if self.source is None:
                    self._open()
                if self._closed.is_set():  # closed while it was being opened
                    self.source.close()
                    return
                if self.station is None:
                    assert self.failure is not None
                    yield Batch(self._time(), [self._say("off", self.failure.fact)])
                    return
                yield from self._read()
                return
            except CompanionError as error:
                self.failure, lost = error, isinstance(error, DeviceUnavailable)
                why = error.fact
            except Exception as error:  # outermost handler of a worker: the game continues without the source  # noqa: BLE001
                _log.exception("%s", self.name)
                why, lost = fact("source.failed", kind=type(error).__name__), True
                self.failure = DeviceUnavailable(why)
            if self._closed.is_set():
                return
            known = self.status == "offline" and self.trouble == why  # already reported
            said = self._say("offline", why)
            yield Batch(self._time(), [*self._drain(), *([] if known else [said])])
            if not (lost and self.is_threaded and self._pause()):
                return

    def _run(self) -> None:
        give_way()
        try:
            for batch in self.batches():
                self._post(batch)
        finally:
            self._free()

    def _free(self) -> None:
        """Free the station's models once, in the thread that used them."""
        free, self._freed = None if self._freed else getattr(self.station, "close", None), True
        try:
            if free is not None:
                free()
        except Exception:  # it is no longer needed  # noqa: BLE001
            _log.exception("closing %s", self.name)

    def _open(self) -> None:
        self.source = self._opening(self._on_status)
        if self.station is None:
            try:
                with defer_interrupts():
                    self.station = self._make(self.source)
                self.failure = getattr(self.station, "failure", None)  # one of its senses may be off
            except DeviceUnavailable as error:  # its model is missing or damaged: the other senses continue
                self.source.close()
                self.failure = error
            except BaseException:
                self.source.close()
                self.source = None
                raise

    def _read(self) -> Iterator[Batch]:
        station = self.station
        assert station is not None
        lost = self.status == "offline" and self.trouble is not None
        if not lost and self.status in ("offline", "frozen"):
            self.status, self.trouble = "online", None
        for item in station.items(self.source):
            if lost:
                self.status, self.trouble, lost = "online", None, False
            self._handle_requests()
            try:
                batch = station.feed(item)
            except CompanionError:
                raise
            except Exception as error:  # one bad item is skipped  # noqa: BLE001
                self._failed += 1
                if not self._traced:  # only the first failure is logged
                    self._traced = True
                    _log.exception("the sense of %s failed", self.name)
                if self._failed == MAX_FAILURES_IN_A_ROW:
                    yield Batch(self._time(), [*self._drain(), self._off(error)])
                    return
                continue
            self._failed, self._now = 0, batch.t
            self._budget.came(self._clock.now())
            yield batch.add(self._drain(), first=True)
        if self._closed.is_set() and self.live:
            return
        yield station.finish().add(self._drain())

    def _handle_requests(self) -> None:
        while not self._requests.empty():
            self._do(*self._requests.get())

    def _do(self, request: Request, refused: Callable[[CompanionError], None]) -> None:
        try:
            found = list(self.station.answer(request)) if self.station is not None else []
        except CompanionError as error:
            refused(error)
            return
        if found:
            self._post(Batch(self._time(), found))

    def _off(self, error: Exception) -> Source:
        self.source.close()
        self.failure = DeviceUnavailable("sense.off", source=self.name, kind=type(error).__name__)
        return self._say("off", self.failure.fact)

    def _pause(self) -> bool:
        """Wait for the next restart, carrying out requests meanwhile; return False if the worker is closed."""
        until = self._clock.now() + self._budget.wait(self._clock.now())
        if self.source is not None and not self.source.live:  # a live source reopens by itself when it is read again
            self.source.close()
            self.source = None
        while (left := until - self._clock.now()) > 0:
            if self._closed.wait(min(left, 0.25)):
                return False
            if self.station is not None:
                self._handle_requests()
        return not self._closed.is_set()

    def _time(self) -> float:
        """Return the clock's time for a live source in a thread, else how far the source has been read (seconds)."""
        return max(self._now, self._clock.now()) if self.live and self._thread is not None else self._now

    def _on_status(self, event: Source) -> None:
        """Record a status that the source reports, from any thread.

        It is posted at once, or without a thread with the next batch.
        """
        self.status = event.status
        self.trouble = event.detail if event.status in ("frozen", "offline") else None
        if self._thread is not None:
            self._post(Batch(event.decided, [event]))
        else:
            self._statuses.append(event)

    def _drain(self) -> list[Event]:
        return [self._statuses.popleft() for _ in range(len(self._statuses))]

    def _say(self, status: Status, why: Fact) -> Source:
        self.status, self.trouble = status, why
        t = self._time()
        name = self.source.name if self.source is not None else self.name
        return Source(onset=t, decided=t, source=name, status=status, detail=why)
