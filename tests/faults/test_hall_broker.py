"""``companion tournament`` as people start it, with a real Mosquitto to its tables, and what may go wrong there."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("sqlalchemy")

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.club.hall.clerk import Arrived, Clerk
from companion.club.hall.listener import Listener
from companion.club.hall.plan import make_plan
from companion.club.hall.store import HallStore, url_of
from companion.club.hall.tournament import plan_entry
from companion.club.table.broker import broker as address_of
from companion.words import say
from tests.hall_served import FakeTable
from tests.needs import needs
from tests.servers import Broker, Proxy, broker

pytestmark = needs("mosquitto")


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Broker]:
    folder = tmp_path / "broker"
    folder.mkdir()
    with broker(folder) as found:
        yield found


class Laptop(FakeTable):
    """A table that publishes through the broker, and sends again what the broker did not take."""

    def __init__(self, name: str, number: int, port: int) -> None:
        super().__init__(name, number, self._publish)
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"table-{number}", clean_session=False)
        self.client.reconnect_delay_set(1, 1)
        self.client.max_inflight_messages_set(100)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        self.sent: list[mqtt.MQTTMessageInfo] = []

    def _publish(self, arrived: Arrived) -> None:
        kept = arrived.topic.rsplit("/", 1)[1] in ("status", "hello", "game", "score", "result")
        self.sent.append(self.client.publish(arrived.topic, arrived.payload, qos=1, retain=kept))

    def flush(self) -> None:
        for info in self.sent:
            info.wait_for_publish(60)
            assert info.is_published()

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


@contextlib.contextmanager
def listening(tmp_path: Path, port: int) -> Iterator[tuple[Clerk, Listener]]:
    clerk = Clerk(HallStore(url_of(str(tmp_path / "hall.sqlite"), tmp_path)))
    clerk.open()
    if clerk.hall.tournament.plan is None:
        clerk.write_entry(lambda hall: plan_entry(make_plan("Club", "keep-smiling", "swiss", 2, 0, "places", 1)))
    listener = Listener(address_of(f"127.0.0.1:{port}"), clerk.store.id, clerk.take)
    clerk.start()
    listener.start()
    try:
        yield clerk, listener
    finally:
        listener.close()
        clerk.close()


def until(true: Callable[[], Any], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def told(clerk: Clerk) -> list[int]:
    """Return the numbers of a table's messages in the order in which they were logged."""
    with clerk.lock:
        rows = [row.entry.body for row in clerk.store.rows() if row.entry.kind == "told"]
    return [json.loads(body["payload"])["seq"] for body in rows if '"seq"' in str(body["payload"])]


def test_nothing_is_lost_or_doubled_when_broker_hall_and_network_go(mosquitto: Broker, tmp_path: Path) -> None:
    with Proxy(mosquitto.port) as network:
        table = Laptop("Table 1", 1, mosquitto.port)
        table.come()
        table.begin("keep-smiling", "Ann", "Ben")
        with listening(tmp_path, network.port) as (clerk, listener):
            until(lambda: table.id in clerk.hall.board.tables)
            for k in range(100):
                table.score({"Ann": k, "Ben": 0})
            network.cut()
            for k in range(100):
                table.score({"Ann": 100 + k, "Ben": 0})
            until(lambda: listener.connected)
        for k in range(100):  # nobody listens
            table.score({"Ann": 200 + k, "Ben": 0})
        table.flush()
        mosquitto.restart(signal.SIGTERM)
        with listening(tmp_path, network.port) as (clerk, listener):
            until(lambda: listener.connected)
            mosquitto.restart(signal.SIGTERM)
            until(lambda: table.client.is_connected())
            for k in range(100):
                table.score({"Ann": 300 + k, "Ben": 0})
            table.flush()
            until(lambda: clerk.store.seen[table.id].newest == table.seq)
            until(lambda: clerk.store.seen[table.id].missing == 0)
            assert sorted(told(clerk)) == list(range(1, table.seq + 1))
            assert clerk.hall.board.tables[table.id].points == {"Ann": 399, "Ben": 0}
        table.close()


def test_a_broker_that_is_away_at_the_start_is_said_once_and_found_later(tmp_path: Path) -> None:
    folder = tmp_path / "broker"
    folder.mkdir()
    later = Broker(folder)
    with listening(tmp_path, later.port) as (clerk, listener):
        said: list[Any] = []
        listener.changed.add(lambda: said.append(listener.trouble))
        until(lambda: listener.trouble is not None)
        time.sleep(3)
        assert len([fact for fact in said if fact is not None]) <= 1
        later.start()
        try:
            until(lambda: listener.connected)
            assert listener.trouble is None
        finally:
            later.stop()
    assert clerk.hall.tournament.plan is not None


