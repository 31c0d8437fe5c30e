"""Clocks, in seconds. Each part of the program is given a monotonic clock; the time of day only labels logs."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Protocol of a source of time: seconds from an arbitrary start, which never decrease."""

    def now(self) -> float: ...

    def sleep(self, seconds: float) -> None: ...


class MonotonicClock:
    """The machine's monotonic clock; it is 0 when the object is made."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def now(self) -> float:
        return time.monotonic() - self._start

    def sleep(self, seconds: float) -> None:
        if seconds > 0:
            time.sleep(seconds)


class ManualClock:
    """A clock that changes only by ``sleep``, ``advance`` and ``set``, for tests and for clips read at full speed."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self.advance(seconds)

    def advance(self, seconds: float) -> None:
        self.set(self._now + seconds)

    def set(self, to: float) -> None:
        """Set the time to ``to`` seconds. Raises ValueError if that is earlier than now."""
        if to < self._now:
            raise ValueError(f"the clock cannot go back from {self._now:.3f} s to {to:.3f} s")
        self._now = to
