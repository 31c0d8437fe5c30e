"""The page stays open to its owner: idle connections, reloads, slow clients, guessers take nobody's place."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from companion.clock import ManualClock
from companion.web.kit import doorkeeper, page_line, request_bodies
from companion.web.kit.door import Door, NotJoined
from companion.web.kit.doorkeeper import ConnectionLimits, Doorkeeper
from companion.web.kit.limits import MAX_CLIENTS, Buckets, TooMany
from companion.web.kit.page_line import MAX_PAGES_PER_SESSION, Pollers
from companion.web.table.hub import TableHub
from tests.faults.table_server import Table, state_of
from tests.faults.test_table_sessions import closed

OTHER = "127.0.0.2"  # another client, as the server sees it


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Patience of a tenth of a second."""
    monkeypatch.setattr(doorkeeper, "HEAD_TIMEOUT_S", 0.3)
    monkeypatch.setattr(doorkeeper, "SWEEP_INTERVAL_S", 0.05)


def soon(true: Callable[[], bool], seconds: float = 10.0) -> bool:
    until = time.monotonic() + seconds
    while not true() and time.monotonic() < until:
        time.sleep(0.02)
    return true()


def connected(table: Table, source: str = "127.0.0.1") -> socket.socket:
    port = int(table.base.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), 10, (source, 0))


def shut(line: socket.socket, seconds: float = 10.0) -> bool:
    """Return whether the server has ended the connection."""
    line.settimeout(seconds)
    try:
        while line.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def works(table: Table) -> bool:
    """Return the laptop's page, asked anew, as a browser does that was just opened."""
    return httpx.get(f"{table.base}/api/games", headers=table.laptop, timeout=5).status_code == 200


def test_reloads_after_a_clips_end_leave_nothing_behind(table: Table) -> None:
    """200 pages ask for a camera's picture that never comes, and go."""
    for _ in range(200):
        with table.socket(table.laptop, "/ws/view") as view:
            view.send("")
    assert works(table)
    hub: Any = table.hub
    assert soon(lambda: not table.call(lambda: set(hub.devices.window.viewers)))
    assert table.call(lambda: hub.lines(next(iter(hub.door._sessions.values())), "view")) == 0


def test_a_view_ends_with_its_session(table: Table) -> None:
    with table.socket(table.laptop, "/ws/view") as view:
        view.send("")
        hub: Any = table.hub
        assert soon(lambda: bool(table.call(lambda: set(hub.devices.window.viewers))))
        table.call(lambda: hub.door._drop(next(iter(hub.door._sessions))))
        with pytest.raises(ConnectionClosed):
            view.recv(timeout=10)
        assert soon(lambda: not table.call(lambda: set(hub.devices.window.viewers)))


def test_idle_connections_do_not_lock_the_laptop_out(table: Table) -> None:
    """300 connections that never say a word: the oldest of them make room."""
    lines = [connected(table) for _ in range(300)]
    try:
        assert works(table)
        with table.socket(table.laptop) as page:
            state_of(page)
    finally:
        for line in lines:
            line.close()


@pytest.mark.usefixtures("quick")
def test_who_says_nothing_or_drips_a_request_goes_and_who_plays_stays(table: Table) -> None:
    with table.socket(table.laptop) as page:
        state_of(page)
        silent, drip = connected(table), connected(table)
        after = connected(table)
        after.sendall(b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        for _ in range(10):
            with contextlib.suppress(OSError):
                drip.sendall(b"G")
            time.sleep(0.05)
        assert shut(silent)
        assert shut(drip)
        assert shut(after)  # nothing more came after its answer
        page.send(json.dumps({"do": "ping"}))
        while json.loads(page.recv(timeout=10))["t"] != "pong":
            pass


def test_a_body_that_does_not_come_is_not_waited_for(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "BODY_TIMEOUT_S", 0.2)
    with connected(table) as line:
        line.sendall(b"POST /api/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 400\r\n\r\n{")
        line.settimeout(10)
        assert b" 408 " in line.recv(4096)
    assert works(table)


def test_one_who_guesses_keeps_nobody_else_out(table: Table) -> None:
    table.hub.clock = ManualClock(1.0)
    with httpx.Client(transport=httpx.HTTPTransport(local_address=OTHER)) as guesser:
        status = 0
        for _ in range(200):
            status = guesser.post(f"{table.base}/api/join", json={"token": "x" * 22}).status_code
            if status == 429:
                break
        assert status == 429
        table.start()
        table.phone("Ann")  # joins at once
        again = [guesser.post(f"{table.base}/api/join", json={"token": "x" * 22}).status_code for _ in range(20)]
        assert again == [429] * 20


def test_clients_are_told_apart_but_not_for_ever() -> None:
    buckets = Buckets(1, 3)
    assert [buckets.take("a", 0.0) for _ in range(5)] == [True] * 3 + [False] * 2
    assert buckets.take("b", 0.0)
    for k in range(3 * MAX_CLIENTS):
        buckets.take(f"c{k}", 0.0)
    assert len(buckets._of) == MAX_CLIENTS


def test_no_header_makes_another_client(table: Table) -> None:
    """A guesser who writes addresses into headers stays one guesser."""
    table.hub.clock = ManualClock(1.0)  # however slow this machine is, no time passes for the bucket
    seen = set()
    for k in range(60):
        headers = {"X-Forwarded-For": f"10.0.0.{k}", "X-Real-IP": f"10.0.1.{k}", "Forwarded": f"for=10.0.2.{k}"}
        seen.add(httpx.post(f"{table.base}/api/join", json={"token": "x" * 22}, headers=headers).status_code)
    assert seen == {403, 429}


@pytest.mark.parametrize(("path", "most"), [("/ws/view", 6), ("/ws", 12), ("/ws/video", 1), ("/ws/audio", 1)])
def test_one_session_holds_so_many_sockets(path: str, most: int, table: Table) -> None:
    table.start()
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(table.socket(table.laptop, path)) for _ in range(most + 3)]
        for old in lines[:3]:
            assert closed(old)
        kind = {"/ws": "page", "/ws/view": "view", "/ws/video": "camera", "/ws/audio": "microphone"}[path]
        hub: Any = table.hub
        assert table.call(lambda: hub.lines(next(iter(hub.door._sessions.values())), kind)) == most
        lines[-1].ping().wait(10)


