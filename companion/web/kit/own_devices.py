"""The cameras and microphones of this machine that Python opens: named at the start or chosen on the laptop's page."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from companion.clock import Clock
from companion.errors import CompanionError
from companion.private import expand_user
from companion.sources import open_source
from companion.sources.audio import RATE, Chunk
from companion.sources.audio_files import open_audio
from companion.sources.audio_microphone import microphones
from companion.sources.capture import cameras
from companion.sources.picture_source import Frame, OnStatus

_CLIP_POLL_S: Final = 0.02  # seconds between two checks for the clip's first picture
CLIP_START_TIMEOUT_S: Final = 30.0  # seconds after which a sound file starts without its clip


@dataclass
class SharedBeginning:
    """When a recording began; shared by a clip and the sound file that belongs to it.

    Attributes:
        at: The clock's time at which the recording's time was 0; None before its first picture or sound.
    """

    at: float | None = None


class DatedSource:
    """A wrapper around a source of pictures or sound that converts a recording's times to times of the clock.

    A live source already has the clock's times, and is passed on unchanged.

    Args:
        source: The source.
        clock: The clock.
        beginning: When the recording began; shared by a clip and the sound file that belongs to it.
        follows: True for that sound file. It waits for the clip's first picture, and is read no faster than it plays.
    """

    def __init__(
        self, source: Any, clock: Clock, beginning: SharedBeginning | None = None, *, follows: bool = False
    ) -> None:
        self._source, self._clock, self._follows = source, clock, follows
        self._closed = False
        self.beginning = beginning or SharedBeginning()
        self.seen = 0.0
        """How far a recording has been read, in seconds of the recording."""

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
        while self.beginning.at is None and not self._closed and waited < CLIP_START_TIMEOUT_S:
            self._clock.sleep(_CLIP_POLL_S)
            waited += _CLIP_POLL_S

    def _wait(self, due: float) -> None:
        while not self._closed and (wait := due - self._clock.now()) > 0:
            self._clock.sleep(min(wait, 0.25))

    def close(self) -> None:
        self._closed = True
        self._source.close()

    def __getattr__(self, name: str) -> Any:
        """Return the wrapped source's own attribute, such as its name or status."""
        return getattr(self._source, name)


class OwnDevices:
    """The camera and microphone of this machine that Python opens.

    ``camera`` and ``microphone`` name the devices as ``open_source`` and ``open_audio`` accept them; "" is none.
    """

    def __init__(self, clock: Clock) -> None:
        self.camera = ""
        self.microphone = ""
        self.setup: Path | None = None
        """A dice calibration file named at the start; None for none."""
        self.clip: DatedSource | None = None
        """The open camera if it is a clip, else None."""
        self._clock = clock
        self._beginning = SharedBeginning()

    def renew(self) -> None:
        """Forget when the last recording began and which clip was open, so that the next clip starts anew."""
        self._beginning, self.clip = SharedBeginning(), None

    def open_camera(self, on_status: OnStatus) -> DatedSource:
        """Open the chosen camera; called in the thread that reads it.

        ``on_status`` is called with each change of its status. Raises BadInput if it names no picture source,
        DeviceUnavailable if it does not open.
        """
        source = open_source(self.camera, realtime=True, clock=self._clock, on_status=on_status)
        opened = DatedSource(source, self._clock, self._beginning)
        self.clip = None if source.live else opened
        return opened

    def open_microphone(self, on_status: OnStatus) -> DatedSource:
        """Open the chosen microphone; called in the thread that reads it.

        ``on_status`` is called with each change of its status. If the camera is a clip, a sound file plays in time with
        it. Raises BadInput for an unreadable file or an ambiguous name, DeviceUnavailable if the microphone does not
        open.
        """
        clip = bool(self.camera) and expand_user(self.camera).is_file()
        name = "" if self.microphone == "default" else self.microphone
        source = open_audio(name, realtime=not clip, clock=self._clock, on_status=on_status)
        together = clip and not source.live
        return DatedSource(source, self._clock, self._beginning if together else None, follows=together)


def list_devices() -> dict[str, list[dict[str, str]]]:
    """Return the devices that a page may ask Python to open: ``{cameras, microphones}``, each ``[{spec, name}]``."""
    seen = [{"spec": str(c.index), "name": c.name} for c in cameras()]
    if not seen and not sys.platform.startswith("linux"):  # Windows and macOS give no names
        seen = [{"spec": str(k), "name": str(k)} for k in range(3)]
    heard: list[dict[str, str]] = []
    with contextlib.suppress(CompanionError):
        heard = [{"spec": str(number), "name": name} for number, name in microphones()]
    return {"cameras": seen, "microphones": [{"spec": "default", "name": ""}, *heard] if heard else []}
