"""Shards to training targets, and the augmentation that is cheaper on the batch than in the renderer."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F

from models.training.people.judged import Part, moved, three


def targets(z: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """(n, 6) int8 in the order of net.SCORES and (n, 2) float32 in that of net.MEASURES.

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
    """A shard's crops and targets."""
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