def test_a_poll_that_waits_at_a_hand_over_sees_nothing_more(table: Table) -> None:
    """The old phone's last request does not come back with the hand as it stands after it was signed out."""
    table.start()
    old = table.phone("Ann")
    post = lambda since: httpx.post(  # noqa: E731
        f"{table.base}/api/poll", headers=old, json={"id": "12345678", "since": since}, timeout=30
    )
    first = post(None).json()
    found: list[Any] = []
    waiting = threading.Thread(target=lambda: found.append(post(first["since"]).json()))
    waiting.start()
    time.sleep(0.3)
    table.phone("Ann")
    waiting.join(30)
    assert [m["t"] for m in found[0]["messages"]] == ["bye"]


def poll(table: Table, cookie: dict[str, str], name: str, since: object, seconds: float = 30) -> httpx.Response:
    body = {"id": name, "since": since}
    return httpx.post(f"{table.base}/api/poll", headers=cookie, json=body, timeout=seconds)


def test_a_phone_with_many_page_names_takes_no_polling_page_from_anybody_else(table: Table) -> None:
    """The laptop's page polls on as the same page, and hears of the next change at once."""
    table.start()
    since = poll(table, table.laptop, "laptop-page", None).json()["since"]
    before = set(table.hub.pages)
    mine = next(page for page in before if page.laptop)
    phone = table.phone("Ann")
    since = poll(table, table.laptop, "laptop-page", since).json()["since"]
    for k in range(45):
        answer = poll(table, phone, f"phone-{k:04}", None)
        while answer.status_code == 429:  # its own rate
            time.sleep(0.2)
            answer = poll(table, phone, f"phone-{k:04}", None)
        assert answer.status_code == 200
    assert mine in table.hub.pages
    of_phone = [page for page in table.hub.pages if page.session.player == "Ann"]
    assert len(of_phone) == MAX_PAGES_PER_SESSION


def test_a_polling_page_that_is_closed_for_another_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its waiting request ends when it loses its place, long before there is news."""
    monkeypatch.setattr(page_line, "POLL_TIMEOUT_S", 3600.0)

    async def evicted() -> None:
        hub = TableHub(None, Door())
        _, session = hub.door.enter(hub.door.invite("Ann"))
        pollers = Pollers(hub)
        first = pollers.page(session, "page-number-0")
        since = (await pollers.news(first, None))["since"]
        waiting = asyncio.ensure_future(pollers.news(first, since))
        await asyncio.sleep(0)
        for k in range(1, MAX_PAGES_PER_SESSION):
            pollers.page(session, f"page-number-{k}")
        await asyncio.sleep(0)
        assert not waiting.done()
        pollers.page(session, "one-page-more")
        with pytest.raises(TooMany):
            with anyio.fail_after(20):
                await waiting
        hub.door.forget("Ann")
        assert not hub.pages  # nothing of a session that has ended stays behind
        with pytest.raises(NotJoined):
            pollers.page(session, "page-number-0")

    asyncio.run(evicted())


def test_a_signed_out_phone_that_goes_on_sending_is_not_heard(table: Table) -> None:
    """Its socket is closing, but what it still sends must not count."""
    table.start()
    with table.socket(table.phone("Ann")) as page:
        state_of(page)
        before = table.call(lambda: len(table.hub.game.match.steps))  # type: ignore[union-attr]

        def drop() -> None:
            table.hub.door.forget("Ann")

        table.loop.call_soon_threadsafe(drop)
        with contextlib.suppress(ConnectionClosed):
            for _ in range(50):
                page.send(json.dumps({"do": "act", "text": "offer 1 ruby"}))
        assert soon(lambda: not table.call(lambda: [p for p in table.hub.pages if p.session.player == "Ann"]))
        legal = table.call(lambda: len(table.hub.game.match.steps))  # type: ignore[union-attr]
        assert legal - before <= 1  # one may have come before the drop


# The doorkeeper by itself


@pytest.fixture
def door() -> Iterator[Callable[[ConnectionLimits], int]]:
    """Serve an echo of one line behind a doorkeeper; gives its port."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    tasks = []

    class Echo(asyncio.Protocol):
        cycle = None

        def connection_made(self, transport: Any) -> None:
            self.transport = transport

        def data_received(self, data: bytes) -> None:
            self.transport.write(data)

    def start(places: ConnectionLimits) -> int:
        bound = socket.create_server(("127.0.0.1", 0))
        bound.setblocking(False)
        tasks.append(asyncio.run_coroutine_threadsafe(Doorkeeper(bound, Echo, places, None).run(), loop))
        return int(bound.getsockname()[1])

    yield start
    for task in tasks:
        task.cancel()
    time.sleep(0.1)
    loop.call_soon_threadsafe(loop.stop)


