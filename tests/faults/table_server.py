"""A table on loopback for the tests of what it refuses: a real server in a thread, its cookies, its sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from companion.web.kit.door import Door
from companion.web.kit.serve import Place, serve
from companion.web.table.app import make_app
from companion.web.table.hub import TableHub
from companion.web.table.setup import head_of

PLAYERS = [{"name": "Ann", "bot": False}, {"name": "Ben", "bot": False}, {"name": "Cleo", "bot": True}]


class Table:
    """A table in a thread, with a laptop and one phone (Ann's) already in."""

    def __init__(self, folder: Path, place: Place = Place(0)) -> None:
        self.hub = TableHub(folder, Door(), pace=3600)
        self.loop = asyncio.new_event_loop()
        self.ready = threading.Event()
        self.task = self.loop.create_task(serve(self.hub, place, self._at, make_app))
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self.ready.wait(20)
        self.laptop = self.enter(self.address.split("#")[1])
        self.hub.join_base = "https://127.0.0.1:1"

    def _at(self, laptop: str, phones: str) -> None:
        self.address, self.phones = laptop, phones
        self.base = laptop.split("/#")[0]
        self.ready.set()

    def _run(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            self.loop.run_until_complete(self.task)

    def close(self) -> None:
        """Stop serving; the thread and its loop end."""
        self.loop.call_soon_threadsafe(self.task.cancel)
        self._thread.join(20)
        if not self._thread.is_alive():  # sockets that a test left open are waited for longer
            self.loop.close()

    def call(self, work: Any) -> Any:
        async def job() -> Any:
            return work()

        return asyncio.run_coroutine_threadsafe(job(), self.loop).result(20)

    def enter(self, token: str) -> dict[str, str]:
        answer = httpx.post(f"{self.base}/api/join", json={"token": token}, verify=False)  # no authorities are read
        assert answer.status_code == 200, answer.text
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        return {"Cookie": cookie.split(";")[0]}

    def start(self, game: str = "face-off") -> None:
        self.call(lambda: self.hub.start(head_of({"game": game, "players": PLAYERS, "seed": 5}, "en")))

    def phone(self, name: str = "Ann") -> dict[str, str]:
        return self.enter(self.call(lambda: self.hub.door.invite(name)))

    def socket(self, cookie: dict[str, str], path: str = "/ws", **more: Any) -> Any:
        headers = {**cookie, **more.pop("headers", {})}
        return connect(self.base.replace("http", "ws") + path, additional_headers=headers, max_size=None, **more)


def state_of(socket: Any) -> dict[str, Any]:
    """Return the next whole state."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=10))
        if message["t"] == "state":
            return message


def answer_to(socket: Any, message: Any) -> str:
    """Return what the page is told after ``message``: the refusal's sentence."""
    socket.send(json.dumps(message))
    while True:
        told = json.loads(socket.recv(timeout=10))
        if told["t"] == "refused":
            return str(told["text"])


def exchange(socket: Any, sent: list[Any], answers: int) -> None:
    """Send all, then read so many answers."""
    for data in sent:
        socket.send(data)
    for _ in range(answers):
        socket.recv(timeout=10)
