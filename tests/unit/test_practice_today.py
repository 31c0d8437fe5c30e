"""Today's five minutes: what they are made of, what got better, what is next."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from companion.people.attempt import Attempt
from companion.practice.schedule import Advice, advise
from companion.practice.today import (
    MAX_LEARNED,
    fastest,
    latest_sets,
    signals_of,
    units_of,
    what_got_better,
    what_is_next,
)
from companion.rules.face_off.data import SIGNAL_SETS
from companion.words import languages, say

NOW = datetime(2026, 6, 30, 18, tzinfo=timezone.utc)


def tries(signal: str, hits: str, days_ago: float = 0, onset: float = 1.5) -> list[Attempt]:
    """One run of tries: "101" is hit, miss, hit."""
    begin = NOW - timedelta(days=days_ago)
    return [
        Attempt(
            drill="learn",
            asked=signal,
            made=signal if h == "1" else None,
            hit=h == "1",
            at=begin + timedelta(seconds=10 * n),
            onset=onset if h == "1" else None,
        )
        for n, h in enumerate(hits)
    ]


def advice(sets: str, *history: Attempt) -> list[Advice]:
    return advise(history, signals_of(sets), NOW)


def test_what_is_due_comes_first_and_no_more_than_fits() -> None:
    history = [*tries("sour", "000", 3), *tries("eyes_wide", "1111", 0.01, onset=0.5)]
    units = units_of(advice("B", *history), "B", NOW)
    learned = [u.signal for u in units if u.drill == "learn"]
    assert learned[0] == "sour"
    assert "eyes_wide" not in learned, "it was shown four times a quarter of an hour ago"
    assert len(learned) == MAX_LEARNED
    assert [u.drill for u in units[len(learned) :]] == ["reaction", "frenzy"]


@pytest.mark.parametrize("sets", ["A", "B", "C", "D"])
def test_every_unit_is_of_the_chosen_set(sets: str) -> None:
    for unit in units_of(advice(sets), sets, NOW):
        assert unit.sets == sets
        assert not unit.signal or unit.signal in (*SIGNAL_SETS[sets], "grin")


def test_of_several_sets_the_hand_has_the_one_that_is_due() -> None:
    history = [*tries("seal", "000", 2)]
    units = units_of(advice("ABCD", *history), "ABCD", NOW)
    assert units[0].signal == "seal"
    assert (units[-1].drill, units[-1].sets) == ("frenzy", "C")


def test_where_nothing_is_due_all_come_in_turns() -> None:
    """And nobody is sent away: it takes as long."""
    known = [a for s in signals_of("B") for a in tries(s, "1111", 0.01, onset=0.4)]
    cues, hand = units_of(advice("B", *known), "B", NOW)
    assert (cues.drill, hand.drill) == ("reaction", "frenzy")
    (_, first, *_) = units_of(advice("B"), "B", NOW)
    assert cues.tries > first.tries


def test_the_sets_are_those_that_were_practised_last() -> None:
    assert latest_sets([]) == "B"
    assert latest_sets([*tries("cow", "1", 2), *tries("grin", "1", 1)]) == "C"


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (tries("sour", "100", 3), tries("sour", "110"), "Better: sour lemon face, 2 of 3, after 1 of 3 the last time."),
        (
            tries("sour", "111", 3, onset=2.0),
            tries("sour", "111", onset=1.2),
            "Faster: sour lemon face in 1.20 s, after 2.00 s the last time.",
        ),
        ([], tries("sour", "110"), "New today: sour lemon face, 2 of 3."),
        (
            tries("sour", "111", 3),
            tries("sour", "100"),
            "1 of 3 today. It was better before: that is how practice goes.",
        ),
        (
            tries("sour", "111", 3, onset=1.0),
            tries("sour", "111", onset=0.95),  # chance
            "3 of 3 today. It was better before: that is how practice goes.",
        ),
        (
            [*tries("sour", "110", 3), *tries("eyes_wide", "000", 3)],
            [*tries("sour", "111"), *tries("eyes_wide", "111")],  # the larger gain is told
            "Better: eyes wide, 3 of 3, after 0 of 3 the last time.",
        ),
    ],
)
def test_one_sentence_says_what_got_better(before: list[Attempt], now: list[Attempt], said: str) -> None:
    assert say(what_got_better(before, now)) == said


@pytest.mark.parametrize(
    ("due", "said"),
    [
        (None, "Next: sour lemon face, which is new."),
        (timedelta(hours=-5), "Next: sour lemon face again, 1 of 3 so far."),
        (timedelta(days=1), "Next: sour lemon face, tomorrow."),
        (timedelta(days=4), "Next: sour lemon face, in 4 days."),
    ],
)
def test_one_sentence_says_what_is_next(due: timedelta | None, said: str) -> None:
    found = Advice("sour", None if due is None else NOW + due, 0.9, 1, hits=1, tries=3)
    assert say(what_is_next([found], NOW)) == said
    assert all(say(what_is_next([found], NOW), language) for language in languages())


def test_the_fastest_is_of_hits_alone() -> None:
    assert fastest([]) is None
    assert fastest(tries("sour", "000")) is None
    assert fastest([*tries("sour", "101", onset=1.1), *tries("grin", "1", onset=0.7)]) == 0.7
