"""Rendered throws as video through the watcher: shares read right, refused, wrong, and the time from rest to reading.

python -m models.dice.measure --throws 20
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from typing import Any

import numpy as np

from companion.events import Roll
from companion.senses.dice.colour import DieSet
from companion.senses.dice.detector import Detector
from companion.senses.dice.margins import load
from companion.senses.dice.sets import Expected
from companion.senses.dice.watch import DiceWatcher, Setup
from models.synth.dice.cv import cv2
from models.synth.dice.throws import KINDS, Throw, draw_throw


def lab_of(rgb: tuple[int, int, int]) -> tuple[float, float, float]:
    """A colour 0..255 in Lab."""
    lab = cv2.cvtColor(np.array([[rgb]], np.float32) / 255, cv2.COLOR_RGB2LAB)[0, 0]
    return float(lab[0]), float(lab[1]), float(lab[2])


def watch(detector: Detector, throw: Throw) -> tuple[list[Roll], list[float]]:
    """The rolls that the watcher gives for a throw, and milliseconds a frame."""
    two = throw.kind == "two sets"
    sets = (
        (DieSet("mine", lab_of(throw.bodies[0])), DieSet("yours", lab_of(throw.bodies[-1])))
        if two and throw.bodies
        else ()
    )
    expected = Expected(3, "mine") if two else Expected(3)
    watcher = DiceWatcher(detector, setup=Setup(sets=sets), margins=load(), expected=expected)
    rolls, spent = [], []
    for t, image in throw.frames():
        start = time.perf_counter()
        rolls += [e for e in watcher.update(t, image) if isinstance(e, Roll)]
        spent.append(1000 * (time.perf_counter() - start))
    return rolls, spent


def verdict(throw: Throw, rolls: list[Roll]) -> str:
    """right, refused, wrong (a roll given that is not true) or missed (nothing said)."""
    given = [r for r in rolls if not r.refused]
    want = Counter(v for v, own in zip(throw.values, throw.own, strict=True) if own)
    readable = 0 not in want and sum(want.values()) == 3
    if any(not readable or Counter(r.values) != want for r in given):
        return "wrong"
    if given:
        return "right"
    if rolls:
        return "refused" if readable else "right"
    return "right" if throw.kind == "empty" else "missed"


def measure(count: int, seed: int, fps: float = 15.0) -> dict[str, Any]:
    """``count`` throws of each kind. Cocked throws are right when refused, empty tables when nothing is said."""
    detector = Detector()
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    delays, spent = [], []
    for k in range(count):
        for n, kind in enumerate(KINDS):
            throw = draw_throw(np.random.default_rng([seed, k, n]), kind, fps=fps)
            if kind != "empty" and not throw.values:
                continue
            rolls, ms = watch(detector, throw)
            result = verdict(throw, rolls)
            tally[kind][result] += 1
            tally["all"][result] += 1
            spent += ms
            if result == "right" and rolls and kind in ("plain", "two sets"):
                delays.append(rolls[-1].decided - throw.rest)
    quantiles = np.percentile(delays, [50, 95]).round(3).tolist() if delays else []
    return {
        "tally": tally,
        "rest_to_reading_s": quantiles,
        "ms_frame_p50_p95": np.percentile(spent, [50, 95]).round(1).tolist(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=10, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fps", type=float, default=15.0, help="pictures a second of the video")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    print(json.dumps(measure(asked.throws, asked.seed, asked.fps), indent=1))


if __name__ == "__main__":
    main()
