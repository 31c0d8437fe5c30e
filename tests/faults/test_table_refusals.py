"""What the table refuses: strangers, foreign pages, oversized and broken input. A real server on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import json
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from companion.errors import BadInput
from companion.table.guard import Bucket, Door
from companion.table.hub import Hub
from companion.table.pictures import MAX_BYTES, check, jpeg_size
from companion.table.serve import Place, serve
from companion.table.setup import head_of
from companion.table.words import LAPTOP

PLAYERS = [{"name": "Ann", "bot": False}, {"name": "Ben", "bot": False}, {"name": "Cleo", "bot": True}]


class Table:
    """A table in a thread, with a laptop and one phone (Ann's) already in."""

    def __init__(self, folder: Path) -> None:
        self.hub = Hub(folder, Door(), pace=3600)
        self.loop = asyncio.new_event_loop()
        self.ready = threading.Event()
        self.task = self.loop.create_task(serve(self.hub, Place(0), self._at))
        threading.Thread(target=self._run, daemon=True).start()
        assert self.ready.wait(20)
        self.laptop = self.enter(self.address.split("#")[1])
        self.hub.join_base = "https://127.0.0.1:1"

    def _at(self, laptop: str, phones: str) -> None:
        self.address = laptop
        self.base = laptop.split("/#")[0]
        self.ready.set()

    def _run(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            self.loop.run_until_complete(self.task)

    def call(self, work: Any) -> Any:
        async def job() -> Any:
            return work()

        return asyncio.run_coroutine_threadsafe(job(), self.loop).result(20)

    def enter(self, token: str) -> dict[str, str]:
        answer = httpx.post(f"{self.base}/api/join", json={"token": token})
        assert answer.status_code == 200, answer.text
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        return {"Cookie": cookie.split(";")[0]}

    def start(self, game: str = "face-off") -> None:
        self.call(lambda: self.hub.start(head_of({"game": game, "players": PLAYERS, "seed": 5}, "en")))

    def phone(self, name: str = "Ann") -> dict[str, str]:
        return self.enter(self.call(lambda: self.hub.door.invite(name)))

    def socket(self, cookie: dict[str, str], path: str = "/ws", **more: Any) -> Any:
        headers = {**cookie, **more.pop("headers", {})}
        return connect(self.base.replace("http", "ws") + path, additional_headers=headers, max_size=None, **more)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    one = Table(tmp_path)
    yield one
    one.loop.call_soon_threadsafe(one.task.cancel)


def state_of(socket: Any) -> dict[str, Any]:
    """The next whole state."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=10))
        if message["t"] == "state":
            return message


def answer_to(socket: Any, message: Any) -> str:
    """What the page is told after ``message``: the refusal's sentence."""
    socket.send(json.dumps(message))
    while True:
        told = json.loads(socket.recv(timeout=10))
        if told["t"] == "refused":
            return str(told["text"])


def test_nobody_comes_in_without_a_token(table: Table) -> None:
    for path in ("/api/games", "/api/shelf", "/api/steps?name=x", "/api/export?name=x&kind=csv"):
        assert httpx.get(table.base + path).status_code == 401, path
    for path in ("/api/do", "/api/poll", "/api/picture", "/api/sound"):
        assert httpx.post(table.base + path, content=b"{}").status_code == 401, path
    for path in ("/ws", "/ws/video", "/ws/audio", "/ws/view"):
        with pytest.raises(InvalidStatus) as refused:
            table.socket({}, path)
        assert refused.value.response.status_code == 403, path
    for token in ("", "x" * 22, None, 7, "y" * 5000):
        assert httpx.post(f"{table.base}/api/join", json={"token": token}).status_code == 403
    assert httpx.get(table.base + "/api/me").json() == {"role": None, "player": None}


def test_a_token_works_once_and_carries_128_bits(table: Table) -> None:
    table.start()
    token = table.call(lambda: table.hub.door.invite("Ann"))
    assert len(token) >= 22  # 16 bytes in base64
    table.enter(token)
    again = httpx.post(f"{table.base}/api/join", json={"token": token})
    assert again.status_code == 403
    assert "used already" in again.json()["error"]
    old = table.call(lambda: table.hub.door.invite("Ben"))
    table.call(lambda: table.hub.door.invite("Ben"))
    assert httpx.post(f"{table.base}/api/join", json={"token": old}).status_code == 403


def test_guessing_tokens_is_slowed_down() -> None:
    bucket = Bucket(2, 20)
    assert sum(bucket.take(0.0) for _ in range(1000)) == 20
    assert sum(bucket.take(1.0) for _ in range(1000)) == 2


def test_a_phone_sees_its_own_hand_only(table: Table) -> None:
    table.start()
    with table.socket(table.phone("Ann")) as ann, table.socket(table.phone("Ben")) as ben:
        hands = [state_of(s) for s in (ann, ben)]
        for state, name, seat in zip(hands, ("Ann", "Ben"), (0, 1), strict=True):
            assert state["player"] == name
            assert state["seat"] == seat == state["view"]["viewer"]
            assert "tableLegal" not in state
            assert "unclaimed" not in state
        texts = [json.dumps(h) for h in hands]
        truth = table.call(
            lambda: [dict(table.hub.game.match.game.view(table.hub.game.match.state, p)) for p in (0, 1)]
        )
        assert json.dumps(truth[0]["hand"]) in texts[0]
        assert json.dumps(truth[1]["hand"]) not in texts[0]
        assert str(table.call(lambda: table.hub.game.log.header["seed"])) not in [str(h.get("seed")) for h in hands]


@pytest.mark.parametrize("word", sorted(LAPTOP))
def test_the_referees_words_are_the_laptops(word: str, table: Table) -> None:
    table.start()
    before = table.call(lambda: table.hub.game)
    with table.socket(table.phone()) as socket:
        state_of(socket)
        told = answer_to(socket, {"do": word, "seat": 1, "text": "undo", "player": "Ben", "game": "ftw", "name": "x"})
    assert told == "only the laptop may do this"
    assert table.call(lambda: table.hub.game) is before
    rulings = table.call(lambda: list(before.match.rulings.values()))
    own = ("chance", "new-hand")  # the deal and the new hand come by themselves; the bot may have acted meanwhile
    assert [r for r in rulings if r.code not in own and not r.action.startswith("Cleo:")] == []


@pytest.mark.parametrize(
    "text",
    ["undo", "pause", "score", "Ben: offer 1 ruby", "trade Ann Ben", "clean", "verdict clean", "next B", "win ruby x"],
)
def test_a_phone_acts_for_its_player_only(text: str, table: Table) -> None:
    table.start()
    with table.socket(table.phone()) as socket:
        state_of(socket)
        assert answer_to(socket, {"do": "act", "text": text})
        mine = table.call(lambda: [s for s in table.hub.game.match.timeline.steps if s.actor not in (-1, 2)])
        assert mine == []  # chance dealt, and the bot may have moved
        assert not any(r.code == "refused" for r in table.call(lambda: table.hub.game.match.rulings).values())


def test_the_laptop_does_not_show_a_phones_hand(table: Table) -> None:
    table.start()
    with table.socket(table.laptop) as laptop:
        state_of(laptop)
        laptop.send(json.dumps({"do": "sit", "seat": 0}))
        while state_of(laptop)["seat"] != 0:
            pass
        table.phone("Ann")
        while state_of(laptop)["seat"] == 0:  # joining takes the hand off the laptop
            pass
        assert answer_to(laptop, {"do": "sit", "seat": 0}) == "this hand is not shown on the laptop"
        assert answer_to(laptop, {"do": "sit", "seat": 2}) == "this hand is not shown on the laptop"  # a bot's


def test_foreign_hosts_and_origins(table: Table) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "evil.example:8765", ""):
        assert httpx.get(table.base, headers={"Host": host}).status_code in (400, 421), host
        if host:
            with pytest.raises(InvalidStatus):
                table.socket(table.laptop, headers={"Host": host})
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "file://"):
        headers = {**table.laptop, "Origin": origin}
        assert httpx.post(f"{table.base}/api/do", headers=headers, json={}).status_code == 403, origin
        with pytest.raises(InvalidStatus):
            table.socket(table.laptop, headers={"Origin": origin})
    own = {**table.laptop, "Origin": table.base}
    assert httpx.get(f"{table.base}/api/games", headers=own).status_code == 200


