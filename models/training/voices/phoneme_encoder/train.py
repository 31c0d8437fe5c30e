"""Trains the head and the encoder's later layers on scenes that are drawn as it learns; resumable; one thread.

Started again it goes on with other scenes. What the layers that stay make of a scene is kept, so that the others learn
from it several times while the next are made.

A scene is one or two utterances in a room, over company, through a microphone, with their labels as ``said`` has them;
silence where nobody near speaks, UNKNOWN there where the company is nearly as loud. None is heard twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from companion.senses.speech.phoneme_encoder import SILENCE
from models.training.course import Course, averaged
from models.training.files import sounds_of
from models.training.voices import rooms
from models.training.voices.phoneme_encoder.net import CLASSES, Body, Spectrum, ship
from models.training.voices.phoneme_encoder.said import STEP, UNKNOWN, phones
from models.training.voices.recordings import load
from models.training.voices.rooms import Company, drawn
from models.training.voices.source import RATE, Rng, Samples, peak

Labels = npt.NDArray[np.uint8]
_LONGEST = 11.0  # seconds
_COMPANIES = 48
_OVER = (0.0, 32.0), (0.0, 14.0)  # decibels over the company: anything, and as it is hard
_HARD = 0.5  # share of the latter
_CLEAR = 7.0  # decibels from which the company counts as silence
_EMPTY = 0.06  # share of scenes in which nobody speaks: silence, if it is no company
_WEIGHT = {"hibari": 3.0, "espeak": 1.0, "flite": 1.0}  # of an engine's utterances, drawn


class Studio:
    """The utterances, and the recordings that training may hear."""

    def __init__(self, bank: Path, sounds: Path) -> None:
        self.spoken: dict[str, list[tuple[Samples, Labels]]] = {}
        for file in sorted(bank.glob("train.*.npz")):
            stored, engine = np.load(file), file.name.split(".")[1]
            labels = np.split(stored["labels"], stored["first"][1:-1])
            self.spoken.setdefault(engine, []).extend(zip(sounds_of(stored), labels, strict=True))
        heard = [r for r in load(sounds) if not r.held]
        talk = [peak(r.samples) for r in heard if r.label == "speech"]
        self.noises = [peak(r.samples) for r in heard if r.label != "speech"]
        rng = np.random.default_rng(5)
        self.company = Company(rng, _COMPANIES, lambda: self.utterance(rng)[0], talk, self.noises)

    def utterance(self, rng: Rng) -> tuple[Samples, Labels]:
        pcm, labels = drawn(rng, self.spoken, _WEIGHT)
        return pcm.astype(np.float64) / 32768, labels


def scene(rng: Rng, studio: Studio) -> tuple[Samples, Labels]:
    """Return samples in -1..1, and labels."""
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
    out = out + rooms.hiss(rng, count) * level * 10 ** rng.uniform(-3.6, -1.5)
    if rng.random() < 0.5:
        out = rooms.microphone(rng, out)
    top = 10 ** (rng.uniform(-2.2, 0.0) if rng.random() < 0.93 else rng.uniform(0.0, 0.5))
    return np.clip(peak(out) * top, -1, 1), given


def _empty(rng: Rng, studio: Studio) -> tuple[Samples, Labels]:
    """Hiss, with a noise of things in it or without."""
    count = int(rng.uniform(2.0, 8.0) * RATE) // STEP * STEP
    out = rooms.hiss(rng, count)
    if rng.random() < 0.6:
        noise = np.resize(studio.noises[int(rng.integers(len(studio.noises)))], count)
        out = out * 10 ** rng.uniform(-2, 0) + noise / (np.sqrt(np.mean(noise**2)) + 1e-6)
    out = rooms.microphone(rng, out) if rng.random() < 0.5 else out
    return peak(out) * 10 ** rng.uniform(-2.2, 0.0), np.full(count // STEP, 3 * phones()[SILENCE] + 1, np.uint8)


_RATE, _DECAY = 1.5e-3, 0.02
_DEPTH, _KEPT = 4, 2  # layers of the encoder, and how many of them stay
_SMOOTH = 0.05  # of the labels
_SILENT = 0.3  # weight of a silent frame
_LAST = 0.22  # share of the time in which no new scene is made
_EVERY, _BATCH, _FRAMES = 2, 6, 260  # new scenes to a step; scenes of a step; frames of each


@dataclass
class Heard:
    """What the first layers make of scenes: [n, width] and [n] labels of each."""

    hidden: list[torch.Tensor] = field(default_factory=list)
    labels: list[torch.Tensor] = field(default_factory=list)

    def add(self, rng: np.random.Generator, studio: Studio, body: Body, spectrum: Spectrum) -> None:
        samples, labels = scene(rng, studio)
        with torch.no_grad():
            found = body.opened(masked(spectrum(torch.from_numpy(samples.astype(np.float32))[None]), rng))[0]
        n = min(len(found), len(labels))
        self.hidden.append(found[:n].half())
        self.labels.append(torch.from_numpy(labels[:n].astype(np.int64)))

    def batch(self, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
        """Pieces of some scenes: [batch, frames, width], labels [batch, frames]; a shorter one is silent after it."""
        hidden = torch.zeros(_BATCH, _FRAMES, self.hidden[0].shape[1])
        labels = torch.full((_BATCH, _FRAMES), UNKNOWN)
        for i in range(_BATCH):
            k = int(rng.integers(len(self.labels)))
            at = int(rng.integers(max(0, len(self.labels[k]) - _FRAMES) + 1))
            piece, given = self.hidden[k][at : at + _FRAMES], self.labels[k][at : at + _FRAMES]
            hidden[i, : len(piece)], labels[i, : len(given)] = piece.float(), given
        return hidden, labels


def masked(spectrum: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Now and then a band or a moment is missing."""
    if rng.random() < 0.35:
        width, at = int(rng.integers(1, 14)), int(rng.integers(66))
        spectrum[:, at : at + width] = spectrum.mean()
    if rng.random() < 0.35:
        width, at = int(rng.integers(1, 12)), int(rng.integers(max(1, spectrum.shape[2] - 12)))
        spectrum[:, :, at : at + width] = spectrum.mean()
    return spectrum


