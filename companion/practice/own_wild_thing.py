"""A Wild Thing of one's own, taught before the drill and kept in memory alone: three takes of a noise, or two shows."""

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

ORDINARY_PLAY_S = 4.0  # seconds of a known face before its Wild Thing is taught: what it does then is ordinary play


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonStep(Event):
    """A step of the noise's lesson: ``taken`` of ``of`` takes are there; ``reason``: why the last was of no use."""

    type: ClassVar[str] = "taught"
    taken: int
    of: int = TAKES_PER_SIGNAL
    reason: Fact | None = None

    @property
    def as_fact(self) -> Fact:
        """Return what to do next."""
        code = "practice.teach" if self.taken < self.of else "practice.taught"
        why = None if self.reason is None else fact("practice.teach-again", why=self.reason)
        return fact(code, taken=self.taken, n=self.taken + 1, of=self.of, why=why)


class OwnNoiseLesson:
    """Three takes of the Wild Thing's noise at a microphone's station, which knows the noise from then on.

    ``before``: what the player taught earlier.
    """

    def __init__(self, station: MicrophoneStation, player: str, before: NoiseProfile | None) -> None:
        if isinstance(station.sense, NoSounds):  # without its model there is no noise to learn
            raise station.sense.failure
        self._station, self._before = station, before
        self._bouts, self._lesson = Bouts(), NoiseLesson(player, (WILD_THING,), station.sense.net)
        self._begun = False

    @property
    def is_over(self) -> bool:
        return self._lesson.next_signal is None

    def feed(self, samples: Samples, t: float) -> list[Event]:
        """Return what a piece of sound up to ``t`` seconds brings."""
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
    """Asks the camera to be shown the player's Wild Thing; once more where it was given up."""

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
    """Return whether a lesson of the Wild Thing is over in vain."""
    pair = event.detail.values.get("pair") if event.detail is not None and event.state == "ready" else None
    return pair is not None and not pair
