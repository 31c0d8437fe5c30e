"""The routes of the hall's page and serving it: the pages' shared server, without cameras and microphones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from companion.bounds import digits
from companion.club.hall.export import KINDS, MOST, STYLE, export, sheets
from companion.club.hall.hub import HallHub
from companion.club.hall.verbs import carry_out
from companion.errors import BadInput
from companion.web.kit import serve
from companion.web.kit.access import TALKING, Who, application
from companion.web.kit.assets import Assets
from companion.web.kit.page import language_of
from companion.web.kit.routes import PageRoutes
from companion.web.kit.serve import Place
from companion.words import say

STATIC: Final = Path(__file__).resolve().parent / "static"
ROUTES: Final[dict[str, Who]] = {
    **TALKING, "/hall": "anybody", "/sheets.css": "anybody", "/export/{kind}": "laptop", "/sheets": "laptop",
}  # fmt: skip
"""What anybody may have is the same for everybody and tells nothing of the tournament."""


class HallRoutes(PageRoutes):
    """The shared handlers that need no camera, with the hall's own."""

    def __init__(self, hub: HallHub) -> None:
        assets = Assets(STATIC / "hall.html", "/hall/hall.js", {"/hall": STATIC}, [STATIC / "css"])
        super().__init__(hub, carry_out, assets)
        self.hall = hub

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self._assets.page),
            Route("/join", self._assets.page),
            *self.talking(),
            Route("/export/{kind}", self.export),
            Route("/sheets", self.sheets),
            Route("/sheets.css", self.sheets_style),
            *self._assets.routes(),
        ]

    async def export(self, request: Request) -> Response:
        """Standings or results as a file."""
        self.laptop(request)
        kind = request.path_params["kind"]
        with self.hall.clerk.lock:
            media, text = export(self.hall.clerk.hall, kind)
        name = next(k for k in KINDS if k == kind)
        return Response(text, media_type=media, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def sheets(self, request: Request) -> Response:
        """What to print: ``count`` sheets "Table 1" and on, or one for each table that is there."""
        self.laptop(request)
        language = language_of(request.query_params.get("lang")) or self.hall.spoken
        asked = request.query_params.get("count", "")
        count = digits(asked, 1, MOST) if asked else 0
        if count is None:
            raise BadInput("tournament.no.sheets")
        with self.hall.clerk.lock:
            plan = self.hall.clerk.hall.tournament.plan
            places = self.hall.clerk.hall.board.places()
        names = [say("hall.table-n", language, n=k + 1) for k in range(count)] if count else places
        return Response(sheets(names, plan.name if plan else "", self.hall.broker, language), media_type="text/html")

    async def sheets_style(self, request: Request) -> Response:
        return Response(STYLE, media_type="text/css")


def make_app(hub: HallHub) -> Starlette:
    return application(hub, HallRoutes(hub).routes(), ROUTES)


def run(hub: HallHub, place: Place, ready: Callable[[str, str], None]) -> None:
    """Serve until Ctrl-C. Raises DeviceUnavailable where the port is taken."""
    serve.run(hub, place, ready, make_app)
