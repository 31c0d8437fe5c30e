"""The WebSockets of pictures and sound: a page's camera (JPEG, newest wins) and microphone, this machine's camera."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any, TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.errors import CompanionError
from companion.web.kit.door import Session
from companion.web.kit.hub import PageHub
from companion.web.kit.limits import Bucket
from companion.web.kit.page import accepted
from companion.web.kit.sockets import CLOSE_POLICY, admit, bytes_of, text_of
from companion.words import say

Offer: TypeAlias = Callable[[PageHub, WebSocket, Session, bytes], None]


async def video(hub: PageHub, socket: WebSocket) -> None:
    """``/ws/video``: JPEGs in, one overlay out for each (null: left out for a newer one)."""
    await _stream(hub, socket, "camera", 45, _offer_picture)


async def audio(hub: PageHub, socket: WebSocket) -> None:
    """``/ws/audio``: pieces of PCM16 in."""
    await _stream(hub, socket, "microphone", 60, _offer_sound)


def _offer_picture(hub: PageHub, socket: WebSocket, session: Session, data: bytes) -> None:
    hub.devices.picture(session, data, lambda overlay: hub.post(lambda: _answer(socket, overlay)))


def _offer_sound(hub: PageHub, socket: WebSocket, session: Session, data: bytes) -> None:
    hub.devices.sound(session, data)


_answers: set[asyncio.Task[None]] = set()


def _answer(socket: WebSocket, overlay: Any) -> None:
    async def send() -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(json.dumps(overlay))

    task = asyncio.ensure_future(send())
    _answers.add(task)
    task.add_done_callback(_answers.discard)


async def _stream(hub: PageHub, socket: WebSocket, what: str, rate: float, offer: Offer) -> None:
    session = await admit(hub, socket)
    if session is None:
        return
    bucket = Bucket(rate, rate)
    try:
        with hub.line(session, socket):
            while (data := await bytes_of(socket)) is not None:
                if not bucket.take(hub.clock.now()):
                    _answer(socket, None)
                    continue
                try:
                    offer(hub, socket, session, data)
                except CompanionError as error:
                    said = say(error.fact, accepted(socket.headers.get("accept-language")))
                    await socket.send_text(json.dumps({"refused": said}))
            await socket.close(CLOSE_POLICY)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        hub.devices.gone(session, what)


async def view(hub: PageHub, socket: WebSocket) -> None:
    """``/ws/view``: this machine's own camera: 4 bytes length, overlay as JSON, JPEG; the page asks for each."""
    session = await admit(hub, socket)
    if session is None:
        return
    if session.role != "host":
        await socket.close(CLOSE_POLICY)
        return
    window, ready = hub.devices.window, asyncio.Event()
    window.viewers.add(ready)
    try:
        with hub.line(session, socket):
            while await text_of(socket) is not None:
                ready.clear()
                while not ready.is_set():
                    window.wanted = True
                    with contextlib.suppress(asyncio.TimeoutError):
                        await asyncio.wait_for(ready.wait(), 0.5)
                if window.latest is None:
                    await socket.send_bytes(b"\0\0\0\0")
                    continue
                overlay, jpeg = window.latest
                head = json.dumps(overlay).encode()
                await socket.send_bytes(len(head).to_bytes(4, "little") + head + jpeg)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        window.viewers.discard(ready)
