"""Default-deny: the tables of addresses and verbs decide who may ask for what, and nothing is outside of them."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from websockets.exceptions import InvalidStatus

from companion.errors import BadInput
from companion.web.kit.access import NoRule, ruled, verb_of
from companion.web.kit.door import Door, Session
from companion.web.kit.page import Page
from companion.web.practice import app as practice
from companion.web.table.app import ROUTES, TableRoutes, make_app
from companion.web.table.hub import TableHub
from companion.web.table.verb_dispatch import DO, VERBS, carry_out, do
from tests.faults.table_server import Table, answer_to, state_of

ROLES = [Session("host"), Session("player", "Ann")]
NOT_YET: set[str] = set()  # promised to the pages, with rules before they exist
TABLE_ROUTES = [
    r for r in TableRoutes(TableHub(None, Door())).routes() if isinstance(r, (Route, WebSocketRoute, Mount))
]


@pytest.mark.parametrize("verb", sorted(DO))
def test_every_verb_of_the_table_has_a_rule_that_holds(verb: str) -> None:
    """A new verb without a rule fails here, and is refused to everybody until it has one."""
    assert verb in VERBS, f"say in companion/web/table/verb_dispatch.py who may ask for {verb!r}"
    asked: list[Session] = []
    real = DO[verb]
    DO[verb] = lambda hub, page, message: asked.append(page.session)
    try:
        hub = TableHub(None, Door())
        do(hub, Page(ROLES[0]), {"do": verb})
        if VERBS[verb] == "joined":
            do(hub, Page(ROLES[1]), {"do": verb})
        else:
            with pytest.raises(BadInput, match="laptop"):
                do(hub, Page(ROLES[1]), {"do": verb})
    finally:
        DO[verb] = real
    assert asked == (ROLES if VERBS[verb] == "joined" else ROLES[:1])


@pytest.mark.parametrize("verb", sorted(practice.VERBS))
def test_every_verb_of_practice_has_a_rule_that_holds(verb: str) -> None:
    assert verb_of({"do": verb}, practice.MAY, ROLES[0]) == verb
    with pytest.raises(BadInput):
        verb_of({"do": verb}, practice.MAY, ROLES[1])


def test_rules_are_of_verbs_that_exist() -> None:
    assert set(VERBS) - set(DO) <= NOT_YET
    assert set(practice.MAY) == set(practice.VERBS)


def test_a_verb_without_a_rule_is_refused_to_the_laptop_too(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Any] = []
    monkeypatch.setitem(DO, "new-verb", lambda hub, page, message: done.append(message))
    page = Page(Session("host"))
    carry_out(TableHub(None, Door()), page, {"do": "new-verb"})
    assert done == []
    assert [m["t"] for m in page.outbox] == ["refused"]


@pytest.mark.parametrize("verb", [None, 3, [], {}, "", "ACT", "act ", "__class__", "x" * 9000])
def test_what_is_no_verb(verb: Any) -> None:
    for session in ROLES:
        with pytest.raises(BadInput):
            verb_of({"do": verb}, VERBS, session)


def test_an_address_without_a_rule_stops_the_server() -> None:
    async def answer(request: Any) -> Response:
        return Response("")

    with pytest.raises(NoRule, match="/api/new"):
        ruled([Route("/api/new", answer)], ROUTES, TableHub(None, Door()))
    make_app(TableHub(None, Door()))  # today's all have one


@pytest.mark.parametrize("route", TABLE_ROUTES, ids=lambda r: f"{type(r).__name__} {r.path}")
def test_every_address_by_role(route: Route | WebSocketRoute | Mount, table: Table) -> None:
    """A stranger, a phone and the laptop at each address, as its rule says."""
    table.start()
    cookies: list[dict[str, str]] = [{}, table.phone(), table.laptop]
    rule = ROUTES[route.path]
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
        for verb in sorted(v for v, who in VERBS.items() if who == "laptop"):
            assert "laptop" in answer_to(socket, {"do": verb}).casefold()
