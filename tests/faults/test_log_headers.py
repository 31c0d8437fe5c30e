"""A log whose header says something of another type: one sentence in every command, and the game that is on goes on."""

from __future__ import annotations

import functools
import json
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from typer.main import get_command

from companion.cli import build
from companion.club.table import register
from companion.errors import CompanionError, StorageError
from companion.referee.desk_registry import header
from companion.referee.log import Log
from companion.referee.log_header import MAX_VALUE_CHARS
from companion.referee.log_writer import LogWriter
from companion.referee.rescue_copies import copies
from companion.web.kit.door import Door
from companion.web.table import evening_totals, shelf
from companion.web.table.hub import TableHub
from tests.faults.table_server import Table, answer_to
from tests.faults.test_log_faults import played

VALUES: dict[str, str | bytes | None] = {
    "5": "5",
    "null": "null",
    "true": "true",
    "Infinity": "Infinity",
    "text": '"x"',
    "{}": "{}",
    "[]": "[]",
    "nested": "[" * 900 + "]" * 900,
    "deeper": "[" * 9000 + "]" * 9000,
    "players nested": '[["Ann"]]',
    "huge": json.dumps("x" * MAX_VALUE_CHARS),
    "huge number": "9" * 4000,
    "beyond all": "1e999",
    "no JSON": "nope",
    "bytes": b"\xff\xfe",
    "gone": None,
}
ALLOWED = {
    ("seed", "5"),
    ("options", "{}"),
    ("language", "text"),
    ("language", "gone"),
    ("bots", "[]"),
    ("bots", "gone"),
    ("mark", "text"),
    ("mark", "gone"),
}
"""What is no fault: of the right type, or not needed."""
ANOTHER_GAME = {("seed", "huge number"), ("game", "text"), ("players", "[]")}
"""Of the right type, but not of this game: only what replays it notices."""
KEYS = ("format", "game", "players", "options", "seed", "language", "bots", "mark")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "a-keep-smiling.sqlite"
    played(path, "keep-smiling", 10**6)
    return path


def changed(path: Path, key: str, value: str | bytes | None) -> None:
    """Change a value of the log's header, or take it away where ``value`` is None."""
    db = sqlite3.connect(path)
    with db:
        if value is None:
            db.execute("DELETE FROM meta WHERE key = ?", (key,))
        else:
            db.execute("UPDATE meta SET value = ? WHERE key = ?", (value, key))
    db.close()


@functools.cache
def commands() -> Any:
    """Made once: typer makes all commands anew for an app."""
    return get_command(build())


def typed(*args: str) -> str:
    """Return a command in this process; raises what ends it."""
    done = CliRunner().invoke(commands(), list(args), input="")
    if done.exception is not None and not (isinstance(done.exception, SystemExit) and done.exception.code == 0):
        raise done.exception
    return done.output


def restored(log: Path) -> None:
    hub = TableHub(log.parent, Door())
    hub.shelf.lay(str(log))
    try:
        hub.restore()
        assert hub.game is not None
    finally:
        hub.close()


def listed(log: Path) -> None:
    assert len(TableHub(log.parent, Door()).shelf.listing()) <= 1


READS: dict[str, Callable[[Path], object]] = {
    "replay": lambda log: typed("replay", str(log)),
    "referee --resume": lambda log: typed("referee", "--resume", str(log)),
    "table": restored,
    "steps": lambda log: shelf.steps(log, "en"),
    "jsonl": lambda log: shelf.export(log, "jsonl", "en"),
    "csv": lambda log: shelf.export(log, "csv", "de"),
}
"""What is asked of one log: it says what is wrong with it."""
LOOKS: dict[str, Callable[[Path], object]] = {
    "list": listed,
    "evening": evening_totals.read_played_game,
    "register": register._waiting_messages,
    "profiles export": lambda log: typed("profiles", "export", "Ann"),
}
"""What goes over many logs: one that cannot be read hides no other."""


@pytest.mark.parametrize("key", KEYS)
def test_an_odd_header_is_one_sentence_in_every_command(
    key: str, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    (tmp_path / "games").mkdir()
    log = tmp_path / "games" / whole.name
    for name, value in VALUES.items():
        for command, work in {**READS, **LOOKS}.items():
            shutil.copy(whole, log)
            changed(log, key, value)
            said = None
            try:
                work(log)
            except CompanionError as error:
                said = error
            where = f"{command}: {key} = {name}: {said}"
            if said is not None:
                assert len(str(said)) < 600, where
                assert "\n" not in str(said), where
                assert said.message_in("de") != str(said), where
            if command in READS:
                assert said is None or (isinstance(said, StorageError) and said.exit_code == 4), where
                if (key, name) not in ANOTHER_GAME:
                    assert (said is None) == ((key, name) in ALLOWED), where
            elif said is not None:
                assert command.startswith("profiles "), where
                assert said.exit_code in (2, 4), where  # nothing is kept of Ann, or only a log that cannot be read


def test_a_table_starts_with_a_log_that_cannot_be_read(whole: Path, tmp_path: Path) -> None:
    """As it was typed: said in one line, and the table is empty."""
    from tests.faults.test_table_cli import Served

    (tmp_path / "games").mkdir()
    shutil.copy(whole, tmp_path / "games")
    changed(tmp_path / "games" / whole.name, "bots", "5")
    (tmp_path / "games" / "on-the-table.txt").write_text(whole.name)
    served = Served(tmp_path)
    try:
        assert "http://127.0.0.1:" in served.line
    finally:
        said = served.end()
    assert "bots" in said
    assert len(said.splitlines()) == 1


def test_a_new_game_is_opened_before_the_old_one_is_left_and_a_deleted_one_stays_deleted(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    path = tmp_path / "2026-01-01-200000-ftw.sqlite"
    Log.create(path, header("ftw", ["Ann", "Ben"], {}, 5, "en")).close()
    table.start()
    on = table.hub.game
    with table.socket(table.laptop) as laptop:
        changed(path, "bots", "5")
        assert "bots" in answer_to(laptop, {"do": "resume", "name": path.name})
        assert table.hub.game is on
        changed(path, "bots", "[]")
        monkeypatch.setattr(LogWriter, "_attempt", on_a_slow_disk)
        with monkeypatch.context() as patch:  # whatever else may fail of a game
            patch.setattr("companion.web.table.hub.album_of", broken)
            assert "Q17" in answer_to(laptop, {"do": "resume", "name": path.name})
        assert table.hub.game is on
        laptop.send(json.dumps({"do": "delete", "name": path.name}))
        end = time.monotonic() + 10
        while path.exists():
            assert time.monotonic() < end
            time.sleep(0.05)
        time.sleep(1.5)  # a log that is still held would be written again now
        assert answer_to(laptop, {"do": "resume", "name": path.name})
    assert not path.exists()
    assert copies(path) == []
    assert table.hub.game is on


def on_a_slow_disk(
    log: LogWriter, attempt: Callable[[LogWriter], tuple[str, str] | None] = LogWriter._attempt
) -> tuple[str, str] | None:
    time.sleep(0.4)
    return attempt(log)


def broken(*_: object) -> None:
    raise StorageError("log.damaged", name="Q17", why="Q17")
