"""Rate limits of requests, and the errors that have their own HTTP status."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final

from companion.errors import CompanionError

MAX_CLIENTS: Final = 512  # clients that are remembered; one more replaces the least recent
MAX_WAIT_S: Final = 128.0  # seconds: the longest delay after a wrong try


class Refused(CompanionError):
    """Base class of errors that reject a request for a reason other than its content.

    Each subclass has its HTTP status.
    """

    status: ClassVar[int] = 400


class TooMany(Refused):
    """Raised for a request beyond a rate limit (HTTP 429)."""

    status = 429


@dataclass
class Bucket:
    """A token bucket: at most ``rate`` requests a second on average, and ``burst`` at once.

    Times are seconds of the clock that the caller uses.
    """

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
    """Waiting times that double with each wrong try of a client: 2 s, 4 s, and so on up to ``MAX_WAIT_S``."""

    _of: dict[str, tuple[int, float]] = field(default_factory=dict)  # wrong tries, time of the next allowed try

    def wait(self, client: str, now: float) -> float:
        """Return how many seconds this client must still wait; 0 if its next try is accepted now."""
        return max(0.0, self._of.get(client, (0, now))[1] - now)

    def wrong(self, client: str, now: float) -> None:
        """Record a wrong try of this client and double its waiting time."""
        tries = self._of.pop(client, (0, now))[0] + 1
        self._of[client] = (tries, now + min(2.0**tries, MAX_WAIT_S))
        if len(self._of) > MAX_CLIENTS:
            del self._of[next(iter(self._of))]


@dataclass
class Buckets:
    """One token bucket for each client, so that a client with many requests does not slow down others."""

    rate: float
    burst: float
    _of: dict[str, Bucket] = field(default_factory=dict)

    def take(self, client: str, now: float) -> bool:
        bucket = self._of.pop(client, None) or Bucket(self.rate, self.burst)
        self._of[client] = bucket  # the most recent client is last
        if len(self._of) > MAX_CLIENTS:
            del self._of[next(iter(self._of))]
        return bucket.take(now)
