"""The hall's page served in a thread, and tables that tell it things without a broker."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from companion.club.codec import encode
from companion.club.facts import Do, GameBegun, Health, Hello, ResultMessage, RulingTold, ScoreMessage, Status, slug
from companion.club.hall.app import make_app
from companion.club.hall.clerk import Arrived, Clerk
from companion.club.hall.hub import HallHub
from companion.club.hall.plan import make_plan
from companion.club.hall.store import HallStore, url_of
from companion.club.hall.tournament import plan_entry
from companion.facts import Fact
from companion.observers import Observers
from companion.web.kit.serve import Place, serve


class FakeLine:
    """A broker that is there; what is asked of tables is kept."""

    def __init__(self) -> None:
        self.connected = True
        self.trouble: Fact | None = None
        self.changed: Observers[[]] = Observers()
        self.asked: list[tuple[str, str, str]] = []

    def order(self, table: str, do: Do, text: str = "") -> None:
        self.asked.append((table, do, text))


class FakeTable:
    """One table's laptop: numbers its messages as a real one does."""

    def __init__(self, name: str, number: int, take: Callable[[Arrived], None]) -> None:
        self.name, self.id, self.take = name, f"{number * 0x9E3779B97F4A7C15F39CC0605CEDC835 % 2**128:032x}", take
        self.seq = 0
        self.game = ""
        self.players: tuple[str, ...] = ()
        self.acked: list[int] = []

    def tell(self, cls: type[Any], *, retained: bool = False, wall: str = "", **more: Any) -> Arrived:
        body = encode(cls(table=self.id, wall=wall or datetime.now(timezone.utc).isoformat(), **more))
        seq = more.get("seq", -1)
        arrived = Arrived(f"companion/{slug(self.name)}/{cls.topic}", body, retained, lambda: self.acked.append(seq))
        self.take(arrived)
        return arrived

    def count(self, cls: type[Any], **more: Any) -> Arrived:
        self.seq += 1
        return self.tell(cls, seq=self.seq, game=self.game, **more)

    def come(self) -> None:
        self.tell(Hello, name=self.name, companion="0.1", log_format=2)
        self.tell(Status, online=True)

    def go(self) -> None:
        self.tell(Status, online=False)

    def begin(self, game: str, *players: str) -> None:
        self.game, self.players = f"{self.id[-4:]}-{self.seq}", players
        self.count(GameBegun, kind=game, players=players)

    def score(self, points: Mapping[str, float]) -> None:
        self.count(RulingTold, at=1.0, code="paused", values={}, number=self.seq)
        self.count(ScoreMessage, points=points, **SCORE)

    def ill(self, code: str, **values: Any) -> None:
        self.count(Health, at=2.0, code=code, values=values)

    def end(self, points: Mapping[str, float], *, sure: bool = True) -> None:
        best = max(points.values())
        self.count(
            ResultMessage, points=points, winners=tuple(n for n, p in points.items() if p == best), confirmed=sure
        )


SCORE: dict[str, Any] = {"hand": 1} if "hand" in ScoreMessage.__dataclass_fields__ else {}


class HallServed:
    """One hall in a thread."""

    def __init__(
        self,
        folder: Path,
        name: str = "Club night",
        game: str = "keep-smiling",
        *,
        rounds: int = 3,
        system: str = "swiss",
        size: int = 0,
        order: str = "places",
        lan: bool = False,
    ) -> None:
        self.clerk = Clerk(HallStore(url_of(str(folder / "hall.sqlite"), folder)))
        self.clerk.open()
        if self.clerk.hall.tournament.plan is None:
            plan = make_plan(name, game, system, rounds, size, order, 7)
            self.clerk.write_entry(lambda hall: plan_entry(plan))
        self.line = FakeLine()
        self.clerk.start()
        self.address = self.screens = ""
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._place = Place(0, lan, folder / "tls")
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(30), "the hall did not start"

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self.hub = HallHub(self.clerk, self.line, "broker.example:1883")
        self._task = self._loop.create_task(serve(self.hub, self._place, self._at, make_app))
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._task)

    def _at(self, address: str, screens: str) -> None:
        self.address = address
        self.screens = screens.replace(screens.split("//")[-1].split(":")[0], "127.0.0.1") if screens else ""
        self._ready.set()

    def table(self, name: str, number: int) -> FakeTable:
        found = FakeTable(name, number, self.clerk.take)
        found.come()
        return found

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(20)
