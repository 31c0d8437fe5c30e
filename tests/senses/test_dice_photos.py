"""The reader on real photos beside both baselines, and on rendered throws: bars that a worse model would miss."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from companion.events import Roll
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.dice_margins import load as load_margins
from companion.senses.dice.dice_scene import ExpectedDice
from companion.senses.dice.dice_watcher import DiceWatcher
from companion.senses.dice.tray import TraySetup
from measure.evaluate.dice import evaluate, load, right_dice
from measure.rendered.throws import verdict, watch
from models.training.dice import style
from models.training.dice.throws import draw_throw


def test_photos_beside_the_baselines(shared: Path) -> None:
    """Over ten seconds: thirty photos are read by three readers."""
    report = evaluate(shared / "data" / "dice" / "labels.json", limit=30)
    ours = report["total"]
    assert ours["images"] == ours["exact_known"] + ours["refused"] + ours["wrong"]
    for name, other in report["baselines"].items():
        assert ours["exact_known"] > other["total"]["exact_known"], name
        assert ours["precision"] > other["total"]["precision"], name
        assert ours["wrong"] < other["total"]["wrong"], name
    assert report["sets"]["m65"]["six_or_fewer"]["best_guess_known"] >= 12


def test_labels_with_values_alone(tmp_path: Path) -> None:
    (tmp_path / "labels.json").write_text(json.dumps({"images": {"set/a.png": {"values": [1, 1, 5]}}}))
    (truth,) = load(tmp_path / "labels.json")
    assert (truth.set, truth.values, truth.boxes) == ("set", (1, 1, 5), None)
    assert right_dice(truth, [(0, 0, 1), (9, 9, 5), (5, 5, 5)]) == 2


def test_a_die_counts_only_in_its_place(tmp_path: Path) -> None:
    boxes = [[10, 10, 50, 50, 3], [100, 10, 140, 50, 4]]
    (tmp_path / "labels.json").write_text(json.dumps({"images": {"a.png": {"boxes": boxes}}}))
    (truth,) = load(tmp_path / "labels.json")
    assert right_dice(truth, [(30, 30, 3), (120, 30, 4)]) == 2
    assert right_dice(truth, [(120, 30, 3), (30, 30, 4)]) == 0
    assert right_dice(truth, [(30, 30, 3), (31, 31, 3)]) == 1


def test_throws_are_read_or_refused_never_wrong() -> None:
    """Over ten seconds: five throws are rendered and watched."""
    detector = DiceDetector()
    results = []
    for seed, kind in ((1, "plain"), (2, "plain"), (3, "cocked"), (4, "hand"), (5, "empty")):
        throw = draw_throw(np.random.default_rng([42, seed]), kind, fps=12.0)  # type: ignore[arg-type]
        results.append(verdict(throw, watch(detector, throw)[0]))
    assert "wrong" not in results
    assert results.count("right") >= 3


def test_a_passing_hand_is_no_second_roll() -> None:
    detector = DiceDetector()
    throw = next(
        t for s in range(20) if len((t := draw_throw(np.random.default_rng([11, s]), "hand", fps=12.0)).values) == 3
    )
    rolls, _ = watch(detector, throw)
    assert len([r for r in rolls if not r.refused]) <= 1


def test_a_token_that_reaches_in_and_touches_the_dice_is_no_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style, "CLOSER", 0.0)  # the scene that was lost had no such set
    throw = draw_throw(np.random.default_rng([31, 4, 0]), "plain", fps=15.0)
    frames = list(throw.frames())
    longer = [(frames[-1][0] + (k + 1) / 15, frames[-12 + k % 12][1]) for k in range(12)]  # it lies on
    watcher = DiceWatcher(DiceDetector(), margins=load_margins(), expected=ExpectedDice(3))
    rolls = [e for t, image in [*frames, *longer] for e in watcher.update(t, image) if isinstance(e, Roll)]
    assert [(sorted(r.values), r.refused) for r in rolls] == [([5, 6, 6], None)]


@pytest.mark.parametrize("count", [1, 3])
def test_rolls_carry_when_they_came_to_rest(count: int) -> None:
    detector = DiceDetector()
    for seed in range(30):
        throw = draw_throw(np.random.default_rng([13, seed]), "plain", count=count, fps=12.0)
        watcher = DiceWatcher(detector)
        rolls = [e for t, image in throw.frames() for e in watcher.update(t, image)]
        given = [r for r in rolls if getattr(r, "values", ()) and not getattr(r, "refused", "")]
        if given:
            assert throw.rest - 0.35 <= given[-1].onset <= throw.rest + 0.3
            assert given[-1].decided - given[-1].onset >= TraySetup().rest - 1e-6
            return
    pytest.fail("no throw in thirty was read")
