"""Sound files (WAV, FLAC, OGG, MP3 ...) as a source, and ``open_audio``, which opens what a person types."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from companion.clock import Clock, MonotonicClock
from companion.errors import BadInput, CompanionError, system_says
from companion.facts import Fact, fact
from companion.private import expand_user, readable_name
from companion.sources.audio import RATE, AudioSource, Chunk, Downmix, Resampler, Samples
from companion.sources.audio_header import FilePart, is_sound, lacking_sound, ogg_links, repaired_wav, wav_codec
from companion.sources.audio_microphone import Microphone
from companion.sources.container import picture_track
from companion.sources.file_kinds import film_kind, sound_kind
from companion.sources.mp3_frames import mp3_layout
from companion.sources.picture_source import OnStatus, StatusBoard

BLOCK_S = 0.1
MAX_FILE_S = 6 * 3600.0
_UNKNOWN_FRAMES = 1 << 60  # from this length on: "unknown", for which libsndfile gives its largest number
_FLOAT_SUBTYPES = ("FLOAT", "DOUBLE")
_LOUDNESS_SEARCH_S = 1800  # seconds of a file of floats in which its peak level is measured
_LOUDNESS_QUANTILE = 0.99  # this quantile of the blocks' peaks is the peak level, so that a glitch is ignored


class AudioFile:
    """A sound file as a source; times are seconds from its first sample.

    The constructor raises BadInput for a file that holds no readable sound. ``notes`` says if a header was repaired, if
    sound is missing, and if the sound was made softer.
    """

    live = False

    def __init__(
        self, path: Path, *, realtime: bool = False, clock: Clock | None = None, on_status: OnStatus | None = None
    ) -> None:
        self.name = readable_name(path)
        self._board = StatusBoard(self.name, on_status)
        self._path, self._realtime, self._clock = path, realtime, clock or MonotonicClock()
        self._found: list[Fact] = []
        self._file, self._part, self._links = self._open()
        self._gain = self._find_gain()
        self._lock, self._has_sound = threading.Lock(), False
        if self._has_length() and self.seconds > MAX_FILE_S:
            self.close()
            raise BadInput("sound-file.long", path=str(path))

    def _open(self) -> tuple[Any, FilePart | None, list[tuple[int, int, bytes]]]:
        """Open the file, repairing its header where needed.

        Returns:
            The soundfile object; the part of the file that it reads (None for the whole file); and the range of bytes
            (first, end) of each recording that follows in the same file, with the header that is put before it.
        """
        with _opening(self._path):
            with self._path.open("rb") as file:
                _check_kind(file, self._path)
            links = [(begin, end, b"") for begin, end in ogg_links(self._path)]
            if (layout := mp3_layout(self._path)) is not None:
                links = layout.parts
                if layout.says_s is not None:
                    self._found.append(_shorter(layout.says_s, layout.holds_s))
            repaired = repaired_wav(self._path)
            if repaired is not None:
                self._found.append(fact("sound-file.repaired"))
            elif (lengths := lacking_sound(self._path)) is not None:
                self._found.append(_shorter(*lengths))
            part = FilePart(self._path, *links[0]) if links else repaired
            return _open_sequential(part or os.fsencode(self._path.absolute())), part, links[1:]

    def _find_gain(self) -> float:
        """Return the factor that brings the file's samples into -1..1.

        It is below 1 only for files of floats, which may hold larger numbers; some even hold a recording's integers.
        """
        if self._file.subtype not in _FLOAT_SUBTYPES:
            return 1.0
        frames = max(1, int(self._file.samplerate * BLOCK_S))
        peaks = []
        for _ in range(int(_LOUDNESS_SEARCH_S / BLOCK_S)):
            block = self._file.read(frames, dtype="float32", always_2d=True)
            if not len(block):
                break
            peaks.append(float(np.abs(np.nan_to_num(block, nan=0.0)).max()))
        self._file.seek(0)
        loudness = float(np.quantile(peaks, _LOUDNESS_QUANTILE, method="lower")) if peaks else 0.0
        if loudness <= 1:
            return 1.0
        self._found.append(fact("sound-file.softer", times=round(loudness, 1)))
        return 1 / loudness

    def _has_length(self) -> bool:
        """Return True if the header gives the number of samples; files written to a pipe do not."""
        return bool(0 < self._file.frames < _UNKNOWN_FRAMES) and not self._links

    @property
    def seconds(self) -> float:
        """The length that the header gives, in seconds; 0 if it gives none."""
        return float(self._file.frames / self._file.samplerate) if self._has_length() else 0.0

    @property
    def notes(self) -> tuple[Fact, ...]:
        """Facts about damage and repairs, complete once ``chunks`` has been read."""
        return tuple(self._board.notes)

    def chunks(self) -> Iterator[Chunk]:
        resample, downmix = Resampler(int(self._file.samplerate)), Downmix()
        done, began = 0, self._clock.now()
        for note in self._found:
            self._board.status = "online"  # a note is published with the current status
            self._board.note(note, began)
        while True:
            block = self._read(int(resample.rate * BLOCK_S))
            is_last = len(block) == 0
            samples = resample.feed(downmix.feed(block), last=is_last)
            if self._realtime:
                self._clock.sleep(began + (done + len(samples)) / RATE - self._clock.now())
            if len(samples):
                yield Chunk(samples, done / RATE)
                done += len(samples)
                if done > MAX_FILE_S * RATE:  # counted, as the header may say nothing
                    raise BadInput("sound-file.long", path=str(self._path))
            if is_last and not self._open_next():
                return
            if is_last:
                resample, downmix = Resampler(int(self._file.samplerate)), Downmix()

    def _open_next(self) -> bool:
        """Open the next recording in the file; return False if there is none, or if the file was closed."""
        with self._lock:
            if not self._links or self._file.closed:
                return False
            part = FilePart(self._path, *self._links.pop(0))
            with _opening(self._path):
                following = _open_sequential(part)
            self._close_file()
            self._file, self._part = following, part
            return True

    def _read(self, frames: int) -> Any:
        with self._lock:
            if self._file.closed:  # by another thread
                return np.zeros((0, 1), np.float32)
            block = np.full((frames, self._file.channels), np.nan, np.float32)
            try:
                block = self._file.read(frames, dtype="float32", always_2d=True, out=block)
            except RuntimeError as error:
                # libsndfile reports the end of a stream of unknown length as an error, after its last samples.
                block = block[: int(np.count_nonzero(~np.isnan(block[:, 0])))]
                if self._has_length() or not (self._has_sound or len(block)):
                    raise BadInput("sound-file.damaged", path=str(self._path), why=str(error)) from None
            self._has_sound = self._has_sound or len(block) > 0
            if self._file.subtype in _FLOAT_SUBTYPES:
                block = np.clip(block * self._gain, -1, 1)  # values that are not numbers stay so
            return block

    def _close_file(self) -> None:
        self._file.close()
        if self._part is not None:
            self._part.close()

    def close(self) -> None:
        """Close the file, from any thread; ``chunks`` then ends."""
        with self._lock:
            self._close_file()


def _shorter(says: float, holds: float) -> Fact:
    """Return the note that a sound file holds less sound than its header says.

    Args:
        says: Length by the header, in seconds.
        holds: Length of the sound in the file, in seconds.
    """
    return fact("sound-file.shorter", says=round(says, 1), holds=round(holds, 1))


def _soundfile() -> Any:
    """Return the soundfile module. Raises CompanionError if libsndfile is missing."""
    try:
        import soundfile
    except (ImportError, OSError) as error:
        raise CompanionError("sound-file.no-reader", why=str(error)) from None
    return soundfile


def _open_sequential(source: FilePart | bytes) -> Any:
    """Return the SoundFile of what is read from front to end.

    soundfile seeks to where it is after each read, and an MP3 frame needs bits of those before it: at low bit rates
    every block began with noise, and libmpg123 complained on the terminal.
    """
    file = _soundfile().SoundFile(source)
    file.seekable = lambda: False
    return file


@contextmanager
def _opening(path: Path) -> Iterator[None]:
    """Turn errors of opening a file, raised inside this block, into BadInput."""
    if path.is_dir():
        raise BadInput("sound-file.folder", path=str(path))
    try:
        yield
    except FileNotFoundError:
        raise BadInput("sound-file.missing", path=str(path)) from None
    except OSError as error:
        raise BadInput("sound-file.unreadable", path=str(path), why=system_says(error)) from None
    except RuntimeError:
        raise BadInput("sound-file.no-sound", path=str(path)) from None


def _check_kind(file: BinaryIO, path: Path) -> None:
    """Raise BadInput, with the name of the format, if the file's format is not supported."""
    if is_sound(file):
        return
    file.seek(0)
    head = file.read(256)
    if not head:
        raise BadInput("sound-file.empty", path=str(path))
    packed = wav_codec(file)
    if packed is not None:
        raise BadInput("sound-file.codec", path=str(path), kind=packed)
    kind, film = sound_kind(head), film_kind(head)
    if film in ("MP4", "MOV") and (track := picture_track(path)) is not None and track.has_sound:
        kind = "M4A"
    if kind is not None and kind != "WAV":
        raise BadInput("sound-file.kind", path=str(path), kind=kind)
    if film is not None:
        raise BadInput("sound-file.film", path=str(path), kind=film)
    raise BadInput("sound-file.no-sound", path=str(path))


