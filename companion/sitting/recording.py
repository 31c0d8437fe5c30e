"""Pictures and sound of a sitting, kept for a bug report: only when ``companion record`` was typed, and always told.

A recording has a folder of its own (0700) with its end written in it: seven days later it is deleted by whichever
command starts next, or by ``companion recordings delete`` at once. Nothing else in companion writes a picture or sound
of anybody but the photographs of cards and ``evidence FILE``.
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
MAX_BYTES: Final = 2 << 30  # bytes of one recording; then it stops, and says so
PICTURE_INTERVAL_S: Final = 0.1  # seconds between two pictures of one source
ABOUT_FILE: Final = "recording.json"


class Recorder:
    """One recording of a sitting: its folder of pictures and sound files.

    It is called in the threads of cameras and microphones.
    """

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
        """Return what every page and terminal says while it lasts."""
        if self.trouble is not None:
            return fact("recording.stopped", why=self.trouble, folder=str(self.folder))
        return fact("recording.on", until=datetime.fromtimestamp(self.until).strftime("%Y-%m-%d"))

    def join(self, crew: Crew) -> None:
        """Record what this crew's cameras and microphones bring from now on."""
        crew.on_look.append(self.look)
        crew.on_ear.add(lambda station: station.beside.append(RecordedSound(self, station.name)))

    def look(self, station: CameraStation, frame: Frame) -> None:
        """Append a picture that a sense has just seen, as a JPEG in a row of JPEGs, its time beside it."""
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
        """Return a new sound file. Raises OSError."""
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
        """Call ``write`` for so many bytes more, while there is room."""
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
    """One microphone's sound as a WAV file (see ``SoundObserver``)."""

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
"""The recording that this process was started for; None, as always but after ``companion record``."""


def list_recordings(home: Path) -> list[tuple[str, float, float, int]]:
    """(name, since, until, bytes) of all recordings, oldest first; an unreadable one ends at once."""
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
    """Delete what has come to its end; how many. What cannot be deleted now goes next time."""
    over = [
        name for name, since, until, _ in list_recordings(home) if not since <= now < until <= since + KEEP_DAYS * 86400
    ]
    for name in over:
        shutil.rmtree(home / name, ignore_errors=True)
    return len(over)


def delete(home: Path, name: str | None = None) -> list[str]:
    """Delete one recording, or all. Raises BadInput for one that is not there, StorageError where one stays."""
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
