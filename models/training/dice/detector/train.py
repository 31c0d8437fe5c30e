"""Train on renders made while training; stop and start again at will. One thread on two cores, or a GPU.

python -m models.training.dice.detector.train --state FOLDER --minutes 60     # goes on where FOLDER's state was left
python -m models.training.dice.detector.train --state FOLDER --minutes 60 --warm models/dice_detector/model.onnx
python -m models.training.dice.detector.train --state FOLDER --export models/dice_detector/model.onnx
python -m models.training.dice.detector.train --render 9000 --scenes SCENES.npz  # on another core, for a start
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from models.training.course import Course, averaged, half
from models.training.dice import render
from models.training.dice.detector.batch import F32, SIZE, Store, targets
from models.training.dice.detector.net import Net
from models.training.dice.photographs import Photographs
from models.training.dice.scene import Scene
from models.training.exporting import export
from models.training.warm import load_exported

BATCH = 16
STORE = 16_000
FIRST = 600
FRESH = 1
"""Renders added before each step: a scene is seen some sixteen times, each time cut and coloured in another way."""

TRACED = 0.4
"""Share of a batch that is path-traced, where such scenes are given."""


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


def train(asked: argparse.Namespace) -> None:
    """Learn for ``--minutes`` in all starts together, with a rate that falls along a cosine.

    Trainings of different seeds see different pictures and can be blended (blend.py).
    """
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    cv2.setNumThreads(1)
    asked.state.mkdir(parents=True, exist_ok=True)
    body = Net().to(asked.device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    course = Course(asked.state / "state.pt", body, 2e-3, decay=1e-4)
    rng = np.random.default_rng(asked.seed + course.step)
    pictures = Photographs(asked.photographs, learning=True) if asked.photographs is not None else None

    def fresh_scene() -> Scene:
        photographs = pictures if rng.random() < asked.share else None
        return render(rng, SIZE, cosy=asked.cosy, photographs=photographs, solids=0.1)

    store, traced = Store(STORE), Store(STORE if asked.traced is not None else 0)
    if asked.traced is not None:
        traced.load(asked.traced)
    if asked.scenes is not None:
        store.load(asked.scenes)
    while store.filled < FIRST:
        store.add(fresh_scene())
    if asked.warm is not None and course.step == 0:
        if missing := load_exported(course.body, asked.warm, input_of(store.sample(rng, 192)[0], asked.device)):
            raise SystemExit(f"{asked.warm} has no weights for {', '.join(missing)}")
        course.begin({})
    of_traced = round(BATCH * TRACED) if traced.filled else 0

    def step() -> tuple[Tensor, dict[str, float]]:
        for _ in range(asked.fresh):
            store.add(fresh_scene())
        images, labels = store.sample(rng, BATCH - of_traced)
        if of_traced:
            more, said = traced.sample(rng, of_traced)
            images, labels = np.concatenate([images, more]), labels + said
        heat, weight, positive = (torch.from_numpy(t).to(asked.device) for t in targets(labels))
        with half(asked.device):
            out = course.body(input_of(images, asked.device))
        return loss_of(out.float(), heat, weight, positive)

    course.run(asked.minutes, asked.rate, step)


def drawn(path: Path, count: int, seed: int) -> None:
    """Render ``count`` scenes into a file that a training begins with."""
    cv2.setNumThreads(1)
    store, rng = Store(count), np.random.default_rng(seed)
    for _ in range(count):
        store.add(render(rng, SIZE))
    store.save(path)


def ship(state: Path, path: Path) -> None:
    """The slow average as ONNX with free height and width."""
    net, _ = averaged(state, Net())
    free = {"image": {0: "n", 2: "h", 3: "w"}, "maps": {0: "n", 2: "h4", 3: "w4"}}
    export(net, (torch.zeros(1, 3, 128, 160),), path, (["image"], ["maps"]), free)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--warm", type=Path, help="begin with this exported model's weights")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--export", type=Path)
    parser.add_argument("--scenes", type=Path, help="scenes rendered before")
    parser.add_argument("--render", type=int, default=0, metavar="COUNT", help="only render so many into --scenes")
    parser.add_argument("--fresh", type=int, help="rendered at each step: 1, or none where there are --scenes")
    parser.add_argument("--cosy", type=float, default=0.0, help="share of the fresh scenes whose ground is soft")
    parser.add_argument("--traced", type=Path, help="path-traced scenes to learn from, too (traced.py)")
    parser.add_argument("--photographs", type=Path, help="an unpacked package of photographed grounds and clutter")
    parser.add_argument("--share", type=float, default=0.5, help="of the fresh scenes that have --photographs")
    asked = parser.parse_args()
    if asked.render and asked.scenes:
        drawn(asked.scenes, asked.render, asked.seed)
    elif not asked.state:
        parser.error("--state is missing: the folder that holds the training")
    elif asked.export:
        ship(asked.state / "state.pt", asked.export)
    else:
        asked.fresh = asked.fresh if asked.fresh is not None else FRESH if asked.scenes is None else 0
        train(asked)


if __name__ == "__main__":
    main()
