"""The routes: pages and their files, joining, the words and pictures of pages that get no socket, kept games."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.errors import BadInput, CompanionError
from companion.web.table import sockets
from companion.web.table.album import Album
from companion.web.table.ears import LONGEST as MOST_SOUND
from companion.web.table.guard import COOKIE, HEADERS, LASTS, Bucket, Session, policy
from companion.web.table.hub import Hub, Page, accepted, language_of
from companion.web.table.pictures import MAX_BYTES
from companion.web.table.setup import catalogue, devices

STATIC: Final = Path(__file__).resolve().parent / "static"
MOST_TEXT: Final = 16_384  # bytes of a JSON body
POLL: Final = 20.0  # seconds that an answer waits for something new
MOST_POLLERS: Final = 40


class Gate:
    """Refuses foreign hosts and origins, and gives every answer its headers."""

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        self.app = app
        self.hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        host = headers.get("host")

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = {**HEADERS, "Content-Security-Policy": policy(host or ""), "Cache-Control": "no-store"}
                message["headers"] = [
                    *message["headers"],
                    *((k.lower().encode(), v.encode("latin-1", "replace")) for k, v in extra.items()),
                ]
            await send(message)

        door = self.hub.door
        if not door.host_ok(host):
            await PlainTextResponse("This is not the address of this table.", 421)(scope, receive, send)
        elif not door.origin_ok(headers.get("origin"), host):
            await PlainTextResponse("Another page may not do this.", 403)(scope, receive, dressed)
        else:
            await self.app(scope, receive, dressed)


async def body(request: Request, most: int) -> bytes:
    """The body, read no further than ``most`` bytes. Raises BadInput beyond."""
    stated = request.headers.get("content-length", "")
    if stated.isdigit() and int(stated) > most:
        raise BadInput("this is too large", "das ist zu groß")
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise BadInput("this is too large", "das ist zu groß")
        parts.append(part)
    return b"".join(parts)


class Routes:
    """The handlers, around one hub."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._tries = Bucket(2, 20)
        self._rates: dict[tuple[str, str | None], Bucket] = {}
        self._pollers: dict[tuple[str, str], Page] = {}
        self._catalogue = catalogue()  # before anybody asks: the first picture does not wait for it

    async def page(self, request: Request) -> Response:
        return FileResponse(STATIC / "index.html", media_type="text/html")

    async def join(self, request: Request) -> Response:
        """A token for a cookie."""
        if not self._tries.take(self.hub.clock.now()):
            raise Refused(429, "Too many tries: wait a few seconds.", "Zu viele Versuche: warte ein paar Sekunden.")
        data = await self._json(request)
        try:
            secret, session = self.hub.door.enter(data.get("token") if isinstance(data, dict) else None)
        except BadInput as error:
            raise Refused(403, str(error), error.german) from None
        answer = JSONResponse({"role": session.role, "player": session.player})
        answer.set_cookie(
            COOKIE, secret, httponly=True, samesite="strict", secure=request.url.scheme == "https", max_age=LASTS
        )
        self.hub.joined(session.player)
        return answer

    async def me(self, request: Request) -> Response:
        session = self._who(request)
        return JSONResponse({"role": session.role if session else None, "player": session.player if session else None})

    async def games(self, request: Request) -> Response:
        self._laptop(request)
        return JSONResponse(self._catalogue)

    async def devices(self, request: Request) -> Response:
        """Cameras and microphones that companion itself can open on this machine."""
        self._laptop(request)
        return JSONResponse(await asyncio.get_running_loop().run_in_executor(None, devices))

    async def shelf(self, request: Request) -> Response:
        self._laptop(request)
        return JSONResponse(self.hub.shelf.listing() if self.hub.shelf is not None else [])

    async def steps(self, request: Request) -> Response:
        self._laptop(request)
        if self.hub.shelf is None:
            raise BadInput("games are not kept here", "Spiele werden hier nicht aufbewahrt")
        return JSONResponse(
            self.hub.shelf.steps(request.query_params.get("name"), language_of(request.query_params.get("lang")))
        )

    async def export(self, request: Request) -> Response:
        self._laptop(request)
        if self.hub.shelf is None:
            raise BadInput("games are not kept here", "Spiele werden hier nicht aufbewahrt")
        name, media, text = self.hub.shelf.export(request.query_params.get("name"), request.query_params.get("kind"))
        return Response(text, media_type=media, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def evidence(self, request: Request) -> Response:
        """The last verdict on a victory speech with its pictures, kept until the next hand; null: there is none."""
        self._laptop(request)
        speeches = self.hub.senses.speeches
        return JSONResponse(speeches.evidence() if speeches is not None else None)

    async def do(self, request: Request) -> Response:
        """A word by POST, for pages without a socket."""
        session = self._person(request, "do", 20)
        data = await self._json(request)
        page = self._poller(request, session, data.get("id") if isinstance(data, dict) else None)
        sockets.carry_out(self.hub, page, data.get("message") if isinstance(data, dict) else None)
        return JSONResponse({})

    async def poll(self, request: Request) -> Response:
        """What is new since the last poll: messages, and the state if it changed."""
        session = self._person(request, "poll", 20)
        data = await self._json(request)
        data = data if isinstance(data, dict) else {}
        page = self._poller(request, session, data.get("id"))
        page.language = language_of(data.get("lang")) or page.language
        if data.get("since") != page.sent:
            page.sent = -1
        if not page.outbox and page.sent == self.hub.version:
            page.wake.clear()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(page.wake.wait(), POLL)
        messages, page.outbox = page.outbox, []
        if page.sent != self.hub.version:
            state = self.hub.state(page)
            page.sent = state["v"]
            messages.append(state)
        return JSONResponse({"since": page.sent, "messages": messages})

    async def picture(self, request: Request) -> Response:
        """One JPEG; answers with its overlay."""
        session = self._person(request, "picture", 45)
        data = await body(request, MAX_BYTES)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()

        def done(overlay: dict[str, Any] | None) -> None:
            self.hub.post(lambda: None if answer.done() else answer.set_result(overlay))

        self.hub.senses.picture(session, data, done)
        with contextlib.suppress(asyncio.TimeoutError):
            return JSONResponse(await asyncio.wait_for(answer, 5))
        return JSONResponse(None)

    async def stopped(self, request: Request) -> Response:
        """A page without sockets stops its camera or microphone; with them, the closing socket says so."""
        session = self._person(request, "stopped", 5)
        self.hub.senses.gone(session, "camera" if request.url.path.endswith("picture") else "microphone")
        return JSONResponse({})

    async def photograph(self, request: Request) -> Response:
        """A JPEG for a card of Face Cards, from anybody who has joined."""
        self._person(request, "photograph", 3)
        album, number = self._album(), request.query_params.get("number")
        data = await body(request, MAX_BYTES)
        await asyncio.get_running_loop().run_in_executor(None, album.put, number, data)
        self.hub.changed()
        return JSONResponse({})

    async def card(self, request: Request) -> Response:
        """The photograph of a card."""
        self._person(request, "card", 60)
        return Response(self._album().get(request.query_params.get("number")), media_type="image/jpeg")

    def _album(self) -> Album:
        if self.hub.album is None:
            raise BadInput(
                "photographs are for Face Cards: choose that game first",
                "Fotos sind für Face Cards: wählt zuerst dieses Spiel",
            )
        return self.hub.album

    async def sound(self, request: Request) -> Response:
        session = self._person(request, "sound", 60)
        self.hub.senses.sound(session, await body(request, MOST_SOUND))
        return JSONResponse({})

    def _who(self, request: Request) -> Session | None:
        return self.hub.door.who(request.cookies.get(COOKIE))

    def _person(self, request: Request, what: str, rate: float) -> Session:
        session = self._who(request)
        if session is None:
            raise Refused(
                401,
                "This page has not joined: scan the QR code on the laptop.",
                "Diese Seite ist nicht dabei: scanne den QR-Code am Laptop.",
            )
        bucket = self._rates.setdefault((what, session.player), Bucket(rate, 2 * rate))
        if not bucket.take(self.hub.clock.now()):
            raise Refused(429, "Too many messages: wait a second.", "Zu viele Nachrichten: warte eine Sekunde.")
        return session

    def _laptop(self, request: Request) -> Session:
        session = self._person(request, "laptop", 20)
        if session.role != "host":
            raise Refused(403, "Only the laptop may do this.", "Das darf nur der Laptop.")
        return session

    def _poller(self, request: Request, session: Session, name: object) -> Page:
        """The page behind a poll; remembered by its cookie and the name that it gives itself."""
        if not isinstance(name, str) or not 8 <= len(name) <= 40:
            raise BadInput("a poll has an id", "eine Abfrage hat eine Kennung")
        key = (request.cookies.get(COOKIE, ""), name)
        page = self._pollers.get(key)
        if page is None or page.session is not session:
            while len(self._pollers) >= MOST_POLLERS:
                self.hub.pages.discard(self._pollers.pop(next(iter(self._pollers))))
            seat = self.hub.game.seat(session.player) if self.hub.game is not None else None
            page = self._pollers[key] = Page(session, seat)
            self.hub.pages.add(page)
        return page

    async def _json(self, request: Request) -> Any:
        try:
            return json.loads(await body(request, MOST_TEXT))
        except (ValueError, RecursionError):
            raise BadInput(
                "this message is not understood: reload the page",
                "diese Nachricht ist unverständlich: lade die Seite neu",
            ) from None


class Refused(CompanionError):
    """An answer with a status and a sentence."""

    def __init__(self, status: int, text: str, german: str) -> None:
        super().__init__(text, german)
        self.status = status


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, CompanionError)
    status = error.status if isinstance(error, Refused) else 413 if "too large" in str(error) else 400
    return JSONResponse({"error": error.worded(accepted(request.headers.get("accept-language")))}, status)


