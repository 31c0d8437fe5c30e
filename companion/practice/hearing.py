"""Sound of a microphone or file as hearings: what was recognised, and how near the player's noise is to each signal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.events import Signal
from companion.practice.coaching import Coaching
from companion.practice.coaching_sounds import Heard, coach_sound
from companion.senses.sounds.loudspeaker import Loudspeaker
from companion.senses.sounds.names import RATE
from companion.senses.sounds.profile import Profile
from companion.senses.sounds.ring import Ring
from companion.senses.sounds.sense import Look, SoundSense
from companion.sources.audio import Chunk, Samples

LINGER = 1.0  # seconds for which what was heard last is still coached
BEFORE = 0.15  # seconds kept before a noise
LONGEST = 5.0  # seconds of a noise that are kept


@dataclass(frozen=True, slots=True)
class Noise:
    """A noise that was recognised and is over: its signal, onset in seconds, and samples at 16 kHz (memory only)."""

    signal: str
    onset: float
    samples: Samples


@dataclass(frozen=True, slots=True)
class Hearing:
    """A tenth of a second up to ``t`` seconds. ``level``: dB full scale; ``heard``: the newest look if it is fresh."""

    t: float
    signals: tuple[Signal, ...]
    level: float
    heard: Heard | None
    thresholds: Mapping[str, float]
    taught: tuple[str, ...]
    noises: tuple[Noise, ...] = ()
    ready: bool = True

    def coached(self, signal: str) -> Coaching | None:
        """None for a signal that is no noise of the active ones."""
        if signal not in self.thresholds:
            return None
        return coach_sound(signal, self.heard, self.thresholds, taught=signal in self.taught)


class Ears:
    """The sound sense with what practice asks of it. ``active``: the noises that may be asked for; ``loudspeaker``
    tells when an example is played, which does not count."""

    def __init__(
        self,
        name: str,
        active: Sequence[str],
        profiles: Sequence[Profile] = (),
        loudspeaker: Loudspeaker | None = None,
    ) -> None:
        self.sense = SoundSense(name, profiles=profiles, watcher=self._look, loudspeaker=loudspeaker)
        self.sense.set_active(active)
        self._thresholds = {n: self.sense.settings.threshold(n, self.sense.active) for n in self.sense.active}
        self._taught = tuple(n for p in profiles for n in p.signals)
        self._last: Look | None = None
        self._ring = Ring(LONGEST + 2.0)
        self._began: dict[str, float] = {}

    def hear(self, chunk: Chunk) -> Hearing:
        """One piece of sound, in time order."""
        self._ring.write(chunk.samples)
        end = chunk.t + len(chunk.samples) / RATE
        return self._hearing(self.sense.feed(chunk.samples, chunk.t, chunk.lost), end, chunk.samples)

    def finish(self, t: float) -> Hearing:
        """The file has ended: what is on stops."""
        return self._hearing(self.sense.finish(), t + 1.5, np.zeros(0, np.float32))

    def _hearing(self, found: Sequence[object], t: float, samples: Samples) -> Hearing:
        signals = tuple(e for e in found if isinstance(e, Signal))
        power = float(np.mean(samples.astype(np.float64) ** 2)) if len(samples) else 0.0
        look = self._last if self._last is not None and t - self._last.t <= LINGER else None
        heard = None if look is None else Heard(look.level, look.floor, look.scores, look.talk, look.rhythm)
        noises = tuple(n for s in signals if (n := self._noise(s, t)) is not None)
        level = float(10 * np.log10(power + 1e-10))
        return Hearing(t, signals, level, heard, self._thresholds, self._taught, noises)

    def _noise(self, signal: Signal, t: float) -> Noise | None:
        """The samples of a noise at its end; None while it goes on, or where it was too long to be kept."""
        if signal.phase == "on":
            self._began[signal.name] = signal.onset
            return None
        onset = self._began.pop(signal.name, None)
        if onset is None or t - onset > LONGEST:
            return None
        stop = self._ring.end - max(0, round((t - signal.onset) * RATE))
        start = max(0, self._ring.end - round((t - onset + BEFORE) * RATE))
        return Noise(signal.name, onset, self._ring.read(start, max(start + 1, stop)))

    def _look(self, look: Look) -> None:
        self._last = look


def hearings(chunks: Callable[[], Iterator[Chunk]], ears: Ears) -> Iterator[Hearing]:
    """Every piece of a source, and its end."""
    t = 0.0
    for chunk in chunks():
        t = chunk.t + len(chunk.samples) / RATE
        yield ears.hear(chunk)
    yield replace(ears.finish(t), ready=False)
