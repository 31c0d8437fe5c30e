"""Compute statistics of a player's attempts: hit rates, confusion, reaction times, hits in a row, by signal and week.

Weeks and days are those of the local time where each attempt was made. As an attempt carries its zone offset, a journey
or the change to summer time moves no attempt to another day. Attempts are ordered by UTC.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import quantiles

from companion.people.attempt import Attempt

NO_SIGNAL = ""  # means "no signal was recognised" in the confusion table


@dataclass(frozen=True, slots=True)
class Spread:
    """Median and quartiles of reaction times, in seconds (linear interpolation, as R's type 7)."""

    count: int
    low: float
    median: float
    high: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Statistics of some attempts.

    Attributes:
        tries: Number of attempts.
        hits: Number of hits.
        reaction: Times from cue to onset of the hits; None without hits.
        streak: Number of hits in a row up to the last attempt.
        best_streak: Largest number of hits in a row.
    """

    tries: int
    hits: int
    reaction: Spread | None
    streak: int
    best_streak: int

    @property
    def rate(self) -> float | None:
        """The share of hits, 0..1; None without attempts."""
        return self.hits / self.tries if self.tries else None


@dataclass(frozen=True, slots=True)
class Report:
    """All statistics of a player that are shown.

    Attributes:
        total: Statistics of all attempts.
        signals: Statistics by signal.
        weeks: Statistics by week, keyed by its Monday.
        signal_weeks: Statistics by signal, then by week.
        confusion: How often each signal was made, by signal asked for, then by signal made ("" for none).
        days_in_a_row: Number of days in a row with practice, up to now.
    """

    total: Figures
    signals: dict[str, Figures]
    weeks: dict[date, Figures]
    signal_weeks: dict[str, dict[date, Figures]]
    confusion: dict[str, dict[str, int]]
    days_in_a_row: int
    last_days: dict[date, Figures]
    """Statistics of the last seven days, including those without practice; empty without attempts."""


def week_of(attempt: Attempt) -> date:
    """Return the Monday of the attempt's week in local time (ISO 8601)."""
    day = attempt.at.date()
    return day - timedelta(days=day.weekday())


def spread(seconds: Iterable[float]) -> Spread | None:
    """Return the median and quartiles of some times; None without values."""
    values = list(seconds)
    if not values:
        return None
    low, middle, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
    return Spread(len(values), low, middle, high)


def streaks(hits: Iterable[bool]) -> tuple[int, int]:
    """Return the number of hits in a row up to the last attempt, and the largest number ever."""
    now = best = 0
    for hit in hits:
        now = now + 1 if hit else 0
        best = max(best, now)
    return now, best


def figures(attempts: Sequence[Attempt]) -> Figures:
    """Return the statistics of attempts, which must be in time order."""
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
    """Return the number of local days in a row with practice, back from ``today`` (None: the last day with any).

    If there was no practice ``today``, days are counted back from yesterday.
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
    """Return the statistics of each of the seven days up to ``today``, in local time."""
    days = [today - timedelta(days=k) for k in reversed(range(7))]
    return {day: figures([a for a in attempts if a.at.date() == day]) for day in days}


def report(attempts: Iterable[Attempt], *, today: date | None = None) -> Report:
    """Return all statistics of a player's attempts, in any order.

    Args:
        attempts: The attempts.
        today: The present day, at which the last seven days end; None for the day of the last attempt.
    """
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
