"""Pairings by the Swiss system or as a round robin, for tables of two and for larger ones.

These are pure functions of the games so far: the same input gives the same tables. Tables of two come from a matching
of least cost (``rustworkx``), which is exact. Larger tables are exact for up to ``MAX_EXACT_ENTRANTS`` players. For
more, a plan is improved by exchanging players until that no longer helps, because the best one is hard to find.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from companion.club.hall.plan import Player, TournamentPlan, TournamentRound
from companion.club.hall.standings import StandingsRow, levels, standings
from companion.errors import BadInput

MAX_EXACT_ENTRANTS: Final = 10  # players up to which all seatings at larger tables are compared
MAX_PERTURBATIONS: Final = 30  # attempts to improve a plan that still has rematches, from a perturbed start
MAX_ENTRANTS: Final = 400  # players; up to here the costs below do not overlap
Tables: TypeAlias = tuple[tuple[int, ...], ...]
Costs: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PairingSeat:
    """A player who is to be seated, with what counts for the pairing.

    Attributes:
        number: The player's number.
        level: Score group (players with equal tournament points); 0 has the most points.
        team: The player's team, "" for none.
        met: Number of earlier games with each opponent, by number.
        byes: Number of byes so far.
        floated: 1 if the last opponent was in a lower score group, -1 if in a higher one, else 0.
    """

    number: int
    level: int = 0
    team: str = ""
    met: Mapping[int, int] = field(default_factory=dict)
    byes: int = 0
    floated: int = 0


def seats_of(
    plan: TournamentPlan, players: Mapping[int, Player], rounds: Sequence[TournamentRound], rows: Sequence[StandingsRow]
) -> list[PairingSeat]:
    """Return the players who take part in the next round, best first; equal ones in random order.

    In a round robin, all have the same score group.

    Args:
        plan: The plan.
        players: The players, by number.
        rounds: The rounds so far.
        rows: The standings.
    """
    met: dict[int, Counter[int]] = {number: Counter() for number in players}
    for table in (table for at in rounds for table in at.tables):
        for a in table.players:
            met[a].update(b for b in table.players if b != a)
    byes = Counter(number for at in rounds for number in at.byes)
    level = levels(rows) if plan.system == "swiss" else dict.fromkeys(players, 0)
    floated = _float_directions(plan, players, rounds)
    return [
        PairingSeat(n, level[n], players[n].team, met[n], byes[n], floated.get(n, 0))
        for n in (row.number for row in sorted(rows, key=lambda row: (row.place, _lot(plan, row.number))))
        if players[n].here
    ]


def _float_directions(
    plan: TournamentPlan, players: Mapping[int, Player], rounds: Sequence[TournamentRound]
) -> dict[int, int]:
    """Return for each player of the last round how the opponent's score group differed, by the player's number.

    1 is a lower group, -1 a higher one, 0 the same. Only tables of two count. The score groups are those before that
    round.
    """
    if not rounds:
        return {}
    level = levels(standings(plan, players, rounds[:-1]))
    found = {}
    for table in rounds[-1].tables:
        if len(table.players) == 2:
            a, b = table.players
            found[a], found[b] = _sign(level[b] - level[a]), _sign(level[a] - level[b])
    return found


def _lot(plan: TournamentPlan, number: int) -> float:
    """Return a player's random number, which orders equal players; it depends on the player and the plan's seed."""
    return random.Random(f"{plan.seed} {number}").random()


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def sizes(count: int, minimum: int, usual: int, maximum: int) -> tuple[tuple[int, ...], int]:
    """Return the number of places at each table, and the number of byes.

    There are as few byes as possible. Then tables are as near to ``usual`` as possible, and differ by at most one
    place.

    Args:
        count: Number of players.
        minimum: Fewest places at a table.
        usual: Preferred number of places.
        maximum: Most places at a table.

    Raises:
        BadInput: The players do not fill one table.
    """
    for seated in range(count, minimum - 1, -1):
        plans = []
        for tables in range(-(-seated // maximum), seated // minimum + 1):
            small, more = divmod(seated, tables)
            plan = (small + 1,) * more + (small,) * (tables - more)
            plans.append((sum(abs(size - usual) for size in plan), plan))
        if plans:
            return min(plans)[1], count - seated
    raise BadInput("tournament.no.players", n=count, least=minimum)


def swiss(seats: Sequence[PairingSeat], places: Sequence[int], byes: int, seed: int) -> tuple[Tables, tuple[int, ...]]:
    """Return the tables and the byes of a Swiss round, as players' numbers.

    The rules in order of weight:

    - nobody meets an opponent again if it can be avoided;
    - nobody has a second bye before everybody had one, and the lowest player gets it;
    - team mates sit apart;
    - players with equal scores sit together;
    - at tables of two, nobody meets a higher score group twice running, or a lower one;
    - at tables of two, the upper half of a score group plays the lower half.

    Args:
        seats: The players in the order of the standings, best first.
        places: Number of places at each table.
        byes: Number of byes.
        seed: Seed for improving large plans.
    """
    if set(places) == {2} and byes <= 1:
        return _match_pairs(seats, byes)
    resting = sorted(range(len(seats)), key=lambda k: (seats[k].byes, -k))[:byes]
    playing = [seat for k, seat in enumerate(seats) if k not in resting]
    return _pods(playing, places, seed), tuple(sorted(seats[k].number for k in resting))


def circle(order: Sequence[int | None], number: int) -> tuple[Tables, tuple[int, ...]]:
    """Return the tables and the byes of one round of a round robin, by the circle method.

    After one round less than there are entries in ``order``, everybody has met everybody once.

    Args:
        order: The players' numbers in a fixed order; None for an empty place, whose opponent has a bye.
        number: Index of the round, from 0.
    """
    ring = [*order, None] if len(order) % 2 else list(order)
    turn = number % (len(ring) - 1)
    rest = ring[1:]
    ring = [ring[0], *rest[len(rest) - turn :], *rest[: len(rest) - turn]]
    half = len(ring) // 2
    pairs = list(zip(ring[:half], reversed(ring[half:]), strict=True))
    tables = tuple((a, b) for a, b in pairs if a is not None and b is not None)
    byes = tuple(x for a, b in pairs for x in (a, b) if x is not None and None in (a, b))
    return tables, byes


# Tables of two


def _match_pairs(seats: Sequence[PairingSeat], byes: int) -> tuple[Tables, tuple[int, ...]]:
    import rustworkx

    count = len(seats)
    group = Counter(seat.level for seat in seats)
    costs = {(i, j): _pair_cost(seats, i, j, group) for i, j in combinations(range(count), 2)}
    if byes:
        fewest = min(seat.byes for seat in seats)
        costs.update({(i, count): _bye_cost(seats, i, fewest) for i in range(count)})
    top = max(costs.values()) + 1
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(count + byes))
    graph.add_edges_from([(i, j, top - cost) for (i, j), cost in costs.items()])
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    ordered = sorted(tuple(sorted(pair)) for pair in pairs)
    tables = tuple((seats[i].number, seats[j].number) for i, j in ordered if j < count)
    return tables, tuple(seats[i].number for i, j in ordered if j >= count)


_FOLD_COST, _FLOAT_COST = 1, MAX_ENTRANTS * MAX_ENTRANTS  # the fold costs of one round add up to less than a float cost
_SPREAD_COST = _FLOAT_COST * 4 * MAX_ENTRANTS
_TEAM_COST = _SPREAD_COST * MAX_ENTRANTS**3
_BYE_COST = _TEAM_COST * MAX_ENTRANTS
_REMATCH_COST = _BYE_COST * MAX_ENTRANTS
"""Each cost is more than all smaller ones can add up to in one round. Python's integers are exact."""