def read(path: Path) -> Samples:
    """Return the whole file as mono float32 samples at 16 kHz, shape (n,). Raises BadInput if it cannot be read."""
    source = AudioFile(path)
    try:
        parts = [chunk.samples for chunk in source.chunks()]
    finally:
        source.close()
    return np.concatenate(parts) if parts else np.zeros(0, np.float32)


_SOUND_SUFFIXES = {
    ".wav",
    ".flac",
    ".ogg",
    ".oga",
    ".opus",
    ".aif",
    ".aiff",
    ".mp3",
    ".m4a",
    ".amr",
    ".caf",
    ".aac",
    ".wma",
}


def open_audio(
    spec: str, *, realtime: bool = False, clock: Clock | None = None, on_status: OnStatus | None = None
) -> AudioSource:
    """Open a sound file or a microphone.

    Args:
        spec: A path (one that exists, holds a slash or ends like a sound file), or else a microphone: its number, part
            of its name, or "" for the system's default.
        realtime: True to read a file at the speed of playback.
        clock: Gives live sound its time (default: a new MonotonicClock).
        on_status: Called with each change of status.

    Raises:
        BadInput: If the file cannot be read, or several microphones match.
        DeviceUnavailable: If no such microphone can be opened.
    """
    clock = clock or MonotonicClock()
    spec = spec.strip()
    path = expand_user(spec.removeprefix("file://"))
    if spec and (path.suffix.lower() in _SOUND_SUFFIXES or path.exists() or "/" in spec):
        return AudioFile(path, realtime=realtime, clock=clock, on_status=on_status)
    return Microphone(spec, clock, on_status)
