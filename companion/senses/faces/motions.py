"""Set D, signals in motion: each watches a rhythm over the last seconds, counted in seconds and never in frames.

A motion's score is how many swings of its rhythm were seen; its threshold in calibration/faces.toml is a count.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Protocol

import numpy as np

from companion.senses.faces.features import FaceFrame
from companion.senses.faces.neutral_face import Belief
from companion.senses.faces.signals import NONE, SignalScore
from companion.senses.faces.swings import Swings, Turn

Beliefs = Mapping[str, Belief]
Numbers = Mapping[str, float]


class MotionSignal(Protocol):
    """``turned``: whether it also watches faces that look away. ``began``: when the rhythm shown began, seconds."""

    turned: bool
    began: float

    def see(self, frame: FaceFrame, neutral: Beliefs) -> SignalScore:
        """The score after one more frame."""


class _Counting:
    """What the rhythms share: the first turn of the run that was counted."""

    turned = False

    def __init__(self, numbers: Numbers, amplitude: float) -> None:
        self.n = numbers
        self.began = 0.0
        self.swings = Swings(amplitude, window=self.n["window_s"])

    def run(self, t: float) -> list[Turn]:
        """Turns that follow each other at this motion's pace."""
        out = self.swings.run(t, self.n["half_least_s"], self.n["half_most_s"])
        if out:
            self.began = out[0].t
        return out


class WetDogShake(_Counting):
    """The head turns or rolls to and fro fast; a "no" is slower, and a look aside does not come back at once."""

    turned = True

    def __init__(self, numbers: Numbers) -> None:
        super().__init__(numbers, numbers["yaw"])
        self._roll = Swings(numbers["roll"], window=numbers["window_s"])

    def see(self, frame: FaceFrame, neutral: Beliefs) -> SignalScore:
        self.swings.feed(frame.t, frame.yaw)
        self._roll.feed(frame.t, frame.roll)
        yaw = self.run(frame.t)
        roll = self._roll.run(frame.t, self.n["half_least_s"], self.n["half_most_s"])
        best = max(yaw, roll, key=len)
        if best:
            self.began = best[0].t
        parts = {"turns": float(len(yaw)), "rolls": float(len(roll)), **_pace(best)}
        return SignalScore(float(len(best)), parts)


class DartingTongue(_Counting):
    """The tongue comes out and goes in again, at least twice in two seconds."""

    def __init__(self, numbers: Numbers) -> None:
        super().__init__(numbers, numbers["out"] - numbers["inside"])

    def see(self, frame: FaceFrame, neutral: Beliefs) -> SignalScore:
        tongue, area = frame.mouth.tongue_out, frame.mouth.tongue_area
        if tongue is None:
            return SignalScore(NONE, {})
        # Lips and talk look like a little tongue for a moment; one that darts out covers some of the lower lip.
        seen = tongue if area is None else tongue * min(max(area, 0.0) / self.n["area"], 1.0)
        if frame.measures.gap < self.n["gap_least"]:
            seen = 0.0
        self.swings.feed(frame.t, seen)
        run = self.run(frame.t)
        outs = [u for u in run if u.top and u.x >= self.n["out"]]
        ins = [u for u in run if not u.top and u.x <= self.n["inside"]]
        count = float(min(len(outs), len(ins)))
        return SignalScore(count if outs else 0.0, {"outs": float(len(outs)), "ins": float(len(ins)), **_pace(run)})


class Panting(_Counting):
    """The tongue hangs out while mouth and tongue go up and down fast."""

    def __init__(self, numbers: Numbers) -> None:
        super().__init__(numbers, numbers["swing"])
        self._tongue: deque[tuple[float, float]] = deque()

    def see(self, frame: FaceFrame, neutral: Beliefs) -> SignalScore:
        tongue = frame.mouth.tongue_out
        if tongue is None:
            return SignalScore(NONE, {})
        self._tongue.append((frame.t, tongue))
        while frame.t - self._tongue[0][0] > self.n["tongue_s"]:
            self._tongue.popleft()
        self.swings.feed(frame.t, frame.measures.gap)
        share = sum(v >= self.n["tongue"] for _, v in self._tongue) / len(self._tongue)
        if share < self.n["share"] / 2:
            self.swings.clear()  # the tongue is in: what the mouth does is talk
        run = self.run(frame.t)
        out = share >= self.n["share"] and frame.measures.gap >= self.n["gap_least"]
        return SignalScore(
            float(len(run)) if out else 0.0, {"turns": float(len(run)), "tongue_share": share, **_pace(run)}
        )


class FishGasp(_Counting):
    """The lips open and close roundly, again and again; in talk they also spread, and teeth and tongue show."""

    def __init__(self, numbers: Numbers) -> None:
        super().__init__(numbers, numbers["swing"])
        self._recent: deque[tuple[float, float]] = deque()

    def see(self, frame: FaceFrame, neutral: Beliefs) -> SignalScore:
        m = frame.measures
        width = m.width / neutral["width"].value
        self._recent.append((frame.t, width))
        while frame.t - self._recent[0][0] > self.n["window_s"]:
            self._recent.popleft()
        self.swings.feed(frame.t, m.gap)
        run = self.run(frame.t)
        tops = [u for u in run if u.top]
        if not tops:
            return SignalScore(0.0, {"gasps": 0.0})
        usual = float(np.median([w for t, w in self._recent if t >= run[0].t]))
        shut = all(u.x <= self.n["gap_shut"] for u in run if not u.top)
        wide = min(u.x for u in tops) >= self.n["gap_open"]
        parts = {"gasps": float(len(tops)), "mouth_width": usual, **_pace(run)}
        shown = usual <= self.n["width_most"] and shut and wide and _even(tops) <= self.n["uneven_most"]
        return SignalScore(float(len(tops)) if shown else 0.0, parts)


def _even(tops: list[Turn]) -> float:
    """The longest time between two tops over the shortest: about 1 in a rhythm, more in talk."""
    apart = [b.t - a.t for a, b in pairwise(tops)]
    return max(apart) / min(apart) if apart else 1.0


def _pace(run: list[Turn]) -> dict[str, float]:
    """Swings a second, there and back."""
    if len(run) < 2:
        return {}
    return {"per_s": (len(run) - 1) / 2 / (run[-1].t - run[0].t)}


MOTIONS: dict[str, Callable[[Numbers], MotionSignal]] = {
    "darting_tongue": DartingTongue,
    "panting": Panting,
    "fish_gasp": FishGasp,
    "wet_dog_shake": WetDogShake,
}
