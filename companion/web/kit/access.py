"""Who may ask for what: each address and each verb of a page's message stands under a rule.

What the handlers check by themselves (rates, seats, whose phone) comes on top: they find the session in
``request.state``. The gate before every request refuses foreign hosts and origins, and gives every answer its headers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias, TypeVar

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from companion.errors import BadInput
from companion.facts import JSON
from companion.web.kit.door import COOKIE_NAME, Forbidden, NotJoined, Session
from companion.web.kit.hub import PageHub
from companion.web.kit.limits import TooMany
from companion.web.kit.page import language_from_header
from companion.web.kit.page_line import CLOSE_POLICY
from companion.web.kit.request_bodies import EXCEPTION_HANDLERS
from companion.words import say

Who: TypeAlias = Literal["anybody", "joined", "laptop"]
"""``anybody`` on this network; whoever ``joined`` with a token; the ``laptop`` where the server was started."""
Address: TypeAlias = tuple[Who, BaseRoute]
"""Who may ask for it, and the route. What anybody may have is the same for everybody and tells nothing of the game or
its players."""
V = TypeVar("V")


def routes_for(who: Who, *routes: BaseRoute) -> list[Address]:
    """Return the addresses of these routes, for ``who`` alone."""
    return [(who, route) for route in routes]


def application(hub: PageHub, addresses: Iterable[Address]) -> Starlette:
    """Return the server of a set of pages; whoever serves it runs ``hub.run()`` beside it."""
    routes = []
    for who, route in addresses:
        assert isinstance(route, (Route, WebSocketRoute, Mount))
        route.app = _Ruled(route.app, who, hub)
        routes.append(route)
    return Starlette(routes=routes, middleware=[Middleware(Gate, hub=hub)], exception_handlers=EXCEPTION_HANDLERS)


class _Ruled:
    """ASGI around one route's application, which gets the session."""

    def __init__(self, app: ASGIApp, who: Who, hub: PageHub) -> None:
        self.app, self.who, self.hub = app, who, hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        session = self.hub.door.who(HTTPConnection(scope).cookies.get(COOKIE_NAME))
        scope.setdefault("state", {})["session"] = session
        try:
            if self.who != "anybody" and session is None:
                raise NotJoined("web.no.session")
            if self.who == "laptop" and session is not None and session.role != "host":
                raise Forbidden("web.no.laptop")
            asks = self.who == "laptop" and scope["type"] == "http"  # a page that is loaded anew opens its lines again
            if asks and not self.hub.asked.take(self.hub.clock.now()):
                raise TooMany("web.no.rate")
        except (NotJoined, Forbidden, TooMany):
            if scope["type"] != "websocket":
                raise
            await WebSocket(scope, receive, send).close(CLOSE_POLICY)
            return
        await self.app(scope, receive, send)


def verb_of(message: JSON, session: Session, laptop: Mapping[str, V], joined: Mapping[str, V]) -> V:
    """Return what a page's message asks for, of the verbs that the laptop alone has, and of those of every page.

    Raises BadInput for what is no verb, and for the laptop's from any other page.
    """
    verb = message.get("do") if isinstance(message, dict) else None
    if isinstance(verb, str) and verb in joined:
        return joined[verb]
    if not isinstance(verb, str) or verb not in laptop:
        raise BadInput("web.no.message")
    if session.role != "host":
        raise BadInput("web.no.laptop")
    return laptop[verb]


SECURITY_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()",
    "Cache-Control": "no-store",  # what a handler does not allow to be kept
}


def policy(host: str) -> str:
    """Return the content security policy of this host.

    Return the content security policy: nothing but this server's own files and sockets, no script in the page; no text
    becomes a script, and only our own addresses become workers (``static/guard.js``).
    """
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; "
        f"connect-src 'self' ws://{host} wss://{host}; font-src 'self'; worker-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types companion"
    )


class Gate:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, hub: PageHub) -> None:
        self.app, self.hub = app, hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        door, headers = self.hub.door, {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        host, origin = headers.get("host"), headers.get("origin")
        if scope["type"] == "websocket" and not (door.host_ok(host) and door.origin_ok(origin, host)):
            await WebSocket(scope, receive, send).close(CLOSE_POLICY)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        language = language_from_header(headers.get("accept-language"))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {k.lower() for k, _ in message["headers"]}
                extra = {**SECURITY_HEADERS, "Content-Security-Policy": policy(host or "")}
                if b"cache-control" in known:
                    del extra["Cache-Control"]  # a file of the page's own: see ``assets``
                message["headers"] = [
                    *message["headers"],
                    *((k.lower().encode(), v.encode("latin-1", "replace")) for k, v in extra.items()),
                ]
            await send(message)

        if not door.host_ok(host):
            await PlainTextResponse(say("web.no.host", language), 421)(scope, receive, send)
        elif not door.origin_ok(origin, host):
            await PlainTextResponse(say("web.no.origin", language), 403)(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)
