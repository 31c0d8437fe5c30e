"""Keep Smiling! by camera from throw to move, and two sets of dice on one table, all as rendered video."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from companion import events
from companion.cli import build
from companion.events import codec
from companion.facts import Fact, fact
from companion.senses.dice import tray
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.dice_margins import load
from companion.senses.dice.dice_scene import ExpectedDice
from companion.senses.dice.dice_watcher import DiceWatcher
from companion.senses.dice.die_colour import DieSet
from companion.senses.dice.tray import TraySetup
from companion.senses.dice.tray_calibration import calibrate
from companion.sitting.camera_stations import sets_of_throws
from measure.rendered import throws as measure
from measure.rendered.throws import lab_of, shown_sets
from models.training.dice.throws import Throw, draw_throw, throw_again
from tests.wording import worded

FPS = 10.0
Image = NDArray[np.uint8]


@cache
def plain_throw(seed: int) -> Throw:
    """Return a throw whose three dice all lie in the picture, of two sets of other hues, 30 pixels or more."""
    for k in range(400):
        throw = draw_throw(np.random.default_rng([seed, k]), "plain", fps=FPS)
        first, second = (lab_of((int(s.body[0]), int(s.body[1]), int(s.body[2]))) for s in throw.stage.sets)
        hue = np.hypot(first[1] - second[1], first[2] - second[2])
        kinds = {s.material for s in throw.stage.sets}
        if len(throw.values) == 3 and hue > 60 and kinds == {"plain"} and throw.stage.pixels > 32:
            return throw
    raise AssertionError("no such throw in four hundred")


def one_after_another(*throws: Throw) -> Iterator[tuple[float, Image]]:
    """Yield the throws' frames with running time; between two throws the table is cleared."""
    t = 0.0
    for throw in throws:
        frames = list(throw.frames())
        for _ in range(int(0.6 * FPS)):
            yield t, frames[0][1]
            t += 1 / FPS
        for _, image in frames:
            yield t, image
            t += 1 / FPS


def watch(
    throws: list[Throw], sets: tuple[DieSet, ...], expected: ExpectedDice
) -> tuple[list[events.Roll], list[Fact | None]]:
    watcher = DiceWatcher(DiceDetector(), setup=TraySetup(sets=sets), margins=load(), expected=expected)
    found = [e for t, image in one_after_another(*throws) for e in watcher.update(t, image)] + watcher.finish()
    rolls = [e for e in found if isinstance(e, events.Roll)]
    return rolls, [e.detail for e in found if isinstance(e, events.Source)]


@cache
def pictures(seed: int) -> tuple[tuple[float, Image], ...]:
    """Return the frames of a plain throw."""
    return tuple(plain_throw(seed).frames())


def sets_of(throw: Throw) -> tuple[DieSet, ...]:
    """Both sets as calibration with one die of each colour would keep them."""
    return tuple(
        replace(s, name=n) for s, n in zip(shown_sets(throw, np.random.default_rng(5)), ("Ann", "Ben"), strict=True)
    )


@pytest.mark.parametrize(
    ("second", "count", "mixed", "said"),
    [
        (False, 3, 0, None),
        (True, 3, 0, fact("dice.turn", n=3, set="Ben", turn="Ann")),
        (False, 2, 0, fact("dice.set-few", n=2, count=3, set="Ann")),
        (False, 4, 0, fact("dice.set-many", n=4, count=3, set="Ann")),
        (False, 3, 1, fact("dice.foreign-one", n=1, set="Ben", turn="Ann")),
    ],
)
def test_two_sets_on_one_table(second: bool, count: int, mixed: int, said: Fact | None) -> None:
    """In one of a few throws it is said or read; none is read that is no roll, and none wrongly."""
    for seed in range(31, 35):
        first = plain_throw(seed)
        throw = throw_again(np.random.default_rng(7), first, second=second, count=count, mixed=mixed)
        rolls, _ = watch([throw], sets_of(first), ExpectedDice(3, "Ann"))
        read = [sorted(r.values) for r in rolls if not r.refused]
        assert read == [] or (said is None and read == [sorted(throw.values)])
        if read or any(said is not None and r.refused == said for r in rolls):
            return
    pytest.fail(f"in four throws it was never said: {said or 'the roll'}")


