"""What to practise next: what is forgotten before what is new before what is known."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime, timedelta, timezone

import pytest
from fsrs import Rating

from companion.people.attempt import Attempt
from companion.practice.schedule import advise, rating, reviews

NOW = datetime(2026, 6, 30, 12, tzinfo=timezone.utc)


def tries(signal: str, hits: str, days_ago: float, onset: float = 1.5) -> list[Attempt]:
    begin = NOW - timedelta(days=days_ago)
    return [
        Attempt(
            drill="reaction",
            asked=signal,
            made=signal if h == "1" else None,
            hit=h == "1",
            at=begin + timedelta(seconds=10 * n),
            onset=onset if h == "1" else None,
        )
        for n, h in enumerate(hits)
    ]


def test_forgotten_then_new_then_known() -> None:
    history = tries("sour", "000", 3) + tries("grin", "1111", 0.01) + tries("tongue_out", "111", 60)
    found = advise(history, ["grin", "sour", "tongue_out", "eyes_wide"], NOW)
    assert {a.signal for a in found[:2]} == {"sour", "tongue_out"}
    assert [a.signal for a in found[2:]] == ["eyes_wide", "grin"]
    assert found[2].due is None
    assert found[3].due is not None
    assert found[3].due > NOW


def test_a_missed_signal_comes_back_the_same_day() -> None:
    (soon,) = advise(tries("sour", "000", 0.01), ["sour"], NOW)
    assert soon.due is not None
    assert soon.due - NOW < timedelta(minutes=30)


def test_knowing_it_again_and_again_spaces_it_out() -> None:
    due = []
    history: list[Attempt] = []
    for ago in (40, 35, 20):
        history += tries("grin", "111", ago)
        (found,) = advise(history, ["grin"], NOW)
        assert found.due is not None
        due.append(found.due - history[-1].at)
    assert due[0] < due[1] < due[2]


def test_recall_falls_with_time() -> None:
    history = tries("grin", "111", 30)
    early = advise(history, ["grin"], NOW - timedelta(days=25))[0].recall
    assert 0 < advise(history, ["grin"], NOW)[0].recall < early <= 1


@pytest.mark.parametrize(
    ("hits", "onset", "wanted"),
    [
        ("000", 1.0, Rating.Again),
        ("100", 1.0, Rating.Again),
        ("110", 1.0, Rating.Hard),
        ("111", 3.0, Rating.Hard),
        ("111", 1.5, Rating.Good),
        ("111", 0.5, Rating.Easy),
    ],
)
def test_rating(hits: str, onset: float, wanted: Rating) -> None:
    assert rating(tries("grin", hits, 1, onset)) is wanted


def test_tries_of_one_sitting_are_one_review() -> None:
    assert [len(r) for r in reviews(tries("grin", "11", 1) + tries("grin", "101", 2))] == [3, 2]


def test_no_learning_framework_is_loaded() -> None:
    code = "import sys, companion.practice.schedule; print(sorted({'torch', 'pandas'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
