"""Standings of a tournament.

Players are ordered by the first of these in which they differ:

- tournament points: for each table the share of opponents whom the player is ahead of (see ``shares``); 1 for a bye;
- tables won; a bye is none;
- the game's own points; for a bye, the player's mean;
- mean tournament points of the player's opponents;
- tournament points in games among those who are still equal, if all of them have met each other.

Players who are still equal share the place. If the plan's ``order`` is "points", the game's own points come first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TypeVar

from companion.club.hall.plan import Player, TableResult, TournamentPlan, TournamentRound

K = TypeVar("K")
WIN_VALUE = Fraction(1)
"""Tournament points for a table won alone, and for a bye."""


def shares(points: Mapping[K, int], winners: Collection[K]) -> dict[K, Fraction]:
    """Return each player's tournament points for one table: the share of opponents whom they are ahead of, 0..1.

    A tie counts half. At a table of two this gives 1, 1/2 or 0, at one of four 1, 2/3, 1/3 or 0, so that tables of
    different sizes weigh the same.

    Args:
        points: The game's points by player.
        winners: The winners by the game's own rules; they are ahead of everybody else.
    """
    rank = {who: (who in winners, scored) for who, scored in points.items()}
    others = len(points) - 1
    if others < 1:
        return dict.fromkeys(points, WIN_VALUE)
    worth = {}
    for who, own in rank.items():
        behind = sum(theirs < own for theirs in rank.values())
        beside = sum(theirs == own for theirs in rank.values()) - 1
        worth[who] = Fraction(2 * behind + beside, 2 * others)
    return worth


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One player's line of the standings.

    Attributes:
        number: The player's number.
        name: The player's name.
        team: The player's team, "" for none.
        here: False after the player has withdrawn.
        points: Tournament points.
        wins: Number of tables won.
        book: Sum of the game's own points, with the player's mean for each bye.
        opponents: Mean tournament points of the opponents.
        played: Number of games played.
        byes: Number of byes.
        place: Place from 1; equal players share it.
        direct: Tournament points in games among players who are equal in everything else.
    """

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
    """One team's line of the standings.

    Only as many of a team's best players count as the smallest team has members.
    """

    place: int
    team: str
    points: Fraction
    book: Fraction
    members: int


Game = dict[int, Fraction]
"""Tournament points of one table by player."""
Played = tuple[TableResult, Game]


def standings(
    plan: TournamentPlan, players: Mapping[int, Player], rounds: Sequence[TournamentRound]
) -> list[StandingsRow]:
    """Return all players' lines, best first. Players who withdrew keep the place that their points give."""
    games = [
        (result, shares(result.points, result.winners))
        for at in rounds
        for table in at.tables
        if (result := table.result) is not None and result.confirmed
    ]
    byes = Counter(number for at in rounds for number in at.byes)
    own = {n: [played for played in games if n in played[1]] for n in players}
    met = {n: _opponents(n, played) for n, played in own.items()}
    points = {n: sum((game[n] for _, game in own[n]), WIN_VALUE * byes[n]) for n in players}
    rows = [_row(player, own[n], byes[n], points, met[n]) for n, player in players.items()]
    return _assign_places(plan, rows, [game for _, game in games], met)


def _opponents(number: int, games: list[Played]) -> list[int]:
    """Return the numbers of a player's opponents in these games; an opponent met twice is in it twice."""
    return [other for _, game in games for other in game if other != number]


def _row(
    player: Player, games: list[Played], byes: int, points: Mapping[int, Fraction], met: list[int]
) -> StandingsRow:
    """Return one player's line, before places are assigned.

    Args:
        player: The player.
        games: The player's games: the result, and tournament points by player.
        byes: Number of the player's byes.
        points: Tournament points of all players.
        met: Numbers of the player's opponents, one for each game.
    """
    n, scored = player.number, [Fraction(result.points[player.number]) for result, _ in games]
    return StandingsRow(
        n,
        player.name,
        player.team,
        player.here,
        points[n],
        wins=sum(n in result.winners for result, _ in games),
        book=sum(scored, byes * _mean(scored)),
        opponents=_mean([points[other] for other in met]),
        played=len(games),
        byes=byes,
    )


def levels(rows: Iterable[StandingsRow]) -> dict[int, int]:
    """Return each player's score group, by number: players with equal tournament points; 0 has the most."""
    rows = list(rows)
    level = {points: k for k, points in enumerate(sorted({row.points for row in rows}, reverse=True))}
    return {row.number: level[row.points] for row in rows}


def teams(rows: Sequence[StandingsRow]) -> list[TeamRow]:
    """Return the teams, best first: by the tournament points of their counting players, then by the game's points."""
    named: dict[str, list[StandingsRow]] = {}
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


def _mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def _key(plan: TournamentPlan, row: StandingsRow) -> tuple[Fraction | int, ...]:
    if plan.order == "points":
        return (row.book, row.points, row.wins, row.opponents)
    return (row.points, row.wins, row.book, row.opponents)


def _assign_places(
    plan: TournamentPlan, rows: list[StandingsRow], worth: list[Game], met: Mapping[int, Collection[int]]
) -> list[StandingsRow]:
    groups: dict[tuple[Fraction | int, ...], list[StandingsRow]] = {}
    for row in rows:
        groups.setdefault(_key(plan, row), []).append(row)
    placed: list[StandingsRow] = []
    for key in sorted(groups, reverse=True):
        above = len(placed)
        direct = _direct([row.number for row in groups[key]], worth, met)
        group = [replace(row, direct=direct[row.number]) for row in groups[key]]
        group.sort(key=lambda row: (-row.direct, row.number))
        placed += [replace(row, place=above + 1 + sum(other.direct > row.direct for other in group)) for row in group]
    return placed


def _direct(numbers: list[int], worth: list[Game], met: Mapping[int, Collection[int]]) -> dict[int, Fraction]:
    """Return the tournament points of equal players in games among them; all 0 unless every two of them have met.

    Args:
        numbers: Numbers of the equal players.
        worth: Tournament points of each game, by player.
        met: Numbers of each player's opponents.
    """
    points = dict.fromkeys(numbers, Fraction(0))
    if len(numbers) < 2 or any(b not in met[a] for a, b in combinations(numbers, 2)):
        return points
    for game in worth:
        here = [number for number in numbers if number in game]
        if len(here) > 1:
            for number in here:
                points[number] += game[number]
    return points
