"""Cameras and microphones unplugged and back, for as long as one likes: ``python -m tests.fuzz.unplugged MINUTES``.

A table watches and listens by this machine's microphone and a camera on the network, by the laptop's page and by a
phone. Again and again all of them go, each in its way, and come back. Every loss has to be said, and everything has to
work again afterwards; memory, threads and descriptors stay as they were. MINUTES are of play: a step waits ``STEP``
seconds and counts as ``SPEED`` times as many. The sound system is a fake; the camera is a real server of pictures.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import numpy as np

from companion import ending
from companion.clock import ManualClock
from companion.sources import audio_microphone
from companion.web.kit.door import Door, Session
from companion.web.table.hub import TableHub
from companion.web.table.setup import head_of
from tests.faults.test_audio import FakePortAudio
from tests.sources_fakes import OK, jpeg, part, request_of, serve

SPEED: Final = 4.0
STEP: Final = 0.02  # seconds of this machine's time between two pictures and two pieces of sound
PATIENCE: Final = 120.0  # seconds of this machine's time in which a loss, or a return, has shown
PLAYERS: Final = ("Ann", "Ben", "Cleo")
EVERYTHING: Final = frozenset(
    f"{kind} {whose}" for kind in ("camera", "microphone") for whose in ("laptop", "page", "phone Ann")
)


class SteppedClock(ManualClock):
    """Seconds of play: so many a step, however long the machine takes for it. Whoever sleeps waits in real time."""

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds / SPEED)


@dataclass(frozen=True)
class Level:
    """What the process holds: MB, threads, descriptors."""

    memory: float
    threads: int
    files: int


@dataclass
class Trial:
    """``losses``: how often everything went; ``stuck``: what did not show in time; ``levels`` after each return."""

    losses: int = 0
    minutes: float = 0.0
    stuck: list[str] = field(default_factory=list)
    levels: list[Level] = field(default_factory=list)

    def grown(self, memory: float = 30.0) -> list[str]:
        """Return what is more in the last quarter than in the second, by its least: MB, threads, descriptors."""
        quarter = len(self.levels) // 4
        if not quarter:
            return []
        before, after = self.levels[quarter : 2 * quarter], self.levels[-quarter:]
        found = []
        for name, more in (("memory", memory), ("threads", 0.0), ("files", 0.0)):
            was, now = (min(getattr(level, name) for level in levels) for levels in (before, after))
            if now > was + more:
                found.append(f"{name} grew from {was:.0f} to {now:.0f}")
        return found


class World:
    """Everything that can be unplugged, and the table that it is plugged into."""

    def __init__(self, port: int, plugged: threading.Event) -> None:
        self.clock, self.backend, self.plugged = SteppedClock(), FakePortAudio(), plugged
        self.hub = TableHub(None, Door(), clock=self.clock, pace=3600.0)
        self.hub.devices.microphone, self.hub.devices.camera = "USB Mic", f"http://127.0.0.1:{port}/"
        self._number, self._sent = count(), self.clock.now()
        self._sessions = (Session("host"), Session("player", "Ann"))
        seats = [{"name": name, "bot": False} for name in PLAYERS]
        wish = {"game": "face-off", "players": seats, "seed": 5, "options": {"cards": "physical"}}
        self.hub.start(head_of(wish, "en"))

    def step(self, *, pages: bool, sound: bool) -> None:
        """Send what has come since the last step: a picture of each page's camera, sound of every microphone."""
        self.clock.advance(STEP * SPEED)
        now = self.clock.now()
        seconds, self._sent = min(now - self._sent, 0.5), now
        noise = np.random.default_rng(next(self._number)).normal(0, 0.002, round(seconds * 16000))
        if sound and self.backend.streams and not self.backend.broken:
            with suppress(AttributeError):  # it is just being opened again
                self.backend.play(np.repeat(noise, 3)[:, None])
        for session in self._sessions if pages else ():
            self.hub.devices.picture(session, jpeg(next(self._number) % 250 + 1), lambda overlay: None)
            pcm = (noise * 32767).astype("<i2").tobytes()
            self.hub.devices.sound(session, (16000).to_bytes(4, "little") + pcm)
        self.hub.tick()
        time.sleep(STEP)

    def unplug(self, *, leave: bool) -> None:
        """``leave``: pages say that they stop; else nothing comes from them any more."""
        self.plugged.clear()
        self.backend.broken = True
        for session in self._sessions if leave else ():
            for what in ("camera", "microphone"):
                self.hub.devices.on_page_stopped(session, what)

    def plug(self) -> None:
        self.plugged.set()
        self.backend.broken = False

    def well(self) -> set[str]:
        """Those that work."""
        return {f"{s['kind']} {s['name']}" for s in self.hub.devices.senses("en") if s["status"] == "live"}

    def until(self, holds: Callable[[], bool], *, pages: bool, sound: bool) -> bool:
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                return False
            self.step(pages=pages, sound=sound)
        return True

    def settled(self, last: list[Level]) -> Level:
        """Return what the process holds once nothing is more than it was at the ``last`` one, or some steps later."""
        for _ in range(50):
            now = level()
            if all(now.threads <= one.threads and now.files <= one.files for one in last):
                break
            self.step(pages=True, sound=True)  # a thread or a socket that ends comes a moment later
        return now


@contextmanager
def world() -> Iterator[World]:
    plugged, over = threading.Event(), threading.Event()
    plugged.set()

    def camera(connection: Any) -> None:
        request_of(connection)
        if not plugged.is_set():
            return
        connection.sendall(OK)
        for number in count():
            if not plugged.is_set() or over.wait(STEP):
                return
            connection.sendall(part(jpeg(number % 250 + 1)))

    with serve(camera) as port, patch.object(audio_microphone, "portaudio") as portaudio:
        one = World(port, plugged)
        portaudio.return_value = one.backend
        try:
            yield one
        finally:
            over.set()
            one.hub.close()
            ending.stop_all(20.0)


def trial(minutes: float, told: Callable[[str], None] = lambda text: None, *, least: int = 1) -> Trial:
    """Unplug everything again and again, for so many minutes of play and ``least`` times."""
    found = Trial()
    with world() as here:
        begun = here.clock.now()
        while (played := here.clock.now() - begun) < 60 * minutes or found.losses < least:
            if not here.until(lambda: here.well() == EVERYTHING, pages=True, sound=True):
                found.stuck.append(f"minute {played / 60:.1f}: {sorted(EVERYTHING - here.well())} did not come back")
            found.levels.append(here.settled(found.levels[-1:]))
            here.unplug(leave=found.losses % 2 == 0)
            if not here.until(lambda: not here.well(), pages=False, sound=False):
                found.stuck.append(f"minute {played / 60:.1f}: the loss of {sorted(here.well())} was not said")
            here.plug()
            found.losses += 1
            found.minutes = (here.clock.now() - begun) / 60
            if found.losses % 20 == 0:
                told(f"{found.minutes:.1f} minutes, {found.losses} losses, {found.levels[-1]}")
    return found


def level() -> Level:
    gc.collect()
    with suppress(OSError, AttributeError):  # what is free goes back first, where the C library is GNU's
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Level(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, threading.active_count(), len(os.listdir("/proc/self/fd")))


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("minutes", type=float)
    found = trial(ask.parse_args().minutes, lambda text: print(text, flush=True))
    print(
        f"{found.minutes:.1f} minutes of play, {found.losses} losses, first {found.levels[0]}, last {found.levels[-1]}"
    )
    wrong = found.stuck + found.grown()
    print("\n".join(wrong) if wrong else "everything was said and came back, nothing grew")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
