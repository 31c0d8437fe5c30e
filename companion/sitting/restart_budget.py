"""How soon, and how often, a source that was lost is opened again."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

STAYS = 4.0  # times the last wait: a source that gives something so long after its loss is well again


@dataclass
class RestartBudget:
    """The wait doubles from ``delay`` to ``slowly`` s with each restart of the last ``span`` s; ``tries`` are quick."""

    tries: int = 7
    span: float = 60.0
    delay: float = 0.5
    slowly: float = 15.0
    _times: deque[float] = field(default_factory=deque)
    _wait: float = 0.0

    def wait(self, now: float) -> float:
        """Seconds to wait before the restart that is due at ``now``."""
        while self._times and now - self._times[0] >= self.span:
            self._times.popleft()
        self._times.append(now)
        self._wait = min(self.slowly, self.delay * 2.0 ** (len(self._times) - 1))
        return self._wait

    def came(self, now: float) -> None:
        """The source gives something at ``now``. One that flickers is not well at once."""
        if self._times and now - self._times[-1] >= STAYS * self._wait:
            self._times.clear()

    @property
    def spent(self) -> bool:
        return len(self._times) > self.tries
