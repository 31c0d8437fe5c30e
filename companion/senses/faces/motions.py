"""Recognise the signals of set D, which are repeated movements such as shaking the head.

A signal's score is the number of movements seen in the last seconds, so its threshold in calibration/faces.toml is a
number too. Rhythms are timed in seconds, never in frames.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from companion.senses.faces.features import FaceFrame
from companion.senses.faces.neutral_face import Beliefs
from companion.senses.faces.signals import GATE_CLOSED, Numbers, SignalScore


class MotionSignal(ABC):
    """Base class of the signals of set D.

    Attributes:
        turned: True if frames on which the face looks away are judged too.
        began: Time when the current rhythm began, in seconds.
    """

    turned = False

    def __init__(self, numbers: Numbers, amplitude: float) -> None:
        self.n = numbers
        self.began = 0.0
        self.swings = Swings(amplitude, window=self.n["window_s"])

    @abstractmethod
    def see(self, frame: FaceFrame, neutral: Beliefs) -> SignalScore:
        """Add a frame and return the signal's score."""

    def run(self, t: float) -> list[Turn]:
        """Return the latest series of turning points at this signal's pace, and store its start in ``began``."""
        out = self.swings.run(t, self.n["half_least_s"], self.n["half_most_s"])
        if out:
            self.began = out[0].t
        return out


class WetDogShake(MotionSignal):
    """Signal "wet dog shake": the head turns or rolls to and fro fast.

    A shake that means "no" is slower, and after a look aside the head does not return at once.
    """

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


class DartingTongue(MotionSignal):
    """Signal "darting tongue": the tongue comes out and goes in again, at least twice in two seconds."""

    def __init__(self, numbers: Numbers) -> None:
        super().__init__(numbers, numbers["out"] - numbers["inside"])

    def see(self, frame: FaceFrame, neutral: Beliefs) -> SignalScore:
        tongue, area = frame.mouth.tongue_out, frame.mouth.tongue_area
        if tongue is None:
            return SignalScore(GATE_CLOSED, {})
        # Lips and talk briefly look like a little tongue; a tongue that darts out covers part of the lower lip.
        seen = tongue if area is None else tongue * min(max(area, 0.0) / self.n["area"], 1.0)
        if frame.measures.gap < self.n["gap_least"]:
            seen = 0.0
        self.swings.feed(frame.t, seen)
        run = self.run(frame.t)
        outs = [u for u in run if u.top and u.x >= self.n["out"]]
        ins = [u for u in run if not u.top and u.x <= self.n["inside"]]
        count = float(min(len(outs), len(ins)))
        return SignalScore(count if outs else 0.0, {"outs": float(len(outs)), "ins": float(len(ins)), **_pace(run)})


class Panting(MotionSignal):
    """Signal "panting": the tongue hangs out while mouth and tongue go up and down fast."""

    def __init__(self, numbers: Numbers) -> None:
        super().__init__(numbers, numbers["swing"])
        self._tongue: deque[tuple[float, float]] = deque()

    def see(self, frame: FaceFrame, neutral: Beliefs) -> SignalScore:
        tongue = frame.mouth.tongue_out
        if tongue is None:
            return SignalScore(GATE_CLOSED, {})
        self._tongue.append((frame.t, tongue))
        while frame.t - self._tongue[0][0] > self.n["tongue_s"]:
            self._tongue.popleft()
        self.swings.feed(frame.t, frame.measures.gap)
        share = sum(v >= self.n["tongue"] for _, v in self._tongue) / len(self._tongue)
        if share < self.n["share"] / 2:
            self.swings.clear()  # the tongue is in, so the mouth's motion is talk
        run = self.run(frame.t)
        out = share >= self.n["share"] and frame.measures.gap >= self.n["gap_least"]
        return SignalScore(
            float(len(run)) if out else 0.0, {"turns": float(len(run)), "tongue_share": share, **_pace(run)}
        )


class FishGasp(MotionSignal):
    """Signal "fish gasp": the lips open and close, pursed to a round mouth, again and again.

    In talk, by contrast, the lips also spread and the pace varies.
    """

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
    """Return the longest time between two successive maxima over the shortest: about 1 in a rhythm, more in talk."""
    apart = [b.t - a.t for a, b in pairwise(tops)]
    return max(apart) / min(apart) if apart else 1.0


