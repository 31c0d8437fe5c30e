"""A clip or sound file whose times are the clock's, so that it can stand beside live sources; a sound file keeps step
with the clip that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.clock import Clock
from companion.sources.audio import RATE, Chunk
from companion.sources.picture_source import Frame

_LOOK: Final = 0.02  # seconds between looks at whether the clip has begun
PATIENCE: Final = 30.0  # seconds after which a sound file begins without its clip


@dataclass
class SharedBeginning:
    """The clock's time at which a recording's time was 0; None before its first picture or sound."""

    at: float | None = None


class DatedSource:
    """Around a source of pictures or sound; what is live has the clock's times already and is passed on as it is.

    ``beginning`` is shared by a clip and the sound file that ``follows`` it: the file waits for the clip's first
    picture and is read no faster than it plays.
    """

    def __init__(
        self, source: Any, clock: Clock, beginning: SharedBeginning | None = None, *, follows: bool = False
    ) -> None:
        self._source, self._clock, self._follows = source, clock, follows
        self._closed = False
        self.beginning = beginning or SharedBeginning()
        self.seen = 0.0
        """How far a recording has been read, seconds of its own."""

    def frames(self) -> Iterator[Frame]:
        for frame in self._source.frames():
            self.seen = frame.t
            yield replace(frame, t=frame.t + self._start(frame.t))

    def chunks(self) -> Iterator[Chunk]:
        if self._follows:
            self._await_clip()
        for chunk in self._source.chunks():
            start = self._start(chunk.t)
            if self._follows:
                self._wait(start + chunk.t + len(chunk.samples) / RATE)
            self.seen = chunk.t
            yield replace(chunk, t=chunk.t + start)

    def _start(self, t: float) -> float:
        if self._source.live:
            return 0.0
        if self.beginning.at is None:
            self.beginning.at = self._clock.now() - t
        return self.beginning.at

    def _await_clip(self) -> None:
        waited = 0.0
        while self.beginning.at is None and not self._closed and waited < PATIENCE:
            self._clock.sleep(_LOOK)
            waited += _LOOK

    def _wait(self, due: float) -> None:
        while not self._closed and (wait := due - self._clock.now()) > 0:
            self._clock.sleep(min(wait, 0.25))

    def close(self) -> None:
        self._closed = True
        self._source.close()

    def __getattr__(self, name: str) -> Any:
        """Name, status, notes and whether it is live are the source's own."""
        return getattr(self._source, name)
