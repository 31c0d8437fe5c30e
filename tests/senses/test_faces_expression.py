"""Whole faces seen by the expression model: where it looks, what it adds to landmarks, and a model that is broken."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import asdict, replace
from math import exp
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion import events, resources
from companion.facts import Fact
from companion.people.thresholds.face_thresholds import neutral_of
from companion.senses.faces import appearance
from companion.senses.faces.appearance import EXPRESSION_SIDE_PX, ExpressionClassifier
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.features import FaceFrame, FaceScores, Measures, MouthScores
from companion.senses.faces.geometry import face_crop, pose_of
from companion.senses.faces.neutral_face import NeutralFace
from companion.senses.faces.settings import load_shipped
from companion.senses.faces.signal_judge import SignalJudge
from companion.senses.faces.signals import score_all
from tests.senses.faces_help import PEOPLE, SEEDS, frame, picture, scene

SETTINGS = load_shipped()
CALM = FaceScores(sour=0.01, wide=0.02, closed=0.02, laughing=0.02, frown=0.1)
SOUR = replace(CALM, sour=0.99, closed=0.95)


def held(seconds: float, seen: FaceScores, t: float = 0.0, yaw: float = 0.0, label: str = "neutral") -> list[FaceFrame]:
    shown = frame(SEEDS[0], label)
    return [replace(shown, t=t + k / 20, face=seen, yaw=yaw) for k in range(round(20 * seconds))]


def told(judge: SignalJudge, frames: list[FaceFrame]) -> list[str]:
    return [c.name for f in frames for c in judge.see(f) if c.edge.on]


@pytest.mark.parametrize("yaw", [0.0, 35.0, -48.0])
def test_a_sour_face_is_told_by_its_look_on_a_turned_head(yaw: float) -> None:
    """The landmarks of this face say nothing of it: they are those of a face at rest."""
    judge = SignalJudge(SETTINGS)
    assert told(judge, held(3.0, CALM)) == []
    assert told(judge, held(1.0, SOUR, t=3.0, yaw=yaw)) == ["sour"]


@pytest.mark.parametrize(("seconds", "shown"), [(0.2, []), (0.3, ["sour"])])
def test_a_slow_blink_is_no_sour_face(seconds: float, shown: list[str]) -> None:
    judge = SignalJudge(SETTINGS)
    told(judge, held(3.0, CALM))
    assert told(judge, [*held(seconds, SOUR, t=3.0), *held(1.0, CALM, t=3.0 + seconds)]) == shown


@pytest.mark.parametrize(("lower", "shown"), [(0.02, False), (0.3, False), (0.98, True)])
def test_the_screwed_up_eyes_of_a_stranger_need_nose_cheeks_or_mouth_besides(lower: float, *, shown: bool) -> None:
    """Whoever looks at cards or squints into the sun has a lemon's eyes over a calm mouth."""
    stranger = NeutralFace(SETTINGS).beliefs
    score = score_all(held(0.1, replace(SOUR, lower=lower))[0], stranger, SETTINGS)["sour"]
    assert score_all(held(0.1, SOUR)[0], stranger, SETTINGS)["sour"].value >= SETTINGS.holds["sour"].on
    assert (score.value >= SETTINGS.holds["sour"].on) == shown


@pytest.mark.parametrize("seen", [CALM, replace(CALM, sour=0.1), replace(CALM, laughing=0.99, closed=0.9, sour=0.1)])
def test_screwed_up_eyes_that_do_not_look_sour_are_none(seen: FaceScores) -> None:
    """A squint, a frown, a laugh; and without the model nobody knows."""
    rest = frame(SEEDS[0], "neutral").measures
    tight = replace(rest, eye_r=0.03, eye_l=0.03, brow=rest.brow - 0.06, brow_gap=rest.brow_gap - 0.04)
    judge = SignalJudge(SETTINGS)
    told(judge, held(3.0, CALM))
    assert told(judge, [replace(f, measures=tight) for f in held(1.0, seen, t=3.0)]) == []
    assert told(judge, [replace(f, measures=tight) for f in held(1.0, FaceScores(), t=4.2)]) == []


