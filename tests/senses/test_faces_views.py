"""A face that the network is in doubt about is looked at mirrored; faces that fill the picture, or are turned far."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.senses.faces.appearance import doubtful, face_mean
from companion.senses.faces.face_networks import Detection, FaceDetector
from companion.senses.faces.face_search import FaceSearch
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.features import FaceScores, MouthScores
from companion.senses.faces.settings import load_shipped
from tests.senses.faces_help import scene

SETTINGS = load_shipped()
MOUTH = MouthScores(0.5, 0.3, 0.6, 0.2, 0.1, 0.9, tongue_area=0.2, tongue_side=0.4)
FACE = FaceScores(0.5, 0.5, 0.5, 0.5, 0.5)


def test_mouths_of_a_frame_are_looked_at_once_and_doubtful_faces_again_together() -> None:
    mouths: list[int] = []
    faces: list[int] = []

    def mouth(crops: list[Any]) -> list[MouthScores]:
        mouths.append(len(crops))
        return [replace(MOUTH, tongue_out=tongue) for tongue in (0.5, 0.01, 0.4)]

    def face(crops: list[Any]) -> list[FaceScores]:
        faces.append(len(crops))
        wide = (0.5, 0.01, 0.5) if len(faces) == 1 else (0.9, 0.1)
        return [replace(FACE, laughing=0.01, wide=w) for w in wide]

    people = [(seed, 20 + 300 * k, 150) for k, seed in enumerate((700002, 700003, 700006))]
    with FaceSense("x", mouth=mouth, face=face, workers=1) as sense:
        sense.process(scene(*people), 0.0)
        found = [s.frame for s in sense.seats if s.frame is not None]
    assert (mouths, faces) == ([3], [3, 2])
    assert [f.mouth.tongue_out for f in found] == [0.5, 0.01, 0.4]
    assert [f.face.wide for f in found] == pytest.approx([0.75, 0.01, 0.25], abs=0.01)


@pytest.mark.parametrize(("wide", "crops"), [(0.5, 2), (0.01, 1), (0.99, 1)])
def test_a_face_that_may_look_wide_is_looked_at_mirrored(wide: float, crops: int) -> None:
    asked: list[Any] = []

    def look(faces: list[Any]) -> list[FaceScores]:
        asked.extend(faces)
        return [replace(FACE, sour=0.2, laughing=0.01, wide=wide if len(asked) == 1 else 0.1)] * len(faces)

    with FaceSense("x", mouth=None, face=look, workers=1) as sense:
        sense.process(scene((700002, 300, 150)), 0.0)
        assert sense.seats[0].frame is not None
        told = sense.seats[0].frame.face
    assert len(asked) == crops
    if crops > 1:
        assert (asked[1] == asked[0][:, ::-1]).all()
        assert told.wide == pytest.approx(0.25)  # odds of 1 and 1/9
    assert told.sour == pytest.approx(0.2)


def test_sour_is_what_the_plain_picture_says() -> None:
    assert face_mean(FACE, replace(FACE, sour=0.01)).sour == 0.5
    assert face_mean(FaceScores(), FaceScores()) == FaceScores()


def test_what_was_not_judged_is_in_no_doubt() -> None:
    assert not doubtful((None, 0.02, 0.98), 0.05)
    assert doubtful((None, 0.06), 0.05)


@pytest.mark.parametrize("needs", [1.5, 3.0])
def test_a_face_that_needs_surroundings_is_found_with_some_or_with_many(
    monkeypatch: pytest.MonkeyPatch, needs: float
) -> None:
    """Of 26 rendered faces that were not found 8 were with a quarter of the picture added, none with a whole one."""
    sizes: list[int] = []

    def find(detector: FaceDetector, rgb: Any) -> list[Detection]:
        sizes.append(rgb.shape[1])
        middle = rgb.shape[1] / 2
        there = Detection(middle - 50, middle - 50, 100, 100, (middle - 20, middle), (middle + 20, middle), 0.9)
        return [there] if rgb.shape[1] == needs * 400 else []

    search = FaceSearch(SETTINGS)
    monkeypatch.setattr(FaceDetector, "find", find)
    (found,) = search.find(np.zeros((400, 400, 3), np.uint8), anybody=False)
    assert (found.x, found.width, found.right_eye) == (150, 100, (180, 200))
    assert sizes == [400, 600, 1200][: sizes.index(int(needs * 400)) + 1]
    sizes.clear()
    assert search.find(np.zeros((400, 400, 3), np.uint8), anybody=True) == []
    assert sizes == [400]


def test_regions_of_a_head_turned_far_lie_to_both_sides_and_are_rolled_both_ways() -> None:
    found = Detection(100, 100, 80, 80, (120, 130), (160, 130), 0.9)
    first, others = found.region, found.other_regions
    assert min(r.x for r in others) < first.x < max(r.x for r in others)
    assert min(r.angle for r in others) < first.angle < max(r.angle for r in others)
