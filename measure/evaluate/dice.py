"""``evaluate dice``: whole rolls read right on labelled photos, ours and two baselines in one run.

Labels: {"images": {"SET/...": {"boxes": [[x0, y0, x1, y1, value], ...]} or {"values": [...]}}}, paths beside the file;
a set is the first folder of the path.
"""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import BadInput
from companion.words import say

Image = NDArray[np.uint8]
Box = tuple[float, float, float, float, int]
Found = Sequence[tuple[float, float, int]]
FEW = 6
"""The bar is for images with this many dice or fewer."""


@dataclass(frozen=True, slots=True)
class Truth:
    """One labelled picture: ``values`` always, ``boxes`` where the labels have them."""

    name: str
    path: Path
    values: tuple[int, ...]
    boxes: tuple[Box, ...] | None

    @property
    def set(self) -> str:
        return self.name.split("/")[0] if "/" in self.name else "all"


@dataclass(slots=True)
class Tally:
    """Counts of images, then of dice. ``exact``: right without knowing how many dice; ``exact_known``: knowing it.

    ``refused`` and ``wrong`` are of the reading with the count known: exact_known + refused + wrong = images.
    """

    images: int = 0
    exact: int = 0
    exact_refused: int = 0
    exact_known: int = 0
    refused: int = 0
    wrong: int = 0
    right_before_refusal: int = 0
    dice: int = 0
    predicted: int = 0
    right: int = 0
    ms: float = 0.0

    def summary(self) -> dict[str, Any]:
        n = max(1, self.images)
        return {
            "images": self.images,
            "exact": self.exact,
            "exact_known": self.exact_known,
            "refused": self.refused,
            "wrong": self.wrong,
            "refused_unknown": self.exact_refused,
            "exact_share": round(self.exact / n, 4),
            "exact_known_share": round(self.exact_known / n, 4),
            "best_guess_known": self.right_before_refusal,
            "dice": self.dice,
            "precision": round(self.right / max(1, self.predicted), 4),
            "recall": round(self.right / max(1, self.dice), 4),
            "ms_per_image": round(self.ms / n, 1),
        }


def load(path: Path) -> list[Truth]:
    """Return the labels.

    Raises BadInput for a file that is not such a list.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        images = data["images"]
        return [_truth(path.parent, name, entry) for name, entry in images.items()]
    except FileNotFoundError:
        raise BadInput("measure.dice-no-file", path=str(path)) from None
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise BadInput("measure.dice-no-json", path=str(path), why=str(error)) from None
    except (KeyError, TypeError, AttributeError, IndexError):
        raise BadInput("measure.dice-no-images", path=str(path)) from None


def _truth(folder: Path, name: str, entry: dict[str, Any]) -> Truth:
    if "boxes" in entry:
        boxes = tuple((float(b[0]), float(b[1]), float(b[2]), float(b[3]), int(b[4])) for b in entry["boxes"])
        values = tuple(b[4] for b in boxes)
    else:
        boxes, values = None, tuple(int(v) for v in entry["values"])
    if any(not 1 <= v <= 6 for v in values):
        raise ValueError(f"{name} has a value outside 1..6")
    return Truth(name, folder / name, values, boxes)


def right_dice(truth: Truth, found: Found) -> int:
    """How many dice were found in their place with their value."""
    if truth.boxes is None:
        return sum((Counter(truth.values) & Counter(v for *_, v in found)).values())
    left = list(truth.boxes)
    right = 0
    for x, y, value in found:
        best = min(left, key=lambda b: _off(b, x, y), default=None)
        if best is not None and _off(best, x, y) < 0.8:
            left.remove(best)
            right += best[4] == value
    return right


def _off(b: Box, x: float, y: float) -> float:
    """Distance to a box's middle in half sides."""
    side = max(4.0, float(np.sqrt(max(1.0, (b[2] - b[0]) * (b[3] - b[1])))))
    return float(np.hypot(x - (b[0] + b[2]) / 2, y - (b[1] + b[3]) / 2) / (side / 2))


