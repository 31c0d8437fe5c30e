"""The four states: what starts a signal, what does not, and when it ends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.senses.hysteresis import Edge, Hold, Hysteresis, HysteresisLevel

HOLD = Hold(on=0.5, off=0.3, hold=0.2, release=0.1, gap=0.05)


def feed(scores: Sequence[float | None], fps: float = 50.0, hold: Hold = HOLD) -> list[Edge]:
    detector = Hysteresis(hold)
    edges = [detector.update(k / fps, s) for k, s in enumerate(scores)]
    return [e for e in edges if e is not None]


def test_a_held_score_counts_from_when_it_began() -> None:
    edges = feed([0.0] * 5 + [0.9] * 20 + [0.0] * 20)
    assert [(e.on, round(e.onset, 3), round(e.decided, 3)) for e in edges] == [(True, 0.1, 0.3), (False, 0.5, 0.6)]


@pytest.mark.parametrize("fps", [10.0, 12.0, 25.0, 30.0, 60.0])
def test_the_hold_is_in_seconds_at_any_frame_rate(fps: float) -> None:
    (on,) = feed([0.9] * int(fps), fps)
    assert HOLD.hold <= on.decided + 1e-9 < HOLD.hold + 1 / fps


def test_too_short_a_score_is_nothing() -> None:
    assert feed([0.9] * 9 + [0.0] * 50) == []


def test_a_score_between_the_thresholds_neither_starts_nor_ends() -> None:
    assert feed([0.4] * 100) == []
    assert [e.on for e in feed([0.9] * 20 + [0.4] * 100)] == [True]


@pytest.mark.parametrize(("dip", "starts"), [(1, True), (2, True), (4, False)])
def test_only_a_dip_within_the_gap_keeps_the_hold(dip: int, starts: bool) -> None:
    assert bool(feed([0.9] * 7 + [0.0] * dip + [0.9] * 5 + [0.0] * 30)) is starts


def test_a_short_dip_while_on_does_not_end_it() -> None:
    assert [e.on for e in feed([0.9] * 20 + [0.0] * 4 + [0.9] * 20)] == [True]


def test_not_judging_ends_it_like_a_low_score() -> None:
    assert [e.on for e in feed([0.9] * 20 + [None] * 20)] == [True, False]
    assert feed([None] * 100) == []


def test_two_frames_far_apart_prove_nothing() -> None:
    detector = Hysteresis(HOLD)
    assert detector.update(0.0, 0.9) is None
    assert detector.update(3.0, 0.9) is None
    assert detector.level is HysteresisLevel.STARTING
    assert detector.onset == 3.0


def test_reset_closes_what_is_shown_once() -> None:
    detector = Hysteresis(HOLD)
    for k in range(20):
        detector.update(k / 50, 0.9)
    assert detector.reset(1.0) == Edge(False, 1.0, 1.0)
    assert detector.reset(1.1) is None


@pytest.mark.parametrize(
    "values", [{"on": 0.2, "off": 0.3}, {"hold": -1.0}, {"release": -0.1}, {"gap": -1.0}, {"on": float("nan")}]
)
def test_impossible_holds_are_refused(values: dict[str, float]) -> None:
    good = {"on": 0.5, "off": 0.3, "hold": 0.2, "release": 0.1}
    with pytest.raises(ValueError, match="a hold needs"):
        Hold(**(good | values))


@given(st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=200), st.floats(5, 60))
def test_edges_alternate_and_never_go_back_in_time(scores: list[float | None], fps: float) -> None:
    edges = feed(scores, fps)
    assert [e.on for e in edges] == [k % 2 == 0 for k in range(len(edges))]
    for edge in edges:
        assert edge.decided - edge.onset >= (HOLD.hold if edge.on else HOLD.release) - 1e-6
    times = [t for e in edges for t in (e.onset, e.decided)]
    assert times == sorted(times)
