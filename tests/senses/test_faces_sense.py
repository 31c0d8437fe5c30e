"""The whole sense on pictures of rendered people, and on odd pictures; the watch command; labels and matching."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from companion import events, resources
from companion.cli import build
from companion.errors import BadInput
from companion.events import codec
from companion.facts import Fact, fact
from companion.senses.faces import appearance
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.features import MouthScores
from measure.evaluate import faces as evaluation
from measure.evaluate.faces_labels import Span, read
from measure.evaluate.faces_match import Matched, Shown, match_clip
from measure.evaluate.faces_mouth import MouthFigures
from tests.senses.faces_help import picture, scene

ROOT = Path(__file__).parents[2]
ANN, BEN, CLEO = 700002, 700003, 700006


def states(found: list[events.Event]) -> list[tuple[int, str]]:
    return [(e.seat, e.state) for e in found if isinstance(e, events.Seat)]


def signals(found: list[events.Event]) -> list[tuple[str, str]]:
    return [(e.name, e.phase) for e in found if isinstance(e, events.Signal)]


def play(sense: FaceSense, image: np.ndarray, start: float, seconds: float, fps: float = 15.0) -> list[events.Event]:
    return [e for k in range(round(seconds * fps)) for e in sense.process(image, start + k / fps)]


def test_a_face_is_seated_learned_and_judged() -> None:
    with FaceSense("clip", mouth=None) as sense:
        found = play(sense, picture(ANN), 0.0, 2.0)
        assert states(found) == [(1, "seen"), (1, "learning"), (1, "ready")]
        found = play(sense, picture(ANN, "eyes_wide"), 2.0, 0.8) + play(sense, picture(ANN), 2.8, 0.6)
        assert signals(found) == [("eyes_wide", "on"), ("eyes_wide", "off")]
        on = next(e for e in found if isinstance(e, events.Signal))
        assert on.onset == pytest.approx(2.0, abs=0.07)
        assert on.decided - on.onset == pytest.approx(0.2, abs=0.07)
        assert on.evidence["seat"] == 1
        assert on.evidence["score"] >= on.evidence["threshold"]
        for event in found:
            assert codec.decode(codec.encode(event)) == event


def test_a_grin_held_to_the_end_is_closed_by_finish() -> None:
    with FaceSense(mouth=None) as sense:
        found = play(sense, picture(ANN), 0.0, 1.5) + play(sense, picture(ANN, "grin"), 1.5, 0.8) + sense.finish()
    assert signals(found) == [("grin", "on"), ("grin", "off")]


def test_no_face_is_said_once() -> None:
    with FaceSense(mouth=None) as sense:
        found = play(sense, np.full((240, 320, 3), 90, np.uint8), 0.0, 4.0) + sense.finish()
    assert states(found) == [(0, "lost")]
    assert found[0].detail == fact("face.nobody")  # type: ignore[attr-defined]


def test_a_picture_that_is_turned_over_is_told_once_and_seats_come_back() -> None:
    upright = scene((700002, 300, 150))
    said = []
    with FaceSense("x", mouth=None, workers=1) as sense:
        for k in range(45):
            turned = 8 <= k < 38
            found = sense.process(np.ascontiguousarray(upright[::-1, ::-1]) if turned else upright, 0.1 * k)
            said += [e.detail for e in found if isinstance(e, events.Source)]
        assert said == [fact("face.upside-down")]
        assert [s.number for s in sense.seats if s.fit is not None] == [1]


@pytest.mark.parametrize(("cut", "card", "told"), [(9000, False, "model.garbage"), (None, True, "model.hash")])
def test_a_damaged_mouth_model_is_told_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cut: int | None, card: bool, told: str
) -> None:
    """A file that was cut short, and one that loads but is not the one whose hash lies beside it."""
    shipped = resources.path(appearance.MOUTH_MODEL)
    (tmp_path / "model.onnx").write_bytes(shipped.read_bytes()[:cut])
    if card:
        (tmp_path / "model.json").write_text(json.dumps({"sha256": "0" * 64}))
    real = resources.path
    monkeypatch.setattr(
        resources, "path", lambda n: tmp_path / "model.onnx" if n == appearance.MOUTH_MODEL else real(n)
    )
    with FaceSense("x", workers=1) as sense:
        found = [e for k in range(12) for e in sense.process(scene((700002, 300, 150)), 0.1 * k)]
        assert [s.number for s in sense.seats] == [1]
    said = [e.detail for e in found if isinstance(e, events.Source)]
    assert len(said) == 1
    assert said[0] is not None
    assert said[0].code == "face.no-mouth"
    why = said[0].values["why"]
    assert isinstance(why, Fact)
    assert (why.code, getattr(why.values["why"], "code", "")) == ("model.closed", told)


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((0, 0, 3), np.uint8),
        np.zeros((5, 400, 3), np.uint8),
        np.zeros((1, 1), np.uint8),
        np.zeros((48, 64, 3), np.uint8),
        np.random.default_rng(1).integers(0, 256, (120, 160, 3)).astype(np.uint8),
        np.zeros((2160, 3840, 3), np.uint8),
        np.full((200, 200, 3), np.nan),
    ],
    ids=["empty", "strip", "pixel", "tiny", "noise", "huge", "not a number"],
)
def test_odd_pictures_are_no_faces_and_no_errors(image: np.ndarray) -> None:
    with np.errstate(invalid="ignore"), FaceSense(mouth=None) as sense:
        assert sense.process(image, 0.0) == []
        assert sense.seats == []


def test_grey_alpha_huge_and_changing_pictures_keep_the_seat() -> None:
    rest = picture(ANN)
    forms = [
        rest,
        cv2.cvtColor(rest, cv2.COLOR_BGR2GRAY),
        cv2.cvtColor(rest, cv2.COLOR_BGR2GRAY)[:, :, None],
        cv2.cvtColor(rest, cv2.COLOR_BGR2BGRA),
        cv2.resize(rest, (1800, 1800)),
        cv2.resize(rest, (200, 200)),
    ]
    with FaceSense(mouth=None) as sense:
        for k, form in enumerate(forms):
            play(sense, form, 1.5 * k, 1.5)
            assert [s.number for s in sense.seating.tracked_seats] == [1], k


def test_a_small_face_is_found_and_one_too_small_is_refused_with_a_reason() -> None:
    def far(width: int) -> np.ndarray:
        canvas = np.full((720, 1280, 3), 128, np.uint8)
        small = cv2.resize(picture(ANN), (width, width), interpolation=cv2.INTER_AREA)
        canvas[300 : 300 + width, 600 : 600 + width] = small
        return canvas

    with FaceSense(mouth=None) as sense:
        assert ("1 learning") in [f"{s} {n}" for s, n in states(play(sense, far(200), 0.0, 0.5))]
    with FaceSense(mouth=None) as sense:
        found = [e for e in play(sense, far(96), 0.0, 0.5) if isinstance(e, events.Seat)]
        assert all(e.state != "learning" for e in found)
        assert not found or found[-1].detail == fact("face.far")


def test_a_face_that_does_not_move_keeps_its_mesh_for_a_while_and_what_moves_is_seen_at_once() -> None:
    noise = np.random.default_rng(5)
    fits = []
    with FaceSense("x", mouth=None, face=None, workers=1) as sense:
        for k in range(30):
            x = 300 if k < 25 else 306  # it moves by 6 of some 640 pixels
            shown = scene((700002, x, 150)).astype(float)
            picture = np.clip(shown + noise.normal(0, 4, shown.shape), 0, 255).astype(np.uint8)
            sense.process(picture, k / 30)
            (seat,) = sense.seats
            assert seat.frame is not None
            assert seat.frame.t == k / 30
            fits.append(seat.fit)
    times = [k for k in range(1, 30) if fits[k] is not fits[k - 1]]
    assert 25 in times, "at once"
    still = [k for k in times if 5 <= k < 25]
    assert 2 <= len(still) <= 5, "every 0.2 s at least, and no oftener"


def test_a_player_leaves_and_returns_to_the_same_seat() -> None:
    both, one = scene((ANN, 120, 150), (BEN, 600, 150)), scene((ANN, 120, 150))
    with FaceSense(mouth=None) as sense:
        play(sense, both, 0.0, 1.5)
        place = {s.number: s.last.pose.x for s in sense.seats if s.last}
        gone = next(n for n, x in place.items() if x > 480)
        assert (gone, "lost") in states(play(sense, one, 1.5, 5.0))
        back = states(play(sense, scene((ANN, 120, 150), (BEN, 560, 170)), 6.5, 1.0))
        assert (gone, "back") in back
        assert len(sense.seats) == 2


def test_two_faces_that_cross_keep_their_seats() -> None:
    with FaceSense(mouth=None) as sense:
        play(sense, scene((BEN, 700, 150), (ANN, 60, 150)), 0.0, 1.5)
        before = {s.number: s.fit.pose.x for s in sense.seating.tracked_seats if s.fit}
        left = min(before, key=lambda n: before[n])
        for k in range(31):
            x = 60 + 640 * k / 30
            sense.process(scene((BEN, 760 - x, 150), (ANN, x, 150)), 1.5 + k / 15)
        play(sense, scene((BEN, 60, 150), (ANN, 700, 150)), 3.6, 2.5)
        after = {s.number: s.fit.pose.x for s in sense.seating.tracked_seats if s.fit}
    assert sorted(after) == sorted(before) == [1, 2]
    assert max(after, key=lambda n: after[n]) == left  # Ann crossed in front, from left to right


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three seconds of a rendered person: neutral, eyes wide, neutral."""
    path = tmp_path_factory.mktemp("faces") / "ann.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15.0, (360, 360))
    for label, count in (("neutral", 25), ("eyes_wide", 12), ("neutral", 12)):
        for _ in range(count):
            writer.write(picture(ANN, label))
    writer.release()
    return path


