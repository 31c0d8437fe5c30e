"""The second look: MediaPipe's own numbers, asked where a signal may begin, and bounded in what it says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.senses.faces import second_look
from companion.senses.faces.face_networks import FaceDetector, FaceMesh, cut_region, region_of
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.features import FaceFrame, FaceScores, MouthScores
from companion.senses.faces.geometry import as_rgb
from companion.senses.faces.second_look import BLENDSHAPES_MODEL, TONGUE_MODEL, SecondLook, SecondScores, second_opinion
from companion.senses.faces.settings import FaceSettings, load_shipped
from companion.senses.faces.signal_judge import SignalJudge
from measure.mediapipe_reference import ReferenceTongue, drop_stderr, whole_mediapipe
from tests.needs import needs_mediapipe
from tests.senses.faces_help import SEEDS, frame, scene
from tests.senses.test_faces_reference import pictures

SETTINGS = load_shipped()
TONGUE_SEEN = SecondScores(tongue=0.9, eyes_wide=0.0, jaw_open=0.3)
NOTHING_SEEN = SecondScores(tongue=0.0, eyes_wide=0.0, jaw_open=0.0)


@needs_mediapipe
def test_landmarks_presence_and_tongue_are_mediapipes_own(shared: Path) -> None:
    reference, look = ReferenceTongue(shared / "models" / "face_landmarker.task"), SecondLook()
    compared = 0
    for name, rgb in pictures(shared).items():
        bgr = as_rgb(rgb)  # the other way round
        for found in FaceDetector().find(bgr)[:1]:
            points, _ = FaceMesh().fit(bgr, found.region)
            if points is None:
                continue
            region = region_of(points)
            wanted, flag, tongue = reference.fit(rgb, region)
            crop = cut_region(rgb, region, side=second_look.TONGUE_SIDE_PX)
            mine, presence, seen = look._tongue.run(["points", "presence", "tongue"], {"image": crop[None]})
            assert np.abs(mine[0] * second_look.TONGUE_SIDE_PX - wanted)[:, :2].max() < 0.005, (
                name
            )  # pixels of the crop
            assert presence[0, 0] == pytest.approx(1 / (1 + np.exp(-flag)), abs=1e-4), name
            assert seen[0, 0] == pytest.approx(tongue, abs=1e-4), name
            assert look(bgr, points).tongue == pytest.approx(tongue, abs=1e-4), name
            compared += 1
    assert compared >= 12


@needs_mediapipe
def test_blendshapes_are_mediapipes_own(shared: Path) -> None:
    package, look = whole_mediapipe(), SecondLook()
    from mediapipe.tasks import python as tasks
    from mediapipe.tasks.python import vision

    model = (shared / "models" / "face_landmarker.task").read_bytes()
    options = vision.FaceLandmarkerOptions(
        base_options=tasks.BaseOptions(model_asset_buffer=model), output_face_blendshapes=True
    )
    compared = 0
    with drop_stderr(), vision.FaceLandmarker.create_from_options(options) as landmarker:
        for name, rgb in pictures(shared).items():
            found = landmarker.detect(package.Image(image_format=package.ImageFormat.SRGB, data=rgb))
            if not found.face_blendshapes:
                continue
            size = np.array(rgb.shape[1::-1], np.float32)
            points = np.array([(p.x, p.y) for p in found.face_landmarks[0]], np.float32) * size
            wanted = {c.index: (c.category_name, c.score) for c in found.face_blendshapes[0]}
            (shapes,) = look._blendshapes.run(["shapes"], {"points": points[None]})[0]
            assert shapes == pytest.approx([wanted[k][1] for k in range(52)], abs=1e-4), name
            assert [wanted[k][0] for k in second_look.EYES_WIDE_PLACES] == ["eyeWideLeft", "eyeWideRight"]
            assert wanted[second_look.JAW_OPEN_PLACE][0] == "jawOpen"
            compared += 1
    assert compared >= 12


@pytest.mark.parametrize("name", list(second_look.SECOND_OPINIONS))
def test_an_opinion_grows_with_what_is_seen_and_is_bounded(name: str) -> None:
    n = SETTINGS.numbers[name]
    shifts = [second_opinion(name, SecondScores(s, s / 2, s), n) for s in (0.0, 1e-3, 0.01, 0.1, 0.5, 0.9, 1.0)]
    assert shifts == sorted(shifts)
    assert shifts[0] >= -n["second_less"]
    assert shifts[-1] == pytest.approx(n["second_more"])


def tongues(score: float, seconds: float = 1.0, t: float = 0.0) -> list[FaceFrame]:
    """Return a face with its mouth open, whose mouth the first network scores so."""
    shown = replace(frame(SEEDS[0], "neutral"), face=FaceScores(0.01, 0.02, 0.02, 0.02, 0.1))
    shown = replace(shown, measures=replace(shown.measures, gap=0.2))
    seen = MouthScores(score, 0.1, 0.1, 0.1, 0.1, 1.0, 0.3, 0.0)
    return [replace(shown, t=t + k / 20, speed=0.0, mouth=seen) for k in range(round(20 * seconds))]


class Opinion:
    """Gives one opinion, and counts how often it was asked."""

    def __init__(self, seen: SecondScores | None) -> None:
        self.seen, self.asked = seen, 0

    def __call__(self) -> SecondScores | None:
        self.asked += 1
        return self.seen


def told(judge: SignalJudge, frames: list[FaceFrame], opinion: Opinion) -> list[tuple[str, bool]]:
    return [(c.name, c.edge.on) for f in frames for c in judge.see(f, opinion)]


def reach() -> tuple[float, float]:
    """Return the threshold of a tongue, and how far a second look can lift a score."""
    return SETTINGS.holds["tongue_out"].on, SETTINGS.numbers["tongue_out"]["second_more"]


def test_a_tongue_that_is_nearly_told_is_told_by_the_second_look() -> None:
    on, more = reach()
    nearly = on - more / 2
    assert told(SignalJudge(SETTINGS), tongues(nearly), Opinion(None)) == []
    assert told(SignalJudge(SETTINGS), tongues(nearly), Opinion(NOTHING_SEEN)) == []
    assert told(SignalJudge(SETTINGS), tongues(nearly), Opinion(TONGUE_SEEN)) == [("tongue_out", True)]


def test_the_second_look_is_asked_only_where_it_may_decide() -> None:
    on, more = reach()
    far, near = Opinion(TONGUE_SEEN), Opinion(NOTHING_SEEN)
    assert told(SignalJudge(SETTINGS), tongues(on - more - 0.1), far) == []
    assert far.asked == 0
    told(SignalJudge(SETTINGS), tongues(on - more / 2), near)
    assert near.asked <= 1 / SETTINGS.seats["second_s"] + 1  # and not on every frame


def test_a_signal_that_began_by_a_second_look_lasts_as_long_as_it_is_shown() -> None:
    on, more = reach()
    judge, opinion = SignalJudge(SETTINGS), Opinion(TONGUE_SEEN)
    assert told(judge, tongues(on - more / 2), opinion) == [("tongue_out", True)]
    asked = opinion.asked
    opinion.seen = NOTHING_SEEN  # nobody asks while it is shown
    assert told(judge, tongues(on - more / 2, 2.0, t=1.0), opinion) == []
    assert opinion.asked == asked
    assert told(judge, tongues(0.0, 1.0, t=3.0), opinion) == [("tongue_out", False)]


def test_people_who_sit_calmly_cost_no_second_look() -> None:
    asked: list[float] = []

    def look(bgr: Any, points: Any) -> SecondScores:
        asked.append(1.0)
        return NOTHING_SEEN

    with FaceSense("x", second=look, workers=1) as sense:
        for k in range(20):
            sense.process(scene((700002, 300 + k, 150)), k / 20)
    assert asked == []


@pytest.mark.parametrize("file", [TONGUE_MODEL, BLENDSHAPES_MODEL])
def test_without_its_networks_faces_are_judged_and_it_is_said(
    file: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from companion import events, resources

    real = resources.path
    monkeypatch.setattr(resources, "path", lambda n: tmp_path / "model.onnx" if n == file else real(n))
    with FaceSense("x", workers=1) as sense:
        found = [e for k in range(6) for e in sense.process(scene((700002, 300, 150)), 0.1 * k)]
        assert [s.number for s in sense.seats] == [1]
    (said,) = [e.detail for e in found if isinstance(e, events.Source)]
    assert said is not None
    assert said.code == "face.no-second-look"


def test_settings_bound_what_a_second_look_may_say() -> None:
    settings: FaceSettings = SETTINGS
    for name in second_look.SECOND_OPINIONS:
        n = settings.numbers[name]
        assert n["second"] > 0
        assert n["second_less"] > 0
        assert settings.holds[name].on - n["second_more"] > -0.2  # a face that shows nothing is never asked about
