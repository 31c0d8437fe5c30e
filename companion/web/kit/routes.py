"""The request handlers of all served pages: joining, words, polling, and pictures and sound without a socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import partial
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from companion.errors import BadInput
from companion.facts import JSON
from companion.sources.page_sources import MAX_PIECE_BYTES
from companion.sources.pixels import MAX_BYTES
from companion.web.kit import peer_owner, streams
from companion.web.kit.access import Address, routes_for
from companion.web.kit.assets import Assets, kept, words_version
from companion.web.kit.devices import SensingHub
from companion.web.kit.door import COOKIE_AGE_S, COOKIE_NAME, Forbidden, Session
from companion.web.kit.hub import PageHub
from companion.web.kit.limits import Bucket, Buckets, TooMany
from companion.web.kit.page import Page, language_from_header, language_of
from companion.web.kit.page_line import Carry, Pollers, talk
from companion.web.kit.request_bodies import body, object_of
from companion.web.kit.short_code import ends, is_own_browser
from companion.words import Language, languages, page_words
from companion.words.messages import about


class PageRoutes:
    """The request handlers that the pages of one hub share.

    Args:
        hub: The hub.
        carry: Executes a page's message (see ``page_line.Carry``).
        assets: The page's files.
    """

    other_prefixes: tuple[str, ...] = ("page.practice.",)  # keys of texts that only other pages use

    def __init__(self, hub: PageHub, carry: Carry, assets: Assets) -> None:
        self.hub = hub
        self.carry = carry
        self._assets = assets
        hub.page = assets.version
        self._tries, self._owns, self._codes = Buckets(1, 20), Buckets(1, 20), Buckets(0.5, 12)
        self._rates: dict[tuple[str, str | None], Bucket] = {}
        self._pollers = Pollers(hub)

    def talking(self) -> list[Address]:
        """Return the routes that every page needs: its HTML and files, its words, joining, messages and polling."""
        return [
            *routes_for(
                "anybody",
                Route("/", self._assets.page),
                Route("/join", self._assets.page),
                Route("/words.js", self.words_module),
                Route("/api/join", self.join, methods=["POST"]),
                Route("/api/own", self.enter_from_own_browser, methods=["POST"]),
                Route("/api/code", self.code, methods=["POST"]),
                Route("/api/me", self.me),
                *self._assets.routes(),
            ),
            *routes_for(
                "joined",
                Route("/api/do", self.do, methods=["POST"]),
                Route("/api/poll", self.poll, methods=["POST"]),
                WebSocketRoute("/ws", self._socket(partial(talk, carry=self.carry))),
            ),
        ]

    def _socket(self, work: Callable[[Any, WebSocket], Awaitable[None]]) -> Callable[[WebSocket], Awaitable[None]]:
        async def endpoint(websocket: WebSocket) -> None:
            await work(self.hub, websocket)

        return endpoint

    # Words

    @classmethod
    def words(cls, language: Language) -> dict[str, Any]:
        """Return the texts of these pages by key, without the "page." at the start of each key."""
        return {
            k.removeprefix("page."): v for k, v in page_words(language).items() if not k.startswith(cls.other_prefixes)
        }

    async def words_module(self, request: Request) -> Response:
        """Respond with the texts as a JavaScript module.

        The language is that of the cookie, else the first supported one that the browser accepts.
        """
        asked = language_from_header(request.headers.get("accept-language"))
        language = language_of(request.cookies.get("language")) or asked
        told = {
            "language": language,
            "languages": {known: about(known).name for known in languages()},
            "locale": about(language).locale,
            "elision": asdict(known) if (known := about(language).elision) else {"before": "", "words": {}},
            "words": self.words(language),
        }
        text = "".join(f"export const {k} = {json.dumps(v, ensure_ascii=False)};\n" for k, v in told.items())
        return kept(request, text, "text/javascript", words_version(), Vary="Accept-Language, Cookie")

    # Joining

    async def join(self, request: Request) -> Response:
        """Exchange a token for a session cookie. Raises Forbidden for a wrong token or another user of this machine."""
        self._try(request, self._tries)
        data = await object_of(request)
        if peer_owner.stranger(*ends(request)):
            raise Forbidden("web.no.other-user")
        return self._session_response(request, *self.hub.door.enter(data.get("token")))

    async def enter_from_own_browser(self, request: Request) -> Response:
        """Respond with the laptop's session cookie, without a token, to a browser of the user who started the server.

        Raises Forbidden for any other browser.
        """
        self._try(request, self._owns)
        if not is_own_browser(request):
            raise Forbidden("web.no.session")
        return self._session_response(request, *self.hub.door.host())

    async def code(self, request: Request) -> Response:
        """Check a short code.

        The response has the names that may still join, and whether the user may type another. If the request names a
        ``player``, the response is a session cookie for that player instead.
        """
        self._try(request, self._codes)
        data = await object_of(request)
        before = self.hub.short.guessing
        try:
            self.hub.short.check(data.get("code"), client_of(request))
        finally:
            if self.hub.short.guessing != before:
                self.hub.notify_pages()
        name = data.get("player")
        if name is None:
            return JSONResponse({"names": self.hub.names_offered(), "types": self.hub.takes_typed_names})
        name = self.hub.seat_for(name)
        return self._session_response(request, *self.hub.door.enter(self.hub.door.invite(name)))

    def _try(self, request: Request, rates: Buckets) -> None:
        """Record one attempt of the request's client to join. Raises TooMany if ``rates`` allows no more now."""
        if not rates.take(client_of(request), self.hub.clock.now()):
            raise TooMany("web.no.tries")

    def _session_response(self, request: Request, secret: str, session: Session) -> Response:
        answer = JSONResponse({"role": session.role, "player": session.player})
        answer.set_cookie(
            COOKIE_NAME,
            secret,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
            max_age=COOKIE_AGE_S,
        )
        self.hub.on_joined(session)
        return answer

    async def me(self, request: Request) -> Response:
        """Respond with the browser's ``role`` and ``player``, both null if it has not joined.

        ``out`` is true if it had joined, but its session has ended.
        """
        session: Session | None = request.state.session
        if session is None:
            return JSONResponse({"role": None, "player": None, "out": COOKIE_NAME in request.cookies})
        return JSONResponse({"role": session.role, "player": session.player})

    def person(self, request: Request, what: str, rate: float) -> Session:
        """Return the request's session, after recording one request of kind ``what``.

        Args:
            request: The request.
            what: The kind of request; each kind has its own limit.
            rate: The most requests of that kind in a second.

        Raises:
            TooMany: The rate is exceeded.
        """
        session: Session = request.state.session
        bucket = self._rates.setdefault((what, session.player), Bucket(rate, 2 * rate))
        if not bucket.take(self.hub.clock.now()):
            raise TooMany("web.no.rate")
        return session

    # Pages without a socket

    async def do(self, request: Request) -> Response:
        """Execute one message of a page that polls."""
        page, data = await self._polling(request, "do")
        if (later := self.carry(self.hub, page, data.get("message"))) is not None:
            await later
        return JSONResponse({})

    async def poll(self, request: Request) -> Response:
        """Respond with what is new since the page's last poll, waiting if there is nothing yet."""
        page, data = await self._polling(request, "poll")
        page.language = language_of(data.get("lang")) or page.language
        return JSONResponse(await self._pollers.news(page, data.get("since")))

    async def _polling(self, request: Request, what: str) -> tuple[Page, dict[str, JSON]]:
        session = self.person(request, what, 20)
        data = await object_of(request)
        return self._pollers.page(session, data.get("id")), data


