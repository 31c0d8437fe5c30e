"""A sitting: clips merged by time, timed commands, live sources in threads, one that fails, words for the senses."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pytest

from companion.clock import ManualClock, MonotonicClock
from companion.errors import BadInput, DeviceUnavailable
from companion.events import Event, Notice, Ruling, Seat, Signal, Source
from companion.facts import fact
from companion.referee.face_off_desk import FaceOffDesk
from companion.referee.face_off_memory import Timing
from companion.referee.match import Match
from companion.rules.face_off.game import GAME
from companion.sitting.follower import Follower
from companion.sitting.followers.face_naming import FaceNaming
from companion.sitting.requests import Request, SeatFace
from companion.sitting.sitting import Sitting
from companion.sitting.table_sitting import table_of
from companion.sitting.typed_sources import read_line, read_lines
from companion.sitting.worker import Batch, Worker
from tests.wording import worded

NAMES = ["Ann", "Ben", "Cleo"]


def sign(player: str, name: str, t: float, phase: str = "on") -> Signal:
    return Signal(onset=t, decided=t, player=player, name=name, phase=phase)  # type: ignore[arg-type]


class Played:
    """A source that plays batches, and its own station; ``live``: with a pause between them; may fail at the end."""

    def __init__(
        self,
        batches: Sequence[tuple[float, list[Event]]],
        *,
        live: bool = False,
        error: DeviceUnavailable | None = None,
    ) -> None:
        self.name, self.live = "played", live
        self._batches, self._error = batches, error
        self.closed = False

    def items(self, source: Any) -> Iterator[Batch]:
        for batch in self._batches:
            if self.live:
                time.sleep(0.01)
            if self.closed:
                return
            yield Batch(*batch)
        if self._error is not None:
            raise self._error

    def feed(self, item: Batch) -> Batch:
        return item

    def finish(self) -> Batch:
        return Batch(self._batches[-1][0] if self._batches else 0.0, [])

    def answer(self, request: Request) -> list[Event]:
        if not isinstance(request, SeatFace):
            return []
        if request.number != 1:
            raise BadInput("seat.unknown", number=request.number, name=request.name, seats=[1], names=NAMES)
        return [Seat(onset=1.0, decided=1.0, seat=1, player=request.name, state="seen")]

    def close(self) -> None:
        self.closed = True


def seated(*played: Played, clock: Any = None, monkeypatch: Any = None) -> tuple[Sitting, list[Event]]:
    match = Match(GAME, GAME.options(NAMES, cards="physical", signal_set="B"), 1, FaceOffDesk(Timing(settle=0.5)))
    shown: list[Event] = []
    sitting = Sitting(match, clock or ManualClock(), observers=[shown.append])
    for k, one in enumerate(played):
        key = f"camera {k}"
        sitting.crew.workers[key] = Worker(key, _opening(one), _making(one), sitting.post, sitting.clock)
    sitting.crew.eyes = lambda: list(sitting.crew.workers.values())  # type: ignore[method-assign]
    sitting.begin()
    return sitting, shown


def _opening(one: Played) -> Callable[[Any], Played]:
    return lambda told: one


def _making(one: Played) -> Callable[[Any], Any]:
    return lambda source: one


def codes(shown: Iterable[Event]) -> list[str]:
    return [e.code for e in shown if isinstance(e, Ruling)]


def test_two_cameras_are_merged_by_time_so_that_each_sees_one_half_of_a_trade() -> None:
    left = Played([(1.0, [sign("Ann", "sour", 1.0)]), (3.0, [])])
    right = Played([(1.2, [sign("Ben", "sour", 1.2)]), (3.0, [])])
    sitting, shown = seated(left, right)
    sitting.run_merged()
    ruled = [e for e in shown if isinstance(e, Ruling)]
    assert codes(shown) == ["new-hand", "trade"]
    assert ruled[1].decided == pytest.approx(1.7)


def test_timed_commands_count_at_their_time_and_others_after_the_clips() -> None:
    timed, after = read_lines(["# a comment", "", "confirm", "@2.5 Ben: claim ruby"])
    sitting, shown = seated(Played([(1.0, []), (4.0, [])]))
    sitting.run_merged([(x.at or 0.0, x.text) for x in timed], [x.text for x in after])
    claimed, confirmed = [e for e in shown if isinstance(e, Ruling) and e.code == "action"]
    assert (claimed.decided, confirmed.decided) == (2.5, 4.0)
    assert sitting.match is not None
    assert sitting.match.state.scores == (0, 90, 0)


def test_what_is_pending_when_the_clip_ends_is_still_ruled() -> None:
    sitting, shown = seated(Played([(1.0, [sign("Ann", "sour", 1.0), sign("Ben", "sour", 1.0)])]))
    sitting.run_merged()
    assert codes(shown) == ["new-hand", "trade"]


def test_a_source_that_fails_becomes_a_status_and_the_game_goes_on() -> None:
    gone = fact("source.gone", name="played")
    broken = Played([(0.5, [])], error=DeviceUnavailable(gone))
    sitting, shown = seated(broken, Played([(1.0, []), (2.0, [sign("Ann", "sour", 2.0)])]))
    sitting.run_merged([], ["trade Ann Ben 2"])
    assert [(e.status, e.detail) for e in shown if isinstance(e, Source)] == [("offline", gone)]
    assert sitting.match is not None
    assert sitting.match.state.trades == 1
    assert [e.fact for e in sitting.crew.failures] == [gone]


def test_live_sources_and_what_is_posted_fold_into_one_match() -> None:
    feeds = [Played([(0.1, [sign(name, "sour", 0.1)]), (0.2, [])], live=True) for name in ("Ann", "Ben")]
    sitting, shown = seated(*feeds, clock=MonotonicClock())
    sitting.crew.start()

    def score() -> None:
        for _ in sitting.command("score"):
            pass

    sitting.post(score)
    until = time.monotonic() + 20
    while time.monotonic() < until and not (sitting.crew.is_over and "trade" in codes(shown)):
        sitting.pump(0.05)
    sitting.close()
    assert sorted(codes(shown)) == ["new-hand", "score", "trade"]
    assert all(feed.closed for feed in feeds)


def test_a_match_that_goes_on_keeps_its_own_time() -> None:
    clock = ManualClock(100.0)
    sitting, shown = seated(clock=clock)
    assert sitting.match is not None
    sitting.match.now = 7.0
    sitting.go_on()
    clock.advance(1.0)
    sitting.post(Batch(101.0, [sign("Ann", "sour", 100.5)]))
    sitting.pump()
    (seen,) = [e for e in shown if isinstance(e, Signal)]
    assert (seen.onset, sitting.match.now) == (7.5, 8.0)


class Watching(Follower):
    """Keeps every event that it is given."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
        self.events.append(event)
        return ()


