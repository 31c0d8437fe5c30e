"""A hall with 200 tables: messages a second, delay and memory, beside a plain paho subscriber; and what is lost.

Simulated tables play recorded sittings (``_club_tables``) through a real mosquitto into a real PostgreSQL and into
SQLite. The delay is from the moment at which a table hands a message to its line until it is committed and counts (for
plain paho: until the callback has it). Then the same once more while broker, network, tables, hall and database break.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final

import paho.mqtt.publish as publish

from measure.bench._club_tables import identity, message
from measure.bench._servers import Broker, Postgres, Proxy, broker, postgres

TABLES: Final = 200
WORKERS: Final = 2  # processes that play the tables
EACH: Final = 100  # messages of a table, as fast as the broker takes them
RATE: Final = 1.0  # a second and table: several times what a table says where people play
BUDGET: Final = 1000.0  # ms at 95 % for the paced tables: a screen in a hall may follow by a second
QUIET: Final = 3  # seconds without news after which the log is read
LATE: Final = 240.0  # seconds for all to arrive
ROOT: Final = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Row:
    """Times in ms, processor ms a message and MB of the receiving process, and messages ``lost`` and ``doubled``."""

    what: str
    tables: int
    messages: int
    per_second: int
    p50: float
    p95: float
    cpu: float
    memory: int
    lost: int
    doubled: int
    paced: bool = False

    @property
    def within(self) -> bool:
        return not self.lost and not self.doubled and (not self.paced or self.p95 <= BUDGET)

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "budget": BUDGET if self.paced else None, "within": self.within}


def bench(seconds: float = 12.0) -> list[Row]:
    """Measure plain paho and the hall on SQLite and PostgreSQL, at full pace and at a set one, then with breakdowns."""
    rows = []
    with postgres() as database:
        for rate, each in ((0.0, EACH), (RATE, max(2, round(RATE * seconds)))):
            rows.append(measured("plain paho", TABLES, each, rate, None))
            rows.append(measured("hall, SQLite", TABLES, each, rate, ""))
            rows.append(measured("hall, PostgreSQL", TABLES, each, rate, database.url))
            database.clear()
        rows.append(broken(TABLES, EACH, database))
    return rows


class Heard:
    """What arrived, and how late."""

    def __init__(self) -> None:
        self.delays: list[float] = []
        self.numbers: Counter[tuple[str, int]] = Counter()

    def note(self, payload: bytes) -> None:
        data = json.loads(payload)
        if "seq" in data:
            sent = datetime.fromisoformat(data["wall"])
            self.delays.append(1000 * (datetime.now(timezone.utc) - sent).total_seconds())
            self.numbers[data["table"], data["seq"]] += 1

    def share(self, of: float) -> float:
        ordered = sorted(self.delays)
        return round(ordered[int(of * (len(ordered) - 1))], 1) if ordered else 0.0


def measured(what: str, tables: int, each: int, rate: float, database: str | None) -> Row:
    """``database`` None: plain paho in place of a hall."""
    heard = Heard()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name, broker(Path(name)) as found:
        folder = Path(name)
        hearing = _plain(found, heard) if database is None else _hall(found, heard, folder, database)
        with hearing:
            began, worked = time.monotonic(), time.process_time()
            with playing(found.port, tables, each, rate, folder):
                _until(lambda: len(heard.numbers) >= tables * each, LATE + (each / rate if rate else 0))
            took = time.monotonic() - began
            memory, cpu = resident(), round(1000 * (time.process_time() - worked) / (tables * each), 2)
    counts = heard.numbers
    lost = tables * each - len(counts)
    return Row(
        f"{what}, {'paced' if rate else 'flat out'}",
        tables,
        tables * each,
        round(len(counts) / took),
        heard.share(0.5),
        heard.share(0.95),
        cpu,
        memory,
        lost,
        sum(counts.values()) - len(counts),
        bool(rate),
    )


@contextlib.contextmanager
def _plain(found: Broker, heard: Heard) -> Iterator[None]:
    import paho.mqtt.client as mqtt
    from paho.mqtt.enums import CallbackAPIVersion

    client = mqtt.Client(CallbackAPIVersion.VERSION2, "plain", False)
    client.on_message = lambda _, __, message: heard.note(bytes(message.payload))
    client.on_connect = lambda c, *_: c.subscribe("companion/+/+", 1)
    client.connect("127.0.0.1", found.port)
    client.loop_start()
    try:
        yield
    finally:
        client.disconnect()
        client.loop_stop()


@contextlib.contextmanager
def _hall(found: Broker, heard: Heard, folder: Path, database: str) -> Iterator[None]:
    """Yield a hall in this process: what it has committed counts as heard."""
    from companion.club.hall.clerk import Arrived, Clerk
    from companion.club.hall.listener import Listener
    from companion.club.hall.store import HallStore, url_of
    from companion.club.table.broker import broker as address

    clerk = Clerk(HallStore(url_of(database or str(folder / "hall.sqlite"), folder)))
    clerk.open()

    def take(arrived: Arrived) -> None:
        def ack() -> None:
            heard.note(arrived.payload)
            arrived.ack()

        clerk.take(Arrived(arrived.topic, arrived.payload, arrived.retained, ack))

    listener = Listener(address(f"127.0.0.1:{found.port}"), clerk.store.id, take)
    clerk.start()
    listener.start()
    _until(lambda: listener.connected, 30)
    try:
        yield
    finally:
        listener.close()
        clerk.close()


class Play:
    """The processes that play the tables; ``kill`` kills the first, which then goes on."""

    def __init__(self, port: int, tables: int, each: int, rate: float, folder: Path) -> None:
        shares = [tables // WORKERS + (k < tables % WORKERS) for k in range(WORKERS)]
        self._lines = []
        first = 1
        for k, count in enumerate(shares):
            words = (port, first, count, each, rate, folder / f"tables-{k}", 600)
            self._lines.append([sys.executable, "-m", "measure.bench._club_tables", *map(str, words)])
            first += count
        self._processes = [self._started(line) for line in self._lines]

    def _started(self, line: Sequence[str]) -> subprocess.Popen[bytes]:
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.Popen(line, stdout=subprocess.DEVNULL, env=env)

    @property
    def over(self) -> bool:
        return all(process.poll() is not None for process in self._processes)

    def kill(self) -> None:
        self._processes[0].kill()
        self._processes[0].wait(20)
        self._processes[0] = self._started(self._lines[0])

    def stop(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait(20)


@contextlib.contextmanager
def playing(port: int, tables: int, each: int, rate: float, folder: Path) -> Iterator[Play]:
    play = Play(port, tables, each, rate, folder)
    try:
        yield play
    finally:
        play.stop()


class HallProcess:
    """``companion tournament`` as people start it."""

    def __init__(self, port: int, database: str, folder: Path) -> None:
        self._line = [
            sys.executable,
            "-m",
            "companion",
            "tournament",
            "Load",
            "--game",
            "ftw",
            "--mqtt",
            f"127.0.0.1:{port}",
            "--database",
            database or str(folder / "hall.sqlite"),
            "--port",
            "0",
            "--no-browser",
        ]
        self._env = {**os.environ, "PYTHONPATH": str(ROOT), "COMPANION_DATA_FOLDER": str(folder)}
        self._folder = folder
        self.start()

    def start(self) -> None:
        with (self._folder / "hall.log").open("ab") as log:
            self.process = subprocess.Popen(self._line, stdout=log, stderr=log, env=self._env)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(20)
        self.start()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(20)

    @property
    def memory(self) -> int:
        return resident(self.process.pid)


def broken(tables: int, each: int, database: Postgres | None, pause: float = 2.0) -> Row:
    """Let tables play while networks, broker, hall and database break, twice each, and count what is logged."""
    rate = each / (16 * pause)
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name, broker(Path(name)) as found:
        folder = Path(name)
        with Proxy(found.port) as near, Proxy(found.port) as far:
            hall = HallProcess(near.port, database.url if database is not None else "", folder)
            try:
                _until(lambda: "http" in (folder / "hall.log").read_text(), 120)
                began = time.monotonic()
                with playing(far.port, tables, each, rate, folder) as play:
                    breaks: list[Callable[[], object]] = [
                        near.cut,
                        far.cut,
                        found.restart,
                        play.kill,
                        hall.kill,
                        near.cut,
                        found.restart,
                        far.cut,
                    ]
                    if database is not None:
                        breaks.insert(4, database.crash)
                    for work in breaks:
                        time.sleep(pause)
                        work()
                    _until(lambda: play.over, LATE)
                last = (identity(tables + 1), 1)  # a queue keeps its order: once this has come, nothing is on its way
                topic, payload, retained = message(tables + 1, 1)
                publish.single(topic, payload, 1, retained, port=found.port)
                while True:
                    _settled(database, folder)
                    took, memory = time.monotonic() - began - QUIET, hall.memory
                    hall.stop()
                    counts = logged(database, folder)
                    if counts.pop(last, 0) or took > LATE:
                        break
                    hall.start()
            finally:
                hall.stop()
    lost = tables * each - len(counts)
    doubled = sum(counts.values()) - len(counts)
    what = f"hall, {'PostgreSQL' if database is not None else 'SQLite'}, everything breaks"
    return Row(what, tables, tables * each, round(len(counts) / took), 0, 0, 0, memory, lost, doubled)


def _settled(database: Postgres | None, folder: Path) -> None:
    """Wait until the log grows no more. SQLite's is the hall's alone while that runs: its size tells."""
    import sqlalchemy as sql

    from companion.club.hall.store import ENTRY_TABLE, url_of

    def size() -> int:
        if database is None:
            return sum(path.stat().st_size for path in folder.glob("hall.sqlite*"))
        engine = sql.create_engine(url_of(database.url, folder), poolclass=sql.NullPool)
        with engine.connect() as line:
            return int(line.execute(sql.select(sql.func.count()).select_from(ENTRY_TABLE)).scalar() or 0)

    end, quiet, before = time.monotonic() + LATE, 0, 0
    while quiet < QUIET and time.monotonic() < end:
        time.sleep(1)
        now = size()
        quiet, before = (quiet + 1 if now == before else 0), now


def logged(database: Postgres | None, folder: Path) -> Counter[tuple[str, int]]:
    """(table, number) of every message in the hall's log."""
    import sqlalchemy as sql

    from companion.club.hall.store import ENTRY_TABLE, url_of

    url = url_of(database.url if database is not None else str(folder / "hall.sqlite"), folder)
    with sql.create_engine(url, poolclass=sql.NullPool).connect() as line:
        bodies = line.execute(sql.select(ENTRY_TABLE.c.body).where(ENTRY_TABLE.c.kind == "told")).scalars().all()
    told = [json.loads(json.loads(body)["payload"]) for body in bodies]
    return Counter((data["table"], data["seq"]) for data in told if "seq" in data)


def resident(process: int | None = None) -> int:
    """MB of memory that a process holds."""
    with contextlib.suppress(OSError, ValueError):
        status = Path(f"/proc/{process or os.getpid()}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _until(true: Callable[[], Any], seconds: float) -> bool:
    end = time.monotonic() + seconds
    pause = threading.Event()
    while not true():
        if time.monotonic() > end:
            return False
        pause.wait(0.02)
    return True


def lines(rows: Sequence[Row]) -> list[str]:
    """Return a table for people."""
    heads = ("messages", "a second", "p50 ms", "p95 ms", "cpu ms", "MB", "lost", "doubled")
    shown = [(r.messages, r.per_second, r.p50, r.p95, r.cpu, r.memory, r.lost, r.doubled) for r in rows]
    return [
        f"club: {TABLES} tables",
        f"{'':42}{''.join(f'{head:>9}' for head in heads)}",
        *(f"  {r.what:40}{''.join(f'{value:>9}' for value in row)}" for r, row in zip(rows, shown, strict=True)),
    ]
