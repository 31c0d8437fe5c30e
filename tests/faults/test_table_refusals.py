"""What the table refuses: strangers, foreign pages, oversized and broken input. A real server on loopback."""

from __future__ import annotations

import contextlib
import json
import struct
import time
from typing import Any

import httpx
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from companion.errors import BadInput
from companion.sources.pixels import MAX_BYTES, check, header_of
from companion.web.kit.limits import Bucket
from companion.web.table.laptop import LAPTOP_VERBS
from companion.web.table.setup import head_of
from companion.words import say
from tests.faults.table_server import Table, answer_to, exchange, state_of


def test_nobody_comes_in_without_a_token(table: Table) -> None:
    reading = ("games", "devices", "shelf", "steps?name=x", "export?name=x&kind=csv", "evidence", "card?number=1")
    for path in (f"/api/{end}" for end in reading):
        assert httpx.get(table.base + path).status_code == 401, path
    for path in ("/api/do", "/api/poll", "/api/picture", "/api/sound", "/api/card?number=1"):
        assert httpx.post(table.base + path, content=b"{}").status_code == 401, path
    for path in ("/ws", "/ws/video", "/ws/audio", "/ws/view"):
        with pytest.raises(InvalidStatus) as refused:
            table.socket({}, path)
        assert refused.value.response.status_code == 403, path
    for token in ("", "x" * 22, None, 7, "y" * 5000):
        assert httpx.post(f"{table.base}/api/join", json={"token": token}).status_code == 403
    assert httpx.get(table.base + "/api/me").json() == {"role": None, "player": None, "out": False}


def test_a_token_works_once_and_carries_128_bits(table: Table) -> None:
    table.start()
    token = table.call(lambda: table.hub.door.invite("Ann"))
    assert len(token) >= 22  # 16 bytes in base64
    table.enter(token)
    again = httpx.post(f"{table.base}/api/join", json={"token": token})
    assert again.status_code == 403
    assert again.json()["error"] == say("web.no.code-used")
    old = table.call(lambda: table.hub.door.invite("Ben"))
    table.call(lambda: table.hub.door.invite("Ben"))
    assert httpx.post(f"{table.base}/api/join", json={"token": old}).status_code == 403


def test_guessing_tokens_is_slowed_down() -> None:
    bucket = Bucket(2, 20)
    assert sum(bucket.take(0.0) for _ in range(1000)) == 20
    assert sum(bucket.take(1.0) for _ in range(1000)) == 2


def state_with_hand(socket: Any) -> dict[str, Any]:
    """Return the first state after the deal is on the disk: before, a page shows the game without cards."""
    while "hand" not in (state := state_of(socket))["view"]:
        pass
    return state


def test_a_phone_sees_its_own_hand_only(table: Table) -> None:
    table.start()
    with table.socket(table.phone("Ann")) as ann, table.socket(table.phone("Ben")) as ben:
        hands = [state_with_hand(s) for s in (ann, ben)]
        for state, name, seat in zip(hands, ("Ann", "Ben"), (0, 1), strict=True):
            assert state["player"] == name
            assert state["seat"] == seat == state["view"]["viewer"]
            assert "tableLegal" not in state
            assert "unclaimed" not in state
        texts = [json.dumps(h) for h in hands]
        hub: Any = table.hub
        truth = table.call(lambda: [dict(hub.game.match.game.view(hub.game.match.state, p)) for p in (0, 1)])
        assert json.dumps(truth[0]["hand"]) in texts[0]
        assert json.dumps(truth[1]["hand"]) not in texts[0]
        assert str(table.call(lambda: hub.game.match.log.header.seed)) not in [str(h.get("seed")) for h in hands]


@pytest.mark.parametrize("word", sorted(LAPTOP_VERBS))
def test_the_referees_words_are_the_laptops(word: str, table: Table) -> None:
    table.start()
    before = table.call(lambda: table.hub.game)
    with table.socket(table.phone()) as socket:
        state_of(socket)
        told = answer_to(socket, {"do": word, "seat": 1, "text": "undo", "player": "Ben", "game": "ftw", "name": "x"})
    assert told == say("web.no.laptop")
    assert table.call(lambda: table.hub.game) is before
    rulings = table.call(lambda: list(before.match.rulings.values()))
    own = ("chance", "new-hand")  # the deal and the new hand come by themselves; the bot may have acted meanwhile
    assert [r for r in rulings if r.code not in own and not r.action.startswith("Cleo:")] == []


