"""Each address and verb stands under a rule that says who may ask for it, and the rule holds."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from starlette.routing import Mount, Route, WebSocketRoute
from websockets.exceptions import InvalidStatus

from companion.errors import BadInput
from companion.web.kit.access import Who, verb_of
from companion.web.kit.door import Door, Session
from companion.web.kit.page import Page
from companion.web.practice import app as practice
from companion.web.table.album import pictures_version
from companion.web.table.app import TableRoutes, carry_out
from companion.web.table.hub import TableHub
from companion.web.table.laptop import LAPTOP_VERBS
from companion.web.table.verbs import PLAYER_VERBS
from tests.faults.table_server import Table, answer_to, state_of

ROLES = [Session("host"), Session("player", "Ann")]
TABLE_ROUTES = [
    (who, r) for who, r in TableRoutes(TableHub(None, Door())).routes() if isinstance(r, (Route, WebSocketRoute, Mount))
]
PLAYERS = {"act", "show", "wild", "answer", "misheard", "warmup", "ping", "seat"}


@pytest.mark.parametrize("verb", sorted({*LAPTOP_VERBS, *PLAYER_VERBS}))
def test_every_verb_of_the_table_is_done_for_those_who_may(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone has few verbs; all others are the laptop's."""
    asked: list[Session] = []
    monkeypatch.setitem(
        PLAYER_VERBS if verb in PLAYERS else LAPTOP_VERBS, verb, lambda hub, page, message: asked.append(page.session)
    )
    refused = []
    for session in ROLES:
        page = Page(session)
        carry_out(TableHub(None, Door()), page, {"do": verb})
        refused.append([m["text"] for m in page.outbox])
    assert asked == (ROLES if verb in PLAYERS else ROLES[:1])
    assert refused[0] == []
    assert verb in PLAYERS or "laptop" in refused[1][0]


@pytest.mark.parametrize("verb", sorted(practice.VERBS))
def test_every_verb_of_practice_is_the_laptops(verb: str) -> None:
    assert verb_of({"do": verb}, ROLES[0], practice.VERBS, {}) is practice.VERBS[verb]
    with pytest.raises(BadInput, match="laptop"):
        verb_of({"do": verb}, ROLES[1], practice.VERBS, {})


def test_phones_have_few_verbs() -> None:
    assert set(PLAYER_VERBS) == PLAYERS
    assert not PLAYERS & set(LAPTOP_VERBS)


@pytest.mark.parametrize("verb", [None, 3, [], {}, "", "ACT", "act ", "__class__", "x" * 9000])
def test_what_is_no_verb(verb: Any) -> None:
    for session in ROLES:
        with pytest.raises(BadInput):
            verb_of({"do": verb}, session, LAPTOP_VERBS, PLAYER_VERBS)


def test_strangers_have_what_tells_nothing_of_the_game() -> None:
    assert {route.path for who, route in TABLE_ROUTES if who == "anybody"} == {
        "/",
        "/join",
        "/page.js",
        "/page.css",
        "/kit",
        "/static",
        "/words.js",
        "/api/join",
        "/api/own",
        "/api/code",
        "/api/me",
        "/pictures/{spec}",
        "/manifest.webmanifest",
        "/sw.js",
    }


def answers_to_a_stranger(table: Table) -> dict[str, tuple[int, bytes, str]]:
    """Return what each address that is open to anybody answers without a cookie, to all that it takes."""
    found = {}
    specs = ("1st-place-medal", "dog", "0")  # of Face Cards, of both, of no game
    for _, route in (pair for pair in TABLE_ROUTES if pair[0] == "anybody"):
        methods = (getattr(route, "methods", None) or {"GET"}) - {"HEAD"}
        for path in sorted({route.path.format(spec=spec) for spec in specs}):
            for query in ("", f"?v={'0' * 16}", f"?v={pictures_version()}"):
                for method in sorted(methods):
                    body = b"{}" if method == "POST" else None
                    answer = httpx.request(method, table.base + path + query, content=body)
                    kept = answer.headers.get("cache-control", "")
                    found[f"{method} {path}{query}"] = (answer.status_code, answer.content, kept)
    return found


def test_no_address_open_to_anybody_tells_what_is_played(table: Table) -> None:
    without = answers_to_a_stranger(table)
    assert without["GET /pictures/1st-place-medal"][0] == 200
    for game in ("face-cards", "face-off", "ftw"):
        table.start(game)
        assert answers_to_a_stranger(table) == without, game


@pytest.mark.parametrize(("rule", "route"), TABLE_ROUTES, ids=[f"{type(r).__name__} {r.path}" for _, r in TABLE_ROUTES])
def test_every_address_by_role(rule: Who, route: Route | WebSocketRoute | Mount, table: Table) -> None:
    """A stranger, a phone and the laptop at each address, as its rule says."""
    table.start()
    cookies: list[dict[str, str]] = [{}, table.phone(), table.laptop]
    allowed = {"anybody": 3, "joined": 2, "laptop": 1}[rule]
    path = route.path.format(spec="0", kind="x")
    for who, cookie in enumerate(cookies):
        may = who >= 3 - allowed
        if isinstance(route, WebSocketRoute):
            if may:
                table.socket(cookie, path).close()
            else:
                with pytest.raises(InvalidStatus):
                    table.socket(cookie, path)
            continue
        method = sorted((getattr(route, "methods", None) or {"GET"}) - {"HEAD"})[0]
        body = b'{"id": "12345678"}' if method == "POST" else None
        try:
            with httpx.Client(verify=False, timeout=1) as client:  # no authorities are read
                status = client.request(method, table.base + path, headers=cookie, content=body).status_code
        except httpx.ReadTimeout:  # a poll, a picture: it was let in and waits
            status = 200
        if path in ("/api/join", "/api/own", "/api/code"):
            continue  # they decide by what they are given
        assert (status in (401, 403)) is (not may), (who, status)
        if not may:
            assert status == (401 if who == 0 else 403)


def test_what_a_phone_asks_for_by_a_verb_of_the_laptop_says_so(table: Table) -> None:
    table.start()
    with table.socket(table.phone()) as socket:
        state_of(socket)
        for verb in sorted(LAPTOP_VERBS):
            assert "laptop" in answer_to(socket, {"do": verb}).casefold()
