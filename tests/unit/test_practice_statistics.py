"""Figures over made-up histories whose answers were worked out by hand."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from companion.people.attempt import Attempt, local_time, offset_minutes
from companion.practice.statistics import Spread, days_in_a_row, report, spread, streaks, week_of

UTC = timezone.utc


def attempt(asked: str, made: str | None, at: datetime, onset: float | None = None) -> Attempt:
    late = None if onset is None else onset + 0.25
    return Attempt(drill="reaction", asked=asked, made=made, hit=made == asked, at=at, onset=onset, recognised=late)


def at(day: int, hour: int = 12) -> datetime:
    return datetime(2026, 6, day, hour, tzinfo=UTC)


HISTORY = [
    attempt("grin", "grin", at(1), 1.0),  # Monday
    attempt("grin", "grin", at(1, 13), 2.0),
    attempt("grin", "sour", at(2), 9.0),
    attempt("sour", None, at(2, 13)),
    attempt("sour", "sour", at(8), 0.5),  # the Monday after
    attempt("grin", "grin", at(9), 3.0),
    attempt("grin", "grin", at(9, 13), 4.0),
]


def test_hit_rate_confusion_and_streaks() -> None:
    found = report(HISTORY)
    assert (found.total.tries, found.total.hits, found.total.rate) == (7, 5, 5 / 7)
    assert (found.total.streak, found.total.best_streak) == (3, 3)
    assert (found.signals["grin"].streak, found.signals["grin"].best_streak) == (2, 2)
    assert found.signals["sour"].rate == 0.5
    assert found.confusion == {"grin": {"grin": 4, "sour": 1}, "sour": {"": 1, "sour": 1}}


def test_reaction_is_of_hits_only_with_quartiles() -> None:
    grin = report(HISTORY).signals["grin"]
    assert grin.reaction == Spread(4, 1.75, 2.5, 3.25)


def test_by_week() -> None:
    found = report(HISTORY)
    assert {week: (f.tries, f.hits) for week, f in found.weeks.items()} == {
        date(2026, 6, 1): (4, 2),
        date(2026, 6, 8): (3, 3),
    }
    assert found.signal_weeks["sour"][date(2026, 6, 1)].rate == 0.0


def test_order_of_input_does_not_matter() -> None:
    assert report(reversed(HISTORY)) == report(HISTORY)


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ([], None),
        ([2.0], Spread(1, 2.0, 2.0, 2.0)),
        ([3.0, 1.0], Spread(2, 1.5, 2.0, 2.5)),
        ([1.0, 2.0, 3.0, 4.0, 100.0], Spread(5, 2.0, 3.0, 4.0)),
    ],
)
def test_spread(values: list[float], wanted: Spread | None) -> None:
    assert spread(values) == wanted


@pytest.mark.parametrize(("hits", "wanted"), [("", (0, 0)), ("110111", (3, 3)), ("1110", (0, 3)), ("0", (0, 0))])
def test_streaks(hits: str, wanted: tuple[int, int]) -> None:
    assert streaks(h == "1" for h in hits) == wanted


def test_nobody_and_nothing() -> None:
    empty = report([])
    assert empty.total.rate is None
    assert empty.total.reaction is None
    assert (empty.signals, empty.weeks, empty.confusion, empty.days_in_a_row) == ({}, {}, {}, 0)


def test_an_attempt_belongs_to_the_week_of_the_place_where_it_was_made() -> None:
    moment = datetime(2026, 6, 7, 23, 30, tzinfo=UTC)  # Sunday in London's winter time, Monday in Vienna
    assert week_of(attempt("grin", "grin", moment)) == date(2026, 6, 1)
    assert week_of(attempt("grin", "grin", moment.astimezone(ZoneInfo("Europe/Vienna")))) == date(2026, 6, 8)


def test_the_change_of_the_clocks_orders_by_utc_and_keeps_the_day() -> None:
    vienna = ZoneInfo("Europe/Vienna")
    first = datetime(2026, 10, 25, 0, 45, tzinfo=UTC).astimezone(vienna)  # 02:45 summer time
    second = datetime(2026, 10, 25, 1, 15, tzinfo=UTC).astimezone(vienna)  # 02:15 winter time, half an hour later
    kept = [local_time(a.timestamp(), offset_minutes(a)) for a in (second, first)]
    found = report([attempt("grin", None, kept[0]), attempt("grin", "grin", kept[1])])
    assert (found.total.streak, found.total.best_streak) == (0, 1)  # the hit was first
    assert list(found.weeks) == [date(2026, 10, 19)]


def test_days_in_a_row_survive_a_flight() -> None:
    tokyo, here = timezone(timedelta(hours=9)), timezone(timedelta(hours=-7))
    days = [
        attempt("grin", "grin", datetime(2026, 6, 1, 8, tzinfo=tokyo)),
        attempt("grin", "grin", datetime(2026, 6, 2, 8, tzinfo=tokyo)),
        attempt("grin", "grin", datetime(2026, 6, 3, 20, tzinfo=here)),
    ]
    assert days_in_a_row(days) == 3
    assert days_in_a_row(days, date(2026, 6, 4)) == 3  # today is not over
    assert days_in_a_row(days, date(2026, 6, 5)) == 0
