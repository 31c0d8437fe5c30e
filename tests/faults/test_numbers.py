"""Numbers from outside, at every address, verb and field that there is: huge, negative, repeated, odd.

Each is answered or refused within bounds of time and memory. The tables of routes and verbs are walked: a new one is
asked, too.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import re
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus, unquote, urlencode

import anyio
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount, Route

from companion import bounds
from companion.club import codec
from companion.club.facts import MESSAGE_TYPES, MessageError
from companion.config import settings
from companion.errors import BadInput
from companion.rules import registry
from companion.web.kit.devices import SensingHub
from companion.web.kit.door import COOKIE_NAME, Door
from companion.web.kit.limits import Bucket
from companion.web.kit.page import Page
from companion.web.practice import app as practice
from companion.web.practice.practice_session import PracticeSession
from companion.web.table import app as table
from companion.web.table.hub import TableHub
from companion.web.table.laptop import LAPTOP_VERBS
from companion.web.table.setup import head_of
from companion.web.table.verbs import PLAYER_VERBS
from tests.faults.table_server import PLAYERS

SOON = 20.0  # seconds for one answer, on a busy machine
ROOM = 48 << 20  # bytes that one answer may take while it is made; of which most is a picture's or a game's
SOURCES = Path(bounds.__file__).parent
TEXTS = [
    "00010000000",
    "10000000",
    "9" * 400,
    "-1",
    "²",
    "٣٠٠٠٠٠",
    "-99999999999999999999",
    "+5",
    "",
    " 7",
    "7 ",
    "1_000",
    "1e9",
    "1e999",
    "nan",
    "inf",
    "-inf",
    "0x10",
    "٣",
    "1.5",
    "true",
    "null",
    "\x00",
    "5\n",
    "0",
    "1",
]
VALUES: list[Any] = [
    10**7,
    10**400,
    -1,
    -(10**30),
    1e308,
    -1e308,
    float("nan"),
    float("inf"),
    True,
    1.5,
    2**63,
    "9" * 300,
    "²",
    [10**9] * 50,
    {"0": 10**9},
    None,
]
HEADERS = [
    ("Range", f"bytes=0-{'9' * 400}"),
    ("Range", "bytes=" + ",".join(["0-"] * 2000)),
    ("Range", "bytes=-1,²-5"),
    ("Content-Length", "9" * 400),
    ("Content-Length", "²"),
    ("Accept-Language", "de;q=" + "9" * 400),
]
PLAUSIBLE: dict[str, Any] = {
    "game": "face-off",
    "players": PLAYERS,
    "player": "Ann",
    "name": "Ann",
    "text": "undo",
    "signal": "purr",
    "act": "begin",
    "what": "announce",
    "drill": "reaction",
    "sets": "B",
    "reason": "typed wrong",
}


def keys(*packages: str) -> list[str]:
    """Return what the sources ask a message, a body or a query for."""
    text = "".join(p.read_text("utf-8") for package in packages for p in (SOURCES / package).rglob("*.py"))
    found = re.findall(r"""(?:\.get\(|_in\(\w+, |_number\(\w+, |_text\(\w+, )"(\w+)\"""", text)
    return sorted({*found} - {"do", "host", "origin"})


ASKED = sorted(
    {key for p in SOURCES.rglob("*.py") for key in re.findall(r'query_params\.get\("(\w+)"', p.read_text("utf-8"))}
)
"""What addresses ask a query for."""
SAME = {route.path for _, route in table.TableRoutes(TableHub(None, Door())).talking() if isinstance(route, Route)}
"""Addresses that are the same for all pages."""


@dataclass
class Served:
    """One application with the laptop's cookie, and what carries out a page's message."""

    app: Starlette
    hub: Any
    verbs: dict[str, Any]
    carry: Callable[[Any, Page, Any], Any]
    keys: list[str]


@pytest.fixture(params=["table", "table in play", "practice", "hall"])
def served(request: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(Bucket, "take", lambda self, now: True)  # a refusal for haste would hide the rest
    monkeypatch.setattr(table, "list_devices", dict)
    if request.param == "practice":
        desk = PracticeSession(tmp_path / "practice.sqlite3")
        desk.choose("Ann")
        yield Served(practice.make_app(desk), desk, practice.VERBS, practice.carry_out, keys("web/kit", "web/practice"))
        desk.close()
    elif request.param == "hall":
        yield from hall(tmp_path, monkeypatch)
    else:
        hub = TableHub(tmp_path, Door(), pace=3600)
        for what, given in (("camera", b""), ("microphone", 0.0)):
            monkeypatch.setattr(hub.devices.previews, what, lambda spec, given=given: known(spec, given))
        if request.param == "table in play":
            hub.start(head_of({"game": "face-cards", "players": PLAYERS, "seed": 5}, "en"))
        found = keys("web/kit", "web/table")
        yield Served(table.make_app(hub), hub, {**LAPTOP_VERBS, **PLAYER_VERBS}, table.carry_out, found)
        hub.close()


def known(spec: str, given: Any) -> Any:
    """In place of a device: only a small number in plain digits names one."""
    assert spec == "default" or bounds.digits(spec, 0, 999) is not None, spec
    return given


def hall(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    pytest.importorskip("sqlalchemy")
    from companion.club.hall import app
    from companion.club.hall.clerk import Clerk
    from companion.club.hall.hub import HallHub
    from companion.club.hall.plan import make_plan
    from companion.club.hall.store import HallStore, url_of
    from companion.club.hall.tournament import plan_entry
    from tests.hall_served import FakeLine

    clerk = Clerk(HallStore(url_of(str(folder / "hall.sqlite"), folder)))
    clerk.open()
    clerk.write_entry(lambda hall: plan_entry(make_plan("Club", "ftw", "swiss", 3, 0, "places", 1)))
    for name in ("Ann", "Ben", "Cleo"):
        entry = clerk.hall.tournament.enter(name)
        clerk.write_entry(lambda hall, entry=entry: entry)  # type: ignore[misc]
    clerk.write_entry(lambda hall: hall.tournament.pair())
    hub = HallHub(clerk, FakeLine(), "broker:1883")
    monkeypatch.setattr(hub, "post", lambda work: work())
    monkeypatch.setattr(clerk, "ask", clerk.answer)
    yield Served(
        app.make_app(hub), hub, {**app.LAPTOP_VERBS, **app.PAGE_VERBS}, app.carry_out, keys("web/kit", "club/hall")
    )
    clerk.store.close()


class Bounded:
    """``with Bounded(what)``: within time and memory."""

    def __init__(self, what: Any) -> None:
        self.what = what

    def __enter__(self) -> None:
        tracemalloc.reset_peak()
        self.begun, self.held = time.monotonic(), tracemalloc.get_traced_memory()[0]

    def __exit__(self, *error: object) -> None:
        took, room = time.monotonic() - self.begun, tracemalloc.get_traced_memory()[1] - self.held
        assert took < SOON, (str(self.what)[:200], took)
        assert room < ROOM, (str(self.what)[:200], room)


@pytest.fixture(autouse=True)
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


async def answered(
    app: Starlette, method: str, path: str, cookie: str, params: Any = (), content: str = "", headers: Any = ()
) -> tuple[int, int]:
    """Return the status and length of an answer, without a client between, whose own work would be traced too."""
    query, body = urlencode(params).encode(), content.encode()
    sent = {"host": b"127.0.0.1", "cookie": cookie.encode(), "content-length": b"%d" % len(body)}
    sent |= {key.lower(): value for key, value in dict(headers).items()}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "headers": [(key.encode(), value) for key, value in sent.items()],
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query,
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 123),
        "root_path": "",
    }
    asked, over, told = [body], asyncio.Event(), []

    async def receive() -> Any:
        if not asked:
            await over.wait()
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": asked.pop(), "more_body": False}

    async def send(message: Any) -> None:
        told.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            over.set()

    await app(scope, receive, send)
    assert over.is_set(), (method, path)
    return told[0]["status"], sum(len(part.get("body", b"")) for part in told[1:])


def test_every_address_bears_every_number(served: Served) -> None:
    secret, _ = served.hub.door.host()
    loop = asyncio.new_event_loop()

    async def ask(method: str, path: str, **more: Any) -> None:
        waits = path in ("/api/poll", "/api/picture")  # for something new, or for its overlay
        with anyio.move_on_after(0.1 if waits else SOON) as waited:
            status, length = await answered(served.app, method, path, f"{COOKIE_NAME}={secret}", **more)
            assert 200 <= status < 500, (method, path, more, status)
            assert length < 4 << 20
        assert waits or not waited.cancelled_caught, (method, path, more)

    asked = 0
    for route in served.app.routes:
        if not isinstance(route, (Route, Mount)):
            continue
        methods = sorted((getattr(route, "methods", None) or {"GET"}) - {"HEAD"})
        requests: list[tuple[str, dict[str, Any]]] = [(route.path, {"headers": {k: v.encode()}}) for k, v in HEADERS]
        requests += [(route.path, {"params": dict.fromkeys(ASKED, v)}) for v in TEXTS]
        requests.append((route.path, {"params": [*product(ASKED, ("1", "9" * 99))] * 20}))
        if route.path not in SAME and isinstance(route, Route):
            requests += [(route.path, {"params": {k: v}}) for k, v in product(ASKED, TEXTS[:6])]
        requests += [
            (route.path, {"content": json.dumps({"id": "12345678", k: v})})
            for k, v in product(("id", "since", "code", "player", "token", "lang", "message"), VALUES[:8])
            if "POST" in methods
        ]
        if isinstance(route, Mount) or "{" in route.path:
            stem = route.path if "{" in route.path else f"{route.path}/{{what}}"
            stems = [stem.replace("{kind}", kind) for kind in ("camera", "microphone")] if "{kind}" in stem else []
            filled = [
                re.sub(r"\{\w+\}", "%s", each).replace("%s", quote_plus(v)) for each in (stem, *stems) for v in TEXTS
            ]
            requests += [(address, {}) for address in filled]
        for method, (path, more) in product(methods, requests):
            with Bounded((method, path, more)):
                loop.run_until_complete(ask(method, path, **more))
            asked += 1
    loop.close()
    assert asked > 500


def test_every_verb_bears_every_number(served: Served) -> None:
    session = served.hub.door.host()[1]
    for verb in sorted(served.verbs):
        messages = [{**PLAUSIBLE, **dict.fromkeys(served.keys, v), "do": verb} for v in VALUES]
        source = inspect.getsource(served.verbs[verb])
        whole = re.search(r"(?<!text_in)\((m|message)[,)]", source)  # it hands the message on as it is
        for key in [k for k in served.keys if whole or k == "text" or f'"{k}"' in source]:
            messages += [{**PLAUSIBLE, key: value, "do": verb} for value in VALUES[1:14:3]]
        for message in messages:
            if isinstance(served.hub, SensingHub):
                served.hub.devices.camera = served.hub.devices.microphone = ""  # no device is opened here
            page = Page(session)
            with Bounded(message):
                later = served.carry(served.hub, page, message)
                if later is not None:
                    asyncio.run(later)
            for told in page.outbox:
                json.dumps(told, allow_nan=False)  # a browser reads no NaN
    json.dumps(served.hub.state(Page(session)), allow_nan=False)


def test_every_option_of_every_game_is_bounded() -> None:
    for name in registry.names():
        for spec, value in product(registry.get(name).specs, [*VALUES, *TEXTS]):
            wish = {"game": name, "players": PLAYERS, "options": {spec.name: value}, "seed": value}
            with Bounded(wish):
                try:
                    head = head_of(wish, "en")
                except BadInput:
                    continue
                assert 0 <= head.seed < 2**63
                assert len(json.dumps(head.to_export(), allow_nan=False)) < 1 << 16


WALL = "2026-01-01T00:00:00+00:00"
FIELDS: dict[str, Any] = {
    "table": "0" * 32,
    "wall": WALL,
    "online": True,
    "name": "Table 1",
    "companion": "1",
    "log_format": 1,
    "seq": 1,
    "game": "g",
    "kind": "ftw",
    "players": ["Ann"],
    "at": 1.0,
    "code": "roll",
    "values": {},
    "points": {"Ann": 1},
    "winners": ["Ann"],
    "confirmed": True,
    "id": "ab",
    "do": "pause",
}


@pytest.mark.parametrize("kind", sorted(MESSAGE_TYPES))
def test_every_field_of_a_message_is_bounded(kind: str) -> None:
    names = {name for name in MESSAGE_TYPES[kind].__dataclass_fields__ if name not in ("topic", "retained")}
    good = {"v": 1, **{name: value for name, value in FIELDS.items() if name in names}}
    codec.decode(kind, json.dumps(good).encode())
    for name, value in product(["v", *sorted(names)], [*VALUES, {"Ann": 10**400}, {"Ann": float("nan")}]):
        with Bounded((kind, name, value)):
            try:
                read = codec.decode(kind, json.dumps({**good, name: value}).encode())
            except MessageError:
                continue
            assert len(codec.encode(read)) < codec.MAX_PAYLOAD_BYTES


@pytest.mark.parametrize("text", TEXTS)
def test_settings_of_the_environment_are_bounded(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_CAMERA_WIDTH", text.replace("\0", "") or "x")
    width = 1280
    with contextlib.suppress(BadInput):
        width = settings().camera_width
    assert 160 <= width <= 7680


@pytest.mark.parametrize("text", TEXTS)
def test_digits_are_plain_and_bounded(text: str) -> None:
    assert bounds.digits(text, 0, 200) == {"0": 0, "1": 1}.get(text)
    assert bounds.digits("7" * 5000) is None


@pytest.mark.parametrize("value", VALUES, ids=lambda value: str(value)[:20])
def test_numbers_of_json_are_bounded(value: Any) -> None:
    assert bounds.as_integer(value, 0, 200) is None
    assert bounds.number(value, 0, 200) == (1.5 if value == 1.5 else None)
