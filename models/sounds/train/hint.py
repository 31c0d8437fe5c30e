"""Teaches the classes of a shipped model on by a branch of their own, with the embedding as it was.

python -m models.sounds.train.hint SHARDS MODEL.onnx STATE.pt [--steps 600]
Both teachers' log-odds of the animal classes are soft targets beside the labels. STATE.pt is what `finish.py` ships.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.sounds.train.net import Body
from models.sounds.train.train import Draw, Shards, disturb, narrowed, report
from models.warm import load_exported

BATCH = 96
SOFT = 0.5  # weight of the teachers
_CLASSES = slice(384, None)  # of what the teachers say: their log-odds of classes, which count twice


def learn(body: Body, data: Shards, draw: Draw, steps: int, rate: float) -> None:
    """Trains `body.branch` in place."""
    assert body.branch is not None
    mean, deviation = data.teacher.astype(np.float32).mean(0), data.teacher.astype(np.float32).std(0) + 0.05
    rng, labels, branch = np.random.default_rng(31), torch.from_numpy(data.label), body.branch
    optimiser = torch.optim.AdamW(branch.parameters(), lr=rate, weight_decay=0.03)
    average = {key: value.clone() for key, value in branch.state_dict().items()}
    body.eval()
    branch.train()
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = min(1.0, (step + 1) / 50) * rate * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 1e-6
        rows = draw.rows(rng, BATCH)
        with torch.no_grad():
            begun = body.begun(disturb(data.tensor(rows), data.tensor(draw.company(rng, BATCH))))
        vector, logits = branch(begun)
        wanted = torch.clamp(torch.tensor((data.teacher[rows].astype(np.float32) - mean) / deviation), -5, 5)
        missed = torch.clamp((branch.teach(vector) - wanted) ** 2, max=9.0)
        soft = missed.mean() + missed[:, _CLASSES].mean()
        loss = nn.functional.cross_entropy(logits, labels[rows], label_smoothing=0.05)
        loss = loss + narrowed(logits, labels[rows]) + SOFT * soft
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        keep = min(0.99, step / (step + 10))
        for key, value in branch.state_dict().items():
            average[key] = average[key] * keep + value * (1 - keep) if value.is_floating_point() else value.clone()
        if step % 50 == 0:
            print(step, round(loss.item(), 3), round(soft.item(), 3), flush=True)
    branch.load_state_dict(average)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("shards", "model", "state"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--recorded", type=float, default=0.4)
    parser.add_argument("--spoken", type=float, default=0.4)
    args = parser.parse_args()
    torch.set_num_threads(1)
    stored, net = Shards(args.shards, "shard_*.npz"), Body()
    some = np.random.default_rng(0).choice(len(stored.mel), 256, replace=False)
    load_exported(net, args.model, stored.tensor(some))
    net.grow()
    learn(net, stored, Draw(stored, args.recorded, args.spoken), args.steps, args.rate)
    torch.save({"average": net.state_dict(), "step": args.steps}, args.state)
    if list(args.shards.glob("held_*.npz")):
        report(net, args.shards)
