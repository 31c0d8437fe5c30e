"""Teaches the classes of a shipped model anew, with its embedding as it was: enrolled takes keep their worth.

python -m models.sounds.train.head SHARDS MODEL.onnx STATE.pt [--copies 3] [--steps 800]
The network hears every window a few times, disturbed differently; only the last layer learns from what it found, which
costs seconds. STATE.pt is what `finish.py` ships.
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

BATCH = 512


@torch.no_grad()
def features(body: Body, data: Shards, draw: Draw, copies: int) -> torch.Tensor:
    """Embeddings [copies, windows, EMBEDDING]: the first copy as it was recorded, the others disturbed."""
    rng, out = np.random.default_rng(5), []
    body.eval()
    for copy in range(copies):
        for start in range(0, len(data.mel), 200):
            rows = np.arange(start, min(start + 200, len(data.mel)))
            mel = data.tensor(rows)
            mel = mel if copy == 0 else disturb(mel, data.tensor(draw.company(rng, len(rows))))
            out.append(body(mel)[0])
        print("copy", copy + 1, "of", copies, flush=True)
    return torch.cat(out).reshape(copies, len(data.mel), -1)


def learn(body: Body, data: Shards, draw: Draw, copies: int, steps: int, rate: float) -> None:
    """Trains `body.head` in place."""
    heard = features(body, data, draw, copies)
    rng, labels = np.random.default_rng(17), torch.from_numpy(data.label)
    optimiser = torch.optim.AdamW(body.head.parameters(), lr=rate, weight_decay=0.05)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 1e-6
        rows = draw.rows(rng, BATCH)
        logits = body.head(torch.relu(heard[rng.integers(copies, size=BATCH), rows]))
        target = labels[rows]
        loss = nn.functional.cross_entropy(logits, target, label_smoothing=0.05) + narrowed(logits, target)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 500 == 0:
            print(step, round(loss.item(), 3), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("shards", "model", "state"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--copies", type=int, default=3)
    parser.add_argument("--steps", type=int, default=800)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--recorded", type=float, default=0.25)
    parser.add_argument("--spoken", type=float, default=0.4)
    args = parser.parse_args()
    torch.set_num_threads(1)
    stored, net = Shards(args.shards, "shard_*.npz"), Body()
    some = np.random.default_rng(0).choice(len(stored.mel), 256, replace=False)
    load_exported(net, args.model, stored.tensor(some))
    learn(net, stored, Draw(stored, args.recorded, args.spoken), args.copies, args.steps, args.rate)
    torch.save({"average": net.state_dict(), "step": args.steps}, args.state)
    report(net, args.shards)