def odds(log_odds: float) -> FaceScores:
    """Return a face that looks sour by these log odds beyond those from which on a sour face is told."""
    n = SETTINGS.numbers["sour"]
    at = n["look_at"] + SETTINGS.holds["sour"].on / n["look"]
    return replace(CALM, sour=1 / (1 + exp(-at - log_odds)), closed=0.6, frown=0.6)


@pytest.mark.parametrize(("teeth", "shown"), [(0.05, ["sour"]), (0.8, ["sour"]), (0.99, [])])
def test_a_frown_with_bared_teeth_is_not_sour(teeth: float, shown: list[str]) -> None:
    judge = SignalJudge(SETTINGS)
    told(judge, held(3.0, CALM))
    seen = MouthScores(tongue_out=0.02, teeth=teeth, lips_open=0.5, tongue_area=0.0)
    bared = [replace(f, mouth=seen) for f in held(1.0, odds(0.5), t=3.0)]
    assert [name for name in told(judge, bared) if name == "sour"] == shown


@pytest.mark.parametrize(("closed", "frown", "shown"), [(0.6, 0.6, ["sour"]), (0.03, 0.6, []), (0.6, 0.05, [])])
def test_a_lemon_is_two_things_at_once(closed: float, frown: float, shown: list[str]) -> None:
    """A frown over open eyes is none, nor are eyes that are shut under calm brows."""
    judge = SignalJudge(SETTINGS)
    told(judge, held(3.0, CALM))
    assert told(judge, held(1.0, replace(odds(1.0), closed=closed, frown=frown), t=3.0)) == shown


@pytest.mark.parametrize(("narrower", "tongue", "shown"), [(0.1, 0.05, True), (0.45, 0.05, False), (0.1, 0.9, False)])
def test_a_fish_and_a_tongue_with_wide_eyes_are_not_eyes_wide(narrower: float, tongue: float, shown: bool) -> None:
    prior = NeutralFace(SETTINGS).prior
    rest = frame(SEEDS[0], "neutral")
    on = SETTINGS.holds["eyes_wide"].on
    seen = MouthScores(tongue_out=tongue, teeth=0.1, lips_open=0.5, tongue_area=0.1)
    mouth = replace(rest.measures, width=(1 - narrower) * prior["width"].value, gap=0.02)
    looks = [replace(CALM, wide=k / 200) for k in range(1, 200)]
    plain = replace(rest, measures=replace(mouth, width=prior["width"].value))
    just = next(f for f in looks if score_all(replace(plain, face=f), prior, SETTINGS)["eyes_wide"].value >= on + 0.02)
    score = score_all(replace(rest, measures=mouth, mouth=seen, face=just), prior, SETTINGS)["eyes_wide"]
    assert (score.value >= on) == shown


def test_a_calm_face_that_looks_a_little_sour_is_that_persons_own() -> None:
    """Low brows and narrow eyes are no signal of whoever has them always; a real one is still told."""
    grim, plain = SignalJudge(SETTINGS), SignalJudge(SETTINGS)
    assert told(grim, held(4.0, odds(-0.8))) == []
    assert told(plain, held(4.0, CALM)) == []
    squint = held(1.0, odds(0.3), t=4.0)
    assert (told(grim, squint), told(plain, squint)) == ([], ["sour"])
    assert told(grim, held(1.0, odds(3.0), t=5.2)) == ["sour"]


def test_a_laugh_that_the_model_sees_is_never_rest() -> None:
    judge = SignalJudge(SETTINGS)
    told(judge, held(3.0, replace(CALM, laughing=0.95)))
    assert judge.neutral.calm_s == 0


@pytest.mark.parametrize(("laughing", "teeth", "shown"), [(0.98, 0.97, True), (0.1, 0.97, False), (0.98, 0.6, False)])
def test_a_laugh_that_is_seen_helps_a_grin_with_sure_teeth(laughing: float, teeth: float, shown: bool) -> None:
    """Landmarks between rest and grin, as on a turned head."""
    rest, wide = frame(SEEDS[0], "neutral"), frame(SEEDS[0], "grin")
    seen = MouthScores(tongue_out=0.02, teeth=teeth, lips_open=0.95, tongue_area=0.0)
    at = SETTINGS.holds["grin"].on - 0.06

    def shot(part: float) -> FaceFrame:
        a, b = asdict(rest.measures), asdict(wide.measures)
        mixed = Measures(**{k: a[k] + part * (b[k] - a[k]) for k in a})
        return replace(rest, measures=mixed, mouth=seen)

    prior = NeutralFace(SETTINGS).prior
    plain = next(
        shot(k / 50) for k in range(80) if score_all(shot(k / 50), prior, SETTINGS)["grin"].value >= at or k == 79
    )
    score = score_all(replace(plain, face=replace(CALM, laughing=laughing)), prior, SETTINGS)["grin"]
    assert (score.value >= SETTINGS.holds["grin"].on) == shown


