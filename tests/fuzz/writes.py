"""Power lost, and a disk that is full, at every write that SQLite makes: ``python -m tests.fuzz.writes [KEEPER ...]``.

Keepers are the logs of games, the practice database and the hall's. SQLite's own way to replace a system call counts
the writes of a forked process. For each of them one process is killed there, with half of the write done, and one gets
ENOSPC from there on. What was shown, acknowledged or kept before is on the disk; of a full disk nothing shown is lost
elsewhere either, it is said, and when there is room again the rest is written.
"""

from __future__ import annotations

import argparse
import ctypes
import errno
import json
import os
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from companion.clock import ManualClock
from companion.club.hall import clerk as clerks
from companion.club.hall.clerk import Asked, Clerk
from companion.club.hall.store import HallStore, url_of
from companion.errors import StorageError
from companion.events import Command, Event, Ruling
from companion.events.codec import encode
from companion.practice.store import PracticeStore
from companion.referee.desk_registry import match_of
from companion.referee.log import Log
from companion.referee.log_writer import LogWriter
from companion.sitting.sitting import Sitting
from tests.faults.test_hall_log import do, played, script, shown
from tests.faults.test_log_faults import HEADS, SCRIPTS
from tests.fuzz.kills import Tell, _attempt, killed, logs, practised

ATTEMPTS: Final = 12  # of practice
SAID: Final = "said"
"""Told by a keeper that has said that its disk is full."""
WRITES: Final = "writes "


class _Vfs(ctypes.Structure):
    """The beginning of SQLite's ``sqlite3_vfs``, as far as ``xSetSystemCall``."""

    _fields_ = (
        ("iVersion", ctypes.c_int),
        ("szOsFile", ctypes.c_int),
        ("mxPathname", ctypes.c_int),
        ("pNext", ctypes.c_void_p),
        ("zName", ctypes.c_char_p),
        ("pAppData", ctypes.c_void_p),
        *((f"call{k}", ctypes.c_void_p) for k in range(13)),
        ("xSetSystemCall", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)),
    )


_Write = ctypes.CFUNCTYPE(
    ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_longlong, use_errno=True
)


