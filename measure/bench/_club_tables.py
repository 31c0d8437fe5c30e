"""Simulated tables in a process of their own: ``python -m measure.bench._club_tables``, see ``main``.

Each has a line to the broker and plays recorded sittings one after the other: its messages are the ones that a
table's herald made of the logs, numbered anew. What the broker has confirmed is noted in a file, so that a process
that was killed goes on where it was, as a table does from its outbox.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import mmap
import selectors
import struct
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from functools import cache
from pathlib import Path
from typing import Any, Final

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

WINDOW: Final = 20  # messages under way, as a table has
ROOT: Final = Path(__file__).resolve().parents[2]


@cache
def sittings() -> tuple[tuple[tuple[str, str], ...], ...]:
    """Return recorded sittings, each as the (kind, JSON) of what its table tells."""
    from companion.club.table.herald import Herald
    from companion.referee.log import Log
    from companion.referee.replay import replay

    found = []
    for path in sorted((ROOT / "tests" / "golden" / "logs").glob("*.sqlite")):
        log = Log.open(path)
        told: list[tuple[str, str]] = []
        herald: Herald | None = None
        for step, match in replay(log):
            if herald is None:
                herald = Herald(match, "0" * 32, "g", iter(range(1, 1 << 30)).__next__)
                told += [(p.kind, p.body) for p in herald.game_messages()]
            told += [(p.kind, p.body) for p in herald.messages_for([step.event])]
        log.close()
        found.append(tuple(told))
    return tuple(found)


def identity(number: int) -> str:
    return f"{number:032x}"


def message(number: int, seq: int) -> tuple[str, bytes, bool]:
    """(topic, payload, retained) of message ``seq`` (from 1) of a table."""
    played = sittings()
    at, k = seq - 1, number % len(played)
    while at >= len(played[k]):
        at -= len(played[k])
        k = (k + 1) % len(played)
    kind, body = played[k][at]
    data: dict[str, Any] = json.loads(body)
    data |= {"table": identity(number), "seq": seq, "game": f"{number}-{seq - at}", "wall": wall()}
    return f"companion/table-{number}/{kind}", json.dumps(data).encode(), kind in ("game", "score", "result")


def wall() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="microseconds")


class Table:
    """One simulated table. ``done``: the highest number up to which the broker has everything."""

    def __init__(self, number: int, port: int, total: int, rate: float, notes: mmap.mmap, at: int) -> None:
        self.number, self.port, self.total, self.rate = number, port, total, rate
        self._notes, self._at = notes, at
        self.done = struct.unpack_from("<q", notes, at)[0]
        self.next = self.done + 1
        self._mids: dict[int, int] = {}
        self._confirmed: set[int] = set()
        self._began = time.monotonic() - self.done / rate if rate else 0.0
        self.up = False
        self.again = 0.0
        self.client = client = mqtt.Client(CallbackAPIVersion.VERSION2, f"sim-{number}", True)
        client.max_inflight_messages_set(WINDOW)
        client.on_connect = self._joined
        client.on_publish = self._published
        client.will_set(f"companion/table-{number}/status", self._status(online=False), 1, True)

    def _status(self, *, online: bool) -> bytes:
        return json.dumps(
            {"v": 1, "table": identity(self.number), "wall": wall(), "online": online, "game": None}
        ).encode()

    def _joined(self, client: mqtt.Client, *_: Any) -> None:
        """Send again what a broken line had under way: this is done by the table, not by the library."""
        self.up = True
        client.publish(f"companion/table-{self.number}/status", self._status(online=True), 1, True)

    def _published(self, _: Any, __: Any, mid: int, ___: Any, ____: Any) -> None:
        seq = self._mids.pop(mid, 0)
        if not seq:
            return
        self._confirmed.add(seq)
        while self.done + 1 in self._confirmed:
            self.done += 1
            self._confirmed.discard(self.done)
        struct.pack_into("<q", self._notes, self._at, self.done)

    def connect(self, selector: selectors.BaseSelector) -> None:
        with contextlib.suppress(OSError, ValueError):
            self.client.connect("127.0.0.1", self.port, 30)
            selector.register(self.client.socket(), selectors.EVENT_READ, self)  # type: ignore[arg-type]
            return
        self.again = time.monotonic() + 0.3

    def lost(self, selector: selectors.BaseSelector) -> None:
        for key in [key for key in selector.get_map().values() if key.data is self]:
            selector.unregister(key.fileobj)
        self.client = Table(self.number, self.port, self.total, self.rate, self._notes, self._at).client
        self.client.on_connect, self.client.on_publish = self._joined, self._published
        self._mids.clear()
        self._confirmed.clear()
        self.next, self.up = self.done + 1, False
        self.again = time.monotonic() + 0.3

    def send(self) -> None:
        if not self.up:
            return
        most = self.total if not self.rate else min(self.total, int((time.monotonic() - self._began) * self.rate))
        while self.next <= most and len(self._mids) < WINDOW:
            info = self.client.publish(*_args(message(self.number, self.next)))
            self._mids[info.mid] = self.next
            self.next += 1


def _args(made: tuple[str, bytes, bool]) -> tuple[str, bytes, int, bool]:
    return made[0], made[1], 1, made[2]


def run(tables: Sequence[Table], stop: float) -> Iterator[int]:
    """Let them play until all is confirmed or ``stop`` (monotonic); yields how much is confirmed, now and then."""
    selector = selectors.DefaultSelector()
    beat = 0.0
    while any(table.done < table.total for table in tables) and time.monotonic() < stop:
        now = time.monotonic()
        for table in tables:
            if table.client.socket() is None and now >= table.again:
                if any(key.data is table for key in selector.get_map().values()):
                    table.lost(selector)
                    continue
                table.connect(selector)
        for key, _ in selector.select(0.01):
            if key.data.client.loop_read() != mqtt.MQTT_ERR_SUCCESS:
                key.data.lost(selector)
        for table in tables:
            if table.client.socket() is None:
                continue
            table.send()
            failed = table.client.want_write() and table.client.loop_write() != mqtt.MQTT_ERR_SUCCESS
            if failed or (now >= beat and table.client.loop_misc() != mqtt.MQTT_ERR_SUCCESS):
                table.lost(selector)
        if now >= beat:
            beat = now + 1.0
            yield sum(table.done for table in tables)
    yield sum(table.done for table in tables)


def main() -> None:
    """Run ``PORT FIRST COUNT TOTAL RATE NOTES SECONDS``: COUNT tables from FIRST on send TOTAL messages."""
    parser = argparse.ArgumentParser()
    for name, kind in (("port", int), ("first", int), ("count", int), ("total", int), ("rate", float)):
        parser.add_argument(name, type=kind)
    parser.add_argument("notes", type=Path)
    parser.add_argument("seconds", type=float)
    asked = parser.parse_args()
    if not asked.notes.exists():
        asked.notes.write_bytes(bytes(8 * asked.count))
    with asked.notes.open("r+b") as file, mmap.mmap(file.fileno(), 0) as notes:
        tables = [Table(asked.first + k, asked.port, asked.total, asked.rate, notes, 8 * k) for k in range(asked.count)]
        for done in run(tables, time.monotonic() + asked.seconds):
            print(done, flush=True)


if __name__ == "__main__":
    main()
