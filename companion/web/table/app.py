"""The table's routes and messages: its page, kept games, set-up, pictures of verdicts, and pictures of cards."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from functools import cache
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from companion.bounds import digits
from companion.errors import BadInput, CompanionError
from companion.facts import JSON
from companion.rules.errors import RulesError
from companion.rules.notation import MAX_NAME_CHARS
from companion.sources.pixels import MAX_BYTES
from companion.web.kit.access import Address, application, routes_for, verb_of
from companion.web.kit.assets import Assets, kept
from companion.web.kit.own_devices import list_devices
from companion.web.kit.page import Page, language_from_header, language_of
from companion.web.kit.request_bodies import body
from companion.web.kit.routes import SensingRoutes
from companion.web.table.album import Album, picture, pictures_for_page, pictures_version
from companion.web.table.hub import TableHub
from companion.web.table.laptop import LAPTOP_VERBS
from companion.web.table.setup import catalogue
from companion.web.table.shelf import export, steps
from companion.web.table.verbs import PLAYER_VERBS, refuse
from companion.web.table.views import evidence
from companion.words import Language

MAX_PLAYERS: Final = 20  # players named in one request about faces
STATIC: Final = Path(__file__).resolve().parent / "static"


class TableRoutes(SensingRoutes):
    """The request handlers of the table's pages: the shared ones, and the table's own."""

    hub: TableHub

    def __init__(self, hub: TableHub) -> None:
        styles = [STATIC / "css", STATIC / "warmup"]
        assets = Assets("/static/main.js", {"/static": STATIC}, styles, installs=True)
        super().__init__(hub, carry_out, assets)
        self._catalogue = cache(catalogue)

    def routes(self) -> list[Address]:
        return [
            *super().routes(),
            *routes_for(
                "laptop",
                Route("/api/games", self.games),
                Route("/api/devices", self.devices),
                Route("/api/preview/{kind}/{spec}", self.preview),
                Route("/api/faces/{spec}", self.setup_faces),
                Route("/api/faces", self.setup_faces_of_page, methods=["POST"]),
                Route("/api/shelf", self.shelf),
                Route("/api/steps", self.steps),
                Route("/api/export", self.export),
                Route("/api/evidence", self.evidence),
            ),
            *routes_for(
                "joined",
                Route("/api/card", self.card),
                Route("/api/card", self.photograph, methods=["POST"]),
                Route("/api/deck", self.deck),
            ),
            *routes_for(
                "anybody",
                Route("/pictures/{spec}", self.picture_of_set),
                Route("/manifest.webmanifest", self.manifest),
                Route("/sw.js", self.worker),
            ),
        ]

    async def manifest(self, request: Request) -> Response:
        """Respond with the web app manifest, which lets a browser install the page as an app."""
        return FileResponse(STATIC / "install" / "manifest.webmanifest", media_type="application/manifest+json")

    async def worker(self, request: Request) -> Response:
        """Respond with the service worker of the installed app. Its path is at the root, so it covers all pages."""
        return FileResponse(STATIC / "install" / "sw.js", media_type="text/javascript")

    async def games(self, request: Request) -> Response:
        return JSONResponse(self._catalogue(_language(request)))

    async def devices(self, request: Request) -> Response:
        """Respond with the cameras and microphones that Python can open on this machine (see ``list_devices``)."""
        return JSONResponse(await asyncio.to_thread(list_devices))

    async def preview(self, request: Request) -> Response:
        """Respond with a live preview of a device of this machine, before a game.

        The response is a camera's newest picture as a JPEG, or a microphone's ``{level}``, 0..1.
        """
        kind, previews = request.path_params["kind"], self.hub.devices.previews
        spec = self._preview_spec(kind, request.path_params["spec"])
        if kind == "camera":
            return Response(await asyncio.to_thread(previews.camera, spec), media_type="image/jpeg")
        return JSONResponse({"level": await asyncio.to_thread(previews.microphone, spec)})

    def _preview_spec(self, kind: str, spec: str) -> str:
        """Return the specification of a device to preview. Raises BadInput for an unknown device, or during a game.

        Args:
            kind: "camera" or "microphone".
            spec: A device's number, "default" (microphones), or "own" for the device that the command line named.
        """
        if kind not in ("camera", "microphone"):
            raise BadInput("web.no.device")
        if self.hub.sitting is not None:
            raise BadInput("preview.playing")
        if spec == "own":
            spec = self.hub.devices.camera if kind == "camera" else self.hub.devices.microphone
        elif not (spec == "default" and kind == "microphone") and digits(spec, 0, 999) is None:
            spec = ""
        if not spec or len(spec) > 400:
            raise BadInput("web.no.device")
        return spec

    async def setup_faces(self, request: Request) -> Response:
        """Respond with the faces that a camera of this machine sees before a game: [{face, box, player}]."""
        spec = self._preview_spec("camera", request.path_params["spec"])

        def look() -> list[dict[str, Any]]:
            return self.hub.setup_faces.look(spec, self.hub.devices.previews.camera(spec), _players(request))

        return JSONResponse(await asyncio.to_thread(look))

    async def setup_faces_of_page(self, request: Request) -> Response:
        """Respond with the faces in a picture that the laptop's browser sent, as ``setup_faces`` does."""
        if self.hub.sitting is not None:
            raise BadInput("preview.playing")
        data = await body(request, MAX_BYTES)
        found = await asyncio.to_thread(self.hub.setup_faces.look, "page", data, _players(request))
        return JSONResponse(found)

    async def shelf(self, request: Request) -> Response:
        return JSONResponse(self.hub.shelf.listing() if self.hub.keeps else [])

    async def steps(self, request: Request) -> Response:
        path = self.hub.shelf.find(request.query_params.get("name"))
        return JSONResponse(steps(path, _language(request)))

    async def export(self, request: Request) -> Response:
        path = self.hub.shelf.find(request.query_params.get("name"))
        name, media, text = export(path, request.query_params.get("kind"), _language(request))
        return Response(text, media_type=media, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def evidence(self, request: Request) -> Response:
        """Respond with the last verdict on a victory speech and its pictures, until the next hand; null without one."""
        return JSONResponse(evidence(self.hub.last_verdict))

    async def photograph(self, request: Request) -> Response:
        """Store a photograph of a card, which any joined page may send as a JPEG."""
        self.person(request, "photograph", 3)
        album, number = self._album(), request.query_params.get("number")
        data = await body(request, MAX_BYTES)
        try:
            await asyncio.to_thread(album.put, number, data)
        finally:  # on a full disk it is shown all the same, as the error says
            self.hub.notify_pages()
        return JSONResponse({})

    async def card(self, request: Request) -> Response:
        """Respond with the photograph of a card as a JPEG."""
        self.person(request, "card", 60)
        return Response(self._album().get(request.query_params.get("number")), media_type="image/jpeg")

    async def deck(self, request: Request) -> Response:
        """Respond with the drawn pictures of cards that companion deals, and the words for them; {} for other games."""
        self.person(request, "deck", 20)
        return JSONResponse({} if self.hub.game is None else pictures_for_page(self.hub.game.match, _language(request)))

    async def picture_of_set(self, request: Request) -> Response:
        """Respond with a drawn picture.

        Its route needs no session, so the response must not depend on the current game.
        """
        return kept(request, picture(request.path_params["spec"]), "image/svg+xml", pictures_version())

    def _album(self) -> Album:
        if self.hub.album is None:
            raise BadInput("web.no.album")
        return self.hub.album


def _players(request: Request) -> list[str]:
    """Return the players that the page names in the request, at most ``MAX_PLAYERS``."""
    return [name for name in request.query_params.getlist("player") if len(name) <= MAX_NAME_CHARS][:MAX_PLAYERS]


def _language(request: Request) -> Language:
    """Return the language that the request names, else the first that the browser accepts."""
    return language_of(request.query_params.get("lang")) or language_from_header(request.headers.get("accept-language"))


def make_app(hub: TableHub) -> Starlette:
    """Return the ASGI application of the table. The caller must also run ``hub.run()`` in the same loop."""
    return application(hub, TableRoutes(hub).routes())


def carry_out(hub: TableHub, page: Page, message: JSON) -> Awaitable[None] | None:
    """Execute a page's message; if it is rejected, send this page alone the reason.

    A phone also gets reasons that only its player may know; the laptop gets the public ones.

    Returns:
        None if the work is done; an awaitable if it waits for a disk.
    """
    hub.presence.note_contact(page.session.player, hub.clock.now())
    try:
        later = verb_of(message, page.session, LAPTOP_VERBS, PLAYER_VERBS)(hub, page, message)
    except (RulesError, CompanionError) as error:
        _refuse(hub, page, error)
        return None
    return None if later is None else _rest(hub, page, later)


async def _rest(hub: TableHub, page: Page, later: Awaitable[None]) -> None:
    try:
        await later
    except (RulesError, CompanionError) as error:
        _refuse(hub, page, error)


def _refuse(hub: TableHub, page: Page, error: RulesError | CompanionError) -> None:
    refuse(hub, page, error.public if page.laptop and isinstance(error, RulesError) else error.fact)
