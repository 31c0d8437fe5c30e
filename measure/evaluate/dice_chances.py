"""The five numbers of companion/senses/dice/verdict.py: the likeliest on rendered stills and pictures without dice.

python -m measure.evaluate.dice_chances STILLS/labels.json NOTHING/labels.json
python -m measure.evaluate.dice_chances --curve PHOTOS/labels.json     # how often a roll is right, by the chance told
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.dice_margins import DiceMargins
from companion.senses.dice.dice_margins import load as load_margins
from companion.senses.dice.photo_reader import candidates
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.verdict import DIE_LOG_ODDS_WEIGHTS, F64, choose, log_chance, roll_chance, words
from measure.evaluate.dice import Truth, load

Picture = tuple[F64, F64, tuple[int, ...]]
"""What is said of the upper faces that are dice (k, 3) and of the other candidates (n, 3); the numbers to expect."""


def picture(truth: Truth, seen: Sequence[SeenDie]) -> Picture | None:
    """None where a die of the picture is no candidate, or nothing is one."""
    left, mine = list(seen), []
    for x0, y0, x1, y1, _ in truth.boxes or ():
        off = [np.hypot(d.x - (x0 + x1) / 2, d.y - (y0 + y1) / 2) / (0.5 * np.hypot(x1 - x0, y1 - y0)) for d in left]
        if not off or min(off) > 0.65:
            return None
        mine.append(left.pop(int(np.argmin(off))))
    numbers = (len(mine),) if mine else (1, 2, 3)
    return (words(mine), words(left), numbers) if seen else None


def loss(weights: F64, pictures: Sequence[Picture]) -> float:
    """Mean negative log chance of what is true; a right roll whose number nobody can say is worth as much as any."""
    return -float(np.mean([np.mean([log_chance(mine, left, n, weights) for n in ns]) for mine, left, ns in pictures]))


def fitted(pictures: Sequence[Picture], weights: F64) -> F64:
    """Each number in turn a step up or down while that helps, in ever smaller steps."""
    step, least = 0.5, loss(weights, pictures)
    while step > 0.005:
        ways = [weights + way * off for off in np.eye(len(weights)) for way in (step, -step)]
        best, way = min(((loss(w, pictures), w) for w in ways), key=lambda t: t[0])
        step, least, weights = (step, best, way) if best < least else (step / 2, least, weights)
    return weights


STEPS = (0.0, 0.15, 0.5, 0.8, 0.95, 1.01)


def told(truth: Truth, seen: Sequence[SeenDie], margins: DiceMargins) -> tuple[float, bool]:
    """Return the chance that the roll is as read, whatever is refused, and whether it is."""
    read = choose(seen, len(truth.values), margins)
    chance = roll_chance(read.dice, read.spare) if read.dice else 0.0
    return chance * math.prod(d.sure for d in read.dice), sorted(read.values) == sorted(truth.values)


def curve(rolls: Sequence[tuple[float, bool]]) -> str:
    """For each step mean told, share right, and how many rolls."""
    steps = [[r for r in rolls if low <= r[0] < high] for low, high in pairwise(STEPS)]
    return " | ".join("{:.2f}, {:.2f} ({})".format(*np.mean(s, 0), len(s)) if s else "-" for s in steps)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path, nargs="+")
    parser.add_argument("--curve", action="store_true", help="how often a roll is right, by the chance that is told")
    asked = parser.parse_args()
    detector = DiceDetector()
    truths = [t for labels in asked.labels for t in load(labels)]
    seen = [candidates(detector, np.asarray(cv2.imread(str(t.path)), np.uint8)).dice for t in truths]
    if asked.curve:
        margins = load_margins()
        print(curve([told(t, dice, margins) for t, dice in zip(truths, seen, strict=True) if t.values]))
        return
    pictures = [known for t, dice in zip(truths, seen, strict=True) if (known := picture(t, dice))]
    weights = fitted(pictures, np.array(DIE_LOG_ODDS_WEIGHTS))
    print(len(pictures), "pictures:", weights.round(2).tolist(), "loss", round(loss(weights, pictures), 3))


if __name__ == "__main__":
    main()
