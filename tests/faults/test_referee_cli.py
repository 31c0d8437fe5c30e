"""``referee`` and ``replay`` on bad input, as a user runs them: one sentence, the right exit code, rulings kept."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.events import Ruling
from companion.events.codec import decode
from tests import starter
from tests.wording import worded

PLAY = ["referee", "face-off", "--players", "Ann,Ben,Cleo"]


def run(*args: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run companion in a process of its own."""
    return starter.run(*args, typed=typed, cwd=cwd, env={**os.environ, "COLUMNS": "200"})


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one line on stderr."""
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("companion: ")
    return lines[0]


def clip(path: Path, sizes: list[tuple[int, int]] | None = None, frames: int = 12) -> Path:
    """Return a clip without faces."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"mp4v"), 12.0, (160, 120))  # type: ignore[attr-defined]
    for k in range(frames):
        writer.write(np.full((120, 160, 3), 40 + 10 * k, np.uint8))
    writer.release()
    return path


def test_no_such_camera() -> None:
    done = run(*PLAY, "--camera", "97", "--no-log")
    assert done.returncode == 3
    assert "camera 97" in sentence(done)


def test_no_such_file(tmp_path: Path) -> None:
    done = run(*PLAY, "--camera", str(tmp_path / "none.mp4"), "--no-log")
    assert done.returncode == 2
    assert "none.mp4" in sentence(done)


def test_a_file_that_is_no_video(tmp_path: Path) -> None:
    (tmp_path / "notes.mp4").write_text("these are notes, not pictures\n" * 50)
    done = run(*PLAY, "--camera", str(tmp_path / "notes.mp4"), "--no-log")
    assert done.returncode == 2
    assert "notes.mp4" in sentence(done)


def test_a_clip_that_ends_in_mid_frame_keeps_what_was_ruled(tmp_path: Path) -> None:
    whole = clip(tmp_path / "whole.avi", frames=60)
    data = whole.read_bytes()
    (tmp_path / "cut.avi").write_bytes(data[: len(data) * 2 // 3])
    log = tmp_path / "log.sqlite"
    done = run(*PLAY, "--camera", str(tmp_path / "cut.avi"), "--log", str(log), "--json", typed="trade Ann Ben 2\n")
    assert done.returncode in (0, 2, 3), done.stderr
    assert "Traceback" not in done.stderr
    again = run("replay", str(log), "--json")
    rulings = [e for e in map(decode, again.stdout.splitlines()) if isinstance(e, Ruling)]
    assert "trade" in " ".join(map(worded, rulings))


def test_a_clip_without_a_face_says_so_once(tmp_path: Path) -> None:
    done = run(*PLAY, "--camera", str(clip(tmp_path / "empty.mp4", frames=40)), "--no-log")
    assert done.returncode == 0
    assert done.stdout.count("no face in the picture") == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--players", "Ann,Ben"], "3"),
        (["--players", "Ann,Ann,Ben"], "Ann"),
        (["--players", "Ann,,Ben"], "name"),
        (["--players", "Ann,Ben,Cleo", "--set", "E"], "A, B, C"),
        (["--players", "Ann,Ben,Cleo", "--cards", "paper"], "digital"),
        (["--players", "Ann,Ben,Cleo", "--suits", "ruby,jade,onyx"], "onyx"),
        (["--players", "Ann,Ben,Cleo", "--dealer", "Zoe"], "Zoe"),
        (["--players", "Ann,Ben,Cleo", "--target", "0"], "target"),
    ],
)
def test_options_that_no_game_can_be_played_with(args: list[str], words: str) -> None:
    done = run("referee", "face-off", *args, "--no-log")
    assert done.returncode == 2
    assert words in sentence(done)


def test_an_unknown_game() -> None:
    done = run("referee", "chess", "--players", "Ann,Ben,Cleo", "--no-log")
    assert done.returncode == 2
    assert "chess" in sentence(done)


def test_an_illegal_action_is_refused_with_its_rule_and_the_rest_stands(tmp_path: Path) -> None:
    log = tmp_path / "log.sqlite"
    typed = "trade Ann Ben 2\nconfirm\nwin Ben emerald\nconfirm\n"
    done = run(*PLAY, "--log", str(log), typed=typed)
    assert done.returncode == 2
    assert "refused" in sentence(done)
    assert "RULINGS.md" in done.stdout
    assert "Ben 80" in done.stdout
    again = run("replay", str(log))
    assert again.returncode == 0
    assert "Ben 80" in again.stdout


def test_a_timed_command_without_a_time() -> None:
    done = run(*PLAY, "--no-log", typed="@soon confirm\n")
    assert done.returncode == 2
    assert "@SECONDS" in sentence(done)


def test_a_log_that_exists_is_not_written_over(tmp_path: Path) -> None:
    log = tmp_path / "log.sqlite"
    assert run(*PLAY, "--log", str(log), typed="score\n").returncode == 0
    before = log.read_bytes()
    done = run(*PLAY, "--log", str(log), typed="score\n")
    assert done.returncode == 4
    assert "already holds a log" in sentence(done)
    assert log.read_bytes() == before


def test_a_log_of_another_version(tmp_path: Path) -> None:
    log = tmp_path / "log.sqlite"
    run(*PLAY, "--log", str(log), typed="score\n")
    with sqlite3.connect(log) as db:
        db.execute("UPDATE meta SET value = '7' WHERE key = 'format'")
    done = run("replay", str(log))
    assert done.returncode == 4
    assert "version 7" in sentence(done)


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = run(*PLAY, "--log", str(tmp_path / "file" / "log.sqlite"), typed="score\n")
    assert done.returncode == 4
    assert "cannot be written" in sentence(done)


def test_two_cameras_need_to_know_who_sits_where(tmp_path: Path) -> None:
    one = str(clip(tmp_path / "one.mp4"))
    done = run(*PLAY, "--camera", one, "--camera", one, "--no-log")
    assert done.returncode == 2
    assert "who sits before which camera" in sentence(done)
    done = run(*PLAY, "--camera", f"{one}=Ann,Ben", "--camera", f"{one}=Cleo", "--no-log")
    assert done.returncode == 0
