"""A microphone at a refereed table: listens for the hand's own signals, and tells whose mouth moved with a sound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from companion.clock import Clock
from companion.errors import BadInput
from companion.events import Event, Signal
from companion.facts import Fact
from companion.senses.sounds.attribution import Attribution
from companion.senses.sounds.joining import Joining
from companion.senses.sounds.loudspeaker import Loudspeaker
from companion.senses.sounds.profile import Profile
from companion.senses.sounds.sense import Array, Look
from companion.senses.sounds.watching import Beside, Listener
from companion.senses.sounds.wild import WildSound
from companion.sources.audio import AudioSource

Mouth = tuple[str, float, tuple[float, ...]]  # player, time, (gap, width, chin)


class TableEars:
    """One microphone as a feed of a match. ``active`` gives the names that count now; ``mouths`` the newest mouth of
    every player in view, so that a sound that no takes gave a player gets one. Raises as ``Listener`` does."""

    def __init__(
        self,
        source: str | AudioSource,
        active: Callable[[], Iterable[str]],
        mouths: Callable[[], Iterable[Mouth]] = tuple,
        *,
        players: Sequence[str],
        profiles: Sequence[Profile] | None = None,
        clock: Clock | None = None,
        realtime: bool = False,
        watcher: Callable[[Look], None] | None = None,
        loudspeaker: Loudspeaker | None = None,
    ) -> None:
        self._listener = Listener(
            source,
            clock=clock,
            realtime=realtime,
            players=players,
            profiles=profiles,
            watcher=watcher,
            loudspeaker=loudspeaker,
        )
        self._active, self._mouths = active, mouths
        self._names: tuple[str, ...] = ()
        self._who = Attribution()
        self._joining = Joining(self._who)
        self._seen: dict[str, float] = {}
        self._owners: dict[str, str | None] = {}
        self._listener.sense.on_level = self._who.level

    @property
    def name(self) -> str:
        return self._listener.name

    @property
    def live(self) -> bool:
        return self._listener.live

    def drain(self) -> list[Event]:
        """What the microphone said of itself since last asked: online, frozen, offline."""
        return self._listener.told()

    def seat(self, number: int, name: str, t: float) -> Event:
        """A microphone has no seats. Raises BadInput."""
        raise BadInput("mic.no-seats", name=self.name)

    def hear_beside(self, sense: Beside) -> None:
        """Another sense gets the same sound, and its events come with ours."""
        self._listener.beside = sense

    def confirm(self, signal: Signal, player: str) -> Profile | None:
        """The table let a play stand: see ``SoundSense.confirm``."""
        return self._listener.sense.confirm(signal, player)

    def wild_show(self, start: float, stop: float) -> Array | None:
        """The noise of a Wild Thing that was shown between two times of the last seconds; None where it was silent."""
        return self._listener.sense.embedding(start, stop)

    def set_wild(self, shows: Sequence[Array]) -> Fact | None:
        """This hand's Wild Thing has this noise (two or three of ``wild_show``), or none. What is wrong with it, if so.

        Raises BadInput for a single one.
        """
        sound = WildSound(shows) if shows else None
        trouble = sound.trouble if sound is not None else None
        self._listener.sense.wild = None if trouble else sound
        return trouble

    @property
    def loudspeaker(self) -> Loudspeaker:
        """To be told when companion itself speaks, so that the microphone does not take it for a player."""
        return self._listener.sense.loudspeaker

    def close(self) -> None:
        self._listener.close()

    def batches(self) -> Iterator[tuple[float, list[Event]]]:
        for now, found in self._listener.batches():
            names = tuple(self._active())
            if names != self._names:
                self._names = names
                self._listener.set_active(names)
            for player, t, shape in self._mouths():
                if self._seen.get(player, -1.0) < t:
                    self._seen[player] = t
                    self._who.mouth(player, t, shape)
            given = [self._given(event) for event in found]
            yield now, [*given, *self._joined(now, given)]

    def _joined(self, now: float, given: Iterable[Event]) -> list[Signal]:
        """Who made a noise that somebody else was making already: see ``Joining``."""
        for event in given:
            if isinstance(event, Signal):
                self._joining.note(event)
        sense = self._listener.sense
        return self._joining.look(now, sense.onsets, sense.going)

    def _given(self, event: Event) -> Event:
        """A signal that begins gets its player from the mouths in view; where it ends, the same player."""
        if not isinstance(event, Signal) or not self._seen:
            return event
        if event.phase == "on":
            event = self._who.give(event)
            self._owners[event.name] = event.player
            return event
        return replace(event, player=self._owners.get(event.name, event.player))
