"""Who may ask for what: each address and each verb of a page's message has a rule, or it is refused to everybody.

What the handlers check by themselves (rates, seats, whose phone) comes on top.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias

from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from companion.errors import BadInput
from companion.web.kit.door import COOKIE, Door, Session
from companion.web.kit.refusals import Forbidden, NotJoined

Who: TypeAlias = Literal["anybody", "joined", "laptop"]
"""``anybody`` on this network; whoever ``joined`` with a token; the ``laptop`` where the server was started."""

ADDRESSES: Final[dict[str, Who]] = {
    "/": "anybody", "/join": "anybody", "/words.js": "anybody", "/api/words": "anybody",
    "/api/join": "anybody", "/api/own": "anybody", "/api/code": "anybody", "/api/me": "anybody",
    "/api/do": "joined", "/api/poll": "joined", "/api/throw": "laptop", "/api/picture": "joined",
    "/api/sound": "joined", "/ws": "joined", "/ws/video": "joined", "/ws/audio": "joined", "/ws/view": "laptop",
}  # fmt: skip
"""Of all pages. What anybody may have is the same for everybody and tells nothing of the game or its players."""


class NoRule(Exception):
    """An address was added without saying who may ask for it: the server does not start."""


def may(who: Who, session: Session | None) -> None:
    """Raises NotJoined or Forbidden."""
    if who == "anybody":
        return
    if session is None:
        raise NotJoined("web.no.session")
    if who == "laptop" and session.role != "host":
        raise Forbidden("web.no.laptop")


def ruled(routes: Iterable[BaseRoute], rules: Mapping[str, Who], door: Door) -> list[BaseRoute]:
    """The routes, each behind its rule. Raises NoRule for one that has none."""
    found: list[BaseRoute] = []
    for route in routes:
        assert isinstance(route, (Route, WebSocketRoute, Mount))
        if route.path not in rules:
            raise NoRule(route.path)
        route.app = _Ruled(route.app, rules[route.path], door)
        found.append(route)
    return found


class _Ruled:
    """ASGI around one route's application."""

    def __init__(self, app: ASGIApp, who: Who, door: Door) -> None:
        self.app, self.who, self.door = app, who, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            may(self.who, self.door.who(_cookie(scope)))
        except (NotJoined, Forbidden):
            if scope["type"] != "websocket":
                raise
            await WebSocket(scope, receive, send).close(1008)
            return
        await self.app(scope, receive, send)


def _cookie(scope: Scope) -> str | None:
    from starlette.requests import HTTPConnection

    return HTTPConnection(scope).cookies.get(COOKIE)


def verb_of(message: Any, rules: Mapping[str, Who], session: Session) -> str:
    """What a page's message asks for, if whoever sent it may. Raises BadInput for what is no verb or has no rule,
    and for the laptop's from any other page."""
    verb = message.get("do") if isinstance(message, dict) else None
    if not isinstance(verb, str) or verb not in rules:
        raise BadInput("web.no.message")
    if rules[verb] == "laptop" and session.role != "host":
        raise BadInput("web.no.laptop")
    return verb
