"""companion in a process of its own that costs no start: forked from one that has imported it already.

Same code, exit codes and streams as ``python -m companion``. For commands that end by themselves.
"""

from __future__ import annotations

import atexit
import functools
import gc
import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

from companion import cli
from companion.words import languages, page_words

ROOT: Final = Path(__file__).resolve().parent.parent
SHARED: Final = (
    "numpy",
    "rich.console",
    "sqlalchemy",
    "companion.config",
    "companion.events",
    "companion.rules.registry",
    "companion.referee.replay",
    "companion.sitting.sitting",
    "companion.practice.store",
    "companion.web.table.app",
)
"""What many commands import."""


def run(
    *words: str,
    env: Mapping[str, str],
    typed: str | None = "",
    cwd: Path | str | None = None,
    seconds: float = 240,
    user: int = 0,
    python: tuple[str, str] = (sys.executable, str(ROOT)),
) -> subprocess.CompletedProcess[str]:
    """``companion WORDS`` with this environment.

    ``typed``: what comes through a pipe; None: nothing is there to read from. ``user``: as whom (0: as oneself).
    ``python``: an interpreter and its path. Raises TimeoutExpired.
    """
    if sys.platform != "linux":
        how: dict[str, Any] = {"stdin": subprocess.DEVNULL} if typed is None else {"input": typed}
        call = [python[0], "-m", "companion", *words]
        return subprocess.run(call, capture_output=True, text=True, env=dict(env), cwd=cwd, timeout=seconds, **how)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        asked = {"words": words, "env": dict(env), "typed": typed, "cwd": str(cwd or ROOT), "user": user}
        code = _starter(*python).start(asked, out, err, seconds)
        return subprocess.CompletedProcess(words, code, _text(out), _text(err))


def _text(stream: BinaryIO) -> str:
    stream.seek(0)
    return stream.read().decode("utf-8", "surrogateescape")


class _Starter:
    """The process that forks. What is written goes into files that this one has open."""

    def __init__(self, python: str, path: str) -> None:
        here, there = os.pipe(), os.pipe()
        call = [python, "-m", "tests.starter", str(here[0]), str(there[1])]
        env = {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"}
        self.process = subprocess.Popen(
            call,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=(here[0], there[1]),
            cwd=ROOT,
            env=env,
            start_new_session=True,
        )
        os.close(here[0])
        os.close(there[1])
        self._ask, self._told = os.fdopen(here[1], "w"), os.fdopen(there[0])
        atexit.register(self._ask.close)

    def start(self, asked: dict[str, Any], out: BinaryIO, err: BinaryIO, seconds: float) -> int:
        streams = [f"/proc/{os.getpid()}/fd/{stream.fileno()}" for stream in (out, err)]
        late = threading.Timer(seconds, os.killpg, (self.process.pid, signal.SIGKILL))  # with what it has forked
        late.start()
        print(json.dumps({**asked, "streams": streams}), file=self._ask, flush=True)
        answer = self._told.readline()
        late.cancel()
        if not answer:
            _starter.cache_clear()
            raise subprocess.TimeoutExpired(asked["words"], seconds)
        return int(answer)


@functools.cache
def _starter(python: str, path: str) -> _Starter:
    return _Starter(python, path)


def _begin(
    words: list[str], env: dict[str, str], typed: str | None, cwd: str, user: int, streams: list[str]
) -> NoReturn:
    """Become the command, in the process that was forked, and end as it does."""
    for number, path in enumerate(streams, start=1):
        os.dup2(os.open(path, os.O_WRONLY), number)
    if typed is not None:
        end, begin = os.pipe()
        os.write(begin, typed.encode())
        os.close(begin)
        os.dup2(end, 0)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    if user:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    tempfile.tempdir = None
    sys.argv = ["companion", *words]
    cli.main()
    raise AssertionError("it has not ended")


def _serve(ask: int, tell: int) -> None:
    cli.build(ROOT)
    for name in SHARED:
        importlib.import_module(name)
    for language in languages():
        page_words(language)
    gc.freeze()  # else each process would go over all of it at its end
    with os.fdopen(ask) as lines, os.fdopen(tell, "w") as answers:
        for line in lines:
            child = os.fork()
            if child == 0:
                _begin(**json.loads(line))
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), file=answers, flush=True)


if __name__ == "__main__":
    _serve(int(sys.argv[1]), int(sys.argv[2]))
