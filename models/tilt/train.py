"""Train the tilt network: the dice network's features, frozen, and a head that learns from renders made meanwhile.

python -m models.tilt.train --state FOLDER --minutes 10
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

from models.dice.train.batch import recoloured
from models.dice.train.net import Net as DiceNet
from models.synth.dice.cv import cv2
from models.tilt.scenes import draw
from models.warm import load_exported

F32 = NDArray[np.float32]
SIDE = 96
BOX = 46.0
"""A die's box becomes this many pixels of the SIDE x SIDE crop (companion/senses/dice/tilt.py does the same)."""
CELLS = slice(2, 10)
"""Of the crop's 12 x 12 cells of eight pixels, those that the head looks at."""
BATCH = 128
POOL = 40_000
FIRST = 500
VARIANTS = 2
"""Ways in which each die is cut out and recoloured."""
STEPS = 4
"""Steps of learning for each scene that is drawn."""
SURE = (5.0, 12.0)
"""Degrees: flatter than the first is flat, beyond the second it leans; between them nobody can say."""


class Trunk(nn.Module):
    """The dice network up to its features at an eighth of the picture: (n, 3, SIDE, SIDE) to (n, 64, 8, 8)."""

    def __init__(self) -> None:
        super().__init__()
        self.dice = DiceNet()

    def forward(self, x: Tensor) -> Tensor:
        d = self.dice
        b = d.s8(d.s4(d.s2(x)))
        c = d.s16(b)
        out: Tensor = d.f8(F.relu(b + F.interpolate(d.u8(c), scale_factor=2.0, mode="nearest")))
        return out[:, :, CELLS, CELLS]


class Head(nn.Module):
    """(n, 64, 8, 8) to (n, 5): normal (right, down, away), log of its expected error, leaning (logit)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(64, 64, 3, 1, 1, bias=False), nn.BatchNorm2d(64), nn.ReLU(True),
            nn.Conv2d(64, 64, 3, 2, 1, bias=False), nn.BatchNorm2d(64), nn.ReLU(True),
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(64 * 16, 96), nn.ReLU(True), nn.Linear(96, 5),
        )  # fmt: skip

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.body(x)
        return out


class Pool:
    """The newest dice as features, with (normal, lean in degrees) of each."""

    def __init__(self, trunk: Trunk, rng: np.random.Generator) -> None:
        self.features = torch.zeros((POOL, 64, 8, 8), dtype=torch.float16)
        self.wanted = torch.zeros((POOL, 4))
        self.filled = self._next = 0
        self._trunk, self._rng = trunk, rng

    def grow(self, image: NDArray[np.uint8], rows: F32) -> None:
        """Add the dice of a scene, each in several variants."""
        cuts = [cut(self._rng, image, row) for row in rows if row[8] > 0 for _ in range(VARIANTS)]
        if not cuts:
            return
        with torch.no_grad():
            found = self._trunk(batch([c for c, _ in cuts]))
        at = torch.arange(self._next, self._next + len(cuts)) % POOL
        self.features[at] = found.half()
        self.wanted[at] = torch.from_numpy(np.stack([w for _, w in cuts]))
        self._next = (self._next + len(cuts)) % POOL
        self.filled = min(POOL, self.filled + len(cuts))

    def sample(self, n: int) -> tuple[Tensor, Tensor]:
        which = torch.from_numpy(self._rng.integers(self.filled, size=n))
        return self.features[which].float(), self.wanted[which]


def batch(crops: list[F32]) -> Tensor:
    """Crops (SIDE, SIDE, 3) of 0..1 as the trunk's input."""
    return torch.from_numpy((np.stack(crops) - 0.5) * 4).permute(0, 3, 1, 2).contiguous()


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
    return np.clip(recoloured(rng, out.astype(np.float32) / 255), 0, 1), normal


