"""Swings of one measure over time: the turning points between which it moved by at least an amplitude."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Turn:
    """The measure's extreme ``x`` at ``t`` seconds; ``top``: it fell afterwards."""

    t: float
    x: float
    top: bool


class Swings:
    """Feed samples in time order; read ``turns``, the confirmed turning points of the last ``window`` seconds.

    A turn is confirmed once the measure has moved back by ``amplitude``, so that jitter makes none. Times are seconds,
    never frames. After ``blind`` seconds without a sample the swings start anew.
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
        """One sample; gives the turn that it confirms."""
        if self._high is None or self._low is None or t - self._last > self._blind:
            self.clear()
            self._high = self._low = (t, x)
        self._last = t
        self.turns = [turn for turn in self.turns if t - turn.t <= self._window]
        if x > self._high[1]:
            self._high = (t, x)
        if x < self._low[1]:
            self._low = (t, x)
        return self._turned(t, x)

    def _turned(self, t: float, x: float) -> Turn | None:
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
        """Forget everything."""
        self.turns = []
        self._high = self._low = None

    def run(self, t: float, shortest: float, longest: float) -> list[Turn]:
        """The newest turns, oldest first, that follow each other after ``shortest`` to ``longest`` seconds.

        Empty if the newest is further than 1.4 times ``longest`` before ``t``: the rhythm has ended.
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
    """Feed the lips' distance in time order; gives how surely they talk, 0..1.

    ``numbers`` (calibration/faces.toml, ``grin``): ``talk_swing``, the least movement that counts, in outer-eye
    distances; ``talk_s``, for how long a turn of it counts; ``talk_turns`` more than ``talk_few`` are surely talk.
    """

    def __init__(self, numbers: Mapping[str, float]) -> None:
        self._n = numbers
        self._swings = Swings(numbers["talk_swing"], window=numbers["talk_s"])

    def see(self, t: float, gap: float) -> float:
        """The lips are ``gap`` apart at ``t`` seconds."""
        self._swings.feed(t, gap)
        # Lips that open once, to a grin or to laugh, turn once or twice; their overshoot is no syllable.
        more = len(self._swings.turns) - self._n["talk_few"]
        return min(max(more / self._n["talk_turns"], 0.0), 1.0)
