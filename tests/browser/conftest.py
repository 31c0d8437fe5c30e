"""A served table and a real browser with fake camera and microphone. Skips loudly where Chromium is missing."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.clock import Clock
from companion.web.kit.door import Door
from companion.web.kit.serve import Place, serve
from companion.web.table.app import make_app
from companion.web.table.hub import TableHub
from tests.needs import bootstrap, require

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    "--ignore-certificate-errors",
    "--mute-audio",
]


class Served:
    """One table in a thread. ``call`` runs a function on the server's thread and gives what it returns."""

    def __init__(
        self,
        folder: Path,
        *,
        pace: float = 0.03,
        camera: str = "",
        lan: bool = True,
        clock: Clock | None = None,
        ports: tuple[int, int] = (0, 0),
    ) -> None:
        self.folder = folder
        self.hub = TableHub(folder / "games", Door(keep=folder / "joined.json"), pace=pace, clock=clock)
        self.hub.devices.camera = camera
        self.address = self.phones = ""
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        place = Place(ports[0], lan, folder / "tls", port_lan=ports[1])
        self._task = self._loop.create_task(serve(self.hub, place, self._at, make_app))
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(20), "the table did not start"

    def _at(self, laptop: str, phones: str) -> None:
        self.address, self.phones = laptop, phones.replace(phones.split("//")[-1].split(":")[0], "127.0.0.1")
        self._ready.set()

    def _run(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._task)

    def call(self, work: Callable[[], Any]) -> Any:
        async def job() -> Any:
            return work()

        return asyncio.run_coroutine_threadsafe(job(), self._loop).result(20)

    def say(self, text: str) -> None:
        """Something that the table says."""

        def command() -> None:
            assert self.hub.game is not None
            self.hub.game.sitting.command(text)
            self.hub.notify_pages()

        self.call(command)

    def invite(self, player: str) -> str:
        """Return the address that a phone scans, on this machine's own loopback."""
        return f"{self.phones}/join#{self.call(lambda: self.hub.door.invite(player))}"

    def ports(self) -> tuple[int, int]:
        """Those of the laptop and of the phones, for a server that takes this one's place."""
        return int(self.address.split(":")[2].split("/")[0]), int(self.phones.rsplit(":", 1)[1])

    def stop(self) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join(10)


@pytest.fixture
def serve_table(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start tables and stop them."""
    running: list[Served] = []

    def start(folder: Path | None = None, **more: Any) -> Served:
        running.append(Served(folder or tmp_path / str(len(running)), **more))
        return running[-1]

    yield start
    for one in running:
        one.stop()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    require("chromium")
    found = next(p for n in bootstrap().SAME["chromium"] if (p := shutil.which(n)))
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed: ./run test installs it")
    return found


def tap_moments_away(page: Any) -> Any:
    """Do what people do with a big moment that fills the page: tap it, then what lies under it."""
    tap = lambda: page.evaluate("document.querySelector('.moment.full .momentgo')?.click()")  # noqa: E731
    page.add_locator_handler(page.locator(".moment.full"), tap, no_wait_after=True)
    return page


class Ours:
    """The worker's browser in one test's hands: contexts of its own, which end with the test."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.contexts: list[Any] = []

    def new_context(self, *, keeps_moments: bool = False, **more: Any) -> Any:
        """``keeps_moments``: a big moment stays; else it is tapped away as soon as something under it is tapped."""
        context = self.browser.new_context(**more)
        self.contexts.append(context)
        if not keeps_moments:
            blank = context.new_page
            context.new_page = lambda: tap_moments_away(blank())
        return context

    def new_page(self, **more: Any) -> Any:
        return self.new_context(**more).new_page()

    def close(self) -> None:
        for context in self.contexts:
            context.close()


class Own(Ours):
    """A browser of one test's own, which ends with the test."""

    def close(self) -> None:
        self.browser.close()


class Driver:
    """Playwright's driver and the browser that a worker's tests share.

    Playwright runs an asyncio loop in this thread. It is the running one only ``with`` the driver: between the tests
    of browsers, others run loops of their own here.
    """

    def __init__(self, play: Any, path: str) -> None:
        self._play, self._path = play, path
        self._loop = asyncio.get_running_loop()
        self._browser: Any = None
        asyncio._set_running_loop(None)

    def __enter__(self) -> None:
        asyncio._set_running_loop(self._loop)

    def __exit__(self, *error: object) -> None:
        asyncio._set_running_loop(None)

    def start(self, *more: str) -> Any:
        return self._play.chromium.launch(executable_path=self._path, headless=True, args=[*ARGS, *more])

    def shared(self) -> Any:
        if self._browser is None or not self._browser.is_connected():
            self._browser = self.start()
        return self._browser


@pytest.fixture(scope="session")
def driver(chromium_path: str) -> Iterator[Driver]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        driver = Driver(play, chromium_path)
        yield driver
        driver.__enter__()  # all of its browsers end with it


@pytest.fixture
def launch(driver: Driver) -> Iterator[Callable[..., Any]]:
    """Yield the worker's browser, or one of the test's own where it has more arguments, as for its own camera file."""
    given: list[Any] = []

    def start(*more: str) -> Any:
        given.append(Own(driver.start(*more)) if more else Ours(driver.shared()))
        return given[-1]

    with driver:
        yield start
        for browser in given:
            browser.close()
