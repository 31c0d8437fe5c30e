"""Rendered throws as video through the watcher: shares read right, refused, wrong, and the time from rest to reading.

python -m measure.rendered.throws --throws 20
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from typing import Any

import numpy as np

from companion.events import Roll
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.dice_margins import load
from companion.senses.dice.dice_scene import ExpectedDice
from companion.senses.dice.dice_watcher import DiceWatcher
from companion.senses.dice.die_colour import MIN_SET_DISTANCE_LAB, DieSet, distance, patch
from companion.senses.dice.tray import TraySetup
from models.training.dice.cv import cv2
from models.training.dice.throws import KINDS, Throw, draw_throw, throw_again


def lab_of(rgb: tuple[int, int, int]) -> tuple[float, float, float]:
    """Return a colour 0..255 in Lab."""
    lab = cv2.cvtColor(np.array([[rgb]], np.float32) / 255, cv2.COLOR_RGB2LAB)[0, 0]
    return float(lab[0]), float(lab[1]), float(lab[2])


def shown_sets(throw: Throw, rng: np.random.Generator) -> tuple[DieSet, ...]:
    """Both sets as a calibration keeps them: one die of each under the camera; none where it finds them alike."""
    shown = throw_again(rng, throw, count=2, mixed=1)
    if len(shown.values) < 2:
        return ()
    image = shown.picture()
    labs = [patch(image, x, y, side) for x, y, side in shown.places()]
    return (
        (DieSet("mine", labs[0]), DieSet("yours", labs[1]))
        if distance(labs[0], labs[1]) >= MIN_SET_DISTANCE_LAB
        else ()
    )


def watch(detector: DiceDetector, throw: Throw, sets: tuple[DieSet, ...] = ()) -> tuple[list[Roll], list[float]]:
    """Return the rolls that the watcher gives for a throw, and milliseconds of processor time a frame."""
    expected = ExpectedDice(3, "mine") if sets else ExpectedDice(3)
    watcher = DiceWatcher(detector, setup=TraySetup(sets=sets), margins=load(), expected=expected)
    rolls, spent = [], []
    for t, image in throw.frames():
        start = time.thread_time()
        rolls += [e for e in watcher.update(t, image) if isinstance(e, Roll)]
        spent.append(1000 * (time.thread_time() - start))
    return rolls + [e for e in watcher.finish() if isinstance(e, Roll)], spent


def raw_pass(detector: DiceDetector) -> float:
    """Milliseconds of processor time of one pass of the whole network, to hold a frame's against on a busy core."""
    start = time.thread_time()
    detector.maps(np.zeros((1, 3, 448, 592), np.float32))
    return 1000 * (time.thread_time() - start)


def verdict(throw: Throw, rolls: list[Roll]) -> str:
    """right, refused, wrong (a roll given that is not true), missed (nothing said) or unreadable.

    Unreadable: no roll was given, and the picture does not show each die's pips.
    """
    given = [r for r in rolls if not r.refused]
    want = Counter(v for v, own in zip(throw.values, throw.own, strict=True) if own)
    flat = 0 not in want and sum(want.values()) == 3
    if any(not flat or Counter(r.values) != want for r in given):
        return "wrong"
    if given:
        return "right"
    if (rolls and not flat) or (not rolls and throw.kind == "empty"):
        return "right"
    if not throw.readable():
        return "unreadable"
    return "refused" if rolls else "missed"


def measure(count: int, seed: int, fps: float = 15.0, *, listed: bool = False) -> dict[str, Any]:
    """``count`` throws of each kind. Cocked throws are right when refused, empty tables when nothing is said."""
    detector = DiceDetector()
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    delays, spent, raw = [], [], []
    for k in range(count):
        for n, kind in enumerate(KINDS):
            rng = np.random.default_rng([seed, k, n])
            throw = draw_throw(rng, kind, fps=fps)
            sets = shown_sets(throw, rng) if kind == "two sets" and throw.values else ()
            if (kind != "empty" and not throw.values) or (kind == "two sets" and not sets):
                continue
            rolls, ms = watch(detector, throw, sets)
            result = verdict(throw, rolls)
            tally[kind][result] += 1
            tally["all"][result] += 1
            spent += ms
            raw.append(raw_pass(detector))
            if result == "right" and rolls and kind in ("plain", "two sets"):
                delays.append(rolls[-1].decided - throw.rest)
            if listed:
                said = [(r.values, r.refused, round(r.decided - throw.rest, 2)) for r in rolls]
                times = (*np.percentile(ms, [50, 95]).round(1).tolist(), round(raw[-1], 1))
                print(seed, k, kind, result, throw.values, said, *times, flush=True)
    quantiles = np.percentile(delays, [50, 95]).round(3).tolist() if delays else []
    return {
        "tally": tally,
        "rest_to_reading_s": quantiles,
        "cpu_ms_frame_p50_p95_max": np.percentile(spent, [50, 95, 100]).round(1).tolist(),
        "cpu_ms_raw_pass": round(float(np.median(raw)), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=10, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fps", type=float, default=15.0, help="pictures a second of the video")
    parser.add_argument("--list", action="store_true", help="print each throw as it is read")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    print(json.dumps(measure(asked.throws, asked.seed, asked.fps, listed=asked.list), indent=1))


if __name__ == "__main__":
    main()
