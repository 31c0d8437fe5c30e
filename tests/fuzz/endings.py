"""Commands ended at odd moments while pictures and sound arrive: ``python -m tests.fuzz.endings TIMES [COMMAND ...]``.

Each command runs in a process of its own and is sent what it hears and sees: sound and pictures of a page over sockets
or by POST, a camera over HTTP. Then comes Ctrl-C, or SIGTERM for what serves pages. It has to end with its exit code
and without a word on stderr.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import soundfile
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from companion import resources
from companion.sources.pixels import opencv
from tests.sources_fakes import OK, part, request_of, serve

ROOT: Final = Path(__file__).resolve().parents[2]
PIECE: Final = 0.05  # seconds of one piece of sound
SOON: Final = 20.0  # seconds in which a command has ended, on a machine that has much to do


@dataclass(frozen=True)
class Case:
    """``typed``: the command; CAMERA stands for the camera's address. ``codes``: the exit codes after each signal."""

    typed: tuple[str, ...]
    codes: Mapping[signal.Signals, tuple[int, ...]]
    by_post: bool = False
    asks: dict[str, str] | None = None


STOPPED: Final = "companion: stopped\n"  # what is said of Ctrl-C with exit code 130
SERVES: Final = {signal.SIGINT: (0,), signal.SIGTERM: (0,)}
CASES: Final = {
    "table": Case(("table", "--port", "0", "--game", "face-off"), SERVES),
    "phones": Case(("table", "--port", "0", "--game", "face-off", "--lan"), SERVES, by_post=True),
    "practice": Case(
        ("practise", "--serve", "--port", "0", "--player", "Ann"), SERVES, asks={"do": "begin", "drill": "wild"}
    ),
    "hall": Case(("tournament", "Spring", "--game", "ftw", "--port", "0"), SERVES),
    "watch": Case(("watch", "CAMERA"), {signal.SIGINT: (130,)}),
    "referee": Case(
        ("referee", "face-off", "--players", "Ann,Ben,Cleo", "--camera", "CAMERA"), {signal.SIGINT: (0, 130)}
    ),
    "drill": Case(("practise", "grin", "--player", "Ann", "--camera", "CAMERA"), {signal.SIGINT: (130,)}),
}


@dataclass(frozen=True)
class Ended:
    """How a command ended: ``after`` seconds of sound or pictures, ``took`` seconds until it was gone."""

    case: str
    sent: signal.Signals
    after: float
    took: float
    code: int | None
    told: str

    @property
    def well(self) -> bool:
        right = self.code in CASES[self.case].codes[self.sent] and self.took < SOON
        return right and self.told in (("", STOPPED) if self.code == 130 else ("",))

    def __str__(self) -> str:
        end = f"exit code {self.code} after {self.took:.1f} s"
        return f"{self.case}: {self.sent.name} at {self.after:.2f} s: {end} {self.told[-2000:]!r}"


def ended(name: str, after: float, sent: signal.Signals = signal.SIGINT) -> Ended:
    """Run the command, let things arrive for ``after`` seconds, end it."""
    case = CASES[name]
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        watched = threading.Event()
        port = stack.enter_context(serve(lambda connection: _camera(connection, watched)))
        words = [f"http://127.0.0.1:{port}/" if word == "CAMERA" else word for word in case.typed]
        env = {**os.environ, "COMPANION_DATA_FOLDER": folder, "LANG": "C", "LC_ALL": "", "PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=env,
        )
        stack.callback(process.wait)
        stack.callback(process.kill)
        over = threading.Event()
        stack.callback(over.set)
        assert process.stdout is not None
        if signal.SIGTERM in case.codes:
            lines = [process.stdout.readline() for _ in range(2 if case.by_post else 1)]
            _send(case, lines, over)
        else:
            assert watched.wait(60), "nobody asked for the camera's pictures"
        time.sleep(after)
        began = time.monotonic()
        process.send_signal(sent)
        try:
            _, told = process.communicate(timeout=3 * SOON)
        except subprocess.TimeoutExpired:
            return Ended(name, sent, after, 3 * SOON, None, "it did not end")
        return Ended(name, sent, after, time.monotonic() - began, process.returncode, told)


# What arrives


