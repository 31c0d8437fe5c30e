"""Camera and microphone of a drill as one stream of observations: files merged by their times, devices as they come."""

from __future__ import annotations

import heapq
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from companion.clock import MonotonicClock
from companion.config import settings
from companion.errors import CompanionError
from companion.practice.hearing import Ears, Hearing, hearings
from companion.practice.looks import Eyes, looks
from companion.practice.trainer import Observation
from companion.practice.wild import Taught, lesson
from companion.senses.faces import profile as faces
from companion.senses.sounds import profile as sounds
from companion.senses.sounds.loudspeaker import Loudspeaker
from companion.senses.sounds.names import WILD
from companion.sources import Source, open_source
from companion.sources.audio import AudioSource
from companion.sources.audio_opening import open_audio

Stream = Callable[[], Iterator[Observation]]


def eyes_of(name: str, player: str, *, mouths: bool = False, wild: bool = False) -> Eyes:
    """Eyes that know the player's face, where it was enrolled. Raises StorageError for a damaged profile."""
    return Eyes(name, player, faces.find(player, settings().profiles), mouths=mouths, wild=wild)


def heard_by(
    source: AudioSource, player: str, noises: Sequence[str], loudspeaker: Loudspeaker | None = None
) -> Iterator[Hearing | Taught]:
    """What ears hear that know the player's own noises; a Wild Thing that nobody has taught is taught first.

    Raises what the source raises, and StorageError for a damaged profile.
    """
    known = sounds.find(player, settings().profiles)
    if tuple(noises) == (WILD,) and (known is None or WILD not in known.signals):
        return lesson(player, known, source.chunks, lambda p: Ears(source.name, noises, [p], loudspeaker))
    return hearings(source.chunks, Ears(source.name, noises, [known] if known is not None else [], loudspeaker))


@dataclass
class Watch:
    """What a drill watches and hears. Open it with ``open_watch``; close it at the end."""

    camera: Source | None = None
    microphone: AudioSource | None = None
    eyes: Eyes | None = None
    player: str = ""
    noises: Sequence[str] = ()

    @property
    def live(self) -> bool:
        return any(s is not None and s.live for s in (self.camera, self.microphone))

    def observations(self) -> Iterator[Observation]:
        """Until all sources end, or it is closed. Raises DeviceUnavailable or BadInput as the sources do."""
        streams: list[Stream] = []
        if self.camera is not None and self.eyes is not None:
            camera, eyes = self.camera, self.eyes
            streams.append(lambda: looks(camera, eyes))
        if self.microphone is not None:
            microphone = self.microphone
            streams.append(lambda: heard_by(microphone, self.player, self.noises))
        if len(streams) == 1:
            yield from streams[0]()
        elif self.live:
            yield from _as_they_come(streams)
        else:
            yield from heapq.merge(*(stream() for stream in streams), key=lambda seen: seen.t)

    def close(self) -> None:
        for source in (self.camera, self.microphone):
            if source is not None:
                source.close()
        if self.eyes is not None and not self.live:
            self.eyes.close()  # a thread that still looks must not lose its models: a live one ends with the program

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_watch(
    player: str, camera: str | None, microphone: str | None, noises: Sequence[str], *, mouths: bool = False
) -> Watch:
    """Opens what is given. Raises BadInput or DeviceUnavailable, after closing what was open."""
    clock = MonotonicClock()
    both = camera is not None and microphone is not None
    watch = Watch(player=player, noises=noises)
    try:
        if camera is not None:
            watch.camera = open_source(camera, clock=clock)
        if microphone is not None:
            watch.microphone = open_audio(microphone, clock=clock, realtime=both and watch.live)
            if both and watch.microphone.live and watch.camera is not None and not watch.camera.live:
                watch.camera.close()
                watch.camera = open_source(camera or "", clock=clock, realtime=True)
        if watch.camera is not None:
            watch.eyes = eyes_of(watch.camera.name, player, mouths=mouths, wild=tuple(noises) == (WILD,))
    except BaseException:
        watch.close()
        raise
    return watch


def _as_they_come(streams: Sequence[Stream]) -> Iterator[Observation]:
    inbox: queue.Queue[Observation | CompanionError | None] = queue.Queue()

    def work(stream: Stream) -> None:
        try:
            for seen in stream():
                inbox.put(seen)
        except CompanionError as error:
            inbox.put(error)
        finally:
            inbox.put(None)

    for stream in streams:
        threading.Thread(target=work, args=(stream,), daemon=True).start()
    running = len(streams)
    while running:
        found = inbox.get()
        if isinstance(found, CompanionError):
            raise found
        if found is None:
            running -= 1
        else:
            yield found
