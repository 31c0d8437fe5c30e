"""The station of a microphone: the noises of the hand's own signals, whose mouth moved with them, and speech beside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from companion.errors import DeviceUnavailable
from companion.events import Event, Seat, Signal, Source
from companion.facts import Fact
from companion.senses.sounds.attribution import Attribution
from companion.senses.sounds.joining import Joining
from companion.senses.sounds.look import Look
from companion.senses.sounds.loudspeaker import Loudspeaker
from companion.senses.sounds.none import NoSounds
from companion.senses.sounds.profile import Profile
from companion.senses.sounds.sense import SoundSense
from companion.senses.sounds.wild import WildSound
from companion.sitting.mouths import Mouths
from companion.sitting.worker import Batch
from companion.sources.audio import RATE, Chunk, Samples

AFTER = 1.5  # seconds after a file's end in which what it held may still be decided
Array = npt.NDArray[np.float32]


class Beside(Protocol):
    """Another sense on the same sound."""

    def feed(self, samples: Samples, t: float, lost: float) -> Iterable[Event]: ...

    def finish(self) -> Iterable[Event]: ...


class EarStation:
    """Pieces of sound of one microphone. ``player`` is whose phone it is; None: of the table, then mouths tell who.

    ``mouths`` None: nobody is in view, and a signal's player is whose takes it fits.
    """

    def __init__(
        self,
        source: Any,
        profiles: Sequence[Profile],
        mouths: Mouths | None,
        *,
        player: str | None = None,
        watcher: Callable[[Look], None] | None = None,
        loudspeaker: Loudspeaker | None = None,
    ) -> None:
        self.name = source.name
        self.live = source.live
        self.player = player
        self.failure: DeviceUnavailable | None = None
        """Why noises are not heard, where that is so."""
        self.sense: SoundSense | NoSounds
        try:
            self.sense = SoundSense(source.name, profiles=profiles, watcher=watcher, loudspeaker=loudspeaker)
        except DeviceUnavailable as error:  # speech and the shout are heard nevertheless
            self.failure, self.sense = error, NoSounds(source.name, error)
        self.beside: list[Beside] = []
        """Further senses on this sound, in the order in which their events come."""
        self._mouths = mouths
        self._wanted: tuple[str, ...] | None = None
        self._names: tuple[str, ...] = ()
        self._who = Attribution()
        self._joining = Joining(self._who)
        self._seen: dict[str, float] = {}
        self._owners: dict[str, str | None] = {}
        self._shows: list[Array | None] = []
        self._t = 0.0
        self.sense.on_level = self._who.level

    def items(self, source: Any) -> Iterable[Chunk]:
        chunks: Iterable[Chunk] = source.chunks()
        return chunks

    def feed(self, item: Chunk) -> Batch:
        now = self._t = item.t + len(item.samples) / RATE
        found = list(self.sense.feed(item.samples, item.t, item.lost))
        for sense in self.beside:
            found += sense.feed(item.samples, item.t, item.lost)
        return Batch(now, self._attributed(now, found))

    def finish(self) -> Batch:
        found = list(self.sense.finish())
        for sense in self.beside:
            found += sense.finish()
        if not self.live:
            found.append(Source(onset=self._t, decided=self._t, source=self.name, status="ended"))
        return Batch(self._t + AFTER, self._attributed(self._t + AFTER, found))

    def whose(self, onset: float, end: float) -> dict[str, float]:
        """How much each player's mouth in view moved with what sounded between ``onset`` and ``end`` (s), 0..1."""
        self._watch_mouths()
        return dict(self._who.who(onset, end).scores)

    # Requests

    def know(self, profiles: Sequence[Profile]) -> Iterable[Event]:
        """These are the enrolled players from now on."""
        self.sense.know(profiles)
        return ()

    def listen_for(self, names: Sequence[str]) -> Iterable[Event]:
        """Only these signals are candidates, from the next piece of sound on."""
        self._wanted = tuple(names)
        return ()

    def confirm(self, signal: Signal, player: str, keep: Callable[[Profile], None]) -> Iterable[Event]:
        """The table let a play stand: see ``SoundSense.confirm``. ``signal`` as this station gave it."""
        profile = self.sense.confirm(signal, player) if signal.source == self.name else None
        if profile is not None:
            keep(profile)
        return ()

    def blunt(self, signal: Signal, player: str, keep: Callable[[Profile], None]) -> Iterable[Event]:
        """The table overruled a play: its noise is none of the player's signal from now on."""
        profile = self.sense.blunt(signal, player) if signal.source == self.name else None
        if profile is not None:
            keep(profile)
        return ()

    def wild_show(self, number: int, start: float, stop: float) -> Iterable[Event]:
        """The dealer's show ``number`` of the Wild Thing was from ``start`` to ``stop``, seconds of the clock."""
        self._shows += [None] * (number + 1 - len(self._shows))
        self._shows[number] = self.sense.embedding(start, stop)
        return ()

    def wild_learned(self, pair: Sequence[int]) -> Iterable[Event]:
        """The face was learned from these shows: its noise is, too, where both had one. Says what is wrong with it."""
        noises = [n for k in pair if k < len(self._shows) and (n := self._shows[k]) is not None]
        sound = WildSound(noises) if noises and len(noises) == len(pair) else None
        trouble: Fact | None = sound.trouble if sound is not None else None
        self.sense.wild = None if trouble else sound
        if not trouble:
            return ()
        return (Seat(onset=self._t, decided=self._t, source=self.name, seat=0, state="learning", detail=trouble),)

    def wild_forgotten(self) -> Iterable[Event]:
        """Another hand: no noise counts as its Wild Thing."""
        self._shows.clear()
        self.sense.wild = None
        return ()

    # Whose it was

    def _attributed(self, now: float, found: list[Event]) -> list[Event]:
        if self._wanted is not None and self._wanted != self._names:
            self._names = self._wanted
            self.sense.set_active(self._names)
        self._watch_mouths()
        given = [self._given(event) for event in found]
        for event in given:
            if isinstance(event, Signal):
                self._joining.note(event)
        given += self._joining.look(now, self.sense.onsets, self.sense.going)
        return given if self.player is None else [replace(event, player=self.player) for event in given]

    def _watch_mouths(self) -> None:
        for player, t, shape in self._mouths.all() if self._mouths is not None else ():
            if self._seen.get(player, -1.0) < t:
                self._seen[player] = t
                self._who.mouth(player, t, shape)

    def _given(self, event: Event) -> Event:
        """A signal that begins gets its player from the mouths in view; where it ends, the same player."""
        if not isinstance(event, Signal) or not self._seen:
            return event
        if event.phase == "on":
            event = self._who.give(event)
            self._owners[event.name] = event.player
            return event
        return replace(event, player=self._owners.get(event.name, event.player))
