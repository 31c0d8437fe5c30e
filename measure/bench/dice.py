"""Dice: what a photo takes and what a frame of a watched throw does, against one raw pass of the detector.

The photos are rendered as a family takes them (measure.rendered.stills), the throw is the demo's. All are timed by the
clock, in turn with the raw pass, so that other work on the machine weighs alike.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeVar

import numpy as np

from companion import resources
from companion.events import Roll
from companion.senses.dice.crops import Image
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.dice_margins import load as load_margins
from companion.senses.dice.dice_scene import ExpectedDice
from companion.senses.dice.dice_watcher import DiceWatcher
from companion.senses.dice.photo_reader import read
from companion.sources import open_source

PHOTO_MS: Final = 150.0  # at the median
FRAME_MS: Final = 20.0  # at 95 %
PHOTOS: Final = 7
SEED: Final = 43
RAW: Final = (1, 3, 448, 592)
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Row:
    """Milliseconds of ``looks`` looks: the median, and what ``share`` of them keep to. ``right``: rolls read right."""

    what: str
    looks: int
    median_ms: float
    share: float
    high_ms: float
    raw_ms: float
    rolls: int
    right: int

    @property
    def within(self) -> bool:
        return self.median_ms <= PHOTO_MS if self.what == "photo" else self.high_ms <= FRAME_MS

    def as_dict(self) -> dict[str, Any]:
        budget = {"median_ms": PHOTO_MS} if self.what == "photo" else {"high_ms": FRAME_MS}
        return {**asdict(self), "budget": budget, "within": self.within}


def bench(seconds: float = 12.0) -> list[Row]:
    """Photos, then frames: each set once, and again until half of ``seconds`` has passed."""
    detector = DiceDetector()
    return [photos(detector, seconds / 2), frames(detector, seconds / 2)]


def photos(detector: DiceDetector, seconds: float) -> Row:
    shown, margins = list(drawn()), load_margins()
    read(shown[0][0], None, detector, margins)  # the networks are loaded
    right, ms, raw, began = 0, list[float](), list[float](), time.perf_counter()
    while not ms or time.perf_counter() - began < seconds:
        right = 0
        for image, values in shown:
            spent, told = _timed(read, image, len(values), detector, margins)
            right += not told.refused and Counter(told.values) == Counter(values)
            ms.append(spent)
            raw.append(raw_pass(detector))
    return _row("photo", ms, 0.9, raw, len(shown), right)


def drawn() -> Iterator[tuple[Image, tuple[int, ...]]]:
    """Yield the pictures (BGR) and their values."""
    from measure.rendered.stills import draw_still  # with the trainers' libraries, which take a while

    for n in range(PHOTOS):
        still = draw_still(np.random.default_rng([SEED, n]), "home")
        yield np.ascontiguousarray(still.image[..., ::-1]), tuple(int(box[4]) for box in still.boxes)


def frames(detector: DiceDetector, seconds: float) -> Row:
    rolls, throws, ms, raw, began = 0, 0, list[float](), list[float](), time.perf_counter()
    while not ms or time.perf_counter() - began < seconds:
        watcher = DiceWatcher(detector, margins=load_margins(), expected=ExpectedDice(3))
        with open_source(str(resources.path("demo/dice.mp4"))) as source:
            for frame in source.frames():
                spent, events = _timed(watcher.update, frame.t, frame.image)
                rolls += sum(isinstance(e, Roll) and not e.refused for e in events)
                ms.append(spent)
        raw.append(raw_pass(detector))
        throws += 1
    return _row("frame", ms, 0.95, raw, throws, rolls)


def raw_pass(detector: DiceDetector) -> float:
    """Milliseconds of one pass of the detector over a picture of about 600 x 450."""
    return _timed(detector.maps, np.zeros(RAW, np.float32))[0]


def _timed(do: Callable[..., Answer], *args: object) -> tuple[float, Answer]:
    start = time.perf_counter()
    answer = do(*args)
    return 1000 * (time.perf_counter() - start), answer


def _row(what: str, ms: list[float], share: float, raw: list[float], rolls: int, right: int) -> Row:
    median, high = (round(float(v), 1) for v in np.quantile(ms, (0.5, share)))
    return Row(what, len(ms), median, share, high, round(float(np.median(raw)), 1), rolls, right)


def lines(rows: list[Row]) -> Iterator[str]:
    """Yield the table for reading."""
    yield "dice: milliseconds; raw is one pass of the detector"
    yield f"{'what':>6} {'looks':>6} {'median':>7} {'high':>7} {'raw':>6} {'right':>7}  budget"
    for r in rows:
        goal = f"median {PHOTO_MS:.0f} ms" if r.what == "photo" else f"{FRAME_MS:.0f} ms at 95 %"
        yield (
            f"{r.what:>6} {r.looks:6} {r.median_ms:7.1f} {r.high_ms:7.1f} {r.raw_ms:6.1f} {r.right:3} of {r.rolls}"
            f"  {'within' if r.within else 'OVER'} ({goal})"
        )
