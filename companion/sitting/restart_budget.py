"""Decide how long to wait before a lost source is opened again, and when it counts as lost for good."""

from __future__ import annotations

from dataclasses import dataclass

# A source counts as stable if it gives data this many seconds, plus twice the last wait, after its last loss.
STABLE_AFTER_S = 10.0


@dataclass
class RestartBudget:
    """Exponential back-off for restarts: the wait doubles until the source is stable again.

    Attributes:
        tries: Number of restarts after which the source counts as lost for good; slow retries continue.
        delay: First wait, seconds.
        slowly: Longest wait, seconds.
    """

    tries: int = 6
    delay: float = 0.5
    slowly: float = 15.0
    _count: int = 0
    _wait: float = 0.0
    _lost: float = 0.0

    def wait(self, now: float) -> float:
        """Count a restart at ``now`` and return the seconds to wait before it."""
        self._wait = min(self.slowly, 2 * self._wait if self._count else self.delay)
        self._count, self._lost = self._count + 1, now
        return self._wait

    def came(self, now: float) -> None:
        """Note that the source gave data at ``now``.

        The count of restarts is reset if this is long enough after the last loss.
        """
        if now - self._lost >= STABLE_AFTER_S + 2 * self._wait:
            self._count = 0

    @property
    def spent(self) -> bool:
        return self._count > self.tries
