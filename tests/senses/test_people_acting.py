"""Performances of synthetic people: cues, blinks, talk, scenes, and the tracker's view of them."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import astuple
from functools import cache
from typing import Any

import numpy as np
import pytest

if importlib.util.find_spec("numba") is None:
    pytest.skip("numba is missing: install models/training/requirements.txt to test rendering", allow_module_level=True)

from measure.mediapipe_reference import whole_mediapipe
from models.training.people.face import render_face
from models.training.people.figure import Figure
from models.training.people.identity import Identity, sample_identity
from models.training.people.performance import Cue, Performer
from models.training.people.pose import GESTURES, TALK, Pose
from models.training.people.scene import Scene, Seat


@cache
def who() -> Identity:
    return sample_identity(5).with_(glasses="none", hat="none")


def act(label: str, **options: Any) -> Performer:
    return Performer(who(), [Cue(label, 1.0, 3.0)], **options)


def test_a_cue_refuses_what_it_does_not_know() -> None:
    with pytest.raises(ValueError, match="no gesture is called 'wave'"):
        Cue("wave", 0, 1)
    with pytest.raises(ValueError, match="not after its start"):
        Cue("sour", 2, 2)


def test_acting_is_a_function_of_time_and_seed() -> None:
    a, b, c = act("sour", seed=1), act("sour", seed=1), act("sour", seed=2)
    assert a.pose(1.7) == b.pose(1.7)
    assert a.pose(1.7) != c.pose(1.7)
    assert a.pose(0.4) == b.pose(0.4)


@pytest.mark.parametrize("label", [*GESTURES, *TALK])
def test_motion_is_smooth(label: str) -> None:
    performer = act(label)
    poses = np.array([astuple(performer.pose(0.5 + i / 200)) for i in range(700)])
    quick = np.abs(np.diff(poses, axis=0)) / np.maximum(1.0, np.abs(poses).max(0))
    assert quick.max() < 0.15, Pose.__dataclass_fields__


@pytest.mark.parametrize("label", ["eyes_mouth_wide", "mouth_wide"])
def test_lids_and_brows_say_what_a_dropped_jaw_is_called(label: str) -> None:
    """As faces.toml has it; no gesture of either name lies between."""
    pose = Pose(**GESTURES[label].hold)
    lids, brows = min(pose.wide_l, pose.wide_r), (pose.brow_inner + pose.brow_outer) / 2 - pose.brow_down
    assert pose.jaw >= 0.5
    assert (lids >= 0.35 or brows >= 0.5) == (label == "eyes_mouth_wide")
    assert (lids <= 0.15 and brows <= 0.25) == (label == "mouth_wide")


def test_a_gesture_is_fully_there_in_its_clear_part_and_gone_around_it() -> None:
    cue = Cue("eyes_wide", 1.0, 3.0)
    assert cue.level(cue.onset) == 0.0
    assert cue.level(1.0) == cue.level(3.0) == pytest.approx(1.0)
    assert cue.level(3.0 + GESTURES["eyes_wide"].release) == 0.0
    assert 0.0 < 1.0 - cue.onset < 0.5


def test_people_blink_but_not_while_their_eyes_are_wide() -> None:
    calm = Performer(who(), [], duration=60)
    shut = np.array([calm.pose(i / 30).shut_l for i in range(1800)])
    blinks = int(((shut[1:] > 0.5) & (shut[:-1] <= 0.5)).sum())
    assert 8 <= blinks <= 30
    wide = Performer(who(), [Cue("eyes_wide", 1, 59)], duration=60)
    assert max(wide.pose(i / 30).shut_l for i in range(40, 1760)) == 0.0


def test_motions_have_their_rhythm() -> None:
    times = [1.0 + i / 100 for i in range(200)]
    dart, shake = act("darting_tongue"), act("wet_dog_shake", life=0.0)
    out = np.array([dart.pose(t).tongue_fwd for t in times]) > 1.5
    assert int((out[1:] & ~out[:-1]).sum()) >= 2
    yaw = np.array([shake.pose(t).yaw for t in times])
    yaw -= yaw.mean()
    assert 8 <= int((np.diff(np.sign(yaw)) != 0).sum()) <= 20


def test_talk_without_teeth_hides_them_and_talk_with_teeth_shows_them() -> None:
    figure = Figure(who())

    def teeth(label: str) -> float:
        performer = act(label)
        seen = [render_face(figure, performer.pose(t), 200, oversample=1.0).labels for t in np.arange(1.1, 3.0, 0.21)]
        return float(np.mean([s.teeth_up + s.teeth_low > 0.025 for s in seen]))

    assert teeth("talking_teeth") > 0.5
    assert teeth("talking_no_teeth") < 0.2


def test_a_scene_shows_its_people_the_same_every_time() -> None:
    seat = Seat("one", Figure(who()), act("grin"), 80, 70, 60)
    shown, empty = Scene([seat], (140, 160)).frame(1.5), Scene([], (140, 160)).frame(1.5)
    assert shown.image.shape == (140, 160, 3)
    assert shown.labels["one"].teeth_up > 0.02
    changed = np.abs(shown.image.astype(int) - empty.image).max(2) > 12
    assert changed[50:90, 60:100].mean() > 0.9
    assert not changed[:40, :10].any()
    assert np.array_equal(shown.image, Scene([seat], (140, 160)).frame(1.5).image)


@pytest.fixture(scope="module")
def mesh() -> Iterator[Any]:
    mp = whole_mediapipe()
    with mp.solutions.face_mesh.FaceMesh(static_image_mode=True, refine_landmarks=True) as found:
        yield found


@pytest.mark.parametrize("seed", [2, 5, 8])
def test_the_face_mesh_sees_renders_as_it_sees_people(mesh: Any, seed: int) -> None:
    figure = Figure(sample_identity(seed).with_(glasses="none", hat="none", lid_rest=0.14))

    def measure(label: str) -> tuple[float, float, float]:
        image = render_face(figure, Pose(**GESTURES[label].hold), 400).image
        found = mesh.process(image).multi_face_landmarks
        assert found, f"no face in {label}"
        p = np.array([[q.x, q.y] for q in found[0].landmark])
        eye = (np.linalg.norm(p[159] - p[145]) / np.linalg.norm(p[33] - p[133])) / 2
        eye += (np.linalg.norm(p[386] - p[374]) / np.linalg.norm(p[362] - p[263])) / 2
        across = np.linalg.norm(p[33] - p[263])
        return float(eye), float(np.linalg.norm(p[13] - p[14]) / across), float(np.linalg.norm(p[61] - p[291]) / across)

    rest, wide, shut = measure("neutral"), measure("eyes_wide"), measure("eyes_shut")
    assert 0.22 < rest[0] < 0.40
    assert wide[0] > 1.12 * rest[0]
    assert shut[0] < 0.6 * rest[0]
    assert measure("eyes_mouth_wide")[1] > rest[1] + 0.15
    assert measure("grin")[2] > 1.15 * rest[2]