def _pace(run: list[Turn]) -> dict[str, float]:
    """Return the swings (there and back) a second as ``{"per_s": rate}``; empty for fewer than two turning points."""
    if len(run) < 2:
        return {}
    return {"per_s": (len(run) - 1) / 2 / (run[-1].t - run[0].t)}


MOTIONS: dict[str, Callable[[Numbers], MotionSignal]] = {
    "darting_tongue": DartingTongue,
    "panting": Panting,
    "fish_gasp": FishGasp,
    "wet_dog_shake": WetDogShake,
}


@dataclass(frozen=True, slots=True)
class Turn:
    """A turning point of a measure: its value ``x`` at ``t`` seconds; ``top`` is True for a maximum."""

    t: float
    x: float
    top: bool


class Swings:
    """Finds the turning points of a measure; add samples in time order and read ``turns``.

    Args:
        amplitude: How far the measure must move back to confirm a turning point, so that jitter makes none.
        window: Time for which turning points are kept, in seconds.
        blind: Maximum gap between samples, in seconds; after a longer gap all turning points are discarded.
    """

    def __init__(self, amplitude: float, window: float = 3.0, blind: float = 0.45) -> None:
        if amplitude <= 0:
            raise ValueError("swings need an amplitude above 0")
        self._amplitude, self._window, self._blind = amplitude, window, blind
        self.turns: list[Turn] = []
        self._high: tuple[float, float] | None = None
        self._low: tuple[float, float] | None = None
        self._last = 0.0

    def feed(self, t: float, x: float) -> Turn | None:
        """Add a sample ``x`` at ``t`` seconds; return the turning point that it confirms, if any."""
        if self._high is None or self._low is None or t - self._last > self._blind:
            self.clear()
            self._high = self._low = (t, x)
        self._last = t
        self.turns = [turn for turn in self.turns if t - turn.t <= self._window]
        if x > self._high[1]:
            self._high = (t, x)
        if x < self._low[1]:
            self._low = (t, x)
        return self._detect_turn(t, x)

    def _detect_turn(self, t: float, x: float) -> Turn | None:
        assert self._high is not None
        assert self._low is not None
        last = self.turns[-1].top if self.turns else None
        turn = None
        if last is not True and self._high[1] - x >= self._amplitude:
            turn = Turn(*self._high, top=True)
            self._low = (t, x)
        elif last is not False and x - self._low[1] >= self._amplitude:
            turn = Turn(*self._low, top=False)
            self._high = (t, x)
        if turn is not None:
            self.turns.append(turn)
        return turn

    def clear(self) -> None:
        """Discard all turning points, and start anew."""
        self.turns = []
        self._high = self._low = None

    def run(self, t: float, shortest: float, longest: float) -> list[Turn]:
        """Return the latest unbroken series of turning points, oldest first.

        In a series, each turning point comes ``shortest`` to ``longest`` seconds after the one before it. The result is
        empty if the newest is more than 1.4 times ``longest`` before ``t``, because the rhythm has then ended.

        Args:
            t: The present time, in seconds.
            shortest: Minimum time between two turning points, in seconds.
            longest: Maximum time between two turning points, in seconds.
        """
        if not self.turns or t - self.turns[-1].t > 1.4 * longest:
            return []
        out = [self.turns[-1]]
        for turn in reversed(self.turns[:-1]):
            if not shortest <= out[0].t - turn.t <= longest:
                break
            out.insert(0, turn)
        return out


class TalkDetector:
    """Detects talk from the distance between the lips.

    In talk, the lips change between opening and closing many times. Up to ``talk_few`` changes in the last ``talk_s``
    seconds are no talk; ``talk_turns`` more are certainly talk.

    Args:
        numbers: Table ``grin`` of calibration/faces.toml. Its ``talk_swing`` is the smallest movement that is noticed,
            in distances between the outer eye corners.
    """

    def __init__(self, numbers: Numbers) -> None:
        self._n = numbers
        self._swings = Swings(numbers["talk_swing"], window=numbers["talk_s"])

    def see(self, t: float, gap: float) -> float:
        """Add the distance between the lips, in time order; return how certain it is that somebody talks, 0..1.

        Args:
            t: Time, in seconds.
            gap: Distance between the lips, in distances between the outer eye corners.
        """
        self._swings.feed(t, gap)
        # Lips that open once, for a grin or a laugh, make one or two turns, which are no syllables.
        more = len(self._swings.turns) - self._n["talk_few"]
        return min(max(more / self._n["talk_turns"], 0.0), 1.0)
