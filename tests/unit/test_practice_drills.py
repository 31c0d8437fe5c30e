"""Drills over made-up events: what counts as a try, a hit, a wrong signal; the poker face."""

from __future__ import annotations

import pytest

from companion.events import Signal
from companion.facts import fact
from companion.practice.coaching import coach
from companion.practice.drills import Drill, DrillPlan, Note
from companion.practice.poker_face import poker_face
from companion.senses.faces.settings import load_shipped

TWO = DrillPlan(("grin", "sour"), (1.0, 1.0), 3.0, strict=True)


def on(name: str, onset: float, decided: float) -> Signal:
    return Signal(name=name, phase="on", onset=onset, decided=decided)


def off(name: str, t: float) -> Signal:
    return Signal(name=name, phase="off", onset=t, decided=t)


def kinds(notes: list[Note]) -> list[str]:
    return [n.kind for n in notes]


def test_a_whole_drill() -> None:
    drill = Drill(TWO)
    assert drill.step(0.0, [], ready=False) == []
    assert kinds(drill.step(0.5, [])) == ["ready"]
    assert drill.step(1.4, []) == []
    assert drill.step(1.5, []) == [Note("cue", 1.5, "grin")]
    (hit,) = drill.step(2.5, [on("grin", 2.0, 2.5)])
    assert (hit.kind, hit.onset, hit.recognised) == ("hit", 0.5, 1.0)
    assert drill.step(9.0, []) == []  # still grinning: no next cue
    assert drill.step(9.1, [off("grin", 9.1)]) == []
    assert drill.step(10.1, []) == [Note("cue", 10.1, "sour")]
    assert kinds(drill.step(13.1, [])) == ["late", "done"]
    assert drill.done


def test_the_first_signal_counts_when_strict() -> None:
    drill = Drill(TWO)
    drill.step(0.0, [])
    drill.step(1.0, [])
    (wrong,) = drill.step(1.8, [on("sour", 1.5, 1.8), on("grin", 1.6, 1.8)])
    assert (wrong.kind, wrong.signal, wrong.made) == ("wrong", "grin", "sour")


def test_other_signals_are_passed_over_while_learning() -> None:
    drill = Drill(DrillPlan(("grin",), (0.0,), 5.0, strict=False))
    drill.step(0.0, [])
    assert drill.step(0.5, [on("sour", 0.3, 0.5)]) == []
    assert kinds(drill.step(1.0, [on("grin", 0.8, 1.0)])) == ["hit", "done"]


def test_a_face_made_before_the_cue_does_not_count() -> None:
    drill = Drill(TWO)
    drill.step(0.0, [])
    drill.step(1.0, [])
    assert drill.step(1.2, [on("grin", 0.9, 1.2)]) == []
    assert drill.asked == "grin"


@pytest.mark.parametrize("plan", [((), (), 1.0), (("grin",), (), 1.0), (("grin",), (1.0,), 0.0)])
def test_a_plan_that_is_none(plan: tuple[tuple[str, ...], tuple[float, ...], float]) -> None:
    with pytest.raises(ValueError, match="drill"):
        DrillPlan(*plan, strict=True)


@pytest.mark.parametrize(
    ("scores", "verdict"),
    [
        ([0.0] * 90, "clean"),
        ([0.0] * 30 + [0.95] * 30 + [0.0] * 30, "teeth"),
        ([0.0] * 20 + [None] * 70, "unseen"),
        ([], "unseen"),
    ],
)
def test_poker_face(scores: list[float | None], verdict: str) -> None:
    found = poker_face([(5 + k / 30, s) for k, s in enumerate(scores)], "Ann")
    assert found.verdict == verdict
    if verdict == "teeth":
        assert found.times == (6.0,)


EYES = {"eye_ratio": 1.05, "brow_rise": 0.0, "lip_gap": 0.0, "lid_drop": 0.0}


@pytest.mark.parametrize(
    ("signal", "value", "parts", "missing"),
    [
        ("eyes_wide", -1.0, EYES, "eyes"),
        ("eyes_wide", 0.17, {**EYES, "eye_ratio": 1.2}, "eyes"),
        ("eyes_wide", -1.0, {**EYES, "lip_gap": 0.2}, "shut_mouth"),
        ("eyes_wide", -1.0, {**EYES, "eye_ratio": 1.3, "brow_rise": -0.02}, "brows"),
        ("eyes_wide", 0.1, {**EYES, "eye_ratio": 1.3, "purse": 0.4}, "round_mouth"),
        ("eyes_wide", 0.5, EYES, "hold"),
        ("eyes_wide", None, {}, "unseen"),
        ("eyes_mouth_wide", -1.0, {**EYES, "mouth_width": 1.0}, "open_mouth"),
        ("eyes_mouth_wide", -1.0, {**EYES, "lip_gap": 0.3, "mouth_width": 0.5}, "round_mouth"),
        ("grin", -1.0, {"lip_gap": 0.01, "eye_ratio": 1.0}, "part_lips"),
        ("grin", -1.0, {"lip_gap": 0.1, "eye_ratio": 1.0, "teeth": 0.1, "tongue": 0.0}, "teeth"),
        ("grin", 0.1, {"lip_gap": 0.1, "eye_ratio": 1.0}, "wider"),
        ("sour", -1.0, {}, "nose"),
        ("sour", 0.1, {"nose_wrinkle": 0.04, "lip_gap": 0.01}, "screw_up"),
        ("sour", 0.1, {"nose_wrinkle": 0.04, "lip_gap": 0.2}, "shut_mouth"),
        ("sour", 0.1, {"nose_wrinkle": 0.04, "lip_gap": 0.01, "teeth": 0.99}, "shut_mouth"),
        ("tongue_out", 0.1, {"lip_gap": 0.2}, "tongue"),
        ("panting", 2.0, {}, "panting"),
    ],
)
def test_coaching(signal: str, value: float | None, parts: dict[str, float], missing: str) -> None:
    settings = load_shipped()
    found = coach(signal, value, parts, settings.holds[signal].on, settings.numbers[signal])
    assert found.missing == missing


def test_coaching_says_nearly() -> None:
    settings = load_shipped()
    parts = {**EYES, "eye_ratio": 1.2}
    found = coach("eyes_wide", 0.17, parts, settings.holds["eyes_wide"].on, settings.numbers["eyes_wide"])
    assert found.as_fact == fact("coach.nearly", what=fact("coach.eyes"))
    far = coach("eyes_wide", -1.0, EYES, settings.holds["eyes_wide"].on, settings.numbers["eyes_wide"])
    assert far.as_fact == fact("coach.eyes")