def exchange(socket: Any, sent: list[Any], answers: int) -> None:
    """Send all, then read so many answers."""
    for data in sent:
        socket.send(data)
    for _ in range(answers):
        socket.recv(timeout=10)


def jpeg(width: int, height: int, quality: int = 80) -> bytes:
    import cv2

    return bytes(cv2.imencode(".jpg", np.zeros((height, width, 3), np.uint8), [1, quality])[1])


def bomb() -> bytes:
    """A small JPEG whose header says 65,000 x 65,000 pixels."""
    data = bytearray(jpeg(64, 64))
    at = data.find(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", 65000, 65000)
    return bytes(data)


def test_large_pictures_and_bombs(table: Table) -> None:
    table.start()
    phone = table.phone()
    huge = b"\xff\xd8\xff" + bytes(50 << 20)
    assert httpx.post(f"{table.base}/api/picture", headers=phone, content=huge).status_code == 413
    stream = (bytes(1 << 16) for _ in range(800))  # no length is stated
    with contextlib.suppress(httpx.WriteError, httpx.ReadError):  # closed while it was being sent
        assert httpx.post(f"{table.base}/api/picture", headers=phone, content=stream).status_code == 413
    assert httpx.post(f"{table.base}/api/picture", headers=phone, content=bomb()).status_code == 400
    assert httpx.post(f"{table.base}/api/picture", headers=phone, content=b"GIF89a").status_code == 400
    with table.socket(phone, "/ws/video") as socket:
        socket.send(bomb())
        assert "pixels" in json.loads(socket.recv(timeout=10))["refused"]
    with table.socket(phone, "/ws/video") as socket, pytest.raises(ConnectionClosed):
        exchange(socket, [huge], 20)
    assert httpx.get(f"{table.base}/api/me", headers=phone).json()["player"] == "Ann"  # still there


def test_the_size_is_read_before_decoding() -> None:
    assert jpeg_size(jpeg(321, 123)) == (321, 123)
    for data in (bomb(), bytes(MAX_BYTES + 1), b"", b"\xff\xd8\xff", jpeg(64, 64)[:30]):
        with pytest.raises(BadInput):
            check(data)


def test_names_with_markup_are_names(table: Table) -> None:
    name = "<img src=x>"
    players = [{"name": name}, {"name": "Ben & Jo"}, {"name": "Cleo"}]
    table.call(lambda: table.hub.start(head_of({"game": "face-off", "players": players}, "en")))
    with table.socket(table.laptop) as socket:
        assert state_of(socket)["players"][0]["name"] == name  # as data; the browser test sees it as text
    page = httpx.get(table.base)
    assert name not in page.text
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]
    for bad in ("", " ", "x" * 200, "a\x00b", "a\nb" * 9, None, 3):
        with pytest.raises(BadInput):
            head_of({"game": "face-off", "players": [{"name": bad}, {"name": "Ben"}, {"name": "Cleo"}]}, "en")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/%2e%2e/config.py",
        "/static//etc/passwd",
        "/..%5capp.py",
    ],
)
def test_paths_do_not_climb(path: str, table: Table) -> None:
    with httpx.Client() as client:
        request = client.build_request("GET", table.base)
        request.url = request.url.copy_with(raw_path=path.encode())
        answer = client.send(request)
    assert answer.status_code in (400, 404)
    assert b"import" not in answer.content


