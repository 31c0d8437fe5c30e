"""A start of ``tournament`` that is refused writes nothing; what is kept of a player there is exported and told."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

NAMED = ("tournament", "Clbu", "--game", "ftw", "--no-browser")


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "COMPANION_DATA_FOLDER": str(folder), "COMPANION_LANG": "en"},
    )


def entries(folder: Path) -> list[tuple[str, str]]:
    path = folder / "tournament" / "tournament.sqlite"
    if not path.is_file() or not path.stat().st_size:
        return []
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT kind, body FROM hall_entry ORDER BY seq").fetchall()


@pytest.mark.parametrize("fault", ["missing", "commas", "binary", "long-name", "too-many", "port", "system", "lan"])
def test_a_refused_start_leaves_no_tournament(fault: str, tmp_path: Path) -> None:
    names, more = tmp_path / "names.txt", ["--port", "0"]
    names.write_text("Ann;Red\nBen;Blue\n", "utf-8")
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        if fault == "missing":
            names.unlink()
        elif fault == "commas":
            names.write_text("Ann,Red\n", "utf-8")
        elif fault == "binary":
            names.write_bytes(b"\x00\xff")
        elif fault == "long-name":
            names.write_text("Ann\n" + "x" * 500 + "\n", "utf-8")
        elif fault == "too-many":
            names.write_text("".join(f"P{k}\n" for k in range(5000)), "utf-8")
        elif fault == "port":
            more = ["--port", str(taken.getsockname()[1])]
        elif fault == "lan":
            (tmp_path / "data").mkdir()
            (tmp_path / "data" / "tls").write_text("a file where the certificate's folder should be")
            more = ["--lan", "--port", "0"]
        else:
            more = ["--system", "nonsense"]
        done = run(tmp_path / "data", *NAMED, "--players", str(names), *more)
    assert done.returncode in (2, 3, 4), done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert entries(tmp_path / "data") == []


def made(folder: Path) -> Path:
    """Return a kept tournament with Ann and Ben, one of them in what a table told."""
    from companion.club.hall.clerk import Clerk
    from companion.club.hall.plan import make_plan
    from companion.club.hall.store import HallStore, url_of
    from companion.club.hall.tournament import plan_entry

    clerk = Clerk(HallStore(url_of("", folder / "tournament")))
    clerk.open()
    clerk.write_entry(lambda hall: plan_entry(make_plan("Club", "ftw", "swiss", 0, 0, "places", 1)))
    clerk.write_entry(lambda hall: hall.tournament.enter("Ann", "Red"))
    clerk.write_entry(lambda hall: hall.tournament.enter("Ben", "Blue"))
    clerk.close()
    return folder / "tournament" / "tournament.sqlite"


def test_the_tournament_is_in_the_export_and_deleting_says_what_stays(tmp_path: Path) -> None:
    path = made(tmp_path)
    export = run(tmp_path, "profiles", "export", "ann")
    assert export.returncode == 0, export.stderr
    found = json.loads(export.stdout)["tournament"]
    assert [entry["body"]["name"] for entry in found] == ["Ann"]
    done = run(tmp_path, "profiles", "delete", "Ann")
    assert done.returncode == 0, done.stderr
    assert str(path) in done.stdout
    assert "Ann" in done.stdout
    stranger = run(tmp_path, "profiles", "delete", "Cleo")
    assert stranger.returncode == 2
    assert str(path) not in stranger.stdout


def test_a_tournament_that_is_being_written_or_is_damaged_is_one_sentence(tmp_path: Path) -> None:
    from companion.club.hall.store import HallStore, url_of

    path = made(tmp_path)
    store = HallStore(url_of("", tmp_path / "tournament"))
    store.open()
    try:
        held = run(tmp_path, "profiles", "delete", "Ann")
    finally:
        store.close()
    path.write_bytes(b"no database at all" * 400)
    damaged = run(tmp_path, "profiles", "export", "Ann")
    for done in (held, damaged):
        assert done.returncode == 4, done.stdout + done.stderr
        assert str(path) in done.stderr
        assert "Traceback" not in done.stderr