def _pair_cost(seats: Sequence[PairingSeat], i: int, j: int, group: Mapping[int, int]) -> int:
    a, b = seats[i], seats[j]
    apart = b.level - a.level
    cost = (
        _REMATCH_COST * a.met.get(b.number, 0) ** 2
        + _SPREAD_COST * apart**2
        + _TEAM_COST * (a.team != "" and a.team == b.team)
    )
    if apart == 0:
        return cost + _FOLD_COST * abs(abs(i - j) - group[a.level] // 2)
    down, up = (a, b) if apart > 0 else (b, a)
    return cost + _FLOAT_COST * ((down.floated == 1) + (up.floated == -1))


def _bye_cost(seats: Sequence[PairingSeat], i: int, fewest: int) -> int:
    lowest = seats[-1].level
    return (
        _BYE_COST * (seats[i].byes - fewest)
        + _SPREAD_COST * (lowest - seats[i].level) ** 2
        + _FOLD_COST * (len(seats) - 1 - i)
    )


# Larger tables


def _pods(seats: Sequence[PairingSeat], places: Sequence[int], seed: int) -> Tables:
    costs, rematch = _costs(seats)
    best: Sequence[Sequence[int]]
    if len(seats) <= MAX_EXACT_ENTRANTS:
        best = min(_splits(tuple(range(len(seats))), tuple(places)), key=lambda split: _total(split, costs))
    else:
        best = _improve_plan(places, costs, rematch, seed)
    tables = sorted((tuple(sorted(table)) for table in best), key=lambda table: (sum(table) / len(table), table))
    return tuple(tuple(seats[k].number for k in table) for table in tables)


def _costs(seats: Sequence[PairingSeat]) -> tuple[Costs, int]:
    """Return the cost of seating each two players together, (n, n), and how much of it one rematch costs.

    A rematch costs more than all other costs together.
    """
    n = len(seats)
    met = np.array([[a.met.get(b.number, 0) for b in seats] for a in seats], np.int64)
    team = np.array([[a.team != "" and a.team == b.team for b in seats] for a in seats], np.int64)
    level = np.minimum(np.array([seat.level for seat in seats], np.int64), MAX_ENTRANTS)
    np.fill_diagonal(team, 0)
    np.fill_diagonal(met, 0)
    pairs = max(n * 8, 1)  # more than the pairs of players who share a table, at tables of at most twelve
    spread = np.square(level[:, None] - level[None, :])
    unit = int(spread.max(initial=0)) * pairs + 1
    return np.square(met) * unit * pairs + team * unit + spread, unit * pairs


def _total(tables: Sequence[Sequence[int]], costs: Costs) -> int:
    return sum(int(costs[i, j]) for table in tables for i, j in combinations(table, 2))


def _splits(remaining: tuple[int, ...], places: tuple[int, ...]) -> Iterator[Tables]:
    """Yield all ways to seat players at tables of these sizes; tables of the same size are not interchanged.

    Args:
        remaining: The players.
        places: Number of places at each table.
    """
    if not places:
        yield ()
        return
    for size in sorted(set(places)):  # the first player sits at a table of each size in turn
        at = places.index(size)
        rest = places[:at] + places[at + 1 :]
        for others in combinations(remaining[1:], size - 1):
            table = (remaining[0], *others)
            gone = set(table)
            for split in _splits(tuple(k for k in remaining if k not in gone), rest):
                yield (table, *split)


def _improve_plan(places: Sequence[int], costs: Costs, rematch: int, seed: int) -> list[list[int]]:
    """Return tables that cannot be improved by exchanging two players.

    At first, neighbours in the standings sit together. While there are rematches, the best plan is changed at random
    and improved again, at most ``MAX_PERTURBATIONS`` times.

    Args:
        places: Number of places at each table.
        costs: Cost of seating each two players together, (n, n).
        rematch: Cost of one rematch.
        seed: Seed of the random changes.
    """
    chance = np.random.default_rng(seed)
    best, least = _descend(np.repeat(np.arange(len(places)), places), costs)
    for _ in range(MAX_PERTURBATIONS):
        if least < rematch:
            break
        shaken = best.copy()
        for _ in range(3):
            i, j = chance.choice(len(shaken), 2, replace=False)
            shaken[[i, j]] = shaken[[j, i]]
        found, cost = _descend(shaken, costs)
        if cost < least:
            best, least = found, cost
    return [np.flatnonzero(best == table).tolist() for table in range(len(places))]


def _descend(start: npt.NDArray[np.int64], costs: Costs) -> tuple[npt.NDArray[np.int64], int]:
    """Make the best exchange of two players until none helps; return each player's table and the total cost.

    Args:
        start: Each player's table, (n,).
        costs: Cost of seating each two players together, (n, n).
    """
    at = start.copy()
    tables = int(at.max()) + 1
    beside = np.stack([costs[:, at == table].sum(axis=1) for table in range(tables)], axis=1)
    rows = np.arange(len(at))
    while True:
        own = beside[rows, at]
        there = beside[:, at]  # [i, j]: cost of i at j's table, with j still there
        gain = own[:, None] + own[None, :] - there - there.T + 2 * costs
        gain[at[:, None] == at[None, :]] = 0
        i, j = np.unravel_index(int(gain.argmax()), gain.shape)
        if gain[i, j] <= 0:
            return at, int(own.sum()) // 2
        beside[:, at[i]] += costs[:, j] - costs[:, i]
        beside[:, at[j]] += costs[:, i] - costs[:, j]
        at[i], at[j] = at[j], at[i]
