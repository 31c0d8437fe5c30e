"""Is a source well? Decides online, frozen and offline from the times of its frames alone; no threads here."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.facts import Fact, fact
from companion.sources.frame import Board, Limits


@dataclass(slots=True)
class Watch:
    """Fed with each frame's time and fingerprint, asked with ``tick``; publishes through ``board`` on change."""

    board: Board
    limits: Limits
    _last: float | None = None
    _changed: float = 0.0
    _print: bytes = b""
    _size: tuple[int, int] | None = None

    def frame(self, t: float, print_: bytes, size: tuple[int, int]) -> None:
        """A picture of ``size`` (width, height) came at ``t`` s; ``print_`` tells whether it is the same as before."""
        if self._last is None or print_ != self._print:
            self._changed = t
        self._last, self._print = t, print_
        if t - self._changed >= self.limits.same_after:
            same = fact("source.same-picture", seconds=round(t - self._changed, 3))
            self.board.publish("frozen", t, same, self._changed)
        else:
            self.board.publish("online", t)
        if self._size is not None and self._size != size:
            was, now = (f"{w}x{h}" for w, h in (self._size, size))
            self.board.note(fact("source.resized", was=was, now=now, t=round(t, 3)), t)
        self._size = size

    @property
    def waiting(self) -> bool:
        """Whether a connection stands; False once it is lost."""
        return self._last is not None

    def started(self, t: float) -> None:
        """A connection stands at ``t`` s; the first frame is awaited from here."""
        self._last, self._changed, self._print = t, t, b""

    def tick(self, t: float) -> bool:
        """Call often. True where no frame has come for so long that the connection is to be made anew."""
        if self._last is None:
            return False
        silent = t - self._last
        if silent >= self.limits.offline_after:
            self.lost(t, fact("source.no-picture", seconds=round(silent)))
            return True
        if silent >= self.limits.frozen_after and self.board.status == "online":
            self.board.publish("frozen", t, fact("source.no-picture", seconds=round(silent, 1)), self._last)
        return False

    def lost(self, t: float, why: Fact) -> None:
        """The connection broke at ``t`` s."""
        self.board.publish("offline", t, why, self._last)
        self._last = None


@dataclass(slots=True)
class Retry:
    """When to try again: the delay doubles from ``first_delay`` to ``longest_delay`` until ``budget`` s are spent.

    The budget is per loss: pictures that come for as long as the loss lasted give it back.
    """

    limits: Limits
    _since: float | None = field(default=None)
    _delay: float = 0.0
    _back: float | None = None

    def delay(self, t: float) -> float | None:
        """Seconds to wait before the next attempt, or None where the budget is spent. ``t``: now."""
        if self._since is None:
            self._since, self._delay = t, self.limits.first_delay
        self._back = None
        if t - self._since >= self.limits.budget:
            return None
        now, self._delay = self._delay, min(self._delay * 2, self.limits.longest_delay)
        return min(now, max(0.0, self._since + self.limits.budget - t))

    def picture(self, t: float) -> None:
        """A picture came at ``t`` s. A source that flickers does not get its budget back at once."""
        if self._since is None:
            return
        if self._back is None:
            self._back = t
        if t - self._back >= max(self.limits.first_delay, self._back - self._since):
            self._since = self._back = None
