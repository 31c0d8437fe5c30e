"""A command that is forked from one that has imported it behaves as one that was started."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import starter


@pytest.mark.parametrize(
    "words", [["--version"], ["rules", "show", "nope"], ["profiles", "list"], ["table", "--port", "x"]]
)
def test_it_says_and_ends_as_a_command_that_was_started(tmp_path: Path, words: list[str]) -> None:
    env = {**os.environ, "COMPANION_DATA_FOLDER": str(tmp_path), "COLUMNS": "100", "PYTHONPATH": str(starter.ROOT)}
    call = [sys.executable, "-m", "companion", *words]
    started = subprocess.run(call, capture_output=True, text=True, env=env, stdin=subprocess.DEVNULL, cwd=tmp_path)
    forked = starter.run(*words, env=env, typed=None, cwd=tmp_path)
    assert (forked.returncode, forked.stdout, forked.stderr) == (started.returncode, started.stdout, started.stderr)


def test_what_does_not_end_is_ended_and_the_next_is_not_harmed(tmp_path: Path) -> None:
    env = {**os.environ, "COMPANION_DATA_FOLDER": str(tmp_path)}
    with pytest.raises(subprocess.TimeoutExpired):
        starter.run("table", "--port", "0", "--no-open", env=env, seconds=3)
    assert starter.run("--version", env=env).returncode == 0
