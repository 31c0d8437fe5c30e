"""Rescue copies of a game: only those of this user and of this game count, one is kept, and they go with the game."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from companion.events import Event
from companion.referee.desk_registry import header
from companion.referee.kept_games import discard
from companion.referee.log import Log
from companion.referee.log_writer import LogWriter
from companion.referee.rescue_copies import copies, newest
from tests.users import ANN, BEN, as_user, grounds
from tests.wording import ruling

HEAD = header("ftw", ["Ann", "Ben"], {}, 5, "en")
EVIL = header("ftw", ["Mallory", "Trudy"], {}, 5, "en")
TURN = ruling("turn", 0.0, name="Ann")
posix = pytest.mark.skipif(os.name == "nt", reason="modes and owners of files are of POSIX: only on Windows are none")


def log_at(path: Path, events: int = 1, head: object = HEAD) -> Path:
    log = Log.create(path, head)  # type: ignore[arg-type]
    log.append(*[TURN] * events)
    log.close()
    return path


def rescued(log: Path, to: Path, events: int = 5) -> Path:
    """Return a copy of the log with more events."""
    whole = Log.open(log)
    copy = whole.copy(to)
    copy.append(*[TURN] * events)
    copy.close()
    whole.abandon()
    return to


def unmarked(path: Path) -> Path:
    """As an older version wrote it."""
    db = sqlite3.connect(path)
    with db:
        db.execute("DELETE FROM meta WHERE key = 'mark'")
    db.close()
    return path


def test_the_newest_copy_with_the_games_mark_counts_and_no_other(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    log = log_at(tmp_path / "a.sqlite")
    log_at(home / "a-rescued-2.sqlite", 50, EVIL)  # named alike, another's mark
    unmarked(log_at(home / "a-rescued-3.sqlite", 60, EVIL))
    assert newest(log, [home]) == log
    right = rescued(log, home / "a-rescued.sqlite")
    assert newest(log, [home]) == right
    assert copies(log, [home]) == [right]
    assert newest(right, [home]) == right
    log.unlink()
    right.unlink()  # its mark is known to nobody then: this user's own copy of that name is the game
    assert newest(log, [home]).name == "a-rescued-3.sqlite"


def test_copies_of_older_versions_are_read_and_no_game_is_taken_for_another_whose_name_begins_alike(
    tmp_path: Path,
) -> None:
    log = unmarked(log_at(tmp_path / "2.sqlite", 2))
    unmarked(log_at(tmp_path / "2026-face-off-rescued.sqlite", 3))
    old = unmarked(log_at(tmp_path / "2-3-rescued.sqlite"))
    assert newest(log, []) == log
    assert copies(log, []) == [old]
    db = Log.open(old, append=True)
    db.append(TURN, TURN)
    db.close()
    assert newest(log, []) == old


@posix
@pytest.mark.parametrize("fault", ["link", "second name", "open to others", "open folder", "a foreign journal's mode"])
def test_a_copy_that_others_could_have_touched_counts_for_nothing(fault: str, tmp_path: Path) -> None:
    log, home = log_at(tmp_path / "a.sqlite"), tmp_path / "home"
    home.mkdir()
    copy = rescued(log, home / "a-rescued.sqlite")
    assert newest(log, [home]) == copy
    if fault == "link":
        copy.rename(home / "elsewhere")
        copy.symlink_to(home / "elsewhere")
    elif fault == "second name":
        os.link(copy, home / "another")
    elif fault == "open to others":
        copy.chmod(0o644)
    elif fault == "open folder":
        home.chmod(0o777)
    else:
        (home / "a-rescued.sqlite-wal").touch(0o666)
        (home / "a-rescued.sqlite-wal").chmod(0o666)
    assert newest(log, [home]) == log
    assert copies(log, [home]) == []


class Full(Log):
    """On a disk that has room for so many more commits."""

    room = 3

    def write(self, *args: object) -> None:  # type: ignore[override]
        if self.room == 0:
            raise sqlite3.OperationalError("database or disk is full")
        self.room -= 1
        super().write(*args)  # type: ignore[arg-type]

    def copy(self, path: Path) -> Log:
        copied = super().copy(path)
        copied.__class__ = Full
        return copied


def test_a_disk_that_is_full_again_and_again_leaves_one_copy(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    path = log_at(tmp_path / "games" / "a.sqlite", 1)
    log = Full.open(path, append=True)
    keeper, given = LogWriter(log, places=[home]), list[Event]()
    for _ in range(25):
        keeper.append(TURN)
        given.append(TURN)
        assert keeper.drain(20)
    assert keeper.moved is not None
    found = copies(path, [home])
    assert found == [Path(keeper.name)]
    assert {p.name for p in path.parent.glob("*.sqlite")} == {"a.sqlite", found[0].name}
    keeper.finish()
    keeper._thread.join(20)
    again = Log.open(newest(path, [home]))
    assert again.count() == 1 + len(given)
    again.abandon()


def test_what_lies_at_a_copys_place_now_is_not_deleted(tmp_path: Path) -> None:
    log = Log.open(rescued(log_at(tmp_path / "a.sqlite"), tmp_path / "a-rescued.sqlite"), append=True)
    keeper = LogWriter(log, places=[])
    (tmp_path / "other").write_bytes(b"not a log")
    os.replace(tmp_path / "other", tmp_path / "a-rescued.sqlite")
    keeper.append(TURN)
    assert keeper.drain(20)
    assert (tmp_path / "a-rescued.sqlite").read_bytes() == b"not a log"
    assert Path(keeper.name).name == "a-rescued-2.sqlite"
    keeper.finish()
    keeper._thread.join(20)


def test_a_game_is_deleted_with_its_copies_wherever_they_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("home", "games"):
        (tmp_path / name).mkdir()
    log = log_at(tmp_path / "games" / "a.sqlite")
    other = log_at(tmp_path / "home" / "b-rescued.sqlite")
    kept = [rescued(log, tmp_path / place / "a-rescued.sqlite") for place in ("home", "games")]
    assert sorted(copies(log)) == sorted(kept)
    discard(kept[1])  # by any of them
    assert not [p for p in tmp_path.rglob("*") if p.name.startswith("a")]
    assert other.exists()


def test_a_game_goes_where_it_is_found_again_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not into the current folder; a copy that an earlier version wrote there still counts there."""
    for name in ("home", "games", "here"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "here")
    log = log_at(tmp_path / "games" / "a.sqlite")
    keeper = LogWriter(Log.open(log, append=True))
    shutil.rmtree(log.parent)
    keeper.append(TURN)
    assert keeper.drain(20)
    keeper.finish()
    keeper._thread.join(20)
    copy = Path(keeper.name)
    assert copy.parent == tmp_path / "home"
    old = shutil.copy(copy, tmp_path / "here" / "a-rescued-2.sqlite")
    assert sorted(copies(copy)) == sorted([copy, old])
    monkeypatch.chdir(tmp_path)
    assert copies(copy) == [copy]


