"""Who may do what in the hall: one test a verb and an address by role; hostile messages to the page."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("sqlalchemy")

from starlette.routing import Mount, Route, WebSocketRoute

from companion.club.hall import app
from companion.club.hall.app import HallRoutes
from companion.club.hall.clerk import Asked, Clerk
from companion.club.hall.hub import HallHub
from companion.club.hall.plan import make_plan
from companion.club.hall.store import HallStore, url_of
from companion.club.hall.tournament import plan_entry
from companion.errors import BadInput
from companion.web.kit.access import verb_of
from companion.web.kit.door import Session
from companion.web.kit.page import Page
from tests.hall_served import FakeLine

ORGANISER, SCREEN = Session("host"), Session("player", "screen-1")
ROLES = [ORGANISER, SCREEN]


@pytest.fixture
def hub(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    clerk = Clerk(HallStore(url_of(str(tmp_path / "hall.sqlite"), tmp_path)))
    clerk.open()
    clerk.write_entry(lambda hall: plan_entry(make_plan("Club", "ftw", "swiss", 0, 0, "places", 1)))
    found = HallHub(clerk, FakeLine(), "broker:1883")
    monkeypatch.setattr(found, "post", lambda work: work())
    monkeypatch.setattr(clerk, "ask", clerk.answer)
    yield found
    clerk.store.close()


@pytest.mark.parametrize("verb", sorted(app.LAPTOP_VERBS))
def test_every_verb_of_the_hall_but_ping_is_the_organisers(verb: str) -> None:
    assert verb_of({"do": verb}, ORGANISER, app.LAPTOP_VERBS, app.PAGE_VERBS) is app.LAPTOP_VERBS[verb]
    with pytest.raises(BadInput, match="laptop"):
        verb_of({"do": verb}, SCREEN, app.LAPTOP_VERBS, app.PAGE_VERBS)
    assert set(app.PAGE_VERBS) == {"ping"}


def test_nothing_of_the_tournament_is_for_anybody(hub: HallHub) -> None:
    rules = {r.path: who for who, r in HallRoutes(hub).routes() if isinstance(r, (Route, WebSocketRoute, Mount))}
    telling = {"/ws", "/api/do", "/api/poll", "/export/{kind}", "/sheets"}
    assert all(rules[path] != "anybody" for path in telling)
    assert {path for path, who in rules.items() if who == "laptop"} == {"/export/{kind}", "/sheets"}
    assert not any("video" in path or "picture" in path or "audio" in path for path in rules)


ODD: list[Any] = [
    None,
    5,
    [],
    "pair",
    {},
    {"do": None},
    {"do": ["pair"]},
    {"do": "PAIR"},
    {"do": "enter"},
    {"do": "enter", "text": 5},
    {"do": "enter", "text": "a\n" * 900},
    {"do": "withdraw"},
    {"do": "withdraw", "player": "1"},
    {"do": "withdraw", "player": True},
    {"do": "back", "player": -1},
    {"do": "pair"},
    {"do": "unpair"},
    {"do": "seat", "round": 1, "table": 1, "place": "x"},
    {"do": "result", "round": [], "table": {}},
    {"do": "result", "round": 1, "table": 1, "points": {"1": 1e308}, "reason": "x"},
    {"do": "take", "id": None, "game": 5},
    {"do": "announce"},
    {"do": "announce", "what": "announce", "text": ""},
    {"do": "announce", "what": "shutdown"},
    {"do": "announce", "what": "announce", "text": "x" * 500},
    {"do": "screen"},
]


@pytest.mark.parametrize("message", ODD, ids=str)
def test_odd_messages_are_one_sentence_and_change_nothing(hub: HallHub, message: Any) -> None:
    before = hub.clerk.store.last
    page = Page(ORGANISER)
    app.carry_out(hub, page, message)
    told = [m for m in page.outbox if m["t"] == "refused"]
    assert told, page.outbox
    assert all(m["text"] and "{" not in m["text"] for m in told)
    assert hub.clerk.store.last == before


def test_what_a_screen_is_shown_holds_nothing_of_the_control(hub: HallHub) -> None:
    hub.clerk.write_entry(lambda hall: hall.tournament.enter("Ann", "Red"))
    organiser, screen = hub.state(Page(ORGANISER)), hub.state(Page(SCREEN))
    assert {"players", "strays", "rounds"} <= set(organiser)
    assert not {"players", "strays", "rounds"} & set(screen)
    assert [row["name"] for row in screen["standings"]] == ["Ann"]


def test_true_is_no_number_of_a_player(hub: HallHub) -> None:
    hub.clerk.write_entry(lambda hall: hall.tournament.enter("Ann"))
    for message in ({"do": "withdraw", "player": True}, {"do": "withdraw", "player": 1.0}):
        app.carry_out(hub, Page(ORGANISER), message)
    assert hub.clerk.hall.tournament.players[1].here


def test_each_line_of_names_counts_by_itself(hub: HallHub) -> None:
    page = Page(ORGANISER)
    app.carry_out(hub, page, {"do": "enter", "text": "Ann; Red\nAnn\n\n" + "x" * 99 + "\nBen"})
    players = [p.name for p in hub.clerk.hall.tournament.players.values()]
    assert players == ["Ann", "Ben"]
    assert [m["t"] for m in page.outbox].count("refused") == 2


def test_a_database_that_was_closed_is_opened_again_for_the_organiser(hub: HallHub) -> None:
    hub.clerk.store.close()
    answers: list[Any] = []
    hub.clerk.answer(Asked(lambda hall: hall.tournament.enter("Ann"), answers.append))
    assert answers == [None]
    assert [p.name for p in hub.clerk.hall.tournament.players.values()] == ["Ann"]
