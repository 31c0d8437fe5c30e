"""Every drill in the terminal, from clips and sound files, as a person types it."""

from __future__ import annotations

import json
import os
import subprocess
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from companion.facts import fact
from companion.people.attempt import Attempt, Throw
from companion.people.store import People
from companion.practice.store import PracticeStore
from companion.words import say, term
from tests import starter
from tests.practice_clips import write_clip, write_sound, write_takes, write_throws, write_tilts


@pytest.fixture(scope="module")
def media(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("media")
    write_clip(folder / "faces.avi", ("grin", "eyes_wide"), calm=4.0, rest=3.0)
    write_sound(folder / "noises.wav", ("cow", "seal", "monkey"), rest=4.5)
    return folder


def practise(folder: Path, *words: str, keys: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "COMPANION_DATA_FOLDER": str(folder)}
    return starter.run("practise", *words, "--player", "Ann", typed=keys, env=env)


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def attempts(folder: Path) -> list[Attempt]:
    with PracticeStore(folder / "practice.sqlite3") as store:
        return store.attempts("Ann")


def test_learn_a_face_in_german(tmp_path: Path, media: Path) -> None:
    clip = str(media / "faces.avi")
    done = practise(tmp_path, "learn", "--signal", "eyes_wide", "--tries", "1", "--camera", clip, "--lang", "de")
    assert done.returncode == 0, done.stderr
    told = fact("practice.cue", signal="eyes_wide")
    assert say(told, "de") in done.stdout.splitlines()
    assert say("practice.done", "de", hits=1, tries=1) in done.stdout.splitlines()
    assert [(a.drill, a.asked, a.hit) for a in attempts(tmp_path)] == [("learn", "eyes_wide", True)]


def test_learn_a_noise_add_it_and_undo(tmp_path: Path, media: Path) -> None:
    sound = str(media / "noises.wav")
    words = ("learn", "--signal", "cow", "--tries", "1", "--mic", sound, "--json")
    found = lines(practise(tmp_path, *words, "--add"))
    assert [line["note"] for line in found if "note" in line] == ["ready", "cue", "hit", "done"]
    assert found[-1] == {"added": ["cow"]}
    assert People(tmp_path / "profiles").sounds("Ann") is not None
    assert lines(practise(tmp_path, "undo", "--json")) == [{"undone": ["cow"]}]
    assert People(tmp_path / "profiles").sounds("Ann") is None
    assert practise(tmp_path, "undo").returncode == 2
    assert lines(practise(tmp_path, *words))[-1] == {"hits": 1, "tries": 1, "whole": True}  # nobody is asked in a pipe
    assert People(tmp_path / "profiles").sounds("Ann") is None


def test_reaction_over_a_set_of_noises(tmp_path: Path, media: Path) -> None:
    done = practise(tmp_path, "reaction", "--set", "C", "--tries", "3", "--mic", str(media / "noises.wav"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "1 cow, 2 seal, 3 monkey, 4 donkey"
    assert not any(say("practice.cue", signal=s) in done.stdout for s in ("cow", "seal", "monkey"))  # the number alone
    kept = attempts(tmp_path)
    assert 1 <= len(kept) <= 3
    assert {a.made for a in kept} <= {"cow", "seal", "monkey", None}
    assert all(a.hit is (a.made == a.asked) for a in kept)


def test_grin_poker_and_frenzy_from_clips(tmp_path: Path, media: Path) -> None:
    clip = str(media / "faces.avi")
    assert lines(practise(tmp_path, "grin", "--tries", "1", "--camera", clip, "--json"))[-1]["hits"] == 1
    judged = lines(practise(tmp_path, "poker", "--seconds", "8", "--camera", clip, "--json"))[-1]
    assert judged["verdict"] == "teeth"
    assert len(judged["strip"]) == 30
    hand = lines(
        practise(tmp_path, "frenzy", "--set", "C", "--seconds", "14", "--mic", str(media / "noises.wav"), "--json")
    )
    assert hand[0]["note"] == "begin"
    assert sum(hand[-1]["hand"].values()) == 9
    assert "offered" in {line.get("note") for line in hand}
    assert {"grin", "poker"} <= {a.drill for a in attempts(tmp_path)}


def test_a_wild_thing_is_taught_and_then_made(tmp_path: Path) -> None:
    """Three takes teach it; the profile knows nothing of it unless its player says so."""
    sound = write_takes(tmp_path / "wild.wav", "monkey", (1.06, 0.95, 1.0, 0.98, 1.03, 0.97))
    found = lines(practise(tmp_path, "wild", "--tries", "1", "--mic", str(sound), "--json"))
    assert [line["taken"] for line in found if line.get("note") in ("teach", "taught")] == [0, 1, 2, 3]
    assert [(a.drill, a.asked, a.hit) for a in attempts(tmp_path)] == [("wild", "wild_thing", True)]
    assert People(tmp_path / "profiles").sounds("Ann") is None


def test_a_wild_face_is_taught_and_then_made(tmp_path: Path) -> None:
    clip = write_tilts(tmp_path / "wild.mp4", 3)
    found = lines(practise(tmp_path, "wild", "--tries", "1", "--camera", str(clip), "--json"))
    said = [line for line in found if "shows" in line]
    assert (said[0]["note"], said[0]["pair"]) == ("begin", [])
    assert (said[-1]["note"], len(said[-1]["pair"])) == ("learned", 2)
    assert [(a.drill, a.asked, a.hit) for a in attempts(tmp_path)] == [("wild", "wild_thing", True)]


def test_faces_and_noises_mixed(tmp_path: Path, media: Path) -> None:
    words = ("reaction", "--set", "mixed", "--camera", str(media / "faces.avi"), "--mic", str(media / "noises.wav"))
    done = practise(tmp_path, *words, "--tries", "4")
    assert done.returncode == 0, done.stderr
    assert "A 1 chicken" in done.stdout.splitlines()[0]
    assert attempts(tmp_path)


def test_the_dice_check_is_corrected_from_the_keyboard(tmp_path: Path) -> None:
    fell = write_throws(tmp_path / "throws.avi", seed=3, throws=1)[0]
    typed = "".join(str(v) for v in fell) + "\n"
    done = practise(
        tmp_path, "dice", "--count", "2", "--camera", str(tmp_path / "throws.avi"), "--json", keys=typed * 6
    )
    found = lines(done)
    taken = [line for line in found if line.get("note") == "taken"]
    assert taken
    assert all(tuple(line["fell"]) == fell for line in taken)
    assert found[-1]["throws"] == len(taken)
    assert found[-1]["corrected"] == sum(line["read"] != line["fell"] for line in taken)


def test_thirty_throws_give_a_chart_in_the_report(tmp_path: Path) -> None:
    at = datetime.now(timezone.utc)
    with PracticeStore(tmp_path / "practice.sqlite3") as store:
        for k in range(30):
            store.add_throw("Ann", Throw((1 + k % 6,), (1 + k % 6 if k else 4,), False, at))
        store.add("Ann", Attempt(drill="grin", asked="grin", made="grin", hit=True, at=at))
    done = practise(tmp_path, "report", "--html", str(tmp_path / "r.html"), "--lang", "de")
    assert done.returncode == 0, done.stderr
    assert say("practice.dice-card", "de", throws=30, corrected=1, share=1 / 30, asked=0) in done.stdout
    assert say("fairness.fair", "de") in done.stdout
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert say("report.title", "de", name="Ann") in text
    assert say("report.faces", "de") in text
    assert term("signal", "grin", "de") in text


def test_a_report_over_thousands_of_attempts(tmp_path: Path) -> None:
    """Two years of practice: every attempt is counted, and the page stays small."""
    begin = datetime(2024, 11, 1, 18, tzinfo=timezone(timedelta(hours=1)))
    names = ("grin", "sour", "cow", "seal", "chicken")
    many = [
        Attempt(
            drill="reaction",
            asked=names[k % 5],
            made=names[k % 5] if k % 4 else "pig",
            hit=bool(k % 4),
            onset=0.5 + k % 7 / 10,
            recognised=1.0,
            at=begin + timedelta(hours=k * 1.75),
        )
        for k in range(10_000)
    ]
    with PracticeStore(tmp_path / "practice.sqlite3") as store:
        store.add_all("Ann", many)
    page = tmp_path / "r.html"
    found = lines(practise(tmp_path, "report", "--html", str(page), "--json"))
    assert sum(line["tries"] for line in found) == 10_000
    assert sum(line["hits"] for line in found) == 7_500
    assert "7500 of 10000 hit (75%)" in page.read_text(encoding="utf-8")
    assert page.stat().st_size < 100_000


def test_no_face_is_one_sentence_in_the_language_asked_for(tmp_path: Path) -> None:
    import cv2
    import numpy as np

    path = tmp_path / "wall.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15.0, (320, 240))
    for _ in range(20):
        video.write(np.full((240, 320, 3), 120, np.uint8))
    video.release()
    done = practise(tmp_path, "learn", "--signal", "grin", "--camera", str(path), "--lang", "de")
    assert done.returncode == 3
    assert say("practice.no-face", "de") in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_single_picture_of_dice_is_read_as_it_lies(tmp_path: Path) -> None:
    import cv2

    fell = write_throws(tmp_path / "throws.avi", seed=3, throws=1)[0]
    clip = cv2.VideoCapture(str(tmp_path / "throws.avi"))
    last = None
    while (found := clip.read())[0]:
        last = found[1]
    assert last is not None
    cv2.imwrite(str(tmp_path / "throw.png"), last)
    typed = "".join(str(v) for v in fell) + "\n"
    done = practise(tmp_path, "dice", "--count", "2", "--camera", str(tmp_path / "throw.png"), "--json", keys=typed)
    assert [line["throws"] for line in lines(done) if "throws" in line] == [1]
