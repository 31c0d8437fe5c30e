"""Keep Smiling! by camera from throw to move, and two sets of dice on one table, all as rendered video."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from companion import events
from companion.cli import build
from companion.referee.dice_feed import sets_of_throws
from companion.senses.dice.calibrate import calibrate
from companion.senses.dice.colour import DieSet
from companion.senses.dice.detector import Detector
from companion.senses.dice.margins import load
from companion.senses.dice.sets import Expected
from companion.senses.dice.watch import DiceWatcher, Setup
from models.dice.measure import lab_of
from models.synth.dice.throws import Throw, draw_throw, throw_again

FPS = 10.0
Image = NDArray[np.uint8]


def plain_throw(seed: int) -> Throw:
    """A throw whose three dice all lie in the picture, of two sets that differ in hue and at 30 pixels or more."""
    for k in range(400):
        throw = draw_throw(np.random.default_rng([seed, k]), "plain", fps=FPS)
        first, second = (lab_of((int(s.body[0]), int(s.body[1]), int(s.body[2]))) for s in throw.stage.sets)
        hue = np.hypot(first[1] - second[1], first[2] - second[2])
        kinds = {s.material for s in throw.stage.sets}
        if len(throw.values) == 3 and hue > 60 and kinds == {"plain"} and throw.stage.pixels > 32:
            return throw
    raise AssertionError("no such throw in four hundred")


def one_after_another(*throws: Throw) -> Iterator[tuple[float, Image]]:
    """The throws' frames with running time; between two throws the table is cleared."""
    t = 0.0
    for throw in throws:
        frames = list(throw.frames())
        for _ in range(int(0.6 * FPS)):
            yield t, frames[0][1]
            t += 1 / FPS
        for _, image in frames:
            yield t, image
            t += 1 / FPS


def watch(throws: list[Throw], sets: tuple[DieSet, ...], expected: Expected) -> tuple[list[events.Roll], list[str]]:
    watcher = DiceWatcher(Detector(), setup=Setup(sets=sets), margins=load(), expected=expected)
    found = [e for t, image in one_after_another(*throws) for e in watcher.update(t, image)] + watcher.finish()
    rolls = [e for e in found if isinstance(e, events.Roll)]
    return rolls, [e.detail for e in found if isinstance(e, events.Source)]


def sets_of(throw: Throw) -> tuple[DieSet, DieSet]:
    """Both sets as calibration with one die of each colour would keep them."""
    detector = Detector()
    labs = []
    for second in (False, True):
        shown = throw_again(np.random.default_rng(5), throw, second=second)
        watcher = DiceWatcher(detector, margins=load())
        for t, image in shown.frames():
            watcher.update(t, image)
        watcher.finish()
        labs.append(np.median([d.lab for d in watcher.counted], 0))
    (a, b) = ((float(v[0]), float(v[1]), float(v[2])) for v in labs)
    return DieSet("Ann", a), DieSet("Ben", b)


@pytest.mark.parametrize(
    ("second", "count", "left", "said", "remark"),
    [
        (False, 3, 0, "", ""),
        (True, 3, 0, "it is the Ann dice's turn", ""),
        (False, 2, 0, "only 2 of 3 Ann dice are seen", ""),
        (False, 4, 0, "4 Ann dice are seen where 3", ""),
    ],
)
def test_two_sets_on_one_table(second: bool, count: int, left: int, said: str, remark: str) -> None:
    first = plain_throw(31)
    throw = throw_again(np.random.default_rng(7), first, second=second, count=count, left=left)
    rolls, remarks = watch([throw], sets_of(first), Expected(3, "Ann"))
    assert rolls
    assert said in rolls[-1].refused
    assert bool(rolls[-1].refused) == bool(said)
    assert any(remark in r for r in remarks) or not remark


