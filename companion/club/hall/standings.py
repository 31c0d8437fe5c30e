"""Standings: what everybody has, in an order that is written down.

1. tournament points: at each table the share of the others whom one is ahead of (``scoring.shares``), a bye counts 1;
2. tables won, a bye counts as none;
3. the book's points of the game, a bye counts as the mean of one's own games;
4. the mean tournament points of those whom one met;
5. the direct meeting, where all who are still equal have met each other;
6. what is equal then shares the place.

With ``order`` "points" the book's points come first, then 1, 2, 4, 5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from companion.club.hall.plan import Plan, Player, Round
from companion.club.hall.scoring import WIN, shares


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings. ``place`` from 1, shared by equals."""

    number: int
    name: str
    team: str
    here: bool
    points: Fraction
    wins: int
    book: Fraction
    opponents: Fraction
    played: int
    byes: int
    place: int = 0
    direct: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team counts as many of its best as the smallest team has members."""

    place: int
    team: str
    points: Fraction
    book: Fraction
    members: int


Game = dict[int, Fraction]
"""What each at one table got for it."""


def standings(plan: Plan, players: Mapping[int, Player], rounds: Sequence[Round]) -> list[Row]:
    """Everybody, best first; those who withdrew stay where their points put them."""
    worth: list[Game] = []
    book: dict[int, list[int]] = {number: [] for number in players}
    met: dict[int, list[int]] = {number: [] for number in players}
    wins = dict.fromkeys(players, 0)
    byes = Counter(number for at in rounds for number in at.byes)
    points = {number: WIN * byes[number] for number in players}
    for result in (table.result for at in rounds for table in at.tables if table.done):
        assert result is not None
        game = shares(result.points, result.winners)
        worth.append(game)
        for number, scored in result.points.items():
            points[number] += game[number]
            book[number].append(scored)
            met[number] += [other for other in game if other != number]
        for number in result.winners:
            wins[number] += 1
    rows = [
        Row(
            n, player.name, player.team, player.here, points[n], wins[n], _book(book[n], byes[n]),
            _mean([points[other] for other in met[n]]), len(book[n]), byes[n],
        )
        for n, player in players.items()
    ]  # fmt: skip
    return _placed(plan, rows, worth, {n: frozenset(others) for n, others in met.items()})


def levels(rows: Iterable[Row]) -> dict[int, int]:
    """The score group of each, 0 for the highest: what the Swiss system pairs by."""
    rows = list(rows)
    level = {points: k for k, points in enumerate(sorted({row.points for row in rows}, reverse=True))}
    return {row.number: level[row.points] for row in rows}


def teams(rows: Sequence[Row]) -> list[TeamRow]:
    """Teams by the tournament points of their best, then by these players' book's points."""
    named: dict[str, list[Row]] = {}
    for row in rows:
        if row.team:
            named.setdefault(row.team, []).append(row)
    count = min((len(members) for members in named.values()), default=0)
    sums = sorted(
        (
            (sum((r.points for r in best), Fraction(0)), sum((r.book for r in best), Fraction(0)), team, len(members))
            for team, members in named.items()
            for best in [members[:count]]
        ),
        key=lambda found: (-found[0], -found[1], found[2]),
    )
    return [
        TeamRow(1 + sum(other[:2] > (points, book) for other in sums), team, points, book, members)
        for points, book, team, members in sums
    ]


def _book(scored: list[int], byes: int) -> Fraction:
    return sum(scored) + byes * _mean([Fraction(s) for s in scored])


def _mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def _key(plan: Plan, row: Row) -> tuple[Fraction | int, ...]:
    if plan.order == "points":
        return (row.book, row.points, row.wins, row.opponents)
    return (row.points, row.wins, row.book, row.opponents)


def _placed(plan: Plan, rows: list[Row], worth: list[Game], met: Mapping[int, frozenset[int]]) -> list[Row]:
    groups: dict[tuple[Fraction | int, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(_key(plan, row), []).append(row)
    placed: list[Row] = []
    for key in sorted(groups, reverse=True):
        above = len(placed)
        direct = _direct([row.number for row in groups[key]], worth, met)
        group = [replace(row, direct=direct[row.number]) for row in groups[key]]
        group.sort(key=lambda row: (-row.direct, row.number))
        placed += [replace(row, place=above + 1 + sum(other.direct > row.direct for other in group)) for row in group]
    return placed


def _direct(numbers: list[int], worth: list[Game], met: Mapping[int, frozenset[int]]) -> dict[int, Fraction]:
    """Points at the tables where equals met, if all of them have met; else none."""
    points = dict.fromkeys(numbers, Fraction(0))
    if len(numbers) < 2 or any(b not in met[a] for a, b in combinations(numbers, 2)):
        return points
    for game in worth:
        here = [number for number in numbers if number in game]
        if len(here) > 1:
            for number in here:
                points[number] += game[number]
    return points
