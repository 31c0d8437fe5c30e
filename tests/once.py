"""What costs seconds to make and is only read: made once a run, whichever worker needs it first."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """Return the folder that ``make`` fills.

    Other workers of this run wait for it; where making fails, the next one tries.
    """
    shared = factory.getbasetemp()
    folder = (shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared) / f"once-{name}"
    made = folder / "made"
    while not made.exists():
        try:
            folder.mkdir()
        except FileExistsError:
            time.sleep(0.1)
            continue
        try:
            make(folder)
        except BaseException:
            shutil.rmtree(folder)
            raise
        made.touch()
    return folder


@functools.cache
def strace(calls: str = "connect") -> tuple[str, ...]:
    """Return the command before a command that notes its ``calls`` into a file; none where it cannot run."""
    if shutil.which("strace") is None:
        return ()
    probe = subprocess.run(["strace", "-qq", "-e", "trace=connect", "true"], capture_output=True)
    return ("strace", "-f", "-qq", "--seccomp-bpf", "-e", f"trace={calls}", "-o") if probe.returncode == 0 else ()


def watched(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """``companion WORDS`` to its end; its connections are noted in inside.txt by Python, in outside.txt by strace."""
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "tests" / "guard"), str(ROOT)]),
        "COMPANION_TEST_SOCKETS": str(folder / "inside.txt"),
        "COMPANION_DATA_FOLDER": str(folder / "data"),
    }
    before = [*strace(), str(folder / "outside.txt")] if strace() else []
    command = [*before, sys.executable, "-m", "companion", *words]
    return subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True, timeout=600)


def demo(factory: pytest.TempPathFactory) -> Path:
    """Return the demo, run as its user would, with every sense: events.jsonl, and what ``watched`` notes.

    Over ten seconds.
    """

    def make(folder: Path) -> None:
        done = watched(folder, "demo", "--json")
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        (folder / "events.jsonl").write_text(done.stdout, "utf-8")

    return made_once(factory, "demo", make)
