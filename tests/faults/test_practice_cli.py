"""``practise`` on the command line: one sentence and the exit code for what cannot work; a report of what was kept."""

from __future__ import annotations

import json
import os
import re
import subprocess
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from companion.people.attempt import Attempt
from companion.practice.store import VERSION, PracticeStore
from tests import starter


def companion(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return starter.run("practise", *words, env={**os.environ, "COMPANION_DATA_FOLDER": str(folder)})


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("bogus", "--player", "Ann"), 2, "no drill 'bogus'"),
        (("reaction",), 2, "player's name"),
        (("reaction", "--player", "Ann", "--set", "Q"), 2, "give A, B, C or D"),
        (("reaction", "--player", "Ann", "--set", "A", "--camera", "x.mp4"), 2, "give --mic as well"),
        (("frenzy", "--player", "Ann", "--set", "AB"), 2, "one signal set"),
        (("undo", "--player", "Ann"), 2, "has added nothing"),
        (("dice", "--player", "Ann", "--camera", "missing.mp4"), 2, "missing.mp4"),
        (("learn", "--player", "Ann", "--signal", "moo"), 2, "no signal 'moo'"),
        (("report", "--player", "Ann"), 2, "so far: nobody"),
        (("grin", "--player", "Ann", "--camera", "missing.mp4"), 2, "missing.mp4"),
    ],
)
def test_one_sentence(tmp_path: Path, words: tuple[str, ...], code: int, said: str) -> None:
    done = companion(tmp_path, *words)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_newer_database_is_exit_code_4(tmp_path: Path) -> None:
    with PracticeStore(tmp_path / "practice.sqlite3") as store:
        store._db.execute(f"PRAGMA user_version = {VERSION + 1}")
    done = companion(tmp_path, "next", "--player", "Ann")
    assert done.returncode == 4
    assert "update companion" in done.stderr


def test_report_next_and_forget(tmp_path: Path) -> None:
    begin = datetime.now(timezone.utc) - timedelta(days=3)
    with PracticeStore(tmp_path / "practice.sqlite3") as store:
        store.add_all(
            "A <b>",
            [
                Attempt(drill="reaction", asked="grin", made=m, hit=m == "grin", onset=1.0, recognised=1.2, at=begin)
                for m in ("grin", "grin", "sour", "grin")
            ],
        )
    page = tmp_path / "report.html"
    done = companion(tmp_path, "report", "--player", "A <b>", "--html", str(page), "--json")
    assert json.loads(done.stdout)["made"] == {"grin": 3, "sour": 1}
    text = page.read_text(encoding="utf-8")
    assert "Practice of A &lt;b&gt;" in text
    assert "<b>" not in text
    assert "75% of 4" in text
    assert not re.search(r"https?:|<script|<link|src=", text)
    due = [json.loads(line) for line in companion(tmp_path, "next", "--player", "A <b>", "--json").stdout.splitlines()]
    assert len(due) == 5
    assert {d["signal"] for d in due if d["due"] is None} == {"tongue_out", "eyes_wide", "eyes_mouth_wide", "sour"}
    assert json.loads(companion(tmp_path, "forget", "--player", "A <b>", "--json").stdout) == {"deleted": 4}
    assert companion(tmp_path, "report", "--player", "A <b>").returncode == 2
