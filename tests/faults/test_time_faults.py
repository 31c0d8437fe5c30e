"""Clocks that jump, machines that sleep, events that come late, claims that nobody can tell apart."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.clock import ManualClock, MonotonicClock
from companion.events import Command, Phrase, Ruling, Signal
from companion.referee import log as log_module
from companion.referee.desk_registry import header, match_of
from companion.referee.log import Log
from companion.referee.match import Match
from companion.referee.replay import replay, resume_match
from companion.sitting.table_sitting import table_of
from companion.sources.audio import SampleClock

HEAD = header("face-off", ["Ann", "Ben", "Cleo"], {"cards": "physical"}, 5, "en")


def begun(log: Log | None = None) -> Match:
    match = match_of(HEAD, log)
    match.begin()
    return match


def name_of(match: Match) -> str:
    return next(iter(match.needs.signals))


def sign(player: str, name: str, onset: float, decided: float | None = None) -> Signal:
    return Signal(onset=onset, decided=onset if decided is None else decided, player=player, name=name, phase="on")


def shout(player: str | None, onset: float, decided: float, source: str) -> Phrase:
    return Phrase(onset=onset, decided=decided, text="Face off", kind="shout", player=player, source=source)


@pytest.mark.parametrize("hours", [1, -1])
def test_the_wall_clock_jumps_and_nothing_but_the_label_moves(
    hours: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Summer time, or a clock that is set: rulings, their order and their times are the same."""
    told = []
    for jump in (0, hours):
        real = datetime

        class Jumping(datetime):
            count = 0

            @classmethod
            def now(cls, tz: Any = None) -> Any:
                cls.count += 1
                moved = real.now(tz).timestamp() + (3600 * jump if cls.count > 4 else 0)  # noqa: B023
                return real.fromtimestamp(moved, tz)  # noqa: B023

        monkeypatch.setattr(log_module, "datetime", Jumping)
        path = tmp_path / f"{jump}.sqlite"
        log = Log.create(path, HEAD)
        match = begun(log)
        name = name_of(match)
        rulings = [*match.fold(sign("Ann", name, 10.0)), *match.fold(sign("Ben", name, 10.2)), *match.advance(20.0)]
        rulings += match.fold(Command(onset=21, decided=21, text="score"))
        told.append(rulings)
        log.close()
        assert resume_match(Log.open(path, append=True)).rulings == match.rulings
        assert not [s for s, _ in replay(Log.open(path)) if s.differs or s.missing]
    assert told[0] == told[1]
    assert "trade" in [r.code for r in told[0]]


def test_the_clock_of_play_is_not_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = MonotonicClock()
    before = clock.now()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert 0 <= clock.now() - before < 5


def test_suspend_and_resume() -> None:
    """After two hours with the lid closed what was due is ruled once, at its own time; old signals meet no new ones."""
    match = begun()
    clock = ManualClock()
    shown: list[Any] = []
    sitting = table_of(match, clock).sitting
    sitting.observers.add(shown.append)
    name = name_of(match)
    clock.advance(10)
    sitting.take(sign("Ann", name, 10.0))
    sitting.take(sign("Ben", name, 10.3))
    clock.advance(7200)
    sitting.pump()
    trades = [r for r in shown if isinstance(r, Ruling) and r.code == "trade"]
    assert [r.decided < 12 for r in trades] == [True]
    sitting.take(sign("Cleo", name, sitting.now()))
    clock.advance(5)
    sitting.pump()
    assert len([r for r in shown if isinstance(r, Ruling) and r.code == "trade"]) == 1


def test_duplicate_and_backward_timestamps_count_in_the_order_of_arrival(tmp_path: Path) -> None:
    log = Log.create(tmp_path / "a.sqlite", HEAD)
    match = begun(log)
    name = name_of(match)
    match.fold(Command(onset=30, decided=30, text="score"))
    for event in (sign("Ann", name, 5.0), sign("Ann", name, 5.0), sign("Ben", name, 4.0, 4.5), sign("Ben", name, 30.0)):
        match.fold(event)
    match.advance(60)
    decided = [e.decided for e in log.events()]
    assert decided == sorted(decided)
    assert [r.code for r in match.rulings.values()].count("trade") == 1
    assert not [s for s, _ in replay(Log.open(tmp_path / "a.sqlite")) if s.differs or s.missing]


def test_a_late_event_is_logged_and_reopens_no_ruling(tmp_path: Path) -> None:
    """Cleo's signal, seen by a slow phone, began before the trade of Ann and Ben and is known four seconds after it."""
    log = Log.create(tmp_path / "a.sqlite", HEAD)
    match = begun(log)
    name = name_of(match)
    match.fold(sign("Ann", name, 10.0))
    match.fold(sign("Ben", name, 10.2))
    rulings = match.advance(12.0)
    assert [r.code for r in rulings] == ["trade"]
    before, state = dict(match.rulings), match.game.dump(match.state)
    late = match.fold(sign("Cleo", name, 10.1, 10.4)) + match.advance(16.0)
    assert late == []
    assert dict(match.rulings) == before
    assert match.game.dump(match.state) == state
    kept = [e for e in log.events() if isinstance(e, Signal) and e.player == "Cleo"]
    assert [(e.onset, e.decided) for e in kept] == [(10.1, 12.0)]


@pytest.mark.parametrize(("gap", "code"), [(0.01, "shouts-close"), (1.0, "shout-order")])
def test_two_claims_within_their_uncertainty_are_too_close(gap: float, code: str) -> None:
    match = begun()
    match.fold(shout("Ann", 1.0, 1.4, "phone Ann"))  # the dealer's call opens the hand
    match.fold(shout("Ann", 10.0, 10.4, "phone Ann"))
    told = match.fold(shout("Ben", 10.0 + gap, 10.5 + gap, "phone Ben"))
    assert [r.code for r in told] == [code]


def test_a_card_that_drifts_by_100_parts_in_a_million_stays_in_step_for_an_hour() -> None:
    """A microphone's own clock runs faster or slower than ours; pieces come with a jitter of 5 ms."""
    for drift in (1e-4, -1e-4):
        steady, rng = SampleClock(0.1), np.random.default_rng(3)
        seconds = 0.02
        worst = lost = 0.0
        for k in range(3600 * 50):
            came = k * seconds * (1 + drift) + float(rng.uniform(0, 0.005))
            at, gone = steady.place(came, seconds)
            lost += gone
            worst = max(worst, abs(at - k * seconds * (1 + drift)))
        assert lost == 0
        assert worst < 0.02


def test_an_overflow_is_a_gap_across_which_nothing_is_classified() -> None:
    """The sound sense forgets the half of a noise that it had heard."""
    from companion.senses.sounds.sound_sense import SoundSense
    from companion.sources.audio import RATE

    steady = SampleClock(0.1)
    steady.place(0.0, 0.1)
    at, lost = steady.place(0.1, 0.1, overflow=True)
    assert lost >= 0.1
    sense = SoundSense("microphone")
    noise = (np.random.default_rng(1).standard_normal(RATE // 2) * 0.1).astype(np.float32)
    sense.feed(noise, 0.0)
    before = sense._ring.end
    assert before > 0
    sense.feed(noise[: RATE // 10], at, lost)
    assert sense._ring.end == RATE // 10
    assert sense._looks == []
