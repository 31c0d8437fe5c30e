"""The practice page served in a thread, and what its tests do again and again."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.web.kit.serve import Place, serve
from companion.web.practice.app import make_app
from companion.web.practice.practice_session import PracticeSession


class Practice:
    """One page in a thread; its desk is made there, for its database belongs to one thread."""

    def __init__(self, folder: Path, camera: str = "", **usual: float) -> None:
        self.address = ""
        self._folder, self._camera, self._usual = folder, camera, usual
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(30), "the practice page did not start"

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self.desk = PracticeSession(self._folder / "practice.sqlite3")
        self.desk.devices.camera = self._camera
        for name, value in self._usual.items():
            setattr(self.desk, name, value)
        self._task = self._loop.create_task(serve(self.desk, Place(0), self._at, make_app))
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._task)

    def _at(self, address: str, _: str) -> None:
        self.address = address
        self._ready.set()

    def call(self, work: Callable[[], Any]) -> Any:
        """Run on the server's thread."""

        async def job() -> Any:
            return work()

        return asyncio.run_coroutine_threadsafe(job(), self._loop).result(20)

    def attempts(self, player: str = "Ann") -> list[Any]:
        found: list[Any] = self.call(lambda: self.desk.store.attempts(player))
        return found

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(10)