class SensingRoutes(PageRoutes):
    """The request handlers of pages that also send and show pictures and sound."""

    hub: SensingHub

    def routes(self) -> list[Address]:
        return [
            *self.talking(),
            *routes_for(
                "joined",
                Route("/api/picture", self.picture, methods=["POST"]),
                Route("/api/sound", self.sound, methods=["POST"]),
                Route("/api/picture", self.stop_source, methods=["DELETE"]),
                Route("/api/sound", self.stop_source, methods=["DELETE"]),
                WebSocketRoute("/ws/video", self._socket(streams.video)),
                WebSocketRoute("/ws/audio", self._socket(streams.audio)),
            ),
            *routes_for(
                "laptop",
                Route("/api/throw", self.throw),
                WebSocketRoute("/ws/view", self._socket(streams.view)),
            ),
        ]

    async def throw(self, request: Request) -> Response:
        """Respond with the picture of the latest throw, cropped around its dice. Raises BadInput if there is none."""
        drawn = self.hub.devices.throws.latest
        if drawn is None:
            raise BadInput("web.no.throw")
        return Response(drawn.jpeg, media_type="image/jpeg")

    async def picture(self, request: Request) -> Response:
        """Hand one JPEG from a page's camera to the sitting, and respond with its overlay.

        The response is null if the picture was skipped, or after 5 seconds.
        """
        session = self.person(request, "picture", 45)
        data = await body(request, MAX_BYTES)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def on_overlay(overlay: dict[str, Any] | None) -> None:
            self.hub.post(lambda: None if answer.done() else answer.set_result(overlay))

        self.hub.devices.picture(session, data, on_overlay)
        with anyio.move_on_after(5):
            return JSONResponse(await answer)
        return JSONResponse(None)

    async def sound(self, request: Request) -> Response:
        session = self.person(request, "sound", 60)
        self.hub.devices.sound(session, await body(request, MAX_PIECE_BYTES))
        return JSONResponse({})

    async def stop_source(self, request: Request) -> Response:
        """Stop the camera or microphone of a page without sockets; a page with sockets closes its socket instead."""
        session = self.person(request, "stopped", 5)
        self.hub.devices.on_page_stopped(session, "camera" if request.url.path.endswith("picture") else "microphone")
        return JSONResponse({})


def client_of(request: Request) -> str:
    """Return the address of the request's connection. Forwarding headers are ignored, since anybody can set them."""
    return request.client.host if request.client is not None else ""
