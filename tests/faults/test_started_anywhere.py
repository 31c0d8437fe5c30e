"""companion started as people start it: from a folder with files of Python's names, without streams, into any pipe."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHADOWS = ("random", "queue", "typing", "json", "typer", "dataclasses")
EMOJI = "Zoë \U0001f981"


def start_ways() -> list[list[str]]:
    """As a module, as the script that an installation makes, and as ``run`` starts it."""
    installed = Path(sys.executable).with_name("companion")
    ways = [[sys.executable, "-m", "companion"], [sys.executable, str(ROOT / "run")]]
    return [*ways, [str(installed)]] if installed.is_file() else ways


@pytest.mark.parametrize("start", start_ways(), ids=["module", "run", "script"][: len(start_ways())])
def test_python_files_of_the_current_folder_are_not_executed(tmp_path: Path, start: list[str]) -> None:
    for name in SHADOWS:
        (tmp_path / f"{name}.py").write_text("print('EXECUTED', __name__)\n", "utf-8")
    done = subprocess.run(
        [*start, "rules", "list"], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "EXECUTED" not in done.stdout + done.stderr
    assert "face-off" in done.stdout


def closed(redirection: str, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = f'exec "$0" -m companion "$@" {redirection}'
    return subprocess.run(
        ["sh", "-c", command, sys.executable, *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, **environment},
    )


GAME = ("referee", "face-off", "--players", "Ann,Ben,Cleo")


@pytest.mark.skipif(os.name == "nt", reason="streams are closed by a shell of POSIX")
@pytest.mark.parametrize(
    ("words", "redirection"),
    [
        *((GAME, redirection) for redirection in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-")),
        (("rules", "list"), ">&-"),
        (("profiles", "list"), "<&- >&- 2>&-"),
    ],
)
def test_a_closed_stream_is_an_empty_one(redirection: str, words: tuple[str, ...], tmp_path: Path) -> None:
    done = closed(redirection, *words, COMPANION_DATA_FOLDER=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp437"])
def test_a_sign_that_the_pipe_lacks_is_written_out(encoding: str, tmp_path: Path) -> None:
    words = ["referee", "face-off", "--players", f"Ann,Ben,{EMOJI}"]
    done = subprocess.run(
        [sys.executable, "-m", "companion", *words],
        input=b"score\n",
        capture_output=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "COMPANION_DATA_FOLDER": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    assert b"\\U0001f981" in done.stdout
