"""A short run of the cross-check with our own slow simulators (``tests/fuzz/crosscheck_rules.py`` runs longer)."""

from __future__ import annotations

import pytest

from tests.fuzz.crosscheck_rules import BOOKS, compare


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_engine_and_simulator_agree_in_every_position(name: str) -> None:
    _, variants, counts = BOOKS[name]
    met = sum(compare(name, values, counts[0], seed, limit=60) for values in variants for seed in (0, 1))
    assert met > 100
