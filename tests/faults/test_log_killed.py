"""kill -9 at every write of a whole game at the terminal; a full disk under it; and going on with what was kept.

A process that is killed leaves what it had written so far. So one game is played under strace, and the files are built
again as they were after each single write, cut or renamed file: a kill at that very moment leaves just these.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.errors import StorageError
from companion.events import Ruling
from companion.events.codec import decode, encode
from companion.referee.log import Log
from companion.referee.replay import replay, resume_match
from companion.referee.rescue_copies import newest
from tests import starter
from tests.needs import require

ROOT = Path(__file__).resolve().parents[2]
GAME = ["referee", "face-off", "--players", "Ann,Ben,Cleo", "--advanced", "--seed", "5", "--json"]
LINES = [
    "trade Ann Ben 2",
    "trade Ben Cleo 1",
    "nonsense",
    "undo",
    "score",
    "win Cleo ruby",
    "confirm",
    "clean",
    "Cleo: next B",
    "trade Ann Cleo 3",
    "pause",
    "resume",
    "win Ann jade",
    "confirm",
    "teeth",
]
CALLS = "openat,pwrite64,write,ftruncate,rename,renameat2,unlink,unlinkat"


def command(log: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "companion", *GAME, "--log", str(log), *more]


def strace(*options: str) -> list[str]:
    """Return the command before the command.

    Skips where tracing is not allowed.
    """
    require("strace")
    if subprocess.run(["strace", "-qq", "-e", "trace=connect", "true"], capture_output=True).returncode:
        pytest.skip("strace is not allowed here")
    return ["strace", "-f", "-qq", "-y", "-x", "-s", "1000000", *options]


@dataclass
class Disk:
    """What lies on the disk, and what was shown, after some of the writes."""

    files: dict[str, bytearray] = field(default_factory=dict)
    shown: bytearray = field(default_factory=bytearray)

    def rulings(self) -> list[Ruling]:
        whole = bytes(self.shown).rpartition(b"\n")[0]
        found = [decode(line) for line in whole.splitlines()]
        return [r for r in found if isinstance(r, Ruling)]

    def put(self, folder: Path) -> None:
        for path, data in self.files.items():
            (folder / Path(path).name).write_bytes(bytes(data))


CALL = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)", re.DOTALL)
TEXT = r'"((?:[^"\\]|\\.)*)"'


def calls(trace: str) -> Iterator[tuple[str, str]]:
    """(name, arguments) of each call that succeeded, in the order in which they returned."""
    begun: dict[str, str] = {}
    for line in trace.splitlines():
        pid = line.split(" ", 1)[0]
        if line.endswith("<unfinished ...>"):
            begun[pid] = line.removesuffix("<unfinished ...>")
            continue
        rest = re.match(r"^\d+ +<\.\.\. \w+ resumed>(.*)", line, re.DOTALL)
        if rest is not None:
            line = begun.pop(pid, "") + rest[1]
        found = CALL.match(line)
        if found is not None and int(found[3]) >= 0:
            yield found[1], found[2]


def unescaped(text: str) -> bytes:
    return codecs.decode(text, "unicode_escape").encode("latin-1")


def after_each_write(trace: str, folder: Path) -> Iterator[Disk]:
    """Yield the disk after each call that changes the folder, and what had been shown then."""
    disk = Disk()
    for name, arguments in calls(trace):
        texts = re.findall(TEXT, arguments)
        about = re.match(r"(\d+)<([^>]*)>", arguments)
        if name == "write" and about is not None and about[1] == "1":
            disk.shown += unescaped(texts[0])
            continue
        paths = [about[2]] if about is not None else texts
        if not any(str(folder) in path and not path.endswith("-shm") for path in paths):
            continue
        if name == "openat":
            if "O_TRUNC" in arguments or ("O_CREAT" in arguments and texts[-1] not in disk.files):
                disk.files[texts[-1]] = bytearray()
            continue
        if name in ("pwrite64", "write"):
            assert about is not None
            data = unescaped(texts[0])
            at = int(arguments.rpartition(",")[2]) if name == "pwrite64" else len(disk.files[about[2]])
            file = disk.files.setdefault(about[2], bytearray())
            file.extend(bytes(max(0, at + len(data) - len(file))))
            file[at : at + len(data)] = data
        elif name == "ftruncate":
            assert about is not None
            size = int(arguments.rpartition(",")[2])
            file = disk.files[about[2]]
            del file[size:]
            file.extend(bytes(max(0, size - len(file))))
        elif name.startswith("rename"):
            disk.files[texts[1]] = disk.files.pop(texts[0])
        else:
            disk.files.pop(texts[-1], None)
        yield disk


@pytest.mark.slow
def test_kill_9_at_every_write_of_a_game_loses_no_ruling_that_was_shown(tmp_path: Path) -> None:
    folder, trace = tmp_path / "games", tmp_path / "trace"
    folder.mkdir()
    before = strace("-o", str(trace), "-e", f"trace={CALLS}")
    done = subprocess.run(
        [*before, *command(folder / "a.sqlite")], input="\n".join(LINES), capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 2, done.stderr  # one line is nonsense, and was refused
    points = most = 0
    for points, disk in enumerate(after_each_write(trace.read_text("latin-1"), folder), start=1):
        state = tmp_path / f"{points}"
        state.mkdir()
        disk.put(state)
        shown = disk.rulings()
        most = max(most, len(shown))
        whole(state / "a.sqlite", shown)
    assert points >= 40
    assert most >= len(LINES)


def whole(path: Path, shown: list[Ruling]) -> None:
    """Check that a log that goes on has all that was shown, and is there whole or not at all."""
    if not path.exists():
        assert not shown
        assert not list(path.parent.glob("*.sqlite"))
        return
    match = resume_match(Log.open(path, append=True))
    assert [encode(match.rulings[r.number]) for r in shown] == [encode(r) for r in shown]
    steps = list(replay(Log.open(path)))
    assert not [s for s, _ in steps if s.differs or s.missing]


def went_on(log: Path, typed: str, *more: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return starter.run("referee", "--resume", *more, "--json", env={**os.environ, **(env or {})}, typed=typed)


class Killed:
    """A sitting at the terminal that waits for more to be typed."""

    def __init__(self, words: list[str], folder: Path) -> None:
        env = {**os.environ, "COMPANION_DATA_FOLDER": str(folder), "HOME": str(folder / "home")}
        (folder / "home").mkdir(parents=True, exist_ok=True)
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=env
        )
        self.shown: list[dict[str, Any]] = []

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self, rulings: int) -> None:
        """Until so many rulings were shown."""
        assert self.process.stdout is not None
        while sum(e["type"] == "ruling" and e["number"] > 0 for e in self.shown) < rulings:
            line = self.process.stdout.readline()
            assert line, self.process.stderr.read() if self.process.stderr is not None else ""
            self.shown.append(json.loads(line))

    def ended(self) -> str:
        """All that it still shows, and what it says at its end; one reader, for what has come lies in its buffer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        self.shown += [json.loads(line) for line in self.process.stdout]
        told = self.process.stderr.read()
        self.process.wait(60)
        return told

    def rulings(self) -> list[dict[str, Any]]:
        return [e for e in self.shown if e["type"] == "ruling" and e["number"] > 0]


