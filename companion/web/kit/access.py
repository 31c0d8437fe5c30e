"""Access control: which browsers may request each route, and which may send each verb of a page message.

Every route is registered for ``anybody``, ``joined`` or ``laptop``. A wrapper around the route checks the session
cookie and puts the session into ``request.state.session``. Handlers then check rates, seats and players themselves.
``Gate`` runs before every request: it rejects foreign hosts and origins, and adds the security headers.
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
"""Who may request a route: ``anybody`` on this network, a browser that ``joined`` with a token, or the ``laptop``."""
Address: TypeAlias = tuple[Who, BaseRoute]
"""Who may request a route, and the route. Answers for ``anybody`` must reveal nothing of the game or its players."""
V = TypeVar("V")


def routes_for(who: Who, *routes: BaseRoute) -> list[Address]:
    """Pair each route with the group of browsers that may request it.

    Args:
        who: Who may request these routes: anybody, any joined browser, or the laptop alone.
        routes: The routes.
    """
    return [(who, route) for route in routes]


def application(hub: PageHub, addresses: Iterable[Address]) -> Starlette:
    """Return the ASGI application of a set of pages, with access control around every route.

    Args:
        hub: The hub of the pages. The caller must also run ``hub.run()`` in the same event loop.
        addresses: The routes, each with the group of browsers that may request it (see ``routes_for``).
    """
    routes = []
    for who, route in addresses:
        assert isinstance(route, (Route, WebSocketRoute, Mount))
        route.app = _Ruled(route.app, who, hub)
        routes.append(route)
    return Starlette(routes=routes, middleware=[Middleware(Gate, hub=hub)], exception_handlers=EXCEPTION_HANDLERS)


class _Ruled:
    """ASGI wrapper around one route: checks the browser's session, and limits the rate of requests to laptop routes.

    A rejected HTTP request raises NotJoined, Forbidden or TooMany. A rejected WebSocket is closed.
    """

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
            # Sockets are not counted, because a reloaded page reopens them.
            asks = self.who == "laptop" and scope["type"] == "http"
            if asks and not self.hub.asked.take(self.hub.clock.now()):
                raise TooMany("web.no.rate")
        except (NotJoined, Forbidden, TooMany):
            if scope["type"] != "websocket":
                raise
            await WebSocket(scope, receive, send).close(CLOSE_POLICY)
            return
        await self.app(scope, receive, send)


def verb_of(message: JSON, session: Session, laptop: Mapping[str, V], joined: Mapping[str, V]) -> V:
    """Return the handler of a page message's verb (its ``do`` field).

    Args:
        message: What the page sent, as parsed JSON.
        session: The session of the page.
        laptop: Handlers of the verbs that only the laptop's page may use.
        joined: Handlers of the verbs that every joined page may use.

    Raises:
        BadInput: The verb is unknown, or a phone sent a verb of the laptop.
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
    "Cache-Control": "no-store",  # unless a handler sets another value
}


def policy(host: str) -> str:
    """Return the Content-Security-Policy header for pages served under this host.

    The policy allows only this server's own files and sockets. It forbids inline scripts. Text becomes a script or
    worker address only through the Trusted Types policy ``companion`` (``static/guard.js``).
    """
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; "
        f"connect-src 'self' ws://{host} wss://{host}; font-src 'self'; worker-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types companion"
    )


class Gate:
    """ASGI middleware: rejects requests with a foreign Host or Origin, and adds the security headers to answers."""

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
                    del extra["Cache-Control"]  # set by ``assets`` for files of the page
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
