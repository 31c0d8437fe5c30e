"""Golden games and counts: what was said and scored once is said and scored again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.rules import record, registry
from tests.rules.rules_cases import Case, smallest
from tests.rules.rules_golden import COUNTS, count, path, told

CASES = smallest()
ROWS: list[dict[str, Any]] = json.loads(COUNTS.read_text(encoding="utf-8")) if COUNTS.exists() else []
AGAIN = "if the change is meant, run: PYTHONPATH=. python tests/rules/rules_golden.py"


@pytest.mark.parametrize("case", CASES, ids=[f"{c.name}-{c.variant}" for c in CASES])
def test_golden_games_are_told_as_before(case: Case) -> None:
    text = path(case).read_text(encoding="utf-8")
    assert told(record.read(text)) == text, AGAIN


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=[f"{r['game']}-{r['variant']}-{i}" for i, r in enumerate(ROWS)])
def test_as_many_lines_of_play_and_positions_as_before(row: dict[str, Any]) -> None:
    assert count(registry.get(row["game"]), row["position"], len(row["counts"])) == row["counts"], AGAIN


def test_every_game_is_counted() -> None:
    assert {row["game"] for row in ROWS} == set(registry.names())
    assert all(row["counts"] for row in ROWS)
