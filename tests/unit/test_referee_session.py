"""A sitting: clips merged by time, timed commands, live feeds in threads, a feed that fails, seats by command."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from companion.clock import ManualClock, MonotonicClock
from companion.errors import BadInput, DeviceUnavailable
from companion.events import Event, Ruling, Seat, Signal, Source
from companion.referee.face_off import FaceOffDesk, Timing
from companion.referee.match import Match
from companion.rules.face_off import GAME
from companion.sitting.session import Batch, Session
from companion.terminal.script import Line, read_line, read_lines

NAMES = ["Ann", "Ben", "Cleo"]


def sign(player: str, name: str, t: float, phase: str = "on") -> Signal:
    return Signal(onset=t, decided=t, player=player, name=name, phase=phase)  # type: ignore[arg-type]


class Played:
    """A feed that plays batches; ``pause`` seconds between them when live; may fail at the end."""

    def __init__(self, batches: list[Batch], *, live: bool = False, error: DeviceUnavailable | None = None) -> None:
        self.name, self.live, self._batches, self._error = "played", live, batches, error
        self.closed = False

    def batches(self) -> Iterator[Batch]:
        for batch in self._batches:
            if self.live:
                time.sleep(0.01)
            yield batch
        if self._error is not None:
            raise self._error

    def drain(self) -> list[Event]:
        return []

    def seat(self, number: int, name: str, t: float) -> Event:
        if number != 1:
            raise BadInput(f"no seat {number}")
        return Seat(onset=t, decided=t, seat=1, player=name, state="seen")

    def close(self) -> None:
        self.closed = True


def sitting(*feeds: Played) -> tuple[Session, list[Event]]:
    match = Match(GAME, GAME.options(NAMES, cards="physical", signal_set="B"), 1)
    match.desk = FaceOffDesk(match, Timing(settle=0.5))
    shown: list[Event] = []
    session = Session(match, list(feeds), shown.append)
    session.begin()
    return session, shown


def test_two_cameras_are_merged_by_time_so_that_each_sees_one_half_of_a_trade() -> None:
    left = Played([(1.0, [sign("Ann", "sour", 1.0)]), (3.0, [])])
    right = Played([(1.2, [sign("Ben", "sour", 1.2)]), (3.0, [])])
    session, shown = sitting(left, right)
    session.run_clips()
    session.end()
    ruled = [e for e in shown if isinstance(e, Ruling)]
    assert [r.code for r in ruled] == ["new-hand", "trade", "score"]
    assert ruled[1].decided == pytest.approx(1.7)


def test_timed_commands_count_at_their_time_and_others_after_the_clips() -> None:
    timed, after = read_lines(["# a comment", "", "confirm", "@2.5 Ben: claim ruby"])
    session, shown = sitting(Played([(1.0, []), (4.0, [])]))
    session.run_clips(timed, after)
    claimed, confirmed = [e for e in shown if isinstance(e, Ruling) and e.code == "action"]
    assert (claimed.decided, confirmed.decided) == (2.5, 4.0)
    assert session.match.state.scores == (0, 90, 0)


def test_what_is_pending_when_the_clip_ends_is_still_ruled() -> None:
    session, shown = sitting(Played([(1.0, [sign("Ann", "sour", 1.0), sign("Ben", "sour", 1.0)])]))
    session.run_clips()
    assert [e.code for e in shown if isinstance(e, Ruling)] == ["new-hand", "trade"]


def test_a_feed_that_fails_becomes_a_status_and_the_game_goes_on() -> None:
    broken = Played([(0.5, [])], error=DeviceUnavailable("the camera was unplugged"))
    session, shown = sitting(broken, Played([(1.0, []), (2.0, [sign("Ann", "sour", 2.0)])]))
    session.run_clips([], [Line(None, "trade Ann Ben 2")])
    assert [e.detail for e in shown if isinstance(e, Source)] == ["the camera was unplugged"]
    assert session.match.state.trades == 1
    assert [str(e) for e in session.failed] == ["the camera was unplugged"]


def test_live_feeds_and_keys_fold_into_one_match() -> None:
    feeds = [Played([(0.1, [sign(name, "sour", 0.1)]), (0.2, [])], live=True) for name in ("Ann", "Ben")]
    session, _ = sitting(*feeds)

    def keys() -> Iterator[Line]:
        yield Line(None, "score")
        time.sleep(0.9)

    session.run_live(MonotonicClock(), keys, threading.Event())
    codes = [r.code for r in session.match.rulings.values()]
    assert sorted(codes) == ["new-hand", "score", "trade"]
    assert all(feed.closed for feed in feeds)


def test_quit_stops_live_feeds() -> None:
    endless = Played([(t / 100, []) for t in range(10_000)], live=True)
    session, _ = sitting(endless)
    stopped = threading.Event()

    def keys() -> Iterator[Line]:
        stopped.set()
        yield from ()

    session.run_live(ManualClock(), keys, stopped)
    assert endless.closed


def test_a_seat_is_given_by_command() -> None:
    session, shown = sitting(Played([]))
    session.take(Line(None, "seat 1 Ben").command(1.0))
    assert [(e.seat, e.player) for e in shown if isinstance(e, Seat)] == [(1, "Ben")]


@pytest.mark.parametrize("text", ["seat", "seat one Ben", "seat 1 Zoe", "seat 7 Ben", "seat 1 Ben now"])
def test_a_seat_that_cannot_be_given_is_said_in_a_sentence(text: str) -> None:
    session, shown = sitting(Played([]))
    session.take(Line(None, text).command(1.0))
    last = shown[-1]
    assert isinstance(last, Ruling)
    assert last.code == "refused"
    assert last.text


@pytest.mark.parametrize("text", ["@", "@x score", "@-1 score", "@nan score", "@3", "@inf x"])
def test_a_time_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="timed command"):
        read_line(text)
