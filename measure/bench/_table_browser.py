"""What only a real browser can tell of the table: the first useful picture, camera to overlay, the page's memory.

Needs Chromium and Playwright, which the tests install; without them these rows are left out and ``missing`` says why.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from pathlib import Path
from typing import Any, Final

from companion.web.table.hub import TableHub
from companion.web.table.setup import head_of

ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    "--disable-background-networking",
    "--disable-component-update",
    "--mute-audio",
)
LOADS: Final = 5
HOUR: Final = 3000  # actions of bots in an hour at their usual pace
# When the choice of games or a board is painted, in ms since the page was asked for.
FIRST: Final = """new MutationObserver((_, me) => {
  if (!document.querySelector("[data-game], .seatlist")) return;
  me.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.firstPicture = performance.now())));
}).observe(document, { childList: true, subtree: true });"""


def missing() -> str:
    """Why no browser can be used, "" where one can."""
    try:
        import playwright.async_api  # noqa: F401
    except ImportError:
        return "playwright is not installed (./run test installs it)"
    return "" if chromium() else "Chromium is not installed"


def chromium() -> str | None:
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    return next((path for path in found if path), None)


def write_y4m(path: Path, pictures: list[Any], rate: int) -> None:
    """(h, w, 3) BGR pictures as a file that Chromium plays as its camera."""
    import cv2

    height, width = pictures[0].shape[:2]
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{width} H{height} F{rate}:1 Ip A1:1 C420mpeg2\n".encode())
        for picture in pictures:
            file.write(b"FRAME\n" + cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes())


class Browser:
    """One Chromium before the table at ``address``; its camera plays ``clip``."""

    def __init__(self, address: str, clip: Path) -> None:
        self.address = address
        self._clip = clip

    async def __aenter__(self) -> Browser:
        from playwright.async_api import async_playwright

        self._play = await async_playwright().start()
        self._browser = await self._play.chromium.launch(
            executable_path=chromium(), args=[*ARGUMENTS, f"--use-file-for-fake-video-capture={self._clip}"]
        )
        self.context = await self._browser.new_context(permissions=["camera"])
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._browser.close()
        await self._play.stop()

    async def first_picture(self) -> float:
        """Median over some loads of ms from the request to the choice of games on the screen."""
        times = []
        for _ in range(LOADS):
            page = await self.context.new_page()
            await page.add_init_script(FIRST)
            await page.goto(self.address)
            while (at := await page.evaluate("window.firstPicture ?? 0")) == 0:
                await asyncio.sleep(0.02)
            times.append(float(at))
            await page.close()
        return sorted(times)[LOADS // 2]

    async def lags(self, hub: TableHub, seconds: float) -> list[float]:
        """Return the ms from a picture of the page's camera to its overlay there, without the first ones."""
        players = [{"name": n} for n in ("Ann", "Ben", "Cleo")]
        hub.start(head_of({"game": "face-off", "players": players, "options": {"cards": "physical"}}, "en"))
        page = await self.context.new_page()
        await page.goto(self.address)
        await page.click("#camera")
        while not await page.evaluate("window.companionCamera?.lags.splice(0, 11).length > 10"):
            await asyncio.sleep(1.0)
        out: list[float] = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await asyncio.sleep(1.0)
            out += await page.evaluate("window.companionCamera.lags.splice(0)")
        await page.close()
        hub.leave()
        return out

    async def memory(self, hub: TableHub, seconds: float) -> tuple[list[float], int]:
        """Return the page's heap in kB after each eighth of ``seconds`` of bots' play, and their actions."""
        page = await self.context.new_page()
        tools = await self.context.new_cdp_session(page)
        await page.goto(self.address)
        found: list[float] = []
        actions = 0
        hub.pace = 0.0
        for _ in range(8):
            end = time.monotonic() + seconds / 8
            while time.monotonic() < end:
                if hub.game is None or hub.game.match.is_over:
                    actions += 0 if hub.game is None else len(hub.game.match.steps)
                    hub.start(head_of({"game": "ftw", "players": [{"name": n, "bot": True} for n in "ABCD"]}, "en"))
                await asyncio.sleep(0.2)
            await tools.send("HeapProfiler.collectGarbage")
            found.append((await tools.send("Runtime.getHeapUsage"))["usedSize"] / 1024)
        actions += len(hub.game.match.steps) if hub.game is not None else 0
        await page.close()
        hub.leave()
        return found, actions
