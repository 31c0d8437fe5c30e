"""One-second windows of the shared recordings alone: bent, in rooms, over one another; what frozen networks are asked.

`scenes.py` teaches what people do; these teach what real animals, babies, dogs and machines are like, as often as
nobody could record them: a clip is another one's company, and each comes at another pitch, size, tempo and distance.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from models.training.noises.scenes import DRAWN, Take
from models.training.voices import real, rooms
from models.training.voices.recordings import Recording, load
from models.training.voices.rooms import excerpt
from models.training.voices.source import RATE, Rng, Samples, filtered

_LONGEST = 1.8  # seconds of a recording
_ANIMALS = 0.42  # share of the windows


class Recorded:
    """Windows of what training may hear; of the animals each label and each source comes equally often."""

    def __init__(self, sounds: Path) -> None:
        self.animals: dict[str, dict[str, list[Recording]]] = {}
        self.others: dict[str, list[Recording]] = {}
        for item in load(sounds):
            if item.held:
                continue
            if item.group.startswith("animals"):
                self.animals.setdefault(item.label, {}).setdefault(item.group, []).append(item)
            else:
                self.others.setdefault(item.group, []).append(item)
        self._kinds = list(self.others)
        weights = np.array([DRAWN["recorded"].get(kind, 1.0) for kind in self._kinds])
        self._chances = weights / weights.sum()

    def window(self, rng: Rng) -> Take:
        """One second, its label and its source."""
        animal = rng.random() < _ANIMALS
        if animal:
            sources = self.animals[str(rng.choice(list(self.animals)))]
            items = sources[str(rng.choice(list(sources)))]
            item = items[int(rng.integers(len(items)))]
        else:
            item = self._other(rng)
        sound = _heard(rng, item)
        if rng.random() < 0.35:
            under = _heard(rng, self._other(rng))
            ratio = float(np.sqrt(np.mean(sound**2)) / (np.sqrt(np.mean(under**2)) + 1e-9))
            sound = sound + under * ratio * 10 ** (-rng.uniform(4 if animal else 0, 24) / 20)
        if rng.random() < 0.6:
            sound = sound + rooms.hiss(rng, RATE) * np.abs(sound).max() * 10 ** rng.uniform(-4.2, -1.7)
        level = 10 ** rng.uniform(-1.6, 0)
        return Take(sound / (np.abs(sound).max() + 1e-9) * level, item.label, item.group)

    def _other(self, rng: Rng) -> Recording:
        items = self.others[str(rng.choice(self._kinds, p=self._chances))]
        return items[int(rng.integers(len(items)))]


def _heard(rng: Rng, item: Recording) -> Samples:
    """Return a second of a recording, bent, in a room and through a microphone, at most 1 loud."""
    sound = excerpt(rng, item.samples, _LONGEST)
    pitch, size, tempo = np.exp(rng.uniform(-0.3, 0.3, 3) * (1, 0.6, 0.8))
    if rng.random() < 0.8:
        sound = real.bend(rng, sound, pitch, size, tempo)
    if rng.random() < 0.5:
        sound = rooms.room(rng, sound)
    if rng.random() < 0.5:
        sound = rooms.microphone(rng, sound)
    sound = _second(rng, sound)
    if rng.random() < 0.5:
        sound = _coloured(rng, sound)
    return np.asarray(sound / (np.abs(sound).max() + 1e-9))


def _second(rng: Rng, sound: Samples) -> Samples:
    """One second of it; a shorter sound lies anywhere, mostly at the end, some again and again."""
    if len(sound) > RATE:
        return excerpt(rng, sound, 1.0)
    out, last = np.zeros(RATE), RATE - len(sound)
    if len(sound) < 0.6 * RATE and rng.random() < 0.3:
        step = len(sound) + int(rng.uniform(0.02, 0.3) * RATE)
        for start in range(int(rng.integers(step)), RATE, step):
            size = min(len(sound), RATE - start)
            out[start : start + size] = sound[:size]
        return out
    start = int(rng.integers(0, last + 1)) if rng.random() < 0.6 else last
    out[start : start + len(sound)] = sound
    return out


def _coloured(rng: Rng, sound: Samples) -> Samples:
    """Through a response that bends by some decibels an octave."""
    octaves, knots = np.linspace(np.log2(60), np.log2(8100), 7), 4.0 * rng.standard_normal(7)
    return filtered(sound, lambda freq: 10 ** (np.interp(np.log2(freq + 60), octaves, knots) / 20))
