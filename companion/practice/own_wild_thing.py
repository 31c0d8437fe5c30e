"""Lessons in which a player teaches their own Wild Thing before its drill; what is learned is kept in memory only.

A noise is recorded three times, a face is shown twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.events import Event, Ruling, Seat
from companion.facts import Fact, fact
from companion.people.lessons.noise_lesson import TAKES_PER_SIGNAL, Bouts, NoiseLesson
from companion.practice.face_samples import FaceSample
from companion.senses.sounds.settings import WILD_THING
from companion.senses.sounds.sound_features import NoiseProfile
from companion.sitting.follower import Follower
from companion.sitting.microphone_station import MicrophoneStation, NoSounds
from companion.sitting.requests import TeachWild
from companion.sitting.sitting import Sitting
from companion.sources.audio import Samples

ORDINARY_PLAY_S = 4.0  # seconds of ordinary play to watch before a Wild Thing is taught


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonStep(Event):
    """Event with the progress of the lesson for a noise.

    Attributes:
        taken: Number of recordings accepted so far.
        of: Number of recordings needed.
        reason: Why the last recording was rejected; None if it was accepted.
    """

    type: ClassVar[str] = "taught"
    taken: int
    of: int = TAKES_PER_SIGNAL
    reason: Fact | None = None

    @property
    def as_fact(self) -> Fact:
        """What to do next, as a fact for display."""
        code = "practice.teach" if self.taken < self.of else "practice.taught"
        why = None if self.reason is None else fact("practice.teach-again", why=self.reason)
        return fact(code, taken=self.taken, n=self.taken + 1, of=self.of, why=why)


class OwnNoiseLesson:
    """Records the player's own Wild Thing noise three times, after which the microphone recognises it.

    Args:
        station: The microphone.
        player: Who practises.
        before: The player's noise profile, to which the noise is added in memory; None if there is none.
    """

    def __init__(self, station: MicrophoneStation, player: str, before: NoiseProfile | None) -> None:
        if isinstance(station.sense, NoSounds):  # the noise model is missing
            raise station.sense.failure
        self._station, self._before = station, before
        self._bouts, self._lesson = Bouts(), NoiseLesson(player, (WILD_THING,), station.sense.net)
        self._begun = False

    @property
    def is_over(self) -> bool:
        return self._lesson.next_signal is None

    def feed(self, samples: Samples, t: float) -> list[Event]:
        """Add a piece of sound that ends at ``t`` seconds, and return events with the progress of the lesson."""
        out: list[Event] = [] if self._begun else [self._step(t, None)]
        self._begun = True
        for heard, room in self._bouts.feed(samples):
            if not self.is_over:
                out.append(self._step(t, self._lesson.offer(heard, room)))
        if self.is_over:
            self._station.sense.know([self._lesson.profile(self._before)])
        return out

    def _step(self, t: float, reason: Fact | None) -> LessonStep:
        taken = len(self._lesson.taken.get(WILD_THING, []))
        return LessonStep(onset=t, decided=t, source=self._station.name, taken=taken, reason=reason)


class OwnFaceLesson(Follower):
    """Has the camera learn the player's own Wild Thing face; starts again if nothing was learned.

    It waits until the camera has seen ``ORDINARY_PLAY_S`` seconds of the face without the Wild Thing.
    """

    def __init__(self, sitting: Sitting, player: str) -> None:
        self._sitting, self._player = sitting, player
        self._since: float | None = None
        self._asked = False

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
        if isinstance(event, FaceSample) and event.ready and not self._asked:
            self._since = event.t if self._since is None else self._since
            if event.t - self._since >= ORDINARY_PLAY_S:
                self._asked = True
                for worker in self._sitting.crew.eyes():
                    worker.ask(TeachWild(self._player), lambda error: self._on_lesson_given_up())
        elif isinstance(event, Seat) and _nothing_learned(event):
            self._on_lesson_given_up()
        return ()

    def _on_lesson_given_up(self) -> None:
        self._asked = False


def _nothing_learned(event: Seat) -> bool:
    """Return True if the event ends a camera's lesson in which no Wild Thing was learned."""
    pair = event.detail.values.get("pair") if event.detail is not None and event.state == "ready" else None
    return pair is not None and not pair
