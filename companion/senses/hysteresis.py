"""Four-state hysteresis for every detector: quiet, starting, on, stopping (after silero-vad and pipecat).

A score must stay at or above ``on`` for ``hold`` seconds to count, and below ``off`` for ``release`` seconds to end.
Times are seconds, never frames, so that a 12 fps phone and a 30 fps camera behave alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class HysteresisLevel(Enum):
    """State of a detector. Only ON and STOPPING count as shown."""

    QUIET = "quiet"
    STARTING = "starting"
    ON = "on"
    STOPPING = "stopping"


@dataclass(frozen=True, slots=True)
class Hold:
    """Thresholds on the score, and times in seconds.

    Attributes:
        on: Score from which a signal starts.
        off: Score below which it ends.
        hold: How long the score must stay high before the signal counts.
        release: How long the score must stay low before it ends.
        gap: Longest dip below ``on`` that does not restart the hold.
        blind: Longest time between two updates; after a longer one the hold starts again.
    """

    on: float
    off: float
    hold: float
    release: float
    gap: float = 0.0
    blind: float = 0.35

    def __post_init__(self) -> None:
        if not self.off <= self.on or not min(self.hold, self.release, self.gap, self.blind) >= 0:
            raise ValueError("a hold needs off <= on, and times of at least 0 seconds")


@dataclass(frozen=True, slots=True)
class Edge:
    """Start or end of a signal.

    Attributes:
        on: True for a start, False for an end.
        onset: When the start or end happened, in seconds.
        decided: When it was decided, in seconds.
    """

    on: bool
    onset: float
    decided: float


class Hysteresis:
    """State of one detector; feed scores in time order, and get an Edge when the signal starts or stops."""

    def __init__(self, hold: Hold) -> None:
        self.hold = hold
        self.level = HysteresisLevel.QUIET
        self.onset = 0.0  # time when the signal that is shown or starting began
        self._high = 0.0  # time when the score was last at or above ``on``, while starting
        self._below = 0.0  # time when the score fell below ``off``, while stopping

    @property
    def is_on(self) -> bool:
        return self.level in (HysteresisLevel.ON, HysteresisLevel.STOPPING)

    def update(self, t: float, score: float | None) -> Edge | None:
        """Process a score at ``t`` seconds; return the start or end that it causes, if any.

        A score of None means that the frame cannot be judged; it acts like a very low score.
        """
        value = float("-inf") if score is None else score
        return self._while_on(t, value) if self.is_on else self._while_off(t, value)

    def _while_off(self, t: float, value: float) -> Edge | None:
        h = self.hold
        if self.level is HysteresisLevel.STARTING and t - self._high > (h.blind if value >= h.on else h.gap):
            self.level = HysteresisLevel.QUIET
        if value < h.on:
            return None
        if self.level is HysteresisLevel.QUIET:
            self.level, self.onset = HysteresisLevel.STARTING, t
        self._high = t
        if t - self.onset < h.hold - 1e-9:
            return None
        self.level = HysteresisLevel.ON
        return Edge(True, self.onset, t)

    def _while_on(self, t: float, value: float) -> Edge | None:
        h = self.hold
        if value >= h.off:
            self.level = HysteresisLevel.ON
            return None
        if self.level is HysteresisLevel.ON:
            self.level, self._below = HysteresisLevel.STOPPING, t
        if t - self._below < h.release - 1e-9:
            return None
        self.level = HysteresisLevel.QUIET
        return Edge(False, self._below, t)

    def reset(self, t: float) -> Edge | None:
        """Stop at once, for example when a seat was lost; return the end of the signal if it was shown."""
        shown, self.level = self.is_on, HysteresisLevel.QUIET
        return Edge(False, t, t) if shown else None
