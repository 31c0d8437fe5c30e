"""What measures the dice: when networks are opened, how often a throw is looked at, and evenings at one table."""

from __future__ import annotations

import numpy as np

from companion.senses.dice.dice_detector import DiceDetector, Sighting
from companion.senses.dice.dice_scene import ExpectedDice
from companion.senses.dice.dice_watcher import DiceWatcher
from companion.senses.dice.tracks import DieTrack
from measure.rendered import evening


def test_a_watched_table_has_its_networks_before_its_first_frame() -> None:
    detector = DiceDetector()
    assert "classifier" not in vars(detector)
    DiceWatcher(detector)
    assert "classifier" in vars(detector)


BOX = (0.0, 0.0, 40.0, 40.0)


def look(heat: float) -> Sighting:
    return Sighting(20, 20, BOX, heat, np.full(6, 1 / 6, np.float32), 0.0, 46.0)


def test_an_evening_has_throws_and_what_is_none() -> None:
    rng, seen = np.random.default_rng([3, 0]), []
    for throw, pictures in evening.evening(rng, 3, 8.0):
        seen.append((throw, [image for _, image in pictures]))
    assert sum(throw is not None for throw, _ in seen) == 3
    passing = next(images for throw, images in seen if throw is None)
    changed = np.abs(passing[3].astype(int) - passing[-1]).max(2) > 60
    assert changed.mean() > 0.005, "a hand was there"


def test_what_was_thrown_is_looked_at_before_what_lay_there() -> None:
    watcher = DiceWatcher(DiceDetector(), expected=ExpectedDice(1))
    lay = [DieTrack(50.0 * k, 50, BOX, 0.2, 2.0, (0, 0), looks=[look(0.9)]) for k in range(12)]
    thrown = DieTrack(700, 50, BOX, 1.5, 2.0, (0, 0), looks=[look(0.5)])
    watcher._looks.tracks.all, watcher._looks.passed = [*lay, thrown], 2.0
    assert thrown not in watcher._resting(2.0), "five dominoes look more like dice"
    watcher._lying.on_motion(1.0)
    assert watcher._resting(2.0)[0] is thrown
    assert thrown.die().face == 0.0, "not looked at from close yet: no roll is told of it"
