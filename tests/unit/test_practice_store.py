"""The practice database: two players, deletion, zones, older files."""

from __future__ import annotations

import sqlite3
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from companion.errors import BadInput
from companion.people.attempt import Attempt, Throw
from companion.practice.confirmed_plays import AddedPlays
from companion.practice.store import MIGRATIONS, VERSION, PracticeStore

CET = timezone(timedelta(hours=1))


def attempt(asked: str = "grin", minute: int = 0, **more: object) -> Attempt:
    values: dict[str, object] = {
        "drill": "reaction",
        "asked": asked,
        "made": asked,
        "hit": True,
        "onset": 0.4,
        "recognised": 0.7,
        "score": 1.5,
        "at": datetime(2026, 3, 1, 12, minute, tzinfo=CET),
    }
    return Attempt(**{**values, **more})  # type: ignore[arg-type]


def test_an_attempt_comes_back_as_it_was_with_its_zone(tmp_path: Path) -> None:
    with PracticeStore(tmp_path / "p.sqlite3") as store:
        store.add("Ann", attempt())
        store.add("Ann", attempt("sour", 1, made=None, hit=False, onset=None, recognised=None, score=None))
    with PracticeStore(tmp_path / "p.sqlite3") as store:
        first, second = store.attempts("Ann")
    assert first == attempt()
    assert first.at.utcoffset() == timedelta(hours=1)
    assert (second.made, second.hit, second.onset, second.score) == (None, False, None, None)


def test_two_players_are_kept_apart_and_one_can_go(tmp_path: Path) -> None:
    with PracticeStore(tmp_path / "p.sqlite3") as store:
        store.add("Ann", attempt("grin"))
        store.add(" Ben ", attempt("sour"))
        assert store.players() == ["Ann", "Ben"]
        assert store.delete("Ann") == 1
        assert store.players() == ["Ben"]
        assert [a.asked for a in store.attempts("Ben")] == ["sour"]
        with pytest.raises(BadInput, match="so far: Ben"):
            store.attempts("Ann")
    rest = sqlite3.connect(tmp_path / "p.sqlite3").execute("SELECT COUNT(*) FROM attempt").fetchone()[0]
    assert rest == 1


def test_a_deleted_name_is_nowhere_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite3"
    with PracticeStore(path) as store:
        store.add("Zacharias", attempt())
        assert b"Zacharias" in path.read_bytes()
        store.delete("Zacharias")
    assert b"Zacharias" not in path.read_bytes()


def test_a_file_of_version_1_is_migrated(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite3"
    old = sqlite3.connect(path)
    for step in MIGRATIONS[0]:
        old.execute(step)
    old.execute("INSERT INTO player VALUES (1, 'Ann')")
    old.execute("INSERT INTO attempt VALUES (1, 1, 'learn', 'cow', 'pig', 0.5, 0.9, 0, 86400)")
    old.execute("PRAGMA user_version = 1")
    old.commit()
    old.close()
    with PracticeStore(path) as store:
        (only,) = store.attempts("Ann")
        assert (only.asked, only.made, only.hit, only.score) == ("cow", "pig", False, None)
        assert only.at == datetime(1970, 1, 2, tzinfo=timezone.utc)
        store.add("Ann", attempt())
        assert len(store.attempts("Ann")) == 2
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone()[0] == VERSION


@pytest.mark.parametrize("name", ["", "   ", "a" * 61, "Ann\n"[:3] + "\n" + "b"])
def test_a_name_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    with PracticeStore(tmp_path / "p.sqlite3") as store, pytest.raises(BadInput, match="name"):
        store.add(name, attempt())


def test_a_file_of_version_2_gets_throws_and_additions(tmp_path: Path) -> None:
    path = tmp_path / "p.sqlite3"
    old = sqlite3.connect(path)
    for step in (*MIGRATIONS[0], *MIGRATIONS[1]):
        old.execute(step)
    old.execute("INSERT INTO player VALUES (1, 'Ann')")
    old.execute("INSERT INTO attempt VALUES (1, 1, 'learn', 'cow', 'cow', 0.5, 0.9, 1, 86400, 1.0, 60)")
    old.execute("PRAGMA user_version = 2")
    old.commit()
    old.close()
    with PracticeStore(path) as store:
        assert [a.score for a in store.attempts("Ann")] == [1.0]
        assert store.throws("Ann") == []
        assert store.last_addition("Ann") is None


def test_throws_and_additions_come_back_and_go_with_their_player(tmp_path: Path) -> None:
    throw = Throw((3, 0), (3, 5), True, datetime(2026, 3, 1, 12, tzinfo=CET))
    first, second = (
        AddedPlays("Ann", 2, signals=("cow",)),
        AddedPlays("Ann", 0, False, {"grin": 0.5, "sour": None}, ("grin",)),
    )
    with PracticeStore(tmp_path / "p.sqlite3") as store:
        store.add_throw("Ann", throw)
        store.add_throw("Ben", Throw((1,), (1,), False, throw.at))
        store.note_addition(first)
        store.note_addition(second)
    with PracticeStore(tmp_path / "p.sqlite3") as store:
        assert store.throws("Ann") == [throw]
        assert store.last_addition("Ann") == second
        store.forget_addition("Ann")
        assert store.last_addition("Ann") == first
        assert store.last_addition("Ben") is None
        store.delete("Ann")
        assert store.throws("Ann") == []
        assert store.last_addition("Ann") is None
        assert len(store.throws("Ben")) == 1


def test_an_attempt_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        attempt(at=datetime(2026, 3, 1))
