"""Messages and requests by the thousand, whatever they hold: answered or refused in a sentence; the game goes on."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import anyio
import httpx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from companion.web.kit.door import Door, Session
from companion.web.kit.page import Page
from companion.web.table.app import carry_out, make_app
from companion.web.table.hub import TableHub
from companion.web.table.laptop import LAPTOP_VERBS
from companion.web.table.setup import head_of
from tests.faults.table_server import PLAYERS, Table, exchange

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
        "signal",
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
    st.sampled_from([*sorted(LAPTOP_VERBS), "act", "show", "ping", "", "x"]) | values,
    st.dictionaries(fields, values | st.sampled_from(["Ann", "face-off", "undo", "offer 1 ruby", "1"]), max_size=5),
)


def test_malformed_messages_by_the_hundred(tmp_path: Path) -> None:
    """Every value whatever, from the laptop itself: answered or ignored, never an exception, and the game goes on."""
    hub = TableHub(tmp_path, Door(), pace=3600)
    pages = [Page(Session("host")), Page(Session("player", "Ann"), 0)]
    hub.pages.update(pages)

    @settings(max_examples=600, deadline=None, suppress_health_check=list(HealthCheck))
    @given(message=messages, which=st.integers(0, 1))
    def hammer(message: Any, which: int) -> None:
        if hub.game is None:
            hub.start(head_of({"game": "face-off", "players": PLAYERS, "seed": 5}, "en"))
        hub.devices.camera = hub.devices.microphone = ""  # no device is opened here
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
        for message in (b"\x00\x01", "x" * 9000, "{", bytes(random.bytes(999))):
            with table.socket(table.laptop, path) as socket:
                socket.send(message)
    assert httpx.get(f"{table.base}/api/games", headers=table.laptop).status_code == 200


paths = st.sampled_from(
    [
        "/api/do",
        "/api/poll",
        "/api/picture",
        "/api/sound",
        "/api/join",
        "/api/card",
        "/api/me",
        "/api/games",
        "/api/devices",
        "/api/shelf",
        "/api/steps",
        "/api/export",
        "/api/evidence",
        "/",
        "/join",
        "/static/main.js",
    ]
)
queries = st.dictionaries(st.sampled_from(["name", "kind", "number", "lang", "x"]), st.text(max_size=40), max_size=3)
headers = st.dictionaries(
    st.sampled_from(["Content-Type", "Cookie", "Origin", "Range", "Accept", "X-Forwarded-Host", "Transfer-Encoding"]),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40),
    max_size=3,
)
bodies = st.binary(max_size=300) | messages.map(lambda value: json.dumps(value).encode())


def test_any_request_by_the_hundred_is_answered(tmp_path: Path) -> None:
    """Any request by anybody is answered with 200 to 499, never an exception, and the game is still there."""
    hub = TableHub(tmp_path, Door(), pace=3600)
    hub.start(head_of({"game": "face-cards", "players": PLAYERS, "seed": 5}, "en"))
    laptop, ann = (hub.door.enter(t) for t in (hub.door.laptop_token(), hub.door.invite("Ann")))
    cookies = [{}, {"Cookie": f"companion={laptop[0]}"}, {"Cookie": f"companion={ann[0]}"}]
    loop = asyncio.new_event_loop()
    client = httpx.AsyncClient(transport=httpx.ASGITransport(make_app(hub)), base_url="http://127.0.0.1")

    async def within(seconds: float, request: Any) -> Any:
        with anyio.fail_after(seconds):
            return await request

    @settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        st.sampled_from(["GET", "POST", "HEAD", "PUT", "DELETE"]), paths, queries, headers, bodies, st.integers(0, 2)
    )
    def hammer(method: str, path: str, query: Any, more: Any, data: bytes, who: int) -> None:
        hub.devices.camera = hub.devices.microphone = ""
        request = client.request(method, path, params=query, headers={**more, **cookies[who]}, content=data)
        waits = path in ("/api/poll", "/api/picture")  # for something new, or for its overlay
        try:
            status = loop.run_until_complete(within(0.1 if waits else 60, request)).status_code
        except TimeoutError:
            assert waits, (method, path)
            return
        assert 200 <= status < 500, (method, path, query, data)

    hammer()
    loop.run_until_complete(client.aclose())
    assert json.dumps(hub.state(Page(Session("host"))))
    hub.close()


def test_a_flood_is_cut_off(table: Table) -> None:
    table.start()
    with table.socket(table.phone()) as socket, pytest.raises(ConnectionClosed):
        exchange(socket, ['{"do": "ping"}'] * 500, 500)