async def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=400)


def make_app(hub: Hub) -> Starlette:
    """The application around a hub; whoever serves it runs ``hub.run()`` beside it."""
    routes = Routes(hub)

    def socket(work: Callable[[Hub, Any], Awaitable[None]]) -> Callable[[Any], Awaitable[None]]:
        async def endpoint(websocket: Any) -> None:
            await work(hub, websocket)

        return endpoint

    return Starlette(
        routes=[
            Route("/", routes.page),
            Route("/join", routes.page),
            Route("/api/join", routes.join, methods=["POST"]),
            Route("/api/me", routes.me),
            Route("/api/games", routes.games),
            Route("/api/devices", routes.devices),
            Route("/api/shelf", routes.shelf),
            Route("/api/steps", routes.steps),
            Route("/api/export", routes.export),
            Route("/api/evidence", routes.evidence),
            Route("/api/do", routes.do, methods=["POST"]),
            Route("/api/poll", routes.poll, methods=["POST"]),
            Route("/api/picture", routes.picture, methods=["POST"]),
            Route("/api/card", routes.card),
            Route("/api/card", routes.photograph, methods=["POST"]),
            Route("/api/sound", routes.sound, methods=["POST"]),
            Route("/api/picture", routes.stopped, methods=["DELETE"]),
            Route("/api/sound", routes.stopped, methods=["DELETE"]),
            WebSocketRoute("/ws", socket(sockets.talk)),
            WebSocketRoute("/ws/video", socket(sockets.video)),
            WebSocketRoute("/ws/audio", socket(sockets.audio)),
            WebSocketRoute("/ws/view", socket(sockets.view)),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Gate, hub=hub)],
        exception_handlers={CompanionError: _refused, ClientDisconnect: _gone},
    )
