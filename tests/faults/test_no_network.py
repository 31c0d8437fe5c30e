"""companion makes no network connection of its own: watched from inside Python and, by strace, from outside."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import once
from tests.addresses import is_local
from tests.needs import require
from tests.practice_clips import write_sound
from tests.sources_fakes import write_clip

ROOT = Path(__file__).resolve().parents[2]


def remote(inside: Path, outside: Path) -> list[str]:
    """Addresses beyond this machine: those the hook wrote (inside), and those strace saw (outside)."""
    addresses = inside.read_text().splitlines() if inside.exists() else []
    if outside.exists():
        pairs = re.findall(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"', outside.read_text())
        addresses += [a or b for a, b in pairs]
    # A path is a socket of this machine: sound servers, for one.
    return [a for a in addresses if not is_local(a.removeprefix("look-up of ")) and not a.startswith(("'/", "b'"))]


def commands(folder: Path) -> dict[str, list[str]]:
    clip = write_clip(folder / "clip.mp4", frames=10, size=(320, 240))
    sound = str(write_sound(folder / "cow.wav", ("cow",)))
    learn = ["practise", "learn", "--player", "Ann", "--signal", "cow", "--tries", "1", "--mic", sound, "--add"]
    return {"doctor": ["doctor"], "watch": ["watch", str(clip)], "practise": learn}


@pytest.mark.parametrize("name", ["doctor", "watch", "practise"])
def test_no_connection_leaves_this_machine(name: str, tmp_path: Path) -> None:
    require("strace")
    done = once.watched(tmp_path, *commands(tmp_path)[name])
    assert done.returncode == 0, done.stderr
    assert remote(tmp_path / "inside.txt", tmp_path / "outside.txt") == []


def test_the_demo_makes_no_connection(tmp_path_factory: pytest.TempPathFactory) -> None:
    require("strace")
    folder = once.demo(tmp_path_factory)
    assert remote(folder / "inside.txt", folder / "outside.txt") == []


def test_the_watch_sees_a_connection(tmp_path: Path) -> None:
    """Both watchers notice a program that does connect (to an address kept for documentation)."""
    inside, outside = tmp_path / "inside.txt", tmp_path / "outside.txt"
    env = dict(os.environ, PYTHONPATH=str(ROOT / "tests" / "guard"), COMPANION_TEST_SOCKETS=str(inside))
    code = "import socket; s = socket.socket(); s.setblocking(False); s.connect_ex(('192.0.2.1', 9))"
    tracer = [*once.strace(), str(outside)] if once.strace() else []
    subprocess.run([*tracer, sys.executable, "-c", code], env=env, check=True)
    assert remote(inside, tmp_path / "none") == ["192.0.2.1"]
    if tracer:
        assert remote(tmp_path / "none", outside) == ["192.0.2.1"]