@pytest.mark.slow
def test_a_killed_sitting_goes_on_where_it_was(tmp_path: Path) -> None:
    """Keys alone are read at once where a camera is live: the still of a fake camera stands for it."""
    log = tmp_path / "games" / "2026-11-22-120000-face-off.sqlite"
    done = subprocess.run(command(log), input="\n".join(LINES[:2]), capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    shown = [json.loads(line) for line in done.stdout.splitlines()]
    last = max(e["number"] for e in shown if e["type"] == "ruling")
    own = {"COMPANION_DATA_FOLDER": str(tmp_path)}
    again = went_on(log, "undo\n", env=own)
    assert again.returncode == 0, again.stderr
    lines = [json.loads(line) for line in again.stdout.splitlines()]
    rulings = [e for e in lines if e["type"] == "ruling"]
    assert [e for e in rulings if e["number"] <= last] == [e for e in shown if e["type"] == "ruling"][-5:]
    assert [e["code"] for e in rulings if e["number"] > last] == ["undone", "score"]
    named = went_on(log, "score\n", str(log))
    assert named.returncode == 0, named.stderr
    assert not [s for s, _ in replay(Log.open(log)) if s.differs or s.missing]


@pytest.mark.slow
def test_what_cannot_be_gone_on_with_is_one_sentence(tmp_path: Path) -> None:
    own = {"COMPANION_DATA_FOLDER": str(tmp_path / "none")}
    for words, told in (([], "no game to continue"), ([str(tmp_path / "x.sqlite")], "there is no log")):
        done = went_on(tmp_path, "", *words, env=own)
        assert done.returncode == 4
        assert told in done.stderr
        assert "\n" not in done.stderr.strip()


@pytest.mark.slow
@pytest.mark.parametrize("how", ["end", "interrupt", "kill"])
def test_a_full_disk_under_a_sitting_loses_nothing_however_it_ends(how: str, tmp_path: Path) -> None:
    """From the thirtieth write on the log's disk has no room: strace answers for it."""
    log = tmp_path / "games" / "a.sqlite"
    log.parent.mkdir()
    before = strace("-o", "/dev/null", "-P", str(log) + "-wal", "-P", str(log), "-e", "trace=pwrite64")
    wanted = [*before, "-e", "inject=pwrite64:error=ENOSPC:when=30+", *command(log, "--camera", camera(tmp_path))]
    sitting = Killed(wanted, tmp_path)
    sitting.read(1)
    for line in [x for x in LINES if x != "nonsense"] * 2:  # one by one: what comes together is written together
        sitting.type(line)
        time.sleep(0.05)
    sitting.read(20)
    if how == "kill":
        kill(sitting.process)
    elif how == "interrupt":
        interrupt(sitting.process)
    else:
        sitting.type("quit")
    if how == "kill":
        sitting.process.communicate(timeout=60)
    else:
        err = sitting.ended()
        assert sitting.process.returncode == 4, err
        assert "the disk is full" in err
        assert "a-rescued.sqlite" in err
    found = newest(log, [tmp_path / "home"])
    match = resume_match(Log.open(found, append=True))
    assert [match.rulings[e["number"]].code for e in sitting.rulings()] == [e["code"] for e in sitting.rulings()]


def camera(folder: Path) -> str:
    """Something live, so that keys count as they are typed: a stream whose server never answers a second picture."""
    return SERVER.format(port=served())


SERVER = "http://127.0.0.1:{port}/video"


def served() -> int:
    import threading

    from tests.sources_fakes import jpeg, serve

    ready: list[int] = []
    number = iter(range(1, 10**9))

    def talk(connection: Any) -> None:
        connection.recv(4096)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=b\r\n\r\n")
        while True:
            data = jpeg(next(number) % 250 + 1)
            connection.sendall(b"--b\r\nContent-Length: %d\r\n\r\n" % len(data) + data + b"\r\n")
            time.sleep(0.1)

    def run() -> None:
        with serve(talk) as port:
            ready.append(port)
            time.sleep(120)

    threading.Thread(target=run, daemon=True).start()
    while not ready:
        time.sleep(0.01)
    return ready[0]


def child(process: subprocess.Popen[str]) -> int:
    """Return the command that strace runs."""
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return int(found[0])


def kill(process: subprocess.Popen[str]) -> None:
    os.kill(child(process), signal.SIGKILL)


def interrupt(process: subprocess.Popen[str]) -> None:
    os.kill(child(process), signal.SIGINT)


def test_a_game_that_is_over_is_not_gone_on_with(tmp_path: Path) -> None:
    from companion.referee.desk_registry import header, match_of
    from companion.terminal.logs import gone_on_with

    head = header("ftw", ["Ann", "Ben"], {}, 5, "en")
    log = Log.create(tmp_path / "a.sqlite", head)
    match = match_of(head, log)
    match.begin()
    log.close()
    again, ledger = gone_on_with(tmp_path / "a.sqlite")
    assert again.rulings == match.rulings
    ledger.close()
    with pytest.raises(StorageError):
        gone_on_with(tmp_path / "b.sqlite")