def test_dice_left_lying_are_told_and_the_new_ones_read() -> None:
    for seed in range(31, 36):
        first = plain_throw(seed)
        second = throw_again(np.random.default_rng(9), first, second=True, left=3)
        watcher = DiceWatcher(Detector(), margins=load(), expected=Expected(3))
        found: list[events.Event] = []
        for start, throw in ((0.0, first), (5.0, second)):
            for t, image in throw.frames():
                found += watcher.update(start + t, image)
        read = [sorted(e.values) for e in found if isinstance(e, events.Roll) and not e.refused]
        if read == [sorted(first.values), sorted(second.values[:3])]:
            assert any("3 dice were left lying" in e.detail for e in found if isinstance(e, events.Source))
            return
        assert len(read) < 2
    pytest.fail("no pair of throws in five was read")


def test_colours_are_learned_from_two_throws_each_and_not_from_equal_dice() -> None:
    red, blue = (45.0, 60.0, 38.0), (35.0, 14.0, -48.0)
    assert sets_of_throws({"Ann": [red] * 6}) == ()
    assert sets_of_throws({"Ann": [red] * 6, "Ben": [blue] * 3}) == ()
    assert sets_of_throws({"Ann": [red] * 6, "Ben": [red] * 6}) == ()
    learned = sets_of_throws({"Ann": [red] * 6, "Ben": [blue] * 6})
    assert [(s.name, s.lab) for s in learned] == [("Ann", red), ("Ben", blue)]


def test_a_bumped_camera_is_noticed_once_and_a_steady_one_never() -> None:
    throw = plain_throw(31)
    frames = list(throw.frames())
    found = calibrate(Detector(), frames[-1][1])
    assert found.setup.thumb
    for shift, times in ((0, 0), (40, 1)):
        watcher = DiceWatcher(Detector(), setup=found.setup, margins=load(), expected=Expected(3))
        said = [e for t, image in frames for e in watcher.update(t, np.roll(image, shift, 1))]
        assert sum("camera was moved" in e.detail for e in said if isinstance(e, events.Source)) == times


def sitting(tmp_path: Path, seed: int) -> tuple[list[Throw], str]:
    """Three throws in turn through the referee, each followed by a typed move; the throws and what was printed."""
    opening = plain_throw(seed)
    rng = np.random.default_rng(seed)
    throws = [opening, throw_again(rng, opening, second=True), throw_again(rng, opening)]
    clip = tmp_path / f"{seed}.avi"
    out = cv2.VideoWriter(str(clip), cv2.VideoWriter_fourcc(*"MJPG"), FPS, (480, 360))
    lines = ["@0.0 Ann: place S G N S G", "@0.0 Ben: place S S G G N"]
    frames = 0
    for throw in throws:
        for _, image in one_after_another(throw):
            out.write(image)
            frames += 1
        a, b, c = sorted(throw.values)
        first, second = "cd" if throw is throws[2] else "ab"
        lines.append(f"@{frames / FPS - 0.15:.2f} {first}:{a} {second}:{b}+{c}")
    out.release()
    words = ["referee", "keep-smiling", "--players", "Ann,Ben", "--camera", str(clip), "--no-log", "--seed", "1"]
    return throws, CliRunner().invoke(build(), words, input="\n".join(lines)).output


def test_a_sitting_by_camera(tmp_path: Path) -> None:
    names = ("Ann", "Ben", "Ann")
    for seed in range(41, 46):
        throws, said = sitting(tmp_path, seed)
        read = 0
        for throw, name in zip(throws, names, strict=True):
            a, b, c = sorted(throw.values)
            if f"{name} rolls {a}, {b} and {c}" not in said:
                break
            one, other = "cd" if throw is throws[2] else "ab"
            assert f"{name} moves {one} by {a} and {other} by {b + c}" in said
            read += 1
        if read == 3:
            assert said.count("Seen by the camera") == 3
            assert said.count("can move, dice and the pieces") == 3
            return
    pytest.fail("no sitting in five was read from end to end")
