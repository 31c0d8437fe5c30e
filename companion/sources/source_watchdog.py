"""Is a source well? Decides online, frozen and offline from the times of its frames alone; no threads here."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.facts import Fact, fact
from companion.sources.picture_source import Limits, StatusBoard

DARK = 10  # of 255: no sample of a picture is brighter where the lens is covered or the camera gives black
USUAL = 3.0  # times its usual pause between two pictures that a slow camera may take


@dataclass(slots=True)
class FramePace:
    """How far apart things usually come, seconds; ``most`` bounds what a slow source may ask for."""

    most: float
    usual: float = 0.0
    _before: float | None = None

    def note(self, t: float) -> None:
        if self._before is not None:
            self.usual += 0.2 * (min(t - self._before, self.most) - self.usual)
        self._before = t

    def broken(self) -> None:
        """What comes next says nothing about the pace."""
        self._before = None


@dataclass(slots=True)
class SourceWatchdog:
    """Fed with each frame's time and fingerprint, asked with ``tick``; publishes through ``board`` on change.

    A camera that gives a picture every second is not frozen between two of them: what is usual for it counts.
    """

    board: StatusBoard
    limits: Limits
    _last: float | None = None
    _changed: float = 0.0
    _lit: float | None = None
    _print: bytes = b""
    _size: tuple[int, int] | None = None
    _frames: FramePace = field(init=False)
    _changes: FramePace = field(init=False)

    def __post_init__(self) -> None:
        most = self.limits.offline_after / (2 * USUAL)
        self._frames, self._changes = FramePace(most), FramePace(most)

    def frame(self, t: float, print_: bytes, size: tuple[int, int]) -> bool:
        """A picture of ``size`` (width, height) came at ``t`` s; ``print_`` tells whether it is the same as before.

        False for one that shows nothing new: no more may be made of it.
        """
        new = self._last is None or print_ != self._print
        if new:
            self._changed = t
            self._changes.note(t)
        self._frames.note(t)
        if self._lit is None or not print_ or max(print_) >= DARK:
            self._lit = t
        self._last, self._print = t, print_
        if t - self._changed >= max(self.limits.same_after, USUAL * self._changes.usual):
            same = fact("source.same-picture", seconds=round(t - self._changed, 3))
            self.board.publish("frozen", t, same, self._changed)
        elif t - self._lit >= self.limits.black_after:
            self.board.publish("frozen", t, fact("source.black"), self._lit)
        else:
            self.board.publish("online", t)
        self._resized(t, size)
        return new

    def _resized(self, t: float, size: tuple[int, int]) -> None:
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
        self._last, self._changed, self._print, self._lit = t, t, b"", t
        self._frames.broken()
        self._changes.broken()

    def tick(self, t: float) -> bool:
        """Call often. True where no frame has come for so long that the connection is to be made anew."""
        if self._last is None:
            return False
        silent = t - self._last
        if silent >= self.limits.offline_after:
            self.lost(t, fact("source.no-picture", seconds=round(silent)))
            return True
        if silent >= max(self.limits.frozen_after, USUAL * self._frames.usual) and self.board.status == "online":
            self.board.publish("frozen", t, fact("source.no-picture", seconds=round(silent, 1)), self._last)
        return False

    def lost(self, t: float, why: Fact) -> None:
        """The connection broke at ``t`` s."""
        self.board.publish("offline", t, why, self._last)
        self._last = None


@dataclass(slots=True)
class RetryDelay:
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
