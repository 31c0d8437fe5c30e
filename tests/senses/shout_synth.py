"""Shouts and an hour of talk for measuring: ``python -m tests.senses.shout_synth OUT [SHOUTS] [--minutes 60]``.

Writes WAV files and index.csv for ``evaluate speech --shouts-only``. Its voices, rooms, sentences and
recordings are none that models/keyword_spotter was trained on or that its thresholds were chosen on.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from models.training.voices import perform
from models.training.voices.recordings import load
from models.training.voices.rooms import convolve
from models.training.voices.shouting import shouted, slap
from models.training.voices.source import Speaker
from tests.senses.speech_synth import LEAD, NOISES, PARTS, RATE, TEXTS, Samples, Scenes, keep, speak

SHOUTS = {"shout": ("Face off!",), "wild": ("Wild thing, wild thing!",)}
MENTIONS = (
    "I have never played face off with so many people before.",
    "Why did you say face off when you only have six of them?",
    "My grandfather taught me face off when I was a little boy.",
    "Whoever says face off too early has to pay for it, I think.",
    "Warum hast du eben so leise face off gesagt?",
    "A wild thing it was, really, and nobody saw it coming.",
)
DECIBELS = (5, 10, 15, 20, 30)
GAPS = (0.1, 0.3, 0.6, 1.0)  # seconds
_OTHERS = 80  # sentences for those who talk elsewhere


class Shouting(Scenes):
    """Scenes of the report part whose recordings are only those that nothing was trained on."""

    def __init__(self, seed: int, voices: tuple[str, ...] = ()) -> None:
        super().__init__(PARTS["report"], seed, voices)

    @cached_property
    def held(self) -> dict[str, list[Samples]]:
        """Recordings kept from all training, by kind: what is said, and everything else."""
        found: dict[str, list[Samples]] = {"talk": [], "noise": []}
        for item in load(NOISES.parent):
            if item.held:
                found["talk" if item.label == "speech" else "noise"].append(item.samples / np.abs(item.samples).max())
        return found

    def drawn(self, kind: str) -> Samples:
        items = self.held[kind]
        return items[int(self.rng.integers(len(items)))]

    def noise(self, count: int) -> Samples:
        """One to three who talk or laugh, mostly with a noise of the room; mean square 1."""
        total = np.zeros(count)
        for _ in range(int(self.rng.integers(1, 4))):
            line = [self.chatter() for _ in range(4)]
            part = np.roll(np.resize(np.concatenate(line), count), int(self.rng.integers(count)))
            total += part / (np.sqrt(np.mean(part**2)) + 1e-9) * self.rng.uniform(0.3, 1.0)
        if self.rng.random() < 0.6:
            part = np.resize(self.drawn("noise"), count)
            total += part / (np.sqrt(np.mean(part**2)) + 1e-9) * self.rng.uniform(0.2, 0.8)
        return np.asarray(total / (np.sqrt(np.mean(total**2)) + 1e-9))

    @cached_property
    def others(self) -> list[Samples]:
        """Sentences and laughter of those who talk elsewhere in the room."""
        laughs = [perform("laughter", 900_000 + k).samples for k in range(_OTHERS // 2)]
        return [self.sentence(False) for _ in range(_OTHERS)] + laughs

    def chatter(self) -> Samples:
        """Return a recording, or a sentence or laughter, and a pause."""
        synthesised = self.others[int(self.rng.integers(len(self.others)))]
        piece = self.drawn("talk") if self.rng.random() < 0.5 else synthesised
        return np.concatenate([piece, np.zeros(int(self.rng.uniform(0.05, 0.7) * RATE))])

    def sentence(self, mentions: bool) -> Samples:
        """Table talk, a third of it German; with ``mentions``, now and then of the game's own words."""
        if mentions and self.rng.random() < 0.06:
            return self.say(str(self.rng.choice(MENTIONS)))
        german = self.rng.random() < 0.33
        kind = "german" if german else "talk" if self.rng.random() < 0.97 or not mentions else "near"
        text = str(self.rng.choice([t for t in TEXTS["texts"][kind] if not t.startswith("Face off")]))
        return self.say(text, *self._slots(), german)

    def shout(self, kind: str, voice: str) -> Samples:
        """Half as the synthesiser says it, half shouted with a drawn effort."""
        said = speak(self.rng, str(self.rng.choice(SHOUTS[kind])), voice)
        return shouted(self.rng, said, float(self.rng.random())) if self.rng.random() < 0.5 else said

    def shouts(self, count: int) -> Iterator[tuple[Samples, list[Any]]]:
        """Every voice in turn at every level over the noise; a quarter with a slap of cards before it."""
        for k in range(count):
            kind = "wild" if k % 5 == 4 else "shout"
            voice = self.voices[k % len(self.voices)]
            snr = DECIBELS[(k // len(self.voices) + k) % len(DECIBELS)]
            said = self.shout(kind, voice)
            samples, end = self.scene(said / np.abs(said).max() * 0.3, snr)
            if self.rng.random() < 0.25:
                hit = slap(self.rng, Speaker.draw(self.rng)) * self.rng.uniform(0.1, 0.3)
                at = int((LEAD - self.rng.uniform(0.05, 0.4)) * RATE)
                samples[at : at + len(hit)] += hit
            yield samples, [kind, LEAD, round(end, 3), snr, voice]

    def pairs(self, count: int) -> Iterator[tuple[Samples, list[Any]]]:
        """Two voices that shout over each other or one after the other, 20 dB over others."""
        for k in range(count):
            gap = GAPS[k % len(GAPS)]
            one, two = self.rng.choice(len(self.voices), 2, replace=False)
            said = [self.shout("shout", self.voices[i]) for i in (one, two)]
            both = np.zeros(int(gap * RATE) + max(map(len, said)))
            both[: len(said[0])] += said[0] / np.sqrt(np.mean(said[0] ** 2)) * 0.05
            both[int(gap * RATE) : int(gap * RATE) + len(said[1])] += said[1] / np.sqrt(np.mean(said[1] ** 2)) * 0.05
            samples, _ = self.scene(both, 20)
            yield samples, ["pair", LEAD, round(LEAD + gap, 3), gap, f"{self.voices[one]} {self.voices[two]}"]

    def hour(self, minutes: float) -> Iterator[tuple[Samples, list[Any]]]:
        """Stretches of five minutes: sentences, recordings, laughter, coughs, animals, things, over others."""
        for k in range(max(1, int(minutes / 5))):
            pieces: list[Samples] = []
            while sum(map(len, pieces)) < 300 * RATE:
                level = 10 ** (self.rng.uniform(-12, 0) / 20)
                pieces += [self._bit() * level, np.zeros(int(self.rng.exponential(0.35) * RATE))]
            said = convolve(np.concatenate(pieces), self.rooms[k % len(self.rooms)])[: 300 * RATE]
            level = np.sqrt(np.mean(said**2)) * 10 ** (-(10.0, 20.0, 30.0)[k % 3] / 20)
            yield np.asarray(said + self.noise(len(said)) * level), ["talk", "", "", "hour", ""]

    def _bit(self) -> Samples:
        roll = self.rng.random()
        if roll < 0.72:
            return self.sentence(True)
        if roll < 0.86:
            return np.concatenate([self.drawn("talk") for _ in range(3)]) * 0.3
        if roll < 0.92:
            return self.drawn("noise") * 0.3
        label = str(self.rng.choice(["laughter", "cough", "wild", "other", "cow", "pig", "donkey", "seal"]))
        return perform(label, 910_000 + int(self.rng.integers(10_000))).samples * 0.4


def write(out: Path, shouts: int, minutes: float, pairs: int = 0, seed: int = 0, voices: tuple[str, ...] = ()) -> Path:
    """Return the files and their index: file, label (shout, wild, pair, talk), onset_s, end_s, snr, voice."""
    scenes = Shouting(seed, voices)
    made = [scenes.shouts(shouts), scenes.pairs(pairs)] + ([scenes.hour(minutes)] if minutes else [])
    columns = ["label", "onset_s", "end_s", "snr", "voice"]
    return keep(out, "flac", columns, chain.from_iterable(made))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("shouts", type=int, nargs="?", default=500)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--pairs", type=int, default=80)
    parser.add_argument("--voices", type=lambda v: tuple(v.split(",")), default=(), help="others: pico:en-GB,...")
    args = parser.parse_args()
    index = write(args.out, args.shouts, args.minutes, args.pairs, 0, args.voices)
    print(f"evaluate speech {index} --shouts-only")


if __name__ == "__main__":
    main()
