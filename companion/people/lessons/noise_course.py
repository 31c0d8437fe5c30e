"""The whole lesson of a player's sounds, step by step: chunks in, what to say out; or from files at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from companion.errors import BadInput
from companion.facts import Fact, fact
from companion.people.lessons.noise_lesson import TAKES, Bout, Bouts, NoiseLesson
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.settings import RATE, SETS, SIGNALS, WILD, canonical
from companion.sources.audio import Chunk, Samples
from companion.sources.audio_files import read

ROOM, TALK = 3.0, 5.0  # seconds of each negative
_PATIENCE = 3  # bad takes in a row after which the signal is left for later
Step = Literal["room", "takes", "talk", "done"]


def signals_of(signal_set: str) -> tuple[str, ...]:
    """The sounds to teach: of one set, or of all. Raises BadInput."""
    letter = signal_set.strip().upper()
    if not letter:
        return SIGNALS
    if not SETS.get(letter):
        raise BadInput("lesson.sound.no-set", set=signal_set)
    return SETS[letter]


def from_files(player: str, folder: Path, net: NoiseEmbedding) -> tuple[NoiseLesson, list[Fact]]:
    """A lesson from files SIGNAL_N.wav (.flac, .ogg) and talk_N, room_N, and what was of no use. Raises BadInput."""
    if not folder.is_dir():
        raise BadInput("lesson.sound.no-folder", folder=str(folder))
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.iterdir()):
        parts = re.fullmatch(r"(.+?)[_ -]?(\d+)", path.stem)
        if parts and path.suffix.lower() in (".wav", ".flac", ".ogg"):
            found.setdefault(parts[1].lower(), []).append(path)
    names = [name for label in found if (name := canonical(label)) is not None]
    lesson = NoiseLesson(player, names, net, takes=max((len(paths) for paths in found.values()), default=TAKES))
    said: list[Fact] = []
    for label, paths in found.items():
        name = canonical(label)
        for path in paths:
            samples = read(path)
            if name is None:
                lesson.negative(samples)
            elif reason := lesson.offer_as(name, samples):
                said.append(fact("lesson.sound.file", file=path.name, reason=reason))
    return lesson, said


class NoiseCourse:
    """At a microphone: the room, three takes of each signal, a few words. ``begin``, ``feed`` until ``step`` is
    "done" or the sound ends, ``finish``; each gives what is to be said."""

    def __init__(self, player: str, signals: Sequence[str], net: NoiseEmbedding, *, wild: bool = False) -> None:
        self.lesson = NoiseLesson(player, (*signals, WILD) if wild else tuple(signals), net)
        self.step: Step = "room"
        self._parts: list[Samples] = []
        self._left = int(ROOM * RATE)
        self._bouts = Bouts()
        self._asked, self._bad = "", 0

    def begin(self) -> list[Fact]:
        return [fact("lesson.sound.quiet", seconds=round(ROOM))]

    def feed(self, chunk: Chunk) -> list[Fact]:
        """The next piece of the sound."""
        if self.step == "takes":
            return self._takes(self._bouts.feed(chunk.samples))
        if self.step == "done":
            return []
        self._parts.append(chunk.samples[: self._left])
        self._left -= len(self._parts[-1])
        return [] if self._left > 0 else self._recorded()

    def finish(self) -> list[Fact]:
        """The sound is over. Raises BadInput where takes are missing."""
        said = self._takes(self._bouts.finish()) if self.step == "takes" else []
        if self.step in ("room", "takes"):
            raise BadInput("lesson.sound.ended")
        return [*said, *(self._recorded() if self.step == "talk" else [])]

    def _recorded(self) -> list[Fact]:
        self.lesson.negative(np.concatenate(self._parts) if self._parts else np.zeros(0, np.float32))
        self._parts = []
        if self.step == "room":
            self.step = "takes"
            return self._ask()
        self.step = "done"
        return []

    def _takes(self, heard: Iterable[Bout]) -> list[Fact]:
        said: list[Fact] = []
        for samples, room in heard:
            if (name := self.lesson.wanted) is None:
                break
            reason = self.lesson.offer(samples, room)
            self._bad = self._bad + 1 if reason else 0
            if reason:
                said.append(reason)
            if self._bad > _PATIENCE:
                said.append(fact("lesson.sound.later", signal=name))
                self.lesson.skip(name)
                self._bad = 0
            said += self._ask()
        return said

    def _ask(self) -> list[Fact]:
        """The next take, or after the last one a few words."""
        name, of = self.lesson.wanted, self.lesson.takes
        if name is None:
            self.step, self._left = "talk", int(TALK * RATE)
            return [fact("lesson.sound.talk", seconds=round(TALK))]
        count = len(self.lesson.taken.get(name, [])) + 1
        again, self._asked = name == self._asked, name
        return [fact("lesson.sound.again" if again else "lesson.sound.take", signal=name, count=count, of=of)]


def closing(lesson: NoiseLesson) -> list[Fact]:
    """What is to be said at the end: signals that are too close, and what was taught. Raises BadInput for nothing."""
    if not lesson.taken:
        raise BadInput("lesson.sound.nothing", player=lesson.player)
    taught = [fact("lesson.sound.count", signal=name, n=len(sounds)) for name, sounds in lesson.taken.items()]
    return [*lesson.warnings(), fact("lesson.sound.kept", player=lesson.player, taught=taught)]
