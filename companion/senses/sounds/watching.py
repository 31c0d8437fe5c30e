"""Listening to a microphone or a file with the sound sense: the body of ``watch --mic`` and a match's feed."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from companion.clock import Clock, MonotonicClock
from companion.config import settings as machine
from companion.errors import CompanionError
from companion.events import Event
from companion.events import Source as SourceEvent
from companion.senses.sounds.loudspeaker import Loudspeaker
from companion.senses.sounds.names import sounds_of
from companion.senses.sounds.profile import Profile, load_all
from companion.senses.sounds.sense import Look, SoundSense
from companion.sources.audio import AudioSource, Samples
from companion.sources.audio_opening import open_audio
from companion.words import say


class Shows(Protocol):
    """Where events go (the printer of ``watch``)."""

    def write(self, found: Iterable[Event]) -> None: ...


class Beside(Protocol):
    """Another sense on the same sound."""

    def feed(self, samples: Samples, t: float, lost: float) -> Iterable[Event]: ...

    def finish(self) -> Iterable[Event]: ...


class Listener:
    """One source (opened here by its name, or open already) with its sense, as a feed: batches of (time up to which all
    is known, events). `players` limits whose enrolled sounds count; None takes every profile kept on this machine;
    `profiles` are used instead of what is kept."""

    def __init__(
        self,
        source: str | AudioSource,
        *,
        clock: Clock | None = None,
        realtime: bool = False,
        players: Sequence[str] | None = None,
        profiles: Sequence[Profile] | None = None,
        watcher: Callable[[Look], None] | None = None,
        loudspeaker: Loudspeaker | None = None,
    ) -> None:
        self._status: list[Event] = []
        self.beside: Beside | None = None  # hears the same sound: the speech sense of a match
        if isinstance(source, str):
            source = open_audio(
                source, realtime=realtime, clock=clock or MonotonicClock(), on_status=self._status.append
            )
        self._source: AudioSource = source
        try:
            taught = _profiles(players) if profiles is None else profiles
            self.sense = SoundSense(source.name, profiles=taught, watcher=watcher, loudspeaker=loudspeaker)
        except BaseException:
            self._source.close()
            raise

    @property
    def name(self) -> str:
        return self._source.name

    @property
    def live(self) -> bool:
        return self._source.live

    def set_active(self, names: Sequence[str]) -> None:
        """Only these signals are candidates from now on."""
        self.sense.set_active(names)

    def batches(self) -> Iterator[tuple[float, list[Event]]]:
        now = 0.0
        for chunk in self._source.chunks():
            now = chunk.t + len(chunk.samples) / 16000
            found = self.sense.feed(chunk.samples, chunk.t, chunk.lost)
            more = self.beside.feed(chunk.samples, chunk.t, chunk.lost) if self.beside is not None else ()
            yield now, [*self.told(), *found, *more]
        last = self.beside.finish() if self.beside is not None else ()
        ended = SourceEvent(onset=now, decided=now, source=self.name, status="ended")
        yield now + 1.5, [*self.told(), *self.sense.finish(), *last, ended]

    def told(self) -> list[Event]:
        """What the source said of itself since last asked."""
        told, self._status[:] = list(self._status), []
        return told

    def close(self) -> None:
        self._source.close()


def _profiles(players: Sequence[str] | None) -> list[Profile]:
    kept = load_all(machine().profiles)
    wanted = None if players is None else {name.casefold() for name in players}
    return [profile for profile in kept if wanted is None or profile.player.casefold() in wanted]


def run(
    spec: str,
    shows: Shows,
    *,
    signal_set: str = "",
    explain: Callable[[str], None] | None = None,
    realtime: bool = False,
) -> None:
    """Listen until the file ends or Ctrl-C. `explain` is told level and scores ten times a second of sound."""
    watcher = (lambda look: explain(say(look.told))) if explain is not None else None
    listener = Listener(spec, realtime=realtime, watcher=watcher)
    listener.set_active(sounds_of(signal_set))
    try:
        for _, found in listener.batches():
            shows.write(found)
    finally:
        listener.close()


def run_beside(
    pictures: Callable[[], None] | None,
    spec: str,
    shows: Shows,
    *,
    signal_set: str,
    explain: Callable[[str], None] | None,
    realtime: bool,
) -> None:
    """`run`, with cameras or clips watched at the same time. Ends when both have; raises the pictures' error first."""
    if pictures is None:
        run(spec, shows, signal_set=signal_set, explain=explain, realtime=realtime)
        return
    failed: queue.SimpleQueue[CompanionError] = queue.SimpleQueue()

    def listen() -> None:
        try:
            run(spec, shows, signal_set=signal_set, explain=explain, realtime=realtime)
        except CompanionError as error:
            failed.put(error)

    ears = threading.Thread(target=listen, daemon=True)
    ears.start()
    pictures()
    while ears.is_alive():
        ears.join(0.2)
    if not failed.empty():
        raise failed.get()
