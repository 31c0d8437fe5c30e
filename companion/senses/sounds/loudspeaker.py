"""What companion itself plays must not count: the table says when and, if it can, what it plays."""

from __future__ import annotations

from collections import deque


class Loudspeaker:
    """Times during which our own loudspeaker sounds, with the echo after it, in seconds of the session's clock."""

    def __init__(self, echo: float) -> None:
        self._echo = echo
        self._spans: deque[tuple[float, float]] = deque(maxlen=64)

    def plays(self, start: float, seconds: float) -> None:
        self._spans.append((start, start + seconds + self._echo))

    def sounding(self, start: float, stop: float) -> bool:
        """Whether any of it fell between `start` and `stop`."""
        return any(a < stop and start < b for a, b in self._spans)
