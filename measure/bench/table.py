"""The table's server on loopback: first answer, the time from a page's picture to its overlay, and four phones at once.

The page itself is measured in a real browser where there is one (``_table_browser``); four phones are clients in this
process, so that the browsers' own work does not count. ``--seconds 300`` is five minutes of them.
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

from companion.web.kit.door import COOKIE_NAME, Door
from companion.web.kit.serve import Place, serve
from companion.web.table.app import make_app
from companion.web.table.hub import TableHub
from companion.web.table.setup import head_of
from measure.bench._table_browser import HOUR, Browser, missing, write_y4m

SIZE = (640, 480)
RATE = 15.0  # frames a second of a phone
NAMES = ("Ann", "Ben", "Cleo", "Dan")


@dataclass(frozen=True, slots=True)
class Row:
    """One figure against its budget."""

    what: str
    value: float
    budget: float
    note: str = ""
    unit: str = "ms"

    @property
    def within(self) -> bool:
        return self.value <= self.budget

    def as_dict(self) -> dict[str, Any]:
        return {
            "what": self.what,
            f"value_{self.unit}": round(self.value, 1),
            f"budget_{self.unit}": self.budget,
            "within": self.within,
            "note": self.note,
        }


def bench(seconds: float, *, clip: Path | None = None) -> list[Row]:
    """First page, lag of one camera, lag of four phones at 15 frames a second (median of the first and last third)."""
    return asyncio.run(_bench(seconds, pictures(clip)))


def lines(rows: list[Row]) -> list[str]:
    """Return the rows as text, with the reason where no browser could be used."""
    out = ["table:"]
    for row in rows:
        held = "within" if row.within else "MISSES"
        out.append(f"  {row.what}: {row.value:.1f} {row.unit} ({held} {row.budget:g}){'; ' * bool(row.note)}{row.note}")
    return out + ([f"  in a browser: not measured, {why}"] if (why := missing()) else [])


def pictures(clip: Path | None) -> list[Any]:
    """Four seconds of the clip, (480, 640, 3) BGR."""
    import cv2

    from companion import resources

    reader = cv2.VideoCapture(str(clip or resources.path("demo/demo.mp4")))
    out: list[Any] = []
    while len(out) < 60:
        good, image = reader.read()
        if not good:
            break
        out.append(cv2.resize(image, SIZE))
    reader.release()
    return out


def jpeg(picture: Any) -> bytes:
    import cv2

    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])


async def _in_browser(hub: TableHub, address: str, pictures: list[Any], folder: Path, seconds: float) -> list[Row]:
    clip = folder / "camera.y4m"
    write_y4m(clip, pictures, round(RATE))
    async with Browser(address, clip) as browser:
        first = await browser.first_picture()
        lags = await browser.lags(hub, seconds / 2)
        heap, actions = await browser.memory(hub, seconds)
    play = 60 * actions / HOUR
    return [
        Row("browser: page asked for to first useful picture, median", first, 500),
        Row("browser: camera to overlay, median", _median(lags), 100, f"{len(lags)} frames of 640x480"),
        Row(
            "browser: how much the page's memory grew",
            heap[-1] - heap[1],
            1024,
            f"{heap[-1]:.0f} kB after {actions} actions of bots, {play:.0f} minutes of play",
            "kB",
        ),
    ]


async def _bench(seconds: float, pictures: list[Any]) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        hub = TableHub(Path(folder), Door(), pace=3600)
        found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        task = asyncio.ensure_future(serve(hub, Place(0), lambda laptop, phones: found.set_result(laptop), make_app))
        address = await found
        base = address.split("/#")[0]
        jpegs = [jpeg(picture) for picture in pictures]
        browser: list[Row] = []
        try:
            first = await _first(base)
            one = await _lag(hub, base, jpegs, 1, seconds / 2)
            four = await _lag(hub, base, jpegs, 4, seconds)
            if not missing():
                browser = await _in_browser(hub, address, pictures, Path(folder), seconds)
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
    growth = _median(four[-len(four) // 3 :]) - _median(four[: len(four) // 3])
    return [
        Row("page: the first answers (page, script, style)", first, 500),
        Row("picture to overlay, one camera, median", _median(one), 100, f"{len(one)} frames seen"),
        Row(
            "four phones: how much the lag grew",
            growth,
            100,
            f"over {seconds:.0f} s; median {_median(four):.0f} ms, {len(four) / seconds:.1f} frames/s seen",
        ),
        *browser,
    ]


async def _first(base: str) -> float:
    host, port = base.removeprefix("http://").split(":")
    start = time.perf_counter()
    for path in ("/", "/page.js", "/page.css"):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
        assert b"200 OK" in await reader.readline()
        await reader.read()
        writer.close()
    return (time.perf_counter() - start) * 1000


async def _lag(hub: TableHub, base: str, pictures: list[bytes], phones: int, seconds: float) -> list[float]:
    """Milliseconds from sending a picture to its overlay, in the order in which they came."""
    players = [{"name": n} for n in NAMES]
    hub.start(head_of({"game": "face-off", "players": players, "options": {"cards": "physical"}}, "en"))
    lags: list[float] = []
    await asyncio.gather(*(_phone(hub, base, pictures, NAMES[k], seconds, lags) for k in range(phones)))
    hub.leave()
    return lags


async def _phone(hub: TableHub, base: str, pictures: list[bytes], name: str, seconds: float, lags: list[float]) -> None:
    from websockets.asyncio.client import connect

    entered = hub.door.enter(hub.door.invite(name))
    sent: list[float] = []
    cookie = {"Cookie": f"{COOKIE_NAME}={entered[0]}"}
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