def test_observers_followers_and_the_log_get_a_late_event_with_the_time_at_which_it_counted() -> None:
    sitting, shown = seated(Played([]))
    watching = Watching()
    sitting.followers.append(watching)
    sitting.pass_time(5.0)
    late = sign("Ann", "sour", 2.0)
    sitting.take(late)
    (counted,) = watching.events
    assert counted == shown[-1]
    assert (counted.onset, counted.decided) == (2.0, 5.0)


def test_what_falls_due_as_an_event_counts_is_shown_before_it_as_the_log_has_it() -> None:
    sitting, shown = seated(Played([]))
    for event in (sign("Ann", "sour", 1.0), sign("Ben", "sour", 1.0), sign("Cleo", "sour", 1.5)):
        sitting.take(event)
    assert [type(e).__name__ for e in shown[-2:]] == ["Ruling", "Signal"]
    assert codes(shown)[-1] == "trade"


def test_followers_bring_about_what_counts_next_and_see_it_too() -> None:
    class Echo(Follower):
        seen: list[Event]

        def follow(self, event: Event, rulings: Sequence[Ruling], told: Event) -> Iterable[Event]:
            self.seen.append(event)
            return [sign("Ben", "sour", event.decided)] if isinstance(event, Signal) and event.player == "Ann" else ()

    sitting, shown = seated()
    echo = Echo()
    echo.seen = []
    sitting.followers.append(echo)
    sitting.take(sign("Ann", "sour", 1.0))
    sitting.pass_time(3.0)
    assert [e.player for e in echo.seen] == ["Ann", "Ben"]
    assert codes(shown)[-1] == "trade"


@pytest.mark.parametrize("text", ["seat", "seat one Ben", "seat 1 Zoe", "seat 7 Ben", "seat ² Ben", "seat 1 Ben now"])
def test_a_seat_that_cannot_be_given_is_said_and_not_logged(text: str) -> None:
    sitting, shown = seated(Played([]))
    sitting.followers.append(FaceNaming(sitting))
    sitting.command(text)
    last = shown[-1]
    assert isinstance(last, Notice)
    assert last.is_refusal
    assert worded(last)
    assert worded(last, "de") != worded(last)


def test_without_a_camera_nobody_sits_and_nobody_shows_the_wild_thing() -> None:
    match = Match(GAME, GAME.options(NAMES, cards="physical", advanced=True), 1, FaceOffDesk())
    table = table_of(match, ManualClock())
    shown: list[Event] = []
    table.sitting.observers.add(shown.append)
    for text in ("seat 1 Ann", "wild Ann", "wild Zoe", "evidence"):
        table.sitting.command(text)
    whys = [e.values.get("why") or e.values.get("what") for e in shown if isinstance(e, Notice)]
    assert [str(w.code) for w in whys] == ["seat.none", "wild.no-camera", "wild.write", "evidence.none"]  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["@", "@x score", "@-1 score", "@nan score", "@3", "@inf x"])
def test_a_time_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_line(text)
    assert caught.value.fact.code == "script.no-time"
