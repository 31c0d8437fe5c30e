"""Face profiles: the lesson, the file, the commands, and a seat that is sat in."""

from __future__ import annotations

import json
import subprocess
from dataclasses import fields, replace
from datetime import datetime, timezone
from pathlib import Path

import numpy as np
import pytest

from companion.errors import BadInput
from companion.people.attempt import Attempt
from companion.people.store import People
from companion.practice.store import PracticeStore
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.features import Measures
from companion.senses.faces.identity import BONE_COUNT
from companion.senses.faces.seat import FaceSeat
from companion.senses.faces.settings import FaceProfile, load_shipped
from companion.senses.faces.signal_judge import SignalJudge
from companion.senses.faces.signals import score_all
from companion.sitting.warmup.face_enrolment import FaceEnrolment
from tests import starter
from tests.senses.faces_help import frame, picture

KNOWN = FaceProfile("Ann", {"eye": 0.08, "width": 0.5}, {"grin": 0.6})
SEED = 700002


def test_a_known_player_is_ready_at_once() -> None:
    seat = SignalJudge(load_shipped())
    assert not seat.neutral.ready
    seat.know(KNOWN.neutral)
    assert seat.neutral.ready
    assert seat.neutral.beliefs["eye"].value == KNOWN.neutral["eye"]


@pytest.mark.parametrize(("peak", "by"), [(0.01, 0.75), (1.0, 1.0), (9.0, 1.3)])
def test_thresholds_follow_what_was_taught_within_bounds(peak: float, by: float) -> None:
    settings = load_shipped()
    usual = settings.holds["grin"]
    own = settings.personal_hold("grin", peak * usual.on / settings.personal["part"])
    assert own.on == pytest.approx(by * usual.on)
    assert own.off == pytest.approx(by * usual.off)
    assert own.hold == usual.hold
    assert settings.personal_hold("grin", None) == usual


def test_a_known_players_small_signal_counts_and_says_so() -> None:
    """Eyes that open a little less wide than the shipped threshold asks for."""
    rest, wide = frame(SEED, "neutral").measures, frame(SEED, "eyes_wide").measures
    neutral = {name: getattr(rest, name) for name in load_shipped().features}
    both = ((f.name, getattr(rest, f.name), getattr(wide, f.name)) for f in fields(rest))
    weak = {name: low + 0.65 * (high - low) for name, low, high in both}
    shown = replace(frame(SEED, "eyes_wide"), measures=Measures(**weak))
    score = score_all(shown, SignalJudge(load_shipped(), neutral).neutral.beliefs, load_shipped())["eyes_wide"].value
    least = load_shipped().holds["eyes_wide"].on
    assert 0.75 * least < score < least
    told = []
    for peaks in ({}, {"eyes_wide": 0.7 * least}):
        seat = SignalJudge(load_shipped())
        seat.know(neutral, peaks)
        told += [c.hold.on for k in range(8) for c in seat.see(replace(shown, t=k / 20)) if c.edge.on]
    assert told == [pytest.approx(0.75 * least)]


def test_a_seat_forgets_whoever_sat_there() -> None:
    seat = FaceSeat(1, SignalJudge(load_shipped()), 0.0, 0.0)
    seat.assign_player("Ann", KNOWN)
    assert seat.judge.neutral.beliefs["eye"].value == KNOWN.neutral["eye"]
    seat.assign_player("Ben")
    assert not seat.judge.neutral.ready
    assert seat.judge.states["grin"].hold == load_shipped().holds["grin"]


def test_enrolment_learns_a_calm_face_and_a_signal() -> None:
    with FaceSense("lesson", mouth=None, workers=1) as sense:
        lesson = FaceEnrolment("Ann", sense, signals=("eyes_wide", "sour"))
        said, t = lesson.begin(), 0.0
        while not lesson.is_done and t < 30:
            asked = [what.values.get("signal") for what in said if what.code == "warmup.ask-show"]
            said += lesson.see(picture(SEED, "eyes_wide" if asked == ["eyes_wide"] else "neutral"), t)
            t += 0.1
        profile = lesson.profile()
    assert lesson.is_done
    assert set(profile.signals) == {"eyes_wide"}
    codes = [what.code for what in said]
    assert codes[0] == "warmup.ask-calm"
    assert codes[-2:] == ["warmup.show-stronger", "warmup.later"]  # nothing sour was ever shown
    assert asked == ["eyes_wide", "sour"]
    rest = frame(SEED, "neutral").measures
    assert profile.neutral["width"] == pytest.approx(rest.width, abs=0.04)
    assert len(profile.bones) == BONE_COUNT
    assert profile.signals["eyes_wide"] >= load_shipped().holds["eyes_wide"].on * load_shipped().personal["least"]


def test_a_frame_without_a_face_is_told_once() -> None:
    with FaceSense("lesson", mouth=None, workers=1) as sense:
        lesson = FaceEnrolment("Ann", sense)
        black = np.zeros((240, 320, 3), np.uint8)
        said = lesson.begin() + [what for k in range(30) for what in lesson.see(black, k / 10)]
    assert [what.code for what in said] == ["warmup.ask-calm", "warmup.no-face"]


def test_nobody_in_view_is_told() -> None:
    with FaceSense("lesson", mouth=None, workers=1) as sense, pytest.raises(BadInput) as error:
        FaceEnrolment("Ann", sense).profile()
    assert error.value.fact.code == "lesson.face.no-face"


def companion(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {"COMPANION_DATA_FOLDER": str(folder), "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    return starter.run(*words, env=env)


def test_profiles_are_listed_exported_and_deleted(tmp_path: Path) -> None:
    People(tmp_path / "profiles").keep_face(KNOWN)
    with PracticeStore(tmp_path / "practice.sqlite3") as store:
        for name in ("Ann", "Ben"):
            hit = Attempt(drill="signals", asked="grin", made="grin", hit=True, at=datetime.now(timezone.utc))
            store.add(name, hit)
    listed = companion(tmp_path, "profiles", "list").stdout
    assert "Ann: face (calm, Grin)" in listed
    assert "Ann: practice" in listed
    assert json.loads(companion(tmp_path, "profiles", "export", "Ann").stdout)["face"]["neutral"] == KNOWN.neutral
    assert companion(tmp_path, "profiles", "delete", "Ann").returncode == 0
    assert People(tmp_path / "profiles").face("Ann") is None
    with PracticeStore(tmp_path / "practice.sqlite3") as store:
        assert store.players() == ["Ben"]
    gone = companion(tmp_path, "profiles", "delete", "Ann")
    assert gone.returncode == 2
    assert "nothing is kept of Ann" in gone.stderr


def test_watching_a_player_who_is_not_enrolled(tmp_path: Path) -> None:
    told = companion(tmp_path, "watch", "x.mp4", "--player", "Ann")
    assert told.returncode == 2
    assert "companion enrol Ann" in told.stderr
