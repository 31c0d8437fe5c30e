"""Time is one injected monotonic clock, in seconds; wall time only labels a log."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Seconds from an arbitrary start, never going back."""

    def now(self) -> float: ...

    def sleep(self, seconds: float) -> None: ...


class MonotonicClock:
    """The machine's monotonic clock, starting at 0 when it is made."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def now(self) -> float:
        return time.monotonic() - self._start

    def sleep(self, seconds: float) -> None:
        if seconds > 0:
            time.sleep(seconds)


class ManualClock:
    """A clock that moves only when told: for tests, and for files read at full speed."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self.advance(seconds)

    def advance(self, seconds: float) -> None:
        self.set(self._now + seconds)

    def set(self, to: float) -> None:
        """Move to ``to`` seconds. Raises ValueError for a time before now."""
        if to < self._now:
            raise ValueError(f"the clock cannot go back from {self._now:.3f} s to {to:.3f} s")
        self._now = to
