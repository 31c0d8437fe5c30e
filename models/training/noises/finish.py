"""Makes the shipped files from a trained state: model.onnx with its temperature, and the cohort of negatives.

python -m models.training.noises.finish SHARDS STATE.pt --version 2 [--cohort BANK.npz]
The cohort is made anew where the embedding is another; otherwise it stays, and enrolment with it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from companion.people.lessons.noise_takes import take
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from models.training.course import averaged
from models.training.noises.net import LABELS, Body, ship
from models.training.noises.train import Shards
from models.training.voices import perform

ROOT = Path(__file__).resolve().parents[3]
MODEL, COHORT = ROOT / "models/noise_embedding/model.onnx", ROOT / "calibration/sounds_cohort.npz"
_COHORT = {"speech": 10, "laughter": 12, "cough": 8, "other": 14, "wild": 4}


def temperature(body: Body, held: Shards) -> float:
    """The divisor of the logits that makes the held windows likeliest (Guo and others 2017)."""
    body.eval()
    with torch.no_grad():
        logits = torch.cat(
            [body(torch.tensor(held.mel[i : i + 200].astype(np.float32)))[1] for i in range(0, len(held.mel), 200)]
        )
    return coolest(logits, held.label)


def coolest(logits: torch.Tensor, label: np.ndarray) -> float:
    """The divisor that makes these labels likeliest."""
    target = torch.tensor(label)
    grid = np.linspace(0.6, 3.0, 49)
    loss = [float(torch.nn.functional.cross_entropy(logits / float(t), target)) for t in grid]
    return float(grid[int(np.argmin(loss))])


def cohort(bank: Path) -> None:
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
    np.savez_compressed(
        COHORT,
        steps=np.concatenate([s.steps for s in heard]).astype(np.float16),
        start=start,
        embedding=np.array([s.embedding for s in heard]).astype(np.float16),
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("shards", type=Path)
    parser.add_argument("state", type=Path)
    parser.add_argument("--cohort", type=Path, help="the bank of utterances to make the cohort anew from")
    parser.add_argument("--version", default="1")
    parser.add_argument("--embedding", default="1", help="another number where takes are to be heard anew")
    args = parser.parse_args()
    torch.set_num_threads(1)
    body = Body(len(LABELS))
    _, state = averaged(args.state, body)
    cooled = temperature(body, Shards(args.shards, "held_*.npz"))
    notes = {
        "version": args.version,
        "embedding": args.embedding,
        "steps": str(state["step"]),
        "temperature": f"{cooled:.2f}",
        "licence": "MIT",
    }
    ship(body, cooled, MODEL, notes)
    if args.cohort:
        cohort(args.cohort)
    print("temperature", cooled, "steps", state["step"], "bytes", MODEL.stat().st_size)