def loss_of(said: torch.Tensor, labels: torch.Tensor, silent: int) -> torch.Tensor:
    known = torch.where(labels == UNKNOWN, 0, labels)
    weight = torch.where(labels == UNKNOWN, 0.0, torch.where(labels // 3 == silent, _SILENT, 1.0))
    each = nn.functional.cross_entropy(said, known, reduction="none", label_smoothing=_SMOOTH)
    return (each * weight).sum() / weight.sum()


def main(
    sounds: Path,
    bank: Path,
    weights: Path,
    state: Path,
    minutes: float = 13.0,
    export: Path | None = None,
    version: str = "1",
) -> None:
    """Until the minutes are spent, all runs together. ``export``: write the slow average there instead."""
    torch.manual_seed(1)
    body = Body(weights, _DEPTH, _KEPT)
    if export:
        average, kept = averaged(state, body)
        notes = {"version": version, "steps": str(kept["step"]), "states": str(CLASSES), "licence": "MIT"}
        return ship(average, kept["more"]["counts"], export, notes)  # type: ignore[arg-type]
    silent, spectrum = phones()[SILENCE], Spectrum()
    studio = Studio(bank, sounds)
    print({engine: len(items) for engine, items in studio.spoken.items()}, flush=True)
    for layer in body.staying():
        layer.requires_grad_(False)
    course = Course(state, body, _RATE, _DECAY, slow=body.learning())
    course.more = course.more or {"scenes": 0, "counts": torch.ones(CLASSES)}
    rng, heard = np.random.default_rng([7, course.more["scenes"]]), Heard()

    def step() -> tuple[torch.Tensor, dict[str, float]]:
        for _ in range(_EVERY if course.part(minutes) < 1 - _LAST or not heard.labels else 0):
            heard.add(rng, studio, body, spectrum)
            known = heard.labels[-1][heard.labels[-1] != UNKNOWN]
            course.more["counts"] += torch.bincount(known, minlength=CLASSES)
            course.more["scenes"] += 1
        hidden, labels = heard.batch(rng)
        return loss_of(body.judged(hidden), labels, silent), {"scenes": course.more["scenes"]}

    course.run(minutes, _RATE, step)
