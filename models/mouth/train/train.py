"""Trains the mouth network: python -m models.mouth.train.train SHARDS STATE.pt --minutes 60 [--export MODEL.onnx].

Resumable: STATE.pt holds network, average, optimiser and the minutes spent; the learning rate follows a cosine over
all minutes asked for. `--start models/mouth/model.onnx` begins with the shipped weights. New shards are read between
rounds, so rendering may go on beside it; `--render 1200` renders so many crops itself before each round. `--turn 14`
stops after so many minutes of this start. One thread by default.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
import math
import time
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from models.mouth.train.data import Shards, augment
from models.mouth.train.make import render, shard
from models.mouth.train.net import MEASURES, SCORES, Exported, MouthNet
from models.warm import load_exported

BATCH = 64
RATE = 2.5e-3
WARM_UP = 200  # steps
FRESH = 10_000  # seed of the first shard that is rendered while training


def loss_of(net: MouthNet, x: torch.Tensor, y: torch.Tensor, m: torch.Tensor) -> torch.Tensor:
    """Cross-entropy on the labels that count (>= 0), smoothed, plus the measures where they are known."""
    logits, measures = net(x)
    counted = (y >= 0).float()
    smooth = y.clamp(0, 1).float() * 0.96 + 0.02
    bce = (F.binary_cross_entropy_with_logits(logits, smooth, reduction="none") * counted).sum() / counted.sum()
    known = ~torch.isnan(m)
    error = F.smooth_l1_loss(measures[known], m[known], beta=0.1)
    return bce + 0.5 * error


@torch.no_grad()
def validate(net: MouthNet, held: list[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> dict[str, float]:
    """Balanced accuracy at 0.5 and recall at 1 % false alarms a score, on renders that were never trained on."""
    net.eval()
    logits = torch.cat(
        [net(torch.from_numpy(x[i : i + 250]))[0] for x, _, _ in held for i in range(0, len(x), 250)]
    ).numpy()
    y = np.concatenate([t for _, t, _ in held])
    out: dict[str, float] = {}
    for k, name in enumerate(SCORES):
        yes, no = logits[y[:, k] == 1, k], logits[y[:, k] == 0, k]
        out[name] = round(float((yes > 0).mean() + (no <= 0).mean()) / 2, 4)
        out[name + "_r1"] = round(float((yes > np.quantile(no, 0.99)).mean()), 4)
    return out


def export(average: MouthNet, path: Path) -> None:
    """Write the averaged network as ONNX (input crops (n, 64, 64, 3) float 0..255)."""
    model = Exported(copy.deepcopy(average).to(memory_format=torch.contiguous_format)).eval()
    torch.onnx.export(
        model, (torch.zeros(1, 64, 64, 3),), str(path), input_names=["crops"], output_names=["scores", "measures"],
        dynamic_axes={n: {0: "n"} for n in ("crops", "scores", "measures")}, dynamo=False, opset_version=17,
    )  # fmt: skip
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    meta = {
        "sha256": digest,
        "scores": SCORES,
        "measures": MEASURES,
        "input": "RGB crop 64x64, 0..255; recipe in the model card",
    }
    path.with_suffix(".json").write_text(json.dumps(meta, indent=1) + "\n")


class Trainer:
    """Network, its moving average, the optimiser and the clock of one run."""

    def __init__(self, state: Path, minutes: float, seed: int, rate: float = RATE) -> None:
        torch.manual_seed(seed)
        self.path, self.seconds, self.rate = state, minutes * 60, rate
        self.net = MouthNet().to(memory_format=torch.channels_last)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), rate, weight_decay=0.02)
        self.average = copy.deepcopy(self.net)
        self.step, self.spent = 0, 0.0
        if state.exists():
            saved: dict[str, Any] = torch.load(state, weights_only=True)
            self.net.load_state_dict(saved["net"])
            self.average.load_state_dict(saved["average"])
            self.optimiser.load_state_dict(saved["optimiser"])
            self.step, self.spent = saved["step"], saved["spent"]

    def start_from(self, model: Path, batch: np.ndarray) -> None:
        """Begin with the weights of an exported model; batch (n, 64, 64, 3) of crops sets the norms' statistics."""
        load_exported(self.net, model, torch.from_numpy(batch))
        self.average.load_state_dict(self.net.state_dict())

    def save(self) -> None:
        part = self.path.with_suffix(".part")
        torch.save({"net": self.net.state_dict(), "average": self.average.state_dict(), "step": self.step,
                    "optimiser": self.optimiser.state_dict(), "spent": self.spent}, part)  # fmt: skip
        part.replace(self.path)

    def update(self, x: torch.Tensor, y: torch.Tensor, m: torch.Tensor) -> float:
        share = min(1.0, self.spent / self.seconds)
        for group in self.optimiser.param_groups:
            warm_up = min(1.0, self.step / WARM_UP + 0.02)
            group["lr"] = self.rate * warm_up * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-5
        self.net.train()
        x, m = augment(x, m)
        with torch.autocast("cpu", torch.bfloat16):
            loss = loss_of(self.net, x, y, m)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimiser.step()
        self.step += 1
        decay = min(0.999, 1 - 1 / (self.step + 1))
        with torch.no_grad():
            for a, b in zip(self.average.state_dict().values(), self.net.state_dict().values(), strict=True):
                if a.dtype.is_floating_point:
                    a.mul_(decay).add_(b, alpha=1 - decay)
                else:
                    a.copy_(b)
        return float(loss.detach())


def main() -> None:
    """Train until the minutes are spent; save, validate and export every few minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("state", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--export", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=RATE, help="the highest learning rate")
    parser.add_argument("--start", type=Path, help="an exported model whose weights to begin with")
    parser.add_argument("--turn", type=float, default=1e9, help="minutes of this start at most")
    parser.add_argument("--render", type=int, default=0, help="crops rendered into SHARDS before each round")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    shards = Shards(given.shards)
    run = Trainer(given.state, given.minutes, given.seed, given.rate)
    if given.start and not run.step:
        shards.grow()
        run.start_from(given.start, shards.train[0][0][:512])
    print(f"{sum(p.numel() for p in run.net.parameters())} parameters, {run.spent / 60:.0f} minutes spent", flush=True)
    rng = np.random.default_rng([given.seed, run.step])
    last, saved, losses = time.monotonic(), time.monotonic(), [0.0]
    end = last + given.turn * 60
    while run.spent < run.seconds and last < end:
        if given.render:
            render(given.shards, next(k for k in count(FRESH) if not shard(given.shards, k).exists()), given.render)
        shards.grow()
        for i in rng.permutation(len(shards.train))[:4]:
            images, y, m = shards.train[i]
            order = rng.permutation(len(images))
            for b in range(0, len(order) - BATCH + 1, BATCH):
                take = np.sort(order[b : b + BATCH])
                losses.append(run.update(*(torch.from_numpy(part[take]) for part in (images, y, m))))
                now = time.monotonic()
                run.spent, last = run.spent + now - last, now
        if time.monotonic() - saved > 240 or run.spent >= run.seconds or last >= end:
            saved = time.monotonic()
            run.save()
            report = validate(run.average, shards.held) if shards.held else {}
            crops = sum(len(x) for x, _, _ in shards.train)
            print(
                f"{run.spent / 60:.1f} min, step {run.step}, {crops} crops, loss {np.mean(losses[-300:]):.4f} {report}",
                flush=True,
            )
            if given.export:
                export(run.average, given.export)
    if given.export:
        export(run.average, given.export)


if __name__ == "__main__":
    main()
