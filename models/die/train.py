"""Train the die network on renders made meanwhile, from the dice network's features or its own. One thread, or a GPU.

python -m models.die.train --state FOLDER --minutes 90     # goes on where FOLDER's state was left
python -m models.die.train --state FOLDER --minutes 25 --warm models/die/model.onnx   # from a shipped model
python -m models.die.train --state FOLDER --minutes 25 --scenes SCENES.npz   # those of the dice network's training, too
python -m models.die.train --state FOLDER --export models/die/model.onnx
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from companion.senses.dice.detector import Detector
from companion.senses.dice.die import SIDE
from models.course import Course
from models.dice.train.net import Net as DiceNet
from models.dice.train.run import input_of
from models.die.crops import Pool, remembered
from models.die.net import Net
from models.die.scenes import draw
from models.synth.dice.cv import cv2
from models.warm import load_exported

BATCH = 64
POOL = 48_000
FIRST = 2_000
KEPT = 4_000
"""Scenes taken from a file at the start."""
SCENES = 0.6
"""Scenes drawn for each step."""
SURE = (5.0, 12.0)
"""Degrees: flatter than the first is flat, beyond the second it leans; between them nobody can say."""


def loss_of(out: Tensor, rows: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropies of die or not, of value and of leaning; likelihood of the normal under the error it expects."""
    is_die = F.binary_cross_entropy_with_logits(out[:, 0], rows[:, 0])
    valued = rows[:, 1] > 0
    wanted = rows[valued, 1].long() - 1
    value = F.cross_entropy(out[valued, 1:7], wanted, label_smoothing=0.02)
    posed = rows[:, 6] > 0
    off = (out[posed, 7:10] - rows[posed, 2:5]).square().sum(1)
    expected = out[posed, 10].clamp(-4, 1)
    normal = (0.5 * off * torch.exp(-2 * expected) + 3 * expected).mean()
    sure = posed & ((rows[:, 5] < SURE[0]) | (rows[:, 5] > SURE[1]))
    lean = F.binary_cross_entropy_with_logits(out[sure, 11], (rows[sure, 5] > SURE[1]).float())
    stats = {
        "is die": is_die, "told": ((out[:, 0] > 0) == (rows[:, 0] > 0)).float().mean(), "value": value,
        "right": (out[valued, 1:7].argmax(1) == wanted).float().mean(), "off": off.sqrt().mean(), "lean": lean,
    }  # fmt: skip
    total = 1.5 * is_die + 1.5 * value + 0.15 * normal + 0.7 * lean
    return total, {k: float(v.detach()) for k, v in stats.items()}


def course_of(folder: Path, device: str = "cpu") -> Course:
    """The training that FOLDER holds, or a new one."""
    folder.mkdir(parents=True, exist_ok=True)
    return Course(folder / "state.pt", Net().to(device).to(memory_format=torch.channels_last), 2e-3, decay=5e-4)


def train(
    folder: Path, minutes: float, top_rate: float, device: str, dice: Path, warm: Path | None,
    scenes: Path | None = None,
) -> None:  # fmt: skip
    """Learn for ``minutes`` in all starts together, with a rate that falls along a cosine.

    A new state begins with ``warm``, an exported die network, or else with the features of the dice network ``dice``.
    ``scenes``: of the dice network's training; their dice are asked for their values only.
    """
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    cv2.setNumThreads(1)
    course = course_of(folder, device)
    rng = np.random.default_rng(9000 + course.step)
    pool = Pool(Detector(dice), rng, POOL)
    if scenes is not None:
        with np.load(scenes) as drawn:
            for scene in remembered(drawn["images"][:KEPT], drawn["labels"][:KEPT]):
                pool.grow(scene)
    before = pool.filled
    while pool.filled < before + FIRST:
        pool.grow(draw(rng))
    if course.step == 0 and warm is not None:
        if missing := load_exported(course.body, warm, input_of(pool.sample(256)[0], device)):
            raise SystemExit(f"{warm} has no weights for {', '.join(missing)}")
        course.begin({})
    elif course.step == 0:  # take over the dice network's features
        whole = DiceNet()
        load_exported(whole, dice, input_of(pool.sample(256)[0], "cpu"))
        kept = course.body.state_dict()
        course.begin({k: v for k, v in whole.state_dict().items() if k in kept})
    course.body.train()

    def step() -> tuple[Tensor, dict[str, float]]:
        if rng.random() < SCENES:
            pool.grow(draw(rng))
        crops, rows = pool.sample(BATCH)
        with torch.autocast(device, torch.bfloat16):
            out = course.body(input_of(crops, device))
        return loss_of(out.float(), torch.from_numpy(rows).to(device))

    course.run(minutes, top_rate, step)


def export(folder: Path, path: Path) -> None:
    """The slow average as ONNX with a free number of crops."""
    net = course_of(folder).average.eval()
    axes = {"crops": {0: "n"}, "die": {0: "n"}}
    torch.onnx.export(
        net, (torch.zeros(1, 3, SIDE, SIDE),), str(path), input_names=["crops"], output_names=["die"],
        dynamic_axes=axes, opset_version=17, dynamo=False,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--dice", type=Path, default=Path("models/dice/model.onnx"), help="whose features begin it")
    parser.add_argument("--warm", type=Path, help="begin with this exported die network's weights instead")
    parser.add_argument("--scenes", type=Path, help="scenes that models.dice.train.run rendered before, to begin with")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--export", type=Path)
    asked = parser.parse_args()
    if asked.export:
        export(asked.state, asked.export)
    else:
        train(asked.state, asked.minutes, asked.rate, asked.device, asked.dice, asked.warm, asked.scenes)


if __name__ == "__main__":
    main()
