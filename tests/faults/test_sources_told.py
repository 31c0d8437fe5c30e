"""Cameras and microphones that fail in a game: the page says so, they are sought for ever, nothing is concluded.

Fakes stand in place of the system: PortAudio, OpenCV, a stream's server.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.clock import ManualClock
from companion.ending import Work
from companion.errors import DeviceUnavailable
from companion.events import Ruling, Signal, Source
from companion.facts import fact
from companion.referee.desk_registry import header, match_of
from companion.sitting.table_sitting import table_of
from companion.sitting.worker import Batch, Worker
from companion.sources import audio_microphone, capture, picture_opening
from companion.sources.capture import Camera, CaptureReader
from companion.sources.page_sources import PageCamera, PageMicrophone
from companion.sources.picture_source import Frame, Limits, SourceWatchdog, StatusBoard
from companion.web.kit.door import Door, Session
from companion.web.kit.page import Page
from companion.web.table.hub import TableHub
from companion.web.table.setup import head_of
from tests.faults.test_audio import FakePortAudio
from tests.sources_fakes import jpeg, picture, serve


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[TableHub]:
    one = TableHub(None, Door(), pace=3600)
    yield one
    one.close()


def page_of(hub: TableHub) -> Page:
    page = Page(Session("host"), language="en")
    hub.pages.add(page)
    return page


def start(hub: TableHub) -> None:
    players = [{"name": n, "bot": False} for n in ("Ann", "Ben", "Cleo")]
    hub.start(head_of({"game": "face-off", "players": players, "seed": 5, "options": {"cards": "physical"}}, "en"))


def until(hub: TableHub, holds: Callable[[], Any], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        hub.tick()
        time.sleep(0.01)


def told(page: Page) -> list[tuple[str, str]]:
    """(status, sentence) of what the page was told of sources."""
    return [(m["status"], m["detail"]) for m in page.outbox if m["t"] == "source"]


def trouble(hub: TableHub, page: Page) -> list[str]:
    return [s["trouble"] for s in hub.state(page)["sources"]]


# This machine's microphone


def test_a_microphone_that_goes_and_comes_back_is_told_on_the_page(
    hub: TableHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend, page = FakePortAudio(), page_of(hub)
    monkeypatch.setattr(audio_microphone, "portaudio", lambda: backend)
    monkeypatch.setattr(audio_microphone, "RETRY_S", 0.05)
    monkeypatch.setattr(audio_microphone, "UNPLUGGED_AFTER_S", 0.3)
    hub.devices.microphone = "USB Mic"
    start(hub)
    until(hub, lambda: backend.streams)
    backend.play(np.full((4800, 1), 0.01))
    backend.broken = True
    until(hub, lambda: ("offline", "the microphone is gone: plug it in again") in told(page))
    assert trouble(hub, page) == ["the microphone is gone: plug it in again"]
    backend.broken = False
    until(hub, lambda: ("online", "the microphone is back") in told(page))


def test_a_microphone_that_is_not_there_at_the_start_is_sought(hub: TableHub, monkeypatch: pytest.MonkeyPatch) -> None:
    backend, page = FakePortAudio(names=()), page_of(hub)
    monkeypatch.setattr(audio_microphone, "portaudio", lambda: backend)
    hub.devices.microphone = "default"
    start(hub)
    until(hub, lambda: any(trouble(hub, page)))
    backend.names = ("Laptop",)
    until(hub, lambda: trouble(hub, page) == [""])


# Pages' own


def test_a_pages_microphone_that_falls_silent_or_stops_is_told() -> None:
    clock, said = ManualClock(), list[Source]()
    microphone = PageMicrophone("page", clock, said.append)
    quiet, loud = (piece(np.zeros(16000)), piece(np.full(16000, 900)))
    chunks = microphone.chunks()
    for data in (quiet, quiet, quiet, quiet, quiet, quiet, loud):
        clock.advance(1.0)
        microphone.offer(data)
        next(chunks)
    assert [(e.status, e.detail) for e in said] == [("frozen", fact("mic.silent")), ("online", None)]
    clock.advance(12.0)
    threading.Timer(0.8, lambda: microphone.offer(loud)).start()
    after = next(chunks)
    assert [(e.status, e.detail) for e in said[2:]] == [
        ("offline", fact("mic.page-gone")),
        ("online", fact("mic.back")),
    ]
    assert after.t == pytest.approx(clock.now() - 1.0)
    microphone.close()


def piece(samples: Any) -> bytes:
    return (16000).to_bytes(4, "little") + np.asarray(samples).astype("<i2").tobytes()


def test_sound_that_could_not_be_taken_is_a_gap_that_is_told() -> None:
    clock, said = ManualClock(), list[Source]()
    microphone = PageMicrophone("page", clock, said.append)
    for _ in range(230):
        clock.advance(0.1)
        microphone.offer(piece(np.full(1600, 900)))
    chunks = microphone.chunks()
    found = [next(chunks) for _ in range(200)]
    assert found[0].lost == pytest.approx(3.0)
    assert not any(c.lost for c in found[1:])
    assert said[0].detail == fact("mic.lost-sound")
    microphone.close()


def test_a_phone_whose_clock_is_off_is_timed_by_when_its_sound_came() -> None:
    """Nothing that a phone says carries a time; held-up and bunched pieces are put in their place."""
    clock = ManualClock()
    microphone = PageMicrophone("phone Ann", clock)
    chunks = microphone.chunks()
    times = []
    for k in range(200):
        clock.advance({9: 0.3, 0: 0.0, 1: 0.0}.get(k % 10, 0.1))  # each second three pieces come at once
        microphone.offer(piece(np.full(1600, 900)))
        times.append(next(chunks).t)
    steps = np.diff(times)
    assert steps.min() > 0.05
    assert steps.max() < 0.2
    microphone.close()


def test_a_pages_camera_that_stops_is_told_and_its_repeated_picture_is_stale() -> None:
    clock, said = ManualClock(), list[Source]()
    camera = PageCamera("page", clock, said.append)
    frames = camera.frames()
    stale = []
    for number in (1, 2, 2, 2, 3):
        clock.advance(0.5)
        camera.offer(jpeg(number), lambda overlay: None)
        stale.append(next(frames).stale)
    assert stale == [False, False, True, True, False]
    assert [e.status for e in said] == ["online", "frozen", "online"]
    clock.advance(12.0)
    threading.Timer(0.8, lambda: camera.offer(jpeg(4), lambda overlay: None)).start()
    next(frames)
    assert [e.status for e in said[3:]] == ["frozen", "online"]
    assert said[3].detail is not None
    assert said[3].detail.code == "source.no-picture"
    camera.close()


# Streams


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=b\r\n\r\n"


def part(number: int) -> bytes:
    data = jpeg(number)
    return b"--b\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(data) + data + b"\r\n"


def test_a_stream_that_stalls_is_told_while_it_stalls_and_closing_it_prints_nothing(
    hub: TableHub, caplog: pytest.LogCaptureFixture
) -> None:
    page, go_on, stop = page_of(hub), threading.Event(), threading.Event()

    def talk(connection: Any) -> None:
        connection.recv(4096)
        connection.sendall(HEAD)
        number = 0
        while not stop.wait(0.05):
            number += 1
            connection.sendall(part(number % 250 + 1))
            if number == 40:
                go_on.wait(30)

    with caplog.at_level(logging.WARNING), serve(talk) as port:
        hub.devices.camera = f"http://127.0.0.1:{port}/video"
        start(hub)
        until(hub, lambda: any(status == "frozen" for status, _ in told(page)))
        assert not go_on.is_set()
        assert "no picture for" in trouble(hub, page)[0]
        go_on.set()
        until(hub, lambda: trouble(hub, page) == [""])
        hub.leave()
        stop.set()
        time.sleep(0.3)
    assert not [r for r in caplog.records if r.exc_info]


# Cameras, far apart in time: the worker on a clock that the test moves


class Away:
    """A camera that is away until ``back`` s of the clock, and gives pictures then."""

    def __init__(self, clock: ManualClock, back: float) -> None:
        self.clock, self.back, self.tries = clock, back, 0

    def open(self, told: Any) -> Any:
        self.tries += 1
        if self.clock.now() < self.back:
            raise DeviceUnavailable("camera.no-number", index=0, known=fact("camera.none"))
        return Giving()


class Giving:
    name, live = "camera 0", False

    def close(self) -> None:
        """Nothing is open."""


class Seeing:
    """A station that sees two pictures."""

    def items(self, source: Any) -> Iterator[int]:
        yield from (1, 2)

    def feed(self, item: int) -> Batch:
        return Batch(float(item), [])

    def finish(self) -> Batch:
        return Batch(2.0, [])

    def answer(self, request: object) -> tuple[()]:
        return ()


class Patient(ManualClock):
    """Whoever waits on it lets an hour go by quickly."""

    def now(self) -> float:
        self._now += 0.2
        return self._now


@pytest.mark.parametrize("back", [30.0, 3600.0, 6 * 3600.0])
def test_a_camera_that_is_away_for_hours_is_sought_for_ever_without_a_flood(back: float) -> None:
    clock = Patient()
    camera = Away(clock, back)
    worker = Worker("x", camera.open, lambda source: Seeing(), lambda batch: None, clock, eager=False)
    worker._closed.wait = lambda timeout=None: False  # type: ignore[method-assign]
    worker._thread = Work("x", print)  # as if it ran in a thread, which alone seeks a lost source
    batches = list(worker.batches())
    said = [e for b in batches for e in b.events if isinstance(e, Source)]
    assert [e.status for e in said] == ["offline"]
    assert worker.status == "online"
    assert back / 20 <= camera.tries <= 6 + back / 10, "often enough to be noticed, seldom enough to be cheap"


def test_a_camera_that_comes_back_under_another_number_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    there = [Camera(0, "Built-in"), Camera(2, "Logi C920")]
    opened: list[int] = []
    monkeypatch.setattr(capture, "cameras", lambda: list(there))
    reader = CaptureReader(None)

    def open_camera(index: int, size: tuple[int, int]) -> CaptureReader:
        opened.append(index)
        return reader

    monkeypatch.setattr(picture_opening, "open_camera", open_camera)
    same = picture_opening._Same(2, (640, 480))
    same.connect()
    there[1] = Camera(3, "Logi C920")
    same.connect()
    there[:] = [Camera(0, "Built-in"), Camera(3, "Virtual")]
    with pytest.raises(DeviceUnavailable, match="no camera is called 'Logi C920'"):
        same.connect()
    there[:] = [Camera(0, "Built-in"), Camera(2, "Logi C920")]
    same.connect()
    assert opened == [2, 3, 2]


# What a watch says, by the times alone


def watched() -> tuple[SourceWatchdog, list[Source]]:
    said: list[Source] = []
    return SourceWatchdog(StatusBoard("camera 0", said.append), Limits()), said


def bright(n: int) -> bytes:
    return bytes([50 + n % 200])


def test_every_fault_of_a_camera_is_told_within_a_second() -> None:
    faults: dict[str, Callable[[int], bytes | None]] = {
        "source.no-picture": lambda n: None,
        "source.same-picture": lambda n: b"\x99",
        "source.black": lambda n: bytes([n % 9]),
    }
    for code, shown in faults.items():
        watch, said = watched()
        watch.on_connected(0)
        for n in range(30):
            watch.frame(n / 30, bright(n), (640, 480))
        for n in range(36):
            t = 1.0 + n / 30
            if (print_ := shown(n)) is not None:
                watch.frame(t, print_, (640, 480))
            watch.tick(t)
        assert [e.status for e in said] == ["online", "frozen"], code
        assert said[1].detail is not None
        assert said[1].detail.code == code
        assert said[1].decided <= 2.0 + 1 / 30


@pytest.mark.parametrize("fps", [1, 2, 5, 30])
def test_a_slow_camera_is_not_taken_for_a_frozen_one(fps: int) -> None:
    """Its first pictures tell how slow it is; for another minute nothing is told."""
    watch, said = watched()
    watch.on_connected(0)
    for n in range(70 * fps):
        if n == 10 * fps:
            said.clear()
        watch.frame(n / fps, bright(n), (640, 480))
        for look in range(10):
            watch.tick((n + look / 10) / fps)
    assert said == []
    assert watch.board.status == "online"


def test_a_picture_that_stands_still_shows_nothing_new() -> None:
    watch, _ = watched()
    watch.on_connected(0)
    assert [watch.frame(k / 10, p, (4, 4)) for k, p in enumerate((b"ab", b"ab", b"cd", b"cd", b"ab"))] == [
        True,
        False,
        True,
        False,
        True,
    ]


# Nothing is ruled from what a source gave before it failed


def showing(t: float, player: str, name: str, source: str) -> Signal:
    return Signal(onset=t, decided=t, player=player, name=name, phase="on", source=source)


@pytest.mark.parametrize("status", ["frozen", "offline", "ended", "off"])
def test_no_trade_comes_from_a_picture_that_stands_still(status: Any) -> None:
    for fails in (False, True):
        head = header("face-off", ["Ann", "Ben", "Cleo"], {"cards": "physical"}, 5, "en")
        shown: list[Any] = []
        sitting = table_of(match_of(head, None), ManualClock()).sitting
        sitting.observers.add(shown.append)
        sitting.begin()
        name = next(iter(sitting.crew.needs.signals))
        sitting.take(showing(10.0, "Ann", name, "camera 0"))
        if fails:
            sitting.take(Source(onset=10.5, decided=11.5, source="camera 0", status=status))
        sitting.take(showing(15.0, "Ben", name, "camera 1"))
        sitting.pass_time(30.0)
        trades = [r for r in shown if isinstance(r, Ruling) and r.code == "trade"]
        assert len(trades) == (0 if fails else 1)


def test_a_stale_picture_is_not_judged() -> None:
    from companion.sitting.camera_stations import FaceStation
    from companion.sitting.mouths import Mouths

    source: Any = Giving()
    station = FaceStation(source, ["Ann"], Mouths(), workers=1)
    judged: list[float] = []
    station.sense.process = lambda image, t: judged.append(t) or []  # type: ignore[method-assign,func-returns-value]
    frame = Frame(picture(3), 1.0, 0, "camera 0")
    for k, stale in enumerate((False, True, True, False)):
        station.feed(replace(frame, t=float(k), stale=stale))
    assert judged == [0.0, 3.0]
