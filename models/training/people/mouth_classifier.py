"""The mouth network: 64x64 RGB crop -> six yes/no scores, the tongue's visible area and its side."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from models.training import exporting
from models.training.course import Course, half
from models.training.networks import Full, conv
from models.training.people.judged import Part, Shards, asked, moved, three, validate

SCORES = ("tongue_out", "tongue_inside", "teeth", "upper_teeth", "lower_teeth", "lips_open")
MEASURES = ("tongue_area", "tongue_side")  # area past the lips in mouth widths squared; side -1..1


class MouthNet(nn.Module):
    """About 0.4 M parameters, 18 M multiply-adds a crop.

    Input (n, 64, 64, 3) uint8 or float 0..255 RGB; output logits (n, 6) and measures (n, 2).
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2),
            conv(16, 32, 2),
            conv(32, 48),
            conv(48, 80, 2),
            Full(80),
            conv(80, 128, 2),
            conv(128, 128),
        )
        self.drop = nn.Dropout(0.2)
        self.scores = nn.Linear(128 * 3, len(SCORES))
        self.measures = nn.Linear(128 * 3, len(MEASURES))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = (x.permute(0, 3, 1, 2).float() - 115.0) / 64.0
        x = self.body(x)
        pooled = torch.cat([x.mean((2, 3)), x.amax((2, 3)), x[:, :, 1:3, 1:3].mean((2, 3))], 1)
        pooled = self.drop(pooled)
        return self.scores(pooled), self.measures(pooled)


class Exported(nn.Module):
    """What ships: float crops 0..255 in, probabilities and measures out."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        scores, measures = self.net(x)
        area, side = measures[:, :1].clamp(min=0), measures[:, 1:].clamp(-1, 1)
        return torch.sigmoid(scores), torch.cat([area, side], 1)


def targets(z: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """(n, 6) int8 in the order of SCORES and (n, 2) float32 in that of MEASURES.

    What is too small to see at the table, or hidden by a hand or cup, is not counted as a yes.
    """
    past, lip, inside = z["tongue_past"], z["tongue_lip"], z["tongue_in"]
    out = three(past, 0.004, 0.06)
    # one that points at the camera and covers nothing looks like one inside
    out[((z["tip_past"] <= 0) | (z["tongue_over"] < 0.03)) & (out == 1)] = -1
    within = three(inside + lip, 0.01, 0.05)
    within[(out != 0) & (within == 0)] = -1
    up, low = three(z["teeth_up"], 0.004, 0.02), three(z["teeth_low"], 0.004, 0.02)
    teeth = three(z["teeth_up"] + z["teeth_low"], 0.005, 0.02)
    for k in (up, low, teeth):
        k[(z["teeth_faint"] > 0.01) & (k == 0)] = -1
    y = np.stack([out, within, teeth, up, low, three(z["opening"], 0.05, 0.12)], 1)
    unseen = (z["covered"] > 0.35) | (z["level"] < 0.04) | (z["contrast"] < 0.012)  # hidden, or too dark to tell
    y[unseen[:, None] & (y == 1)] = -1
    small = z["mouth_px"] < 14  # at that size a thin line of teeth is not there to be seen
    y[small & (z["teeth_up"] + z["teeth_low"] < 0.05), 2:5] = np.minimum(
        y[small & (z["teeth_up"] + z["teeth_low"] < 0.05), 2:5], 0
    )
    side = np.where(out == 1, np.clip(z["tongue_side"], -1, 1), np.nan)
    area = np.where(z["covered"] > 0.35, np.nan, past)
    return y, np.stack([area, side], 1).astype(np.float32)


def part(z: dict[str, np.ndarray]) -> Part:
    """Return a shard's crops and targets."""
    return z["images"], *targets(z)


def augment(x: torch.Tensor, measures: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """(n, 64, 64, 3) uint8 -> float 0..255 with mirrored, moved, relit, grey, blurred and noisy variants."""
    n = len(x)
    x = x.permute(0, 3, 1, 2).float() / 255
    measures = measures.clone()
    x, flip = moved(x, 0.07, 0.04, (0.05, 0.05))
    measures[flip, 1] *= -1
    grey = x.mean(1, keepdim=True)
    keep = torch.rand(n, 1, 1, 1) * 1.0 + 0.4
    keep[torch.rand(n) < 0.06] = 0.0
    x = grey + (x - grey) * keep
    warm = torch.randn(n) * 0.10
    cast = torch.exp(torch.stack([warm, torch.randn(n) * 0.04, -warm], 1))[:, :, None, None]
    x = x * cast * (torch.randn(n, 3, 1, 1) * 0.05 + 1) * (torch.rand(n, 1, 1, 1) * 0.6 + 0.7)
    mean = x.mean((1, 2, 3), keepdim=True)
    x = (mean + (x - mean) * (torch.rand(n, 1, 1, 1) * 0.7 + 0.65)).clamp(0, 1) ** (torch.rand(n, 1, 1, 1) * 0.8 + 0.65)
    field = F.interpolate(torch.randn(n, 1, 3, 3) * 0.12, size=64, mode="bicubic", align_corners=False)
    x = x * (1 + field) + torch.randn_like(x) * (torch.rand(n, 1, 1, 1) * 0.03)
    return (x.clamp(0, 1) * 255).permute(0, 2, 3, 1).contiguous(), measures


BATCH, RATE = 64, 2.5e-3
READ = 1000  # steps after which new shards are read


def main(
    shards: Path,
    state: Path,
    minutes: float = 60,
    export: Path | None = None,
    start: Path | None = None,
    rate: float = RATE,
    seed: int = 1,
) -> None:
    """Learn until the minutes of all starts are spent, and export the average. New shards are read as they come.

    ``rate``: the highest learning rate; ``start``: an exported network to begin with.
    """
    torch.manual_seed(seed)
    crops = Shards(shards, "mouths", part)
    print(f"{crops.grow()} crops", flush=True)
    course = Course(state, MouthNet().to(memory_format=torch.channels_last), rate)
    if start and not course.step:
        course.begin(start, torch.from_numpy(next(iter(crops.train.values()))[0][:512]))
    rng = np.random.default_rng([seed, course.step])

    def step() -> tuple[torch.Tensor, dict[str, float]]:
        if course.step % READ == READ - 1:
            crops.grow()
        images, labels, measures = list(crops.train.values())[rng.integers(len(crops.train))]
        take = np.sort(rng.choice(len(images), min(BATCH, len(images)), replace=False))
        x, m = augment(torch.from_numpy(images[take]), torch.from_numpy(measures[take]))
        with half("cpu"):
            logits, told = course.body(x)
            loss = asked(logits, torch.from_numpy(labels[take]))
            known = ~torch.isnan(m)
            return loss + 0.5 * F.smooth_l1_loss(told[known], m[known], beta=0.1), {}

    course.run(minutes, rate, step)
    average = course.average.eval().to(memory_format=torch.contiguous_format)
    if crops.held:
        print(validate(lambda x: average(torch.from_numpy(x))[0], crops.held.values(), SCORES), flush=True)
    if export:
        example, told = (torch.zeros(1, 64, 64, 3),), {"scores": "n", "measures": "n"}
        exporting.export(Exported(average), example, export, {"crops": "n"}, told)
