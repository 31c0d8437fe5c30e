"""A whole evening's load at once: faces, taught noises, shout and speech, dice by a phone, and all pages open.

The table is this process. Its browsers are another (``_evening_pages``): the laptop's camera sends four faces at 30
pictures a second, five phones and two projectors look on, and a tap a second is ruled. The microphone hears the demo's
talk and noises, three players' of them taught. A phone watches dice. ``--seconds 1800`` is half an hour.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from companion import resources
from companion.demo.story import acts, strangers
from companion.people.store import People
from companion.web.kit.door import Door
from companion.web.kit.serve import Place, serve
from companion.web.table.app import make_app
from companion.web.table.hub import TableHub
from companion.web.table.setup import head_of
from measure.bench.club import resident
from measure.bench.sounds import taught_in_demo
from measure.bench.table import Row, jpeg, lines, pictures

PLAYERS: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve")
PROJECTORS: Final = 2
LONGEST: Final = 120.0  # seconds until all networks are loaded
ROOT: Final = Path(__file__).resolve().parents[2]
DICE_FPS: Final = 15.0
PARTS: Final = (
    ("camera page", "faces"),
    ("microphone", "sound"),
    ("dice", "dice"),
    ("Main", "pages"),
)
"""Of a thread's name, and which part it works for."""

__all__ = ["bench", "lines"]


def bench(seconds: float) -> list[Row]:
    """Shares of a core by part, ms at 95 % and MB, over ``seconds``."""
    with strangers(), tempfile.TemporaryDirectory() as folder:
        for profile in taught_in_demo():
            People().keep_sounds(profile)
        return asyncio.run(_bench(seconds, Path(folder)))


async def _bench(seconds: float, folder: Path) -> list[Row]:
    hub = TableHub(folder / "games", Door(), pace=3600)
    hub.devices.microphone = str(_sound(folder / "evening.wav", LONGEST + seconds))
    found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.ensure_future(serve(hub, Place(0), lambda laptop, phones: found.set_result(laptop), make_app))
    base = (await found).split("/#")[0]
    people = [{"name": name} for name in PLAYERS]
    options = {"cards": "physical", "signal_set": "C", "advanced": True}
    hub.start(head_of({"game": "face-off", "players": people, "options": options}, "en"))
    asked = {
        "base": base,
        "laptop": hub.door.host()[0],
        "projectors": PROJECTORS,
        "seconds": seconds,
        "phones": [hub.door.enter(hub.door.invite(name))[0] for name in PLAYERS],
    }
    try:
        with _dice():
            pages = await _pages(asked)
            assert pages.stdout is not None
            assert await pages.stdout.readline() == b"begun\n"
            before, began, memory = _worked(), time.monotonic(), resident()
            assert await pages.stdout.readline() == b"ended\n"
            took, after, most = time.monotonic() - began, _worked(), resident()
            told = json.loads(await pages.stdout.read())
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    shares = sorted((((after[part] - before[part]) / took, part) for part in after), reverse=True)
    total = 100 * sum(share for share, _ in shares)
    parts = ", ".join(f"{part} {share:.0%}" for share, part in shares)
    seen, ruled = told["overlays"], told["rulings"]
    frames = f"{len(seen) / seconds:.1f} pictures/s seen, median {_share(seen, 0.5):.0f}"
    due = told["taps"] * (1 + len(PLAYERS) + PROJECTORS)
    return [
        Row("whole load, share of a core", total, 120, parts, "%"),
        Row("camera to overlay at 95 %", _share(seen, 0.95), 60, frames),
        Row("tap to ruling on every page at 95 %", _share(ruled, 0.95), 50, f"{len(ruled)} of {due} shown"),
        Row("memory", most, 600, f"{memory} when all was loaded", "MB"),
    ]


async def _pages(asked: dict[str, Any]) -> asyncio.subprocess.Process:
    """Return the browsers, told what they are to do."""
    pipe = asyncio.subprocess.PIPE
    line = (sys.executable, "-m", "measure.bench._evening_pages")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = await asyncio.create_subprocess_exec(*line, stdin=pipe, stdout=pipe, env=env)
    assert process.stdin is not None
    process.stdin.write(json.dumps(asked).encode())
    process.stdin.close()
    return process


def _sound(path: Path, seconds: float) -> Path:
    """Return the demo's talk and noises, again and again."""
    import numpy as np
    import soundfile

    from companion.sources.audio import RATE
    from companion.sources.audio_files import read

    samples = read(resources.path("demo/sounds.ogg"))
    soundfile.write(path, np.resize(samples, round(seconds * RATE)), RATE, subtype="PCM_16")
    return path


@contextlib.contextmanager
def _dice() -> Iterator[None]:
    """Yield a phone's pictures of the demo's throw, again and again, before a reader of their own."""
    from companion.clock import MonotonicClock
    from companion.sitting.sitting import Sitting
    from companion.sitting.throw_station import ThrowStation
    from companion.sources.page_sources import PageCamera

    clock, over = MonotonicClock(), threading.Event()
    sitting, camera = Sitting(None, clock), PageCamera("dice", clock)
    sitting.crew.add("dice", lambda told: camera, lambda source: ThrowStation(source, None, count=3))
    shown = [jpeg(picture) for picture in pictures(Path(acts()[1].clip))]

    def play() -> None:
        sitting.crew.start()
        number = 0
        while not over.wait(1 / DICE_FPS):
            camera.offer(shown[number % len(shown)], lambda overlay: None)
            sitting.pump(0.0)
            number += 1
        sitting.close(wait=3.0)

    phone = threading.Thread(target=play, name="dice phone")
    phone.start()
    try:
        yield
    finally:
        over.set()
        phone.join()


def _worked() -> dict[str, float]:
    """Seconds of processor time by part, of all threads of this process."""
    names = {thread.native_id: thread.name for thread in threading.enumerate()}
    found: defaultdict[str, float] = defaultdict(float)
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):
            fields = (task / "stat").read_text().rpartition(")")[2].split()
            name = names.get(int(task.name)) or (task / "comm").read_text().strip()
            part = next((part for known, part in PARTS if known in name), "others")
            found[part] += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def _share(values: list[float], of: float) -> float:
    return sorted(values)[int(of * (len(values) - 1))] if values else float("inf")
