"""The lesson at the microphone or from files: asks, listens, says what is wrong, and keeps the profile."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from companion.config import settings as machine
from companion.config import writable
from companion.errors import BadInput
from companion.people.lessons.sounds import TAKES, Lesson, bouts
from companion.people.lessons.sounds_takes import fault
from companion.senses.sounds.names import SETS, SIGNALS, SPOKEN, WILD, canonical
from companion.senses.sounds.net import SoundNet
from companion.senses.sounds.profile import Profile, find, save
from companion.sources.audio import AudioSource, Chunk, Samples
from companion.sources.audio_files import read

ROOM, TALK = 3.0, 5.0  # seconds of each negative
_PATIENCE = 3  # bad takes in a row after which the signal is left for later
Say = Callable[[str], None]


def signals_of(signal_set: str) -> tuple[str, ...]:
    """The sounds to teach: of one set, or of all. Raises BadInput."""
    letter = signal_set.strip().upper()
    if not letter:
        return SIGNALS
    if not SETS.get(letter):
        raise BadInput(f"there is no set {signal_set!r} with sounds to teach: give A, C or D")
    return SETS[letter]


def from_files(player: str, folder: Path, net: SoundNet, say: Say) -> Profile:
    """Teaches from files SIGNAL_N.wav (.flac, .ogg) and talk_N, room_N. Raises BadInput where nothing can be used."""
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder: give one with files such as cow_0.wav and talk_0.wav")
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.iterdir()):
        parts = re.fullmatch(r"(.+?)[_ -]?(\d+)", path.stem)
        if parts and path.suffix.lower() in (".wav", ".flac", ".ogg"):
            found.setdefault(parts[1].lower(), []).append(path)
    names = [name for label in found if (name := canonical(label)) is not None]
    lesson = Lesson(player, names, net, takes=max((len(paths) for paths in found.values()), default=TAKES))
    for label, paths in found.items():
        name = canonical(label)
        for path in paths:
            samples = read(path)
            if name is None:
                lesson.negative(samples)
            elif reason := lesson.offer_as(name, samples):
                say(f"{path.name}: {reason}")
    return _close(lesson, say)


def at_microphone(
    player: str, source: AudioSource, signals: Sequence[str], net: SoundNet, say: Say, wild: bool = False
) -> Profile:
    """The whole lesson: the room, three takes of each signal, a few words. Raises what the source raises."""
    lesson = Lesson(player, (*signals, WILD) if wild else signals, net)
    chunks = source.chunks()
    say(f"{ROOM:.0f} seconds of quiet, please: I listen to the room.")
    lesson.negative(_record(chunks, ROOM))
    _takes(lesson, chunks, say)
    say(f"Now talk for {TALK:.0f} seconds: say who is playing tonight.")
    lesson.negative(_record(chunks, TALK))
    return _close(lesson, say)


def _takes(lesson: Lesson, chunks: Iterator[Chunk], say: Say) -> None:
    asked, bad = "", 0
    sounds = bouts(chunks)
    while (name := lesson.wanted) is not None:
        count = len(lesson.taken.get(name, [])) + 1
        what = "again" if name == asked else f"Be {SPOKEN.get(name, name)}"
        say(f"{what}: take {count} of {lesson.takes}")
        asked = name
        heard = next(sounds, None)
        if heard is None:
            raise BadInput("the sound ended before all takes were there: record the rest as well")
        reason = lesson.offer(*heard)
        bad = bad + 1 if reason else 0
        if reason:
            say(reason)
        if bad > _PATIENCE:
            say(f"Leave {SPOKEN.get(name, name)} for later.")
            lesson.skip(name)
            bad = 0


def _record(chunks: Iterator[Chunk], seconds: float) -> Samples:
    parts: list[Samples] = []
    left = int(seconds * 16000)
    for chunk in chunks:
        parts.append(chunk.samples[:left])
        left -= len(parts[-1])
        if left <= 0:
            break
    return np.concatenate(parts) if parts else np.zeros(0, np.float32)


def _close(lesson: Lesson, say: Say) -> Profile:
    if not lesson.taken:
        raise BadInput(f"nothing of {lesson.player} could be used: see the reasons above and try again")
    for warning in lesson.warnings():
        say(warning)
    folder = writable(machine().profiles)
    profile = lesson.profile(find(lesson.player, folder))
    save(profile, folder)
    taught = ", ".join(f"{name} ({len(sounds)})" for name, sounds in lesson.taken.items())
    say(f"Kept for {lesson.player}: {taught}. Numbers only, no sound is stored.")
    return profile


__all__ = ["at_microphone", "fault", "from_files", "signals_of"]
