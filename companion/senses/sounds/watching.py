"""Listening to a microphone or a file with the sound sense: the body of ``watch --mic`` and a match's feed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from companion.clock import Clock, MonotonicClock
from companion.events import Event
from companion.events import Source as SourceEvent
from companion.senses.sounds.loudspeaker import Loudspeaker
from companion.senses.sounds.profile import Profile
from companion.senses.sounds.sense import Look, SoundSense
from companion.sources.audio import AudioSource, Samples
from companion.sources.audio_opening import open_audio


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
    from companion.people.known import noises_of

    return noises_of(players)
