"""What each rule that can refuse a picture of dice costs and saves.

python -m measure.evaluate.dice_prices LABELS.json ...

A rule is taken away, the others stay. ``cost``: rolls that are right then, and were refused. ``saved``: wrong ones that
are read then. Pictures without dice (no values) count as wrong when they are read; one, two and three are expected.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np

from companion.senses.dice import dice_judge, verdict
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.dice_margins import DiceMargins
from companion.senses.dice.dice_margins import load as load_margins
from companion.senses.dice.dice_scene import DiceCandidates, DiceScene, ExpectedDice
from companion.senses.dice.photo_reader import candidates
from measure.evaluate.dice import Image, Truth, load

OFF = {
    "numerals": {"numerals": 2.0},
    "leaning": {"cocked": 2.0},
    "unsure": {"sure": 0.0},
    "chance": {"presence": 1e-300},
}
"""Margins at which a rule says nothing."""
ELSEWHERE = {
    "one too many": (verdict, "RIVAL", 2.0),
    "nearly a die": (verdict, "NEARLY", 1e9),
    "screen": (dice_judge, "on_screen", lambda image, dice: False),
}


@dataclass(frozen=True, slots=True)
class Seen:
    """A labelled picture and its candidates."""

    truth: Truth
    image: Image
    dice: DiceCandidates

    def outcome(self, count: int | None, margins: DiceMargins) -> str:
        """One of right, refused and wrong."""
        read = dice_judge.judge(DiceScene(self.image, ExpectedDice(count), margins), self.dice)
        if read.refused:
            return "refused"
        return "right" if Counter(read.values) == Counter(self.truth.values) and self.truth.values else "wrong"

    @property
    def counts(self) -> tuple[int, ...]:
        return (len(self.truth.values),) if self.truth.values else (1, 2, 3)


@contextmanager
def without(rule: str, margins: DiceMargins) -> Iterator[DiceMargins]:
    """The margins without ``rule``; inside the block it says nothing."""
    if rule in ELSEWHERE:
        with patch.object(*ELSEWHERE[rule]):
            yield margins
    else:
        yield replace(margins, **OFF.get(rule, {}))  # type: ignore[arg-type]


def outcomes(seen: Sequence[Seen], known: bool, margins: DiceMargins) -> list[str]:
    return [s.outcome(n, margins) for s in seen for n in (s.counts if known else (None,))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path, nargs="+")
    asked = parser.parse_args()
    detector, margins, seen = DiceDetector(), load_margins(), []
    for truth in (t for labels in asked.labels for t in load(labels)):
        image = np.asarray(cv2.imread(str(truth.path)), np.uint8)
        seen.append(Seen(truth, image, candidates(detector, image)))
    for known in (True, False):
        before = outcomes(seen, known, margins)
        print("number known:" if known else "number unknown:", dict(Counter(before)))
        for rule in (*OFF, *ELSEWHERE):
            with without(rule, margins) as left:
                after = outcomes(seen, known, left)
            moved = Counter(now for then, now in zip(before, after, strict=True) if then != now)
            print(f"  {rule:15} cost {moved['right']:3} saved {moved['wrong']:3}")


if __name__ == "__main__":
    main()
