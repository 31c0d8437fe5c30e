"""What a person types for a sound source, made into one: a file, a microphone's number or name, or "default"."""

from __future__ import annotations

from companion.clock import Clock, MonotonicClock
from companion.private import expanded
from companion.sources.audio import AudioSource, OnStatus
from companion.sources.audio_files import AudioFile
from companion.sources.audio_microphone import Microphone

_SUFFIXES = {".wav", ".flac", ".ogg", ".oga", ".opus", ".aif", ".aiff", ".mp3"}


def open_audio(
    spec: str, *, realtime: bool = False, clock: Clock | None = None, on_status: OnStatus | None = None
) -> AudioSource:
    """A file where `spec` is one or looks like one, else a microphone. Raises BadInput or DeviceUnavailable."""
    clock = clock or MonotonicClock()
    spec = spec.strip()
    path = expanded(spec.removeprefix("file://"))
    if spec and (path.suffix.lower() in _SUFFIXES or path.exists() or "/" in spec):
        return AudioFile(path, realtime=realtime, clock=clock)
    return Microphone(spec, clock, on_status)
