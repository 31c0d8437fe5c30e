"""The die network: the dice network's features of a crop, and a head that looks at all of them (torch).

And the third reader: the same outputs, by features that learned from photos of everything.
"""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional as F

from models.dice.train.net import Full, conv
from models.dice.train.net import Net as DiceNet
from models.dice.train.second import Trunk

OUTPUTS = ("is die", "v1", "v2", "v3", "v4", "v5", "v6", "right", "down", "away", "log error", "leans")


def _head(near: int, hidden: int) -> tuple[nn.Sequential, nn.Sequential]:
    """From (n, 64, 10, 10) features of ``near`` channels at half the sides, and from these the outputs."""
    return nn.Sequential(Full(64), conv(64, near, 2), nn.Dropout(0.1)), nn.Sequential(
        nn.Flatten(), nn.Linear(near * 25, hidden, bias=False), nn.BatchNorm1d(hidden), nn.ReLU(True),
        nn.Linear(hidden, len(OUTPUTS)),
    )  # fmt: skip


class Net(nn.Module):
    """(n, 3, 80, 80) RGB as (x / 255 - 0.5) * 4 to (n, 12): see OUTPUTS; logits, but for the normal and its error.

    The trunk is laid out as the dice network's up to an eighth, so that it begins with what that one has learned.
    """

    def __init__(self) -> None:
        super().__init__()
        d = DiceNet()
        self.s2, self.s4, self.s8, self.s16, self.u8, self.f8 = d.s2, d.s4, d.s8, d.s16, d.u8, d.f8
        self.near, self.all = _head(80, 112)

    def forward(self, x: Tensor) -> Tensor:
        b = self.s8(self.s4(self.s2(x)))
        c = self.s16(b)
        b = self.f8(F.relu(b + F.interpolate(self.u8(c), scale_factor=2.0, mode="nearest")))
        out: Tensor = self.all(self.near(b))
        return out


class Third(nn.Module):
    """The die network's input and output by the second reader's trunk, all of which learns."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = Trunk()
        self.l16, self.l8 = conv(112, 64, k=1, act=False), conv(240, 64, k=1, act=False)
        self.f8 = Full(64)
        self.near, self.all = _head(96, 128)

    def forward(self, x: Tensor) -> Tensor:
        _, b, c = self.trunk(x)
        b = self.f8(F.relu(self.l8(b) + F.interpolate(self.l16(c), scale_factor=2.0, mode="nearest")))
        out: Tensor = self.all(self.near(b))
        return out
