"""A phone that sends as much as it can on twelve sockets slows itself, not the laptop."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from statistics import quantiles

import pytest

from companion.web.kit.serve import Place
from tests.faults.table_server import Table, state_of

SOCKETS = 12
FLOOD = """
import asyncio, json, ssl, sys
import websockets

base, cookie, sockets = sys.argv[1], sys.argv[2], int(sys.argv[3])
trusting = ssl.create_default_context()
trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
asked = ({"do": "act", "text": "offer 1 ruby"}, {"do": "show", "signal": None}, {"do": "ping"})
messages = [json.dumps(message) for message in asked]

async def drain(line):
    async for _ in line:
        pass

async def one():
    while True:
        try:
            async with websockets.connect(base + "/ws", additional_headers={"Cookie": cookie}, ssl=trusting) as line:
                reading = asyncio.ensure_future(drain(line))
                print("in", flush=True)
                try:
                    while True:
                        for message in messages:
                            await line.send(message)
                        await asyncio.sleep(0)
                finally:
                    reading.cancel()
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(0.01)

async def main():
    await asyncio.gather(*(one() for _ in range(sockets)))

asyncio.run(main())
"""


def waits(table: Table, seconds: float) -> list[float]:
    """How long the laptop's page waits for each answer (s)."""
    found: list[float] = []
    with table.socket(table.laptop) as laptop:
        state_of(laptop)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            begun = time.monotonic()
            laptop.send('{"do": "ping"}')
            while json.loads(laptop.recv(timeout=30))["t"] != "pong":
                pass
            found.append(time.monotonic() - begun)
            time.sleep(0.06)  # no page may send more than twenty a second
    return found


@pytest.mark.alone  # the flood takes a core, and the table another
def test_twelve_sockets_of_a_phone_do_not_slow_the_laptop(tmp_path: Path) -> None:
    table = Table(tmp_path, Place(0, lan=True, keep=tmp_path / "tls"))
    table.start()
    phones = f"wss://127.0.0.1:{table.phones.rpartition(':')[2]}"
    cookie = table.phone("Ann")["Cookie"]
    flood = subprocess.Popen(
        [sys.executable, "-c", FLOOD, phones, cookie, str(SOCKETS)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    late = threading.Timer(60, flood.kill)  # whatever happens
    late.start()
    try:
        assert flood.stdout is not None
        for _ in range(SOCKETS):
            assert flood.stdout.readline() == b"in\n"
        found = waits(table, 6.0)
        assert flood.poll() is None  # it was there all the time
    finally:
        late.cancel()
        flood.kill()
        flood.wait(10)
        table.close()
    print(f"{len(found)} answers, longest {max(found):.3f} s, nine in ten within {quantiles(found, n=10)[-1]:.3f} s")
    assert quantiles(found, n=10)[-1] < 0.3
