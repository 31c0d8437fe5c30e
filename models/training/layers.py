"""Layers that several of the networks are built of (torch)."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional as F


def conv(
    i: int, o: int, stride: int | tuple[int, int] = 1, k: int = 3, groups: int = 1, act: bool = True
) -> nn.Sequential:
    """Convolution, batch norm and (unless told) ReLU."""
    m: list[nn.Module] = [nn.Conv2d(i, o, k, stride, k // 2, groups=groups, bias=False), nn.BatchNorm2d(o)]
    return nn.Sequential(*m, nn.ReLU(True)) if act else nn.Sequential(*m)


class Full(nn.Module):
    """A residual block of two 3x3 convolutions."""

    def __init__(self, c: int) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(c, c), conv(c, c, act=False))

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.body(x))
