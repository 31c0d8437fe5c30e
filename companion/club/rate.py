"""``Rate``, a limit on how often strangers on a broker can cause something, at a table or in the hall."""

from __future__ import annotations

from collections import deque
from typing import Final

RATE_WINDOW_S: Final = 10.0  # seconds for which a rate limit counts actions


class Rate:
    """Rate limiter: at most ``limit`` actions in ``RATE_WINDOW_S`` seconds."""

    def __init__(self, limit: int) -> None:
        self._times: deque[float] = deque(maxlen=limit)

    def is_free(self, now: float) -> bool:
        """Return True if one more action is allowed at ``now`` (seconds)."""
        return len(self._times) < (self._times.maxlen or 0) or now - self._times[0] >= RATE_WINDOW_S

    def take(self, now: float) -> bool:
        """Count one more action at ``now`` (seconds); return False, without counting it, if the limit is reached."""
        if not self.is_free(now):
            return False
        self._times.append(now)
        return True
