"""How soon, and how often, a source that was lost is opened again."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field


@dataclass
class RestartBudget:
    """``tries`` restarts within ``span`` seconds come after ``delay`` s each, further ones after ``slowly`` s."""

    tries: int = 5
    span: float = 60.0
    delay: float = 1.0
    slowly: float = 15.0
    _times: deque[float] = field(default_factory=deque)

    def wait(self, now: float) -> float:
        """Seconds to wait before the restart that is due at ``now``."""
        while self._times and now - self._times[0] >= self.span:
            self._times.popleft()
        self._times.append(now)
        return self.delay if len(self._times) <= self.tries else self.slowly

    @property
    def spent(self) -> bool:
        return len(self._times) > self.tries