def test_the_others_dice_lying_there_before_anything_moves_are_no_throw() -> None:
    """Nobody asks where Ann's three dice are."""
    seen = 0
    for seed in range(31, 34):
        first = plain_throw(seed)
        throw = throw_again(np.random.default_rng(7), first, second=True)
        before = [image for _, image in throw.frames(since=throw.rest)]
        watcher = DiceWatcher(
            DiceDetector(), setup=TraySetup(sets=sets_of(first)), margins=load(), expected=ExpectedDice(3, "Ann")
        )
        found = [e for k in range(20) for e in watcher.update(k / FPS, before[k % len(before)])]
        assert found + watcher.finish() == []
        seen += len(watcher._looks.tracks.all) >= 3
    assert seen, "in no throw of three were the dice seen at all"


def test_dice_left_lying_are_told_and_the_new_ones_read() -> None:
    for seed in range(31, 36):
        first = plain_throw(seed)
        second = throw_again(np.random.default_rng(9), first, second=True, left=3)
        watcher = DiceWatcher(DiceDetector(), margins=load(), expected=ExpectedDice(3))
        found: list[events.Event] = []
        for start, throw in ((0.0, first), (5.0, second)):
            for t, image in pictures(seed) if throw is first else throw.frames():
                found += watcher.update(start + t, image)
        read = [sorted(e.values) for e in found if isinstance(e, events.Roll) and not e.refused]
        if read == [sorted(first.values), sorted(second.values[:3])]:
            assert any(e.detail == fact("dice.left", n=3) for e in found if isinstance(e, events.Source))
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
    frames = pictures(31)
    found = calibrate(DiceDetector(), frames[-1][1])
    assert found.setup.thumb
    for shift, times in ((0, 0), (40, 1)):
        watcher = DiceWatcher(DiceDetector(), setup=found.setup, margins=load(), expected=ExpectedDice(3))
        said = [e for t, image in frames for e in watcher.update(t, np.roll(image, shift, 1))]
        assert sum(e.detail == fact("dice.bumped") for e in said if isinstance(e, events.Source)) == times


class Table:
    """A clip of throws at one table, and the lines that are typed meanwhile."""

    def __init__(self, folder: Path, first: Throw) -> None:
        self.first, self.lines, self.frames = first, ["@0.0 Ann: place S G N S G", "@0.0 Ben: place S S G G N"], 0
        self.clip, self.setup = folder / "throws.avi", folder / "dice.json"
        self._out = cv2.VideoWriter(str(self.clip), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (480, 360))
        tray.save(TraySetup(sets=sets_of(first)), self.setup)

    def throw(self, throw: Throw, *typed: str) -> None:
        """Show a throw, and type after it."""
        for _, image in one_after_another(throw):
            self._out.write(image)
            self.frames += 1
        self.lines += [f"@{self.frames / FPS - 0.15:.2f} {line}" for line in typed]

    def rulings(self, *words: str) -> list[events.Ruling]:
        """Return what the command rules."""
        self._out.release()
        told = ["referee", "keep-smiling", "--players", "Ann,Ben", "--camera", str(self.clip), "--no-log", "--json"]
        told += ["--pieces", "digital"]
        done = CliRunner().invoke(build(), [*told, "--setup", str(self.setup), *words], input="\n".join(self.lines))
        read = [codec.decode(line) for line in done.output.splitlines() if line.startswith("{")]
        return [e for e in read if isinstance(e, events.Ruling)]


def moved(throw: Throw, lanes: str) -> str:
    a, b, c = sorted(throw.values)
    return f"{lanes[0]}:{a} {lanes[1]}:{b}+{c}"


