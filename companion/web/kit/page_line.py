"""The line to a page: what happens goes out, what it wants comes in.

It is a WebSocket. A page without one asks again and again, and each answer waits until there is something new.
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

MAX_MESSAGE_CHARS: Final = 8192  # letters of one message
CLOSE_POLICY: Final = 1008
CLOSE_BUSY: Final = 1013
STATE_SPACING_S: Final = 0.04  # seconds between two states to one browser, whose pages take turns
MAX_PAGES_PER_SESSION: Final = 12  # of one session; one more closes the oldest
Carry: TypeAlias = Callable[[Any, Page, Any], "Awaitable[None] | None"]
"""(hub, page, message): does what a page's message asks for, or tells that page alone why not; at once or, where a disk
is waited for, when it is awaited."""
POLL_TIMEOUT_S: Final = 20.0  # seconds that an answer waits for something new


async def admit(hub: PageHub, socket: WebSocket) -> Session | None:
    """Return the session of a socket (see ``access``); None where a phone opens too many."""
    session: Session = socket.state.session
    if session.player is not None and not hub.openings.setdefault(session, Bucket(2, 40)).take(hub.clock.now()):
        await socket.close(CLOSE_BUSY)  # a phone that opens one after the other costs nobody else anything
        return None
    await socket.accept()
    return session


async def talk(hub: PageHub, socket: WebSocket, carry: Carry) -> None:
    """Serve ``/ws``: states and rulings out, words in. With ``?changes`` only what changed of a state goes out."""
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
    """Send messages as they come; a state once the last one is long enough ago."""
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
    """Return the next text; None for one that is too long or binary. Raises WebSocketDisconnect."""
    text = (await _next_message(socket)).get("text")
    return text if isinstance(text, str) and len(text) <= MAX_MESSAGE_CHARS else None


async def bytes_of(socket: WebSocket) -> bytes | None:
    """Return the next bytes; None for a text. Raises WebSocketDisconnect."""
    data = (await _next_message(socket)).get("bytes")
    return data if isinstance(data, bytes) else None


async def _next_message(socket: WebSocket) -> Any:
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code") or 1000)
    return received


class Pollers:
    """The pages that poll, by session and the name that each gives itself.

    Places are counted by session, as sockets are: one that opens too many pages loses its own oldest, and nobody
    else's. The page that goes is answered at once where it waits.
    """

    def __init__(self, hub: PageHub) -> None:
        self._hub = hub
        self._pages: dict[Session, dict[str, Page]] = {}
        hub.door.dropped.add(self._on_session_end)

    def page(self, session: Session, name: object) -> Page:
        """Return the page behind a request.

        Raises:
            BadInput: It gives itself no name.
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
        pages[name] = page  # the one that asked last goes last
        return page

    def _evict(self, page: Page) -> None:
        self._hub.pages.discard(page)
        page.wake.set()

    def _on_session_end(self, session: Session) -> None:
        for page in self._pages.pop(session, {}).values():
            self._evict(page)

    async def news(self, page: Page, since: object) -> dict[str, Any]:
        """``{since, messages}``: what is new since the last poll, the state among it if it has changed.

        Raises TooMany for a page whose place another page of its session has taken while it waited.
        """
        if since != page.sent:
            page.sent = -1
        if not page.outbox and page.sent == self._hub.version:
            page.wake.clear()
            with anyio.move_on_after(POLL_TIMEOUT_S):
                await page.wake.wait()
        messages, page.outbox = page.outbox, []
        if not self._hub.door.holds(page.session):  # it ended while this waited: not a word more
            self._hub.pages.discard(page)
            return {"since": page.sent, "messages": [{"t": "bye"}]}
        if page not in self._hub.pages:
            raise TooMany("web.no.rate")
        if page.sent != self._hub.version:
            state = self._hub.state(page)
            page.sent = state["v"]
            messages.append(state)
        return {"since": page.sent, "messages": messages}
