"""A smaller ``bench club``: tables that play recorded sittings while everything breaks; nothing is lost or doubled."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy")

from measure.bench._club_tables import sittings
from measure.bench.club import Row, broken, lines, measured
from tests.needs import needs
from tests.servers import postgres

pytestmark = [needs("mosquitto"), pytest.mark.slow]


def test_sittings_that_were_recorded_are_what_tables_tell() -> None:
    told = sittings()
    assert len(told) >= 3
    for sitting in told:
        assert sitting[0][0] == "game"
        assert {"game", "ruling", "score"} <= {kind for kind, _ in sitting}


@pytest.mark.parametrize("database", [None, ""])
def test_all_of_some_tables_arrives_once(database: str | None) -> None:
    row = measured("test", 6, 40, 0.0, database)
    assert (row.lost, row.doubled) == (0, 0)
    assert row.messages == 240
    assert 0 < row.p50 <= row.p95


def test_nothing_is_lost_or_doubled_while_everything_breaks_on_sqlite() -> None:
    """Over ten seconds, as the next: eight breaks a second apart, and all that they delay."""
    row = broken(8, 60, None, pause=1.0)
    assert (row.lost, row.doubled) == (0, 0)


@needs("postgres")
def test_nothing_is_lost_or_doubled_while_everything_breaks_on_postgresql() -> None:
    with postgres() as database:
        row = broken(8, 60, database, pause=1.0)
    assert (row.lost, row.doubled) == (0, 0)


def test_what_was_measured_is_said() -> None:
    row = Row("hall", 200, 400, 99, 1.5, 2.5, 0.1, 80, 0, 0, paced=True)
    assert row.within
    assert "hall" in lines([row])[-1]
    assert not Row("hall", 200, 400, 99, 1.5, 2.5, 0.1, 80, 1, 0).within
    assert not Row("hall", 200, 400, 99, 1.5, 9e9, 0.1, 80, 0, 0, paced=True).within
