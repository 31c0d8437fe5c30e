"""Scenes for training: one or two utterances in a room, over company, through a microphone, with their labels.

Labels are as ``said`` has them; silence where nobody near speaks, UNKNOWN there where the company is nearly as loud.
Every scene is drawn anew while the network learns; none is heard twice.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.senses.speech.phoneme_encoder import SILENCE
from models.training.voices import rooms
from models.training.voices.company import Company
from models.training.voices.phoneme_encoder.said import STEP, UNKNOWN, phones
from models.training.voices.recordings import load
from models.training.voices.source import RATE, Samples, peak
from models.training.voices.speaker import Rng

Labels = npt.NDArray[np.uint8]
_LONGEST = 11.0  # seconds
_COMPANIES = 48
_OVER = (0.0, 32.0), (0.0, 14.0)  # decibels over the company: anything, and as it is hard
_HARD = 0.5  # share of the latter
_CLEAR = 7.0  # decibels from which the company counts as silence
_EMPTY = 0.06  # share of scenes in which nobody speaks: silence, if it is no company
_WEIGHT = {"hibari": 3.0, "espeak": 1.0, "flite": 1.0}  # of an engine's utterances, drawn


class Studio:
    """Utterances of one part and the recordings of its half."""

    def __init__(self, bank: Path, sounds: Path, part: str) -> None:
        self.spoken: dict[str, list[tuple[Samples, Labels]]] = {}
        for file in sorted(bank.glob(f"{part}.*.npz")):
            stored, engine = np.load(file), file.name.split(".")[1]
            pcm, start, labels, first = (stored[k] for k in ("samples", "start", "labels", "first"))
            self.spoken.setdefault(engine, []).extend(
                (pcm[start[i] : start[i + 1]], labels[first[i] : first[i + 1]]) for i in range(len(start) - 1)
            )
        held = [r for r in load(sounds) if r.held == (part == "tune")]
        talk = [peak(r.samples) for r in held if r.label == "speech"]
        self.noises = [peak(r.samples) for r in held if r.label != "speech"]
        rng = np.random.default_rng([5, len(part)])
        count = _COMPANIES if part == "train" else _COMPANIES // 4
        self.company = Company(rng, count, lambda: self.utterance(rng)[0], talk, self.noises)

    def utterance(self, rng: Rng) -> tuple[Samples, Labels]:
        share = np.array([_WEIGHT[engine] for engine in self.spoken])
        items = self.spoken[str(rng.choice(list(self.spoken), p=share / share.sum()))]
        pcm, labels = items[int(rng.integers(len(items)))]
        return pcm.astype(np.float64) / 32768, labels


def scene(rng: Rng, studio: Studio) -> tuple[Samples, Labels, float]:
    """Samples in -1..1, labels, decibels over the company."""
    if rng.random() < _EMPTY:
        return _empty(rng, studio)
    ratio = float(rng.uniform(*_OVER[int(rng.random() < _HARD)]))
    quiet = 3 * phones()[SILENCE] + 1 if ratio >= _CLEAR else UNKNOWN
    at = int(rng.uniform(0.0, 1.6) * RATE / STEP)
    placed: list[tuple[int, Samples, Labels]] = []
    for _ in range(2 if rng.random() < 0.3 else 1):
        sound, labels = studio.utterance(rng)
        if placed and at * STEP + len(sound) > _LONGEST * RATE:
            break
        if rng.random() < 0.4:  # one word louder than another
            sound = sound * 10 ** (np.interp(np.linspace(0, 4, len(sound)), np.arange(5), rng.normal(0, 3, 5)) / 20)
        placed.append((at, sound, labels))
        at += len(labels) + int(rng.uniform(0.0, 0.7) * RATE / STEP)
    count = at * STEP + int(rng.uniform(0.0, 1.2) * RATE)
    count -= count % STEP
    out, given = np.zeros(count), np.full(count // STEP, quiet, dtype=np.uint8)
    for begin, sound, labels in placed:
        wet = rooms.room(rng, sound) if rng.random() < 0.85 else sound
        part = wet[: count - begin * STEP]
        out[begin * STEP : begin * STEP + len(part)] += part * rng.uniform(0.6, 1.0)
        given[begin : begin + len(labels)] = labels[: len(given) - begin]
    span = slice(placed[0][0] * STEP, placed[0][0] * STEP + len(placed[0][1]))
    level = float(np.sqrt(np.mean(out[span] ** 2))) + 1e-9
    if rng.random() < 0.93:
        out = out + studio.company(rng, count) * level * 10 ** (-ratio / 20)
    else:
        ratio = 40.0
    out = out + rooms.hiss(rng, count) * level * 10 ** rng.uniform(-3.6, -1.5)
    if rng.random() < 0.5:
        out = rooms.microphone(rng, out)
    top = 10 ** (rng.uniform(-2.2, 0.0) if rng.random() < 0.93 else rng.uniform(0.0, 0.5))
    return np.clip(peak(out) * top, -1, 1), given, ratio


def _empty(rng: Rng, studio: Studio) -> tuple[Samples, Labels, float]:
    """Hiss, with a noise of things in it or without."""
    count = int(rng.uniform(2.0, 8.0) * RATE) // STEP * STEP
    out = rooms.hiss(rng, count)
    if rng.random() < 0.6:
        noise = np.resize(studio.noises[int(rng.integers(len(studio.noises)))], count)
        out = out * 10 ** rng.uniform(-2, 0) + noise / (np.sqrt(np.mean(noise**2)) + 1e-6)
    out = rooms.microphone(rng, out) if rng.random() < 0.5 else out
    return peak(out) * 10 ** rng.uniform(-2.2, 0.0), np.full(count // STEP, 3 * phones()[SILENCE] + 1, np.uint8), 0.0
