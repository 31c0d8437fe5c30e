"""Labelled one-second windows: a performance or a recording, in a room, with company, at some level, at some offset."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.resources import toml
from models.training.files import sounds_of
from models.training.voices import NEGATIVES, SIGNALS, real, rooms
from models.training.voices.recordings import Recording, load
from models.training.voices.rooms import Company, excerpt
from models.training.voices.source import RATE, Rng, Samples, Speaker, peak, silence

WINDOW = RATE
_SCENE = int(3.2 * RATE)
_COMPANIES = 80  # tracks of company that are made once for many scenes
DRAWN: dict[str, Any] = toml("models/training/noises/sounds.toml")
_LONG = ("lamb", "cow", "donkey")  # whose vowels people draw out


@dataclass(frozen=True)
class Take:
    """A dry sound with its label and the group it came from (a way of making, or a recording's source)."""

    samples: Samples
    label: str
    group: str


class Studio:
    """Everything a scene is drawn from. `held` picks the test half: held voices and recordings only."""

    def __init__(self, sounds: Path, bank: Path, held: bool = False, shares: str = "ways") -> None:
        self._shares: dict[str, float] = DRAWN[shares]
        recordings = [r for r in load(sounds) if r.held == held or r.group.startswith("animals")]
        self.animals: dict[str, list[Recording]] = {}
        self.negatives: dict[str, list[Recording]] = {}
        for item in recordings:
            side = self.animals if item.group.startswith("animals") else self.negatives
            side.setdefault(item.label, []).append(item)
        voices = [r for r in recordings if r.group.startswith("voices")]
        voices += [r for r in self.negatives["speech"] if r.group.endswith("speech")]
        breathed = [*voices, *self.negatives.get("cough", [])]
        some, others = (items[:: max(1, len(items) // 150)] for items in (voices, breathed))
        self._lenders = real.Lenders.of([r.samples for r in some], [r.samples for r in others])
        self.outlines = {
            label: [(r, real.outline(r.samples)) for r in items if len(r.samples) > 0.25 * RATE]
            for label, items in self.animals.items()
        }
        stored = np.load(bank)
        self.spoken: dict[str, list[Samples]] = {}
        self.words: dict[str, list[Samples]] = {}  # single words of spellings
        rows = zip(stored["label"], stored["held"], stored["single"], sounds_of(stored), strict=True)
        for label, is_held, single, said in rows:
            if bool(is_held) == held:
                (self.words if single else self.spoken).setdefault(str(label), []).append(said / 32768.0)
        rng = np.random.default_rng([9, held])
        noises = [self._negative(rng, "other").samples for _ in range(4 * _COMPANIES)]
        talk = [r.samples for r in self.negatives["speech"]]
        self.company = Company(rng, _COMPANIES, lambda: self._negative(rng, "speech").samples, talk, noises)

    def take(self, rng: Rng, label: str) -> Take:
        if label in SIGNALS:
            apart = () if label in self.animals else ("outline", "animal")
            ways = {way: share for way, share in self._shares.items() if way not in apart}
            way = str(rng.choice(list(ways), p=np.array(list(ways.values())) / sum(ways.values())))
            return self._signal(rng, label, way)
        return self._negative(rng, label)

    def _who(self, rng: Rng, lent: bool) -> Speaker:
        who = Speaker.draw(rng)
        return self._lenders.to(rng, who) if lent else who

    def _signal(self, rng: Rng, label: str, way: str) -> Take:
        if way in ("synthesis", "larynx"):
            return Take(SIGNALS[label](rng, self._who(rng, way == "larynx")), label, way)
        if way in ("tts", "rhythm", "revoiced"):
            return Take(self._words(rng, label, way), label, way)
        if way == "outline":
            item, shape = self.outlines[label][int(rng.integers(len(self.outlines[label])))]
            who = self._who(rng, rng.random() < 0.75)
            stretch, size = rng.uniform(0.7, 1.4), np.exp(rng.uniform(-0.25, 0.25))
            pitch = who.f0 * np.exp(rng.uniform(-0.1, 0.8))
            return Take(real.imitate(rng, who, shape, stretch, size, pitch), label, item.group)
        item = self.animals[label][int(rng.integers(len(self.animals[label])))]
        factors = np.exp(rng.uniform(-0.25, 0.25, 3))
        return Take(real.bend(rng, excerpt(rng, item.samples, 2.5), *factors), label, item.group)

    def _words(self, rng: Rng, label: str, way: str) -> Samples:
        """Return a synthesiser's words for a signal: bent, in a drawn rhythm, or with a real larynx and breath."""
        repeated = self.words.get(label, []) if way == "rhythm" or rng.random() < 0.3 else []
        bank = repeated or self.spoken[label]
        words = bank[int(rng.integers(len(bank)))]
        if label in _LONG and rng.random() < 0.45:
            words = real.lengthened(rng, words[: 2 * RATE], rng.uniform(1.4, 4.0))
        if label == "panting":
            words = _whisper(rng, words, self._lenders.airs)
        if way == "revoiced":
            words = self._revoiced(rng, label, words)
        else:
            stretch = rng.uniform(0.8, 1.8) if label in _LONG else rng.uniform(0.65, 1.4)
            words = real.bend(rng, words, np.exp(rng.uniform(-0.35, 0.6)), np.exp(rng.uniform(-0.12, 0.25)), stretch)
        return _repeated(rng, words, *DRAWN["rates"][label]) if repeated else words

    def _revoiced(self, rng: Rng, label: str, words: Samples) -> Samples:
        """Return the words' outline, played with more swing than a synthesiser has, by a person's larynx."""
        who = self._who(rng, True)
        tremor = rng.uniform(0.1, 1.0) if rng.random() < (0.7 if label == "lamb" else 0.1) else 0.0
        shape = real.acted(rng, real.outline(words[: int(2.5 * RATE)]), rng.uniform(0.0, 0.5), tremor)
        stretch = rng.uniform(0.7, 1.5)
        size = np.exp(rng.uniform(-0.15, 0.28))
        return real.imitate(rng, who, shape, stretch, size, who.f0 * np.exp(rng.uniform(-0.1, 0.8)))

    def again(self, rng: Rng, take: Take) -> Take:
        """Return the same person doing the same once more: a little higher, longer, and otherwise alike."""
        factors = np.exp(rng.uniform(-1, 1, 3) * (0.09, 0.03, 0.2))
        return replace(take, samples=real.bend(rng, take.samples[: 3 * RATE], *factors))

    def _negative(self, rng: Rng, label: str) -> Take:
        recorded = self.negatives.get(label, [])
        roll = rng.random()
        if recorded and roll < (0.4 if label == "speech" else 0.5):
            item = recorded[int(rng.integers(len(recorded)))]
            factors = np.exp(rng.uniform(-0.2, 0.25, 3))
            return Take(real.bend(rng, excerpt(rng, item.samples, 2.5), *factors), label, item.group)
        if label == "speech" and roll < 0.9:
            return self._talk(rng)
        makers = NEGATIVES[label]
        lent = rng.random() < 0.45
        maker = makers[int(rng.integers(len(makers)))]
        return Take(maker(rng, self._who(rng, lent)), label, "larynx" if lent else "synthesis")

    def _talk(self, rng: Rng) -> Take:
        """Synthesised talk by the same ways as the signals, so that no way gives a signal away."""
        bank = self.spoken["speech"]
        words = excerpt(rng, bank[int(rng.integers(len(bank)))], 2.5)
        short = len(words) < 0.8 * RATE
        if short and rng.random() < 0.3:
            words = real.lengthened(rng, words, rng.uniform(1.4, 4.0))
        if revoiced := rng.random() < 0.35:
            words = self._revoiced(rng, "speech", words)
        else:
            pitch, size = np.exp(rng.uniform(-0.25, 0.45)), np.exp(rng.uniform(-0.12, 0.22))
            words = real.bend(rng, words, pitch, size, rng.uniform(0.7, 1.4))
        if short and rng.random() < 0.3:
            words = _repeated(rng, words, 1.2, 4.5)
        return Take(words, "speech", "revoiced" if revoiced else "tts")


def _repeated(rng: Rng, word: Samples, slowest: float, fastest: float) -> Samples:
    """One word said over and over, two to seven times at a drawn rate, each time a little differently."""
    rate = rng.uniform(slowest, fastest)
    room = int(RATE / rate * rng.uniform(0.6, 0.97))
    if len(word) > room:
        word = real.bend(rng, word, 1.0, 1.0, max(0.4, room / len(word)))[:room]
        fade = min(len(word), 320)
        word[-fade:] *= np.linspace(1, 0, fade)
    other = real.bend(rng, word, np.exp(rng.uniform(-0.12, 0.12)), 1.0, rng.uniform(0.9, 1.1))
    parts: list[Samples] = []
    fall = rng.uniform(0.88, 1.05)
    for i in range(int(rng.integers(2, 8))):
        one = (word if rng.random() < 0.6 else other) * rng.uniform(0.7, 1.0) * fall**i
        rest = max(0.0, 1 / rate - len(one) / RATE) * np.exp(0.15 * rng.standard_normal())
        parts += [one, silence(rest)]
        if sum(map(len, parts)) > 3 * RATE:
            break
    return np.concatenate(parts)


def _whisper(rng: Rng, words: Samples, airs: list[real.Air]) -> Samples:
    """Return the words without voice: their envelope over real breath."""
    shape = real.outline(words)
    who = replace(Speaker.draw(rng), air=airs[int(rng.integers(len(airs)))])
    flat = replace(shape, voicing=np.full_like(shape.voicing, rng.uniform(0, 0.25)))
    return real.imitate(rng, who, flat, 1.0, np.exp(rng.uniform(-0.1, 0.2)), 150.0)


def scene(rng: Rng, studio: Studio, take: Take) -> tuple[Samples, int, int]:
    """Return the take in its surroundings, with its first and last loud sample."""
    sound = peak(take.samples)
    loud = np.nonzero(np.abs(sound) > 0.05)[0]
    sound = sound[loud[0] : loud[-1] + 1] if len(loud) > 100 else sound
    wet = rooms.room(rng, sound) if rng.random() < 0.75 else sound
    if rng.random() < 0.7:
        wet = rooms.microphone(rng, wet)
    start = int(rng.uniform(0.2, 1.2) * RATE)
    wet = peak(wet[: _SCENE - start])
    out = np.zeros(_SCENE)
    out[start : start + len(wet)] = wet
    if rng.random() < 0.5:
        loudest = wet[: max(1, len(sound))]
        out += studio.company(rng, _SCENE) * np.sqrt(np.mean(loudest**2)) * 10 ** (-rng.uniform(3, 30) / 20)
    if rng.random() < 0.9:
        out += rooms.hiss(rng, _SCENE) * 10 ** rng.uniform(-4.2, -1.5)
    return out * 10 ** rng.uniform(-1.6, 0.0) / (np.abs(out).max() + 1e-9), start, min(start + len(sound), _SCENE)


def windows(rng: Rng, samples: Samples, start: int, end: int, count: int) -> list[Samples]:
    """`count` one-second windows as the running sense sees them: ending 0.3 to 1.4 s after the onset."""
    out: list[Samples] = []
    for _ in range(count):
        last = min(end + int(0.25 * RATE), start + int(1.4 * RATE), len(samples))
        first = min(start + int(0.3 * RATE), last - 1)
        late = max(first + 1, min(end + int(0.25 * RATE), len(samples)))
        stop = int(rng.integers(first, last if rng.random() < 0.8 else late))
        begin = stop - WINDOW
        out.append(np.concatenate([np.zeros(max(0, -begin)), samples[max(0, begin) : stop]]))
    return out
