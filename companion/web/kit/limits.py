"""How much and how often."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

MOST_CLIENTS: Final = 512  # that are told apart; the one that asked longest ago is forgotten


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


@dataclass
class Buckets:
    """A bucket a client: one who asks too often keeps nobody else out."""

    rate: float
    burst: float
    _of: dict[str, Bucket] = field(default_factory=dict)

    def take(self, client: str, now: float) -> bool:
        bucket = self._of.pop(client, None) or Bucket(self.rate, self.burst)
        self._of[client] = bucket  # the newest last
        if len(self._of) > MOST_CLIENTS:
            del self._of[next(iter(self._of))]
        return bucket.take(now)
