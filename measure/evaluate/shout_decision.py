"""Weighs the one decision about a shout: a logistic regression over named features (calibration/speech.toml, [proof]).

python -m measure.evaluate.shout_decision SOUNDS BANK DICTIONARY PEOPLE [--scenes 300]
Shouts, what sounds like one and hard sentences by the voices of the bank's tune part, and recordings of people (PEOPLE:
a folder, any depth) are heard as the sense hears them. Prints the weights, then how many shouts are found at each
number of false ones, for each folder of PEOPLE.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.senses.speech.keyword_spotter import KeywordSpotter, ShoutListener
from companion.senses.speech.loudness import BLOCK_SAMPLES
from companion.senses.speech.phrase_detector import SHOUT_PHRASE, ShoutProof
from companion.senses.speech.recogniser import Samples as Heard
from companion.senses.speech.settings import SpeechSettings
from companion.sources.audio_files import read
from models.training.voices import rooms
from models.training.voices.keyword_spotter.mining import spoken
from models.training.voices.keyword_spotter.scenes import SECONDS, Studio, scene
from models.training.voices.shouting import shouted
from models.training.voices.source import RATE, Rng, Samples, peak

_BAR = -2.5  # log-odds from which what the spotter hears is looked at here
_FEATURES = ("score", "worst", "mean", "over")
_WEIGHTS = {"near": 0.1, "hard": 1.5, "people": 4.0, "shout": 0.3}  # of sounds that are no shout, by their origin
_SUFFIXES = {".wav", ".ogg", ".oga", ".flac", ".opus"}
_SURE, _SILENT, NEAR = 1000.0, 1e-4, 0.4  # log-odds; peak of no sound; seconds by which a shout may be dated wrong
_SHOWN = (0, 5, 10, 20, 40)  # false ones
_DECIBELS = (30, 20, 15, 10, 5)
_CLIPS, _LONGEST = 25, 12 * RATE  # recordings in a row, and samples of each
Row = tuple[list[float], bool]  # features, and whether it is a shout


class Remembering(ShoutProof):
    """Takes every candidate for a shout, so that each is reported, and keeps its features in ``last``."""

    last: dict[str, float]

    def __call__(self, phrase: str, sound: Heard, over: float) -> float:
        self.last = self.evidence(phrase, sound, over)
        return _SURE


class Candidates:
    """Hears sound as the sense does, and answers with all that may have been a shout."""

    def __init__(self) -> None:
        shipped = SpeechSettings.load()
        proof = {**shipped.proof, "bars": {**shipped.proof["bars"], "face_off": _BAR}}
        self._settings = replace(shipped, proof=proof, shout={**shipped.shout, "second": 0.0, "ringing": 0.0})
        self._proof, self._weight = Remembering(shipped), proof["phrases"][SHOUT_PHRASE]["score"]

    def of(self, sound: Samples, onsets: Sequence[float] = ()) -> list[Row]:
        shouts = ShoutListener(self._settings, KeywordSpotter(), self._proof)
        padded = np.concatenate([sound, np.zeros(RATE)]).astype(np.float32)
        out: list[Row] = []
        for k in range(0, len(padded), BLOCK_SAMPLES):
            for found in shouts.feed(padded[k : k + BLOCK_SAMPLES]):
                if found.phrase == SHOUT_PHRASE:
                    score = (found.excess_log_odds - _SURE) / self._weight
                    true = any(abs(found.start - onset) < NEAR for onset in onsets)
                    out.append(([score, *self._proof.last.values()], true))
        return out


def streams(rng: Rng, folder: Path) -> Iterator[Samples]:
    """Yield recordings of people in a row, with pauses, each at another level; a few each as by telephone."""
    files = sorted(file for file in folder.rglob("*") if file.suffix.lower() in _SUFFIXES)
    rng.shuffle(files)  # type: ignore[arg-type, unused-ignore]
    for first in range(0, len(files), _CLIPS):
        parts = [np.zeros(RATE)]
        for file in files[first : first + _CLIPS]:
            clip = read(file)[:_LONGEST].astype(np.float64)
            if np.abs(clip).max(initial=0.0) < _SILENT:
                continue
            clip = rooms.microphone(rng, clip) if rng.random() < 0.5 else clip
            parts += [peak(clip) * 10 ** rng.uniform(-1.6, 0), np.zeros(int(rng.uniform(0.3, 1.5) * RATE))]
        sound = np.concatenate(parts)
        yield np.clip(sound + rng.standard_normal(len(sound)) * 10 ** rng.uniform(-4, -2.6), -1, 1)


def near(rng: Rng, studio: Studio) -> Samples:
    """Return called out over company: what sounds like the shout."""
    said = shouted(rng, studio.utterance(rng, "near"), float(rng.random()))
    sound = np.concatenate([np.zeros(RATE), said, np.zeros(RATE)])
    noise = np.resize(studio.company(rng, int(SECONDS * RATE)), len(sound))
    return peak(sound + noise * np.sqrt(np.mean(said**2)) * 10 ** (-rng.choice(_DECIBELS[:-1]) / 20))


def regression(x: Samples, y: Samples, weight: Samples) -> Samples:
    """Weights of the features [n, k] and what is added, by Newton's method with a little decay."""
    mean, deviation = x.mean(0), x.std(0) + 1e-6
    z = np.concatenate([(x - mean) / deviation, np.ones((len(x), 1))], axis=1)
    decay, found = np.append(np.ones(x.shape[1]), 0.0), np.zeros(z.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-z @ found))
        slope = z.T @ (weight * (p - y)) + decay * found
        found -= np.linalg.solve((z * (weight * p * (1 - p))[:, None]).T @ z + np.diag(decay + 1e-6), slope)
    weights = found[:-1] / deviation
    return np.append(weights, found[-1] - weights @ mean)


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("sounds", "bank", "dictionary", "people"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--scenes", type=int, default=300)
    args = parser.parse_args()
    rng, candidates = np.random.default_rng(20), Candidates()
    studio = Studio(args.bank, args.sounds, "tune")
    heard: dict[str, list[Row]] = {"shout": [], "near": [], "hard": []}
    for k in range(args.scenes):
        made = scene(rng, studio, 0, _DECIBELS[k % len(_DECIBELS)])
        heard["shout"] += candidates.of(made.samples, [said.onset for said in made.said])
        heard["near"] += candidates.of(near(rng, studio))
        heard["hard"] += candidates.of(peak(spoken(rng, args.dictionary, "tune")[3]))
    for folder in sorted(path for path in args.people.iterdir() if path.is_dir()):
        heard[folder.name] = [row for sound in streams(rng, folder) for row in candidates.of(sound)]
    rows = [(x, true, _WEIGHTS.get(kind, _WEIGHTS["people"])) for kind, found in heard.items() for x, true in found]
    x, y = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    weight = np.where(y, 1.0, [row[2] for row in rows])
    weight[~y] *= y.sum() / weight[~y].sum()
    weights = regression(x, y, weight)
    print(dict(zip((*_FEATURES, "enough"), np.round([*weights[:-1], -weights[-1]], 2), strict=True)))
    odds = x @ weights[:-1] + weights[-1]
    for false in _SHOWN:
        bar = np.sort(odds[~y])[::-1][min(false, (~y).sum() - 1)]
        kinds = {
            kind: sum((np.dot(r, weights[:-1]) + weights[-1] > bar) and not t for r, t in v)
            for kind, v in heard.items()
        }
        print(f"over {bar:.2f}: {(odds[y] > bar).sum()} of {y.sum()} shouts;", {k: v for k, v in kinds.items() if v})


if __name__ == "__main__":
    main()
