"""The hall's page: its routes, and the actions that pages may request (verbs).

Screens that have joined may only look; all other actions are for the organiser.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.bounds import digits
from companion.club.facts import MAX_TEXT_CHARS, ORDER_VERBS, Do, slug
from companion.club.hall.hub import HallHub
from companion.club.hall.state import Hall, Stray
from companion.club.hall.tournament import Entry
from companion.club.hall.views import EXPORT_FILES, MAX_SHEETS, export, sheets
from companion.errors import BadInput, CompanionError
from companion.facts import JSON
from companion.web.kit import serve
from companion.web.kit.access import Address, application, routes_for, verb_of
from companion.web.kit.assets import Assets
from companion.web.kit.page import Page, language_of
from companion.web.kit.routes import PageRoutes
from companion.web.kit.serve import Place
from companion.words import say

STATIC: Final = Path(__file__).resolve().parent / "static"


class HallRoutes(PageRoutes):
    """Routes of the hall's page: its own, and those shared with other pages."""

    def __init__(self, hub: HallHub) -> None:
        assets = Assets("/hall/hall.js", {"/hall": STATIC}, [STATIC / "css"], ": tournament")
        super().__init__(hub, carry_out, assets)
        self.hall = hub

    def routes(self) -> list[Address]:
        return [
            *self.talking(),
            *routes_for("laptop", Route("/export/{kind}", self.export), Route("/sheets", self.sheets)),
        ]

    async def export(self, request: Request) -> Response:
        """Answer with the standings or results as a file to save."""
        kind = request.path_params["kind"]
        with self.hall.clerk.lock:
            media, text = export(self.hall.clerk.hall, kind)
        name = next(k for k in EXPORT_FILES if k == kind)
        return Response(text, media_type=media, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def sheets(self, request: Request) -> Response:
        """Answer with sheets to print, one for each table that is online.

        With ``count`` in the query, that many sheets are made instead, named "Table 1" and so on.

        Raises:
            BadInput: ``count`` is no number in the allowed range.
        """
        language = language_of(request.query_params.get("lang")) or self.hall.spoken
        asked = request.query_params.get("count", "")
        count = digits(asked, 1, MAX_SHEETS) if asked else 0
        if count is None:
            raise BadInput("tournament.no.sheets")
        with self.hall.clerk.lock:
            plan = self.hall.clerk.hall.tournament.plan
            places = self.hall.clerk.hall.board.places()
        names = [say("hall.table-n", language, n=k + 1) for k in range(count)] if count else places
        return Response(sheets(names, plan.name if plan else "", self.hall.broker, language), media_type="text/html")


def make_app(hub: HallHub) -> Starlette:
    return application(hub, HallRoutes(hub).routes())


def run(hub: HallHub, place: Place, ready: Callable[[str, str], None]) -> None:
    """Serve the hall's page until Ctrl-C.

    Args:
        hub: The hub of the pages.
        place: Port, certificates and network.
        ready: Function that is called with the page's addresses once it is served.

    Raises:
        DeviceUnavailable: The port is in use.
    """
    serve.run(hub, place, ready, make_app)


Message: TypeAlias = dict[str, JSON]
Verb: TypeAlias = Callable[[HallHub, Page, Message], None]
MAX_ENTERED_TOGETHER: Final = 200  # players in one request


def _enter(hub: HallHub, page: Page, message: Message) -> None:
    """Enter the players in the message's text, one a line, with the team after a semicolon.

    A line that is refused does not affect the others.

    Raises:
        BadInput: There are no lines, or too many.
    """
    text = message.get("text")
    lines = [line for line in text.splitlines() if line.strip()] if isinstance(text, str) else []
    if not lines or len(lines) > MAX_ENTERED_TOGETHER:
        raise BadInput("tournament.no.lines", most=MAX_ENTERED_TOGETHER)
    for line in lines:
        name, _, team = line.partition(";")
        hub.ask(page, lambda hall, name=name, team=team.strip(): hall.tournament.enter(name, team))  # type: ignore[misc]


def _asking(make: Callable[[Hall, Message], Entry]) -> Verb:
    """Return an action that has the clerk log the entry returned by ``make``."""
    return lambda hub, page, message: hub.ask(page, lambda hall: make(hall, message))


def _seat(hall: Hall, message: Message) -> Entry:
    place = message.get("place")
    if place not in ("", *hall.board.places()):
        raise BadInput("tournament.no.place")
    return hall.tournament.seat(message.get("round"), message.get("table"), str(place))


def _result(hall: Hall, message: Message) -> Entry:
    given = (message.get(key) for key in ("round", "table", "points", "winners", "reason"))
    return hall.tournament.correct(*given)


def _take(hall: Hall, message: Message) -> Entry:
    """Return the entry that assigns a stray result (one that matched no table) to a table of a round.

    Raises:
        BadInput: There is no such result or table, or the result lacks a player of the table.
    """
    stray = _stray(hall, message)
    at, table = hall.tournament.table(message.get("round"), message.get("table"))
    told = hall.tournament.by_number(table, stray.result.points)
    points = {str(n): round(value) for n, value in told.items()}
    winners = list(hall.tournament.by_number(table, dict.fromkeys(stray.result.winners)))
    source = (stray.id, stray.result.game)
    return hall.tournament.correct(at.number, table.number, points, winners, message.get("reason"), source)


def _stray(hall: Hall, message: Message) -> Stray:
    for stray in reversed(hall.strays):
        if (stray.id, stray.result.game) == (message.get("id"), message.get("game")):
            return stray
    raise BadInput("tournament.no.stray")


def _announce(hub: HallHub, page: Page, message: Message) -> None:
    """Send an order (announcement, pause or resume) to every table that is online.

    Raises:
        BadInput: The order or its text is not valid, or the broker is not connected.
    """
    do, text = message.get("what"), message.get("text", "")
    if (
        do not in ORDER_VERBS
        or not isinstance(text, str)
        or len(text) > MAX_TEXT_CHARS
        or (do == "announce" and not text.strip())
    ):
        raise BadInput("tournament.no.announcement", most=MAX_TEXT_CHARS)
    if hub.mqtt is None or not hub.mqtt.connected:
        raise BadInput("tournament.no.broker")
    asked: Do = do
    with hub.clerk.lock:
        topics = sorted({slug(t.topic) for t in hub.clerk.hall.board.tables.values() if t.online})
    for topic in topics:
        hub.mqtt.order(topic, asked, " ".join(text.split()))
    page.tell({"t": "done"})


def _screen(hub: HallHub, page: Page, message: Message) -> None:
    """Send the page an invitation (link, QR code and short code), with which one more screen can join.

    Raises:
        BadInput: The hall is not open to the local network, or has as many screens as it allows.
    """
    if not hub.join_base:
        raise BadInput("tournament.no.lan")
    free = [name for name in hub.people() if name not in hub.door.phones()]
    if not free:
        raise BadInput("tournament.no.screen")
    page.tell(hub.invitation(free[0]))


PAGE_VERBS: Final[dict[str, Verb]] = {"ping": lambda hub, page, m: page.tell({"t": "pong"})}
LAPTOP_VERBS: Final[dict[str, Verb]] = {
    "enter": _enter,
    "withdraw": _asking(lambda hall, m: hall.tournament.withdraw(m.get("player"))),
    "back": _asking(lambda hall, m: hall.tournament.bring_back(m.get("player"))),
    "pair": _asking(lambda hall, m: hall.tournament.pair(hall.board.places())),
    "unpair": _asking(lambda hall, m: hall.tournament.unpair(m.get("reason"))),
    "seat": _asking(_seat),
    "result": _asking(_result),
    "take": _asking(_take),
    "announce": _announce,
    "screen": _screen,
    "shut": lambda hub, page, m: hub.shut(),
    "address": lambda hub, page, m: hub.choose_address(m.get("base")),
}


def carry_out(hub: HallHub, page: Page, message: JSON) -> None:
    """Carry out the action that a page's message names; if it is refused, send that page the reason."""
    try:
        verb_of(message, page.session, LAPTOP_VERBS, PAGE_VERBS)(hub, page, message)
    except CompanionError as error:
        page.tell({"t": "refused", "text": say(error.fact, hub.language(page))})