@dataclass
class Disk:
    """Where a keeper writes. At write ``at`` and, where it is ``full``, those after it, writing fails."""

    folder: Path
    at: int
    full: bool
    count: int = 0
    _hook: Any = field(default=None, repr=False)

    def lay(self) -> None:
        """From now on all of this process's databases write here. Raises OSError where SQLite cannot be hooked."""
        names = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "sqlite" in line}
        library = ctypes.CDLL(next((n for n in names if "libsqlite3" in n), next(iter(names), sqlite3.__file__)))
        find = library.sqlite3_vfs_find
        find.argtypes, find.restype = [ctypes.c_char_p], ctypes.POINTER(_Vfs)
        vfs = find(None)
        self._hook = _Write(self._write)
        for name in (b"pwrite64", b"pwrite"):
            vfs.contents.xSetSystemCall(
                ctypes.cast(vfs, ctypes.c_void_p), name, ctypes.cast(self._hook, ctypes.c_void_p)
            )

    def _write(self, file: int, data: int, size: int, offset: int) -> int:
        held = ctypes.string_at(data, size)
        if Path(os.readlink(f"/proc/self/fd/{file}")).parent == self.folder:
            self.count += 1
            if self.count == self.at and not self.full:
                os.pwrite(file, held[: size // 2], offset)
                os.kill(os.getpid(), signal.SIGKILL)
            if self.count >= self.at and self.full:
                ctypes.set_errno(errno.ENOSPC)
                return -1
        return os.pwrite(file, held, offset)

    def free(self) -> None:
        """There is room again."""
        self.full = False
        self.at = 0


# Keepers: what each of them does, and what has to hold afterwards


class Game:
    """One game's log."""

    def __init__(self, name: str) -> None:
        self.name = name

    def play(self, disk: Disk, tell: Tell) -> None:
        path = disk.folder / "a.sqlite"
        home = disk.folder.parent / "home"
        home.mkdir(exist_ok=True)
        try:
            log = Log.create(path, HEADS[self.name])
        except StorageError:  # no game begins without its log
            tell(SAID)
            disk.free()
            log = Log.create(path, HEADS[self.name])
        writer = LogWriter(log, patience=0.0, places=[home])

        def show(event: Event) -> None:
            if isinstance(event, Ruling):
                tell(f"{path}\t{encode(event)}")

        none = shutil.disk_usage("/")._replace(free=0)
        real = shutil.disk_usage
        usage = lambda folder: none if disk.full and Path(folder) == disk.folder else real(folder)  # noqa: E731
        clock = ManualClock()
        sitting = Sitting(match_of(HEADS[self.name], writer), clock, observers=[show])
        with patch.object(shutil, "disk_usage", usage):
            sitting.begin()
            for event in SCRIPTS[self.name]:
                sitting.take(event)
                sitting.drain()
            sitting.take(Command(onset=60.0, decided=60.0, text="score"))
            sitting.drain()
            try:
                writer.close()
            except StorageError:
                tell(SAID)

    def lost(self, folder: Path, told: list[str]) -> int:
        rulings = [line for line in told if "\t" in line]
        return sum(logs(folder, rulings, [folder.parent / "home"]))


class Practice:
    """The practice database."""

    def play(self, disk: Disk, tell: Tell) -> None:
        done = 0
        with suppress(StorageError), PracticeStore(disk.folder / "practice.sqlite3") as store:
            for done in range(ATTEMPTS):
                try:
                    store.add("Ann", _attempt(done))
                except StorageError as error:
                    tell(SAID if "full" in str(error) else str(error))
                    disk.free()
                    store.add("Ann", _attempt(done))
                tell(str(done))
        if disk.full and not done:  # not even the empty database found room
            tell(SAID)
            disk.free()
            self.play(disk, tell)

    def lost(self, folder: Path, told: list[str]) -> int:
        return sum(practised(folder, [line for line in told if line != SAID]))


class Hall:
    """The hall's log: the broker sends again what was not acknowledged, the organiser asks again."""

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            self._wanted = shown(played(str(Path(scratch) / "whole.sqlite"), 10**6, Path(scratch))[0])

    def play(self, disk: Disk, tell: Tell) -> None:
        clerk = self._open(disk, tell)
        clerks.RETRY_S = 0.0  # type: ignore[misc]
        clerk._stopping.wait = partial(self._again, disk, tell)  # type: ignore[method-assign]
        for number, job in enumerate(script()):
            self._do(clerk, job, disk, tell)
            tell(str(number + 1))
        assert shown(clerk) == self._wanted

    def _do(self, clerk: Clerk, job: Any, disk: Disk, tell: Tell) -> None:
        if isinstance(job, list):
            clerk.write(job)
            return
        answers: list[Any] = []
        clerk.answer(Asked(job, answers.append))
        if isinstance(answers[0], StorageError):  # said to the organiser, who asks again
            self._again(disk, tell)
            clerk.answer(Asked(job, answers.append))
        assert answers[-1] is None, answers

    def _again(self, disk: Disk, tell: Tell, seconds: float | None = None) -> bool:
        """There is room again; whether the clerk is to stop."""
        tell(SAID)
        disk.free()
        return False

    def _open(self, disk: Disk, tell: Tell) -> Clerk:
        while True:
            clerk = Clerk(HallStore(url_of(str(disk.folder / "hall.sqlite"), disk.folder)))
            try:
                clerk.open()
            except StorageError:
                clerk.store.close()
                self._again(disk, tell)
                continue
            return clerk

    def lost(self, folder: Path, told: list[str]) -> int:
        done = max((int(line) for line in told if line != SAID), default=0)
        again = Clerk(HallStore(url_of(str(folder / "hall.sqlite"), folder)))
        again.open()
        for job in script()[done:]:
            do(again, job)
        again.store.close()
        return int(shown(again) != self._wanted)


KEEPERS: Final[dict[str, Callable[[], Any]]] = {
    **{f"log of {name}": partial(Game, name) for name in SCRIPTS},
    "practice": Practice,
    "hall": Hall,
}


def points(name: str, every: int = 1) -> Iterator[tuple[int, str, int, list[str]]]:
    """For each ``every``-th write of a keeper: its number, what happened there, what was lost, what was told."""
    keeper = KEEPERS[name]()

    def run(at: int, *, full: bool) -> tuple[list[str], int]:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(os.path.realpath(scratch)) / "disk"
            folder.mkdir()

            def play(_: Path, number: int, tell: Tell) -> None:
                disk = Disk(folder, number, full)
                disk.lay()
                keeper.play(disk, tell)
                tell(f"{WRITES}{disk.count}")

            told = killed(play, folder, at, 60.0)
            return told, keeper.lost(folder, [line for line in told if not line.startswith(WRITES)])

    whole, lost = run(0, full=False)
    assert not lost
    assert whole[-1].startswith(WRITES)
    for at in range(1, int(whole[-1].removeprefix(WRITES)) + 1, every):
        for how in ("power", "full"):
            told, lost = run(at, full=how == "full")
            if how == "full":
                lost += int(_counted(told) != _counted(whole))  # it goes on to its end
            yield at, how, lost, told


def _counted(told: list[str]) -> list[str]:
    """Return what was shown, acknowledged or kept, wherever its log lies."""
    return [line.rpartition("\t")[2] for line in told if line != SAID and not line.startswith(WRITES)]


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("keepers", nargs="*", metavar="KEEPER", help=f"some of: {', '.join(KEEPERS)}")
    wish = ask.parse_args()
    if unknown := set(wish.keepers) - set(KEEPERS):
        ask.error(f"no such keeper: {', '.join(sorted(unknown))}")
    wrong = total = 0
    for name in wish.keepers or KEEPERS:
        row = {"power": 0, "full": 0, "said": 0, "wrong": 0}
        for at, how, lost, told in points(name):
            row[how] += 1
            row["said"] += SAID in told
            total += 1
            if lost:
                row["wrong"] += 1
                print(f"{name}: {lost} wrong at write {at} ({how}), told: {told[-3:]}", file=sys.stderr, flush=True)
        wrong += row["wrong"]
        print(f"{name}: {json.dumps(row)}", flush=True)
    print(f"{total} points, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
