"""Four-state hysteresis for every detector: quiet, starting, on, stopping (after silero-vad and pipecat).

A score must stay at or above ``on`` for ``hold`` seconds to count, and below ``off`` for ``release`` seconds to end.
Times are seconds, never frames, so that a 12 fps phone and a 30 fps camera behave alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """Where the detector is. Only ON and STOPPING count as shown."""

    QUIET = "quiet"
    STARTING = "starting"
    ON = "on"
    STOPPING = "stopping"


@dataclass(frozen=True, slots=True)
class Hold:
    """Thresholds on the score and times in seconds. ``gap``: a dip shorter than this does not restart the hold."""

    on: float
    off: float
    hold: float
    release: float
    gap: float = 0.0

    def __post_init__(self) -> None:
        if self.off > self.on or min(self.hold, self.release, self.gap) < 0:
            raise ValueError("a hold needs off <= on, and times of at least 0 seconds")


@dataclass(frozen=True, slots=True)
class Edge:
    """A change: ``on`` or off, when it began (``onset``) and when it was decided, seconds."""

    on: bool
    onset: float
    decided: float


class Hysteresis:
    """One detector's state. Feed scores in time order; get an Edge when the signal starts or stops."""

    def __init__(self, hold: Hold) -> None:
        self.hold = hold
        self.level = Level.QUIET
        self.onset = 0.0
        self._below = 0.0
        self._last: float | None = None

    @property
    def shown(self) -> bool:
        return self.level in (Level.ON, Level.STOPPING)

    def update(self, t: float, score: float | None) -> Edge | None:
        """``score`` None means "cannot judge": it neither starts nor holds, and ends like a low score."""
        value = float("-inf") if score is None else score
        if self.shown:
            return self._while_on(t, value)
        return self._while_off(t, value)

    def _while_off(self, t: float, value: float) -> Edge | None:
        h = self.hold
        if value >= h.on:
            if self.level is Level.QUIET:
                self.level, self.onset = Level.STARTING, t
            self._last = t
            if t - self.onset >= h.hold:
                self.level = Level.ON
                return Edge(True, self.onset, t)
        elif self.level is Level.STARTING and (value < h.off or t - (self._last or 0.0) > h.gap):
            if t - (self._last or 0.0) > h.gap:
                self.level = Level.QUIET
        return None

    def _while_on(self, t: float, value: float) -> Edge | None:
        h = self.hold
        if value >= h.off:
            self.level = Level.ON
        elif self.level is Level.ON:
            self.level, self._below = Level.STOPPING, t
        if self.level is Level.STOPPING and t - self._below >= h.release:
            self.level = Level.QUIET
            return Edge(False, self._below, t)
        return None

    def reset(self, t: float) -> Edge | None:
        """Stop at once (a seat was lost): the closing edge if one was shown."""
        shown, self.level = self.shown, Level.QUIET
        return Edge(False, t, t) if shown else None