@pytest.mark.parametrize(
    "name", ["../secret.sqlite", "/etc/passwd", "..\\x.sqlite", "a/b.sqlite", "", ".sqlite", "x" * 300]
)
def test_kept_games_are_found_by_plain_names_only(name: str, table: Table) -> None:
    (table.hub.shelf.folder.parent / "secret.sqlite").write_bytes(b"x")  # type: ignore[union-attr]
    for path in ("/api/steps", "/api/export"):
        answer = httpx.get(table.base + path, params={"name": name, "kind": "csv"}, headers=table.laptop)
        assert answer.status_code == 400
    with table.socket(table.laptop) as socket:
        state_of(socket)
        assert "no such game" in answer_to(socket, {"do": "delete", "name": name})
    assert (table.hub.shelf.folder.parent / "secret.sqlite").exists()  # type: ignore[union-attr]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
fields = st.sampled_from(
    [
        "text",
        "seat",
        "player",
        "name",
        "game",
        "players",
        "options",
        "shown",
        "index",
        "number",
        "on",
        "seed",
        "spec",
        "kind",
        "at",
    ]
)
messages = values | st.builds(
    lambda word, rest: {"do": word, **rest},
    st.sampled_from([*sorted(LAPTOP), "act", "show", "ping", "", "x"]) | values,
    st.dictionaries(fields, values | st.sampled_from(["Ann", "face-off", "undo", "offer 1 ruby", "1"]), max_size=5),
)


def test_malformed_messages_by_the_thousand(tmp_path: Path) -> None:
    """Every value whatever, from the laptop itself: answered or ignored, never an exception, and the game goes on."""
    from companion.table.guard import Session
    from companion.table.hub import Page
    from companion.table.sockets import carry_out

    hub = Hub(tmp_path, Door(), pace=3600)
    pages = [Page(Session("host")), Page(Session("player", "Ann"), 0)]
    hub.pages.update(pages)

    @settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))
    @given(message=messages, which=st.integers(0, 1))
    def hammer(message: Any, which: int) -> None:
        if hub.game is None:
            hub.start(head_of({"game": "face-off", "players": PLAYERS, "seed": 5}, "en"))
        hub.senses.camera = hub.senses.microphone = ""  # no device is opened here
        carry_out(hub, pages[which], message)
        json.dumps(hub.state(pages[which]))

    hammer()
    hub.close()


def test_broken_bytes_on_every_route(table: Table) -> None:
    table.start()
    random = np.random.default_rng(3)
    bodies = [
        b"",
        b"{",
        b"[" * 9000,
        b'{"id": 3}',
        b'{"id":"12345678","message":' + b"[" * 5000,
        bytes(random.bytes(3000)),
    ]
    for cookie in (table.laptop, table.phone()):
        for path in ("/api/do", "/api/picture", "/api/sound", "/api/join"):
            for data in bodies:
                status = httpx.post(table.base + path, headers=cookie, content=data).status_code
                assert status in (200, 400, 401, 403, 413, 429), (path, data[:20], status)
    for path in ("/ws", "/ws/video", "/ws/audio"):
        for data in (b"\x00\x01", "x" * 9000, "{", bytes(random.bytes(999))):
            with table.socket(table.laptop, path) as socket:
                socket.send(data)
    assert httpx.get(f"{table.base}/api/games", headers=table.laptop).status_code == 200


def test_a_flood_is_cut_off(table: Table) -> None:
    table.start()
    with table.socket(table.phone()) as socket, pytest.raises(ConnectionClosed):
        exchange(socket, ['{"do": "ping"}'] * 500, 500)
