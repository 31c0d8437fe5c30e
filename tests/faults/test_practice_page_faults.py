"""What the practice page refuses, and what it says when the machine fails. A real server on loopback."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from companion.events import Roll
from companion.people.attempt import Attempt
from companion.practice.dice_check import DiceRun
from companion.practice.store import VERSION
from companion.rules.face_off.data import SIGNAL_SETS
from tests.practice_served import Practice


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Practice]:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))
    practice = Practice(tmp_path)
    yield practice
    practice.stop()


def base(served: Practice) -> str:
    return served.address.split("/#")[0]


def cookie(served: Practice) -> dict[str, str]:
    answer = httpx.post(f"{base(served)}/api/join", json={"token": served.address.split("#")[1]})
    assert answer.status_code == 200
    return {"Cookie": answer.headers["set-cookie"].split(";")[0]}


class Line:
    """A page's socket: says words, waits for what it looks for."""

    def __init__(self, served: Practice) -> None:
        self.socket = connect(base(served).replace("http", "ws") + "/ws", additional_headers=cookie(served))

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def until(self, kind: str, **wanted: Any) -> dict[str, Any]:
        for _ in range(200):
            found: dict[str, Any] = json.loads(self.socket.recv(timeout=20))
            if found["t"] == kind and all(found.get(k) == v for k, v in wanted.items()):
                return found
        raise AssertionError(f"no {kind} with {wanted} came")


def test_strangers_see_nothing(served: Practice) -> None:
    for path in ("/report", "/chart/rates", "/chart/dice"):
        assert httpx.get(base(served) + path).status_code == 401
    assert httpx.post(base(served) + "/api/do", json={"id": "a" * 10, "message": {"do": "forget"}}).status_code == 401
    with pytest.raises(InvalidStatus):
        connect(base(served).replace("http", "ws") + "/ws")
    foreign = {**cookie(served), "Origin": "http://evil.example"}
    assert httpx.post(base(served) + "/api/do", json={}, headers=foreign).status_code == 403
    assert httpx.get(base(served), headers={"Host": "evil.example"}).status_code == 421


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"do": "fly"}, "not understood"),
        ({"do": 3}, "not understood"),
        ({"do": "player", "name": "  "}, "give the player's name"),
        ({"do": "player", "name": "a" * 61}, "not understood"),
        ({"do": "begin", "drill": "learn"}, "say who practises first"),
        ({"do": "undo"}, "give the player's name"),
    ],
)
def test_a_wrong_word_is_one_sentence(served: Practice, message: dict[str, Any], said: str) -> None:
    line = Line(served)
    line.say(**message)
    assert said in line.until("refused")["text"]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"drill": "juggling"}, "no such drill"),
        ({"drill": "frenzy", "sets": "AB"}, "one signal set"),
    ],
)
def test_a_drill_that_cannot_be(served: Practice, wish: dict[str, Any], said: str) -> None:
    line = Line(served)
    line.say(do="player", name="Ann")
    line.say(do="begin", **wish)
    assert said in line.until("refused")["text"]
    assert line.until("state", player="Ann")["drill"] is None


def test_an_odd_wish_is_a_drill_as_usual(served: Practice) -> None:
    served.call(lambda: served.desk.choose("Ann"))
    desk: Any = served.desk
    odd: Any
    for odd in (True, "zz", -5, 1e9, None, [], {}):
        served.call(partial(desk.begin, {"drill": "learn", "sets": odd, "signal": odd, "tries": odd}))
        plan = served.call(lambda: desk.run_now.drill.plan)
        assert (len(plan.signals), plan.among) == (desk.tries, (*SIGNAL_SETS["B"], "grin"))


def test_a_chart_of_nothing_is_not_there(served: Practice) -> None:
    served.call(lambda: served.desk.choose("Ann"))
    found = {
        kind: httpx.get(f"{base(served)}/chart/{kind}", headers=cookie(served)).status_code
        for kind in ("rates", "weeks", "nonsense", "..%2fsecret")
    }
    assert set(found.values()) == {404}


def test_a_full_disk_is_said_and_the_drill_goes_on(served: Practice) -> None:
    def fill() -> None:
        desk = served.desk
        desk.choose("Ann")
        desk.store.add("Ann", Attempt(drill="grin", asked="grin", made=None, hit=False, at=datetime.now(timezone.utc)))
        pages = desk.store._db.execute("PRAGMA page_count").fetchone()[0]
        desk.begin({"drill": "dice"})
        desk.store._db.execute(f"PRAGMA max_page_count = {pages}")
        assert isinstance(desk.run_now, DiceRun)
        for k in range(400):
            desk.run_now.see(Roll(onset=float(k), decided=k + 0.4, values=(1, 2, 3, 4, 5, 6) * 5))
            desk.run_now.key("\r")

    served.call(fill)
    state = Line(served).until("state")
    assert "the disk is full" in state["trouble"]
    assert state["drill"]["name"] == "dice"
    assert served.call(lambda: len(served.desk.store.attempts("Ann"))) == 1


def test_a_database_of_a_newer_companion_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path))
    newer = sqlite3.connect(tmp_path / "practice.sqlite3")
    newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    newer.close()
    practice = Practice(tmp_path)
    try:
        assert "newer companion" in Line(practice).until("state")["trouble"]
    finally:
        practice.stop()


def test_two_players_and_one_who_is_deleted(served: Practice) -> None:
    at = datetime.now(timezone.utc)
    line = Line(served)
    for name in ("Ann", "Ben"):
        line.say(do="player", name=name)
        line.until("state", player=name)
        made = Attempt(drill="grin", asked="grin", made="grin", hit=name == "Ann", at=at)
        served.call(partial(served.desk.store.add, name, made))
    line.say(do="player", name="Ann")
    assert "1 of 1 hit" in line.until("state", player="Ann")["progress"]["total"]
    line.say(do="forget")
    gone = line.until("state", player="")
    assert gone["players"] == ["Ben"]
    line.say(do="player", name="Ben")
    assert "0 of 1 hit" in line.until("state", player="Ben")["progress"]["total"]
