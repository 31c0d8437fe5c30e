"""How much and how often."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Bucket:
    """At most ``rate`` a second, ``burst`` at once. Times are of the injected clock."""

    rate: float
    burst: float
    _level: float = -1.0
    _t: float = 0.0

    def take(self, now: float) -> bool:
        level = self.burst if self._level < 0 else min(self.burst, self._level + (now - self._t) * self.rate)
        self._t = now
        self._level = level - 1 if level >= 1 else level
        return level >= 1