def test_the_crop_shows_brows_to_mouth_level_and_as_large_for_any_size_of_face() -> None:
    points = PEOPLE[SEEDS[0], "neutral"]
    turn = cv2.getRotationMatrix2D((200, 200), 25, 0.6)
    image = cv2.cvtColor(picture(SEEDS[0]), cv2.COLOR_BGR2RGB)
    assert image.shape[0] > 0
    crops = []
    for matrix in (np.eye(3)[:2], turn):
        by = float(np.hypot(matrix[0, 0], matrix[0, 1]))
        moved = np.column_stack([points[:, :2] @ matrix[:, :2].T + matrix[:, 2], points[:, 2] * by])
        canvas = np.zeros((500, 500, 3), np.uint8)
        for k, at in enumerate(moved[[33, 263, 61, 291, 105, 334], :2]):
            cv2.circle(canvas, (round(at[0]), round(at[1])), 4, (40 * k + 50, 0, 0), -1)
        crops.append(face_crop(canvas, moved, pose_of(moved).unit, EXPRESSION_SIDE_PX)[..., 0])
    for crop in crops:
        assert {50, 90, 130, 170, 210, 250} <= {int(v) + d for v in np.unique(crop) for d in (-1, 0, 1)}
    a, b = (cv2.GaussianBlur(c.astype(np.float32), (0, 0), 3).ravel() for c in crops)
    assert np.corrcoef(a, b)[0, 1] > 0.9