@posix
def test_in_a_folder_of_others_a_copy_lies_in_a_folder_of_its_own(tmp_path: Path) -> None:
    shared = tmp_path / "tmp"
    shared.mkdir()
    shared.chmod(0o1777)
    path = log_at(tmp_path / "games" / "a.sqlite")
    for _ in range(2):
        keeper = LogWriter(Log.open(newest(path, [shared]), append=True), places=[shared])
        shutil.rmtree(path.parent, ignore_errors=True)
        keeper.append(TURN)
        assert keeper.drain(20)
        keeper.finish()
        keeper._thread.join(20)
    inside = Path(keeper.name).parent
    assert inside.parent == shared
    assert [p.name for p in shared.iterdir()] == [inside.name]
    assert stat.S_IMODE(inside.stat().st_mode) == 0o700
    assert stat.S_IMODE(Path(keeper.name).stat().st_mode) == 0o600
    assert newest(path, [shared]) == Path(keeper.name)


LOOK = """
import json, sys
from pathlib import Path
from companion.referee.log import Log
from companion.referee.rescue_copies import copies, newest
log = Path(sys.argv[1])
found = newest(log)
print(json.dumps([str(found), list(Log.open(found).header.players), [str(c) for c in copies()]]))
"""
PLANT = """
import os, shutil, sys
from pathlib import Path
from companion.referee.desk_registry import header
from companion.referee.log import Log
from companion.events import Ruling
where = Path(sys.argv[1])
for name, mode in (("a-rescued.sqlite", 0o600), ("a-rescued-2.sqlite", 0o666), ("a-rescued-3.sqlite", 0o644)):
    log = Log.create(where / name, header("ftw", ["Mallory", "Trudy"], {}, 5, "en"))
    log.append(*[Ruling(onset=0.0, decided=0.0, code="turn", values={"name": "Mallory"}, number=1)] * 50)
    log.close()
    (where / name).chmod(mode)
own = where / "companion-rescued-mine"
own.mkdir()
own.chmod(0o777)
shutil.copy(where / "a-rescued.sqlite", own / "a-rescued.sqlite")
(where / "a-rescued-4.sqlite").symlink_to(sys.argv[2])
"""
MADE = """
import sys
from pathlib import Path
from companion.referee.desk_registry import header
from companion.referee.log import Log
Log.create(Path(sys.argv[1]), header("ftw", ["Ann", "Ben"], {}, 5, "en")).close()
"""


def test_a_copy_that_another_user_planted_takes_no_game_over() -> None:
    """Two ordinary users of one machine, with a temporary folder for both."""
    with grounds() as folder:
        log = folder / str(ANN) / "games" / "a.sqlite"
        other = folder / str(ANN) / "games" / "secret.sqlite"
        for path in (log, other):
            done = as_user(ANN, folder, "-c", MADE, str(path))
            assert done.returncode == 0, done.stderr
        done = as_user(BEN, folder, "-c", PLANT, str(folder / "tmp"), str(other))
        assert done.returncode == 0, done.stderr
        done = as_user(ANN, folder, "-c", LOOK, str(log))
        assert done.returncode == 0, done.stderr
        found, players, others = json.loads(done.stdout)
        assert found == str(log)
        assert players == ["Ann", "Ben"]
        assert others == []
        log.unlink()
        done = as_user(ANN, folder, "-m", "companion", "referee", "--resume", str(log))
        assert done.returncode == 4
        assert "there is no log" in done.stderr
        assert "Mallory" not in done.stdout + done.stderr
