"""The log of a game on the table when its disk is slow, full, locked, or its file goes away: nothing shown is lost."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.clock import ManualClock
from companion.errors import StorageError
from companion.events import Event, Notice, Ruling
from companion.referee.desk_registry import header, match_of
from companion.referee.log import Log, Row
from companion.referee.log_writer import LogWriter
from companion.referee.replay import replay, resume_match
from companion.referee.rescue_copies import newest
from companion.sitting.sitting import Sitting
from companion.words import say
from tests.faults.table_server import Table, state_of

HEAD = header("ftw", ["Ann", "Ben"], {}, 5, "en")


class Game:
    """A game whose log is kept by a thread, and what was shown of it."""

    def __init__(self, path: Path, places: list[Path], patience: float = 0.3) -> None:
        self.path = path
        self.keeper = LogWriter(Log.create(path, HEAD), patience=patience, places=places)
        self.shown: list[Event] = []
        self.clock = ManualClock()
        self.sitting = Sitting(match_of(HEAD, self.keeper), self.clock, observers=[self.shown.append])
        self.sitting.begin()

    @property
    def rulings(self) -> list[Ruling]:
        return [e for e in self.shown if isinstance(e, Ruling)]

    def score(self) -> None:
        self.clock.advance(1.0)
        self.sitting.command("score")

    def settle(self) -> None:
        """All that was ruled is shown."""
        assert self.sitting.match is not None
        until = time.monotonic() + 20
        while len(self.rulings) < len(self.sitting.match.rulings):
            assert time.monotonic() < until, "never shown"
            self.sitting.pump(0.05)

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + 20
        while not condition():
            assert time.monotonic() < end, "it did not happen"
            self.sitting.pump(0.05)

    def kept(self) -> None:
        """After a crash now, a game that goes on has every ruling that was shown, wherever its log lies."""
        match = resume_match(Log.open(newest(self.path, self.keeper._places), append=True))
        assert [match.rulings[r.number] for r in self.rulings] == self.rulings


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    (tmp_path / "home").mkdir()
    one = Game(tmp_path / "games" / "a.sqlite", [tmp_path / "home"])
    yield one
    one.keeper.finish()


class Gate:
    """A disk that answers when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open = threading.Event()
        self.waiting = threading.Event()
        real = Log.write

        def write(log: Log, rows: list[Row], *posts: Any) -> None:
            self.waiting.set()
            assert self.open.wait(30)
            real(log, rows, *posts)

        monkeypatch.setattr(Log, "write", write)


