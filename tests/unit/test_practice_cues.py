"""A drill of cues as an observer of a sitting: whose signals count, and when."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from companion.clock import ManualClock
from companion.errors import DeviceUnavailable
from companion.events import Event, Seat, Signal
from companion.facts import Fact, fact
from companion.people.attempt import Attempt
from companion.practice.cue_drill import CueRun
from companion.practice.drill_sitting import drive, sitting_of
from companion.practice.drills import DrillPlan
from companion.practice.face_samples import FaceSample
from companion.practice.frenzy import Frenzy
from companion.practice.noise_samples import NoiseSample
from companion.practice.poker_face import PokerFace
from companion.senses.faces.settings import load_shipped
from companion.sitting.restart_budget import RestartBudget
from companion.sitting.throw_station import ThrowStation
from companion.sitting.worker import Batch
from companion.sources.picture_source import Frame


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))


def look(t: float, *, ready: bool = True) -> FaceSample:
    return FaceSample(onset=t, decided=t, ready=ready, scores={}, settings=load_shipped(), on={}, neutral={})


def hearing(t: float) -> NoiseSample:
    return NoiseSample(
        onset=t, decided=t, samples=np.zeros(1600, np.float32), level=-60.0, heard=None, thresholds={}, taught=()
    )


def made(name: str, t: float, player: str | None = "Ann", **evidence: int) -> Signal:
    return Signal(onset=t, decided=t, player=player, name=name, phase="on", evidence=evidence)


def run_of(name: str, signal: str, senses: set[str], kept: list[Attempt]) -> tuple[CueRun, list[Fact]]:
    plan = DrillPlan((signal,), (0.0,), 5.0, strict=name == "reaction", among=("grin", "sour"))
    run = CueRun(name, "Ann", plan, kept.append, senses, (signal,))
    told: list[Fact] = []
    run.facts.add(told.append)
    return run, told


class Scripted:
    """A station that gives these events, one batch each; what is left after the drill's end is not read."""

    def __init__(self, batches: list[Batch], *, live: bool = False, lost: bool = False) -> None:
        self.name, self.live, self.lost, self.batches, self.read = "clip", live, lost, batches, 0

    def close(self) -> None: ...

    def items(self, source: Any) -> Iterator[Batch]:
        yield from self.batches
        if self.lost:
            raise DeviceUnavailable("source.no-frames", name=self.name)

    def feed(self, item: Batch) -> Batch:
        self.read += 1
        return item

    def finish(self) -> Batch:
        return Batch(99.0, [])

    def answer(self, request: object) -> tuple[()]:
        return ()