def test_a_sitting_by_camera_with_throws_that_do_not_count(tmp_path: Path) -> None:
    """Ann throws, Ben throws Ann's dice, then one too few, then his own; whoever is on turn moves by what was read."""
    for seed in range(41, 45):
        rng, first = np.random.default_rng(seed), plain_throw(seed)
        (tmp_path / str(seed)).mkdir()
        table = Table(tmp_path / str(seed), first)
        his, last = throw_again(rng, first, second=True), throw_again(rng, first)
        again = throw_again(rng, first)  # counts where her first throw was not read
        table.throw(first, moved(first, "ab"))
        table.throw(again)
        table.throw(throw_again(rng, first, second=True, count=2))
        table.throw(his, moved(his, "ab"))
        table.throw(last, moved(last, "cd"))
        ruled = table.rulings()
        codes = [r.code for r in ruled]
        rolled = [worded(r) for r in ruled if r.code == "roll"]
        truth = [
            f"{name} rolls {a}, {b} and {c}"
            for name, (a, b, c) in (
                ("Ann", sorted(first.values)),
                ("Ann", sorted(again.values)),
                ("Ben", sorted(his.values)),
                ("Ann", sorted(last.values)),
            )
        ]
        assert all(any(t in text for t in truth) for text in rolled)
        said = " ".join(worded(r) for r in ruled if r.code == "no-roll")
        told = "it is the Ben dice's turn" in said and "only 2 of 3 Ben dice are seen" in said
        if told and len(rolled) == 3 and codes.count("action") == 5:  # two set-ups, three moves
            return
    pytest.fail("no sitting in four was read, and its faults told, from end to end")


def test_a_duel_by_camera(tmp_path: Path) -> None:
    """Each throws one die of their colour; the attacker's counts first, wherever it lies."""
    for seed in range(51, 55):
        rng, first = np.random.default_rng(seed), plain_throw(seed)
        (tmp_path / str(seed)).mkdir()
        table = Table(tmp_path / str(seed), first)
        table.lines += [f"@0.0 {line}" for line in ("1 2 3", "a:3", "1 2 3", "a:3")]
        duel = throw_again(rng, first, count=2, mixed=1)
        table.throw(duel)
        ruled = table.rulings("--duel", "--lanes", "6")
        assert "duel" in [r.code for r in ruled]
        fought = [r.action for r in ruled if "duel" in r.action]
        ann, ben = duel.values
        assert fought in ([], [f"Chance: duel {ben} {ann}"])  # Ben attacks
        if fought:
            return
    pytest.fail("no duel in four was read")


def test_dice_that_were_read_are_not_the_next_players_roll() -> None:
    """The game goes on while the dice still lie there: whoever is next has thrown nothing yet."""
    for seed in range(31, 35):
        first = plain_throw(seed)
        watcher = DiceWatcher(
            DiceDetector(), setup=TraySetup(sets=sets_of(first)), margins=load(), expected=ExpectedDice(3, "Ann")
        )
        found = [e for t, image in pictures(seed) for e in watcher.update(t, image)]
        if any(isinstance(e, events.Roll) and not e.refused for e in found):
            watcher.expect(ExpectedDice(2))
            for track in watcher._looks.tracks.all:
                other = [replace(s, chances=np.roll(s.chances, 1)) for s in track.looks]
                track.looks, track.pips = other, None  # more looks change the reader's mind
            after = [image for t, image in pictures(seed) if t > first.rest]
            assert [e for k, image in enumerate(after) for e in watcher.update(9 + k / FPS, image)] == []
            assert watcher.finish() == []
            return
    pytest.fail("no throw in four was read")


def test_a_die_of_the_other_set_that_lies_there_just_before_a_throw_is_not_taken_for_thrown() -> None:
    """Over ten seconds: three throws are rendered and watched at 15 pictures a second."""
    right = 0
    for k in range(3):
        rng = np.random.default_rng([610, k, 3])
        throw = draw_throw(rng, "two sets", fps=15.0)
        rolls, _ = measure.watch(DiceDetector(), throw, shown_sets(throw, rng))
        assert not any(r.refused is not None and r.refused.code.startswith("dice.foreign") for r in rolls)
        right += measure.verdict(throw, rolls) == "right"
    assert right >= 2