@pytest.mark.parametrize("end", ["games", "devices", "shelf", "steps?name=x", "export?name=x&kind=csv", "evidence"])
def test_what_only_the_laptop_reads(end: str, table: Table) -> None:
    table.start()
    answer = httpx.get(f"{table.base}/api/{end}", headers=table.phone())
    assert answer.status_code == 403
    assert answer.json() == {"error": say("web.no.laptop")}


@pytest.mark.parametrize(
    "text",
    ["undo", "pause", "score", "Ben: offer 1 ruby", "trade Ann Ben", "clean", "verdict clean", "next B", "win ruby x"],
)
def test_a_phone_acts_for_its_player_only(text: str, table: Table) -> None:
    table.start()
    with table.socket(table.phone()) as socket:
        state_of(socket)
        assert answer_to(socket, {"do": "act", "text": text})
        hub: Any = table.hub
        mine = table.call(lambda: [s for s in hub.game.match.steps if s.actor not in (-1, 2)])
        assert mine == []  # chance dealt, and the bot may have moved
        assert not any(r.code == "refused" for r in table.call(lambda: hub.game.match.rulings).values())


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
        assert answer_to(laptop, {"do": "sit", "seat": 0}) == say("web.no.hand-here")
        assert answer_to(laptop, {"do": "sit", "seat": 2}) == say("web.no.hand-here")  # a bot's


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


def jpeg(width: int, height: int, quality: int = 80) -> bytes:
    import cv2

    return bytes(cv2.imencode(".jpg", np.zeros((height, width, 3), np.uint8), [1, quality])[1])


def bomb() -> bytes:
    """Return a small JPEG whose header says 65,000 x 65,000 pixels."""
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


def test_photographs_of_cards_are_checked_like_any_picture(table: Table) -> None:
    table.start()
    phone = table.phone()

    def post(number: object, data: bytes) -> httpx.Response:
        where = f"{table.base}/api/card"
        return httpx.post(where, params={"number": str(number)}, headers=phone, content=data)

    assert post(1, jpeg(64, 64)).status_code == 400  # this game has no photographs
    table.start("face-cards")
    for number, data in ((1, bomb()), (1, b"GIF89a"), (1, b"\xff\xd8\xff" + bytes(2 << 20)), (1, jpeg(64, 64)[:200])):
        assert post(number, data).status_code in (400, 413), (number, data[:8])
        time.sleep(0.4)  # three photographs a second are taken
    odd: tuple[int | str, ...] = (0, -1, 143, 10**9, "1/../../x", "", "٣", "1.jpg")
    for asked in odd:
        assert post(asked, jpeg(64, 64)).status_code in (400, 429), asked
        assert httpx.get(f"{table.base}/api/card", params={"number": asked}, headers=phone).status_code == 400
        time.sleep(0.4)
    assert post(142, jpeg(900, 300)).status_code == 200
    kept = httpx.get(f"{table.base}/api/card", params={"number": 142}, headers=table.laptop)
    assert kept.headers["content-type"] == "image/jpeg"
    header = header_of(kept.content)
    assert header is not None
    assert (header.width, header.height) == (480, 160)
    assert [p.name for p in table.hub.shelf.folder.glob("*-cards/*")] == ["142.jpg"]  # type: ignore[union-attr]


def test_the_size_is_read_before_decoding() -> None:
    assert check(jpeg(321, 123)) == jpeg(321, 123)
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
    for bad in ("", " ", "x" * 200, "a\x00b", "a\nb" * 30, None, 3):
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
        assert answer_to(socket, {"do": "delete", "name": name}) == say("web.no.kept-game")
    assert (table.hub.shelf.folder.parent / "secret.sqlite").exists()  # type: ignore[union-attr]
