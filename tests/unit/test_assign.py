"""The matching against every possible one."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.senses.faces.seating import assign


def best(cost: np.ndarray, limit: float) -> float:
    """Return the least total over all one-to-one matchings, where leaving a pair out costs the limit."""
    small = cost if cost.shape[0] <= cost.shape[1] else cost.T
    rows, cols = small.shape
    capped = np.minimum(small, limit)
    return min(sum(capped[r, c] for r, c in enumerate(p)) for p in permutations(range(cols), rows))


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 10**6), st.sampled_from([0.3, 0.7, 5.0]))
def test_it_is_as_cheap_as_the_cheapest(rows: int, cols: int, seed: int, limit: float) -> None:
    cost = np.random.default_rng(seed).random((rows, cols))
    pairs = assign(cost, limit)
    assert len({r for r, _ in pairs}) == len({c for _, c in pairs}) == len(pairs)
    assert all(cost[r, c] < limit for r, c in pairs)
    total = sum(cost[r, c] for r, c in pairs) + limit * (min(rows, cols) - len(pairs))
    assert total == pytest.approx(best(cost, limit))


def test_a_hopeless_row_does_not_push_the_others() -> None:
    cost = np.array([[0.1, 0.9], [9.0, 8.0]])
    assert assign(cost, 1.0) == [(0, 0)]


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0)])
def test_nothing_to_match(shape: tuple[int, int]) -> None:
    assert assign(np.zeros(shape), 1.0) == []


def test_infinite_costs_are_left_out() -> None:
    assert assign(np.array([[np.inf, 0.2], [np.inf, 0.1]]), 1.0) == [(1, 1)]
