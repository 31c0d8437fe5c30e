"""The microphone station, which runs the senses on a microphone's sound: noises, whose they are, and speech."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import numpy.typing as npt

from companion.errors import DeviceUnavailable
from companion.events import Event, Seat, Signal, Source
from companion.facts import Fact
from companion.senses.sounds.attribution import Attribution, JoinedNoises
from companion.senses.sounds.enrolled_players import NoiseVerdict
from companion.senses.sounds.finished_sounds import FinishedSound
from companion.senses.sounds.hints import SoundLook
from companion.senses.sounds.levels import Loudspeaker
from companion.senses.sounds.sound_features import NoiseProfile
from companion.senses.sounds.sound_sense import SoundSense
from companion.senses.sounds.wild_thing import WildSound
from companion.sitting import requests
from companion.sitting.mouths import Mouths
from companion.sitting.requests import RecalledNoise, Request
from companion.sitting.worker import Batch
from companion.sources.audio import RATE, AudioSource, Chunk, Samples


class SoundObserver:
    """Base class for further senses on a microphone's sound, such as speech.

    Its methods are called in the microphone's thread, after the noise sense.
    """

    def feed(self, samples: Samples, t: float, lost: float) -> Iterable[Event]:
        """Return the events found in a piece of sound.

        Args:
            samples: The sound, 16 kHz.
            t: Time of the first sample, seconds.
            lost: Seconds of sound missing before it.
        """
        return ()

    def finish(self) -> Iterable[Event]:
        return ()

    def answer(self, request: Request) -> bool | None:
        """Carry out a request to this sense.

        Returns:
            True if it was done, False if it could not be, None if it does not concern this sense.
        """
        return None

    def close(self) -> None:
        """Free resources; no more sound comes."""


FILE_END_WAIT_S = 1.5  # seconds after a file's end in which its last sounds may still be decided
Array = npt.NDArray[np.float32]


class NoSounds:
    """Stand-in for ``SoundSense`` where its model is missing: recognises nothing and reports ``failure`` once."""

    def __init__(self, source: str, failure: DeviceUnavailable) -> None:
        self.source, self.failure = source, failure
        self.wild: WildSound | None = None
        self.onsets: Sequence[float] = ()
        self.watchers: list[Callable[[SoundLook], None]] = []
        self.refusals: list[Callable[[NoiseVerdict], None]] = []
        self.on_finished: Callable[[FinishedSound], None] | None = None
        self._told = False

    def feed(self, samples: Array, t: float, lost: float = 0.0) -> list[Event]:
        told, self._told = self._told, True
        detail = self.failure.fact
        return [] if told else [Source(onset=t, decided=t, source=self.source, status="online", detail=detail)]

    def finish(self) -> list[Event]:
        return []

    def going(self, name: str) -> bool:
        return False

    def set_active(self, names: Sequence[str]) -> None: ...

    def know(self, profiles: Iterable[NoiseProfile], table: Sequence[str] | None = None) -> None: ...

    def update(self, profile: NoiseProfile) -> None: ...

    def learn_from_play(self, signal: Signal, player: str, *, stands: bool) -> None: ...

    def embedding(self, start: float, stop: float) -> None: ...


class MicrophoneStation:
    """Station of one microphone: recognises its noises and whose they are, and runs further senses such as speech.

    Args:
        source: The microphone or sound file.
        profiles: The players' enrolled noises.
        mouths: Mouths in view, to tell who made a noise. None: this is told by the enrolled noises alone.
        player: Owner of the phone, who then made every sound; None for a microphone of the table.
        loudspeaker: What the computer itself plays, so that it is not taken for a player.
    """

    serves = "sounds"

    def __init__(
        self,
        source: AudioSource,
        profiles: Sequence[NoiseProfile],
        mouths: Mouths | None,
        *,
        player: str | None = None,
        loudspeaker: Loudspeaker | None = None,
    ) -> None:
        self.name = source.name
        self.live = source.live
        self.player = player
        self.failure: DeviceUnavailable | None = None
        """Why noises are not recognised; None if they are."""
        self._who = Attribution()
        self.sense: SoundSense | NoSounds
        try:
            level = self._who.level
            self.sense = SoundSense(source.name, profiles=profiles, loudspeaker=loudspeaker, on_level=level)
        except DeviceUnavailable as error:  # speech and the shout are still recognised
            self.failure, self.sense = error, NoSounds(source.name, error)
        self.beside: list[SoundObserver] = []
        """Further senses on this sound, in the order in which they are called."""
        self._mouths = mouths
        self._wanted: tuple[str, ...] | None = None
        self._names: tuple[str, ...] = ()
        self._joining = JoinedNoises(self._who)
        self._seen: dict[str, float] = {}
        self._owners: dict[str, str | None] = {}
        self._shows: list[Array | None] = []
        self._t = 0.0

    def items(self, source: AudioSource) -> Iterable[Chunk]:
        return source.chunks()

    def feed(self, item: Chunk) -> Batch:
        now = self._t = item.t + len(item.samples) / RATE
        found = list(self.sense.feed(item.samples, item.t, item.lost))
        for sense in self.beside:
            found += sense.feed(item.samples, item.t, item.lost)
        return Batch(now, self._attribute_events(now, found))

    def finish(self) -> Batch:
        found = list(self.sense.finish())
        for sense in self.beside:
            found += sense.finish()
        if not self.live:
            found.append(Source(onset=self._t, decided=self._t, source=self.name, status="ended"))
        return Batch(self._t + FILE_END_WAIT_S, self._attribute_events(self._t + FILE_END_WAIT_S, found))

    def close(self) -> None:
        """Close the further senses."""
        for sense in self.beside:
            sense.close()

    def whose(self, onset: float, end: float) -> dict[str, float]:
        """Return player -> how well the player's mouth moved with a sound, 0..1.

        Args:
            onset: Beginning of the sound, seconds.
            end: End of the sound, seconds.
        """
        self._watch_mouths()
        return dict(self._who.who(onset, end).scores)

    def _recall(self, tell: Callable[[RecalledNoise], None], sound: FinishedSound) -> None:
        mouths = self.whose(sound.onset, sound.end)
        tell(RecalledNoise(self.name, sound.onset, sound.end, sound.samples, self.player, mouths))

    def answer(self, request: requests.Request) -> Iterable[Event]:
        match request:
            case requests.ListenFor(names):
                self._wanted = names
            case requests.WildShow(number, start, stop):
                self._shows += [None] * (number + 1 - len(self._shows))
                self._shows[number] = self.sense.embedding(start, stop)
            case requests.LearnWild(shows):
                return self._learn_wild(shows)
            case requests.ForgetWild():
                self._shows.clear()
                self.sense.wild = None
            case _:
                self._learn_noises(request)
        answers = [done for sense in self.beside if (done := sense.answer(request)) is not None]
        if isinstance(request, requests.LearnName):
            request.done(not answers or any(answers))
        return ()

    def _learn_noises(self, request: requests.Request) -> None:
        match request:
            case requests.KnowNoises(profiles, table):
                self.sense.know(profiles, table)
            case requests.UpdateNoises(profile):
                self.sense.update(profile)
            case requests.RecallNoises(tell):
                self.sense.on_finished = None if tell is None else partial(self._recall, tell)
            case requests.JudgePlay(signal, player, stands, keep) if signal.source == self.name:
                if (learned := self.sense.learn_from_play(signal, player, stands=stands)) is not None:
                    keep(learned)

    def _learn_wild(self, shows: Sequence[int]) -> Iterable[Event]:
        noises = [n for k in shows if k < len(self._shows) and (n := self._shows[k]) is not None]
        sound = WildSound(noises) if noises and len(noises) == len(shows) else None
        trouble: Fact | None = sound.trouble if sound is not None else None
        self.sense.wild = None if trouble else sound
        if not trouble:
            return ()
        return (Seat(onset=self._t, decided=self._t, source=self.name, seat=0, state="learning", detail=trouble),)

    # Whose it was

    def _attribute_events(self, now: float, found: list[Event]) -> list[Event]:
        if self._wanted is not None and self._wanted != self._names:
            self._names = self._wanted
            self.sense.set_active(self._names)
        self._watch_mouths()
        given = [self._with_player(event) for event in found]
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

    def _with_player(self, event: Event) -> Event:
        """Return a signal with the player whose mouth moved as it began; its end gets the same player."""
        if not isinstance(event, Signal) or not self._seen:
            return event
        if event.phase == "on":
            event = self._who.give(event)
            self._owners[event.name] = event.player
            return event
        return replace(event, player=self._owners.get(event.name, event.player))