class Hurried(ManualClock):
    """Half a second passes with each look at it, from any thread: restarts of a lost source are not waited for."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()

    def now(self) -> float:
        with self._lock:
            self.advance(0.5)
            return super().now()


def played(run: CueRun, *events: Event, live: bool = False, lost: bool = False) -> Scripted:
    sitting = sitting_of(run, Hurried() if lost else ManualClock())
    station = Scripted([Batch(e.decided, [e]) for e in events], live=live, lost=lost)
    sitting.crew.add("clip", lambda told: station, lambda source: station)
    drive(sitting, run)
    return station


def test_a_signal_counts_with_the_look_that_it_was_found_in() -> None:
    kept: list[Attempt] = []
    run, told = run_of("reaction", "grin", {"eyes"}, kept)
    station = played(run, look(0.0), look(0.1), made("grin", 1.0), look(1.1), look(1.2), look(1.3))
    assert [t.code for t in told] == ["practice.ready", "practice.cue-card", "practice.hit", "practice.done"]
    assert [(a.asked, a.made, a.hit) for a in kept] == [("grin", "grin", True)]
    assert run.is_done
    assert station.read < len(station.batches)  # nothing is read after the end


def test_a_live_source_is_watched_in_a_thread_and_its_loss_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.sitting.worker.RestartBudget", lambda: RestartBudget(tries=2, delay=0.01))
    kept: list[Attempt] = []
    run, _ = run_of("reaction", "grin", {"eyes"}, kept)
    played(run, look(0.0), look(0.1), made("grin", 1.0), look(1.1), live=True)
    assert run.is_done
    assert [a.made for a in kept] == ["grin"]
    run, _ = run_of("reaction", "grin", {"eyes"}, kept)
    with pytest.raises(DeviceUnavailable) as caught:
        played(run, look(0.0), look(0.1), live=True, lost=True)
    assert caught.value.fact == fact("source.no-frames", name="clip")
    assert not run.is_done


def test_another_face_in_view_is_nobodys_try() -> None:
    kept: list[Attempt] = []
    run, _ = run_of("reaction", "grin", {"eyes"}, kept)
    played(run, look(0.0), look(0.1), made("sour", 1.0, None, seat=2), look(1.1), made("sour", 1.2, "Ben"), look(1.3))
    assert kept == []


def test_a_noise_that_could_be_anybodys_is_the_players() -> None:
    kept: list[Attempt] = []
    run, _ = run_of("reaction", "cow", {"ears"}, kept)
    played(run, hearing(0.0), hearing(0.1), made("cow", 1.0, None), hearing(1.1))
    assert [a.made for a in kept] == ["cow"]


def test_no_cue_before_the_wild_face_is_taught() -> None:
    kept: list[Attempt] = []
    run, told = run_of("wild", "wild_thing", {"eyes"}, kept)
    shown: dict[str, Any] = {"shows": [[1.0, 3.0], [5.0, 7.0]], "dealer": "Ann"}
    asked = Fact("lesson.wild.once", {**shown, "pair": []})
    learned = Fact("lesson.wild.learned", {**shown, "pair": [0, 1]})
    state: dict[str, Any] = {"player": "Ann", "seat": 1}
    events = [look(t / 2) for t in range(8)]
    events += [Seat(onset=5.0, decided=5.0, state="learning", detail=asked, **state), look(5.5)]  # type: ignore[list-item]
    run_before = len(told)
    for event in events:
        run.see(event)
    assert [t.code for t in told[run_before:]] == ["lesson.wild.once"]
    assert run.teaching == asked
    run.see(Seat(onset=8.0, decided=8.0, state="ready", detail=learned, **state))
    for t in (8.1, 8.2):
        run.see(look(t))
    assert run.drill.asked == "wild_thing"
    assert run.teaching is None


def test_only_what_a_drill_needs_is_opened() -> None:
    kept: list[Attempt] = []
    face = run_of("grin", "grin", {"eyes"}, kept)[0].needs
    assert (face.sees, face.hears) == ("faces", False)
    noise = run_of("learn", "cow", {"ears"}, kept)[0].needs
    assert (noise.sees, noise.hears, tuple(noise.signals)) == ("", True, ("cow",))
    hand = Frenzy("Ann", "C", 30.0, kept.append, seed=1).needs
    assert (hand.sees, hand.hears, tuple(hand.signals)) == ("", True, ("cow", "seal", "monkey", "donkey"))
    assert (PokerFace("Ann", 15.0, kept.append).needs.sees, PokerFace("Ann", 15.0, kept.append).needs.hears) == (
        "faces",
        False,
    )


def test_a_speech_that_was_seen_too_short_is_not_judged() -> None:
    kept: list[Attempt] = []
    poker = PokerFace("Ann", 10.0, kept.append)
    for t in range(8):
        poker.see(look(float(t)))
    poker.finish()
    assert not poker.is_done
    assert poker.summary == fact("practice.short-speech", told=7.0, seconds=10.0)
    assert kept == []


def test_the_first_picture_of_a_live_camera_does_not_wait_for_the_second() -> None:
    """A page sends its next picture when the one before was seen."""

    class Page:
        name, live = "page", True
        seen = 0

        def frames(self) -> Iterator[Frame]:
            for k in range(2):
                assert self.seen == k
                yield Frame(np.zeros((48, 64, 3), np.uint8), float(k), k, "page")

    page: Any = Page()
    station = ThrowStation(page, None, count=2)
    for _ in station.items(page):
        page.seen += 1
    assert page.seen == 2
