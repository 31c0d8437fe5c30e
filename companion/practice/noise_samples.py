"""Report how near the player's noise is to each signal, and cut recognised noises out of a microphone's sound."""

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

COACHING_LINGER_S = 1.0  # seconds for which the latest measurements are used for coaching
LEAD_S = 0.15  # seconds of sound kept before a noise
MAX_NOISE_S = 5.0  # longest noise that is kept, seconds
END_SILENCE = np.zeros(RATE * 3 // 2, np.float32)  # added after a file, so that its last noise ends


@dataclass(frozen=True, slots=True, kw_only=True)
class NoiseSample(Event):
    """Event with the measurements of a piece of sound that ends at ``t`` seconds.

    Attributes:
        samples: The sound (n,), 16 kHz.
        level: Its level, dB full scale.
        heard: The latest measurements of the sound sense; None if they are older than ``COACHING_LINGER_S``.
        thresholds: Threshold of each active signal, log-odds.
        taught: Signals that the player has taught.
        ready: False while the player teaches a noise, and after the end of the sound.
    """

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
        """Return how near the sound is to a signal, with advice; None if the signal is no active noise."""
        if signal not in self.thresholds:
            return None
        return coach_sound(signal, self.heard, self.thresholds, taught=signal in self.taught)


class NoiseSamples(SoundObserver):
    """Sound observer: it returns a ``NoiseSample`` for each piece of sound.

    Args:
        teaching: For a microphone, returns the lesson in which the player teaches a noise before the first cue; None if
            nothing is to be taught.
    """

    def __init__(self, teaching: Callable[[MicrophoneStation], OwnNoiseLesson] | None = None) -> None:
        self._teaching = teaching
        self._lesson: OwnNoiseLesson | None = None
        self._sense: SoundSense | None = None
        self._last: SoundLook | None = None
        self._t = 0.0

    def join(self, station: MicrophoneStation) -> None:
        """Observe a microphone, unless its noise model is missing; the lesson, if any, begins."""
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
    """A recognised noise that has ended; kept in memory only.

    Attributes:
        signal: The signal.
        onset: Its beginning, seconds.
        samples: The sound (n,), 16 kHz.
    """

    signal: str
    onset: float
    samples: Samples


class HeardNoises:
    """Cuts recognised noises out of a microphone's sound."""

    def __init__(self) -> None:
        self._ring = SampleRing(MAX_NOISE_S + 2.0)
        self._began: dict[str, float] = {}
        self._ended: list[Signal] = []

    def signal(self, signal: Signal) -> None:
        """Record the beginning or end of a recognised noise; call it before ``hear`` gets that piece of sound."""
        if signal.phase == "on":
            self._began[signal.name] = signal.onset
        else:
            self._ended.append(signal)

    def hear(self, hearing: NoiseSample) -> list[HeardNoise]:
        """Add a piece of sound and return the noises that end in it, without those longer than ``MAX_NOISE_S``."""
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