def test_a_ruling_is_shown_when_it_is_on_the_disk_and_not_before(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game.settle()
    before = len(game.rulings)
    gate = Gate(monkeypatch)
    game.score()
    assert gate.waiting.wait(10)
    for _ in range(3):
        game.sitting.pump(0.02)
    assert len(game.rulings) == before
    assert game.sitting.stand_on_disk is not None
    assert game.sitting.stand_on_disk.last == before
    gate.open.set()
    game.settle()
    assert len(game.rulings) == before + 1 == game.sitting.stand_on_disk.last
    game.kept()


def test_what_comes_together_is_committed_together(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game.settle()
    gate = Gate(monkeypatch)
    sizes: list[int] = []
    gated = Log.write

    def write(log: Log, rows: list[Row], *posts: Any) -> None:
        sizes.append(len(rows))
        gated(log, rows, *posts)

    monkeypatch.setattr(Log, "write", write)
    game.score()
    assert gate.waiting.wait(10)
    for _ in range(50):
        game.score()
    gate.open.set()
    game.settle()
    assert sizes == [2, 100]


def test_a_slow_disk_delays_no_page_no_phone_and_no_picture(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real server: while one commit hangs, everybody is answered; the ruling alone waits."""
    table.start()
    with table.socket(table.laptop) as laptop, table.socket(table.phone()) as phone:
        while not state_of(laptop)["rulings"]:
            pass
        assert state_of(phone)["player"] == "Ann"
        gate = Gate(monkeypatch)
        laptop.send(json.dumps({"do": "say", "text": "score"}))
        assert gate.waiting.wait(10)
        for socket in (laptop, phone):
            socket.send(json.dumps({"do": "ping", "at": 7}))
            while json.loads(socket.recv(timeout=10))["t"] != "pong":
                pass
        assert httpx.get(f"{table.base}/api/games", headers=table.laptop).status_code == 200
        phone.send(json.dumps({"do": "act", "text": "nonsense"}))
        while json.loads(phone.recv(timeout=10))["t"] != "refused":
            pass
        with table.socket(table.laptop) as another:
            assert "score" not in [r["code"] for r in state_of(another)["rulings"]]
        camera = table.enter(table.call(lambda: table.hub.door.invite("Ben")))
        with table.socket(camera, "/ws/video") as video:
            video.send(picture())
            video.recv(timeout=60)
        gate.open.set()
        while "score" not in [r["code"] for r in state_of(laptop)["rulings"]]:
            pass


def picture() -> bytes:
    import cv2
    import numpy as np

    return bytes(cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))[1])


def test_a_log_that_is_locked_for_a_moment_waits(tmp_path: Path) -> None:
    game = Game(tmp_path / "a.sqlite", [], patience=20)
    game.settle()
    other = locked(game.path)
    game.score()
    game.sitting.pump(0.5)
    assert game.sitting.match is not None
    assert len(game.rulings) < len(game.sitting.match.rulings)
    other.rollback()
    game.settle()
    assert game.keeper.trouble is None
    game.keeper.close()


def locked(path: Path) -> sqlite3.Connection:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def moved(game: Game, folder: Path, why: str) -> None:
    """Check that the whole game goes on in this folder, and that this was said once, in both languages."""
    path = Path(game.keeper.name)
    assert path.parent == folder
    told = [e for e in game.shown if isinstance(e, Notice) and e.code == "told"]
    assert len(told) == 1
    assert why in say(told[0].as_fact, "en")
    assert str(path) in say(told[0].as_fact, "de")
    assert path.stat().st_mode & 0o777 == 0o600
    game.score()
    game.settle()
    game.kept()
    assert not [s for s, _ in replay(Log.open(path)) if s.differs or s.missing]
    with pytest.raises(StorageError) as caught:
        game.keeper.close()
    assert caught.value.exit_code == 4
    assert str(path) in str(caught.value)


def test_a_log_that_stays_locked_is_left_for_a_copy_beside_it(game: Game) -> None:
    game.settle()
    other = locked(game.path)
    game.score()
    game.settle()
    moved(game, game.path.parent, "another program holds it locked")
    other.close()


def test_a_deleted_log_is_noticed_without_any_event_and_written_again(game: Game) -> None:
    game.settle()
    game.path.unlink()
    game.until(lambda: game.keeper.moved is not None and game.keeper.trouble is not None)
    game.sitting.pump()
    moved(game, game.path.parent, "it was deleted or moved away")


def test_a_log_whose_folder_is_deleted_goes_elsewhere(game: Game, tmp_path: Path) -> None:
    game.score()
    game.settle()
    shutil.rmtree(game.path.parent)
    game.score()
    game.settle()
    moved(game, tmp_path / "home", "it was deleted or moved away")


def test_a_log_that_was_replaced_leaves_the_other_file_alone(game: Game, tmp_path: Path) -> None:
    game.settle()
    (tmp_path / "other").write_bytes(b"not a log")
    os.replace(tmp_path / "other", game.path)
    game.score()
    game.settle()
    moved(game, game.path.parent, "another file was put in its place")
    assert game.path.read_bytes() == b"not a log"


def full(game: Game) -> None:
    """Not a page more goes into the file."""
    game.settle()

    def fill() -> None:
        db = game.keeper._log._db
        db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")

    fill()
    for _ in range(60):
        game.score()
    game.settle()


def test_a_full_disk_takes_the_game_elsewhere_with_all_that_was_shown(game: Game, monkeypatch: Any) -> None:
    only_elsewhere(monkeypatch, game.path.parent)
    full(game)
    moved(game, game.path.parent.parent / "home", "the disk is full")


def only_elsewhere(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let this folder's disk have no room."""
    real = shutil.disk_usage
    none = real("/")._replace(free=0)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: none if Path(path) == folder else real(path))


def test_where_no_place_takes_it_that_is_said_and_the_game_goes_on(tmp_path: Path, monkeypatch: Any) -> None:
    game = Game(tmp_path / "games" / "a.sqlite", [])
    only_elsewhere(monkeypatch, game.path.parent)
    full(game)
    assert game.keeper.trouble is not None
    told = [e for e in game.shown if isinstance(e, Notice) and e.code == "told"]
    assert "free some space" in say(told[0].as_fact)
    assert "memory only" in say(told[0].as_fact)
    assert game.keeper.waiting()
    with pytest.raises(StorageError) as caught:
        game.keeper.close()
    assert caught.value.exit_code == 4


def test_when_there_is_room_again_what_waited_is_written(tmp_path: Path, monkeypatch: Any) -> None:
    game = Game(tmp_path / "games" / "a.sqlite", [])
    only_elsewhere(monkeypatch, game.path.parent)
    full(game)
    game.keeper._log._db.execute("PRAGMA max_page_count = 100000")
    game.until(lambda: game.keeper.trouble is None)
    game.keeper.close()
    assert not game.keeper.waiting()
    game.kept()


def test_a_folder_that_may_only_be_read_is_refused_before_the_game(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("no folder")
    with pytest.raises(StorageError) as caught:
        Log.create(place / "games" / "a.sqlite", HEAD)
    assert caught.value.exit_code == 4
    assert "\n" not in str(caught.value)
