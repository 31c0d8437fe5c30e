"""Ordinary users for tests that run as root: companion in a process of one of them, who may read what anybody may."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests import starter

ROOT = Path(__file__).resolve().parent.parent
ANN, BEN = 41_001, 41_002
"""Two users whom the machine does not know by name."""


@functools.cache
def python() -> tuple[str, str]:
    """Return (interpreter, PYTHONPATH) that an ordinary user may run; skip where there is none."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root can try companion as two other users: run these tests as root, too")
    packages = next(p for p in sys.path if p.endswith("site-packages"))
    own = shutil.which(f"python{sys.version_info.major}.{sys.version_info.minor}", path="/usr/bin:/usr/local/bin")
    for exe in (sys.executable, *([own] if own else [])):
        path = f"{ROOT}:{packages}"
        command = [exe, "-c", "import companion.cli, numpy, cv2"]
        try:
            done = subprocess.run(command, env={"PYTHONPATH": path, "HOME": "/"}, user=ANN, group=ANN, extra_groups=[])
        except OSError:
            continue
        if done.returncode == 0:
            return exe, path
    pytest.skip("no Python that other users may run: this one lies in a folder that is closed to them")


@contextmanager
def grounds() -> Iterator[Path]:
    """Yield a folder that everybody may enter, with a home for each of the two, and a temporary folder for all."""
    python()
    folder = Path(tempfile.mkdtemp(prefix="companion-users-"))
    try:
        folder.chmod(0o755)
        for uid in (ANN, BEN):
            home = folder / str(uid)
            home.mkdir(mode=0o700)
            os.chown(home, uid, uid)
        (folder / "tmp").mkdir()
        (folder / "tmp").chmod(0o1777)
        yield folder
    finally:
        shutil.rmtree(folder)


def as_user(uid: int, folder: Path, *args: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """``python ARGS`` as this user, in the home that ``grounds`` made. A variable that is "" is not set."""
    exe, path = python()
    home = folder / str(uid)
    known = {
        "PYTHONPATH": path,
        "PATH": "/usr/bin:/bin",
        "HOME": str(home),
        "TMPDIR": str(folder / "tmp"),
        "LANG": "C",
        "PYTHONDONTWRITEBYTECODE": "1",
        **env,
    }
    given, cwd = {k: v for k, v in known.items() if v}, env.get("PWD", "/")
    if args[:2] == ("-m", "companion") and sys.platform == "linux":
        return starter.run(*args[2:], env=given, typed=stdin, cwd=cwd, user=uid, python=(exe, path))
    options: dict[str, Any] = {"user": uid, "group": uid, "extra_groups": [], "cwd": cwd}
    return subprocess.run([exe, *args], env=given, input=stdin, capture_output=True, text=True, timeout=120, **options)
