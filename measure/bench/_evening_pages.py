"""The browsers of ``bench evening`` in a process of their own, so that their work is not the table's.

``python -m measure.bench._evening_pages``: JSON comes by stdin. "begun" and "ended" go to stdout, then JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from functools import partial
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

from companion.web.kit.door import COOKIE_NAME
from measure.bench._films import Film
from measure.bench.table import jpeg, pictures

WARM: Final = 5.0  # seconds after the first overlay: the networks are loaded
FPS: Final = 30.0
DEMO_FPS: Final = 10.0
WAITING: Final = 2  # pictures under way, as the page has
TAP: Final = 1.0  # seconds between two taps


class Pages:
    """``base``: the table's address; ``laptop`` and ``phones``: cookies. Times in ms."""

    def __init__(self, base: str, laptop: str, phones: list[str], projectors: int, seconds: float) -> None:
        self._base, self._laptop = base.replace("http", "ws"), laptop
        self._cookies = [laptop, *phones, *[laptop] * projectors]
        self._seconds = seconds
        self._begin = self._end = float("inf")  # known once the first overlay has come
        self._asked = 0.0
        self.overlays: list[float] = []
        self.rulings: list[float] = []
        self.left_out = self.taps = 0

    def _open(self, path: str, cookie: str) -> connect:
        return connect(self._base + path, additional_headers={"Cookie": f"{COOKIE_NAME}={cookie}"}, max_size=None)

    async def run(self) -> None:
        listening = [asyncio.ensure_future(self._page(cookie)) for cookie in self._cookies[1:]]
        await asyncio.gather(self._camera(), self._tapping())
        for page in listening:
            page.cancel()

    async def _page(self, cookie: str) -> None:
        async with self._open("/ws", cookie) as socket:
            await self._hear(socket)

    async def _hear(self, socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            if message["t"] == "ruling" and message["code"] == "score" and self._asked > self._begin:
                self.rulings.append(1000 * (time.perf_counter() - self._asked))

    async def _tapping(self) -> None:
        """Ask for the score on the laptop: a ruling that all pages show."""
        async with self._open("/ws", self._laptop) as socket:
            hearing = asyncio.ensure_future(self._hear(socket))
            while time.perf_counter() < self._end:
                await asyncio.sleep(TAP)
                self._asked = time.perf_counter()
                self.taps += self._asked > self._begin
                await socket.send(json.dumps({"do": "say", "text": "score"}))
            await asyncio.sleep(TAP)
            hearing.cancel()

    async def _camera(self) -> None:
        """Four faces: the demo's three and the first of them once more."""
        import numpy as np

        film = Film([np.hstack([p, p[:, : p.shape[1] // 3]]) for p in pictures(None)], DEMO_FPS)
        faces = [jpeg(film.at(k / FPS)) for k in range(round(2 * len(film.pictures) * FPS / DEMO_FPS))]
        sent: list[float] = []
        async with self._open("/ws/video", self._laptop) as socket:

            async def answers() -> None:
                async for text in socket:
                    began, overlay = sent.pop(0), json.loads(text)
                    if overlay is not None and self._end == float("inf"):
                        self._begin = time.perf_counter() + WARM
                        self._end = self._begin + self._seconds
                        asyncio.get_running_loop().call_later(WARM, partial(print, "begun", flush=True))
                    elif overlay is None:
                        self.left_out += began > self._begin
                    elif began > self._begin:
                        self.overlays.append(1000 * (time.perf_counter() - began))

            listening = asyncio.ensure_future(answers())
            number, due = 0, time.perf_counter()
            while due < self._end:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                if len(sent) < WAITING:
                    sent.append(time.perf_counter())
                    await socket.send(faces[number % len(faces)])
                number, due = number + 1, max(due + 1 / FPS, time.perf_counter())
            print("ended", flush=True)
            await asyncio.sleep(TAP)  # what the table has worked is read while its threads are there
            listening.cancel()


def main() -> None:
    pages = Pages(**json.load(sys.stdin))
    asyncio.run(pages.run())
    told: dict[str, Any] = {name: getattr(pages, name) for name in ("overlays", "rulings", "left_out", "taps")}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
