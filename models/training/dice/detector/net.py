"""The detector: heat maps at a quarter of the picture, with what each die shows (torch)."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.layers import Full, conv

CHANNELS = (
    "heat", "v1", "v2", "v3", "v4", "v5", "v6", "dx", "dy",
    "left", "top", "right", "bottom", "cocked", "moving", "facing",
)  # fmt: skip
"""Output planes. heat, values, cocked, moving: logits. dx, dy: cells. Sides: log(pixels / 8). facing: 0..1."""


class Light(nn.Module):
    """A residual block of a depthwise and a pointwise convolution."""

    def __init__(self, c: int) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(c, c, groups=c, act=False), conv(c, c, k=1), conv(c, c, k=1, act=False))

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.body(x))


class Net(nn.Module):
    """Input (n, 3, h, w) RGB as (x / 255 - 0.5) * 4, sides multiples of 16; output (n, 16, h / 4, w / 4)."""

    def __init__(self, c2: int = 32, c4: int = 48, c8: int = 64, c16: int = 96, blocks: int = 2) -> None:
        super().__init__()
        self.s2 = conv(3, c2, 2)
        self.s4 = nn.Sequential(conv(c2, c4, 2), Light(c4))
        self.s8 = nn.Sequential(conv(c4, c8, 2), *(Full(c8) for _ in range(blocks)))
        self.s16 = nn.Sequential(conv(c8, c16, 2), Full(c16), Full(c16))
        self.u8, self.f8 = nn.Conv2d(c16, c8, 1), Light(c8)
        self.u4, self.f4 = nn.Conv2d(c8, c4, 1), Light(c4)
        self.head = nn.Sequential(conv(c4, 64, k=1), nn.Conv2d(64, len(CHANNELS), 1))
        self.whole = nn.Sequential(conv(c8, 48, k=1), nn.Conv2d(48, 9, 1))
        """What is told by the whole die, added from an eighth of the picture: values, cocked, moving, facing."""
        with torch.no_grad():
            self.head[1].bias[0] = -4.0
            self.whole[1].weight.zero_()
            self.whole[1].bias.zero_()

    def forward(self, x: Tensor) -> Tensor:
        a = self.s4(self.s2(x))
        b = self.s8(a)
        c = self.s16(b)
        b = self.f8(F.relu(b + F.interpolate(self.u8(c), scale_factor=2.0, mode="nearest")))
        a = self.f4(F.relu(a + F.interpolate(self.u4(b), scale_factor=2.0, mode="nearest")))
        near, far = self.head(a), F.interpolate(self.whole(b), scale_factor=2.0, mode="nearest")
        return torch.cat([near[:, :1], near[:, 1:7] + far[:, :6], near[:, 7:13], near[:, 13:] + far[:, 6:]], 1)
