"""Rate limit for what others can cause by messages over a broker, at a table or in the hall."""

from __future__ import annotations

from collections import deque
from typing import Final

RATE_WINDOW_S: Final = 10.0  # seconds for which a rate limit counts actions


class Rate:
    """Rate limit: at most ``limit`` actions in any ``RATE_WINDOW_S`` seconds."""

    def __init__(self, limit: int) -> None:
        self._times: deque[float] = deque(maxlen=limit)

    def is_free(self, now: float) -> bool:
        """Return True if an action at ``now`` (seconds) would be within the limit."""
        return len(self._times) < (self._times.maxlen or 0) or now - self._times[0] >= RATE_WINDOW_S

    def take(self, now: float) -> bool:
        """Return True and count an action at ``now`` (seconds) if it is within the limit; else return False."""
        if not self.is_free(now):
            return False
        self._times.append(now)
        return True