def echoes(line: socket.socket) -> bool:
    line.settimeout(5)
    try:
        line.sendall(b"x")
        return line.recv(1) == b"x"
    except OSError:
        return False


def test_one_client_takes_its_own_places_only(door: Callable[[ConnectionLimits], int]) -> None:
    port = door(ConnectionLimits(each=3, limit=8, rate=500))
    greedy = [socket.create_connection(("127.0.0.1", port), 5, (OTHER, 0)) for _ in range(30)]
    others = [socket.create_connection(("127.0.0.1", port), 5, (f"127.0.0.{k}", 0)) for k in (3, 4, 5, 6, 7)]
    assert all(echoes(line) for line in others)
    assert sum(echoes(line) for line in greedy) <= 3
    last = socket.create_connection(("127.0.0.1", port), 5, ("127.0.0.8", 0))
    assert echoes(last)  # the one who holds most gives way
    assert all(echoes(line) for line in others)
    for line in (*greedy, *others, last):
        line.close()


def test_a_client_that_connects_again_and_again_is_slowed(door: Callable[[ConnectionLimits], int]) -> None:
    port = door(ConnectionLimits(each=500, limit=1000, rate=5))
    lines = [socket.create_connection(("127.0.0.1", port), 5) for _ in range(100)]
    assert 15 <= sum(echoes(line) for line in lines) < 40
    assert echoes(socket.create_connection(("127.0.0.1", port), 5, (OTHER, 0)))
    for line in lines:
        line.close()


# What is kept of who is in


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        "{}",
        '{"time": 3, "sessions": {}, "tokens": {}, "used": []}',
        '{"time": {"ran": 5, "at":0, "boot":"", "start":0}, "sessions": {"a": ["Ann", 6, 0]}, '
        '"tokens": {}, "used": []}',
        '{"time": {"ran": NaN, "at":0, "boot":"", "start":0}, "sessions": {"a": ["Ann", 0, 0]}, '
        '"tokens": {}, "used": []}',
        '{"sessions": {}}',
        '{"sessions": {}, "tokens": {}}',
        "[" * 50_000,
        '{"sessions": {"a": []}, "tokens": {}, "used": []}',
        '{"sessions": {"a": [null, "x"]}, "tokens": {}, "used": []}',
        '{"sessions": {"a": [null, Infinity]}, "tokens": {}, "used": []}',
        '{"sessions": [], "tokens": [], "used": 3}',
        '{"sessions": {"a": ["Ann", 1e999]}, "tokens": {"b": 1}, "used": {}}',
        "\x00\xff",
        '{"sessions": {}, "used": []}',
    ],
)
def test_a_damaged_list_of_who_is_in_never_stops_the_start(text: str, tmp_path: Path) -> None:
    path = tmp_path / "joined.json"
    path.write_bytes(text.encode("latin-1"))
    door = Door(keep=path)
    assert door.phones() == set()
    secret, session = door.enter(door.invite("Ann"))
    assert door.who(secret) is session
    assert Door(keep=path).phones() == {"Ann"}  # written whole again


def test_no_session_comes_out_of_a_list_that_is_half_good(tmp_path: Path) -> None:
    """Either the whole list counts or nothing of it."""
    path = tmp_path / "joined.json"
    until = time.time() + 1000
    path.write_text(json.dumps({"sessions": {"a" * 64: [None, until]}, "used": []}), "utf-8")
    assert not Door(keep=path)._sessions
