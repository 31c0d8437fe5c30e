"""The one worker: statuses, failures of a sense, restarts within a budget, requests on its own thread."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from companion.clock import ManualClock, MonotonicClock
from companion.errors import BadInput, CompanionError, DeviceUnavailable
from companion.events import Event, Signal, Source
from companion.facts import fact
from companion.sitting.requests import Request, SeatFace
from companion.sitting.restart_budget import RestartBudget
from companion.sitting.worker import MAX_FAILURES_IN_A_ROW, Batch, Worker

GONE = DeviceUnavailable("source.gone", name="cam")
BUSY = DeviceUnavailable("stream.login", address="x")


class Camera:
    """Gives the numbers of ``items``; an exception among them is raised. ``live``."""

    name = "cam"

    def __init__(self, items: list[Any], live: bool = True) -> None:
        self.items, self.live, self.closed = list(items), live, threading.Event()

    def close(self) -> None:
        self.closed.set()


class Station:
    """Each item is a picture; those in ``bad`` make the sense fail."""

    def __init__(self, bad: set[int] = frozenset()) -> None:  # type: ignore[assignment]
        self.bad, self.fed, self.threads, self.asked = bad, list[int](), set[int](), list[int]()

    def items(self, source: Camera) -> Iterator[Any]:
        while source.items:
            item = source.items.pop(0)
            if isinstance(item, Exception):
                raise item
            yield item
        while source.live and not source.closed.wait(0.01):
            yield 1000  # a camera goes on

    def feed(self, item: int) -> Batch:
        self.threads.add(threading.get_ident())
        if item < 1000:
            self.fed.append(item)
        if item in self.bad:
            raise RuntimeError(f"picture {item}")
        return Batch(float(item), [Signal(onset=item, decided=item, name="sour", phase="on")])

    def finish(self) -> Batch:
        return Batch(99.0, [])

    def answer(self, request: Request) -> Iterable[Event]:
        if isinstance(request, SeatFace):
            raise BadInput("seat.unknown", number=request.number)
        self.asked.append(threading.get_ident())
        return ()


def worker(sources: list[Camera | CompanionError], station: Station, **more: Any) -> tuple[Worker, list[Batch]]:
    posted: list[Batch] = []

    def opening(told: Callable[[Source], None]) -> Camera:
        found = sources.pop(0)
        if isinstance(found, CompanionError):
            raise found
        return found

    made = Worker("cam", opening, lambda source: station, posted.append, more.pop("clock", ManualClock()), **more)
    return made, posted


def statuses(batches: list[Batch]) -> list[tuple[str, str]]:
    found = [e for b in batches for e in b.events if isinstance(e, Source)]
    return [(e.status, e.detail.code if e.detail else "") for e in found]


def events(batches: list[Batch]) -> list[Event]:
    return [e for b in batches for e in b.events]


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not done():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_a_clip_is_read_to_its_end() -> None:
    one, _ = worker([Camera([1, 2, 3], live=False)], Station())
    found = list(one.batches())
    assert [b.t for b in found] == [1.0, 2.0, 3.0, 99.0]
    assert one.failure is None


def test_a_sense_that_fails_on_one_picture_goes_on_with_the_next(caplog: pytest.LogCaptureFixture) -> None:
    station = Station(bad={2, 3, 5})
    one, _ = worker([Camera([1, 2, 3, 4, 5, 6], live=False)], station)
    with caplog.at_level(logging.ERROR):
        found = list(one.batches())
    assert station.fed == [1, 2, 3, 4, 5, 6]
    assert [b.t for b in found] == [1.0, 4.0, 6.0, 99.0]
    assert len([r for r in caplog.records if r.exc_info]) == 1  # one traceback, not three


def test_five_failures_in_a_row_switch_a_sense_off_with_the_reason() -> None:
    numbers = list(range(1, 20))
    one, _ = worker([Camera(numbers, live=False)], Station(bad=set(range(3, 20))))
    found = list(one.batches())
    assert statuses(found) == [("off", "sense.off")]
    assert (one.status, one.station.fed if isinstance(one.station, Station) else None) == (
        "off",
        numbers[: 2 + MAX_FAILURES_IN_A_ROW],
    )
    assert isinstance(one.failure, DeviceUnavailable)


def test_a_damaged_clip_is_told_and_not_tried_again() -> None:
    damaged = BadInput("source.damaged", name="cam")
    one, _ = worker([Camera([1, damaged], live=False)], Station())
    assert statuses(list(one.batches())) == [("offline", "source.damaged")]


def test_a_worker_that_was_interrupted_before_it_began_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by ``tests.fuzz.endings`` on a busy machine: Ctrl-C came between the thread and its start."""

    def interrupted(self: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.ending.Work.start", interrupted)
    one, _ = worker([Camera([1])], Station())
    with pytest.raises(KeyboardInterrupt):
        one.start()
    one.close()
    one.join(1.0)
    assert one.is_over


def test_a_camera_that_was_closed_while_it_was_being_opened_is_given_back() -> None:
    opening, go = threading.Event(), threading.Event()
    camera, station = Camera([]), Station()

    def slow(told: Any) -> Camera:
        opening.set()
        assert go.wait(5)
        return camera

    one = Worker("cam", slow, lambda source: station, lambda batch: None, MonotonicClock(), eager=False)
    one.start()
    assert opening.wait(5)
    one.close()
    go.set()
    until(camera.closed.is_set)
    until(lambda: one.is_over)
    assert station.threads == set()


def test_a_camera_that_is_lost_is_read_again_and_keeps_its_station_and_one_reason_is_said_once() -> None:
    station = Station()
    camera = Camera([1, 2, GONE, GONE, BUSY, 3])
    one, posted = worker([camera], station, clock=MonotonicClock(), budget=RestartBudget(delay=0.01))
    one.start()
    until(lambda: station.fed == [1, 2, 3])
    assert (one.status, one.trouble) == ("online", None)
    assert not camera.closed.is_set()
    one.close()
    assert statuses(posted) == [("offline", "source.gone"), ("offline", "stream.login")]


def test_waits_between_restarts_double_up_to_the_longest() -> None:
    budget = RestartBudget(tries=4, delay=1.0, slowly=15.0)
    assert [budget.wait(t) for t in (0, 1, 2, 30)] == [1.0, 2.0, 4.0, 8.0]
    assert not budget.spent
    assert [budget.wait(t) for t in (500, 600)] == [15.0] * 2
    assert budget.spent


def test_a_source_that_stays_is_sought_quickly_again_but_one_that_flickers_is_not() -> None:
    budget = RestartBudget(tries=1, delay=1.0)
    assert (budget.wait(0.0), budget.wait(1.0)) == (1.0, 2.0)
    budget.came(14.9)
    assert budget.spent
    budget.came(15.0)
    assert not budget.spent
    assert budget.wait(25.0) == 1.0


def test_a_camera_that_is_not_there_at_the_start_is_said_at_once_or_sought_later() -> None:
    with pytest.raises(DeviceUnavailable):
        worker([GONE], Station())
    station = Station()
    one, posted = worker(
        [GONE, Camera([1])], station, eager=False, clock=MonotonicClock(), budget=RestartBudget(delay=0.01)
    )
    one.start()
    until(lambda: station.fed == [1])
    one.close()
    assert statuses(posted) == [("offline", "source.gone")]


def test_whoever_closes_may_wait_for_the_thread_to_end() -> None:
    station = Station()
    one, _ = worker([Camera([1])], station, clock=MonotonicClock())
    others = set(threading.enumerate())  # a test before this one did not wait for its own
    one.start()
    until(lambda: station.fed == [1])
    one.close()
    one.join(10)
    assert one.is_over
    assert not [t for t in threading.enumerate() if t.name == "worker cam" and t not in others]
    one.join(1)  # twice, and before any start, is nothing
    worker([Camera([1])], Station())[0].join(1)


def test_requests_are_done_on_the_workers_thread_between_two_items() -> None:
    station = Station()
    camera = Camera([1])
    one, _ = worker([camera], station, clock=MonotonicClock())
    one.start()
    until(lambda: station.fed == [1])
    one.ask(Request())
    until(lambda: bool(station.asked))
    assert set(station.asked) == station.threads != {threading.get_ident()}
    one.close()


def test_a_request_that_is_refused_says_so_to_whoever_asked() -> None:
    one, posted = worker([Camera([], live=False)], Station())
    refused: list[CompanionError] = []

    one.ask(SeatFace(3, "Ann"), refused.append)
    assert [e.fact.code for e in refused] == ["seat.unknown"]
    assert posted == []


def test_what_a_source_says_of_itself_is_posted_at_once() -> None:
    told: list[Callable[[Source], None]] = []
    camera = Camera([1])
    posted: list[Batch] = []

    def opening(on_status: Callable[[Source], None]) -> Camera:
        told.append(on_status)
        return camera

    one = Worker("cam", opening, lambda source: Station(), posted.append, MonotonicClock())
    one.start()
    until(lambda: bool(posted))
    frozen = Source(onset=1, decided=3, source="cam", status="frozen", detail=fact("source.frozen", seconds=2))
    told[0](frozen)
    assert posted[-1].events == [frozen]  # though no picture has come since
    assert (one.status, one.trouble) == ("frozen", frozen.detail)
    one.close()


def test_a_batch_is_passed_on_as_it_is_and_takes_statuses_before_or_after() -> None:
    status: Event = Source(onset=1.0, decided=1.0, status="online")
    sign: Event = Signal(onset=1.0, decided=1.0, name="sour", phase="on")
    batch = Batch(1.0, [sign])
    assert batch.add([]) is batch
    assert batch.add([status], first=True) == Batch(1.0, [status, sign])
    assert batch.add([status]) == Batch(1.0, [sign, status])
