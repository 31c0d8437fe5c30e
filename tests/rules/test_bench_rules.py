"""The bench of the rules measures every variant, and its shares are shares. How fast they are is the bench's to say."""

from __future__ import annotations

import pytest

from companion.rules import registry
from measure.bench.rules import BUDGET, Row, bench, fewest, lines
from tests.wording import fact_like


@pytest.mark.slow
def test_every_variant_is_measured() -> None:
    rows = bench(0.2)
    wanted = [(name, variant) for name in registry.names() for variant in registry.get(name).variants]
    assert [(row.game, row.variant) for row in rows] == wanted
    for row in rows:
        assert row.per_second > 0
        assert row.actors_share + row.choose_share + row.apply_share == pytest.approx(1, abs=0.01)
        assert row.as_dict()["within"] is (row.per_second >= BUDGET)
    assert len(lines(rows)) == len(rows) + 2


def test_a_slow_game_is_named() -> None:
    slow = Row("ftw", "default", 2, 10, BUDGET - 1, 0.1, 0.4, 0.5)
    assert "below budget" in lines([slow])[-1]
    assert "below budget" not in lines([Row("ftw", "default", 2, 10, BUDGET, 0.1, 0.4, 0.5)])[-1]


def test_the_fewest_players_of_a_variant_are_taken() -> None:
    assert len(fewest(registry.get("face-off"), {}).players) == 3
    with pytest.raises(ValueError, check=fact_like(r"option\.no\.unknown")):
        fewest(registry.get("face-off"), {"nonsense": 1})
