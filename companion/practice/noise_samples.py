"""Sound of a microphone as hearings: how near the player's noise is to each signal, beside what was recognised."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from companion.events import Event, Signal
from companion.practice.coaching import Coaching, coach_sound
from companion.practice.own_wild_thing import OwnNoiseLesson
from companion.senses.sounds.hints import SoundLook
from companion.senses.sounds.settings import RATE
from companion.senses.sounds.sound_sense import SoundSense
from companion.sitting.microphone_station import MicrophoneStation, SoundObserver
from companion.sources.audio import SampleRing, Samples, decibels

COACHING_LINGER_S = 1.0  # seconds for which what was heard last is still coached
LEAD_S = 0.15  # seconds kept before a noise
MAX_NOISE_S = 5.0  # seconds of a noise that are kept
END_SILENCE = np.zeros(RATE * 3 // 2, np.float32)  # the silence in which a file's last noise ends


@dataclass(frozen=True, slots=True, kw_only=True)
class NoiseSample(Event):
    """A piece of sound up to ``t`` seconds. ``level``: dB full scale; ``heard``: the newest look if it is fresh."""

    type: ClassVar[str] = "hearing"
    samples: Samples
    level: float
    heard: SoundLook | None
    thresholds: Mapping[str, float]
    taught: tuple[str, ...]
    ready: bool = True

    @property
    def t(self) -> float:
        return self.decided

    def coaching_for(self, signal: str) -> Coaching | None:
        """None for a signal that is no noise of the active ones."""
        if signal not in self.thresholds:
            return None
        return coach_sound(signal, self.heard, self.thresholds, taught=signal in self.taught)


class NoiseSamples(SoundObserver):
    """A further sense beside a microphone's own: says what that heard and how loud it was.

    ``teaching`` makes a lesson for the station that comes before the first cue.
    """

    def __init__(self, teaching: Callable[[MicrophoneStation], OwnNoiseLesson] | None = None) -> None:
        self._teaching = teaching
        self._lesson: OwnNoiseLesson | None = None
        self._sense: SoundSense | None = None
        self._last: SoundLook | None = None
        self._t = 0.0

    def join(self, station: MicrophoneStation) -> None:
        """Observe a microphone's station; of one that cannot hear noises nothing comes."""
        self._lesson = self._teaching(station) if self._teaching is not None else None
        if not isinstance(station.sense, SoundSense):
            return
        self._sense = station.sense
        station.sense.watchers.append(self._watch)
        station.beside.append(self)

    def _watch(self, look: SoundLook) -> None:
        self._last = look

    def feed(self, samples: Samples, t: float, lost: float) -> list[Event]:
        self._t = t + len(samples) / RATE
        taught = self._lesson.feed(samples, self._t) if self._lesson is not None and not self._lesson.is_over else []
        return [*taught, self._hearing(samples, self._lesson is None or self._lesson.is_over)]

    def finish(self) -> list[Event]:
        self._t += len(END_SILENCE) / RATE
        return [self._hearing(END_SILENCE, ready=False)]

    def _hearing(self, samples: Samples, ready: bool) -> NoiseSample:
        sense, t = self._sense, self._t
        assert sense is not None
        look = self._last if self._last is not None and t - self._last.t <= COACHING_LINGER_S else None
        return NoiseSample(
            onset=t - len(samples) / RATE,
            decided=t,
            source=sense.source,
            samples=samples,
            level=decibels(samples),
            thresholds={n: sense.settings.threshold(n, sense.active) for n in sense.active},
            taught=tuple(n for m in sense.enrolled.matchers for n in m.profile.signals),
            heard=look,
            ready=ready,
        )


@dataclass(frozen=True, slots=True)
class HeardNoise:
    """A noise that was recognised and is over: its signal, onset in seconds, and samples at 16 kHz (memory only)."""

    signal: str
    onset: float
    samples: Samples


class HeardNoises:
    """Cuts recognised noises out of what was heard."""

    def __init__(self) -> None:
        self._ring = SampleRing(MAX_NOISE_S + 2.0)
        self._began: dict[str, float] = {}
        self._ended: list[Signal] = []

    def signal(self, signal: Signal) -> None:
        """Keep a signal of the microphone until the hearing that it was found in."""
        if signal.phase == "on":
            self._began[signal.name] = signal.onset
        else:
            self._ended.append(signal)

    def hear(self, hearing: NoiseSample) -> list[HeardNoise]:
        """Return the noises that are over with this piece; one that was too long to be kept is left out."""
        self._ring.write(hearing.samples)
        ended, self._ended = self._ended, []
        return [n for s in ended if (n := self._cut(s, hearing.t)) is not None]

    def _cut(self, signal: Signal, t: float) -> HeardNoise | None:
        onset = self._began.pop(signal.name, None)
        if onset is None or t - onset > MAX_NOISE_S:
            return None
        stop = self._ring.end - max(0, round((t - signal.onset) * RATE))
        start = max(0, self._ring.end - round((t - onset + LEAD_S) * RATE))
        return HeardNoise(signal.name, onset, self._ring.read(start, max(start + 1, stop)))
