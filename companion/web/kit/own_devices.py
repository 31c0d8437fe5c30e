"""This machine's own cameras and microphones, as Python opens them: named by whoever starts the server or chosen from a
list on the laptop's page."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from companion.clock import Clock
from companion.errors import CompanionError
from companion.private import expanded
from companion.sources.dated_source import DatedSource, SharedBeginning
from companion.sources.picture_source import OnStatus


class OwnDevices:
    """``camera`` and ``microphone`` as they are typed, "" for none: see ``open_source`` and ``open_audio``."""

    def __init__(self, clock: Clock) -> None:
        self.camera = ""
        self.microphone = ""
        self.setup: Path | None = None
        """A calibration of the dice, where one was named."""
        self.clip: DatedSource | None = None
        """What the camera plays, where it is a clip."""
        self._clock = clock
        self._beginning = SharedBeginning()

    def renew(self) -> None:
        """Nothing is open any more: a clip begins anew."""
        self._beginning, self.clip = SharedBeginning(), None

    def open_camera(self, told: OnStatus) -> DatedSource:
        """In its worker's thread; ``told`` gets its statuses. Raises BadInput or DeviceUnavailable."""
        from companion.sources import open_source

        source = open_source(self.camera, realtime=True, clock=self._clock, on_status=told)
        opened = DatedSource(source, self._clock, self._beginning)
        self.clip = None if source.live else opened
        return opened

    def open_microphone(self, told: OnStatus) -> DatedSource:
        """The same for the microphone; a sound file beside a clip belongs to it."""
        from companion.sources.audio_files import open_audio

        clip = bool(self.camera) and expanded(self.camera).is_file()
        name = "" if self.microphone == "default" else self.microphone
        source = open_audio(name, realtime=not clip, clock=self._clock, on_status=told)
        together = clip and not source.live
        return DatedSource(source, self._clock, self._beginning if together else None, follows=together)


def own_devices() -> dict[str, list[dict[str, str]]]:
    """``{cameras, microphones}``, each ``[{spec, name}]``: what a page may ask Python to open."""
    from companion.sources.audio_microphone import microphones
    from companion.sources.devices import cameras

    seen = [{"spec": str(c.index), "name": c.name} for c in cameras()]
    if not seen and not sys.platform.startswith("linux"):  # there, names are not to be had
        seen = [{"spec": str(k), "name": str(k)} for k in range(3)]
    heard: list[dict[str, str]] = []
    with contextlib.suppress(CompanionError):
        heard = [{"spec": str(number), "name": name} for number, name in microphones()]
    return {"cameras": seen, "microphones": [{"spec": "default", "name": ""}, *heard] if heard else []}
