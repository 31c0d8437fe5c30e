"""A phone that is signed out, or whose seat another phone takes, is out at once: its page, its streams, its codes."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from companion.web.kit import door as doors
from companion.web.kit.door import MAX_IDLE_SESSION_S, MAX_OUTLIVED_STARTS, Door, RunningTime
from tests.faults.table_server import Table, state_of


def told_bye(socket: Any) -> None:
    """Check that the page is told, and its socket closed."""
    while json.loads(socket.recv(timeout=10))["t"] != "bye":
        pass
    with pytest.raises(ConnectionClosed):
        socket.recv(timeout=10)


def closed(socket: Any) -> bool:
    try:
        while True:
            socket.recv(timeout=10)
    except ConnectionClosed:
        return True
    except TimeoutError:
        return False


@pytest.mark.parametrize("how", ["signed out", "handed over"])
def test_all_sockets_of_a_phone_end_with_its_session(how: str, table: Table) -> None:
    table.start()
    cookie = table.phone("Ann")
    other = table.phone("Ben")
    with (
        table.socket(cookie) as page,
        table.socket(cookie, "/ws/video") as camera,
        table.socket(cookie, "/ws/audio") as microphone,
        table.socket(other) as ben,
        table.socket(table.laptop) as laptop,
    ):
        state_of(page)
        microphone.send((16000).to_bytes(4, "little") + bytes(3200))
        while not any(s["name"] == "phone Ann" for s in state_of(laptop)["sources"]):
            pass
        if how == "signed out":
            laptop.send(json.dumps({"do": "expel", "player": "Ann"}))
        else:
            table.phone("Ann")
        told_bye(page)
        assert closed(camera)
        assert closed(microphone)
        state = state_of(laptop)
        while any(s["name"] == "phone Ann" for s in state["sources"]):
            state = state_of(laptop)
        assert ("Ann" in state["phones"]) == (how == "handed over")
        table.call(table.hub.notify_pages)
        assert state_of(ben)["player"] == "Ben"  # nobody else is touched
    assert httpx.post(f"{table.base}/api/poll", headers=cookie, json={"id": "12345678"}).status_code == 401
    for path in ("/ws", "/ws/video", "/ws/audio"):
        with pytest.raises(InvalidStatus):
            table.socket(cookie, path)


def test_a_code_that_was_not_used_ends_with_the_phone(table: Table) -> None:
    table.start()
    table.phone("Ann")
    waiting = table.call(lambda: table.hub.door.invite("Ann"))
    table.call(lambda: table.hub.door.forget("Ann"))
    assert httpx.post(f"{table.base}/api/join", json={"token": waiting}).status_code == 403


def test_the_new_phones_camera_stays_when_the_old_ones_ends(table: Table) -> None:
    """Both are called "phone Ann": the end of the old stream is not the end of the new one."""
    table.start()
    piece = (16000).to_bytes(4, "little") + bytes(3200)
    old = table.phone("Ann")
    with table.socket(old, "/ws/audio") as before, table.socket(table.laptop) as laptop:
        before.send(piece)
        new = table.phone("Ann")
        with table.socket(new, "/ws/audio") as after:
            after.send(piece)
            assert closed(before)
            while not any(s["name"] == "phone Ann" for s in state_of(laptop)["sources"]):
                pass
            table.call(lambda: None)
            hub: Any = table.hub
            assert "microphone phone Ann" in table.call(lambda: list(hub.sitting.crew.workers))


def test_an_origin_that_is_no_address_is_refused(table: Table) -> None:
    for origin in ("http://[", "http://[::", "//"):
        assert httpx.get(f"{table.base}/api/me", headers={"Origin": origin}).status_code == 403


# How long a session lasts


@dataclass
class Machine:
    """A machine with its clocks: ``door()`` starts the server on it, once more."""

    keep: Path
    up: float = 1000.0  # its monotonic clock

    def door(self) -> Door:
        return Door(keep=self.keep, time=RunningTime(lambda: self.up))

    def reboot(self, boot: Path) -> None:
        boot.write_text(f"boot-{time.perf_counter_ns()}")
        self.up = 5.0


@pytest.fixture
def boot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "boot_id"
    path.write_text("boot-1")
    monkeypatch.setattr(doors, "_BOOT_ID_FILE", path)
    return path


@pytest.mark.parametrize("by", [-3600.0, 3600.0, -3e8, 8 * 86400.0, 3e9])
def test_a_clock_that_jumps_signs_nobody_out(
    by: float, tmp_path: Path, boot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(tmp_path / "joined.json")
    door = machine.door()
    secret, session = door.enter(door.invite("Ann"))
    monkeypatch.setattr(time, "time", lambda now=time.time(): now + by)
    assert door.who(secret) is session
    assert door.holds(session)
    machine.reboot(boot)
    again = machine.door()
    assert again.who(secret) is not None
    assert again.phones() == {"Ann"}


def test_a_browser_that_is_used_stays_and_each_other_one_ends_by_itself(tmp_path: Path, boot: Path) -> None:
    machine = Machine(tmp_path / "joined.json")
    door = machine.door()
    ended: list[Any] = []
    door.dropped.add(lambda session: ended.append(session.player))
    ann, ben = (door.enter(door.invite(name))[0] for name in ("Ann", "Ben"))
    for _ in range(8):
        machine.up += 86400
        door.sweep()
        assert door.who(ann) is not None
    assert ended == ["Ben"]  # told, not merely refused
    assert door.phones() == {"Ann"}
    assert door.who(ben) is None
    assert machine.door().phones() == {"Ann"}  # as it is kept


def test_the_age_of_a_session_goes_on_over_starts(tmp_path: Path, boot: Path) -> None:
    machine = Machine(tmp_path / "joined.json")
    secret = (door := machine.door()).enter(door.invite("Ann"))[0]
    machine.up += MAX_IDLE_SESSION_S / 2
    for _ in range(2):  # a week apart in all: half of it while the server was off
        door = machine.door()
        assert door.phones() == {"Ann"}
        door.sweep()
    machine.up += MAX_IDLE_SESSION_S / 2 + 60
    door = machine.door()
    door.sweep()
    assert door.phones() == set()
    assert door.who(secret) is None


def test_a_browser_that_never_comes_back_ends_after_so_many_starts(tmp_path: Path, boot: Path) -> None:
    machine = Machine(tmp_path / "joined.json")
    (door := machine.door()).enter(door.invite("Ann"))
    for _ in range(MAX_OUTLIVED_STARTS + 1):
        machine.reboot(boot)
        door = machine.door()
        assert door.phones() == {"Ann"}
        door.forget("nobody")  # writes
        machine.up += 60
        door.sweep()
    assert door.phones() == set()


def test_sessions_of_an_older_version_stay(tmp_path: Path, boot: Path) -> None:
    path = tmp_path / "joined.json"
    secret = "s" * 43
    kept = {"sessions": {doors._hash(secret): ["Ann", time.time() - 3600]}, "tokens": {}, "used": []}
    path.write_text(json.dumps(kept), "utf-8")
    assert Door(keep=path).who(secret) is not None


def test_a_phone_whose_time_is_over_is_told_and_no_longer_counts(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.start()
    cookie = table.phone("Ann")
    with table.socket(cookie) as page, table.socket(table.laptop) as laptop:
        assert state_of(laptop)["phones"] == ["Ann"]
        old = {k: (-2.0 * MAX_IDLE_SESSION_S, 0) for k, s in table.hub.door._sessions.items() if s.player == "Ann"}
        table.call(lambda: table.hub.door._used_at.update(old))
        told_bye(page)
        while state_of(laptop)["phones"]:
            pass
    asked = httpx.get(f"{table.base}/api/me", headers=cookie).json()
    assert asked == {"role": None, "player": None, "out": True}
    assert httpx.get(f"{table.base}/api/me").json()["out"] is False  # nobody yet
