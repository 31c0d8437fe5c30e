"""The table's server on loopback: first answer, the time from a page's picture to its overlay, and four phones at once.

A client in this process stands for the browsers; ``tests/browser`` measures the same lag in a real one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.table.guard import COOKIE, Door, Session
from companion.table.hub import Hub
from companion.table.serve import Place, serve
from companion.table.setup import head_of

SIZE = (640, 480)
RATE = 15.0  # frames a second of a phone
NAMES = ("Ann", "Ben", "Cleo", "Dan")


@dataclass(frozen=True, slots=True)
class Row:
    """One figure against its budget, in milliseconds."""

    what: str
    value: float
    budget: float
    note: str = ""

    @property
    def within(self) -> bool:
        return self.value <= self.budget

    def as_dict(self) -> dict[str, Any]:
        return {
            "what": self.what, "value_ms": round(self.value, 1), "budget_ms": self.budget,
            "within": self.within, "note": self.note,
        }  # fmt: skip


def bench(seconds: float, *, clip: Path | None = None) -> list[Row]:
    """First page, lag of one camera, lag of four phones at 15 frames a second (median of the first and last third)."""
    return asyncio.run(_bench(seconds, _pictures(clip)))


def _pictures(clip: Path | None) -> list[bytes]:
    import cv2

    from companion import resources

    reader = cv2.VideoCapture(str(clip or resources.path("demo/demo.mp4")))
    out: list[bytes] = []
    while len(out) < 60:
        good, image = reader.read()
        if not good:
            break
        out.append(bytes(cv2.imencode(".jpg", cv2.resize(image, SIZE), [cv2.IMWRITE_JPEG_QUALITY, 80])[1]))
    reader.release()
    return out


async def _bench(seconds: float, pictures: list[bytes]) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        hub = Hub(Path(folder), Door(), pace=3600)
        found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        task = asyncio.ensure_future(serve(hub, Place(0), lambda laptop, phones: found.set_result(laptop)))
        base = (await found).split("/#")[0]
        try:
            first = await _first(base)
            one = await _lag(hub, base, pictures, 1, seconds / 2)
            four = await _lag(hub, base, pictures, 4, seconds)
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
    growth = _median(four[-len(four) // 3 :]) - _median(four[: len(four) // 3])
    return [
        Row("page: the first answers (page, script, style)", first, 500),
        Row("picture to overlay, one camera, median", _median(one), 100, f"{len(one)} frames seen"),
        Row(
            "four phones: how much the lag grew", growth, 100,
            f"over {seconds:.0f} s; median {_median(four):.0f} ms, {len(four) / seconds:.1f} frames/s seen",
        ),
    ]  # fmt: skip


async def _first(base: str) -> float:
    host, port = base.removeprefix("http://").split(":")
    start = time.perf_counter()
    for path in ("/", "/static/main.js", "/static/style.css"):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
        assert b"200 OK" in await reader.readline()
        await reader.read()
        writer.close()
    return (time.perf_counter() - start) * 1000


async def _lag(hub: Hub, base: str, pictures: list[bytes], phones: int, seconds: float) -> list[float]:
    """Milliseconds from sending a picture to its overlay, in the order in which they came."""
    players = [{"name": n} for n in NAMES]
    hub.start(head_of({"game": "face-off", "players": players, "options": {"cards": "physical"}}, "en"))
    lags: list[float] = []
    await asyncio.gather(*(_phone(hub, base, pictures, NAMES[k], seconds, lags) for k in range(phones)))
    hub.leave()
    return lags


async def _phone(hub: Hub, base: str, pictures: list[bytes], name: str, seconds: float, lags: list[float]) -> None:
    from websockets.asyncio.client import connect

    entered = hub.door.enter(hub.door.invite(name))
    assert isinstance(entered, tuple)
    assert isinstance(entered[1], Session)
    sent: list[float] = []
    cookie = {"Cookie": f"{COOKIE}={entered[0]}"}
    async with connect(base.replace("http", "ws") + "/ws/video", additional_headers=cookie) as socket:

        async def answers() -> None:
            async for text in socket:
                began = sent.pop(0)
                if json.loads(text) is not None and time.perf_counter() - start > 1.0:  # the models are loaded first
                    lags.append((time.perf_counter() - began) * 1000)

        start = time.perf_counter()
        listening = asyncio.ensure_future(answers())
        count = 0
        while time.perf_counter() - start < seconds + 1.0:
            if len(sent) < 2:
                sent.append(time.perf_counter())
                await socket.send(pictures[count % len(pictures)])
                count += 1
            await asyncio.sleep(1 / RATE)
        listening.cancel()


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2] if values else float("inf")