def test_watch_prints_signals_and_json(clip: Path) -> None:
    plain = CliRunner().invoke(build(), ["watch", str(clip), "--set", "b", "--explain"])
    assert plain.exit_code == 0, plain.output
    assert "eyes wide on" in plain.output
    assert "eye_ratio" in plain.output
    lines = CliRunner().invoke(build(), ["watch", str(clip), "--json"]).stdout.splitlines()
    found = [codec.decode(line) for line in lines]
    assert signals(found) == [("eyes_wide", "on"), ("eyes_wide", "off")]
    other = CliRunner().invoke(build(), ["watch", str(clip), "--set", "D", "--json"]).stdout.splitlines()
    assert signals([codec.decode(line) for line in other]) == []


def test_watch_and_evaluate_agree(clip: Path, tmp_path: Path) -> None:
    labels = clip.parent / "labels.csv"
    labels.write_text(f"file,start_s,end_s,label,note\n{clip.name},0.1,1.5,neutral,\n{clip.name},1.7,2.4,eyes_wide,\n")
    result = CliRunner().invoke(build(ROOT), ["evaluate", "faces", str(labels), "--json"])
    data = json.loads(result.stdout)
    assert data["signals"]["eyes_wide"] | {"unlabelled": 0} == {
        "events": 1,
        "found": 1,
        "false": 0,
        "f1": 1.0,
        "false_strict": 0,
        "f1_strict": 1.0,
        "unlabelled": 0,
    }
    assert data["neutral_false"] == 0
    assert data["confusion"]["neutral"] == {"nothing": 1}


