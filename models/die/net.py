"""The die network: the dice network's features of a crop, and a head that looks at all of them (torch)."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional as F

from models.dice.train.net import Full, conv
from models.dice.train.net import Net as DiceNet

OUTPUTS = ("is die", "v1", "v2", "v3", "v4", "v5", "v6", "right", "down", "away", "log error", "leans")


class Net(nn.Module):
    """(n, 3, 80, 80) RGB as (x / 255 - 0.5) * 4 to (n, 12): see OUTPUTS; logits, but for the normal and its error.

    The trunk is laid out as the dice network's up to an eighth, so that it begins with what that one has learned.
    """

    def __init__(self) -> None:
        super().__init__()
        d = DiceNet()
        self.s2, self.s4, self.s8, self.s16, self.u8, self.f8 = d.s2, d.s4, d.s8, d.s16, d.u8, d.f8
        self.near = nn.Sequential(Full(64), conv(64, 80, 2), nn.Dropout(0.1))
        self.all = nn.Sequential(
            nn.Flatten(), nn.Linear(80 * 25, 112, bias=False), nn.BatchNorm1d(112), nn.ReLU(True),
            nn.Linear(112, len(OUTPUTS)),
        )  # fmt: skip

    def forward(self, x: Tensor) -> Tensor:
        b = self.s8(self.s4(self.s2(x)))
        c = self.s16(b)
        b = self.f8(F.relu(b + F.interpolate(self.u8(c), scale_factor=2.0, mode="nearest")))
        out: Tensor = self.all(self.near(b))
        return out
