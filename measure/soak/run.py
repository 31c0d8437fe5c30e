"""The hours in windows of a game each, and what is compared: the first against the last."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.demo.story import acts, strangers
from measure.soak.play import Evening, Step, Steps

GAME: Final = 27.0  # minutes of Face Off!, then
DICE: Final = 3.0  # minutes of Keep Smiling!
SLOWER: Final = 1.10
LARGER_MB: Final = 30.0


@dataclass(frozen=True, slots=True)
class Window:
    """Half an hour of play. Milliseconds are 95th percentiles: by the clock, and of processor time.

    ``memory`` is resident, MB; ``held`` what is left of it when the C library has given back what is free: without
    that the one or the other hundred of MB comes and goes by the order of allocations.
    """

    hours: float
    memory: float
    held: float
    threads: int
    files: int
    waiting: int
    rulings: int
    camera: Step
    sound: Step
    pages: Step

    def line(self) -> str:
        steps = "  ".join(
            f"{name} {wall:.1f} ({cpu:.1f})"
            for name, (wall, cpu) in (("picture", self.camera), ("sound", self.sound), ("pages", self.pages))
        )
        return (
            f"{self.hours:4.1f} h  {self.memory:6.1f} MB ({self.held:.1f} held)  {self.threads} threads  "
            f"{self.files} files  at most {self.waiting} waiting  {self.rulings} rulings  p95 ms (processor): {steps}"
        )


def soak(hours: float, fps: float, told: Callable[[Window], None]) -> list[Window]:
    """Play so long; each window is ``told`` when it ends."""
    found: list[Window] = []
    with strangers(), tempfile.TemporaryDirectory() as folder:
        evening = Evening(acts(), fps, Path(folder))
        played = 0.0
        while played < 3600 * hours:
            steps = Steps()
            played += evening.play(evening.faces, GAME, steps)
            played += evening.play(evening.dice, DICE, Steps())
            found.append(_window(played / 3600, steps))
            told(found[-1])
    return found


def _window(hours: float, steps: Steps) -> Window:
    gc.collect()
    memory = _memory()
    _trim()
    return Window(
        hours=hours,
        memory=memory,
        held=_memory(),
        threads=threading.active_count(),
        files=len(os.listdir("/proc/self/fd")),
        waiting=steps.waiting,
        rulings=steps.rulings,
        camera=_p95(steps.camera),
        sound=_p95(steps.sound),
        pages=_p95(steps.pages),
    )


def _p95(steps: list[Step]) -> Step:
    if not steps:
        return 0.0, 0.0
    walls, cpus = (sorted(column) for column in zip(*steps, strict=True))
    at = min(len(steps) - 1, int(0.95 * len(steps)))
    return walls[at], cpus[at]


def _memory() -> float:
    """Resident memory of this process, MB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def _trim() -> None:
    """Free memory back to the system, where the C library is GNU's."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)


def verdict(windows: list[Window]) -> list[str]:
    """Return in words what grew from the second window to the last two; nothing where all held."""
    if len(windows) < 4:
        return ["too short for a verdict"]
    first, last = windows[1:3], windows[-2:]
    wrong = []
    if _mean(last, "held") > _mean(first, "held") + LARGER_MB:
        wrong.append(f"memory grew from {_mean(first, 'held'):.0f} to {_mean(last, 'held'):.0f} MB")
    for name in ("threads", "files"):
        if _mean(last, name) > _mean(first, name):
            wrong.append(f"{name} grew from {_mean(first, name):g} to {_mean(last, name):g}")
    for name in ("camera", "sound", "pages"):
        before, after = (sum(getattr(w, name)[1] for w in ws) / len(ws) for ws in (first, last))
        if after > SLOWER * before:
            wrong.append(f"{name}: p95 of processor time grew from {before:.1f} to {after:.1f} ms")
    return wrong


def _mean(windows: list[Window], name: str) -> float:
    return sum(float(getattr(w, name)) for w in windows) / len(windows)
