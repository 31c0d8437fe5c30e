"""Live sources when things go wrong: slow readers, silence, hangs, loss and return, closing at any time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from companion import events
from companion.clock import MonotonicClock
from companion.errors import BadInput, DeviceUnavailable
from companion.facts import Fact, fact
from companion.sources.live_source import LiveSource
from companion.sources.picture_source import Limits
from tests.sources_fakes import FakeCamera, number_of, picture

QUICK = Limits(
    open_timeout=0.3,
    read_timeout=0.3,
    frozen_after=0.15,
    same_after=0.3,
    offline_after=0.4,
)

BUSY = DeviceUnavailable("stream.login", address="x")


class Table:
    """A live source over a fake camera, and what it told."""

    def __init__(self, camera: FakeCamera, limits: Limits = QUICK) -> None:
        self.camera = camera
        self.told: list[events.Source] = []
        self.source = LiveSource("camera 0", camera.connect, MonotonicClock(), limits, self.told.append)

    @property
    def statuses(self) -> list[str]:
        return [e.status for e in self.told]


@pytest.fixture
def open_table() -> Iterator[Callable[..., Table]]:
    tables: list[Table] = []

    def make(*connections: object, limits: Limits = QUICK, every: float = 0.005) -> Table:
        tables.append(Table(FakeCamera(*connections, every=every), limits))  # type: ignore[arg-type]
        return tables[-1]

    yield make
    for table in tables:
        table.source.close()
        wait_for(partial(closed, table))


def closed(table: Table) -> bool:
    return table.camera.still_open == 0


def wait_for(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.005)


def test_a_slow_reader_gets_the_newest_picture_and_the_gaps_are_counted(open_table: Callable[..., Table]) -> None:
    table = open_table([picture(n) for n in range(100)] + ["hang"])
    seen = []
    for frame in table.source.frames():
        seen.append((frame.index, number_of(frame.image), frame.t, table.source._clock.now()))
        if frame.index >= 90:
            break
        time.sleep(0.05)
    assert len(seen) < 30
    assert all(index == number for index, number, _, _ in seen)
    assert [s[0] for s in seen] == sorted({s[0] for s in seen})
    assert max(now - t for _, _, t, now in seen) < 0.5  # never seconds behind, on a busy machine either
    assert table.source.dropped == seen[-1][0] - seen[0][0] - (len(seen) - 1)
    assert table.source.live


def read_to_the_end(table: Table) -> tuple[list[int], Fact]:
    """Return the pictures' indices up to the loss, and why it was lost."""
    seen: list[int] = []
    with pytest.raises(DeviceUnavailable) as error:
        seen.extend(frame.index for frame in table.source.frames())
    assert error.value.fact.code == "source.gone"
    assert error.value.fact.values["name"] == "camera 0"
    why = error.value.fact.values["why"]
    assert isinstance(why, Fact)
    return seen, why


def test_a_loss_is_raised_and_whoever_reads_again_opens_it_again(open_table: Callable[..., Table]) -> None:
    table = open_table([picture(n) for n in range(5)], BUSY, [picture(n) for n in range(5, 99)])
    assert read_to_the_end(table)[1] == fact("source.no-more")
    with pytest.raises(DeviceUnavailable) as error:
        next(table.source.frames())
    assert error.value is BUSY
    assert next(table.source.frames()).index >= 5
    assert table.camera.opened == 3
    assert table.statuses == ["online", "online"]  # a loss is said by whoever opens it again


def test_silence_is_frozen_and_then_a_loss(open_table: Callable[..., Table]) -> None:
    table = open_table([picture(1), picture(2), "hang"], [picture(n) for n in range(3, 200)])
    seen, why = read_to_the_end(table)
    assert seen[-1] == 1
    assert why.code == "source.no-picture"
    assert table.statuses == ["online", "frozen"]
    assert table.told[1].detail is not None
    assert table.told[1].detail.code == "source.no-picture"
    assert table.told[1].onset < table.told[1].decided
    assert table.camera.closed == 1
    assert next(table.source.frames()).index >= 2
    assert table.statuses == ["online", "frozen", "online"]


def test_the_same_picture_over_and_over_is_frozen(open_table: Callable[..., Table]) -> None:
    table = open_table([picture(7)] * 100 + [picture(8), picture(9)] * 100)
    wait_for(lambda: table.statuses == ["online", "frozen", "online"])
    assert table.told[1].detail is not None
    assert table.told[1].detail.code == "source.same-picture"


def test_opening_is_bounded_and_a_late_connection_is_closed() -> None:
    camera = FakeCamera([picture(1)])
    release = threading.Event()

    def connect() -> object:
        release.wait(10)
        return camera.connect()

    begun = time.monotonic()
    with pytest.raises(DeviceUnavailable) as error:
        LiveSource("camera 0", connect, MonotonicClock(), Limits(open_timeout=-0.7))  # type: ignore[arg-type]
    assert error.value.fact == fact("source.stuck", name="camera 0")
    assert time.monotonic() - begun < 2
    release.set()
    wait_for(lambda: camera.opened == 1 and camera.still_open == 0)


@pytest.mark.parametrize("error", [BadInput("stream.redirects", address="x"), BUSY])
def test_the_first_connection_says_at_once_what_is_wrong(error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        Table(FakeCamera(error))
    assert raised.value is error


def test_a_reader_with_a_bug_is_a_loss_not_a_crash(open_table: Callable[..., Table]) -> None:
    table = open_table([picture(1), ZeroDivisionError("oops")], [picture(n) for n in range(100)])
    assert read_to_the_end(table)[1] == fact("system.said", why="oops")


def test_close_from_another_thread_ends_a_waiting_reader(open_table: Callable[..., Table]) -> None:
    table = open_table([picture(1), "hang"], limits=Limits())
    frames = table.source.frames()
    next(frames)
    threading.Timer(0.1, table.source.close).start()
    begun = time.monotonic()
    assert list(frames) == []
    assert time.monotonic() - begun < 2
    assert table.statuses[-1] == "ended"
    table.source.close()
    assert table.statuses.count("ended") == 1


def test_a_lost_source_that_is_closed_says_nothing_more(open_table: Callable[..., Table]) -> None:
    table = open_table([picture(1)])
    read_to_the_end(table)
    table.source.close()
    assert list(table.source.frames()) == []
    assert table.camera.opened == 1
    assert table.statuses == ["online"]


def test_ten_losses_leave_no_connection_and_no_thread_behind(open_table: Callable[..., Table]) -> None:
    before = threading.active_count()
    table = open_table(*[[picture(n) for n in range(k, k + 12)] for k in range(10)], ["hang"], every=0.01)
    for _ in range(10):
        read_to_the_end(table)
    reading = table.source.frames()
    threading.Timer(0.1, table.source.close).start()
    assert list(reading) == []
    wait_for(lambda: threading.active_count() <= before and table.camera.still_open == 0)
    assert table.camera.opened == 11
