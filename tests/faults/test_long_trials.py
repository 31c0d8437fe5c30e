"""A short run of each trial that goes on for long: ``tests.fuzz.unplugged`` and ``tests.fuzz.writes``."""

from __future__ import annotations

import os
import sqlite3
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")

from companion.errors import StorageError
from companion.referee import log_database
from companion.referee.log import Log
from tests.faults.test_log_faults import HEADS
from tests.fuzz.unplugged import Level, Trial, trial
from tests.fuzz.writes import KEEPERS, points

linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked, and told by /proc")


@pytest.mark.slow
@linux
def test_every_source_goes_and_comes_back() -> None:
    found = trial(0.5, least=3)
    assert found.losses >= 3
    assert found.stuck == []
    for before, after in pairwise(found.levels[1:]):  # what earlier tests left may end meanwhile
        assert after.threads <= before.threads, found.levels
        assert after.files <= before.files, found.levels


def test_what_grows_is_seen() -> None:
    flat, more = [Level(500.0, 11, 9), Level(520.0, 12, 9)] * 8, [Level(540.0, 12, 10)] * 4
    assert Trial(levels=flat).grown() == []
    assert len(Trial(levels=[*flat[:-4], *more]).grown()) == 3


@pytest.mark.slow
@linux
@pytest.mark.parametrize("name", KEEPERS)
def test_power_lost_and_a_full_disk_at_some_writes(name: str) -> None:
    found = list(points(name, every=16))
    assert len(found) >= 6
    assert [(at, how, lost) for at, how, lost, _ in found if lost] == []
    assert any("said" in told for _, how, _, told in found if how == "full")


def test_a_log_that_cannot_be_opened_once_it_is_made_leaves_its_name_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by ``tests.fuzz.writes``: the game was refused, and its name said to hold a log already."""
    path, real = tmp_path / "a.sqlite", log_database.connect

    def connect(name: str) -> Any:
        if name == str(path):
            raise sqlite3.OperationalError("disk I/O error")
        return real(name)

    monkeypatch.setattr(log_database, "connect", connect)
    with pytest.raises(StorageError, match="cannot be written"):
        Log.create(path, HEADS["ftw"])
    assert os.listdir(tmp_path) == []
    monkeypatch.undo()
    Log.create(path, HEADS["ftw"]).close()
