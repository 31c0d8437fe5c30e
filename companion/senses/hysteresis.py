"""Four-state hysteresis for detectors: quiet, starting, on, stopping (after silero-vad and pipecat).

A score must stay at or above ``Hold.on`` for ``hold`` seconds to start a signal, and below ``off`` for ``release``
seconds to end it. All are seconds, never frames, so that a 12 fps phone and a 30 fps camera behave alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

TIME_TOLERANCE_S: Final = 1e-6
"""Seconds by which two times may differ and count as equal, because a clip's frame times are rounded sums."""


class HysteresisLevel(Enum):
    """State of a detector; the signal is on in ON and STOPPING."""

    QUIET = "quiet"
    STARTING = "starting"
    ON = "on"
    STOPPING = "stopping"


@dataclass(frozen=True, slots=True)
class Hold:
    """Thresholds and times with which a detector switches on and off.

    Attributes:
        on: Score at or above which a signal starts.
        off: Score below which it ends.
        hold: How long the score must stay high before the signal starts, in seconds.
        release: How long the score must stay low before it ends, in seconds.
        gap: Longest dip below ``on`` that does not restart the ``hold`` time, in seconds.
        blind: Longest time between two updates, in seconds; after a longer one the ``hold`` time starts again.
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
    """Start or end of a signal, as reported by ``Hysteresis``.

    Attributes:
        on: True for a start, False for an end.
        onset: When the signal started or ended, in seconds.
        decided: When that was decided, in seconds.
    """

    on: bool
    onset: float
    decided: float


class Hysteresis:
    """Detector of one signal from its scores, which must come in order of time."""

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
        """Process the score at ``t`` seconds; return the start or end that it causes, or None.

        A score of None means that the frame cannot be judged; it has the effect of a very low score.
        """
        value = float("-inf") if score is None else score
        return self._while_on(t, value) if self.is_on else self._while_off(t, value)

    def _while_off(self, t: float, value: float) -> Edge | None:
        h = self.hold
        longest = h.blind if value >= h.on else h.gap
        if self.level is HysteresisLevel.STARTING and t - self._high > longest + TIME_TOLERANCE_S:
            self.level = HysteresisLevel.QUIET
        if value < h.on:
            return None
        if self.level is HysteresisLevel.QUIET:
            self.level, self.onset = HysteresisLevel.STARTING, t
        self._high = t
        if t - self.onset < h.hold - TIME_TOLERANCE_S:
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
        if t - self._below < h.release - TIME_TOLERANCE_S:
            return None
        self.level = HysteresisLevel.QUIET
        return Edge(False, self._below, t)

    def reset(self, t: float) -> Edge | None:
        """Switch off at once, as when a face is lost; return the end of the signal, or None if it was off."""
        shown, self.level = self.is_on, HysteresisLevel.QUIET
        return Edge(False, t, t) if shown else None
