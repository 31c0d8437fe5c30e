"""A test that drives other processes gets a second try, is named for it, and three of them fail the run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.conftest import LONG, long_first

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = """
import pytest
from pathlib import Path
from types import SimpleNamespace
@pytest.mark.parametrize("k", range({count}))
def test_at_the_second_try(k):
    seen = Path(__file__).parent / str(k)
    if not seen.exists():
        seen.touch()
        raise OSError("the machine was busy")
"""


@pytest.mark.parametrize(("folder", "count", "code"), [("faults", 2, 0), ("browser", 3, 1), ("unit", 1, 1)])
def test_what_was_unsteady_is_told(tmp_path: Path, folder: str, count: int, code: int) -> None:
    place = tmp_path / "tests" / folder
    place.mkdir(parents=True)
    (tmp_path / "tests" / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    (place / "test_it.py").write_text(TESTS.format(count=count))
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    call = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(place)]
    done = subprocess.run(call, capture_output=True, text=True, env=env, cwd=tmp_path, timeout=120)
    assert done.returncode == code, done.stdout + done.stderr
    named = done.stdout.count("the machine was busy")
    assert named >= count
    assert ("unsteady: failed once" in done.stdout) == (folder != "unit")


@pytest.mark.parametrize("workers", [2, 4])
def test_long_tests_begin_the_piece_of_each_worker(workers: int) -> None:
    names = [f"test_{k}" for k in range(21)] + [f"{LONG[0]}[{k}]" for k in range(workers)]
    items = [SimpleNamespace(name=name) for name in names]
    spread = [item.name for item in long_first(items, workers)]
    assert sorted(spread) == sorted(names)
    assert [name for name in spread if name.startswith("test_") and name in names[:21]] == names[:21]
    at = 0
    for worker in range(workers):
        assert spread[at].startswith(LONG[0])
        at += (len(spread) - at) // (workers - worker)
