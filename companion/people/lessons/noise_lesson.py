"""Record a player's noises in half a minute: three takes (recordings) of each signal, the room, and a few words.

``NoiseLesson`` collects the takes. ``NoiseCourse`` asks a player for them at a microphone; ``from_files`` reads them
from files.
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
Bout = tuple[Array, float]  # samples (n,) of one sound, and level of the room's noise, dB full scale
TAKES_PER_SIGNAL = 3
ROOM_S, TALK_S = 3.0, 5.0  # seconds of room noise and of talk to record
_MAX_BAD_TAKES = 3  # consecutive bad takes allowed before a signal is skipped
Step = Literal["room", "takes", "talk", "done"]
_LEAD_S = 0.15  # seconds kept before a sound
_NEGATIVE_SLICE_S = 1.0  # seconds of one negative


class Bouts:
    """Finds the sounds in a stream of samples that stand out from the room's noise."""

    def __init__(self) -> None:
        self._levels, self._ring = LevelMeter(), SampleRing(12.0)
        self.on, self._begin = False, 0  # whether a sound is on, and the block in which it began

    def feed(self, samples: Array) -> Iterator[Bout]:
        """Yield the sounds that end in these samples (n,), each with the room's noise level in dB full scale.

        A sound includes 0.15 s before its beginning.
        """
        self._ring.write(samples)
        for moment in self._levels.feed(samples):
            if moment.on and not self.on:
                self.on, self._begin = True, self._levels.bout
            elif self.on and not moment.on:
                self.on = False
                end = int((moment.index + 1 - self._levels.quiet_blocks + 6) * BLOCK_S * RATE)
                yield self._ring.read(self._start, end), moment.floor

    def finish(self) -> Iterator[Bout]:
        """Yield the sound that is still going on when the stream ends, if any."""
        if self.on:
            self.on = False
            yield self._ring.read(self._start, self._ring.end), -90.0

    @property
    def _start(self) -> int:
        return max(0, int((self._begin * BLOCK_S - _LEAD_S) * RATE))


