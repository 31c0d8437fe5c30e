"""The die classifier: features that learned from photos of everything, and a head that looks at all of them (torch)."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.efficientnet import Trunk
from models.training.layers import Full, conv

OUTPUTS = ("is die", "v1", "v2", "v3", "v4", "v5", "v6", "right", "down", "away", "log error", "leans", "numerals")


class Pips(nn.Module):
    """Where the upper face is and where its pips are, and the value as told by these two maps alone.

    Pips are small things that look alike on all faces: what finds them has seen each kind twenty-one times a die.
    """

    def __init__(self) -> None:
        super().__init__()
        self.u4, self.l4, self.f4 = nn.Conv2d(64, 32, 1), conv(144, 32, k=1, act=False), Full(32)
        self.u2, self.l2, self.f2 = nn.Conv2d(32, 24, 1), conv(96, 24, k=1, act=False), conv(24, 24)
        self.maps = nn.Conv2d(24, 2, 1)
        self.read = nn.Sequential(
            conv(2, 24, 2), conv(24, 48, 2), nn.Flatten(), nn.Dropout(0.1), nn.Linear(4800, 64, bias=False),
            nn.BatchNorm1d(64), nn.ReLU(True), nn.Linear(64, 6),
        )  # fmt: skip

    def forward(self, s2: Tensor, s4: Tensor, s8: Tensor) -> tuple[Tensor, Tensor]:
        """Features at a half, a quarter and an eighth to values (n, 6), logits, and maps (n, 2, 40, 40), logits."""
        a = self.f4(F.relu(self.l4(s4) + F.interpolate(self.u4(s8), scale_factor=2.0, mode="nearest")))
        a = self.f2(F.relu(self.l2(s2) + F.interpolate(self.u2(a), scale_factor=2.0, mode="nearest")))
        maps: Tensor = self.maps(a)
        values: Tensor = self.read(torch.sigmoid(maps))
        return values, maps


class Net(nn.Module):
    """(n, 3, 80, 80) RGB as (x / 255 - 0.5) * 4 to (n, 13): see OUTPUTS; logits, but for the normal and its error.

    All of the trunk learns: by ``pips``, too.
    """

    def __init__(self) -> None:
        super().__init__()
        self.trunk = Trunk()
        self.l16, self.l8 = conv(112, 64, k=1, act=False), conv(240, 64, k=1, act=False)
        self.f8 = Full(64)
        self.near = nn.Sequential(Full(64), conv(64, 96, 2), nn.Dropout(0.1))
        self.all = nn.Sequential(
            nn.Flatten(), nn.Linear(2400, 128, bias=False), nn.BatchNorm1d(128), nn.ReLU(True),
            nn.Linear(128, len(OUTPUTS)),
        )  # fmt: skip
        self.pips = Pips()

    def _features(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """At a half, a quarter and an eighth."""
        s2, s4, b, c = self.trunk(x)
        return s2, s4, self.f8(F.relu(self.l8(b) + F.interpolate(self.l16(c), scale_factor=2.0, mode="nearest")))

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.all(self.near(self._features(x)[2]))
        return out

    def told(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The output, and the values and maps of ``Pips``."""
        features = self._features(x)
        return self.all(self.near(features[2])), *self.pips(*features)
