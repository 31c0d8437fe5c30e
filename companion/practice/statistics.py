"""Figures over a player's attempts: hit rate, confusion, reaction times with spread, streaks, per signal and by week.

Weeks and days are those of the wall clock where each attempt was made: an attempt carries its zone offset, so a journey
or the change to summer time moves nothing into another day. Order in time is that of UTC.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import quantiles

from companion.people.attempt import Attempt

NO_SIGNAL = ""  # in the confusion: no signal was recognised


@dataclass(frozen=True, slots=True)
class Spread:
    """Seconds: the middle and the quartiles (linear between neighbours, as R's type 7)."""

    count: int
    low: float
    median: float
    high: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one lot of attempts. ``reaction``: cue to onset, of hits only."""

    tries: int
    hits: int
    reaction: Spread | None
    streak: int
    best_streak: int

    @property
    def rate(self) -> float | None:
        """Hits of tries in 0..1, None for no tries."""
        return self.hits / self.tries if self.tries else None


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that is shown. ``confusion[asked][made]`` counts, ``made`` "" for none; weeks by their Monday."""

    total: Figures
    signals: dict[str, Figures]
    weeks: dict[date, Figures]
    signal_weeks: dict[str, dict[date, Figures]]
    confusion: dict[str, dict[str, int]]
    days_in_a_row: int
    last_days: dict[date, Figures]
    """The last seven days, today the last of them, whether there was practice or not; empty before the first try."""


def week_of(attempt: Attempt) -> date:
    """Return the Monday of the attempt's week, by the local time of then (ISO 8601)."""
    day = attempt.at.date()
    return day - timedelta(days=day.weekday())


def spread(seconds: Iterable[float]) -> Spread | None:
    """None for no values."""
    values = list(seconds)
    if not values:
        return None
    low, middle, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
    return Spread(len(values), low, middle, high)


def streaks(hits: Iterable[bool]) -> tuple[int, int]:
    """Hits in a row up to the last attempt, and the most there ever were."""
    now = best = 0
    for hit in hits:
        now = now + 1 if hit else 0
        best = max(best, now)
    return now, best


def figures(attempts: Sequence[Attempt]) -> Figures:
    """Return the figures of attempts in order of time."""
    hits = [a for a in attempts if a.hit]
    now, best = streaks(a.hit for a in attempts)
    return Figures(
        len(attempts),
        len(hits),
        spread(a.onset for a in hits if a.onset is not None),
        now,
        best,
    )


def days_in_a_row(attempts: Iterable[Attempt], today: date | None = None) -> int:
    """Local days with practice without a gap, back from ``today`` or the last day of practice.

    A ``today`` without practice yet does not break a row that reached yesterday.
    """
    days = {a.at.date() for a in attempts}
    if not days:
        return 0
    day = today or max(days)
    if day not in days:
        day -= timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


def figures_of_week(attempts: Sequence[Attempt], today: date) -> dict[date, Figures]:
    """Return the figures of the seven days up to ``today``, each by the local time of then."""
    days = [today - timedelta(days=k) for k in reversed(range(7))]
    return {day: figures([a for a in attempts if a.at.date() == day]) for day in days}


def report(attempts: Iterable[Attempt], *, today: date | None = None) -> Report:
    """Return all figures at once."""
    ordered = sorted(attempts, key=lambda a: a.at)
    by_signal: dict[str, list[Attempt]] = {}
    by_week: dict[date, list[Attempt]] = {}
    by_both: dict[str, dict[date, list[Attempt]]] = {}
    confusion: dict[str, Counter[str]] = {}
    for a in ordered:
        week = week_of(a)
        by_signal.setdefault(a.asked, []).append(a)
        by_week.setdefault(week, []).append(a)
        by_both.setdefault(a.asked, {}).setdefault(week, []).append(a)
        confusion.setdefault(a.asked, Counter())[a.made or NO_SIGNAL] += 1
    return Report(
        figures(ordered),
        {name: figures(by_signal[name]) for name in sorted(by_signal)},
        {week: figures(by_week[week]) for week in sorted(by_week)},
        {name: {w: figures(by_both[name][w]) for w in sorted(by_both[name])} for name in sorted(by_both)},
        {name: dict(sorted(confusion[name].items())) for name in sorted(confusion)},
        days_in_a_row(ordered, today),
        figures_of_week(ordered, today or ordered[-1].at.date()) if ordered else {},
    )