def test_the_crop_is_cut_as_the_renderer_cut_what_the_model_learned_from() -> None:
    if importlib.util.find_spec("numba") is None:
        pytest.skip("numba is missing: install models/training/requirements.txt to test rendering")
    from models.training.people.expression_crop import crop_of

    points = np.zeros((478, 3))
    points[33], points[263] = (100, 120, 0), (180, 140, 0)
    unit = 95.0
    image = np.random.default_rng(1).integers(0, 256, (300, 300, 3), np.uint8)
    affine = crop_of(points[[33, 263], :2].astype(np.float32), unit, EXPRESSION_SIDE_PX)
    matrix = np.column_stack([affine.matrix, affine.shift])
    wanted = cv2.warpAffine(
        image, matrix, (EXPRESSION_SIDE_PX, EXPRESSION_SIDE_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    off = np.abs(face_crop(image, points, unit, EXPRESSION_SIDE_PX).astype(int) - wanted)
    assert off.mean() < 0.5  # of noise; processors round OpenCV's weights differently, by 8 grey levels at most
    assert off.max() <= 12


@pytest.mark.parametrize(("cut", "card", "why"), [(9000, False, "model.garbage"), (None, True, "model.hash")])
def test_a_damaged_expression_model_is_told_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cut: int | None, card: bool, why: str
) -> None:
    shipped_file = resources.path(appearance.EXPRESSION_MODEL)
    (tmp_path / "model.onnx").write_bytes(shipped_file.read_bytes()[:cut])
    if card:
        (tmp_path / "model.json").write_text(json.dumps({"sha256": "0" * 64}))
    real = resources.path
    monkeypatch.setattr(
        resources, "path", lambda n: tmp_path / "model.onnx" if n == appearance.EXPRESSION_MODEL else real(n)
    )
    with FaceSense("x", workers=1) as sense:
        found = [e for k in range(12) for e in sense.process(scene((700002, 300, 150)), 0.1 * k)]
        assert [s.number for s in sense.seats] == [1]
        assert sense.seats[0].frame is not None
        assert sense.seats[0].frame.face.sour is None
    (said,) = [e.detail for e in found if isinstance(e, events.Source)]
    assert said is not None
    assert said.code == "face.no-expression"
    told_why = said.values["why"]
    assert isinstance(told_why, Fact)
    assert (told_why.code, getattr(told_why.values["why"], "code", "")) == ("model.closed", why)


def test_the_model_is_asked_every_few_frames_and_its_answer_is_kept_between() -> None:
    asked: list[int] = []

    def look(crops: list[np.ndarray]) -> list[FaceScores]:
        asked.append(len(crops))
        assert all(c.shape == (EXPRESSION_SIDE_PX, EXPRESSION_SIDE_PX) for c in crops)
        return [CALM] * len(crops)

    with FaceSense("x", mouth=None, face=look, workers=1) as sense:
        for k in range(30):
            sense.process(scene((700002, 300 + 4 * (k % 2), 150)), k / 30)
            assert all(s.frame is None or s.frame.face == CALM for s in sense.seats)
    assert 9 <= sum(asked) <= 11  # every third frame


def test_of_many_faces_a_few_are_looked_at_on_a_frame_each_in_turn() -> None:
    """Eight faces cost no more on a frame than two: those seen longest ago come first."""
    asked: list[int] = []

    def look(crops: list[np.ndarray]) -> list[FaceScores]:
        asked.append(len(crops))
        return [CALM] * len(crops)

    places = [(700002 + k % 2, 60 + 190 * k, 120) for k in range(4)]
    with FaceSense("x", mouth=None, face=look, workers=1) as sense:
        for k in range(24):
            sense.process(scene(*places), k / 30)
        assert len(sense.seats) == 4
        assert all(
            s.last_expression_frame is not None and 23 / 30 - s.last_expression_frame.t < 0.2 for s in sense.seats
        )
    assert max(asked[1:]) <= 2


def test_the_shipped_model_pads_in_its_convolutions() -> None:
    """A padding of its own before each of them cost half of the model's time."""
    file = resources.path(appearance.EXPRESSION_MODEL).read_bytes()
    assert file.count(b"\x22\x04Conv") == 27  # the field of a node's kind
    assert b"\x22\x03Pad" not in file


def test_the_shipped_model_sees_wide_eyes() -> None:
    """On rendered people that it never saw: more than on the same people's faces at rest."""
    model = ExpressionClassifier()
    seen: dict[str, list[float]] = {"neutral": [], "eyes_wide": []}
    for seed in (700002, 700003, 700006):
        for label, scores in seen.items():
            rgb = np.asarray(cv2.cvtColor(picture(seed, label), cv2.COLOR_BGR2RGB), np.uint8)
            with FaceSense("x", mouth=None, face=None, workers=1) as sense:
                sense.process(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), 0.0)
                fit = sense.seats[0].fit
            assert fit is not None
            crop = face_crop(rgb, fit.points, fit.pose.unit, EXPRESSION_SIDE_PX)
            scores.append(model([np.asarray(cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY), np.uint8)])[0].wide or 0.0)
    assert min(seen["eyes_wide"]) > max(seen["neutral"])


WIDE = replace(CALM, wide=0.98)


def test_wide_eyes_are_told_by_the_whole_look_of_whoever_is_not_known() -> None:
    """A single picture has no neutral face: here the landmarks are those of a face at rest."""
    prior = NeutralFace(SETTINGS).prior
    rest = frame(SEEDS[0], "neutral")
    on = SETTINGS.holds["eyes_wide"].on
    assert score_all(replace(rest, face=WIDE), prior, SETTINGS)["eyes_wide"].value >= on
    assert score_all(replace(rest, face=CALM), prior, SETTINGS)["eyes_wide"].value < on


def test_eyes_that_are_always_wide_are_that_persons_own() -> None:
    """Nothing is told before the own face is known, and then only what goes beyond it."""
    large = replace(CALM, wide=0.75)
    judge = SignalJudge(SETTINGS)
    assert told(judge, held(5.0, large)) == []
    assert told(judge, held(1.0, replace(CALM, wide=0.9), t=5.0)) == []
    assert told(judge, held(1.0, replace(CALM, wide=0.997), t=6.5, label="eyes_wide")) == ["eyes_wide"]