def test_watch_and_evaluate_tell_no_wide_eyes_of_whoever_is_met_with_them(tmp_path: Path) -> None:
    """A clip that begins with them shows no change; one picture of them has no before, and is judged as it is."""
    writer = cv2.VideoWriter(str(tmp_path / "met.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 15.0, (360, 360))
    for _ in range(30):
        writer.write(picture(ANN, "eyes_wide"))
    writer.release()
    cv2.imwrite(str(tmp_path / "still.png"), picture(ANN, "eyes_wide"))
    labels = tmp_path / "labels.csv"
    labels.write_text("file,start_s,end_s,label,note\nmet.avi,0.1,1.9,neutral,\nstill.png,,,eyes_wide,\n")
    data = json.loads(CliRunner().invoke(build(ROOT), ["evaluate", "faces", str(labels), "--json"]).stdout)
    assert data["stills"]["eyes_wide"]["right"] == 1
    assert (data["neutral_false"], data["signals"]["eyes_wide"]["false"]) == (0, 0)
    watched = CliRunner().invoke(build(), ["watch", str(tmp_path / "met.avi"), "--json"]).stdout.splitlines()
    assert len(watched) > 2
    assert signals([codec.decode(line) for line in watched]) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "must name file"),
        ("file,start_s,end_s,label,note\n", "holds no labels"),
        ("file,start_s,end_s,label,note\nx.mp4,0,1,happy,\n", "line 2: unknown label 'happy'"),
        ("file,start_s,end_s,label,note\nnone.mp4,0,1,grin,\n", "there is no file none.mp4"),
        ("file,start_s,end_s,label,note\nlabels.csv,2,1,grin,\n", "start_s < end_s"),
        ("file,start_s,end_s,label,note\nlabels.csv,a,1,grin,\n", "are seconds"),
        ("file,start_s,end_s,label,note\nlabels.csv,1,,grin,\n", "a still neither"),
    ],
)
def test_wrong_labels_are_named(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "labels.csv"
    path.write_text(text)
    with pytest.raises(BadInput, match=problem):
        read(path)


def span(label: str, start: float, end: float, note: str = "") -> Span:
    return Span("a.mp4", start, end, label, note)


def matched(shown: list[Shown], spans: list[Span]) -> Matched:
    out = Matched()
    match_clip(out, "a.mp4", shown, spans)
    return out


def test_matching_finds_misses_and_falsehoods() -> None:
    spans = [span("grin", 1, 2), span("neutral", 3, 4), span("other", 5, 6), span("grin", 8, 9)]
    shown = [Shown("grin", 2.1, 2.5), Shown("grin", 3.5, 3.7), Shown("grin", 5.3, 5.6), Shown("grin", 7.0, 7.5)]
    tally = matched(shown, spans).signals["grin"]
    assert (tally.events, tally.found, tally.false, tally.unlabelled) == (2, 1, 2, 1)
    assert tally.f1() == pytest.approx(2 / (2 + 2 + 1))
    assert matched(shown, spans).neutral_false == 1


def test_an_always_on_detector_is_false_on_rest_even_if_it_finds_the_span() -> None:
    out = matched([Shown("grin", 0.0, 9.0)], [span("grin", 1, 2), span("talking", 3, 4)])
    assert (out.signals["grin"].found, out.signals["grin"].false) == (1, 1)


def test_ambiguous_notes_count_neither_way_but_strictly_false() -> None:
    note = "O lips with wide eyes, must not count against eyes_wide"
    out = matched([Shown("eyes_wide", 0.2, 0.8), Shown("grin", 0.2, 0.8)], [span("other", 0, 1, note)])
    assert (out.signals["eyes_wide"].false, out.signals["eyes_wide"].false_strict) == (0, 1)
    assert out.signals["grin"].false == 1


@pytest.mark.parametrize(("name", "expected"), [("d0.mp4", {"grin"}), ("d18.mp4", set()), ("grid_sbia1a.mpg", set())])
def test_real_clips(shared: Path, name: str, expected: set[str]) -> None:
    """A grin; wide mouths with normal eyes; a speaker whose teeth show."""
    seen = evaluation.ours(shared / "data" / "faces" / "clips" / name, False)
    assert {s.name for s in seen.shown} == expected
    assert seen.faces == 1


def test_the_mouth_models_figures() -> None:
    figures = MouthFigures()
    assert figures.as_json()["teeth"] == {"frames": 0, "balanced_accuracy": None}
    for label, note, teeth, tongue in (
        ("talking_teeth", "", 0.9, 0.1),
        ("talking_no_teeth", "", 0.2, 0.3),
        ("neutral", "", 0.6, 0.2),
        ("talking_teeth", "teeth in part of the frames", 0.0, 0.05),
        ("tongue_out", "", 0.4, 0.8),
    ):
        moments = [(k / 10, MouthScores(teeth=teeth, tongue_out=tongue)) for k in range(11)]
        figures.add(moments, [span(label, 0, 1, note)])
    data = figures.as_json()
    assert data["teeth"] == {"frames": 27, "balanced_accuracy": 0.75}
    assert data["tongue"] == {"images": 5, "recall_at_1pct": 1.0, "auc": 1.0}
