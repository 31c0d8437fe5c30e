"""Record a sitting's pictures and sound for a bug report.

Only ``companion record`` starts a recording, and it is always announced. Each recording has its own folder (mode 0700),
which notes when it expires. After seven days the next command that starts deletes it; ``companion recordings delete``
deletes it at once. Apart from this, companion stores pictures or sound of people only for photographs of cards and
``evidence FILE``.
"""

from __future__ import annotations

import json
import shutil
import threading
import time
import wave
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from companion import private
from companion.errors import BadInput, storing, system_says
from companion.events import Event
from companion.facts import Fact, fact
from companion.sitting.microphone_station import SoundObserver
from companion.sources.audio import RATE, Samples

if TYPE_CHECKING:
    from companion.sitting.camera_stations import CameraStation
    from companion.sitting.crew import Crew
    from companion.sources.picture_source import Frame

KEEP_DAYS: Final = 7
MAX_BYTES: Final = 2 << 30  # bytes at which a recording stops, with a notice
PICTURE_INTERVAL_S: Final = 0.1  # seconds between two pictures of one source
ABOUT_FILE: Final = "recording.json"


class Recorder:
    """Writer of one recording, a folder of pictures and sound files; called in the threads of the sources."""

    def __init__(self, home: Path, wall: Callable[[], float] = time.time) -> None:
        """Open the recording's folder. Raises StorageError where nothing can be written."""
        self.since = wall()
        self.until = self.since + KEEP_DAYS * 86400
        self.folder = home / datetime.fromtimestamp(self.since).strftime("%Y-%m-%d-%H%M%S")
        self.bytes = 0
        self.trouble: Fact | None = None
        self._lock = threading.Lock()
        self._last: dict[str, float] = {}
        self._waves: list[wave.Wave_write] = []
        self._closed = False
        with storing("recording.not-kept", folder=str(home)):
            private.folder(home)
            private.folder(self.folder)
            private.write(self.folder / ABOUT_FILE, json.dumps({"since": self.since, "until": self.until}).encode())

    def status(self) -> Fact:
        """Return the notice that every page and terminal shows during a recording."""
        if self.trouble is not None:
            return fact("recording.stopped", why=self.trouble, folder=str(self.folder))
        return fact("recording.on", until=datetime.fromtimestamp(self.until).strftime("%Y-%m-%d"))

    def join(self, crew: Crew) -> None:
        """Record all frames and sound of this crew from now on."""
        crew.on_look.append(self.look)
        crew.on_ear.add(lambda station: station.beside.append(RecordedSound(self, station.name)))

    def look(self, station: CameraStation, frame: Frame) -> None:
        """Append a frame as a JPEG to its source's .mjpeg file, and its time to .times.csv; at most ten a second."""
        if frame.t - self._last.get(frame.source, -1.0) < PICTURE_INTERVAL_S:
            return
        self._last[frame.source] = frame.t
        import cv2

        data = bytes(cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1])
        name = _plain(frame.source)
        self.keep(len(data), lambda: self._append(name, data, frame.t))

    def _append(self, name: str, data: bytes, t: float) -> None:
        for end, more in (("mjpeg", data), ("times.csv", f"{t:.3f},{len(data)}\n".encode())):
            path = self.folder / f"{name}.{end}"
            private.touch(path)
            with path.open("ab") as file:
                file.write(more)

    def open_wave(self, name: str) -> wave.Wave_write:
        """Create a new WAV file for a microphone and return its writer. Raises OSError if it cannot be created."""
        number = len(self._waves)
        path = self.folder / f"{_plain(name)}-{number}.wav"
        private.touch(path)
        out = wave.open(str(path), "wb")  # noqa: SIM115 (closed with the recording)
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        self._waves.append(out)
        return out

    def keep(self, size: int, write: Callable[[], Any]) -> None:
        """Call ``write``, which writes ``size`` bytes; do nothing once the recording is full or has failed."""
        with self._lock:
            if self._closed or self.trouble is not None:
                return
            if self.bytes + size > MAX_BYTES:
                self.trouble = fact("recording.full", megabytes=MAX_BYTES >> 20)
                return
            self.bytes += size
            try:
                write()
            except OSError as error:
                self.trouble = fact("system.said", why=system_says(error))

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for out in self._waves:
                out.close()


class RecordedSound(SoundObserver):
    """Sound observer that writes one microphone's sound into a WAV file."""

    def __init__(self, recorder: Recorder, name: str) -> None:
        self._recorder, self._name = recorder, name
        self._out: wave.Wave_write | None = None

    def feed(self, samples: Samples, t: float, lost: float) -> Iterable[Event]:
        pcm = (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()
        self._recorder.keep(len(pcm), lambda: self._write(pcm))
        return ()

    def _write(self, pcm: bytes) -> None:
        if self._out is None:
            self._out = self._recorder.open_wave(self._name)
        self._out.writeframes(pcm)


current: Recorder | None = None
"""The recording of this process; None unless ``companion record`` started it."""


def list_recordings(home: Path) -> list[tuple[str, float, float, int]]:
    """Return (name, since, until, bytes) of all recordings, oldest first; times in seconds since 1970.

    A recording that cannot be read has 0 for both times, and so expires at once.
    """
    found = []
    for folder in sorted(p for p in home.iterdir() if p.is_dir()) if home.is_dir() else ():
        size = sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())
        try:
            about = json.loads((folder / ABOUT_FILE).read_bytes())
            since, until = float(about["since"]), float(about["until"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError, OverflowError):
            since = until = 0.0
        found.append((folder.name, since, until, size))
    return found


def expire(home: Path, now: float) -> int:
    """Delete all expired recordings and return their number. One that cannot be deleted is tried again next time."""
    over = [
        name for name, since, until, _ in list_recordings(home) if not since <= now < until <= since + KEEP_DAYS * 86400
    ]
    for name in over:
        shutil.rmtree(home / name, ignore_errors=True)
    return len(over)


def delete(home: Path, name: str | None = None) -> list[str]:
    """Delete one recording, or all of them, and return their names.

    Raises:
        BadInput: There is no recording of this name.
        StorageError: A recording could not be deleted.
    """
    names = [found for found, *_ in list_recordings(home)]
    if name is not None and name not in names:
        raise BadInput("recording.unknown", name=name, names=names or fact("recording.none"))
    gone = names if name is None else [name]
    for one in gone:
        with storing("recording.not-deleted", folder=str(home / one)):
            shutil.rmtree(home / one)
    return gone


def _plain(name: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in name)[:40] or "source"
