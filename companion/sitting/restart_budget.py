"""How soon, and how often, a source that was lost is opened again."""

from __future__ import annotations

from dataclasses import dataclass

STABLE_AFTER_S = (
    10.0  # seconds, beyond twice the last wait: a source that gives something so long after its loss is well again
)


@dataclass
class RestartBudget:
    """The wait doubles from ``delay`` to ``slowly`` s with each restart until the source stays; ``tries`` are quick."""

    tries: int = 6
    delay: float = 0.5
    slowly: float = 15.0
    _count: int = 0
    _wait: float = 0.0
    _lost: float = 0.0

    def wait(self, now: float) -> float:
        """Seconds to wait before the restart that is due at ``now``."""
        self._wait = min(self.slowly, 2 * self._wait if self._count else self.delay)
        self._count, self._lost = self._count + 1, now
        return self._wait

    def came(self, now: float) -> None:
        """Note that the source gives something at ``now``. One that flickers is not well at once."""
        if now - self._lost >= STABLE_AFTER_S + 2 * self._wait:
            self._count = 0

    @property
    def spent(self) -> bool:
        return self._count > self.tries
