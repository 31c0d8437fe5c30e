"""What every picture source gives: frames with times, and a status, decided by the times of its frames alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from companion import events
from companion.facts import Fact, fact

Image: TypeAlias = npt.NDArray[np.uint8]
OnStatus: TypeAlias = Callable[[events.Source], None]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture.

    ``image``: (height, width, 3) uint8, blue-green-red, contiguous. ``t``: seconds of the clip, or of the clock for
    live sources. ``index`` counts all pictures taken, so a gap shows what a slow reader left out. ``stale``: the camera
    repeats its last picture; nothing may be concluded from it.
    """

    image: Image
    t: float
    index: int
    source: str
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds, sizes in bytes and pixels."""

    open_timeout: float = 10.0
    read_timeout: float = 5.0
    frozen_after: float = 0.9
    same_after: float = 0.9
    black_after: float = 1.0
    offline_after: float = 5.0
    max_bytes: int = 16 << 20
    max_pixels: int = 50_000_000


@dataclass(slots=True)
class StatusBoard:
    """Holds the status of one source and publishes changes; a note is published under the status that stands."""

    source: str
    on_status: OnStatus | None = None
    status: events.Status = "offline"
    notes: list[Fact] = field(default_factory=list)

    def publish(self, status: events.Status, at: float, detail: Fact | None = None, onset: float | None = None) -> None:
        """Change to ``status`` at ``at`` s; it began at ``onset`` (default ``at``). The same status again is silent."""
        if status != self.status:
            self.status = status
            self._tell(at, detail, onset)

    def note(self, what: Fact, at: float) -> None:
        """Remember what was odd, and publish it."""
        self.notes.append(what)
        self._tell(at, what, None)

    def _tell(self, at: float, detail: Fact | None, onset: float | None) -> None:
        if self.on_status is not None:
            began = at if onset is None else onset
            self.on_status(
                events.Source(onset=began, decided=at, source=self.source, status=self.status, detail=detail)
            )


_Source = TypeVar("_Source", bound="FrameSource")


class FrameSource:
    """A camera, stream, clip or still. Iterate ``frames`` once; ``close`` may be called from any thread, and twice.

    ``name`` stands in sentences and events and never holds a password. ``live``: time passes outside, so that only the
    newest frame is kept. ``is_still``: it is one picture, in which nobody can move.
    """

    live = False
    is_still = False

    def __init__(self, name: str, on_status: OnStatus | None) -> None:
        self.name = name
        self._board = StatusBoard(name, on_status)

    @property
    def status(self) -> events.Status:
        """Return how it is now: online, frozen, offline, ended or off."""
        return self._board.status

    @property
    def notes(self) -> tuple[Fact, ...]:
        """Return what was odd: a picture size that changed, a clip that ends early."""
        return tuple(self._board.notes)

    def frames(self) -> Iterator[Frame]:
        """Pictures as they come, times rising; ends with the clip, never with a camera. Raises DeviceUnavailable."""
        raise NotImplementedError

    def close(self) -> None:
        """Give the camera or file back; ``frames`` ends."""
        raise NotImplementedError

    def __enter__(self: _Source) -> _Source:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


MAX_DARK_LEVEL = 10  # of 255: no sample of a picture is brighter where the lens is covered or the camera gives black
MAX_PAUSE_FACTOR = 3.0  # times its usual pause between two pictures that a slow camera may take


@dataclass(slots=True)
class FramePace:
    """How far apart things usually come, seconds; ``most`` bounds what a slow source may ask for."""

    max_interval: float
    usual: float = 0.0
    _before: float | None = None

    def note(self, t: float) -> None:
        if self._before is not None:
            self.usual += 0.2 * (min(t - self._before, self.max_interval) - self.usual)
        self._before = t

    def restart(self) -> None:
        """Start over: what comes next says nothing about the pace."""
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
        most = self.limits.offline_after / (2 * MAX_PAUSE_FACTOR)
        self._frames, self._changes = FramePace(most), FramePace(most)

    def frame(self, t: float, print_: bytes, size: tuple[int, int]) -> bool:
        """Take a picture of ``size`` (width, height) at ``t`` s; ``print_`` tells whether it is the same as before.

        False for one that shows nothing new: no more may be made of it.
        """
        new = self._last is None or print_ != self._print
        if new:
            self._changed = t
            self._changes.note(t)
        self._frames.note(t)
        if self._lit is None or not print_ or max(print_) >= MAX_DARK_LEVEL:
            self._lit = t
        self._last, self._print = t, print_
        if t - self._changed >= max(self.limits.same_after, MAX_PAUSE_FACTOR * self._changes.usual):
            same = fact("source.same-picture", seconds=round(t - self._changed, 3))
            self.board.publish("frozen", t, same, self._changed)
        elif t - self._lit >= self.limits.black_after:
            self.board.publish("frozen", t, fact("source.black"), self._lit)
        else:
            self.board.publish("online", t)
        self._on_frame_size(t, size)
        return new

    def _on_frame_size(self, t: float, size: tuple[int, int]) -> None:
        if self._size is not None and self._size != size:
            was, now = (f"{w}x{h}" for w, h in (self._size, size))
            self.board.note(fact("source.resized", was=was, now=now, t=round(t, 3)), t)
        self._size = size

    def on_connected(self, t: float) -> None:
        """Await the first frame of a connection that stands at ``t`` s."""
        self._last, self._changed, self._print, self._lit, self.board.status = t, t, b"", t, "offline"
        self._frames.restart()
        self._changes.restart()

    def tick(self, t: float) -> Fact | None:
        """Call often. Why the connection is to be made anew, where no frame has come for so long."""
        if self._last is None:
            return None
        silent = t - self._last
        if silent >= self.limits.offline_after:
            return fact("source.no-picture", seconds=round(silent))
        if (
            silent >= max(self.limits.frozen_after, MAX_PAUSE_FACTOR * self._frames.usual)
            and self.board.status == "online"
        ):
            self.board.publish("frozen", t, fact("source.no-picture", seconds=round(silent, 1)), self._last)
        return None
