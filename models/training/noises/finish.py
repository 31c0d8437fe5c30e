"""Makes the shipped files from a trained state: model.onnx with its temperature, and the cohort of negatives.

python -m models.training.noises.finish SHARDS STATE.pt --version 2 [--cohort BANK.npz]
The cohort is made anew where the embedding is another; otherwise it stays, and enrolment with it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
import typer

from companion.people.lessons.noise_takes import take
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from models.training.course import averaged
from models.training.noises.net import LABELS, Body, ship
from models.training.noises.train import Shards, told
from models.training.voices import perform

ROOT = Path(__file__).resolve().parents[3]
MODEL, COHORT = ROOT / "models/noise_embedding/model.onnx", ROOT / "calibration/sounds_cohort.npz"
_COHORT = {"speech": 10, "laughter": 12, "cough": 8, "other": 14, "wild": 4}


def coolest(logits: torch.Tensor, label: np.ndarray) -> float:
    """The divisor that makes these labels likeliest (Guo and others 2017)."""
    target = torch.tensor(label)
    grid = np.linspace(0.6, 3.0, 49)
    loss = [float(torch.nn.functional.cross_entropy(logits / float(t), target)) for t in grid]
    return float(grid[int(np.argmin(loss))])


def write_cohort(bank: Path) -> None:
    """Features of negatives from the synthesiser and of synthesised talk, trained-on voices only."""
    net = NoiseEmbedding(MODEL)
    sounds = [
        perform(label, 50_000 + i).samples.astype(np.float32) for label, count in _COHORT.items() for i in range(count)
    ]
    stored = np.load(bank)
    rows = np.nonzero((stored["label"] == "speech") & ~stored["held"])[0]
    for i in np.random.default_rng(5).choice(rows, 16, replace=False):
        sounds.append(stored["samples"][stored["start"][i] : stored["start"][i + 1]].astype(np.float32) / 32768)
    heard = [take(sound, net) for sound in sounds]
    start = np.concatenate([[0], np.cumsum([len(s.steps) for s in heard])])
    steps, embedding = np.concatenate([s.steps for s in heard]), np.array([s.embedding for s in heard])
    np.savez_compressed(COHORT, steps=steps.astype(np.float16), start=start, embedding=embedding.astype(np.float16))


def main(shards: Path, state: Path, cohort: Path | None = None, version: str = "1", embedding: str = "1") -> None:
    """``cohort``: a bank to make the cohort from; ``embedding``: another number where takes are to be heard anew."""
    torch.set_num_threads(1)
    body = Body(len(LABELS))
    steps = averaged(state, body)[1]["step"]
    held = Shards(shards, "held_*.npz")
    cooled = coolest(told(body, held), held.label)
    notes = {"version": version, "embedding": embedding, "steps": str(steps), "temperature": f"{cooled:.2f}"}
    ship(body, cooled, MODEL, notes | {"licence": "MIT"})
    if cohort:
        write_cohort(cohort)
    print("temperature", cooled, "steps", steps, "bytes", MODEL.stat().st_size)


if __name__ == "__main__":
    typer.run(main)
