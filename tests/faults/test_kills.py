"""A few kills of ``tests.fuzz.kills``, which goes on to a thousand; and it would see what is lost or differs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")

from companion.events import Ruling
from companion.events.codec import encode
from companion.practice.store import PracticeStore
from companion.referee.desk_registry import match_of
from companion.referee.log import Log
from tests.club_games import head
from tests.fuzz.kills import _attempt, hall, halls, logs, practised

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL and fork")
def test_some_kills_of_table_terminal_hall_and_practice_lose_nothing() -> None:
    """Over ten seconds: sixteen times a command is started, killed and started again."""
    command = [sys.executable, "-m", "tests.fuzz.kills", "16", "--seed", "5"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr
    rows = {name: json.loads(row) for name, row in (line.split(": ", 1) for line in ran.stdout.splitlines()[1:])}
    assert {row["kills"] for row in rows.values()} == {4}
    assert all(row["told"] for row in rows.values()), rows


def test_a_ruling_that_is_not_kept_and_a_log_that_differs_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with closing(Log.create(path, head("ftw"))) as log:
        told = [e for e in match_of(log.header, log).begin() if e.number]
    assert told
    lines = [f"{path}\t{encode(e)}" for e in told]
    assert logs(tmp_path, lines) == (0, 0)
    never = Ruling(onset=0.0, decided=0.0, source="rules", number=99, code="began")
    assert logs(tmp_path, [*lines, f"{path}\t{encode(never)}"]) == (1, 0)
    assert logs(tmp_path, [f"{tmp_path / 'none.sqlite'}\t{encode(never)}"]) == (1, 0)


def test_an_entry_of_the_hall_that_is_not_kept_or_differs_is_seen(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    told: list[str] = []

    def tell(line: str) -> None:
        told.append(line)
        if len(told) == 5:
            raise Enough

    with pytest.raises(Enough):
        hall(tmp_path, 1, tell)
    assert halls(tmp_path, told) == (0, 0)
    assert halls(tmp_path, [*told, "9999\tx"]) == (1, 0)
    assert halls(tmp_path, [f"{told[0].split()[0]}\tx"]) == (0, 1)


def test_an_attempt_that_is_not_kept_or_differs_is_seen(tmp_path: Path) -> None:
    with PracticeStore(tmp_path / "practice.sqlite3") as store:
        store.add("Ann", _attempt(0))
        assert practised(tmp_path, ["0"]) == (0, 0)
        assert practised(tmp_path, ["0", "1"]) == (1, 0)
        store._db.execute("UPDATE attempt SET hit = 0")
    assert practised(tmp_path, ["0"]) == (0, 1)
