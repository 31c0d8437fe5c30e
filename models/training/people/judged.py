"""What both trainers of face networks share: shards in memory, the loss of what is asked, how well it is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

Part = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Crops, yes or no of each score (1, 0, or -1: left open), and measures."""
HELD = 2


class Shards:
    """All shards of one kind in a folder; the first two (their people) are never trained on."""

    def __init__(self, folder: Path, kind: str, part: Callable[[dict[str, np.ndarray]], Part]):
        self._folder, self._kind, self._part = folder, kind, part
        self.held: dict[str, Part] = {}
        self.train: dict[str, Part] = {}
        """By the files' names."""
        self.grow()

    def grow(self) -> int:
        """Read those that have come since. Gives the number of crops to train on."""
        for path in sorted(self._folder.glob(f"{self._kind}-*.npz")):
            side = self.held if int(path.stem.split("-")[1]) < HELD else self.train
            if path.stem not in side:
                with np.load(path) as z:
                    side[path.stem] = self._part({k: z[k] for k in z.files})
        return sum(len(x) for x, _, _ in self.train.values())


def three(value: np.ndarray, low: float, high: float) -> np.ndarray:
    """1 above high, 0 below low, -1 (not counted) between, (n,) int8."""
    return np.where(value > high, 1, np.where(value < low, 0, -1)).astype(np.int8)


def moved(x: torch.Tensor, askew: float, stretch: float, shift: Sequence[float]) -> tuple[torch.Tensor, torch.Tensor]:
    """(n, c, h, w) mirrored, turned, scaled, stretched and shifted by such spreads; and which are mirrored (n,)."""
    n = len(x)
    flip = torch.rand(n) < 0.5
    x[flip] = x[flip].flip(3)
    angle, scale = torch.randn(n) * askew, 1 + torch.randn(n) * askew
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0], theta[:, 0, 1] = torch.cos(angle) * scale, -torch.sin(angle) * scale
    theta[:, 1, 0], theta[:, 1, 1] = torch.sin(angle) * scale, torch.cos(angle) * scale * (1 + torch.randn(n) * stretch)
    theta[:, :, 2] = torch.randn(n, 2) * torch.tensor(shift)
    grid = F.affine_grid(theta, list(x.shape), align_corners=False)
    return F.grid_sample(x, grid, padding_mode="border", align_corners=False), flip


def asked(logits: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Cross-entropy on the labels that count (>= 0), smoothed."""
    counted = (y >= 0).float()
    smooth = y.clamp(0, 1).float() * 0.96 + 0.02
    return (F.binary_cross_entropy_with_logits(logits, smooth, reduction="none") * counted).sum() / counted.sum()


@torch.no_grad()
def validate(
    told: Callable[[np.ndarray], torch.Tensor], held: Collection[Part], scores: Sequence[str]
) -> dict[str, list[float]]:
    """Balanced accuracy at 0.5, recall at 1 % false alarms and AUC of each score. ``told``: the logits of crops."""
    logits = torch.cat([told(x[i : i + 250]) for x, _, _ in held for i in range(0, len(x), 250)])
    y, out = np.concatenate([t for _, t, _ in held]), {}
    for k, name in enumerate(scores):
        yes, no = logits[y[:, k] == 1, k].numpy(), logits[y[:, k] == 0, k].numpy()
        halves = ((yes > 0).mean() + (no <= 0).mean()) / 2
        found = halves, (yes > np.quantile(no, 0.99)).mean(), (yes[:, None] > no).mean()
        out[name] = [round(float(v), 3) for v in found]
    return out
