"""The connection to a page: states and messages go out, the page's messages come in.

It is a WebSocket. A page without one polls: each request is answered as soon as there is something new, at the latest
after ``POLL_TIMEOUT_S`` seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.errors import BadInput
from companion.web.kit.door import NotJoined, Session
from companion.web.kit.hub import PageHub
from companion.web.kit.limits import Bucket, TooMany
from companion.web.kit.page import LastSent, Page, language_of

MAX_MESSAGE_CHARS: Final = 8192  # characters of one message
CLOSE_POLICY: Final = 1008
CLOSE_BUSY: Final = 1013
STATE_SPACING_S: Final = 0.04  # seconds between two states of a page, times the session's open pages
MAX_PAGES_PER_SESSION: Final = 12  # one more closes the session's oldest page
Carry: TypeAlias = Callable[[Any, Page, Any], "Awaitable[None] | None"]
"""Executes a page's message (hub, page, message), or sends that page the reason for its rejection. Returns an awaitable
for work that waits for a disk, else None."""
POLL_TIMEOUT_S: Final = 20.0  # seconds after which a poll is answered even if nothing is new


async def admit(hub: PageHub, socket: WebSocket) -> Session | None:
    """Accept a socket and return its session, which ``access`` has checked.

    Returns None, after closing the socket, if a phone opens sockets too fast.
    """
    session: Session = socket.state.session
    if session.player is not None and not hub.openings.setdefault(session, Bucket(2, 40)).take(hub.clock.now()):
        await socket.close(CLOSE_BUSY)  # a phone that keeps opening sockets must not slow down others
        return None
    await socket.accept()
    return session


async def talk(hub: PageHub, socket: WebSocket, carry: Carry) -> None:
    """Serve the WebSocket ``/ws``: send states and messages, and pass the page's messages to ``carry``.

    With ``?changes`` in the address, the first state is sent whole, later ones as changes only.
    """
    session = await admit(hub, socket)
    if session is None:
        return
    page = Page(session, hub.seat_of(session), language_of(socket.query_params.get("lang")))
    if "changes" in socket.query_params:
        page.last = LastSent()
    hub.pages.add(page)
    try:
        with hub.line(session, socket, "page", MAX_PAGES_PER_SESSION):
            await both(_send(hub, socket, page), _receive(hub, socket, page, carry))
    finally:
        hub.pages.discard(page)


async def both(*jobs: Awaitable[None]) -> None:
    """Run awaitables until the first ends, then cancel the others."""
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
    """Send queued messages at once, and states no more often than ``STATE_SPACING_S`` allows."""
    now, due = asyncio.get_running_loop().time, 0.0
    while True:
        wait = None if page.sent == hub.version else due - now()
        if not page.outbox and (wait is None or wait > 0):
            with anyio.move_on_after(wait):
                await page.wake.wait()
        page.wake.clear()
        messages, page.outbox = page.outbox, []
        for message in messages:
            await socket.send_text(json.dumps(message, ensure_ascii=False))
            if page.last is not None and "list" in message:
                page.last.add_sent_item(message)
            if message["t"] == "bye":
                await socket.close(CLOSE_POLICY)
                return
        if page.sent != hub.version and now() >= due:
            state = hub.state(page)
            page.sent = state["v"]
            text = json.dumps(state, ensure_ascii=False) if page.last is None else page.last.message(state)
            await socket.send_text(text)
            due = now() + STATE_SPACING_S * max(1, hub.lines(page.session, "page"))


async def _receive(hub: PageHub, socket: WebSocket, page: Page, carry: Carry) -> None:
    bucket = hub.words.setdefault(page.session, Bucket(20, 60))  # all pages of one browser share it
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
    """Return the next text message; None if it is too long or binary.

    Raises WebSocketDisconnect when the socket closes.
    """
    text = (await _next_message(socket)).get("text")
    return text if isinstance(text, str) and len(text) <= MAX_MESSAGE_CHARS else None


async def bytes_of(socket: WebSocket) -> bytes | None:
    """Return the next binary message; None if it is text.

    Raises WebSocketDisconnect when the socket closes.
    """
    data = (await _next_message(socket)).get("bytes")
    return data if isinstance(data, bytes) else None


async def _next_message(socket: WebSocket) -> Any:
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code") or 1000)
    return received


class Pollers:
    """The pages that poll, by session and by the name that each page chooses.

    Each session may have ``MAX_PAGES_PER_SESSION`` of them. One more removes the session's oldest page, and ends a poll
    of that page which is still waiting.
    """

    def __init__(self, hub: PageHub) -> None:
        self._hub = hub
        self._pages: dict[Session, dict[str, Page]] = {}
        hub.door.dropped.add(self._on_session_end)

    def page(self, session: Session, name: object) -> Page:
        """Return the session's page of this name, adding it if it is new.

        Raises:
            BadInput: The page sent no valid name.
            NotJoined: The session ended while the request was read.
        """
        if not isinstance(name, str) or not 8 <= len(name) <= 40:
            raise BadInput("web.no.message")
        if not self._hub.door.holds(session):
            raise NotJoined("web.no.session")
        pages = self._pages.setdefault(session, {})
        page = pages.pop(name, None)
        if page is None:
            while len(pages) >= MAX_PAGES_PER_SESSION:
                self._evict(pages.pop(next(iter(pages))))
            page = Page(session, self._hub.seat_of(session))
            self._hub.pages.add(page)
        pages[name] = page  # the most recent page is last
        return page

    def _evict(self, page: Page) -> None:
        self._hub.pages.discard(page)
        page.wake.set()

    def _on_session_end(self, session: Session) -> None:
        for page in self._pages.pop(session, {}).values():
            self._evict(page)

    async def news(self, page: Page, since: object) -> dict[str, Any]:
        """Return ``{since, messages}``: what is new since the last poll, including the state if it has changed.

        Waits up to ``POLL_TIMEOUT_S`` seconds for something new.

        Args:
            page: The page.
            since: The ``since`` of the last answer that the page received; any other value makes it get the whole
                state.

        Raises:
            TooMany: The page was removed meanwhile, because its session has too many.
        """
        if since != page.sent:
            page.sent = -1
        if not page.outbox and page.sent == self._hub.version:
            page.wake.clear()
            with anyio.move_on_after(POLL_TIMEOUT_S):
                await page.wake.wait()
        messages, page.outbox = page.outbox, []
        if not self._hub.door.holds(page.session):  # the session ended during the wait: send nothing more
            self._hub.pages.discard(page)
            return {"since": page.sent, "messages": [{"t": "bye"}]}
        if page not in self._hub.pages:
            raise TooMany("web.no.rate")
        if page.sent != self._hub.version:
            state = self._hub.state(page)
            page.sent = state["v"]
            messages.append(state)
        return {"since": page.sent, "messages": messages}
