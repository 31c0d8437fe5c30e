"""A disk that does not answer while a game is begun, gone on with or deleted keeps nobody else's page waiting."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from companion.referee.log import Log
from tests.faults.table_server import PLAYERS, Table, state_of

NEW = {"do": "new", "game": "face-off", "players": PLAYERS, "options": {"cards": "digital"}}


def pong(socket: Any) -> None:
    """Check that the answer to a ping comes, however many states come before it."""
    socket.send(json.dumps({"do": "ping", "at": 1}))
    while json.loads(socket.recv(timeout=10))["t"] != "pong":
        pass


def game_in(socket: Any) -> dict[str, Any]:
    """Return the first state with a game."""
    while (state := state_of(socket)).get("game") is None:
        pass
    return state


class Disk:
    """Stands still until it is let go."""

    def __init__(self) -> None:
        self.asked, self.answers = threading.Event(), threading.Event()

    def before(self, work: Any) -> Any:
        def waits(*args: Any, **more: Any) -> Any:
            self.asked.set()
            assert self.answers.wait(20), "the page that asked kept the others waiting"
            return work(*args, **more)

        return waits


def test_a_new_game(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk()
    monkeypatch.setattr(Log, "create", disk.before(Log.create))
    with table.socket(table.laptop) as asking, table.socket(table.laptop) as looking:
        asking.send(json.dumps(NEW))
        assert disk.asked.wait(10)
        pong(looking)
        disk.answers.set()
        assert game_in(asking)["game"] == "face-off"
        assert game_in(looking)["game"] == "face-off"


def test_a_kept_game_and_one_to_delete(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.start()
    name = table.call(lambda: table.hub.shelf.current())
    table.call(table.hub.leave)
    for message in ({"do": "resume", "name": name}, {"do": "delete", "name": name}):
        disk = Disk()
        with monkeypatch.context() as patched, table.socket(table.laptop) as asking, table.socket(table.laptop) as one:
            patched.setattr(table.hub, "wait_until_written", disk.before(table.hub.wait_until_written))
            asking.send(json.dumps(message))
            assert disk.asked.wait(10)
            pong(one)
            disk.answers.set()
            pong(asking)  # its own messages wait for one another
        if message["do"] == "resume":
            assert table.call(lambda: table.hub.shelf.current()) == name
            table.call(table.hub.leave)
    assert not (table.hub.shelf.folder / name).exists()


def test_what_cannot_be_written_is_told_to_who_asked(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.referee.log_database.create", _full)
    with table.socket(table.laptop) as socket:
        socket.send(json.dumps(NEW))
        while (told := json.loads(socket.recv(timeout=10)))["t"] != "refused":
            pass
    assert "free" in told["text"] or "space" in told["text"] or "full" in told["text"], told
    assert table.call(lambda: table.hub.game) is None


def _full(*_: Any) -> None:
    raise OSError(28, "No space left on device")
