"""A phone that is signed out, or whose seat another phone takes, is out at once: its page, its streams, its codes."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.faults.table_server import Table, state_of


def told_bye(socket: Any) -> None:
    """The page is told, and its socket closed."""
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
        table.call(table.hub.changed)
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
