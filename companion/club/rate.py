"""How often: what strangers on a broker cause is bounded, at a table and in the hall."""

from __future__ import annotations

from collections import deque
from typing import Final

RATE_WINDOW_S: Final = 10.0  # seconds in which a rate's limit counts


class Rate:
    """At most ``limit`` in ``RATE_WINDOW_S`` seconds; what strangers cause is counted by it."""

    def __init__(self, limit: int) -> None:
        self._times: deque[float] = deque(maxlen=limit)

    def is_free(self, now: float) -> bool:
        """Return True if one more is allowed at ``now``."""
        return len(self._times) < (self._times.maxlen or 0) or now - self._times[0] >= RATE_WINDOW_S

    def take(self, now: float) -> bool:
        """Count one more at ``now``; False, and uncounted, where it is too many."""
        if not self.is_free(now):
            return False
        self._times.append(now)
        return True