def test_whoever_is_known_for_eyes_that_look_wide_sits_down_without_a_signal() -> None:
    """The own calm look is kept with the face: a warm-up, or plays that were confirmed, have seen it."""
    large = replace(CALM, wide=0.95)
    profile = neutral_of(held(3.0, large), SETTINGS)
    judge = SignalJudge(SETTINGS, profile)
    assert told(judge, held(1.0, large)) == []
    assert told(judge, held(1.0, replace(CALM, wide=0.999), t=1.5, label="eyes_wide")) == ["eyes_wide"]


def test_the_landmarks_alone_tell_wide_eyes_of_a_known_face() -> None:
    """What the model does not see, as behind glasses; of a face that nobody knows they do not say enough."""
    known, met = SignalJudge(SETTINGS), SignalJudge(SETTINGS)
    told(known, held(4.0, CALM))
    wide = held(1.0, replace(CALM, wide=0.2), t=4.0, label="eyes_wide")
    assert told(known, wide) == ["eyes_wide"]
    assert told(met, wide[:1]) == []
    assert met.scores["eyes_wide"].value < SETTINGS.holds["eyes_wide"].on


def test_eyes_shut_in_a_laugh_are_no_doubt_unless_the_face_looks_sour() -> None:
    laugh = frame(SEEDS[0], "grin")
    seen = MouthScores(tongue_out=0.02, teeth=0.6, lips_open=0.95, tongue_area=0.0)
    prior = NeutralFace(SETTINGS).prior

    def value(eye: float, sour: float) -> float:
        face = replace(CALM, laughing=0.9, sour=sour)
        shown = replace(laugh, measures=replace(laugh.measures, eye_r=eye, eye_l=eye), mouth=seen, face=face)
        return score_all(shown, prior, SETTINGS)["grin"].value

    assert value(0.01, 0.01) == pytest.approx(value(0.09, 0.01), abs=0.05)
    assert value(0.01, 0.6) < value(0.01, 0.01) - 0.2


def test_a_jaw_that_drops_is_no_grin_where_the_face_does_not_laugh() -> None:
    """The landmarks' corners go wide and back with it."""
    shout = replace(frame(SEEDS[0], "grin"), mouth=MouthScores(tongue_out=0.02, teeth=0.97, lips_open=0.95))
    prior, on = NeutralFace(SETTINGS).prior, SETTINGS.holds["grin"].on
    for laughing, shown in ((0.9, True), (0.005, False)):
        seen = replace(shout, face=replace(CALM, laughing=laughing))
        assert (score_all(seen, prior, SETTINGS)["grin"].value >= on) == shown


def test_a_grin_of_a_face_too_small_for_teeth_is_told_by_its_look() -> None:
    """Nobody sees teeth there; half of what the look says beyond the landmarks counts."""
    rest, wide = frame(SEEDS[0], "neutral"), frame(SEEDS[0], "grin")
    a, b = asdict(rest.measures), asdict(wide.measures)
    some = Measures(**{k: a[k] + 0.5 * (b[k] - a[k]) for k in a} | {"gap": 0.1})
    small = replace(rest, measures=some, mouth=MouthScores(tongue_out=0.02, lips_open=0.95, tongue_area=0.0))
    prior = NeutralFace(SETTINGS).prior
    by = {
        laughing: score_all(replace(small, face=replace(CALM, laughing=laughing)), prior, SETTINGS)["grin"].value
        for laughing in (0.02, 0.5, 0.97)
    }
    assert by[0.97] > by[0.5] > by[0.02]


@pytest.mark.parametrize("start", [0.0, 0.1, 0.3, 1 / 3, 12.56, 901.28])
def test_a_face_is_scored_as_often_whatever_the_last_digit_of_its_times(start: float) -> None:
    """At 25 frames a second the interval is two frames exactly: rounding made it three, now and then."""
    networks = appearance.Appearance(SETTINGS, None, None, None)
    seat = SimpleNamespace(number=1, last_expression_frame=None, fit_time=0.0)
    scored = []
    for k in range(200):
        frame = SimpleNamespace(t=start + k / 25)
        seat.fit_time = frame.t
        if networks._due([(seat, frame, None)]):  # type: ignore[list-item]
            seat.last_expression_frame = frame
            scored.append(k)
    assert set(np.diff(scored)) == {round(25 * SETTINGS.seats["look_s"])}
