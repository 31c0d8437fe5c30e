"""Train on renders made while training; stop and start again at will. One thread on two cores, or a GPU.

python -m models.dice.train.run --state FOLDER --minutes 60     # goes on where FOLDER's state was left
python -m models.dice.train.run --state FOLDER --minutes 60 --warm models/dice/model.onnx   # from a shipped model
python -m models.dice.train.run --state FOLDER --export models/dice/model.onnx
"""

from __future__ import annotations

import argparse
import math
import os
import signal
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from models.dice.train.batch import SIZE, Store, targets
from models.dice.train.net import Net
from models.synth.dice import render
from models.warm import load_exported

BATCH = 16
STORE = 16_000
FIRST = 600
FRESH = 1
"""Renders added before each step: a scene is seen some sixteen times, each time cut and coloured in another way."""


def loss_of(out: Tensor, heat: Tensor, weight: Tensor, positive: Tensor) -> tuple[Tensor, dict[str, float]]:
    """CenterNet's focal loss on the heat (Zhou et al. 2019) and losses at the dice."""
    h = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.999).float()
    loss_heat = -((1 - h) ** 2 * torch.log(h) * peak).sum()
    loss_heat = loss_heat - ((1 - heat) ** 4 * h**2 * torch.log(1 - h) * (1 - peak) * weight).sum()
    total = loss_heat / peak.sum().clamp(min=1)
    stats = {"heat": total.item()}
    if len(positive):
        b, y, x = (positive[:, k].long() for k in range(3))
        at = out[b, :, y, x]
        read = positive[:, 3] >= 0
        if read.any():
            value = F.cross_entropy(at[read, 1:7], positive[read, 3].long(), label_smoothing=0.02)
            total = total + 1.5 * value
            stats["value"] = value.item()
            stats["right"] = (at[read, 1:7].argmax(1) == positive[read, 3].long()).float().mean().item()
        total = total + 0.5 * F.smooth_l1_loss(at[:, 7:9], positive[:, 4:6])
        total = total + 0.5 * F.smooth_l1_loss(at[:, 9:13], positive[:, 6:10], beta=0.2)
        state = F.binary_cross_entropy_with_logits(
            at[:, 13:15], positive[:, 10:12], pos_weight=at.new_tensor([2.0, 1.0])
        )
        facing = F.smooth_l1_loss(at[:, 15], positive[:, 12], beta=0.1)
        total = total + 2.0 * state + 2.0 * facing
        stats["facing"] = facing.item()
        stats["state"] = state.item()
    return total, stats


class Trainer:
    """Net, its slow average, optimiser and the store, saved together."""

    def __init__(self, folder: Path, device: str) -> None:
        self.folder, self.device = folder, device
        folder.mkdir(parents=True, exist_ok=True)
        self.net = Net().to(device).to(memory_format=torch.channels_last)
        self.slow = Net().to(device)
        self.slow.load_state_dict(self.net.state_dict())
        self.optimiser = torch.optim.AdamW(self.net.parameters(), 2e-3, weight_decay=1e-4)
        self.step = 0
        self.spent = 0.0
        """Seconds trained so far: the rate falls along one cosine over all starts."""
        self.store = Store(STORE)
        if (folder / "state.pt").exists():
            state = torch.load(folder / "state.pt", map_location=device, weights_only=True)
            self.net.load_state_dict(state["net"])
            self.slow.load_state_dict(state["slow"])
            if "optimiser" in state:  # not in a net that has just grown
                self.optimiser.load_state_dict(state["optimiser"])
            self.step, self.spent = state["step"], state["spent"]

    def warm(self, path: Path, rng: np.random.Generator) -> None:
        """Begin with the weights of an exported model, unless there is a state already."""
        if self.step:
            return
        self.fill(rng)
        images, _ = self.store.sample(rng, 192)
        missing = load_exported(self.net.float(), path, self.batch(images))
        if missing:
            raise SystemExit(f"{path} has no weights for {', '.join(missing)}")
        self.net.train()
        self.slow.load_state_dict(self.net.state_dict())

    def fill(self, rng: np.random.Generator) -> None:
        """Enough scenes to begin with."""
        while self.store.filled < FIRST:
            self.store.add(render(rng, SIZE))

    def batch(self, images: NDArray[np.float32]) -> Tensor:
        """Pictures (n, h, w, 3) in 0..1 as the network's input."""
        x = torch.from_numpy((images - 0.5) * 4).permute(0, 3, 1, 2).to(self.device)
        return x.contiguous(memory_format=torch.channels_last)

    def save(self) -> None:
        state = {
            "net": self.net.state_dict(),
            "slow": self.slow.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
            "spent": self.spent,
        }
        torch.save(state, self.folder / "state.new")
        os.replace(self.folder / "state.new", self.folder / "state.pt")

    def learn(self, rng: np.random.Generator, rate: float) -> dict[str, float]:
        """One step."""
        self.fill(rng)
        for _ in range(FRESH):
            self.store.add(render(rng, SIZE))
        images, labels = self.store.sample(rng, BATCH)
        heat, weight, positive = (torch.from_numpy(t).to(self.device) for t in targets(labels))
        x = self.batch(images)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        with torch.autocast(self.device, torch.bfloat16):
            out = self.net(x)
        loss, stats = loss_of(out.float(), heat, weight, positive)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        keep = min(0.998, 1 - 10 / (10 + self.step))
        with torch.no_grad():
            for slow, fast in zip(self.slow.state_dict().values(), self.net.state_dict().values(), strict=True):
                if slow.is_floating_point():
                    slow.mul_(keep).add_(fast, alpha=1 - keep)
        return stats


def train(folder: Path, minutes: float, top_rate: float, device: str, warm: Path | None) -> None:
    """Learn for ``minutes`` in all starts together, with a rate that falls along a cosine."""
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    cv2.setNumThreads(1)
    trainer = Trainer(folder, device)
    rng = np.random.default_rng(1000 + trainer.step)
    if warm is not None:
        trainer.warm(warm, rng)
    before = trainer.spent
    start = saved = time.monotonic()
    log: list[dict[str, float]] = []
    stop: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stop.append(number))
    first = trainer.step
    while (part := trainer.spent / (60 * minutes)) < 1 and not stop:
        rate = top_rate * min(1.0, (trainer.step - first + 1) / 150) * (0.5 + 0.5 * math.cos(math.pi * part) + 0.01)
        log.append(trainer.learn(rng, rate))
        trainer.spent = before + time.monotonic() - start
        if len(log) == 100:
            means = {
                k: round(float(np.mean([e[k] for e in log if k in e])), 3)
                for k in ("heat", "value", "right", "state", "facing")
            }
            print(trainer.step, round(trainer.spent), means, flush=True)
            log.clear()
        if time.monotonic() - saved > 120:
            trainer.save()
            saved = time.monotonic()
    trainer.save()


def export(folder: Path, path: Path) -> None:
    """The slow average as ONNX with free height and width."""
    net = Trainer(folder, "cpu").slow.eval()
    axes = {"image": {0: "n", 2: "h", 3: "w"}, "maps": {0: "n", 2: "h4", 3: "w4"}}
    torch.onnx.export(
        net, (torch.zeros(1, 3, 128, 160),), str(path), input_names=["image"], output_names=["maps"], dynamic_axes=axes,
        opset_version=17, dynamo=False,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--warm", type=Path, help="begin with this exported model's weights")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--export", type=Path)
    asked = parser.parse_args()
    if asked.export:
        export(asked.state, asked.export)
    else:
        train(asked.state, asked.minutes, asked.rate, asked.device, asked.warm)


if __name__ == "__main__":
    main()
