"""Pairings: nobody meets twice while it can be helped, byes are fair, neighbours in score sit together."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.club.hall.pairing import PairingSeat, circle, sizes, swiss
from companion.errors import BadInput

pytest.importorskip("rustworkx")


def seats_of(
    scores: list[int], met: dict[int, dict[int, int]], byes: dict[int, int] | None = None
) -> list[PairingSeat]:
    levels = sorted(set(scores), reverse=True)
    ordered = sorted(range(len(scores)), key=lambda k: (-scores[k], k))
    return [PairingSeat(k, levels.index(scores[k]), "", met.get(k, {}), (byes or {}).get(k, 0)) for k in ordered]


def rematches(tables: tuple[tuple[int, ...], ...], met: dict[int, dict[int, int]]) -> int:
    return sum(met.get(a, {}).get(b, 0) for table in tables for a, b in combinations(table, 2))


def matchings(left: tuple[int, ...]) -> list[list[tuple[int, int]]]:
    if not left:
        return [[]]
    first = left[0]
    return [
        [(first, other), *rest] for other in left[1:] for rest in matchings(tuple(x for x in left[1:] if x != other))
    ]


@st.composite
def histories(draw: st.DrawFn, most: int = 8) -> tuple[list[int], dict[int, dict[int, int]]]:
    """Scores, and who has met whom in some rounds of any kind."""
    n = draw(st.integers(2, most))
    scores = draw(st.lists(st.integers(0, 4), min_size=n, max_size=n))
    pairs = draw(st.lists(st.sampled_from(list(combinations(range(n), 2))), max_size=2 * n))
    met: dict[int, dict[int, int]] = {}
    for a, b in pairs:
        met.setdefault(a, {})[b] = met.get(a, {}).get(b, 0) + 1
        met.setdefault(b, {})[a] = met[a][b]
    return scores, met


@settings(max_examples=150)
@given(histories())
def test_pairs_meet_again_only_where_no_other_plan_is_left(case: tuple[list[int], dict[int, dict[int, int]]]) -> None:
    scores, met = case
    n = len(scores)
    tables, byes = swiss(seats_of(scores, met), (2,) * (n // 2), n % 2, 1)
    assert sorted([*(x for t in tables for x in t), *byes]) == list(range(n))
    cost = lambda plan: sum(met.get(a, {}).get(b, 0) ** 2 for a, b in plan if b < n)  # noqa: E731
    least = min(cost(plan) for plan in matchings(tuple(range(n + n % 2))))
    assert cost(tables) == least


@settings(max_examples=60)
@given(histories(most=9), st.sampled_from([(3, 2), (3,), (4,), (5, 3)]))
def test_larger_tables_have_the_fewest_rematches_there_can_be(
    case: tuple[list[int], dict[int, dict[int, int]]], pods: tuple[int, ...]
) -> None:
    scores, met = case
    least, most = min(pods), max(pods) + 1
    n = len(scores)
    if n < least:
        return
    places, byes = sizes(n, least, pods[0], most)
    tables, resting = swiss(seats_of(scores, met), places, byes, 1)
    assert sorted([*(x for t in tables for x in t), *resting]) == list(range(n))
    assert sorted(map(len, tables)) == sorted(places)
    playing = [x for t in tables for x in t]
    rng = random.Random(5)
    for _ in range(60):  # no plan that chance finds has fewer
        rng.shuffle(playing)
        cuts, at = [], 0
        for size in places:
            cuts.append(tuple(playing[at : at + size]))
            at += size
        assert cost(tables, met) <= cost(tuple(cuts), met)


def cost(tables: tuple[tuple[int, ...], ...], met: dict[int, dict[int, int]]) -> int:
    return sum(met.get(a, {}).get(b, 0) ** 2 for table in tables for a, b in combinations(table, 2))


@pytest.mark.parametrize("n", [16, 17, 40, 61])
def test_a_swiss_tournament_of_pairs_has_no_rematch_and_no_second_bye(n: int) -> None:
    rng = random.Random(n)
    scores = [0] * n
    met: dict[int, dict[int, int]] = {}
    byes: dict[int, int] = {}
    for _ in range(7):
        tables, resting = swiss(seats_of(scores, met, byes), (2,) * (n // 2), n % 2, 1)
        assert rematches(tables, met) == 0
        assert all(byes.get(k, 0) == 0 for k in resting)
        assert sum(abs(scores[a] - scores[b]) for a, b in tables) <= len(tables)
        for a, b in tables:
            met.setdefault(a, {})[b] = met.setdefault(b, {})[a] = 1
            scores[rng.choice((a, b))] += 1
        for k in resting:
            byes[k] = 1
            scores[k] += 1


@pytest.mark.parametrize(("n", "usual"), [(16, 4), (25, 4), (64, 4), (36, 3), (120, 4)])
def test_larger_tables_of_a_whole_evening_meet_nobody_twice_and_play_their_equals(n: int, usual: int) -> None:
    rng = random.Random(n)
    scores = [0] * n
    met: dict[int, dict[int, int]] = {}
    for number in range(3):
        places, byes = sizes(n, usual - 1, usual, usual + 1)
        assert byes == 0
        tables, _ = swiss(seats_of(scores, met), places, byes, number)
        assert rematches(tables, met) == 0, number
        for table in tables:
            for place, k in enumerate(rng.sample(table, len(table))):
                scores[k] += 3 - place
            for a, b in combinations(table, 2):
                met.setdefault(a, {})[b] = met.setdefault(b, {})[a] = 1
    tables, _ = swiss(seats_of(scores, {}), sizes(n, usual - 1, usual, usual + 1)[0], 0, 9)
    spread = sum(max(scores[k] for k in t) - min(scores[k] for k in t) for t in tables) / len(tables)
    assert spread < (max(scores) - min(scores)) / 2


def test_equals_play_upper_half_against_lower_half() -> None:
    tables, _ = swiss(seats_of([0] * 8, {}), (2,) * 4, 0, 1)
    assert tables == ((0, 4), (1, 5), (2, 6), (3, 7))


def test_the_lowest_without_a_bye_rests() -> None:
    _, first = swiss(seats_of([3, 2, 1, 0, 0], {}), (2, 2), 1, 1)
    assert first == (4,)
    _, second = swiss(seats_of([3, 2, 1, 0, 0], {}, {4: 1}), (2, 2), 1, 1)
    assert second == (3,)
    _, pods = swiss(seats_of([3, 2, 1, 0, 0, 0, 0], {}, {6: 1}), (3, 3), 1, 1)
    assert pods == (5,)


def test_nobody_floats_down_twice_running() -> None:
    seats = [
        PairingSeat(0, 0),
        PairingSeat(1, 0, floated=1),
        PairingSeat(2, 0),
        PairingSeat(3, 1),
        PairingSeat(4, 1),
        PairingSeat(5, 1, floated=-1),
    ]
    tables, _ = swiss(seats, (2, 2, 2), 0, 1)
    crossing = [t for t in tables if (t[0] < 3) != (t[1] < 3)]
    assert len(crossing) == 1
    assert 1 not in crossing[0]
    assert 5 not in crossing[0]


def test_a_team_is_kept_apart() -> None:
    seats = [PairingSeat(k, 0, "red" if k in (0, 4) else "") for k in range(8)]
    assert (0, 4) not in swiss(seats, (2,) * 4, 0, 1)[0]
    pods = [PairingSeat(k, 0, ["red", "blue", "green"][k // 3]) for k in range(9)]
    for table in swiss(pods, (3, 3, 3), 0, 1)[0]:
        assert len({pods[k].team for k in table}) == 3


@given(st.integers(2, 40))
def test_a_round_robin_meets_everybody_once(n: int) -> None:
    seen: list[tuple[int, ...]] = []
    byes: list[int] = []
    for number in range(n + n % 2 - 1):
        tables, resting = circle(list(range(n)), number)
        assert sorted([*(x for t in tables for x in t), *resting]) == list(range(n))
        seen += [tuple(sorted(t)) for t in tables]
        byes += resting
    assert sorted(seen) == list(combinations(range(n), 2))
    assert sorted(byes) == (list(range(n)) if n % 2 else [])


def test_sizes() -> None:
    assert sizes(10, 3, 4, 5) == ((4, 3, 3), 0)
    assert sizes(7, 2, 2, 2) == ((2, 2, 2), 1)
    assert sizes(11, 4, 4, 4) == ((4, 4), 3)
    with pytest.raises(BadInput):
        sizes(2, 3, 4, 5)
    for n in range(3, 200):
        plan, byes = sizes(n, 3, 4, 5)
        assert sum(plan) == n
        assert byes == 0


@pytest.mark.parametrize("n", [9, 15])
def test_the_same_seats_give_the_same_tables(n: int) -> None:
    seats = seats_of([k % 3 for k in range(n)], {0: {1: 1}, 1: {0: 1}})
    assert swiss(seats, (3,) * (n // 3), 0, 7) == swiss(seats, (3,) * (n // 3), 0, 7)
