"""The WebSockets for pictures and sound: a page's camera and microphone, and the view of this machine's own camera.

Pictures are JPEG; if they arrive faster than they are processed, only the newest is used.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Final, TypeAlias

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.errors import CompanionError
from companion.facts import JSON
from companion.web.kit.devices import SensingHub
from companion.web.kit.door import Session
from companion.web.kit.limits import Bucket
from companion.web.kit.page import aside, language_from_header
from companion.web.kit.page_line import CLOSE_POLICY, admit, both, bytes_of, text_of
from companion.words import say

MAX_VIEWS_PER_SESSION: Final = 6  # one more closes the session's oldest view
Offer: TypeAlias = Callable[[Session, bytes], None]


async def video(hub: SensingHub, socket: WebSocket) -> None:
    """Serve ``/ws/video``: receive JPEGs, answer each with its overlay, or with null if a newer one replaced it."""

    def offer(session: Session, data: bytes) -> None:
        hub.devices.picture(session, data, lambda overlay: hub.post(lambda: aside(_answer(socket, overlay))))

    await _stream(hub, socket, "camera", 45, offer)


async def audio(hub: SensingHub, socket: WebSocket) -> None:
    """Serve ``/ws/audio``: receive blocks of sound (4 bytes of sample rate, little-endian, then 16-bit mono PCM)."""
    await _stream(hub, socket, "microphone", 60, hub.devices.sound)


async def _answer(socket: WebSocket, overlay: JSON) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(json.dumps(overlay))


async def _stream(hub: SensingHub, socket: WebSocket, what: str, rate: float, offer: Offer) -> None:
    session = await admit(hub, socket)
    if session is None:
        return
    bucket = Bucket(rate, rate)
    try:
        with hub.line(session, socket, what, 1):
            while (data := await bytes_of(socket)) is not None and hub.door.holds(session):
                if not bucket.take(hub.clock.now()):
                    aside(_answer(socket, None))
                    continue
                try:
                    offer(session, data)
                except CompanionError as error:
                    said = say(error.fact, language_from_header(socket.headers.get("accept-language")))
                    await socket.send_text(json.dumps({"refused": said}))
            await socket.close(CLOSE_POLICY)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        if not hub.lines(session, what):  # a newer socket may have replaced this one
            hub.devices.on_page_stopped(session, what)


async def view(hub: SensingHub, socket: WebSocket) -> None:
    """Serve ``/ws/view``: send one picture of this machine's own camera for each request of the page.

    Each message is the overlay's length (4 bytes, little-endian), the overlay (what was seen, as JSON), and the JPEG.
    """
    session = await admit(hub, socket)
    if session is None:
        return
    asked = asyncio.Event()
    try:
        with hub.line(session, socket, "view", MAX_VIEWS_PER_SESSION):
            await both(_show(hub, socket, session, asked), _watch_requests(socket, asked))
    except (WebSocketDisconnect, RuntimeError):
        pass


async def _watch_requests(socket: WebSocket, asked: asyncio.Event) -> None:
    """Set ``asked`` for each text with which the page requests a picture; return when the page closes the socket."""
    while await text_of(socket) is not None:
        asked.set()


async def _show(hub: SensingHub, socket: WebSocket, session: Session, asked: asyncio.Event) -> None:
    """Send one picture for each request, as soon as there is a new one."""
    window, ready = hub.devices.window, asyncio.Event()
    window.viewers.add(ready)
    try:
        while hub.door.holds(session):
            await asked.wait()
            asked.clear()
            ready.clear()
            while not ready.is_set():
                window.wanted = True
                with anyio.move_on_after(0.5):
                    await ready.wait()
            if window.latest is None:
                await socket.send_bytes(b"\0\0\0\0")
                continue
            overlay, jpeg = window.latest
            head = json.dumps(overlay).encode()
            await socket.send_bytes(len(head).to_bytes(4, "little") + head + jpeg)
    finally:
        window.viewers.discard(ready)
