"""Clocks: never back, moved only when told, or by the machine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import ManualClock, MonotonicClock


def test_the_machines_clock_starts_at_nought_and_never_goes_back() -> None:
    clock = MonotonicClock()
    times = [clock.now() for _ in range(1000)]
    assert 0 <= times[0] < 1
    assert times == sorted(times)


def test_the_machines_clock_sleeps() -> None:
    clock = MonotonicClock()
    clock.sleep(0.05)
    assert clock.now() >= 0.05
    clock.sleep(0)
    clock.sleep(-1)


def test_a_manual_clock_moves_when_told() -> None:
    clock = ManualClock(3.0)
    assert clock.now() == clock.now() == 3.0
    clock.advance(0.5)
    clock.sleep(1.0)
    assert clock.now() == 4.5
    clock.set(4.5)
    with pytest.raises(ValueError, match=r"cannot go back from 4\.500 s to 4\.000 s"):
        clock.set(4.0)
    with pytest.raises(ValueError, match="cannot go back"):
        clock.advance(-0.1)
    assert clock.now() == 4.5


@given(st.lists(st.floats(0, 1e6), max_size=50))
def test_a_manual_clock_adds_up(steps: list[float]) -> None:
    clock, now = ManualClock(), 0.0
    for step in steps:
        clock.advance(step)
        now += step
        assert clock.now() == now
