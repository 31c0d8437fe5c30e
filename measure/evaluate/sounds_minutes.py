"""False signals in minutes on end of what is no signal: the negatives of an index in a row and over each other.

Clips are drawn at random, at levels 27 dB apart, with pauses or overlapping the one before, over a room whose hiss goes
up and down; all of it goes through one sense without a break, as a table's evening does. Seeded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from companion.errors import BadInput
from companion.events import Signal
from companion.senses.sounds.settings import NOISE_SETS, RATE
from companion.senses.sounds.sound_sense import SoundSense
from companion.sources.audio import Samples
from companion.sources.audio_files import read
from measure.evaluate.sounds import Remembering, Row, active_of, index

Told = tuple[float, str, str]  # onset in seconds, signal, what sounded
_PIECE = RATE  # samples that are made and heard at a time
_LONGEST = 6.0  # seconds of a clip
_OVERLAP = 0.35  # share of clips that begin before the one before them ends
_QUIETEST = -30.0  # dB full scale of the quietest clip's peak; the loudest is at -3


class Evening:
    """An endless room in which `clips` (label, samples) sound; `pieces` gives it a second at a time."""

    def __init__(self, clips: Sequence[tuple[str, Samples]], seed: int) -> None:
        self._clips = clips
        self._rng = np.random.default_rng(seed)
        self._next = 0.5  # seconds at which the next clip begins
        self._ahead = np.zeros(0, np.float32)  # what has been laid beyond the end of the last piece
        self.playing: list[tuple[float, float, str]] = []  # start, end in seconds, label; the last few

    def pieces(self, seconds: float) -> Iterator[Samples]:
        for start in range(0, int(seconds * RATE), _PIECE):
            while self._next * RATE < start + _PIECE:
                self._lay(start)
            if len(self._ahead) < _PIECE:
                self._ahead = np.pad(self._ahead, (0, _PIECE - len(self._ahead)))
            hiss = self._rng.standard_normal(_PIECE) * 10 ** (-3.2 + 0.4 * np.sin(start / RATE / 47))
            piece, self._ahead = self._ahead[:_PIECE] + hiss.astype(np.float32), self._ahead[_PIECE:]
            yield np.clip(piece, -1.0, 1.0)

    def labels(self, t: float) -> list[str]:
        """Return what sounded within the second before `t`."""
        return [label for start, end, label in self.playing if start <= t and end >= t - 1.0]

    def _lay(self, start: int) -> None:
        label, sound = self._clips[int(self._rng.integers(len(self._clips)))]
        longest = int(_LONGEST * RATE)
        if len(sound) > longest:
            first = int(self._rng.integers(len(sound) - longest))
            sound = sound[first : first + longest]
        level = 10 ** (self._rng.uniform(_QUIETEST, -3.0) / 20)
        loud = sound * np.float32(level / (float(np.abs(sound).max(initial=0.0)) + 1e-6))
        at = int(self._next * RATE) - start
        self._ahead = np.pad(self._ahead, (0, max(0, at + len(loud) - len(self._ahead))))
        self._ahead[at : at + len(loud)] += loud
        length = len(loud) / RATE
        self.playing = [*self.playing[-7:], (self._next, self._next + length, label)]
        over = self._rng.random() < _OVERLAP
        self._next += length * float(self._rng.uniform(0.2, 0.8)) if over else length + self._rng.exponential(0.5)


def negatives(rows: Sequence[Row], progress: Callable[[str], None]) -> list[tuple[str, Samples]]:
    """Return the clips that mean no signal, by the name of their folder.

    Raises BadInput where there is none.
    """
    found = []
    for row in rows:
        if row.signal is None:
            progress(row.path.name)
            found.append((row.path.parent.name, read(row.path)))
    if not found:
        raise BadInput("measure.no-silence")
    return found


def evaluate(
    path: Path,
    letter: str = "",
    minutes: float = 10.0,
    seed: int = 1,
    progress: Callable[[str], None] = lambda name: None,
) -> dict[str, Any]:
    """Return the ``false`` signals of a set in so many minutes by name, sound and time; without a set, of all nine."""
    active = active_of(letter)
    asked = {letter: active}
    if not letter.strip():
        asked |= {name: signals for name, signals in NOISE_SETS.items() if signals}
    found = heard(Evening(negatives(index(path), progress), seed), asked, minutes, progress)
    whole = {"active": list(active), "minutes": minutes, "seed": seed, **counted(found[letter])}
    if letter.strip():
        return whole
    return {**whole, "sets": {name: counted(found[name]) for name in asked if name}}


def heard(
    evening: Evening, asked: Mapping[str, Sequence[str]], minutes: float, progress: Callable[[str], None]
) -> dict[str, list[Told]]:
    """Return what was told in the evening with each of ``asked`` in play; each window goes through the network once."""
    net = Remembering()
    senses = {name: SoundSense("minutes", net=net) for name in asked}
    for name, sense in senses.items():
        sense.restart(asked[name])
    told: dict[str, list[Told]] = {name: [] for name in asked}
    for second, piece in enumerate(evening.pieces(minutes * 60)):
        if second % 60 == 0:
            progress(f"minute {second // 60}")
        net.forget()
        for name, sense in senses.items():
            for event in sense.feed(piece, float(second)):
                if isinstance(event, Signal) and event.phase == "on":
                    sounds = " + ".join(evening.labels(event.decided)) or "room"
                    told[name].append((round(event.onset, 1), event.name, sounds))
    return told


def counted(told: Sequence[Told]) -> dict[str, Any]:
    """Return ``false``, ``by_name``, ``by_sound``, and all of them."""
    return {
        "false": len(told),
        "by_name": dict(Counter(name for _, name, _ in told).most_common()),
        "by_sound": dict(Counter(sound for _, _, sound in told).most_common()),
        "told": list(told),
    }
