"""The WebSocket on which a page is told what happens and says what it wants, and what all sockets share."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.web.kit.door import COOKIE, Session
from companion.web.kit.hub import PageHub
from companion.web.kit.limits import Bucket
from companion.web.kit.page import Page, language_of

MOST_TEXT: Final = 8192  # letters of one message
CLOSE_POLICY: Final = 1008
CLOSE_BUSY: Final = 1013
SPACING: Final = 0.04  # seconds between two states to one page
MOST_PAGES: Final = 12  # of one session; one more closes the oldest
Carry: TypeAlias = Callable[[Any, Page, Any], "Awaitable[None] | None"]
"""What does a page's message, at once or, where a disk is waited for, when it is awaited."""
"""(hub, page, message): does what a page's message asks for, or tells that page alone why not."""


async def admit(hub: PageHub, socket: WebSocket) -> Session | None:
    """The session of a socket that may come in; else it is closed with 1008 before it opens."""
    host = socket.headers.get("host")
    session = hub.door.who(socket.cookies.get(COOKIE))
    if not hub.door.host_ok(host) or not hub.door.origin_ok(socket.headers.get("origin"), host) or session is None:
        await socket.close(CLOSE_POLICY)
        return None
    await socket.accept()
    return session


async def talk(hub: PageHub, socket: WebSocket, carry: Carry) -> None:
    """``/ws``: states and rulings out, words in."""
    session = await admit(hub, socket)
    if session is None:
        return
    page = Page(session, hub.seat_of(session), language_of(socket.query_params.get("lang")))
    hub.pages.add(page)
    try:
        with hub.line(session, socket, "page", MOST_PAGES):
            await both(_send(hub, socket, page), _receive(hub, socket, page, carry))
    finally:
        hub.pages.discard(page)


async def both(*jobs: Awaitable[None]) -> None:
    """Run until the first ends, then end the others."""
    tasks = [asyncio.ensure_future(job) for job in jobs]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task


async def _send(hub: PageHub, socket: WebSocket, page: Page) -> None:
    while True:
        if not page.outbox and page.sent == hub.version:
            await page.wake.wait()
        page.wake.clear()
        messages, page.outbox = page.outbox, []
        for message in messages:
            await socket.send_text(json.dumps(message, ensure_ascii=False))
            if message["t"] == "bye":
                await socket.close(CLOSE_POLICY)
                return
        if page.sent != hub.version:
            state = hub.state(page)
            page.sent = state["v"]
            await socket.send_text(json.dumps(state, ensure_ascii=False))
        await asyncio.sleep(SPACING)


async def _receive(hub: PageHub, socket: WebSocket, page: Page, carry: Carry) -> None:
    bucket = Bucket(20, 60)
    while hub.door.holds(page.session):
        message = await text_of(socket)
        if not hub.door.holds(page.session):
            return
        if message is None or not bucket.take(hub.clock.now()):
            await socket.close(CLOSE_BUSY if message is not None else CLOSE_POLICY)
            return
        try:
            value = json.loads(message)
        except (ValueError, RecursionError):
            value = None
        if (later := carry(hub, page, value)) is not None:
            await later


async def text_of(socket: WebSocket) -> str | None:
    """The next text; None for one that is too long or binary. Raises WebSocketDisconnect."""
    text = (await _received(socket)).get("text")
    return text if isinstance(text, str) and len(text) <= MOST_TEXT else None


async def bytes_of(socket: WebSocket) -> bytes | None:
    """The next bytes; None for a text. Raises WebSocketDisconnect."""
    data = (await _received(socket)).get("bytes")
    return data if isinstance(data, bytes) else None


async def _received(socket: WebSocket) -> Any:
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code") or 1000)
    return received