def test_a_wrong_password_is_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "broker"
    folder.mkdir()
    (folder / "passwords").write_text("")
    with broker(folder, f"password_file {folder / 'passwords'}\n", anonymous=False) as found:
        clerk = Clerk(HallStore(url_of("", tmp_path)))
        clerk.open()
        listener = Listener(address_of(f"mqtt://ann@127.0.0.1:{found.port}"), "x", clerk.take)
        listener.start()
        try:
            until(lambda: listener.trouble is not None)
            assert listener.trouble is not None
            assert listener.trouble.code == "hall.no-broker"
            assert "refuses the user or password" in say(listener.trouble)
            assert not listener.connected
        finally:
            listener.close()
            clerk.close()


def test_hostile_retained_messages_change_nothing(mosquitto: Broker, tmp_path: Path) -> None:
    table = Laptop("Table 1", 1, mosquitto.port)
    for topic, body in (
        ("companion/table-1/score", b'{"v":1}'),
        ("companion/table-1/result", b"\xff" * 9000),
        ("companion/evil/status", b"[" * 15000),
        ("companion/table-9/hello", b"null"),
    ):
        table.client.publish(topic, body, qos=1, retain=True).wait_for_publish(20)
    table.come()
    table.flush()
    with listening(tmp_path, mosquitto.port) as (clerk, _):
        until(lambda: table.id in clerk.hall.board.tables and clerk.dropped["broken"] >= 4)
        assert len(clerk.hall.board.tables) == 1
    table.close()


def command(tmp_path: Path, port: int, *more: str) -> subprocess.Popen[str]:
    env = {**os.environ, "COMPANION_DATA_FOLDER": str(tmp_path / "data"), "LANG": "C", "PYTHONUNBUFFERED": "1"}
    line = [sys.executable, "-m", "companion", "tournament", "--mqtt", f"127.0.0.1:{port}", "--port", "0", *more]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)


def address(process: subprocess.Popen[str]) -> str:
    lines: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        if found := re.search(r"http://127\.0\.0\.1:\d+/#\S+", line):
            threading.Thread(target=process.stdout.read, daemon=True).start()
            return found[0]
    raise AssertionError("".join(lines))


class Organiser:
    """The organiser's browser, as far as HTTP goes."""

    def __init__(self, address: str) -> None:
        base, _, token = address.partition("/#")
        self.http = httpx.Client(base_url=base, timeout=30)
        assert self.http.post("/api/join", json={"token": token}).status_code == 200

    def do(self, **message: Any) -> None:
        assert self.http.post("/api/do", json={"id": "an-organiser", "message": message}).status_code == 200

    def state(self) -> Any:
        for _ in range(20):
            answer = self.http.post("/api/poll", json={"id": "an-organiser", "since": -1}).json()
            found = [m for m in answer["messages"] if m["t"] == "state"]
            if found:
                return found[-1]
        raise AssertionError("no state")


@pytest.mark.slow
def test_the_command_from_names_to_standings_survives_a_kill(mosquitto: Broker, tmp_path: Path) -> None:
    people = tmp_path / "names.txt"
    people.write_text("Ann; Red\nBen\n\nCleo\nDora\n", "utf-8")
    first = command(tmp_path, mosquitto.port, "Club night", "--game", "keep-smiling", "--players", str(people))
    table = Laptop("Table 1", 1, mosquitto.port)
    other = Laptop("Table 2", 2, mosquitto.port)
    second: subprocess.Popen[str] | None = None
    try:
        hall = Organiser(address(first))
        table.come()
        other.come()
        until(lambda: len(hall.state()["tables"]) == 2)
        hall.do(do="pair")
        until(lambda: hall.state()["round"] == 1)
        seated = [[p["name"] for p in card["players"]] for card in hall.state()["pairings"]]
        assert sorted(name for names in seated for name in names) == ["Ann", "Ben", "Cleo", "Dora"]
        assert [card["place"] for card in hall.state()["pairings"]] == ["Table 1", "Table 2"]
        table.begin("keep-smiling", *seated[0])
        table.end({seated[0][0]: 5, seated[0][1]: 1})
        until(lambda: hall.state()["pairings"][0]["state"] == "done")
        first.kill()
        first.wait(20)
        other.begin("keep-smiling", *seated[1])  # nobody is there to hear it
        other.end({seated[1][0]: 2, seated[1][1]: 3})
        other.flush()
        second = command(tmp_path, mosquitto.port)
        hall = Organiser(address(second))
        until(lambda: [card["state"] for card in hall.state()["pairings"]] == ["done", "done"])
        hall.do(do="pair")
        until(lambda: hall.state()["round"] == 2)
        winners = {seated[0][0], seated[1][1]}
        met = [{p["name"] for p in card["players"]} for card in hall.state()["pairings"]]
        assert winners in met
        third = command(tmp_path, mosquitto.port)
        assert third.wait(60) == 4  # another hall writes this tournament
        other_name = command(tmp_path / "x", mosquitto.port, "--database", str(tmp_path / "new.sqlite"))
        assert other_name.wait(60) == 2  # a new tournament needs a name
        second.send_signal(signal.SIGINT)
        assert second.wait(30) == 0
    finally:
        table.close()
        other.close()
        for process in (first, second):
            if process is not None and process.poll() is None:
                process.kill()
