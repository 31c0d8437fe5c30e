"""Trains the head and the encoder's later layers on scenes that are drawn as it learns; resumable; one thread.

python -m models.phones.train.train SOUNDS BANK WEIGHTS STATE.pt --minutes 13 [--depth 4] [--kept 2]
Stops after that many minutes of its own time in this run; started again it goes on with other scenes. What the layers
that stay make of a scene is kept, so that the others learn from it several times while the next are made.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from companion.senses.speech.phoneset import SILENCE
from models.phones.train.net import CLASSES, Body
from models.phones.train.said import UNKNOWN, phones
from models.phones.train.scenes import Studio, scene
from models.phones.train.whisper import Spectrum

_RATE, _GENTLY, _DECAY = 1.5e-3, 1.5e-4, 0.02  # of the head, of the encoder's layers
_SMOOTH = 0.05  # of the labels
_KEEP = 0.99  # of the slow average
_SILENT = 0.3  # weight of a silent frame
_LAST = 0.22  # share of the time in which no new scene is made
_EVERY, _BATCH, _FRAMES = 2, 6, 260  # new scenes to a step; scenes of a step; frames of each
_TUNE = 60  # scenes of the tune part


@dataclass
class Heard:
    """What the first layers make of scenes: [n, width] and [n] labels of each; decibels over the company."""

    hidden: list[torch.Tensor] = field(default_factory=list)
    labels: list[torch.Tensor] = field(default_factory=list)
    decibels: list[float] = field(default_factory=list)

    def add(self, rng: np.random.Generator, studio: Studio, body: Body, spectrum: Spectrum, masking: bool) -> None:
        samples, labels, ratio = scene(rng, studio)
        with torch.no_grad():
            heard = spectrum(torch.from_numpy(samples.astype(np.float32))[None])
            found = body.opened(masked(heard, rng) if masking else heard)[0]
        n = min(len(found), len(labels))
        self.hidden.append(found[:n].half())
        self.labels.append(torch.from_numpy(labels[:n].astype(np.int64)))
        self.decibels.append(ratio)

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


def check(body: Body, tune: Heard, silent: int) -> str:
    """Share of frames whose phone is right where somebody speaks, by decibels over the company."""
    body.eval()
    rows: dict[int, list[float]] = {}
    with torch.no_grad():
        for hidden, labels, ratio in zip(tune.hidden, tune.labels, tune.decibels, strict=True):
            said = body.judged(hidden[None].float())[0].argmax(dim=0)
            spoken = (labels != UNKNOWN) & (labels // 3 != silent)
            band = next(b for b in (5, 10, 15, 20, 50) if ratio < b)
            rows.setdefault(band, []).append((said // 3 == labels // 3)[spoken].float().mean().item())
    body.train()
    return "  ".join(f"<{band} dB {np.mean(found):.3f}" for band, found in sorted(rows.items()))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("sounds", type=Path)
    parser.add_argument("bank", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("state", type=Path)
    parser.add_argument("--minutes", type=float, default=13.0)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--kept", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    began, silent = time.thread_time(), phones()[SILENCE]
    body, spectrum = Body(args.weights, args.depth, args.kept), Spectrum()
    studio = Studio(args.bank, args.sounds, "train")
    print({engine: len(items) for engine, items in studio.spoken.items()}, flush=True)
    groups = [{"params": list(body.head.parameters()), "lr": _RATE}, {"params": body.learning(), "lr": _GENTLY}]
    course = torch.optim.AdamW(groups, weight_decay=_DECAY)
    slow: dict[str, Any] = {k: v.clone() for k, v in body.state_dict().items()}
    done, made, counts = 0, 0, torch.ones(CLASSES)
    if args.state.exists():
        kept = torch.load(args.state, weights_only=False)
        body.load_state_dict(kept["now"], strict=False)
        slow |= {name: value for name, value in kept["slow"].items() if name in slow}
        done, made, counts = kept["steps"], kept["scenes"], kept["counts"]
    rng, first = np.random.default_rng([7, made]), done
    heard, losses = Heard(), list[float]()
    while (share := (time.thread_time() - began) / 60 / args.minutes) < 1:
        for _ in range(_EVERY if share < 1 - _LAST else 0):
            heard.add(rng, studio, body, spectrum, masking=True)
            counts += torch.bincount(heard.labels[-1][heard.labels[-1] != UNKNOWN], minlength=CLASSES)
            made += 1
        hidden, labels = heard.batch(rng)
        for group, top in zip(course.param_groups, (_RATE, _GENTLY), strict=True):
            group["lr"] = top * min(1.0, (done - first + 1) / 60) * 0.5 * (1 + math.cos(math.pi * share))
        loss = loss_of(body.judged(hidden), labels, silent)
        course.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(body.parameters(), 2.0)
        course.step()
        done += 1
        keep = min(_KEEP, done / (done + 30))
        with torch.no_grad():
            for name, value in body.state_dict().items():
                slow[name] = slow[name].lerp(value, 1 - keep)
        losses.append(loss.item())
        if done % 50 == 0:
            print(done, made, f"{share:.2f} loss {np.mean(losses[-50:]):.3f}", flush=True)
    args.state.parent.mkdir(parents=True, exist_ok=True)
    torch.save(
        {"now": body.state_dict(), "slow": slow, "steps": done, "scenes": made, "counts": counts, "kept": args.kept},
        args.state,
    )
    body.load_state_dict(slow)
    tune, rng = Heard(), np.random.default_rng(11)
    studio = Studio(args.bank, args.sounds, "tune")
    for _ in range(_TUNE):
        tune.add(rng, studio, body, spectrum, masking=False)
    print(made, "scenes", check(body, tune, silent), flush=True)


if __name__ == "__main__":
    main()
