"""The eye network: 56x96 grey crop of eyes, brows and nose -> five yes/no scores and how far each eye is open."""

from __future__ import annotations

import torch
from torch import nn

from models.mouth.train.net import Residual, conv

SCORES = ("squeezed", "wide", "closed", "laughing", "frown")
MEASURES = ("open_right", "open_left")  # lids apart over the eye's width


class EyesNet(nn.Module):
    """About 0.25 M parameters, 13 M multiply-adds. Input (n, 56, 96) 0..255 grey; output logits and measures.

    Each crop is brought to one mean and contrast first: exposure says nothing of a face.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(1, 16, 2), conv(16, 32, 2), conv(32, 40), conv(40, 64, 2), Residual(64), conv(64, 80, 2), conv(80, 80),
        )  # fmt: skip
        self.drop = nn.Dropout(0.2)
        self.scores = nn.Linear(80 * 4, len(SCORES))
        self.measures = nn.Linear(80 * 4, len(MEASURES))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = x[:, None].float()
        mean = x.mean((2, 3), keepdim=True)
        spread = ((x - mean) ** 2).mean((2, 3), keepdim=True).sqrt()
        x = self.body((x - mean) / (spread + 6.0))
        pooled = torch.cat(
            [x.mean((2, 3)), x.amax((2, 3)), x[:, :, :, :3].mean((2, 3)), x[:, :, :, 3:].mean((2, 3))], 1
        )
        pooled = self.drop(pooled)
        return self.scores(pooled), self.measures(pooled)


class Exported(nn.Module):
    """What ships: float crops 0..255 in, probabilities and measures out."""

    def __init__(self, net: EyesNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        scores, measures = self.net(x)
        return torch.sigmoid(scores), measures.clamp(min=0)
