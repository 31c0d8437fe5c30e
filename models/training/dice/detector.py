"""The detector: heat maps at a quarter of the picture, with what each die shows. Trained on renders made meanwhile."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.course import Course, averaged, half
from models.training.dice import render
from models.training.dice.batch import SIZE, Store, targets
from models.training.dice.cv import F32
from models.training.dice.eight_bits import doubled
from models.training.dice.photographs import Photographs
from models.training.dice.scene import Scene
from models.training.exporting import export
from models.training.networks import Full, conv

CHANNELS = (
    "heat",
    "v1",
    "v2",
    "v3",
    "v4",
    "v5",
    "v6",
    "dx",
    "dy",
    "left",
    "top",
    "right",
    "bottom",
    "cocked",
    "moving",
    "facing",
)
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

    def __init__(self) -> None:
        super().__init__()
        c2, c4, c8, c16 = 32, 48, 64, 96
        self.s2 = conv(3, c2, 2)
        self.s4 = nn.Sequential(conv(c2, c4, 2), Light(c4))
        self.s8 = nn.Sequential(conv(c4, c8, 2), Full(c8), Full(c8))
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


BATCH = 16
STORE = 16_000
FIRST = 600
"""Scenes before the first step. One is added at each; it is seen some sixteen times, always cut and coloured anew."""


def loss_of(out: Tensor, heat: Tensor, weight: Tensor, positive: Tensor) -> tuple[Tensor, dict[str, float]]:
    """CenterNet's focal loss on the heat (Zhou et al. 2019) and losses at the dice."""
    h = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.999).float()
    loss_heat = -((1 - h) ** 2 * torch.log(h) * peak).sum()
    loss_heat = loss_heat - ((1 - heat) ** 4 * h**2 * torch.log(1 - h) * (1 - peak) * weight).sum()
    total = loss_heat / peak.sum().clamp(min=1)
    stats = {"heat": total.item()}
    if len(positive):
        b, y, x = (positive[:, k].long() for k in range(3))
        at = out[b, :, y, x]
        read = positive[:, 3] >= 0
        if read.any():
            value = F.cross_entropy(at[read, 1:7], positive[read, 3].long(), label_smoothing=0.02)
            total = total + 1.5 * value
            stats["value"] = value.item()
            stats["right"] = (at[read, 1:7].argmax(1) == positive[read, 3].long()).float().mean().item()
        total = total + 0.5 * F.smooth_l1_loss(at[:, 7:9], positive[:, 4:6])
        total = total + 0.5 * F.smooth_l1_loss(at[:, 9:13], positive[:, 6:10], beta=0.2)
        state = F.binary_cross_entropy_with_logits(
            at[:, 13:15], positive[:, 10:12], pos_weight=at.new_tensor([2.0, 1.0])
        )
        facing = F.smooth_l1_loss(at[:, 15], positive[:, 12], beta=0.1)
        total = total + 2.0 * state + 2.0 * facing
        stats["facing"] = facing.item()
        stats["state"] = state.item()
    return total, stats


def input_of(images: F32, device: str) -> Tensor:
    """Pictures (n, h, w, 3) in 0..1 as the network's input."""
    x = torch.from_numpy((images - 0.5) * 4).permute(0, 3, 1, 2).to(device)
    return x.contiguous(memory_format=torch.channels_last)


def main(
    state: Path,
    minutes: float = 60,
    rate: float = 3e-3,
    seed: int = 1000,
    warm: Path | None = None,
    traced: Path | None = None,
    photographs: Path | None = None,
    share: float = 0.5,
    cosy: float = 0.0,
    device: str = "cuda" if torch.cuda.is_available() else "cpu",
    export: Path | None = None,
) -> None:
    """Learn for ``minutes`` in all starts together, with a rate that falls along a cosine; or ``export`` what was.

    ``warm``: an exported model to begin with; ``traced``: path-traced scenes to learn from, too; ``photographs``: an
    unpacked package of grounds, on which a ``share`` of the fresh scenes lie; ``cosy``: share of soft ground.
    Trainings of different seeds see different pictures and can be blended (blend.py).
    """
    if export:
        return ship(state / "state.pt", export)
    state.mkdir(parents=True, exist_ok=True)
    body = Net().to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    course = Course(state / "state.pt", body, 2e-3, decay=1e-4)
    rng = np.random.default_rng(seed + course.step)
    pictures = Photographs(photographs, learning=True) if photographs is not None else None

    def fresh_scene() -> Scene:
        on = pictures if rng.random() < share else None
        return render(rng, SIZE, cosy=cosy, photographs=on, solids=0.1)

    store = Store(STORE)
    if traced is not None:
        store.load(traced)
        store.keep()
    for _ in range(FIRST):
        store.add(fresh_scene())
    if warm is not None and course.step == 0:
        course.begin(warm, input_of(store.sample(rng, 192)[0], device))

    def step() -> tuple[Tensor, dict[str, float]]:
        store.add(fresh_scene())
        images, labels = store.sample(rng, BATCH)
        heat, weight, positive = (torch.from_numpy(t).to(device) for t in targets(labels))
        with half(device):
            out = course.body(input_of(images, device))
        return loss_of(out.float(), heat, weight, positive)

    course.run(minutes, rate, step)


def ship(state: Path, path: Path) -> None:
    """Write the slow average as ONNX with free height and width, and its copy in eight bits."""
    net, _ = averaged(state, Net())
    export(net, (torch.zeros(1, 3, 128, 160),), path, {"image": "n . h w"}, {"maps": "n . h4 w4"})
    doubled(path)
