"""The routes of the practice page, its words, and serving it: the table's server with another page on it."""

from __future__ import annotations

import asyncio
import contextlib
import signal as signals
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import typer
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from companion import resources
from companion.errors import BadInput, CompanionError
from companion.practice import charts
from companion.practice.dicecheck import card_of
from companion.practice.report import CHARTS, chart, page
from companion.practice.texts import say
from companion.web.practice.desk import Desk
from companion.web.practice.runs import DiceRun, FrenzyRun
from companion.web.practice.words import PAGE
from companion.web.table import sockets
from companion.web.table.app import STATIC as TABLE_STATIC
from companion.web.table.app import Gate, Routes, _gone, _refused
from companion.web.table.hub import Hub, Page
from companion.web.table.serve import Place, serve
from companion.web.table.words import PLAYER

STATIC: Final = Path(__file__).resolve().parent / "static"
LONGEST: Final = 60


def _text(message: dict[str, Any], key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str) or len(value) > LONGEST:
        raise BadInput("this message is not understood: reload the page")
    return value


def _pick(desk: Desk, message: dict[str, Any]) -> None:
    if isinstance(desk.run_now, FrenzyRun):
        suit = message.get("suit")
        desk.run_now.frenzy.pick = suit if suit in desk.run_now.frenzy.hand else None


def _key(desk: Desk, message: dict[str, Any]) -> None:
    if isinstance(desk.run_now, DiceRun):
        desk.run_now.key(_text(message, "key"))


WORDS: Final[dict[str, Callable[[Desk, dict[str, Any]], None]]] = {
    "player": lambda desk, m: desk.choose(_text(m, "name")),
    "language": lambda desk, m: desk.speak(_text(m, "lang")),
    "begin": lambda desk, m: desk.begin(m),
    "again": lambda desk, m: desk.again(),
    "stop": lambda desk, m: desk.stop(),
    "pick": _pick,
    "key": _key,
    "keep": lambda desk, m: desk.keep_plays(yes=m.get("yes") is True),
    "undo": lambda desk, m: desk.undo(),
    "speaking": lambda desk, m: desk.devices.speaking(m.get("on") is True),
    "forget": lambda desk, m: desk.forget(),
}


def carry_out(hub: Hub, page: Page, message: Any) -> None:
    """Do one message of the page, or tell it in one sentence why not."""
    assert isinstance(hub, Desk)
    word = message.get("do") if isinstance(message, dict) else None
    if word == "ping":
        PLAYER["ping"](hub, page, message)
        return
    work = WORDS.get(word) if isinstance(word, str) else None
    try:
        if work is None:
            raise BadInput("this message is not understood: reload the page")
        work(hub, message)
    except CompanionError as error:
        page.tell({"t": "refused", "text": str(error)})
    hub.changed()


class PracticeRoutes(Routes):
    """The table's routes, with the practice page's own."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk

    async def page(self, request: Request) -> Response:
        return FileResponse(STATIC / "practice.html", media_type="text/html")

    async def texts(self, request: Request) -> Response:
        """The page's own words: key to [English, German]."""
        return JSONResponse(PAGE)

    async def chart(self, request: Request) -> Response:
        """One chart as SVG; ``dark`` for light ink."""
        self._laptop(request)
        ink = charts.DARK if request.query_params.get("dark") == "1" else charts.LIGHT
        kind = request.path_params["kind"]
        if kind == "dice":
            counts = card_of(self.desk.store.throws(self.desk.player)).fairness.counts
            drawn = charts.dice(counts, say("dice.faces", self.desk.lang), ink)
        elif kind in CHARTS:
            drawn = chart(kind, self.desk.report(), self.desk.lang, ink)
        else:
            drawn = ""
        return Response(charts.alone(drawn), 200 if drawn else 404, media_type="image/svg+xml")

    async def report(self, request: Request) -> Response:
        """The report as a file to keep."""
        self._laptop(request)
        desk = self.desk
        text = page(desk.player, desk.report(), desk.store.throws(desk.player), desk.lang)
        return Response(
            text, media_type="text/html", headers={"Content-Disposition": 'attachment; filename="practice.html"'}
        )

    async def do(self, request: Request) -> Response:
        session = self._person(request, "do", 20)
        data = await self._json(request)
        data = data if isinstance(data, dict) else {}
        carry_out(self.desk, self._poller(request, session, data.get("id")), data.get("message"))
        return JSONResponse({})


def make_app(hub: Hub) -> Starlette:
    """The application around a desk; whoever serves it runs ``hub.run()`` beside it."""
    assert isinstance(hub, Desk)
    routes = PracticeRoutes(hub)

    def socket(work: Callable[..., Awaitable[None]], *more: Any) -> Callable[[Any], Awaitable[None]]:
        async def endpoint(websocket: Any) -> None:
            await work(hub, websocket, *more)

        return endpoint

    return Starlette(
        routes=[
            Route("/", routes.page),
            Route("/api/join", routes.join, methods=["POST"]),
            Route("/api/me", routes.me),
            Route("/api/texts", routes.texts),
            Route("/api/do", routes.do, methods=["POST"]),
            Route("/api/poll", routes.poll, methods=["POST"]),
            Route("/api/picture", routes.picture, methods=["POST"]),
            Route("/api/sound", routes.sound, methods=["POST"]),
            Route("/chart/{kind}", routes.chart),
            Route("/report", routes.report),
            WebSocketRoute("/ws", socket(sockets.talk, carry_out)),
            WebSocketRoute("/ws/video", socket(sockets.video)),
            WebSocketRoute("/ws/audio", socket(sockets.audio)),
            WebSocketRoute("/ws/view", socket(sockets.view)),
            Mount("/static", StaticFiles(directory=TABLE_STATIC)),
            Mount("/practice", StaticFiles(directory=STATIC)),
            Mount("/figures", StaticFiles(directory=resources.path("practice/figures"))),
        ],
        middleware=[Middleware(Gate, hub=hub)],
        exception_handlers={CompanionError: _refused, ClientDisconnect: _gone},
    )


def run(camera: str, microphone: str, port: int, player: str = "", lang: str = "en") -> None:
    """Serve the page until Ctrl-C. Raises DeviceUnavailable where the port is taken, StorageError for the database."""
    desk = Desk()
    desk.devices.camera, desk.devices.microphone = camera, microphone
    desk.speak(lang)
    if player:
        desk.choose(player)
    desk.store.players()

    async def main() -> None:
        ready = lambda address, _: typer.echo(f"Practice is open on this machine: {address}")  # noqa: E731
        work = asyncio.ensure_future(serve(desk, Place(port), ready, make_app))
        loop = asyncio.get_running_loop()
        for name in ("SIGINT", "SIGTERM"):
            with contextlib.suppress(NotImplementedError, AttributeError):  # Windows
                loop.add_signal_handler(getattr(signals, name), work.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await work

    asyncio.run(main())
    typer.echo("Practice is closed.")
