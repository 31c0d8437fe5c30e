"""Base of all picture sources: frames with times, limits, and a status that depends only on times and pictures."""

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
    """One picture of a source.

    Attributes:
        image: Shape (height, width, 3), uint8, blue-green-red, contiguous.
        t: Seconds of the clip, or of the clock for live sources.
        index: Number of the picture, counting all that arrived: a gap shows what a slow reader skipped.
        source: Name of the source.
        stale: True if the camera repeats its last picture; nothing may be concluded from it.
    """

    image: Image
    t: float
    index: int
    source: str
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a picture source: times in seconds, sizes in bytes and pixels.

    Attributes:
        open_timeout: Time for opening.
        read_timeout: Time for one picture to arrive.
        frozen_after: Time without a picture until the status is "frozen".
        same_after: Time of one repeated picture until the status is "frozen".
        black_after: Time of black pictures until the status is "frozen".
        offline_after: Time without a picture until the connection is given up.
        max_bytes: Bytes of one picture of a stream; a picture file may have eight times as many.
        max_pixels: Pixels of one picture.
    """

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
    """Status of one source. Changes of status, and notes about unusual things, are published to ``on_status``."""

    source: str
    on_status: OnStatus | None = None
    status: events.Status = "offline"
    notes: list[Fact] = field(default_factory=list)

    def publish(self, status: events.Status, at: float, detail: Fact | None = None, onset: float | None = None) -> None:
        """Change to ``status`` and publish it; do nothing if it is the current one.

        Args:
            status: The new status.
            at: Time of the decision, in seconds.
            detail: The reason.
            onset: Time at which the new state began (default: ``at``).
        """
        if status != self.status:
            self.status = status
            self._tell(at, detail, onset)

    def note(self, what: Fact, at: float) -> None:
        """Record something unusual, and publish it with the current status."""
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
    """Base class of cameras, streams, clips and still pictures.

    ``close`` may be called from any thread, and more than once.

    Attributes:
        name: Name in messages and events; never holds a password.
        live: True for cameras and streams, whose frames are lost if they are not read in time.
        is_still: True for a single picture, in which nobody can move.
    """

    live = False
    is_still = False

    def __init__(self, name: str, on_status: OnStatus | None) -> None:
        self.name = name
        self._board = StatusBoard(name, on_status)

    @property
    def status(self) -> events.Status:
        """The current status: online, frozen, offline, ended or off."""
        return self._board.status

    @property
    def notes(self) -> tuple[Fact, ...]:
        """Facts about unusual things, such as a picture size that changed or a clip that ends early."""
        return tuple(self._board.notes)

    def frames(self) -> Iterator[Frame]:
        """Yield pictures as they come, in order of time.

        It ends with a clip or at ``close``; a camera has no end. Raises DeviceUnavailable if a live source is lost.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Release the camera or file; ``frames`` then ends."""
        raise NotImplementedError

    def __enter__(self: _Source) -> _Source:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


MAX_DARK_LEVEL = 10  # of 255; a picture is black if no sampled value reaches it (lens covered, or no signal)
MAX_PAUSE_FACTOR = 3.0  # a camera is frozen after this many of its usual intervals without a new picture


@dataclass(slots=True)
class FramePace:
    """Running mean of the interval between pictures, in seconds (``usual``).

    Args:
        max_interval: Longer intervals are included as this one, so that a slow source still becomes "frozen" in time.
    """

    max_interval: float
    usual: float = 0.0
    _before: float | None = None

    def note(self, t: float) -> None:
        if self._before is not None:
            self.usual += 0.2 * (min(t - self._before, self.max_interval) - self.usual)
        self._before = t

    def restart(self) -> None:
        """Ignore the interval up to the next picture."""
        self._before = None


@dataclass(slots=True)
class SourceWatchdog:
    """Detector of frozen or black pictures and of missing ones. Publishes each change of status to ``board``.

    Call ``frame`` for each picture and ``tick`` in between. Limits of time grow with a camera's usual interval, so that
    one picture a second is not taken for a frozen one.
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
        """Record a picture, and return False if it repeats the one before.

        Args:
            t: Time of the picture, in seconds.
            print_: The picture's fingerprint (see ``pixels.fingerprint``).
            size: Width and height in pixels.
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
        """Reset for a new connection, made at ``t`` seconds, and wait for its first frame."""
        self._last, self._changed, self._print, self._lit, self.board.status = t, t, b"", t, "offline"
        self._frames.restart()
        self._changes.restart()

    def tick(self, t: float) -> Fact | None:
        """Update the status if pictures are missing; call it several times a second.

        Returns:
            The reason to reconnect, if no picture has come for ``offline_after`` seconds; else None.
        """
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