@dataclass
class NoiseLesson:
    """Takes of one player's noises, and sounds that are no signal.

    Call ``offer`` until ``next_signal`` is None, then ``negative`` with the room's noise and with talk, then
    ``profile``.
    """

    player: str
    signals: Sequence[str]
    net: NoiseEmbedding
    takes: int = TAKES_PER_SIGNAL
    taken: dict[str, list[SoundFeatures]] = field(default_factory=dict)
    negatives: list[SoundFeatures] = field(default_factory=list)
    skipped: set[str] = field(default_factory=set)

    @property
    def next_signal(self) -> str | None:
        """The first signal that still lacks takes and was not skipped; None if there is none."""
        return next(
            (name for name in self.signals if name not in self.skipped and len(self.taken.get(name, [])) < self.takes),
            None,
        )

    def offer(self, samples: Array, room: float = -90.0) -> Fact | None:
        """Add a sound as a take of the next signal.

        Args:
            samples: The sound (n,), 16 kHz.
            room: Level of the room's noise, dB full scale.

        Returns:
            None if it was accepted, else the reason why not.
        """
        name = self.next_signal
        return fact("take.all-there") if name is None else self.offer_as(name, samples, room)

    def offer_as(self, name: str, samples: Array, room: float = -90.0) -> Fact | None:
        """Add a sound as a take of signal ``name``.

        Args:
            name: The signal.
            samples: The sound (n,), 16 kHz.
            room: Level of the room's noise, dB full scale.

        Returns:
            None if it was accepted, else the reason why not.
        """
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
        """Add the room's noise or talk, samples (n,), as sounds that are no signal, one for each second."""
        step = int(_NEGATIVE_SLICE_S * RATE)
        for start in range(0, max(1, len(samples) - step // 2), step):
            piece = samples[start : start + step]
            if len(piece) >= step // 4 and float(np.abs(piece).max()) > 0:
                self.negatives.append(take(piece, self.net, alone=True))

    def warnings(self) -> list[Fact]:
        """Return a warning for each pair of signals that are likely to be confused."""
        return too_near(self.taken, usual_distance(self.taken))

    def skip(self, name: str) -> None:
        """Skip signal ``name`` and drop its takes."""
        self.skipped.add(name)
        self.taken.pop(name, None)

    def profile(self, before: NoiseProfile | None = None, other_profiles: Sequence[NoiseProfile] = ()) -> NoiseProfile:
        """Return the player's noise profile with personal thresholds.

        Args:
            before: Earlier profile; its other signals are kept.
            other_profiles: Profiles of the other players at the table.
        """
        return self.learn(before, other_profiles).profile

    def learn(self, before: NoiseProfile | None = None, other_profiles: Sequence[NoiseProfile] = ()) -> LearnedNoises:
        """Return the player's noise profile with personal thresholds, and what was measured of each signal.

        Args:
            before: Earlier profile; its other signals are kept.
            other_profiles: Profiles of the other players at the table.
        """
        kept = [t for t in (before.takes if before else []) if t.kind != NEGATIVE and t.name not in self.taken]
        new = [NoiseTake(name, TAUGHT, sound) for name, sounds in self.taken.items() for sound in sounds]
        takes = [*kept, *new, *(NoiseTake("", NEGATIVE, sound) for sound in self.negatives)]
        return settle(NoiseProfile(self.player, takes, self.net.version), other_profiles, SoundSettings.load())


def signals_of(signal_set: str) -> tuple[str, ...]:
    """Return the noises in a set of signals, "A" to "D"; all noises for "".

    Raises:
        BadInput: There is no such set, or it has no noises.
    """
    letter = signal_set.strip().upper()
    if not letter:
        return SIGNALS
    if not NOISE_SETS.get(letter):
        raise BadInput("lesson.sound.no-set", set=signal_set)
    return NOISE_SETS[letter]


def from_files(player: str, folder: Path, net: NoiseEmbedding) -> tuple[NoiseLesson, list[Fact]]:
    """Return a lesson with the takes in a folder's files: SIGNAL_N.wav (or .flac, .ogg), talk_N and room_N.

    Returns:
        The lesson, and a message for each file that was rejected.

    Raises:
        BadInput: There is no such folder.
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
    """Guide through recording a player's noises at a microphone: first the room, then each signal, then a few words.

    Call ``begin``, then ``feed`` until ``step`` is "done" or the sound ends, then ``finish``. Each returns messages to
    show.
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
        """Process the next piece of sound and return the messages to show."""
        if self.step == "takes":
            return self._takes(self._bouts.feed(chunk.samples))
        if self.step == "done":
            return []
        self._parts.append(chunk.samples[: self._left])
        self._left -= len(self._parts[-1])
        return [] if self._left > 0 else self._finish_recording()

    def finish(self) -> list[Fact]:
        """End the recording because the sound has ended, and return the messages to show.

        Raises:
            BadInput: The sound ended before all takes were recorded.
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
        """Return the request for the next take; if none is missing, the request for a few words."""
        name, of = self.lesson.next_signal, self.lesson.takes
        if name is None:
            self.step, self._left = "talk", int(TALK_S * RATE)
            return [fact("lesson.sound.talk", seconds=round(TALK_S))]
        count = len(self.lesson.taken.get(name, [])) + 1
        again, self._asked = name == self._asked, name
        return [fact("lesson.sound.again" if again else "lesson.sound.take", signal=name, count=count, of=of)]


def closing(lesson: NoiseLesson) -> list[Fact]:
    """Return the messages at the end: warnings of signals that are too similar, and the number of takes of each signal.

    Raises:
        BadInput: No signal has a take.
    """
    if not lesson.taken:
        raise BadInput("lesson.sound.nothing", player=lesson.player)
    taught = [fact("lesson.sound.count", signal=name, n=len(sounds)) for name, sounds in lesson.taken.items()]
    return [*lesson.warnings(), fact("lesson.sound.kept", player=lesson.player, taught=taught)]
