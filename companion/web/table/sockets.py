"""The WebSockets of a page: what happens (JSON), its camera (JPEG, newest wins), its microphone, the laptop's view."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.errors import CompanionError
from companion.rules.errors import RulesError
from companion.web.table.guard import COOKIE, Bucket, Session
from companion.web.table.hub import Hub, Page, accepted, language_of
from companion.web.table.words import do

MOST_TEXT: Final = 8192  # letters of one message
CLOSE_POLICY: Final = 1008
CLOSE_BUSY: Final = 1013
SPACING: Final = 0.04  # seconds between two states to one page


async def admit(hub: Hub, socket: WebSocket) -> Session | None:
    """The session of a socket that may come in; else it is closed with 1008 before it opens."""
    host = socket.headers.get("host")
    session = hub.door.who(socket.cookies.get(COOKIE))
    if not hub.door.host_ok(host) or not hub.door.origin_ok(socket.headers.get("origin"), host) or session is None:
        await socket.close(CLOSE_POLICY)
        return None
    await socket.accept()
    return session


def carry_out(hub: Hub, page: Page, message: Any) -> None:
    """Do it, or tell this page alone in one sentence why not."""
    try:
        do(hub, page, message)
    except RulesError as error:
        language = hub.language(page)
        rule = "" if error.rule is None else error.rule.worded(language)
        page.tell({"t": "refused", "text": error.worded(language, cite=False), "rule": rule})
    except CompanionError as error:
        page.tell({"t": "refused", "text": error.worded(hub.language(page)), "rule": ""})


Carry = Callable[[Hub, Page, Any], None]


async def talk(hub: Hub, socket: WebSocket, carry: Carry = carry_out) -> None:
    """``/ws``: states and rulings out, words in; ``carry`` does what the words ask for."""
    session = await admit(hub, socket)
    if session is None:
        return
    page = Page(session, seat=hub.game.seat(session.player) if hub.game is not None else None)
    page.language = language_of(socket.query_params.get("lang"))
    hub.pages.add(page)
    try:
        await _both(_send(hub, socket, page), _receive(hub, socket, page, carry))
    finally:
        hub.pages.discard(page)


async def _both(*jobs: Awaitable[None]) -> None:
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


async def _send(hub: Hub, socket: WebSocket, page: Page) -> None:
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


async def _receive(hub: Hub, socket: WebSocket, page: Page, carry: Carry) -> None:
    bucket = Bucket(20, 60)
    while True:
        message = await _text(socket)
        if message is None or not bucket.take(hub.clock.now()):
            await socket.close(CLOSE_BUSY if message is not None else CLOSE_POLICY)
            return
        try:
            value = json.loads(message)
        except (ValueError, RecursionError):
            value = None
        carry(hub, page, value)


async def _text(socket: WebSocket) -> str | None:
    """The next text; None for one that is too long or binary. Raises WebSocketDisconnect."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code") or 1000)
    text = received.get("text")
    return text if isinstance(text, str) and len(text) <= MOST_TEXT else None


async def _bytes(socket: WebSocket) -> bytes | None:
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code") or 1000)
    data = received.get("bytes")
    return data if isinstance(data, bytes) else None


async def video(hub: Hub, socket: WebSocket) -> None:
    """``/ws/video``: JPEGs in, one overlay out for each (null: left out for a newer one)."""
    await _stream(hub, socket, "camera", 45, _offer_picture)


async def audio(hub: Hub, socket: WebSocket) -> None:
    """``/ws/audio``: pieces of PCM16 in."""
    await _stream(hub, socket, "microphone", 60, _offer_sound)


Offer = Callable[[Hub, WebSocket, Session, bytes], None]


def _offer_picture(hub: Hub, socket: WebSocket, session: Session, data: bytes) -> None:
    def done(overlay: dict[str, Any] | None) -> None:
        hub.post(lambda: _answer(socket, overlay))

    hub.senses.picture(session, data, done)


def _offer_sound(hub: Hub, socket: WebSocket, session: Session, data: bytes) -> None:
    hub.senses.sound(session, data)


_answers: set[asyncio.Task[None]] = set()


def _answer(socket: WebSocket, overlay: Any) -> None:
    async def send() -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(json.dumps(overlay))

    task = asyncio.ensure_future(send())
    _answers.add(task)
    task.add_done_callback(_answers.discard)


async def _stream(hub: Hub, socket: WebSocket, what: str, rate: float, offer: Offer) -> None:
    session = await admit(hub, socket)
    if session is None:
        return
    bucket = Bucket(rate, rate)
    try:
        while True:
            data = await _bytes(socket)
            if data is None:
                await socket.close(CLOSE_POLICY)
                return
            if not bucket.take(hub.clock.now()):
                _answer(socket, None)
                continue
            try:
                offer(hub, socket, session, data)
            except CompanionError as error:
                said = error.worded(accepted(socket.headers.get("accept-language")))
                await socket.send_text(json.dumps({"refused": said}))
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        hub.senses.gone(session, what)


async def view(hub: Hub, socket: WebSocket) -> None:
    """``/ws/view``: the laptop's own camera: 4 bytes length, overlay as JSON, JPEG; the page asks for each."""
    session = await admit(hub, socket)
    if session is None:
        return
    if session.role != "host":
        await socket.close(CLOSE_POLICY)
        return
    ready = asyncio.Event()
    hub.senses.viewers.add(ready)
    try:
        while await _text(socket) is not None:
            ready.clear()
            while not ready.is_set():
                hub.senses.want()
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(ready.wait(), 0.5)
            if hub.senses.latest is None:
                await socket.send_bytes(b"\0\0\0\0")
                continue
            overlay, jpeg = hub.senses.latest
            head = json.dumps(overlay).encode()
            await socket.send_bytes(len(head).to_bytes(4, "little") + head + jpeg)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        hub.senses.viewers.discard(ready)
