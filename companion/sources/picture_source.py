"""What every picture source gives: frames with times, a status that is published when it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from companion import events
from companion.facts import Fact

Image: TypeAlias = npt.NDArray[np.uint8]
OnStatus: TypeAlias = Callable[[events.Source], None]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. ``image``: (height, width, 3) uint8, blue-green-red, contiguous. ``t``: seconds of the clip, or of
    the clock for live sources. ``index`` counts all pictures taken, so a gap shows what a slow reader left out.
    ``stale``: the camera repeats its last picture; nothing may be concluded from it."""

    image: Image
    t: float
    index: int
    source: str
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds. ``budget``: how long a lost live source is sought before it counts as gone."""

    open_timeout: float = 10.0
    read_timeout: float = 5.0
    frozen_after: float = 0.9
    same_after: float = 0.9
    black_after: float = 1.0
    offline_after: float = 5.0
    first_delay: float = 0.5
    longest_delay: float = 8.0
    budget: float = 60.0
    max_bytes: int = 16 << 20
    max_pixels: int = 50_000_000


@dataclass(slots=True)
class StatusBoard:
    """Holds the status of one source and publishes changes; a note is published under the status that stands."""

    source: str
    on_status: OnStatus | None = None
    status: events.Status = "offline"
    notes: list[Fact] = field(default_factory=list)
    _told: bool = False

    def publish(self, status: events.Status, at: float, detail: Fact | None = None, onset: float | None = None) -> None:
        """Change to ``status`` at ``at`` s; it began at ``onset`` (default ``at``). The same status again is silent."""
        if status != self.status or not self._told:
            self.status = status
            self._told = True
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
    newest frame is kept.
    """

    live = False

    def __init__(self, name: str, on_status: OnStatus | None) -> None:
        self.name = name
        self._board = StatusBoard(name, on_status)

    @property
    def status(self) -> events.Status:
        """How it is now: online, frozen, offline, ended or off."""
        return self._board.status

    @property
    def notes(self) -> tuple[Fact, ...]:
        """What was odd: a picture size that changed, a clip that ends early."""
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
