"""The mouth network: 64x64 RGB crop -> six yes/no scores and the tongue's visible area and side."""

from __future__ import annotations

import torch
from torch import nn

from models.training.layers import Full, conv

SCORES = ("tongue_out", "tongue_inside", "teeth", "upper_teeth", "lower_teeth", "lips_open")
MEASURES = ("tongue_area", "tongue_side")  # area past the lips in mouth widths squared; side -1..1


class MouthNet(nn.Module):
    """About 0.4 M parameters, 18 M multiply-adds a crop.

    Input (n, 64, 64, 3) uint8 or float 0..255 RGB; output logits (n, 6) and measures (n, 2).
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2), conv(16, 32, 2), conv(32, 48), conv(48, 80, 2), Full(80),
            conv(80, 128, 2), conv(128, 128),
        )  # fmt: skip
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

    def __init__(self, net: MouthNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        scores, measures = self.net(x)
        area, side = measures[:, :1].clamp(min=0), measures[:, 1:].clamp(-1, 1)
        return torch.sigmoid(scores), torch.cat([area, side], 1)
