"""Trains the mouth network on shards of rendered crops; stopped, it goes on where it was. One thread.

python -m models.training.people.mouth_classifier.train SHARDS STATE.pt --minutes 70 --export MODEL.onnx
``--start models/mouth_classifier/model.onnx`` begins with the shipped weights. New shards are read every thousand
steps, so rendering may go on beside it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
import typer

from models.training.course import Course, half
from models.training.people.judged import Shards, asked, ship, validate
from models.training.people.mouth_classifier.data import augment, part
from models.training.people.mouth_classifier.net import SCORES, Exported, MouthNet

BATCH, RATE = 64, 2.5e-3
READ = 1000  # steps after which new shards are read


def main(
    shards: Path, state: Path, minutes: float = 60, export: Path | None = None, start: Path | None = None,
    rate: float = RATE, seed: int = 1,
) -> None:  # fmt: skip
    """Learn until the minutes are spent, and export the average. ``rate`` is the highest learning rate."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    crops = Shards(shards, "mouths", part)
    print(f"{crops.grow()} crops", flush=True)
    course = Course(state, MouthNet().to(memory_format=torch.channels_last), rate)
    if start and not course.step:
        course.begin(start, torch.from_numpy(next(iter(crops.train.values()))[0][:512]))
    rng = np.random.default_rng([seed, course.step])

    def step() -> tuple[torch.Tensor, dict[str, float]]:
        if course.step % READ == READ - 1:
            crops.grow()
        images, labels, measures = list(crops.train.values())[rng.integers(len(crops.train))]
        take = np.sort(rng.choice(len(images), min(BATCH, len(images)), replace=False))
        x, m = augment(torch.from_numpy(images[take]), torch.from_numpy(measures[take]))
        with half("cpu"):
            logits, told = course.body(x)
            loss = asked(logits, torch.from_numpy(labels[take]))
            known = ~torch.isnan(m)
            return loss + 0.5 * F.smooth_l1_loss(told[known], m[known], beta=0.1), {}

    course.run(minutes, rate, step)
    if crops.held:
        print(validate(course.average, crops.held.values(), SCORES), flush=True)
    if export:
        ship(Exported(course.average.to(memory_format=torch.contiguous_format)), torch.zeros(1, 64, 64, 3), export)


if __name__ == "__main__":
    typer.run(main)
