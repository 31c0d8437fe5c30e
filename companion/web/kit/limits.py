"""How much and how often, and what is refused for another reason than its content."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final

from companion.errors import CompanionError

MAX_CLIENTS: Final = 512  # that are told apart; the one that asked longest ago is forgotten
MAX_WAIT_S: Final = 128.0  # seconds between two wrong tries of one client


class Refused(CompanionError):
    """Base of what is refused for another reason than its content: each kind has its own HTTP status."""

    status: ClassVar[int] = 400


class TooMany(Refused):
    """It was asked too often."""

    status = 429


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
class Slowing:
    """Each wrong try makes its own client wait twice as long for the next: 2 s, 4 s, up to ``MAX_WAIT_S``."""

    _of: dict[str, tuple[int, float]] = field(default_factory=dict)  # wrong tries, when the next is heard

    def wait(self, client: str, now: float) -> float:
        """Return seconds for which nothing that this client tries is heard."""
        return max(0.0, self._of.get(client, (0, now))[1] - now)

    def wrong(self, client: str, now: float) -> None:
        """Count one more wrong try of this client."""
        tries = self._of.pop(client, (0, now))[0] + 1
        self._of[client] = (tries, now + min(2.0**tries, MAX_WAIT_S))
        if len(self._of) > MAX_CLIENTS:
            del self._of[next(iter(self._of))]


@dataclass
class Buckets:
    """A bucket a client: one who asks too often keeps nobody else out."""

    rate: float
    burst: float
    _of: dict[str, Bucket] = field(default_factory=dict)

    def take(self, client: str, now: float) -> bool:
        bucket = self._of.pop(client, None) or Bucket(self.rate, self.burst)
        self._of[client] = bucket  # the newest last
        if len(self._of) > MAX_CLIENTS:
            del self._of[next(iter(self._of))]
        return bucket.take(now)
