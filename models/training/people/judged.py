"""How well scores of crops are told, on renders that were never trained on; and the loss of what is asked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

Part = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Crops, yes or no of each score (1, 0, or -1: left open), and measures."""


def three(value: np.ndarray, low: float, high: float) -> np.ndarray:
    """1 above high, 0 below low, -1 (not counted) between, (n,) int8."""
    return np.where(value > high, 1, np.where(value < low, 0, -1)).astype(np.int8)


def asked(logits: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Cross-entropy on the labels that count (>= 0), smoothed."""
    counted = (y >= 0).float()
    smooth = y.clamp(0, 1).float() * 0.96 + 0.02
    return (F.binary_cross_entropy_with_logits(logits, smooth, reduction="none") * counted).sum() / counted.sum()


@torch.no_grad()
def validate(net: nn.Module, held: Sequence[Part], scores: Sequence[str]) -> dict[str, list[float]]:
    """Balanced accuracy at 0.5, recall at 1 % false alarms and AUC of each score."""
    net.eval()
    logits = torch.cat([net(torch.from_numpy(x[i : i + 250]))[0] for x, _, _ in held for i in range(0, len(x), 250)])
    y, out = np.concatenate([t for _, t, _ in held]), {}
    for k, name in enumerate(scores):
        yes, no = logits[y[:, k] == 1, k].numpy(), logits[y[:, k] == 0, k].numpy()
        told = [
            ((yes > 0).mean() + (no <= 0).mean()) / 2,
            (yes > np.quantile(no, 0.99)).mean(),
            (yes[:, None] > no).mean(),
        ]
        out[name] = [round(float(v), 3) for v in told]
    return out