def loss_of(out: Tensor, wanted: Tensor) -> tuple[Tensor, float, float]:
    """Gaussian likelihood of the normal with the error that the network expects, and cross-entropy of leaning."""
    off = (out[:, :3] - wanted[:, :3]).square().sum(1)
    expected = out[:, 3].clamp(-4, 1)
    normal = (0.5 * off * torch.exp(-2 * expected) + 3 * expected).mean()
    lean = wanted[:, 3]
    sure = (lean < SURE[0]) | (lean > SURE[1])
    state = F.binary_cross_entropy_with_logits(out[sure, 4], (lean[sure] > SURE[1]).float())
    return normal + 2 * state, float(off.detach().sqrt().mean()), float(state.detach())


def trunk_of(path: Path, rng: np.random.Generator) -> Trunk:
    """The dice network's features from its exported model."""
    trunk = Trunk()
    crops = [cut(rng, image, row)[0] for image, rows in (draw(rng) for _ in range(60)) for row in rows if row[8] > 0]
    load_exported(trunk.dice, path, batch(crops))
    return trunk.eval()


def train(folder: Path, minutes: float, rate: float, dice: Path) -> None:
    """Learn for ``minutes`` of processor time in all starts together; the rate falls along a cosine."""
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    head, before, step = Head(), 0.0, 0
    optimiser = torch.optim.AdamW(head.parameters(), rate, weight_decay=1e-3)
    if (folder / "state.pt").exists():
        state = torch.load(folder / "state.pt", weights_only=True)
        head.load_state_dict(state["head"])
        optimiser.load_state_dict(state["optimiser"])
        step, before = state["step"], state["spent"]
    rng = np.random.default_rng(7000 + step)
    trunk = trunk_of(dice, rng)
    if step:
        trunk.load_state_dict(state["trunk"])
    pool, start, log = Pool(trunk, rng), time.process_time(), []
    while pool.filled < FIRST:
        pool.grow(*draw(rng))
    while (spent := before + time.process_time() - start) < 60 * minutes:
        if step % STEPS == 0:
            pool.grow(*draw(rng))
        part = spent / (60 * minutes)
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * part) + 0.01)
        features, wanted = pool.sample(BATCH)
        loss, *stats = loss_of(head(features), wanted)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(head.parameters(), 5.0)
        optimiser.step()
        step += 1
        log.append((float(loss.detach()), *stats))
        if step % 200 == 0:
            print(step, round(spent), pool.filled, *np.mean(log, 0).round(3), flush=True)
            log.clear()
            _save(folder, trunk, head, optimiser, step, spent)
    _save(folder, trunk, head, optimiser, step, spent)


def _save(folder: Path, trunk: Trunk, head: Head, optimiser: torch.optim.Optimizer, step: int, spent: float) -> None:
    state = {
        "trunk": trunk.state_dict(), "head": head.state_dict(), "optimiser": optimiser.state_dict(),
        "step": step, "spent": spent,
    }  # fmt: skip
    torch.save(state, folder / "state.new")
    os.replace(folder / "state.new", folder / "state.pt")


def export(folder: Path, path: Path) -> None:
    """Trunk and head as one ONNX network with a free number of crops."""
    state = torch.load(folder / "state.pt", weights_only=True)
    net = nn.Sequential(Trunk(), Head())
    net[0].load_state_dict(state["trunk"])
    net[1].load_state_dict(state["head"])
    axes = {"crops": {0: "n"}, "tilt": {0: "n"}}
    torch.onnx.export(
        net.eval(), (torch.zeros(1, 3, SIDE, SIDE),), str(path), input_names=["crops"], output_names=["tilt"],
        dynamic_axes=axes, opset_version=17, dynamo=False,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=10, help="of processor time")
    parser.add_argument("--dice", type=Path, default=Path("models/dice/model.onnx"), help="whose features are used")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--export", type=Path)
    asked = parser.parse_args()
    if asked.export:
        export(asked.state, asked.export)
    else:
        train(asked.state, asked.minutes, asked.rate, asked.dice)


if __name__ == "__main__":
    main()
