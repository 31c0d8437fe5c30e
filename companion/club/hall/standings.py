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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

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
    tables = [table for at in rounds for table in at.tables if table.done]
    worth: list[Game] = []
    book: dict[int, list[int]] = {number: [] for number in players}
    wins = dict.fromkeys(players, 0)
    for table in tables:
        assert table.result is not None
        worth.append(shares(table.result.points, table.result.winners))
        for number, scored in table.result.points.items():
            book[number].append(scored)
            wins[number] += number in table.result.winners
    byes = {number: sum(number in at.byes for at in rounds) for number in players}
    points = {n: sum((game.get(n, Fraction(0)) for game in worth), WIN * byes[n]) for n in players}
    rows = [
        Row(
            n, player.name, player.team, player.here, points[n], wins[n], _book(book[n], byes[n]),
            _mean([points[other] for game in worth if n in game for other in game if other != n]),
            len(book[n]), byes[n],
        )
        for n, player in players.items()
    ]  # fmt: skip
    return _placed(plan, rows, worth)


def levels(rows: Iterable[Row]) -> dict[int, int]:
    """The score group of each, 0 for the highest: what the Swiss system pairs by."""
    rows = list(rows)
    scores = sorted({row.points for row in rows}, reverse=True)
    return {row.number: scores.index(row.points) for row in rows}


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


def _placed(plan: Plan, rows: list[Row], worth: list[Game]) -> list[Row]:
    groups: dict[tuple[Fraction | int, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(_key(plan, row), []).append(row)
    placed: list[Row] = []
    for key in sorted(groups, reverse=True):
        above = len(placed)
        group = [replace(row, direct=_direct(row, groups[key], worth)) for row in groups[key]]
        group.sort(key=lambda row: (-row.direct, row.number))
        placed += [replace(row, place=above + 1 + sum(other.direct > row.direct for other in group)) for row in group]
    return placed


def _direct(row: Row, group: list[Row], worth: list[Game]) -> Fraction:
    """Points against each other, where all of a group have met."""
    numbers = [other.number for other in group]
    met = {(a, b) for game in worth for a in game for b in game if a != b}
    if len(numbers) < 2 or any((a, b) not in met for a in numbers for b in numbers if a < b):
        return Fraction(0)
    games = [game for game in worth if row.number in game and sum(n in game for n in numbers) > 1]
    return sum((game[row.number] for game in games), Fraction(0))
