"""The task that lets a table's time pass ends when it is told to, whatever comes in at that moment.

A ruling goes to pages at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any, cast

import anyio
import pytest
from starlette.websockets import WebSocket

from companion.web.kit import page_line
from companion.web.kit.door import Door
from companion.web.kit.hub import PageHub
from companion.web.kit.page import LastSent, Page


async def _ends(wakes: int, turns: int) -> bool:
    """Whether ``run`` ends on one cancel that comes ``turns`` turns of the loop after ``wakes`` posts."""
    hub = PageHub(Door())
    running = asyncio.ensure_future(hub.run())
    await asyncio.sleep(0.01)
    for _ in range(wakes):
        hub._posted.set()  # what a source's post does, on the loop's own thread
    for _ in range(turns):
        await asyncio.sleep(0)
    running.cancel()
    done, _ = await asyncio.wait([running], timeout=1)
    if not done:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
    return bool(done)


@pytest.mark.parametrize("wakes", [0, 1, 2])
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_one_word_ends_it_although_something_comes_in_at_that_moment(wakes: int, turns: int) -> None:
    assert asyncio.run(_ends(wakes, turns))


class _Socket:
    def __init__(self) -> None:
        self.kinds: asyncio.Queue[str] = asyncio.Queue()

    async def send_text(self, text: str) -> None:
        self.kinds.put_nowait(json.loads(text)["t"])


async def _sent() -> list[str]:
    hub, socket = PageHub(Door()), _Socket()
    page = Page(hub.door.host()[1])
    hub.pages.add(page)
    line = asyncio.ensure_future(page_line._send(hub, cast(WebSocket, socket), page))
    try:
        with anyio.fail_after(5):
            first = await socket.kinds.get()
            hub.notify_pages()
            page.tell({"t": "ruling"})
            return [first, await socket.kinds.get()]
    finally:
        line.cancel()


def test_a_ruling_does_not_wait_for_the_turn_of_the_next_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_line, "STATE_SPACING_S", 60.0)
    assert asyncio.run(_sent()) == ["state", "ruling"]


class _Texts:
    def __init__(self) -> None:
        self.texts: asyncio.Queue[str] = asyncio.Queue()

    async def send_text(self, text: str) -> None:
        self.texts.put_nowait(text)


class _RulingHub(PageHub):
    """A hub with rulings: each is a message and stands in the state."""

    def __init__(self) -> None:
        super().__init__(Door())
        self.rulings = [{"n": 1, "text": "Ann begins"}]

    def state(self, page: Page) -> dict[str, Any]:
        return {"t": "state", "v": self.version, "rulings": list(self.rulings)}

    def rule(self, text: str) -> None:
        self.rulings.append(item := {"n": len(self.rulings) + 1, "text": text})
        self.tell(lambda language: {"t": "ruling", "list": "rulings", **item})
        self.notify_pages()


async def _sent_of_a_ruling() -> list[str]:
    hub, socket = _RulingHub(), _Texts()
    page = Page(hub.door.host()[1], last=LastSent())
    hub.pages.add(page)
    line = asyncio.ensure_future(page_line._send(hub, cast(WebSocket, socket), page))
    try:
        with anyio.fail_after(5):
            found = [await socket.texts.get()]
            hub.rule("Ann and Ben trade")
            return [*found, await socket.texts.get(), await socket.texts.get()]
    finally:
        line.cancel()


def test_a_page_gets_the_words_of_a_ruling_once() -> None:
    first, ruling, changes = asyncio.run(_sent_of_a_ruling())
    assert [json.loads(text)["t"] for text in (first, ruling, changes)] == ["state", "ruling", "changes"]
    assert "Ann and Ben trade" in ruling
    assert "Ann and Ben trade" not in changes
