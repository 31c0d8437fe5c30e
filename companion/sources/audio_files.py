"""Sound files (WAV, FLAC, OGG ...) as a source, and opening what a person types for one."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from companion.clock import Clock, MonotonicClock
from companion.errors import BadInput, CompanionError, system_says
from companion.facts import Fact, fact
from companion.private import expand_user
from companion.sources.audio import RATE, AudioSource, Chunk, Downmix, Resampler, Samples
from companion.sources.audio_header import is_sound, repaired_wav, wav_codec
from companion.sources.audio_microphone import Microphone
from companion.sources.file_kinds import film_kind, sound_kind
from companion.sources.picture_source import OnStatus, StatusBoard

BLOCK_SECONDS = 0.1
LONGEST = 6 * 3600.0
_UNKNOWN_FRAMES = 1 << 60  # libsndfile gives the largest number there is


class AudioFile:
    """One file; times run from 0 at its first sample. Raises BadInput for what is no sound.

    ``notes`` tells of a header that was repaired.
    """

    live = False

    def __init__(
        self, path: Path, *, realtime: bool = False, clock: Clock | None = None, on_status: OnStatus | None = None
    ) -> None:
        self.name = path.name
        self._board = StatusBoard(path.name, on_status)
        self._path, self._realtime, self._clock = path, realtime, clock or MonotonicClock()
        self._file, self._repaired = _open(path)
        self._lock, self._has_sound = threading.Lock(), False
        if self._has_length() and self.seconds > LONGEST:
            self.close()
            raise BadInput("sound-file.long", path=str(path))

    def _has_length(self) -> bool:
        """Return whether the header says how many samples there are: one that was written to a pipe does not."""
        return bool(0 < self._file.frames < _UNKNOWN_FRAMES)

    @property
    def seconds(self) -> float:
        """Return how long it says it is; 0 where it does not say."""
        return float(self._file.frames / self._file.samplerate) if self._has_length() else 0.0

    @property
    def notes(self) -> tuple[Fact, ...]:
        """Return what was odd about it."""
        return tuple(self._board.notes)

    def chunks(self) -> Iterator[Chunk]:
        rate = int(self._file.samplerate)
        resample, downmix = Resampler(rate), Downmix()
        done, began = 0, self._clock.now()
        if self._repaired is not None:
            self._board.status = "online"  # a note goes out under the status that stands
            self._board.note(fact("sound-file.repaired"), began)
        while True:
            block = self._read(int(rate * BLOCK_SECONDS))
            last = len(block) == 0
            samples = resample.feed(downmix.feed(block), last=last)
            if self._realtime:
                self._clock.sleep(began + (done + len(samples)) / RATE - self._clock.now())
            if len(samples):
                yield Chunk(samples, done / RATE)
                done += len(samples)
                if done > LONGEST * RATE:  # counted, as the header may say nothing
                    raise BadInput("sound-file.long", path=str(self._path))
            if last:
                return

    def _read(self, frames: int) -> Any:
        with self._lock:
            if self._file.closed:  # from another thread: what is left is nothing
                return np.zeros((0, 1), np.float32)
            block = np.full((frames, self._file.channels), np.nan, np.float32)
            try:
                block = self._file.read(frames, dtype="float32", always_2d=True, out=block)
            except RuntimeError as error:
                # libsndfile calls the end of a stream without a length a damage, after its last samples.
                block = block[: int(np.count_nonzero(~np.isnan(block[:, 0])))]
                if self._has_length() or not (self._has_sound or len(block)):
                    raise BadInput("sound-file.damaged", path=str(self._path), why=str(error)) from None
            self._has_sound = self._has_sound or len(block) > 0
            return block

    def close(self) -> None:
        """Close the file, from any thread; ``chunks`` then ends."""
        with self._lock:
            self._file.close()
            if self._repaired is not None:
                self._repaired.close()


def _open(path: Path) -> tuple[Any, io.RawIOBase | None]:
    """Return the file, open in libsndfile, and the repaired one that it reads, if any. Raises BadInput."""
    if path.is_dir():
        raise BadInput("sound-file.folder", path=str(path))
    try:
        import soundfile
    except (ImportError, OSError) as error:
        raise CompanionError("sound-file.no-reader", why=str(error)) from None
    try:
        with path.open("rb") as file:
            _check_kind(file, path)
            repaired = repaired_wav(path)
        return soundfile.SoundFile(repaired or str(path.absolute())), repaired
    except FileNotFoundError:
        raise BadInput("sound-file.missing", path=str(path)) from None
    except OSError as error:
        raise BadInput("sound-file.unreadable", path=str(path), why=system_says(error)) from None
    except RuntimeError:
        raise BadInput("sound-file.no-sound", path=str(path)) from None


def _check_kind(file: BinaryIO, path: Path) -> None:
    """Raise BadInput that names the kind of what is not read."""
    if is_sound(file):
        return
    file.seek(0)
    head = file.read(64)
    packed = wav_codec(file)
    if packed is not None:
        raise BadInput("sound-file.codec", path=str(path), kind=packed)
    kind, film = sound_kind(head), film_kind(head)
    if kind is not None and kind != "WAV":
        raise BadInput("sound-file.kind", path=str(path), kind=kind)
    if film is not None:
        raise BadInput("sound-file.film", path=str(path), kind=film)
    raise BadInput("sound-file.no-sound", path=str(path))


def read(path: Path) -> Samples:
    """Return the whole file as mono float32 at 16 kHz. Raises BadInput."""
    source = AudioFile(path)
    try:
        parts = [chunk.samples for chunk in source.chunks()]
    finally:
        source.close()
    return np.concatenate(parts) if parts else np.zeros(0, np.float32)


_SUFFIXES = {".wav", ".flac", ".ogg", ".oga", ".opus", ".aif", ".aiff", ".mp3", ".m4a", ".amr", ".caf", ".aac", ".wma"}


def open_audio(
    spec: str, *, realtime: bool = False, clock: Clock | None = None, on_status: OnStatus | None = None
) -> AudioSource:
    """Return a file where `spec` is one or looks like one, else a microphone. Raises BadInput or DeviceUnavailable."""
    clock = clock or MonotonicClock()
    spec = spec.strip()
    path = expand_user(spec.removeprefix("file://"))
    if spec and (path.suffix.lower() in _SUFFIXES or path.exists() or "/" in spec):
        return AudioFile(path, realtime=realtime, clock=clock, on_status=on_status)
    return Microphone(spec, clock, on_status)
