"""Teaching companion a player's sounds: three takes a signal, then the room and a few words, in half a minute."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from companion.facts import Fact, fact
from companion.people.lessons.noise_takes import fault, odd, take, too_near, usual_distance
from companion.people.thresholds.noise_thresholds import LearnedNoises, settle
from companion.senses.sounds.levels import SECONDS, LevelMeter
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.settings import RATE, SoundSettings
from companion.senses.sounds.sound_features import NEGATIVE, TAUGHT, NoiseProfile, NoiseTake, SoundFeatures
from companion.sources.audio import Chunk, SampleRing

Array = npt.NDArray[np.float32]
Bout = tuple[Array, float]  # samples of one sound, and the room's level in dB full scale
TAKES = 3
_BEFORE = 0.15  # seconds kept before a sound
_SLICE = 1.0  # seconds of a negative example


class Bouts:
    """Cuts a stream of samples into the sounds that stand out of the room."""

    def __init__(self) -> None:
        self._levels, self._ring = LevelMeter(), SampleRing(12.0)
        self.on, self._begin = False, 0  # whether a sound is on, and the block in which it began

    def feed(self, samples: Array) -> Iterator[Bout]:
        """The sounds that are over with these samples [n], each with a little before it."""
        self._ring.write(samples)
        for moment in self._levels.feed(samples):
            if moment.on and not self.on:
                self.on, self._begin = True, self._levels.bout
            elif self.on and not moment.on:
                self.on = False
                end = int((moment.index + 1 - self._levels.quiet_blocks + 6) * SECONDS * RATE)
                yield self._ring.read(self._start, end), moment.floor

    def finish(self) -> Iterator[Bout]:
        """The sound that still goes on where the stream ends."""
        if self.on:
            self.on = False
            yield self._ring.read(self._start, self._ring.end), -90.0

    @property
    def _start(self) -> int:
        return max(0, int((self._begin * SECONDS - _BEFORE) * RATE))


def bouts(chunks: Iterator[Chunk]) -> Iterator[Bout]:
    """Every sound of a whole stream."""
    cutter = Bouts()
    for chunk in chunks:
        yield from cutter.feed(chunk.samples)
    yield from cutter.finish()


@dataclass
class NoiseLesson:
    """One player's lesson: `offer` takes until `wanted` is None, `negative` the room and talk, then `profile`."""

    player: str
    signals: Sequence[str]
    net: NoiseEmbedding
    takes: int = TAKES
    taken: dict[str, list[SoundFeatures]] = field(default_factory=dict)
    negatives: list[SoundFeatures] = field(default_factory=list)
    skipped: set[str] = field(default_factory=set)

    @property
    def wanted(self) -> str | None:
        """The signal whose take comes next: all takes of one, then the next."""
        return next(
            (name for name in self.signals if name not in self.skipped and len(self.taken.get(name, [])) < self.takes),
            None,
        )

    def offer(self, samples: Array, room: float = -90.0) -> Fact | None:
        """One take of the wanted signal: None where it was kept, else the reason."""
        name = self.wanted
        return fact("take.all-there") if name is None else self.offer_as(name, samples, room)

    def offer_as(self, name: str, samples: Array, room: float = -90.0) -> Fact | None:
        """One take of `name`, in any order."""
        reason = fault(samples, room)
        if reason:
            return reason
        sound = take(samples, self.net)
        reason = odd(name, sound, self.taken.get(name, []), usual_distance(self.taken))
        if reason:
            return reason
        self.taken.setdefault(name, []).append(sound)
        return None

    def negative(self, samples: Array) -> None:
        """The room or the player talking, cut into seconds."""
        step = int(_SLICE * RATE)
        for start in range(0, max(1, len(samples) - step // 2), step):
            piece = samples[start : start + step]
            if len(piece) >= step // 4 and float(np.abs(piece).max()) > 0:
                self.negatives.append(take(piece, self.net, alone=True))

    def warnings(self) -> list[Fact]:
        """Pairs of signals that will be confused."""
        return too_near(self.taken, usual_distance(self.taken))

    def skip(self, name: str) -> None:
        """Leaves `name` for another day; what was taken of it is dropped."""
        self.skipped.add(name)
        self.taken.pop(name, None)

    def profile(self, before: NoiseProfile | None = None, others: Sequence[NoiseProfile] = ()) -> NoiseProfile:
        """What was taught, with signals of an earlier profile that were not taught anew, and its own thresholds."""
        return self.settled(before, others).profile

    def settled(self, before: NoiseProfile | None = None, others: Sequence[NoiseProfile] = ()) -> LearnedNoises:
        """The same with what the takes say of each signal, beside the ``others`` of the table."""
        kept = [t for t in (before.takes if before else []) if t.kind != NEGATIVE and t.name not in self.taken]
        new = [NoiseTake(name, TAUGHT, sound) for name, sounds in self.taken.items() for sound in sounds]
        takes = [*kept, *new, *(NoiseTake("", NEGATIVE, sound) for sound in self.negatives)]
        return settle(NoiseProfile(self.player, takes, self.net.version), others, SoundSettings.load())
