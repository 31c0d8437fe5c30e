"""What can be wrong with the practice database on a real machine."""

from __future__ import annotations

import sqlite3
from datetime import datetime, timezone
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.people.attempt import Attempt
from companion.practice.store import VERSION, PracticeStore

TRY = Attempt(drill="learn", asked="grin", made=None, hit=False, at=datetime(2026, 1, 1, tzinfo=timezone.utc))


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite3"
    newer = sqlite3.connect(path)
    newer.execute("CREATE TABLE future (x)")
    newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    newer.close()
    before = path.read_bytes()
    with pytest.raises(StorageError, match="newer companion") as caught:
        PracticeStore(path)
    assert caught.value.exit_code == 4
    assert path.read_bytes() == before


def test_a_full_disk_keeps_what_was_there(tmp_path: Path) -> None:
    with PracticeStore(tmp_path / "p.sqlite3") as store:
        store.add("Ann", TRY)
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages}")  # SQLite's own full disk: the same error code
        with pytest.raises(StorageError, match="disk is full"):
            store.add_all("Ann", [TRY] * 5000)
        assert len(store.attempts("Ann")) == 1


def test_a_damaged_file_gives_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "p.sqlite3").write_bytes(b"this is no database at all, only text " * 50)
    with pytest.raises(StorageError, match="damaged or is not a practice database"):
        PracticeStore(tmp_path / "p.sqlite3")


def test_a_folder_that_is_a_file_gives_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("x")
    with pytest.raises(StorageError, match="nothing can be kept"):
        PracticeStore(tmp_path / "data" / "p.sqlite3")


def test_a_half_done_migration_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "p.sqlite3"
    with PracticeStore(path) as store:
        store.add("Ann", TRY)
    from companion.practice import store as module

    broken = (*module.MIGRATIONS, ("ALTER TABLE attempt ADD COLUMN extra REAL", "THIS IS NO SQL"))
    monkeypatch.setattr(module, "MIGRATIONS", broken)
    monkeypatch.setattr(module, "VERSION", VERSION + 1)
    with pytest.raises(StorageError):
        PracticeStore(path)
    monkeypatch.undo()
    with PracticeStore(path) as store:
        assert store.attempts("Ann") == [TRY]
