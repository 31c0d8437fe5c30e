"""Labelled one-second windows: a performance or a recording, in a room, with company, at some level, at some offset."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from models.sounds.train.recordings import Recording, load
from models.synth.voices import NEGATIVES, SIGNALS, real, rooms
from models.synth.voices.source import RATE, Samples, peak, silence
from models.synth.voices.speaker import Rng, Speaker

WINDOW = RATE
_SCENE = int(3.2 * RATE)
# The share of each way to make a signal.
_WAYS = {"synthesis": 0.22, "larynx": 0.25, "tts": 0.28, "outline": 0.18, "animal": 0.07}


@dataclass(frozen=True)
class Take:
    """A dry sound with its label and the group it came from (a way of making, or a recording's source)."""

    samples: Samples
    label: str
    group: str


class Studio:
    """Everything a scene is drawn from. `held` picks the test half: held voices and recordings only."""

    def __init__(self, sounds: Path, bank: Path, held: bool = False) -> None:
        recordings = [r for r in load(sounds) if r.held == held or r.group.startswith("animals")]
        self.animals: dict[str, list[Recording]] = {}
        self.negatives: dict[str, list[Recording]] = {}
        for item in recordings:
            side = self.animals if item.group.startswith("animals") else self.negatives
            side.setdefault(item.label, []).append(item)
        voices = [r for r in recordings if r.group.startswith("voices")] + [
            r for r in self.negatives["speech"] if r.group.endswith("speech")
        ]
        self.larynges = [
            found for r in voices[:: max(1, len(voices) // 150)] if (found := real.larynx(r.samples)) is not None
        ]
        breathed = [*voices, *self.negatives.get("cough", [])]
        self.airs = [found for r in breathed[:: max(1, len(breathed) // 150)] if (found := real.air(r.samples))]
        self.outlines = {
            label: [(r, real.outline(r.samples)) for r in items if len(r.samples) > 0.25 * RATE]
            for label, items in self.animals.items()
        }
        stored = np.load(bank)
        pcm, start = stored["samples"], stored["start"]
        self.spoken: dict[str, list[Samples]] = {}
        for i, (label, is_held) in enumerate(zip(stored["label"], stored["held"], strict=True)):
            if bool(is_held) == held:
                self.spoken.setdefault(str(label), []).append(pcm[start[i] : start[i + 1]] / 32768.0)

    def take(self, rng: Rng, label: str) -> Take:
        if label in SIGNALS:
            ways = {
                way: share
                for way, share in _WAYS.items()
                if not (way in ("outline", "animal") and label not in self.animals)
            }
            way = str(rng.choice(list(ways), p=np.array(list(ways.values())) / sum(ways.values())))
            return self._signal(rng, label, way)
        return self._negative(rng, label)

    def _who(self, rng: Rng, lent: bool) -> Speaker:
        who = Speaker.draw(rng)
        if not lent:
            return who
        larynx, air = (kept[int(rng.integers(len(kept)))] for kept in (self.larynges, self.airs))
        return replace(who, larynx=larynx, air=air)

    def _signal(self, rng: Rng, label: str, way: str) -> Take:
        if way in ("synthesis", "larynx"):
            return Take(SIGNALS[label](rng, self._who(rng, way == "larynx")), label, way)
        if way == "tts":
            words = self.spoken[label][int(rng.integers(len(self.spoken[label])))]
            if label == "panting":
                words = _whisper(rng, words, self.airs)
            long = label in ("lamb", "cow", "donkey")
            stretch = rng.uniform(0.8, 2.2) if long else rng.uniform(0.7, 1.3)
            return Take(
                real.bend(rng, words, np.exp(rng.uniform(-0.35, 0.6)), np.exp(rng.uniform(-0.12, 0.25)), stretch),
                label,
                "tts",
            )
        if way == "outline":
            item, shape = self.outlines[label][int(rng.integers(len(self.outlines[label])))]
            who = self._who(rng, rng.random() < 0.75)
            stretch = rng.uniform(0.7, 1.4)
            return Take(
                real.imitate(
                    rng, who, shape, stretch, np.exp(rng.uniform(-0.25, 0.25)), who.f0 * np.exp(rng.uniform(-0.1, 0.8))
                ),
                label,
                item.group,
            )
        item = self.animals[label][int(rng.integers(len(self.animals[label])))]
        factors = np.exp(rng.uniform(-0.25, 0.25, 3))
        return Take(
            real.bend(rng, _excerpt(rng, item.samples, 2.5), factors[0], factors[1], factors[2]), label, item.group
        )

    def _negative(self, rng: Rng, label: str) -> Take:
        recorded = self.negatives.get(label, [])
        roll = rng.random()
        if recorded and roll < (0.4 if label == "speech" else 0.5):
            item = recorded[int(rng.integers(len(recorded)))]
            factors = np.exp(rng.uniform(-0.2, 0.25, 3))
            return Take(
                real.bend(rng, _excerpt(rng, item.samples, 2.5), factors[0], factors[1], factors[2]), label, item.group
            )
        if label == "speech" and roll < 0.85:
            words = self.spoken["speech"][int(rng.integers(len(self.spoken["speech"])))]
            return Take(
                real.bend(
                    rng,
                    _excerpt(rng, words, 2.5),
                    np.exp(rng.uniform(-0.25, 0.35)),
                    np.exp(rng.uniform(-0.12, 0.2)),
                    rng.uniform(0.8, 1.3),
                ),
                label,
                "tts",
            )
        makers = NEGATIVES[label]
        lent = rng.random() < 0.45
        return Take(
            makers[int(rng.integers(len(makers)))](rng, self._who(rng, lent)), label, "larynx" if lent else "synthesis"
        )

    def company(self, rng: Rng) -> Samples:
        """Background for a whole scene: chatter of one to four, or a recording of weather, music or machines."""
        if rng.random() < 0.6:
            out = np.zeros(_SCENE)
            for _ in range(int(rng.integers(1, 5))):
                words = self._negative(rng, "speech").samples
                out += np.roll(
                    np.resize(np.concatenate([words, silence(rng.uniform(0.1, 1.0))]), _SCENE),
                    int(rng.integers(_SCENE)),
                ) * rng.uniform(0.3, 1.0)
            return rooms.room(rng, out)[:_SCENE]
        label = "other" if rng.random() < 0.85 else "laughter"
        sound = self._negative(rng, label).samples
        return np.roll(np.resize(sound, _SCENE), int(rng.integers(_SCENE)))


def _whisper(rng: Rng, words: Samples, airs: list[real.Air]) -> Samples:
    """The words without voice: their envelope over real breath."""
    shape = real.outline(words)
    who = replace(Speaker.draw(rng), air=airs[int(rng.integers(len(airs)))])
    flat = replace(shape, voicing=np.full_like(shape.voicing, rng.uniform(0, 0.25)))
    return real.imitate(rng, who, flat, 1.0, np.exp(rng.uniform(-0.1, 0.2)), 150.0)


def _excerpt(rng: Rng, sound: Samples, seconds: float) -> Samples:
    n = int(seconds * RATE)
    if len(sound) <= n:
        return sound
    for _ in range(6):  # prefer an excerpt that is not silence
        start = int(rng.integers(len(sound) - n))
        if np.abs(sound[start : start + n]).max() > 0.3 * np.abs(sound).max():
            break
    return sound[start : start + n]


def scene(rng: Rng, studio: Studio, take: Take) -> tuple[Samples, int, int]:
    """The take in its surroundings, with its first and last loud sample."""
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
        company = studio.company(rng)
        ratio = float(np.sqrt(np.mean(loudest**2)) / (np.sqrt(np.mean(company**2)) + 1e-9))
        out += company * ratio * 10 ** (-rng.uniform(3, 30) / 20)
    if rng.random() < 0.9:
        hiss = rng.standard_normal(_SCENE)
        hiss = np.cumsum(hiss - hiss.mean()) * 0.02 + hiss if rng.random() < 0.5 else hiss
        out += hiss / (hiss.std() + 1e-9) * 10 ** rng.uniform(-4.2, -1.5)
    return out * 10 ** rng.uniform(-1.6, 0.0) / (np.abs(out).max() + 1e-9), start, min(start + len(sound), _SCENE)


def windows(rng: Rng, samples: Samples, start: int, end: int, count: int) -> list[Samples]:
    """`count` one-second windows as the running sense sees them: ending 0.3 to 1.4 s after the onset."""
    out: list[Samples] = []
    for _ in range(count):
        last = min(end + int(0.25 * RATE), start + int(1.4 * RATE), len(samples))
        first = min(start + int(0.3 * RATE), last - 1)
        stop = (
            int(rng.integers(first, last))
            if rng.random() < 0.8
            else int(rng.integers(first, max(first + 1, min(end + int(0.25 * RATE), len(samples)))))
        )
        begin = stop - WINDOW
        out.append(np.concatenate([np.zeros(max(0, -begin)), samples[max(0, begin) : stop]]))
    return out
