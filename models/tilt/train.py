"""Train the tilt network on renders made while training; stop and start again at will. One thread is enough.

python -m models.tilt.train --state FOLDER --minutes 30
python -m models.tilt.train --state FOLDER --export models/tilt/model.onnx
"""

from __future__ import annotations

import argparse
import math
import os
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F

from models.synth.dice.cv import cv2
from models.tilt.scenes import COLUMNS, MOST, SIZE, draw

F32 = NDArray[np.float32]
SIDE = 48
BOX = 30.0
"""A die's box becomes this many pixels of the SIDE x SIDE crop (companion/senses/dice/tilt.py does the same)."""
BATCH = 64
STORE = 12_000
FIRST = 1_500
SURE = (5.0, 12.0)
"""Degrees: flatter than the first is flat, beyond the second it leans; between them nobody can say."""


def block(i: int, o: int, stride: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU(True))


class Net(nn.Module):
    """(n, 3, SIDE, SIDE) RGB as (x / 255 - 0.5) * 4 to (n, 5): normal (right, down, away), log error, lean (logit)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 20, 2), block(20, 40, 2), block(40, 40, 1), block(40, 72, 2), block(72, 72, 1),
            block(72, 96, 2), nn.Flatten(), nn.Linear(96 * 9, 96), nn.ReLU(True), nn.Linear(96, 5),
        )  # fmt: skip

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.body(x)
        return out


class Store:
    """The newest scenes, drawn while training."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.images = np.zeros((STORE, SIZE, SIZE, 3), np.uint8)
        self.rows = np.zeros((STORE, MOST, COLUMNS), np.float32)
        self.filled = self._next = 0
        self._rng = rng

    def grow(self) -> None:
        self.images[self._next], self.rows[self._next] = draw(self._rng)
        self.filled = max(self.filled, self._next + 1)
        self._next = (self._next + 1) % STORE

    def batch(self, n: int) -> tuple[F32, F32]:
        """Crops (n, SIDE, SIDE, 3) of 0..1 and (n, 4): normal, lean in degrees."""
        rng, crops, wanted = self._rng, np.empty((n, SIDE, SIDE, 3), np.float32), np.empty((n, 4), np.float32)
        for k in range(n):
            while True:
                which = int(rng.integers(self.filled))
                usable = np.nonzero(self.rows[which, :, 8])[0]
                if len(usable):
                    break
            row = self.rows[which, int(rng.choice(usable))]
            crops[k], wanted[k] = cut(rng, self.images[which], row)
        return crops, wanted


def cut(rng: np.random.Generator, image: NDArray[np.uint8], row: F32) -> tuple[F32, F32]:
    """One die's crop, a little too large, small or off, turned a little, mirrored, recoloured."""
    x0, y0, x1, y1 = (float(v) for v in row[:4])
    size = math.sqrt((x1 - x0) * (y1 - y0))
    zoom = BOX / size * math.exp(rng.normal(0, 0.09))
    x, y = (x0 + x1) / 2 + rng.normal(0, 0.05) * size, (y0 + y1) / 2 + rng.normal(0, 0.05) * size
    upright = float(row[6]) > -0.95
    a = rng.normal(0, 0.12) if upright else rng.uniform(0, 2 * math.pi)
    c, s, flip = math.cos(a), math.sin(a), -1.0 if rng.random() < 0.5 else 1.0
    m = zoom * np.array([[flip * c, -flip * s], [s, c]])
    if zoom < 0.75:
        image = cv2.GaussianBlur(image, (0, 0), 0.4 / zoom)
    place = np.column_stack([m, np.array([SIDE / 2, SIDE / 2]) - m @ (x, y)])
    out = cv2.warpAffine(image, place, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    normal = np.array([flip * (c * row[4] - s * row[5]), s * row[4] + c * row[5], row[6], row[7]], np.float32)
    return _recoloured(rng, out.astype(np.float32) / 255), normal


def _recoloured(rng: np.random.Generator, out: F32) -> F32:
    if rng.random() < 0.3:
        out = out[..., rng.permutation(3)]
    mean = out.mean()
    out = (out - mean) * np.float32(rng.uniform(0.75, 1.35)) + mean * np.float32(rng.uniform(0.8, 1.3))
    return np.clip(out, 0, 1)


def loss_of(out: Tensor, wanted: Tensor) -> tuple[Tensor, float, float]:
    """Gaussian likelihood of the normal with the error that the network expects, and cross-entropy of leaning."""
    off = (out[:, :3] - wanted[:, :3]).square().sum(1)
    expected = out[:, 3].clamp(-4, 1)
    normal = (0.5 * off * torch.exp(-2 * expected) + 3 * expected).mean()
    lean = wanted[:, 3]
    sure = (lean < SURE[0]) | (lean > SURE[1])
    state = F.binary_cross_entropy_with_logits(out[sure, 4], (lean[sure] > SURE[1]).float())
    return normal + 2 * state, float(off.detach().sqrt().mean()), float(state.detach())


def train(folder: Path, minutes: float, rate: float) -> None:
    """Learn for ``minutes`` of processor time in all starts together; the rate falls along a cosine."""
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    net = Net().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-4)
    step, before = 0, 0.0
    if (folder / "state.pt").exists():
        state = torch.load(folder / "state.pt", weights_only=True)
        net.load_state_dict(state["net"])
        optimiser.load_state_dict(state["optimiser"])
        step, before = state["step"], state["spent"]
    store = Store(np.random.default_rng(7000 + step))
    start, log = time.process_time(), []
    while store.filled < FIRST:
        store.grow()
    while (spent := before + time.process_time() - start) < 60 * minutes:
        store.grow()
        crops, wanted = store.batch(BATCH)
        x = torch.from_numpy((crops - 0.5) * 4).permute(0, 3, 1, 2)
        part = spent / (60 * minutes)
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * part) + 0.01)
        loss, off, state_loss = loss_of(net(x), torch.from_numpy(wanted))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        log.append((float(loss.detach()), off, state_loss))
        if step % 100 == 0:
            print(step, round(spent), *np.mean(log, 0).round(3), flush=True)
            log.clear()
        if step % 200 == 0:
            _save(folder, net, optimiser, step, before + time.process_time() - start)
    _save(folder, net, optimiser, step, before + time.process_time() - start)


def _save(folder: Path, net: Net, optimiser: torch.optim.Optimizer, step: int, spent: float) -> None:
    state = {"net": net.state_dict(), "optimiser": optimiser.state_dict(), "step": step, "spent": spent}
    torch.save(state, folder / "state.new")
    os.replace(folder / "state.new", folder / "state.pt")


def export(folder: Path, path: Path) -> None:
    """The network as ONNX with a free number of crops."""
    net = Net()
    net.load_state_dict(torch.load(folder / "state.pt", weights_only=True)["net"])
    axes = {"crops": {0: "n"}, "tilt": {0: "n"}}
    torch.onnx.export(
        net.eval(), (torch.zeros(1, 3, SIDE, SIDE),), str(path), input_names=["crops"], output_names=["tilt"],
        dynamic_axes=axes, opset_version=17, dynamo=False,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30, help="of processor time")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--export", type=Path)
    asked = parser.parse_args()
    if asked.export:
        export(asked.state, asked.export)
    else:
        train(asked.state, asked.minutes, asked.rate)


if __name__ == "__main__":
    main()
