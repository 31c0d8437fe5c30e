"""Trains the mouth network on shards of rendered crops; stopped, it goes on where it was. One thread.

python -m models.training.people.mouth_classifier.train SHARDS STATE.pt --minutes 70 --export MODEL.onnx
``--start models/mouth_classifier/model.onnx`` begins with the shipped weights. New shards are read every thousand
steps, so rendering may go on beside it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from models.training.course import Course, half
from models.training.exporting import export
from models.training.people.judged import asked, validate
from models.training.people.mouth_classifier.data import Shards, augment
from models.training.people.mouth_classifier.net import SCORES, Exported, MouthNet
from models.training.warm import load_exported

BATCH, RATE = 64, 2.5e-3
READ = 1000  # steps after which new shards are read


def train(given: argparse.Namespace) -> Course:
    """Learn until the minutes are spent."""
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    shards = Shards(given.shards)
    print(f"{shards.grow()} crops", flush=True)
    course = Course(given.state, MouthNet().to(memory_format=torch.channels_last), given.rate)
    if given.start and not course.step:
        load_exported(course.body, given.start, torch.from_numpy(shards.train[0][0][:512]))
        course.begin({})
    rng = np.random.default_rng([given.seed, course.step])

    def step() -> tuple[torch.Tensor, dict[str, float]]:
        if course.step % READ == READ - 1:
            shards.grow()
        images, labels, measures = shards.train[rng.integers(len(shards.train))]
        take = np.sort(rng.choice(len(images), min(BATCH, len(images)), replace=False))
        x, m = augment(torch.from_numpy(images[take]), torch.from_numpy(measures[take]))
        with half("cpu"):
            logits, told = course.body(x)
            loss = asked(logits, torch.from_numpy(labels[take]))
            known = ~torch.isnan(m)
            return loss + 0.5 * F.smooth_l1_loss(told[known], m[known], beta=0.1), {}

    course.run(given.minutes, given.rate, step)
    if shards.held:
        print(validate(course.average, shards.held, SCORES), flush=True)
    return course


def main() -> None:
    """Train, and export the average."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shards", type=Path)
    parser.add_argument("state", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--export", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=RATE, help="the highest learning rate")
    parser.add_argument("--start", type=Path, help="an exported model whose weights to begin with")
    given = parser.parse_args()
    average = train(given).average.to(memory_format=torch.contiguous_format)
    if given.export:
        names = ["crops"], ["scores", "measures"]
        free = {name: {0: "n"} for part in names for name in part}
        export(Exported(average), (torch.zeros(1, 64, 64, 3),), given.export, names, free)


if __name__ == "__main__":
    main()
