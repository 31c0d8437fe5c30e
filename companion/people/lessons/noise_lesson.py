"""Teaching companion a player's sounds: three takes a signal, then the room and a few words, in half a minute.

``NoiseLesson`` holds what was taught; ``NoiseCourse`` takes it step by step at a microphone, ``from_files`` at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from companion.errors import BadInput
from companion.facts import Fact, fact
from companion.people.lessons.noise_takes import fault, odd, take, too_near, usual_distance
from companion.people.thresholds.noise_thresholds import LearnedNoises, settle
from companion.senses.sounds.levels import BLOCK_S, LevelMeter
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.settings import NOISE_SETS, RATE, SIGNALS, WILD_THING, SoundSettings, canonical
from companion.senses.sounds.sound_features import NEGATIVE, TAUGHT, NoiseProfile, NoiseTake, SoundFeatures
from companion.sources.audio import Chunk, SampleRing, Samples
from companion.sources.audio_files import read

Array = npt.NDArray[np.float32]
Bout = tuple[Array, float]  # samples of one sound, and the room's level in dB full scale
TAKES_PER_SIGNAL = 3
ROOM_S, TALK_S = 3.0, 5.0  # seconds of each negative
_MAX_BAD_TAKES = 3  # bad takes in a row after which the signal is left for later
Step = Literal["room", "takes", "talk", "done"]
_LEAD_S = 0.15  # seconds kept before a sound
_NEGATIVE_SLICE_S = 1.0  # seconds of a negative example


class Bouts:
    """Cuts a stream of samples into the sounds that stand out of the room."""

    def __init__(self) -> None:
        self._levels, self._ring = LevelMeter(), SampleRing(12.0)
        self.on, self._begin = False, 0  # whether a sound is on, and the block in which it began

    def feed(self, samples: Array) -> Iterator[Bout]:
        """Yield the sounds that are over with these samples [n], each with a little before it."""
        self._ring.write(samples)
        for moment in self._levels.feed(samples):
            if moment.on and not self.on:
                self.on, self._begin = True, self._levels.bout
            elif self.on and not moment.on:
                self.on = False
                end = int((moment.index + 1 - self._levels.quiet_blocks + 6) * BLOCK_S * RATE)
                yield self._ring.read(self._start, end), moment.floor

    def finish(self) -> Iterator[Bout]:
        """Yield the sound that still goes on where the stream ends."""
        if self.on:
            self.on = False
            yield self._ring.read(self._start, self._ring.end), -90.0

    @property
    def _start(self) -> int:
        return max(0, int((self._begin * BLOCK_S - _LEAD_S) * RATE))


@dataclass
class NoiseLesson:
    """One player's lesson: `offer` takes until `wanted` is None, `negative` the room and talk, then `profile`."""

    player: str
    signals: Sequence[str]
    net: NoiseEmbedding
    takes: int = TAKES_PER_SIGNAL
    taken: dict[str, list[SoundFeatures]] = field(default_factory=dict)
    negatives: list[SoundFeatures] = field(default_factory=list)
    skipped: set[str] = field(default_factory=set)

    @property
    def next_signal(self) -> str | None:
        """The signal whose take comes next: all takes of one, then the next."""
        return next(
            (name for name in self.signals if name not in self.skipped and len(self.taken.get(name, [])) < self.takes),
            None,
        )

    def offer(self, samples: Array, room: float = -90.0) -> Fact | None:
        """Take one sound as the wanted signal; return None where it was kept, else the reason."""
        name = self.next_signal
        return fact("take.all-there") if name is None else self.offer_as(name, samples, room)

    def offer_as(self, name: str, samples: Array, room: float = -90.0) -> Fact | None:
        """Take one sound as ``name``, in any order."""
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
        """Add the room or the player's talk as negatives, cut into seconds."""
        step = int(_NEGATIVE_SLICE_S * RATE)
        for start in range(0, max(1, len(samples) - step // 2), step):
            piece = samples[start : start + step]
            if len(piece) >= step // 4 and float(np.abs(piece).max()) > 0:
                self.negatives.append(take(piece, self.net, alone=True))

    def warnings(self) -> list[Fact]:
        """Pairs of signals that will be confused."""
        return too_near(self.taken, usual_distance(self.taken))

    def skip(self, name: str) -> None:
        """Leave `name` for another day; what was taken of it is dropped."""
        self.skipped.add(name)
        self.taken.pop(name, None)

    def profile(self, before: NoiseProfile | None = None, other_profiles: Sequence[NoiseProfile] = ()) -> NoiseProfile:
        """Return what was taught, an earlier profile's other signals, and its own thresholds."""
        return self.learn(before, other_profiles).profile

    def learn(self, before: NoiseProfile | None = None, other_profiles: Sequence[NoiseProfile] = ()) -> LearnedNoises:
        """Return the noise profile with its own thresholds, and what the takes say of each signal.

        ``before``: an earlier profile, whose other signals are kept. ``other_profiles``: those of the others at the
        table.
        """
        kept = [t for t in (before.takes if before else []) if t.kind != NEGATIVE and t.name not in self.taken]
        new = [NoiseTake(name, TAUGHT, sound) for name, sounds in self.taken.items() for sound in sounds]
        takes = [*kept, *new, *(NoiseTake("", NEGATIVE, sound) for sound in self.negatives)]
        return settle(NoiseProfile(self.player, takes, self.net.version), other_profiles, SoundSettings.load())


def signals_of(signal_set: str) -> tuple[str, ...]:
    """Return the sounds to teach: of one set, or of all. Raises BadInput."""
    letter = signal_set.strip().upper()
    if not letter:
        return SIGNALS
    if not NOISE_SETS.get(letter):
        raise BadInput("lesson.sound.no-set", set=signal_set)
    return NOISE_SETS[letter]


def from_files(player: str, folder: Path, net: NoiseEmbedding) -> tuple[NoiseLesson, list[Fact]]:
    """Return a lesson from files SIGNAL_N.wav (.flac, .ogg) and talk_N, room_N, and what was of no use.

    Raises BadInput.
    """
    if not folder.is_dir():
        raise BadInput("lesson.sound.no-folder", folder=str(folder))
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.iterdir()):
        parts = re.fullmatch(r"(.+?)[_ -]?(\d+)", path.stem)
        if parts and path.suffix.lower() in (".wav", ".flac", ".ogg"):
            found.setdefault(parts[1].lower(), []).append(path)
    names = [name for label in found if (name := canonical(label)) is not None]
    lesson = NoiseLesson(
        player, names, net, takes=max((len(paths) for paths in found.values()), default=TAKES_PER_SIGNAL)
    )
    remarks: list[Fact] = []
    for label, paths in found.items():
        name = canonical(label)
        for path in paths:
            samples = read(path)
            if name is None:
                lesson.negative(samples)
            elif reason := lesson.offer_as(name, samples):
                remarks.append(fact("lesson.sound.file", file=path.name, reason=reason))
    return lesson, remarks


class NoiseCourse:
    """At a microphone: the room, three takes of each signal, a few words.

    ``begin``, ``feed`` until ``step`` is "done" or the sound ends, ``finish``; each gives what is to be said.
    """

    def __init__(self, player: str, signals: Sequence[str], net: NoiseEmbedding, *, wild: bool = False) -> None:
        self.lesson = NoiseLesson(player, (*signals, WILD_THING) if wild else tuple(signals), net)
        self.step: Step = "room"
        self._parts: list[Samples] = []
        self._left = int(ROOM_S * RATE)
        self._bouts = Bouts()
        self._asked, self._bad = "", 0

    def begin(self) -> list[Fact]:
        return [fact("lesson.sound.quiet", seconds=round(ROOM_S))]

    def feed(self, chunk: Chunk) -> list[Fact]:
        """Return the next piece of the sound."""
        if self.step == "takes":
            return self._takes(self._bouts.feed(chunk.samples))
        if self.step == "done":
            return []
        self._parts.append(chunk.samples[: self._left])
        self._left -= len(self._parts[-1])
        return [] if self._left > 0 else self._finish_recording()

    def finish(self) -> list[Fact]:
        """End the sound that is being taught.

        Raises BadInput where takes are missing.
        """
        said = self._takes(self._bouts.finish()) if self.step == "takes" else []
        if self.step in ("room", "takes"):
            raise BadInput("lesson.sound.ended")
        return [*said, *(self._finish_recording() if self.step == "talk" else [])]

    def _finish_recording(self) -> list[Fact]:
        self.lesson.negative(np.concatenate(self._parts) if self._parts else np.zeros(0, np.float32))
        self._parts = []
        if self.step == "room":
            self.step = "takes"
            return self._ask()
        self.step = "done"
        return []

    def _takes(self, heard: Iterable[Bout]) -> list[Fact]:
        remarks: list[Fact] = []
        for samples, room in heard:
            if (name := self.lesson.next_signal) is None:
                break
            reason = self.lesson.offer(samples, room)
            self._bad = self._bad + 1 if reason else 0
            if reason:
                remarks.append(reason)
            if self._bad > _MAX_BAD_TAKES:
                remarks.append(fact("lesson.sound.later", signal=name))
                self.lesson.skip(name)
                self._bad = 0
            remarks += self._ask()
        return remarks

    def _ask(self) -> list[Fact]:
        """Ask for the next take, or after the last one for a few words."""
        name, of = self.lesson.next_signal, self.lesson.takes
        if name is None:
            self.step, self._left = "talk", int(TALK_S * RATE)
            return [fact("lesson.sound.talk", seconds=round(TALK_S))]
        count = len(self.lesson.taken.get(name, [])) + 1
        again, self._asked = name == self._asked, name
        return [fact("lesson.sound.again" if again else "lesson.sound.take", signal=name, count=count, of=of)]


def closing(lesson: NoiseLesson) -> list[Fact]:
    """Return what is to be said at the end: signals that are too close, and what was taught.

    Raises BadInput for nothing.
    """
    if not lesson.taken:
        raise BadInput("lesson.sound.nothing", player=lesson.player)
    taught = [fact("lesson.sound.count", signal=name, n=len(sounds)) for name, sounds in lesson.taken.items()]
    return [*lesson.warnings(), fact("lesson.sound.kept", player=lesson.player, taught=taught)]
