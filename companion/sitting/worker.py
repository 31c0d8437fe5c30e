"""One supervised worker for every source: camera, microphone, clip, phone or typed lines.

A worker opens its source, reads it, gives what comes to its station (the sense behind it), and posts what the station
tells as batches. It says its status in one vocabulary, is restarted within a budget, and takes requests (sit, teach,
confirm, watch) through a queue of its own: nobody else touches a station. As a thread it serves what is live; a clip's
``batches`` can be merged with others' by their times instead, without a thread.
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
MAX_FAILURES_IN_A_ROW = 5  # failures of a sense, one picture or piece of sound after the other, that switch it off


class Batch(NamedTuple):
    """Time in seconds up to which all of a source is known, and the events that were decided by then."""

    t: float
    events: list[Event]

    def add(self, events: list[Event], *, first: bool = False) -> Batch:
        """Return the batch with these events after its own, or before them."""
        if not events:
            return self
        return self._replace(events=[*events, *self.events] if first else [*self.events, *events])


class Station(Protocol):
    """The sense behind one source, and who is who there. It belongs to its worker alone.

    Sources and items are pictures or sound: each station knows which it was made for.
    """

    def items(self, source: Any) -> Iterable[Any]:
        """Return the pictures or pieces of sound of an open source."""

    def feed(self, item: Any) -> Batch:
        """Judge one of them."""

    def finish(self) -> Batch:
        """Return what is left when the source has ended."""

    def answer(self, request: Request) -> Iterable[Event]:
        """Do what somebody asks, and what follows from it. Raises CompanionError for what it refuses."""


Opening = Callable[[OnStatus], Any]


class Worker:
    """``opening`` makes the source (it is called again for a restart), ``make`` the station for the first one opened.

    ``post`` takes batches from any thread. With ``eager`` the source is opened here and now: raises what it raises.
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
        """What is wrong now, if something is."""
        self.failure: CompanionError | None = None
        """The error that ended it, or that it is being restarted after."""
        self.station: Station | None = None
        self.source: Any = None  # of pictures or of sound
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
        """Return whether a thread serves it: what is asked is done there, later."""
        return self._thread is not None

    @property
    def is_over(self) -> bool:
        """Nothing more is to be expected of it soon: it has ended, was switched off, or its restarts are spent."""
        ended = self._thread is not None and not self._thread.is_alive()
        return ended or self._closed.is_set() or (self.status == "offline" and self._budget.spent)

    def start(self) -> None:
        """Serve the source in a thread; batches and statuses are posted as they come."""
        self._thread = Work(f"worker {self.name}", self._run, stop=self.close)
        self._thread.start()

    def ask(self, request: Request, refused: Callable[[CompanionError], None] = lambda error: None) -> None:
        """Let the station do something between two items; its events are posted. ``refused`` gets its error instead.

        Without a thread (clips that are merged) it is done at once.
        """
        if self._thread is None:
            self._do(request, refused)
        else:
            self._requests.put((request, refused))

    def close(self) -> None:
        """Stop, from any thread and twice."""
        self._closed.set()
        if self.source is not None:
            self.source.close()
        if self._thread is None:
            self._free()

    def join(self, seconds: float) -> None:
        """Wait for its thread to end, this long at most: a program may not end while a network is at work in one.

        Ctrl-C may have come before it was started.
        """
        thread = self._thread
        if thread is not None and thread.is_alive() and thread is not threading.current_thread():
            thread.join(seconds)

    def batches(self) -> Iterator[Batch]:
        """Read the source to its end; restarted where it is lost. Ends with a status; raises nothing."""
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
            except Exception as error:  # the edge of a worker: the game goes on by hand  # noqa: BLE001
                _log.exception("%s", self.name)
                why, lost = fact("source.failed", kind=type(error).__name__), True
                self.failure = DeviceUnavailable(why)
            if self._closed.is_set():
                return
            known = self.status == "offline" and self.trouble == why  # said while it was sought before
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
        """Free the station's models: in the thread that used them, once nothing more comes."""
        free, self._freed = None if self._freed else getattr(self.station, "close", None), True
        try:
            if free is not None:
                free()
        except Exception:  # nothing more is wanted of it  # noqa: BLE001
            _log.exception("closing %s", self.name)

    def _open(self) -> None:
        self.source = self._opening(self._on_status)
        if self.station is None:
            try:
                with defer_interrupts():
                    self.station = self._make(self.source)
                self.failure = getattr(self.station, "failure", None)  # a part of it is off, the rest is on
            except DeviceUnavailable as error:  # its model is missing or damaged: the other senses go on
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
            except Exception as error:  # one picture may be odd: the next is judged again  # noqa: BLE001
                self._failed += 1
                if not self._traced:  # each kind of trouble is logged once
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
        """Wait for the next restart; False once closed. Requests are answered meanwhile where there is a station."""
        until = self._clock.now() + self._budget.wait(self._clock.now())
        if self.source is not None and not self.source.live:  # what is live opens itself when it is read again
            self.source.close()
            self.source = None
        while (left := until - self._clock.now()) > 0:
            if self._closed.wait(min(left, 0.25)):
                return False
            if self.station is not None:
                self._handle_requests()
        return not self._closed.is_set()

    def _time(self) -> float:
        """Now for what is live; for a clip, as far as it has been read."""
        return max(self._now, self._clock.now()) if self.live and self._thread is not None else self._now

    def _on_status(self, event: Source) -> None:
        """Take the source's word, from whichever thread: posted at once, or with the next batch."""
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