@cache
def faces() -> list[bytes]:
    """Pictures of the demo's people, as JPEGs."""
    cv2 = opencv()
    clip = cv2.VideoCapture(str(resources.path("demo/demo.mp4")))
    pictures = [clip.read()[1] for _ in range(40)]
    return [bytes(cv2.imencode(".jpg", picture)[1]) for picture in pictures[::4]]


@cache
def voices() -> list[bytes]:
    """Return the demo's sound in pieces as pages send them: 4 bytes of rate, PCM16."""
    samples, rate = soundfile.read(resources.path("demo/sounds.ogg"), dtype="int16", always_2d=True)
    mono, size = samples[:, 0].astype("<i2"), round(PIECE * rate)
    return [rate.to_bytes(4, "little") + mono[k : k + size].tobytes() for k in range(0, len(mono) - size, size)]


def _camera(connection: Any, watched: threading.Event) -> None:
    """Serve a camera on the network: its pictures until the other side goes."""
    request_of(connection)
    connection.sendall(OK)
    watched.set()
    while True:
        for picture in faces():
            connection.sendall(part(picture))
            time.sleep(PIECE)


def _send(case: Case, lines: list[str], over: threading.Event) -> None:
    """Come in as the laptop's page; sound and pictures begin to arrive, each from a thread of its own."""
    found = re.search(r"(http://127\.0\.0\.1:\d+)/#(\S+)", lines[0])
    assert found is not None, lines
    base = found[1]
    joined = httpx.post(f"{base}/api/join", json={"token": found[2]})
    cookie = {"Cookie": joined.headers["set-cookie"].split(";")[0]}
    if case.asks is not None:
        answer = httpx.post(f"{base}/api/do", json={"id": "practises", "message": case.asks}, headers=cookie)
        assert answer.status_code == 200, answer.text
    if case.by_post:
        secure = re.search(r"https://[\d.]+:\d+", lines[1])
        assert secure is not None, lines
        base = secure[0]
    for path, pieces in (("sound", voices()), ("picture", faces())):
        work = _posted if case.by_post else _streamed
        threading.Thread(target=work, args=(base, path, pieces, cookie, over), daemon=True).start()


def _streamed(base: str, path: str, pieces: list[bytes], cookie: dict[str, str], over: threading.Event) -> None:
    where = base.replace("http", "ws", 1) + ("/ws/audio" if path == "sound" else "/ws/video")
    with (
        contextlib.suppress(OSError, EOFError, WebSocketException),
        connect(where, additional_headers=cookie, ping_interval=None, close_timeout=0.1) as socket,
    ):
        for piece in _paced(pieces, over):
            socket.send(piece)


def _posted(base: str, path: str, pieces: list[bytes], cookie: dict[str, str], over: threading.Event) -> None:
    with contextlib.suppress(httpx.TransportError), httpx.Client(verify=False) as client:  # its own certificate
        for piece in _paced(pieces, over):
            client.post(f"{base}/api/{path}", content=piece, headers=cookie)


def _paced(pieces: list[bytes], over: threading.Event) -> Iterator[bytes]:
    while True:
        for piece in pieces:
            if over.wait(PIECE):
                return
            yield piece


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("times", type=int)
    ask.add_argument("commands", nargs="*", metavar="COMMAND", help=f"some of: {', '.join(CASES)}")
    ask.add_argument("--seed", type=int, default=int(time.time()))
    wish = ask.parse_args()
    if unknown := set(wish.commands) - set(CASES):
        ask.error(f"no such command: {', '.join(sorted(unknown))}")
    print(f"seed {wish.seed}", flush=True)
    bad, longest = 0, 0.0
    chance, names = Random(wish.seed), wish.commands or list(CASES)
    for k in range(wish.times):
        name = names[k % len(names)]
        after = chance.uniform(0.0, 1.2) if chance.random() < 0.7 else chance.uniform(1.2, 6.0)  # senses load first
        how = ended(name, after, chance.choice(list(CASES[name].codes)))
        longest = max(longest, how.took)
        if not how.well:
            bad += 1
            print(how, flush=True)
    print(json.dumps({"endings": wish.times, "wrong": bad, "longest": round(longest, 1)}))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
