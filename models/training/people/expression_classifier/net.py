"""The expression network: 96x96 grey crop from brows to mouth -> five yes/no scores and how far each eye is open.

A frozen trunk (efficientnet.py) and a small head, which is all that is trained here.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from models.training.efficientnet import Trunk

SCORES = ("sour", "wide", "closed", "laughing", "frown", "grin")
CHANNELS = 80
MEASURES = ("open_right", "open_left")  # lids apart over the eye's width


class Head(nn.Module):
    """About 0.1 M trained parameters on (n, 80, 6, 6); output logits and measures."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(CHANNELS, 48, 1, bias=False), nn.BatchNorm2d(48), nn.ReLU(), nn.Flatten(), nn.Dropout(0.3),
            nn.Linear(48 * 36, 64), nn.ReLU(), nn.Dropout(0.2),
        )  # fmt: skip
        self.scores = nn.Linear(64, len(SCORES))
        self.measures = nn.Linear(64, len(MEASURES))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.body(x)
        return self.scores(x), self.measures(x)


class Heads(nn.Module):
    """Heads that learned from different people: the mean of their logits and measures.

    ``knows`` (heads, SCORES) 0 or 1: which scores a head had labels for.
    """

    def __init__(self, heads: list[Head], knows: torch.Tensor) -> None:
        super().__init__()
        self.heads = nn.ModuleList(heads)
        self.register_buffer("share", knows / knows.sum(0))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        assert isinstance(self.share, torch.Tensor)
        told = [head(x) for head in self.heads]
        scores = sum((logits * share for (logits, _), share in zip(told, self.share, strict=True)), torch.zeros(()))
        return scores, sum((measures for _, measures in told), torch.zeros(())) / len(told)


class ExpressionNet(nn.Module):
    """Crops (n, 96, 96) 0..255 grey -> logits and measures."""

    def __init__(self, trunk: Trunk, head: nn.Module) -> None:
        super().__init__()
        self.trunk, self.head = trunk, head

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        out: tuple[torch.Tensor, torch.Tensor] = self.head(self.trunk(levelled(x))[-1])
        return out


def trunk_of(weights: Path) -> Trunk:
    """The first eight blocks with the package's weights, for grey crops: (n, 1, 96, 96) to (n, 80, 6, 6)."""
    return Trunk(4, 1).take(weights).eval()


def levelled(x: torch.Tensor) -> torch.Tensor:
    """(n, h, w) 0..255 -> (n, 1, h, w) of mean 0 and nearly of deviation 1: exposure says nothing of a face."""
    x = x[:, None].float()
    mean = x.mean((2, 3), keepdim=True)
    spread = ((x - mean) ** 2).mean((2, 3), keepdim=True).sqrt()
    return (x - mean) / (spread + 6.0)


class Exported(nn.Module):
    """What ships: float crops 0..255 in, probabilities and measures out."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        scores, measures = self.net(x)
        return torch.sigmoid(scores), measures.clamp(min=0)
