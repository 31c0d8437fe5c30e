"""Train the die network on renders made meanwhile, from the dice network's features. One thread, or a GPU.

python -m models.die.train --state FOLDER --minutes 90     # goes on where FOLDER's state was left
python -m models.die.train --state FOLDER --export models/die/model.onnx
"""

from __future__ import annotations

import argparse
import math
import os
import signal
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from companion.senses.dice.detector import Detector
from companion.senses.dice.die import SIDE
from models.dice.train.net import Net as DiceNet
from models.die.crops import Pool
from models.die.net import Net
from models.die.scenes import draw
from models.synth.dice.cv import cv2
from models.warm import load_exported

BATCH = 64
POOL = 48_000
FIRST = 2_000
SCENES = 0.6
"""Scenes drawn for each step."""
SURE = (5.0, 12.0)
"""Degrees: flatter than the first is flat, beyond the second it leans; between them nobody can say."""


def loss_of(out: Tensor, rows: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropies of die or not, of value and of leaning; likelihood of the normal under the error it expects."""
    is_die = F.binary_cross_entropy_with_logits(out[:, 0], rows[:, 0])
    valued = rows[:, 1] > 0
    wanted = rows[valued, 1].long() - 1
    value = F.cross_entropy(out[valued, 1:7], wanted, label_smoothing=0.02)
    posed = rows[:, 6] > 0
    off = (out[posed, 7:10] - rows[posed, 2:5]).square().sum(1)
    expected = out[posed, 10].clamp(-4, 1)
    normal = (0.5 * off * torch.exp(-2 * expected) + 3 * expected).mean()
    sure = posed & ((rows[:, 5] < SURE[0]) | (rows[:, 5] > SURE[1]))
    lean = F.binary_cross_entropy_with_logits(out[sure, 11], (rows[sure, 5] > SURE[1]).float())
    stats = {
        "is die": is_die, "told": ((out[:, 0] > 0) == (rows[:, 0] > 0)).float().mean(), "value": value,
        "right": (out[valued, 1:7].argmax(1) == wanted).float().mean(), "off": off.sqrt().mean(), "lean": lean,
    }  # fmt: skip
    total = 1.5 * is_die + 1.5 * value + 0.15 * normal + 0.7 * lean
    return total, {k: float(v.detach()) for k, v in stats.items()}


class Trainer:
    """Net, its slow average and optimiser, saved together."""

    def __init__(self, folder: Path, device: str) -> None:
        self.folder, self.device = folder, device
        folder.mkdir(parents=True, exist_ok=True)
        self.net, self.slow = Net(), Net().to(device)
        self.net.to(device).to(memory_format=torch.channels_last)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), 2e-3, weight_decay=5e-4)
        self.step, self.spent = 0, 0.0
        if (folder / "state.pt").exists():
            state = torch.load(folder / "state.pt", map_location=device, weights_only=True)
            self.net.load_state_dict(state["net"])
            self.slow.load_state_dict(state["slow"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.step, self.spent = state["step"], state["spent"]

    def begin(self, dice: Path, crops: Tensor) -> None:
        """Take over the dice network's features, unless there is a state already."""
        if self.step:
            return
        whole = DiceNet()
        load_exported(whole, dice, crops)
        kept = self.net.state_dict()
        self.net.load_state_dict({**kept, **{k: v for k, v in whole.state_dict().items() if k in kept}})
        self.slow.load_state_dict(self.net.state_dict())

    def save(self) -> None:
        state = {
            "net": self.net.state_dict(), "slow": self.slow.state_dict(), "optimiser": self.optimiser.state_dict(),
            "step": self.step, "spent": self.spent,
        }  # fmt: skip
        torch.save(state, self.folder / "state.new")
        os.replace(self.folder / "state.new", self.folder / "state.pt")

    def input_of(self, crops: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> Tensor:
        x = torch.from_numpy((crops - 0.5) * 4).permute(0, 3, 1, 2).to(self.device)
        return x.contiguous(memory_format=torch.channels_last)

    def learn(self, pool: Pool, rate: float) -> dict[str, float]:
        """One step."""
        crops, rows = pool.sample(BATCH)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        with torch.autocast(self.device, torch.bfloat16):
            out = self.net(self.input_of(crops))
        loss, stats = loss_of(out.float(), torch.from_numpy(rows).to(self.device))
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


def train(folder: Path, minutes: float, top_rate: float, device: str, dice: Path) -> None:
    """Learn for ``minutes`` in all starts together, with a rate that falls along a cosine."""
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    cv2.setNumThreads(1)
    trainer = Trainer(folder, device)
    rng = np.random.default_rng(9000 + trainer.step)
    pool = Pool(Detector(dice), rng, POOL)
    while pool.filled < FIRST:
        pool.grow(draw(rng))
    trainer.begin(dice, torch.from_numpy((pool.sample(256)[0] - 0.5) * 4).permute(0, 3, 1, 2))
    trainer.net.train()
    before, owed = trainer.spent, 0.0
    start = saved = time.monotonic()
    log: list[dict[str, float]] = []
    stop: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stop.append(number))
    first = trainer.step
    while (part := trainer.spent / (60 * minutes)) < 1 and not stop:
        owed += SCENES
        if owed >= 1:
            pool.grow(draw(rng))
            owed -= 1
        rate = top_rate * min(1.0, (trainer.step - first + 1) / 150) * (0.5 + 0.5 * math.cos(math.pi * part) + 0.01)
        log.append(trainer.learn(pool, rate))
        trainer.spent = before + time.monotonic() - start
        if len(log) == 100:
            means = {k: round(float(np.mean([e[k] for e in log])), 3) for k in log[0]}
            print(trainer.step, round(trainer.spent), pool.filled, means, flush=True)
            log.clear()
        if time.monotonic() - saved > 120:
            trainer.save()
            saved = time.monotonic()
    trainer.save()


def export(folder: Path, path: Path) -> None:
    """The slow average as ONNX with a free number of crops."""
    net = Trainer(folder, "cpu").slow.eval()
    axes = {"crops": {0: "n"}, "die": {0: "n"}}
    torch.onnx.export(
        net, (torch.zeros(1, 3, SIDE, SIDE),), str(path), input_names=["crops"], output_names=["die"],
        dynamic_axes=axes, opset_version=17, dynamo=False,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--dice", type=Path, default=Path("models/dice/model.onnx"), help="whose features begin it")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--export", type=Path)
    asked = parser.parse_args()
    if asked.export:
        export(asked.state, asked.export)
    else:
        train(asked.state, asked.minutes, asked.rate, asked.device, asked.dice)


if __name__ == "__main__":
    main()