@dataclass(slots=True)
class Result:
    """Tallies by set: all images, and those with six dice or fewer; with a line for each image that failed."""

    all: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    few: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    failures: list[dict[str, Any]] = field(default_factory=list)

    def tallies(self, truth: Truth) -> Iterator[Tally]:
        names = ("all sets",) if truth.set == "all sets" else (truth.set, "all sets")
        for name in names:
            yield self.all[name]
            if len(truth.values) <= FEW:
                yield self.few[name]

    def summary(self) -> dict[str, Any]:
        sets = {
            k: {**t.summary(), "six_or_fewer": self.few[k].summary()} for k, t in self.all.items() if k != "all sets"
        }
        total = {**self.all["all sets"].summary(), "six_or_fewer": self.few["all sets"].summary()}
        return {"sets": sets, "total": total}


Read = Callable[[Image], tuple[tuple[Found, bool], tuple[Found, bool]]]
"""A picture (and its count, bound in) to ((dice, refused) count unknown, (dice, refused) count known)."""


def score(
    result: Result, truth: Truth, unknown: tuple[Found, bool], known: tuple[Found, bool], ms: float, why: str = ""
) -> None:
    """Add one picture to the tallies."""
    want = Counter(truth.values)
    free_right = Counter(v for *_, v in unknown[0]) == want
    guess_right = Counter(v for *_, v in known[0]) == want
    right = right_dice(truth, unknown[0])
    for t in result.tallies(truth):
        t.images += 1
        t.exact += free_right and not unknown[1]
        t.exact_refused += unknown[1]
        t.exact_known += guess_right and not known[1]
        t.refused += known[1]
        t.wrong += not guess_right and not known[1]
        t.right_before_refusal += guess_right
        t.dice += len(truth.values)
        t.predicted += len(unknown[0])
        t.right += right
        t.ms += ms
    if not guess_right or known[1]:
        read = sorted(v for *_, v in known[0])
        result.failures.append({"image": truth.name, "truth": sorted(truth.values), "read": read, "refused": why})


Baseline = Callable[[Image, int | None], Found]
"""Reads a picture in which so many dice were thrown."""


def evaluate(labels: Path, baselines: Mapping[str, Baseline] = MappingProxyType({}), limit: int = 0) -> dict[str, Any]:
    """Run ours and the baselines over the labels; the report as JSON values."""
    from companion.senses.dice.dice_detector import DiceDetector
    from companion.senses.dice.dice_judge import judge
    from companion.senses.dice.dice_margins import load as load_margins
    from companion.senses.dice.dice_scene import DiceScene, ExpectedDice
    from companion.senses.dice.photo_reader import candidates

    truths = load(labels)
    truths = truths[:: max(1, len(truths) // limit)] if limit else truths
    detector, margins = DiceDetector(), load_margins()
    results = {"ours": Result(), **{name: Result() for name in baselines}}
    for truth in truths:
        image = cv2.imread(str(truth.path), cv2.IMREAD_COLOR)
        if image is None:
            raise BadInput("measure.dice-no-picture", path=str(truth.path))
        picture = np.asarray(image, np.uint8)
        start = time.perf_counter()
        seen = candidates(detector, picture)
        ms = 1000 * (time.perf_counter() - start)
        looks = [judge(DiceScene(picture, ExpectedDice(n), margins), seen) for n in (None, len(truth.values))]
        free, known = (([(d.x, d.y, d.value) for d in r.dice], bool(r.refused)) for r in looks)
        score(results["ours"], truth, free, known, ms, say(looks[1].refused or ""))
        for name, read in baselines.items():
            start = time.perf_counter()
            pair = [(read(picture, n), False) for n in (None, len(truth.values))]
            score(results[name], truth, pair[0], pair[1], 500 * (time.perf_counter() - start))
    ours = results.pop("ours")
    return {**ours.summary(), "baselines": {k: r.summary() for k, r in results.items()}, "failures": ours.failures}
