"""Sound files (WAV, FLAC, OGG ...) as a source, and opening what a person types for one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from companion.clock import Clock, MonotonicClock
from companion.errors import BadInput, CompanionError, system_says
from companion.private import expand_user
from companion.sources.audio import RATE, AudioSource, Chunk, Resampler, Samples, mono
from companion.sources.audio_microphone import Microphone
from companion.sources.picture_source import OnStatus

BLOCK_SECONDS = 0.1
LONGEST = 6 * 3600.0


_WAVES = frozenset((1, 3, 6, 7, 0xFFFE))  # PCM, float, A-law, mu-law, and what says more further on


def is_sound(head: bytes) -> bool:
    """Whether a file that begins with ``head`` is of a kind that is opened: WAV of plain samples, FLAC, OGG, AIFF, MP3.

    libsndfile reads many more; its readers of rare kinds (IMA ADPCM, MATLAB, ...) have known faults.
    """
    if head[:4] in (b"RIFF", b"RF64") and head[8:12] == b"WAVE":
        at = 12
        while at + 10 <= len(head):
            size = int.from_bytes(head[at + 4 : at + 8], "little")
            if head[at : at + 4] == b"fmt ":
                return int.from_bytes(head[at + 8 : at + 10], "little") in _WAVES
            at += 8 + size + size % 2
        return False
    if head[:4] == b"FORM":
        return head[8:12] == b"AIFF" or (head[8:12] == b"AIFC" and b"ima4" not in head)
    return head[:4] in (b"fLaC", b"OggS") or head[:3] == b"ID3" or (head[:1] == b"\xff" and head[1:2] >= b"\xe0")


class AudioFile:
    """One file; times run from 0 at its first sample. Raises BadInput for what is no sound."""

    live = False

    def __init__(self, path: Path, *, realtime: bool = False, clock: Clock | None = None) -> None:
        self.name = path.name
        self._path, self._realtime, self._clock = path, realtime, clock or MonotonicClock()
        self._file, self._lock = _open(path), threading.Lock()
        if self._file.frames / self._file.samplerate > LONGEST:
            self.close()
            raise BadInput("sound-file.long", path=str(path))

    @property
    def seconds(self) -> float:
        return float(self._file.frames / self._file.samplerate)

    def chunks(self) -> Iterator[Chunk]:
        rate = int(self._file.samplerate)
        resample = Resampler(rate)
        done, began = 0, self._clock.now()
        while True:
            block = self._read(int(rate * BLOCK_SECONDS))
            last = len(block) == 0
            samples = resample.feed(mono(block), last=last)
            if self._realtime:
                self._clock.sleep(began + (done + len(samples)) / RATE - self._clock.now())
            if len(samples):
                yield Chunk(samples, done / RATE)
                done += len(samples)
            if last:
                return

    def _read(self, frames: int) -> Any:
        try:
            with self._lock:  # closed from another thread: what is left is nothing
                if self._file.closed:
                    return np.zeros((0, 1), np.float32)
                return self._file.read(frames, dtype="float32", always_2d=True)
        except RuntimeError as error:
            raise BadInput("sound-file.damaged", path=str(self._path), why=str(error)) from None

    def close(self) -> None:
        """From any thread; ``chunks`` then ends."""
        with self._lock:
            self._file.close()


def _open(path: Path) -> Any:
    if path.is_dir():
        raise BadInput("sound-file.folder", path=str(path))
    try:
        import soundfile
    except (ImportError, OSError) as error:
        raise CompanionError("sound-file.no-reader", why=str(error)) from None
    try:
        with path.open("rb") as file:
            head = file.read(4096)
        if not is_sound(head):
            raise BadInput("sound-file.no-sound", path=str(path))
        return soundfile.SoundFile(str(path))
    except FileNotFoundError:
        raise BadInput("sound-file.missing", path=str(path)) from None
    except OSError as error:
        raise BadInput("sound-file.unreadable", path=str(path), why=system_says(error)) from None
    except RuntimeError:
        raise BadInput("sound-file.no-sound", path=str(path)) from None


def read(path: Path) -> Samples:
    """The whole file as mono float32 at 16 kHz. Raises BadInput."""
    source = AudioFile(path)
    try:
        parts = [chunk.samples for chunk in source.chunks()]
    finally:
        source.close()
    return np.concatenate(parts) if parts else np.zeros(0, np.float32)


_SUFFIXES = {".wav", ".flac", ".ogg", ".oga", ".opus", ".aif", ".aiff", ".mp3"}


def open_audio(
    spec: str, *, realtime: bool = False, clock: Clock | None = None, on_status: OnStatus | None = None
) -> AudioSource:
    """A file where `spec` is one or looks like one, else a microphone. Raises BadInput or DeviceUnavailable."""
    clock = clock or MonotonicClock()
    spec = spec.strip()
    path = expand_user(spec.removeprefix("file://"))
    if spec and (path.suffix.lower() in _SUFFIXES or path.exists() or "/" in spec):
        return AudioFile(path, realtime=realtime, clock=clock)
    return Microphone(spec, clock, on_status)
