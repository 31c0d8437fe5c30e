"""The gate before every request: foreign hosts and origins are refused, every answer gets its headers."""

from __future__ import annotations

from typing import Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.kit.hub import PageHub
from companion.web.kit.page import accepted
from companion.words import say

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()",
    "Cache-Control": "no-store",  # what a handler does not allow to be kept
}


def policy(host: str) -> str:
    """The content security policy: nothing but this server's own files and sockets, no script in the page."""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; "
        f"connect-src 'self' ws://{host} wss://{host}; font-src 'self'; worker-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


class Gate:
    """ASGI middleware. Sockets are checked where they are admitted (``sockets.admit``)."""

    def __init__(self, app: ASGIApp, hub: PageHub) -> None:
        self.app, self.hub = app, hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        host = headers.get("host")
        language = accepted(headers.get("accept-language"))

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {k.lower() for k, _ in message["headers"]}
                extra = {**HEADERS, "Content-Security-Policy": policy(host or "")}
                if b"cache-control" in known:
                    del extra["Cache-Control"]  # a file of the page's own: see ``assets``
                message["headers"] = [
                    *message["headers"],
                    *((k.lower().encode(), v.encode("latin-1", "replace")) for k, v in extra.items()),
                ]
            await send(message)

        door = self.hub.door
        if not door.host_ok(host):
            await PlainTextResponse(say("web.no.host", language), 421)(scope, receive, send)
        elif not door.origin_ok(headers.get("origin"), host):
            await PlainTextResponse(say("web.no.origin", language), 403)(scope, receive, dressed)
        else:
            await self.app(scope, receive, dressed)
