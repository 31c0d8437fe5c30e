"""Turned heads, smiles that are no rest, wrong neutrals, small and dark faces: what gates used to lose."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import pytest

from companion import events
from companion.senses.faces.face_networks import Detection, FaceMesh, Region
from companion.senses.faces.face_search import FaceSearch
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.features import FaceFrame, FaceScores, MouthScores, upright
from companion.senses.faces.neutral_face import NeutralFace
from companion.senses.faces.settings import load_shipped
from companion.senses.faces.signal_judge import SignalJudge
from companion.senses.faces.signals import score_all
from tests.senses.faces_help import SEEDS, frame, picture, scene

SETTINGS = load_shipped()
TONGUE = MouthScores(tongue_out=0.95, tongue_inside=0.3, teeth=0.1, lips_open=0.98, tongue_area=0.3)
REST = MouthScores(tongue_out=0.02, tongue_inside=0.1, teeth=0.05, lips_open=0.1, tongue_area=0.0)


def held(label: str, seconds: float, t: float = 0.0, mouth: MouthScores = REST, **changes: Any) -> list[FaceFrame]:
    """Return a face held for so many seconds."""
    shown = frame(SEEDS[0], label)
    return [replace(shown, t=t + k / 20, mouth=mouth, **changes) for k in range(round(20 * seconds))]


def told(judge: SignalJudge, frames: list[FaceFrame]) -> list[str]:
    """Return the signals that start."""
    return [c.name for f in frames for c in judge.see(f) if c.edge.on]


@pytest.mark.parametrize(("yaw", "shown"), [(0.0, True), (45.0, True), (-58.0, True), (75.0, False)])
def test_a_sure_tongue_is_seen_on_a_turned_head(yaw: float, shown: bool) -> None:
    assert ("tongue_out" in told(SignalJudge(SETTINGS), held("mouth_wide", 1.0, mouth=TONGUE, yaw=yaw))) == shown


@pytest.mark.parametrize("name", ["tongue_out", "grin", "eyes_wide", "sour"])
def test_doubt_grows_with_the_angle_and_ends_in_none(name: str) -> None:
    """No wall: a head a degree further away is never much less sure, until the range of the signal ends."""
    label = {"tongue_out": "mouth_wide"}.get(name, name)
    prior, values = NeutralFace(SETTINGS).prior, [-1.0]
    for seed in SEEDS:
        shown = replace(frame(seed, label), mouth=TONGUE if name == "tongue_out" else MouthScores(), pitch=0.0)
        shown = replace(shown, face=LEMON if name == "sour" else FaceScores())
        if score_all(shown, prior, SETTINGS)[name].value > -1:
            values = [score_all(replace(shown, yaw=float(a)), prior, SETTINGS)[name].value for a in range(90)]
    assert values[0] > -1, "no rendered person shows it without a neutral face"
    numbers = SETTINGS.numbers[name]
    last = int(numbers["yaw_most"])
    assert all(0 <= a - b < 0.02 for a, b in pairwise(values[:last]))
    assert values[last - 1] < values[0]
    assert set(values[last + 1 :]) == {-1.0}


@pytest.mark.parametrize(("score", "shown"), [(0.95, True), (0.75, False)])
def test_lips_that_the_landmarks_take_for_shut_are_doubt_and_no_wall(score: float, shown: bool) -> None:
    """The mesh closes its lips round a tongue: a sure one is told, a likely one is not."""
    rest = frame(SEEDS[0], "neutral")
    lips = replace(rest.measures, gap=0.02)
    looks = replace(TONGUE, tongue_out=score)
    frames = [replace(rest, t=k / 20, measures=lips, mouth=looks) for k in range(20)]
    assert ("tongue_out" in told(SignalJudge(SETTINGS), frames)) == shown


def test_a_tongue_that_stays_out_is_never_learned_as_the_face() -> None:
    judge = SignalJudge(SETTINGS)
    assert told(judge, held("mouth_wide", 14.0, mouth=TONGUE)) == ["tongue_out"]
    assert judge.shown_signals == ["tongue_out"]
    assert "tongue" not in judge.neutral.beliefs


def test_a_hidden_tongue_is_no_rest() -> None:
    """One that is not told (the lips look shut) is not learned either."""
    judge = SignalJudge(SETTINGS)
    assert told(judge, held("neutral", 3.0, mouth=TONGUE)) == []
    assert judge.neutral.calm_s == 0


def test_a_smile_is_not_learned_as_the_neutral_face() -> None:
    wide = frame(SEEDS[0], "grin").measures
    smile = replace(wide, gap=0.01)
    judge = SignalJudge(SETTINGS)
    for f in held("neutral", 4.0):
        judge.see(replace(f, measures=smile))
    assert judge.neutral.calm_s == 0
    assert judge.neutral.beliefs == judge.neutral.prior


def test_a_smile_that_was_learned_is_unlearned() -> None:
    rest = frame(SEEDS[0], "neutral").measures
    smile = replace(rest, width=rest.width * 1.12, pout=rest.pout + 0.03, corner_lift=rest.corner_lift + 0.03)
    neutral = NeutralFace(SETTINGS)
    for k in range(200):
        neutral.learn(k / 20, smile)
    learned = neutral.beliefs["width"].value
    for k in range(200, 250):
        neutral.learn(k / 20, rest)
    assert learned > rest.width * 1.08
    assert abs(neutral.beliefs["width"].value - rest.width) < 0.02


LEMON = FaceScores(sour=0.6, wide=0.02, closed=0.6, laughing=0.05, frown=0.6)
CALM = FaceScores(sour=0.01, wide=0.02, closed=0.02, laughing=0.02, frown=0.1)


def lemon(t: float, seconds: float = 1.0, **parts: float) -> list[FaceFrame]:
    """Return a sour look: ``parts`` are the measures that moved."""
    rest = frame(SEEDS[0], "neutral").measures
    moved = replace(rest, **{k: getattr(rest, k) + by for k, by in parts.items()})
    return [replace(f, measures=moved, face=LEMON) for f in held("neutral", seconds, t=t)]


def calm(seconds: float) -> list[FaceFrame]:
    return [replace(f, face=CALM) for f in held("neutral", seconds)]


def test_a_sour_face_is_told_if_it_was_seen_to_begin() -> None:
    """Who is met with it has it always, as far as anybody knows; a single picture has no before."""
    assert told(SignalJudge(SETTINGS), lemon(0.0, 3.0)) == []
    assert told(SignalJudge(SETTINGS), calm(3.0) + lemon(3.0)) == ["sour"]
    still = SignalJudge(SETTINGS)
    still.see(lemon(0.0)[0])
    assert still.scores["sour"].value >= SETTINGS.holds["sour"].on


def test_a_sour_face_that_seldom_pictures_show_again_and_again_was_not_seen_to_begin() -> None:
    """A slow laptop: a picture every 0.7 s is no single picture."""
    judge = SignalJudge(SETTINGS)
    told_of = []
    for seldom in lemon(0.0, 6.0)[::21]:
        judge.see(seldom)
        told_of.append(judge.scores["sour"].value >= SETTINGS.holds["sour"].on)
    assert told_of[0]
    assert not any(told_of[1:])


@pytest.mark.parametrize(("seconds", "shown"), [(0.3, ["sour"]), (5.0, [])])
def test_a_lemon_comes_within_half_a_second(seconds: float, shown: list[str]) -> None:
    """A face that slowly screws up is in the sun, or thinks."""
    comes = lemon(3.0, 10.0)
    for k, f in enumerate(comes):
        part = min((f.t - 3.0) / seconds, 1.0)
        changed = {n: (1 - part) * getattr(CALM, n) + part * getattr(LEMON, n) for n in ("sour", "closed", "frown")}
        comes[k] = replace(f, face=replace(CALM, **changed))
    judge = SignalJudge(SETTINGS)
    assert told(judge, calm(3.0) + comes) == shown
    assert judge.scores["sour"].raw >= SETTINGS.holds["sour"].on


@pytest.mark.parametrize(
    ("parts", "shown"),
    [({"nose": -0.04}, True), ({"gap": 0.15, "nose": -0.04}, False), ({"width": -0.1}, True), ({"nose": 0.04}, False)],
)
def test_a_lemon_wrinkles_the_nose_or_draws_the_lips_together_and_bares_no_teeth(
    parts: dict[str, float], shown: bool
) -> None:
    weaker = [replace(f, face=replace(LEMON, sour=0.03)) for f in lemon(3.0, **parts)]
    assert told(SignalJudge(SETTINGS), calm(3.0) + weaker) == (["sour"] if shown else [])


def test_a_tongue_pushed_out_with_a_wrinkled_nose_is_not_sour() -> None:
    weaker = [replace(f, face=replace(LEMON, sour=0.03)) for f in lemon(3.0, nose=-0.04)]
    assert told(SignalJudge(SETTINGS), calm(3.0) + weaker) == ["sour"]
    assert "sour" not in told(SignalJudge(SETTINGS), calm(3.0) + [replace(f, mouth=TONGUE) for f in weaker])


@pytest.mark.parametrize("name", ["eyes_wide", "eyes_mouth_wide"])
def test_eyes_of_whoever_is_not_known_are_wide_by_a_change_alone(name: str) -> None:
    """Eyes that are met wide may be so always; those that open within a second were opened."""
    wide = replace(CALM, wide=0.98)
    gap = 0.3 if name == "eyes_mouth_wide" else 0.0
    rest = frame(SEEDS[0], "neutral").measures

    def shown(t: float, seconds: float, gap: float, face: FaceScores) -> list[FaceFrame]:
        return [replace(f, measures=replace(rest, gap=gap), face=face) for f in held("neutral", seconds, t=t)]

    assert told(SignalJudge(SETTINGS), shown(0.0, 8.0, gap, wide)) == []
    assert told(SignalJudge(SETTINGS), shown(0.0, 0.4, gap, CALM) + shown(0.4, 0.6, gap, wide)) == [name]


@pytest.mark.parametrize("fps", [30, 12, 4])
@pytest.mark.parametrize("name", ["eyes_wide", "eyes_mouth_wide"])
@pytest.mark.parametrize("gone", ["unseen", "lids", "look"])
def test_eyes_that_are_met_wide_are_not_told_through_gaps(name: str, fps: int, gone: str) -> None:
    """A face that is lost on every second picture was not seen to open its eyes, nor was one that blinks."""
    judge, rest = SignalJudge(SETTINGS), frame(SEEDS[0], "neutral")
    wide = replace(rest.measures, gap=0.3 if name == "eyes_mouth_wide" else 0.0)
    # The head moves: what it is at rest is not known yet.
    seen = replace(rest, measures=wide, face=replace(CALM, wide=0.98), mouth=REST, speed=90.0)
    shut = replace(seen, measures=replace(wide, eye_r=0.03, eye_l=0.03)) if gone == "lids" else seen
    blink = replace(shut, face=replace(CALM, closed=0.97))
    for k in range(fps * 6):
        t, hidden = k / fps, k % 2 == 1 if gone == "unseen" else k % (2 * fps) == fps // 2
        shown = replace(blink if hidden else seen, t=t)
        assert not (judge.blind(t) if hidden and gone == "unseen" else judge.see(shown))


def test_a_low_camera_makes_no_sour_face() -> None:
    """What the mesh misreads of a face from below is taken off, by the slopes of the settings."""
    rest = replace(frame(SEEDS[0], "neutral"), yaw=0.0, pitch=0.0)
    n = SETTINGS.neutral
    changed = {
        k: getattr(rest.measures, k) + SETTINGS.features[k].below * (35.0 - n["below_from"])
        for k in ("brow", "corner_lift")
    }
    below = replace(rest, pitch=-35.0, measures=replace(rest.measures, **changed))
    assert below.measures.brow < rest.measures.brow - 0.03
    for k in changed:
        assert getattr(upright(below, SETTINGS).measures, k) == pytest.approx(getattr(rest.measures, k))
    assert upright(rest, SETTINGS) is rest


def _seat_details(image: np.ndarray) -> list[str]:
    with FaceSense("x", workers=1) as sense:
        found = [e for k in range(4) for e in sense.process(image, 0.1 * k)]
        return [e.detail.code for e in found if isinstance(e, events.Seat) and e.detail]


def test_a_mouth_seen_from_above_is_as_open_as_it_is() -> None:
    """The mesh makes it half as open; a head that looks down at its cards still shows a wide mouth, and a shut one."""
    wide = frame(SEEDS[0], "eyes_mouth_wide")
    gap = wide.measures.gap
    seen = replace(wide, pitch=22.0, measures=replace(wide.measures, gap=0.58 * gap))
    assert upright(seen, SETTINGS).measures.gap == pytest.approx(gap, rel=0.02)
    shut = replace(seen, measures=replace(wide.measures, gap=0.0))
    assert upright(shut, SETTINGS).measures.gap == 0.0
    assert upright(replace(seen, pitch=60.0), SETTINGS).measures.gap == pytest.approx(1.16 * gap, rel=0.02)


def test_too_dark_and_too_far_are_said_at_once() -> None:
    bright = scene((700002, 300, 150))
    assert _seat_details(bright) == []
    assert "face.dark" in _seat_details((bright * 0.08).astype(np.uint8))


def test_a_black_picture_is_too_dark_and_not_empty() -> None:
    with FaceSense("x", mouth=None, workers=1) as sense:
        for image, code in ((np.full((240, 320, 3), 4, np.uint8), "face.dark"),):
            found = [e for k in range(16) for e in sense.process(image, 0.1 * k)]
            assert [e.detail.code for e in found if isinstance(e, events.Seat) and e.detail] == [code]


def test_teeth_of_a_small_face_cannot_be_judged() -> None:
    large = picture(SEEDS[2], "grin")
    small = cv2.copyMakeBorder(cv2.resize(large, (110, 110), interpolation=cv2.INTER_AREA), 60, 60, 90, 90, 0)
    for image, seen in ((large, True), (small, False)):
        with FaceSense("x", workers=1) as sense:
            sense.process(image, 0.0)
            (seat,) = sense.seats
            assert seat.frame is not None
            assert (seat.frame.mouth.teeth is not None) == seen
            assert seat.frame.mouth.tongue_out is not None


def test_a_lost_small_face_is_found_where_it_was() -> None:
    """The detector sees the whole frame at 192 pixels: a face of 45 on a wide frame is found only when looked at."""
    face = cv2.resize(picture(700002), (60, 60), interpolation=cv2.INTER_AREA)
    wide = np.full((720, 1280, 3), 128, np.uint8)
    wide[308:368, 908:968] = face
    rgb = np.ascontiguousarray(wide[..., ::-1])
    search = FaceSearch(SETTINGS)
    assert search.find(rgb, anybody=True) == []
    (found, *_) = search.find_enlarged(rgb, 938.0, 334.0, 17.0)
    assert abs(found.x + found.width / 2 - 940) < 15
    assert abs(found.y + found.height / 2 - 340) < 20


@pytest.mark.parametrize("there", [True, False])
def test_a_face_that_the_detectors_region_misses_is_sought_in_others(
    monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    """Of a head turned far the eyes' line says nothing of its roll: the mesh finds it in a level region.

    What no region finds is not sought so on every search.
    """
    fit, find = FaceMesh.fit, FaceSearch.find
    tried: list[Region] = []

    def level_only(mesh: FaceMesh, rgb: Any, region: Region) -> Any:
        tried.append(region)
        return fit(mesh, rgb, region) if there and abs(region.angle) < 0.1 else (None, 0.1)

    def rolled(search: FaceSearch, rgb: Any, *, anybody: bool) -> list[Detection]:
        return [replace(d, left_eye=(d.left_eye[0], d.left_eye[1] + 30)) for d in find(search, rgb, anybody=anybody)]

    monkeypatch.setattr(FaceMesh, "fit", level_only)
    monkeypatch.setattr(FaceSearch, "find", rolled)
    with FaceSense("x", mouth=None, face=None, workers=1) as sense:
        tried.clear()
        for k in range(4):
            sense.process(scene((700002, 300, 150)), 0.1 * k)
            if there:
                assert [s.state for s in sense.seats] == ["learning"]
    if not there:
        assert not sense.seats
        assert len(tried) == 4 + 9  # once a search, and the others once


def test_a_tongue_that_flickers_and_then_stays_out_is_told() -> None:
    """Whatever its first frames were: half of them showed none."""
    judge = SignalJudge(SETTINGS)
    told(judge, held("neutral", 2.0))
    frames = [replace(f, mouth=REST if k % 2 else TONGUE) for k, f in enumerate(held("mouth_wide", 0.5, t=2.0))]
    assert told(judge, [*frames, *held("mouth_wide", 12.0, t=2.5, mouth=TONGUE)]) == ["tongue_out"]
    assert judge.shown_signals == ["tongue_out"]


def syllables(judge: SignalJudge, seen: MouthScores, *, moving: bool) -> list[str]:
    """Three seconds of the same smile, the lips still or opening and closing four times a second."""
    out = []
    for k, f in enumerate(held("grin", 3.0, t=2.0, mouth=seen)):
        away = 0.05 * (k % 5 < 2) if moving else 0.0
        out += told(judge, [replace(f, measures=replace(f.measures, gap=f.measures.gap + away))])
    return out


def test_a_grin_is_held_and_talk_with_bared_teeth_is_none() -> None:
    """A smile that is only just a grin, as a single picture of somebody talking is."""
    teeth = MouthScores(tongue_out=0.02, teeth=0.97, lips_open=0.98, tongue_area=0.0)
    numbers = SETTINGS.numbers["grin"]
    plain = SignalJudge(SETTINGS)
    told(plain, held("neutral", 2.0))
    plain.see(held("grin", 0.1, t=2.0, mouth=teeth)[0])
    spare = plain.scores["grin"].value - SETTINGS.holds["grin"].on
    assert spare > 0
    by = {**numbers, "talk_doubt": spare + 0.2}  # as if it were so little more than a grin
    settings = replace(SETTINGS, numbers={**SETTINGS.numbers, "grin": by})
    still, moving = SignalJudge(settings), SignalJudge(settings)
    for judge in (still, moving):
        told(judge, held("neutral", 2.0))
    assert syllables(still, teeth, moving=False) == ["grin"]
    assert syllables(moving, teeth, moving=True) == []
    assert moving.scores["grin"].parts["talks"] == 1.0
