"""The end of a program whose threads are in native code: its own exit code, nothing on stderr, and no waiting for ever.

``python -m tests.fuzz.endings 100`` goes on with the commands for longer.
"""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from companion import ending
from companion.cli import use_line_buffering
from companion.clock import ManualClock, MonotonicClock
from companion.ending import SENSES_NICENESS, Work, give_way
from companion.events import Event, Ruling
from companion.referee.desk_registry import header, match_of
from companion.sitting.table_sitting import table_of
from companion.sitting.worker import Worker
from companion.terminal.printer import JsonPrinter
from companion.terminal.referee import _play
from tests.fuzz.endings import CASES, ended
from tests.wording import ruling

ROOT = Path(__file__).resolve().parents[2]

# Pictures are worked on in C++ without Python's lock. An end in which nobody waits for that aborts, every time.
WORKING = """
import threading
import numpy
from companion import cli
from companion.ending import Work
from companion.sources.pixels import opencv
begun, over = threading.Event(), threading.Event()
def work():
    picture = numpy.zeros((500, 500, 3), numpy.uint8)
    while not over.is_set():
        opencv().GaussianBlur(picture, (9, 9), 0)
        begun.set()
def command(prog_name):
    for _ in range(3):
        Work("works", work, stop=over.set).start()
    begun.wait(60)
    raise SystemExit(7)
cli.only = lambda asked: command
cli.main()
"""

# A thread that never comes back, and what was printed before.
STUCK = """
import sys, time
from companion import cli, ending
from companion.ending import Work
ending.stop_all.__defaults__ = (0.2,)
def command(prog_name):
    Work("sticks", time.sleep, 3600).start()
    print("said", end="")
    raise SystemExit(3)
cli.only = lambda asked: command
cli.main()
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=120)


def test_what_works_in_native_code_at_the_end_is_waited_for() -> None:
    for _ in range(3):
        done = run(WORKING)
        assert (done.returncode, done.stderr) == (7, "")


class Interrupted(threading.Event):
    """Ctrl-C comes while somebody waits for it."""

    def wait(self, timeout: float | None = None) -> bool:
        raise KeyboardInterrupt


def test_a_thread_whose_start_is_interrupted_is_waited_for() -> None:
    over = threading.Event()
    work = Work("starts", over.wait, 60, stop=over.set)
    work._started = Interrupted()  # type: ignore[attr-defined]
    with pytest.raises(KeyboardInterrupt):
        work.start()
    assert work.begun.wait(10)
    assert ending.stop_all()
    assert over.is_set()


def test_a_thread_that_never_began_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(threading, "_start_new_thread", interrupted)
    work = Work("never begins", time.sleep, 0)
    with pytest.raises(KeyboardInterrupt):
        work.start()
    monkeypatch.undo()
    assert ending.stop_all()


def test_a_thread_that_does_not_come_back_is_left_and_what_was_said_is_said() -> None:
    done = run(STUCK)
    assert (done.returncode, done.stdout, done.stderr) == (3, "said", "")


def test_what_works_is_stopped_and_what_cannot_be_stopped_holds_nobody_up() -> None:
    over, told = threading.Event(), list[str]()

    def broken() -> None:
        told.append("broken")
        raise OSError

    works = [Work("one", over.wait, stop=broken), Work("two", over.wait, stop=over.set)]
    for work in works:
        work.start()
    assert ending.stop_all(20.0)
    assert told == ["broken"]
    assert not any(work.is_alive() for work in works)


def test_ctrl_c_while_networks_are_loaded_counts_when_they_are() -> None:
    """Found by ``tests.fuzz.endings``: protobuf printed it while it was imported, and the command went on."""
    done: list[str] = []

    def load() -> None:
        with ending.defer_interrupts():
            signal.raise_signal(signal.SIGINT)
            done.append("loaded")

    with pytest.raises(KeyboardInterrupt):
        load()
    assert done == ["loaded"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_worker_loads_its_senses_without_being_interrupted() -> None:
    class Source:
        name, live = "camera", True

        def close(self) -> None:
            """Nothing is open."""

    loaded: list[object] = []

    def make(source: object) -> object:
        signal.raise_signal(signal.SIGINT)
        loaded.append(source)
        return source

    with pytest.raises(KeyboardInterrupt):
        Worker("camera", lambda told: Source(), make, lambda batch: None, ManualClock())  # type: ignore[arg-type, return-value]
    assert loaded


class Typed(io.StringIO):
    """A terminal in whose pipe these lines lie."""

    def isatty(self) -> bool:
        return True


class Shown(io.RawIOBase):
    """Ctrl-C comes with the first of what is written here."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.written.append(bytes(data))
        if len(self.written) == 1:
            signal.raise_signal(signal.SIGINT)
        return len(data)


def test_ctrl_c_comes_between_two_lines_where_python_keeps_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen with PYTHONUNBUFFERED: a line was written, Ctrl-C came before its end, and the score stood behind it."""
    shown = Shown()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(shown, write_through=True))  # type: ignore[type-var]
    use_line_buffering()
    with pytest.raises(KeyboardInterrupt):
        JsonPrinter()(ruling("pause", 1.0))
    JsonPrinter()(ruling("resume", 2.0))
    assert [json.loads(line)["code"] for line in b"".join(shown.written).splitlines()] == ["pause", "resume"]


def test_what_is_ruled_as_ctrl_c_comes_is_shown_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(match_of(header("face-off", ["Ann", "Ben", "Cleo"], {}, 5, "en"), None), MonotonicClock())
    seen: list[str] = []

    def interrupting(event: Event) -> None:
        if isinstance(event, Ruling) and event.code == "pause":
            signal.raise_signal(signal.SIGINT)

    table.sitting.observers.add(interrupting)
    table.sitting.observers.add(lambda event: seen.append(event.code) if isinstance(event, Ruling) else None)
    monkeypatch.setattr(sys, "stdin", Typed("pause\n"))
    table.sitting.begin()
    with pytest.raises(KeyboardInterrupt):
        _play(table, "en", asks=False)
    assert seen[-1] == "pause"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent to a process of its own")
@pytest.mark.parametrize("after", [0.7, 2.0])
@pytest.mark.parametrize("name", CASES)
def test_a_command_ends_well_while_sound_and_pictures_arrive(name: str, after: float) -> None:
    """A hundred moments, the first among them: ``python -m tests.fuzz.endings 100``."""
    how = ended(name, after, signal.SIGTERM if after == 0.7 and signal.SIGTERM in CASES[name].codes else signal.SIGINT)
    assert how.well, str(how)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells threads apart: no test on Windows or a Mac")
def test_what_the_senses_compute_gives_way_to_pages_and_rulings() -> None:
    before, found = os.getpriority(os.PRIO_PROCESS, threading.get_native_id()), list[int]()

    def work() -> None:
        give_way()
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [max(before, SENSES_NICENESS)]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before
