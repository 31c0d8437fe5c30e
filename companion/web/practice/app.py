"""The routes and messages of the practice page, and how it is served."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import typer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from companion import resources
from companion.errors import BadInput, CompanionError
from companion.facts import JSON
from companion.practice import charts
from companion.practice.dice_check import DiceRun, card_of
from companion.practice.frenzy import Frenzy
from companion.practice.report_page import PAGE_CHARTS, chart, page
from companion.web.kit import serve
from companion.web.kit.access import Address, application, routes_for, verb_of
from companion.web.kit.assets import Assets, Files
from companion.web.kit.page import Page, language_of
from companion.web.kit.routes import SensingRoutes
from companion.web.kit.serve import Place
from companion.web.practice.practice_session import PracticeSession
from companion.words import Language, say

STATIC: Final = Path(__file__).resolve().parent / "static"
MAX_TEXT_CHARS: Final = 60


def _text(message: dict[str, JSON], key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str) or len(value) > MAX_TEXT_CHARS:
        raise BadInput("web.no.message")
    return value


def _ping(desk: PracticeSession, page: Page, message: dict[str, JSON]) -> None:
    page.tell({"t": "pong"})


def _today(desk: PracticeSession, page: Page, message: dict[str, JSON]) -> None:
    """Begin today's five minutes (the daily practice) for the player in ``name``, else for the current player."""
    if message.get("name") is not None:
        desk.choose(_text(message, "name"))
    desk.begin_today()


def _pick(desk: PracticeSession, page: Page, message: dict[str, JSON]) -> None:
    if isinstance(desk.run_now, Frenzy):
        suit = message.get("suit")
        desk.run_now.pick = suit if suit in desk.run_now.hand else None


def _key(desk: PracticeSession, page: Page, message: dict[str, JSON]) -> None:
    if isinstance(desk.run_now, DiceRun):
        desk.run_now.key(_text(message, "key"))


VERBS: Final[dict[str, Callable[[PracticeSession, Page, dict[str, JSON]], None]]] = {
    "ping": _ping,
    "player": lambda desk, page, m: desk.choose(_text(m, "name")),
    "begin": lambda desk, page, m: desk.begin(m),
    "sets": lambda desk, page, m: desk.choose_sets(_text(m, "sets")),
    "today": _today,
    "next": lambda desk, page, m: desk.begin_next_unit(),
    "again": lambda desk, page, m: desk.again(),
    "stop": lambda desk, page, m: desk.leave(),
    "pick": _pick,
    "key": _key,
    "keep": lambda desk, page, m: desk.keep_plays(yes=m.get("yes") is True),
    "undo": lambda desk, page, m: desk.undo(),
    "speaking": lambda desk, page, m: desk.devices.speaking(m.get("on") is True),
    "forget": lambda desk, page, m: desk.forget(),
}
"""The handler of each verb. All are for the laptop alone: nobody practises on a phone."""


def carry_out(desk: PracticeSession, page: Page, message: JSON) -> None:
    """Execute one message of the page; if it is rejected, send the page the reason."""
    try:
        work = verb_of(message, page.session, VERBS, {})
        work(desk, page, message)
        if work is _ping:
            return
    except CompanionError as error:
        page.tell({"t": "refused", "text": say(error.fact, desk.language(page))})
    desk.notify_pages()


class PracticeRoutes(SensingRoutes):
    """The request handlers of the practice page: the shared ones, and those of its charts and report."""

    other_prefixes = ("page.lesson.", "page.lobby.", "page.now.", "page.rules.")

    def __init__(self, desk: PracticeSession) -> None:
        assets = Assets("/practice/practice.js", {"/practice": STATIC}, [STATIC / "css"], ": practice")
        super().__init__(desk, carry_out, assets)
        self.desk = desk

    def routes(self) -> list[Address]:
        return [
            *super().routes(),
            *routes_for("laptop", Route("/chart/{kind}", self.chart), Route("/report", self.report)),
            *routes_for("anybody", Mount("/figures", Files(resources.path("practice/figures")))),
        ]

    async def chart(self, request: Request) -> Response:
        """Respond with the chart ``kind`` as SVG.

        ``dark=1`` draws in light ink, ``lang`` is the language of its words.
        """
        ink = charts.DARK_INK if request.query_params.get("dark") == "1" else charts.LIGHT_INK
        kind, language = request.path_params["kind"], self._language(request)
        if kind == "dice":
            counts = card_of(self.desk.store.throws(self.desk.player)).fairness.counts
            drawn = charts.dice(counts, say("report.faces", language), ink)
        elif kind in PAGE_CHARTS:
            drawn = chart(kind, self.desk.report(), language, ink)
        else:
            drawn = ""
        return Response(charts.alone(drawn), 200 if drawn else 404, media_type="image/svg+xml")

    async def report(self, request: Request) -> Response:
        """Respond with the practice report as an HTML file to download."""
        desk = self.desk
        text = page(desk.player, desk.report(), desk.store.throws(desk.player), self._language(request))
        return Response(
            text, media_type="text/html", headers={"Content-Disposition": 'attachment; filename="practice.html"'}
        )

    def _language(self, request: Request) -> Language:
        return language_of(request.query_params.get("lang")) or self.desk.spoken


def make_app(desk: PracticeSession) -> Starlette:
    """Return the ASGI application of the practice page. The caller must also run ``desk.run()`` in the same loop."""
    return application(desk, PracticeRoutes(desk).routes())


def run(camera: str, microphone: str, port: int, player: str = "", language: Language = "en") -> None:
    """Serve the practice page until Ctrl-C.

    Args:
        camera: The camera to open, as typed on the command line; "" for none.
        microphone: The microphone to open, as typed on the command line; "" for none.
        port: The port; 0 takes any free one.
        player: Who practises; "" for the player who practised last.
        language: The language of texts.

    Raises:
        DeviceUnavailable: The port is in use.
        StorageError: The database cannot be read.
    """
    desk = PracticeSession()
    desk.devices.camera, desk.devices.microphone, desk.spoken = camera, microphone, language
    if player := player or desk.store.latest_player():
        desk.choose(player)
    desk.store.players()

    ready = lambda address, _: typer.echo(say("practice.open", language, address=address))  # noqa: E731
    serve.run(desk, Place(port), ready, make_app)
    typer.echo(say("practice.closed", language))
