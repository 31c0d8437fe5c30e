"""Train the die classifier on renders made meanwhile. One thread, or a GPU.

python -m models.training.dice.classifier.train FOLDER --minutes 90 --features WEIGHTS
python -m models.training.dice.classifier.train FOLDER --minutes 90     # goes on where FOLDER's state was left
python -m models.training.dice.classifier.train FOLDER --export models/die_classifier/model.onnx
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import torch
import typer
from torch import Tensor
from torch.nn import functional as F

from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.die_classifier import INPUT, SIDE, DieClassifier
from models.training.course import Course, averaged, half
from models.training.dice.classifier.crops import NUMERALS, TAUGHT, Pool, Teach, remembered
from models.training.dice.classifier.net import Net
from models.training.dice.classifier.scenes import draw
from models.training.dice.cv import cv2
from models.training.dice.detector.train import input_of
from models.training.dice.photographs import Photographs
from models.training.dice.scene import Scene
from models.training.exporting import export

BATCH = 64
POOL = 96_000
FIRST = 2_000
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
    taught = rows[:, TAUGHT:].sum(1) > 0
    alike = F.cross_entropy(out[taught, 1:7], rows[taught, TAUGHT:]) if taught.any() else 0 * value
    signed = rows[:, NUMERALS] >= 0
    numerals = F.binary_cross_entropy_with_logits(out[signed, 12], rows[signed, NUMERALS])
    posed = rows[:, 6] > 0
    off = (out[posed, 7:10] - rows[posed, 2:5]).square().sum(1)
    expected = out[posed, 10].clamp(-4, 1)
    normal = (0.5 * off * torch.exp(-2 * expected) + 3 * expected).mean()
    sure = posed & ((rows[:, 5] < SURE[0]) | (rows[:, 5] > SURE[1]))
    lean = F.binary_cross_entropy_with_logits(out[sure, 11], (rows[sure, 5] > SURE[1]).float())
    stats = {
        "is die": is_die, "told": ((out[:, 0] > 0) == (rows[:, 0] > 0)).float().mean(), "value": value,
        "right": (out[valued, 1:7].argmax(1) == wanted).float().mean(), "off": off.sqrt().mean(), "lean": lean,
        "taught": alike, "numerals": numerals,
    }  # fmt: skip
    total = 1.5 * is_die + 1.1 * value + 0.5 * alike + 0.15 * normal + 0.7 * lean + 0.5 * numerals
    return total, {k: float(v.detach()) for k, v in stats.items()}


def loss_of_pips(values: Tensor, maps: Tensor, wanted: Tensor, rows: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropies of the maps (``wanted``: n, MAP, MAP, 2) where they are known, and of the value they tell."""
    known, valued = rows[:, 8] > 0, rows[:, 1] > 0
    places = wanted.permute(0, 3, 1, 2)[known]
    weight = 1 + 3 * places  # most of a crop is neither face nor pip
    found = F.binary_cross_entropy_with_logits(maps[known], places, weight=weight)
    pips = rows[valued, 1].long() - 1
    value = F.cross_entropy(values[valued], pips, label_smoothing=0.02)
    stats = {"maps": found, "counted": value, "counted right": (values[valued].argmax(1) == pips).float().mean()}
    return 4 * found + value, {k: float(v.detach()) for k, v in stats.items()}


def main(
    state: Path, minutes: float = 90, rate: float = 1.5e-3, warm: Path | None = None, features: Path | None = None,
    traced: Path | None = None, photographs: Path | None = None, share: float = 0.4, cosy: float = 0.0,
    trapped: float = 0.0, taught: Path | None = None, wrong: int = 1, batch: int = BATCH, seed: int = 9000,
    device: str = "cuda" if torch.cuda.is_available() else "cpu", export: Path | None = None,
) -> None:  # fmt: skip
    """Learn for ``minutes`` in all starts together, with a rate that falls along a cosine; or ``export`` what was.

    A new state begins with ``warm``, an exported network of its kind, or else with ``features`` (efficientnet.py).
    ``traced``: path-traced scenes, kept throughout; ``photographs``: an unpacked package of grounds, on which a
    ``share`` of the fresh scenes lie; of them ``cosy`` have soft ground, ``trapped`` what looks like dice.
    ``taught``: by the values that this exported network names, too; ``wrong``: sightings of no die a scene, at least.
    """
    if export:
        return ship(state / "state.pt", export)
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    cv2.setNumThreads(1)
    state.mkdir(parents=True, exist_ok=True)
    net = Net().to(device).to(memory_format=torch.channels_last)
    course = Course(state / "state.pt", net, 2e-3, decay=5e-4, slow=list(net.trunk.parameters()))
    rng = np.random.default_rng(seed + course.step)
    pool = Pool(DiceDetector(), rng, POOL, wrong, taught_by(taught))
    pictures = Photographs(photographs, learning=True) if photographs is not None else None

    def drawn() -> Scene:
        on = pictures if rng.random() < share else None
        return draw(rng, cosy=cosy, photographs=on, trapped=trapped)

    if traced is not None:
        with np.load(traced) as kept:
            for scene in remembered(kept["images"][:POOL], kept["labels"][:POOL]):
                pool.grow(scene)
        pool.keep()
    before = pool.filled
    while pool.filled < before + FIRST:
        pool.grow(drawn())
    if course.step == 0 and warm is None and features is None:
        raise SystemExit("A new state begins with --features or --warm: give one of them.")
    if course.step == 0 and warm is None:
        net.trunk.take(features)
    if course.step == 0:
        course.begin(warm, input_of(pool.sample(256)[0], device))

    def step() -> tuple[Tensor, dict[str, float]]:
        if rng.random() < SCENES * batch / BATCH:
            pool.grow(drawn())
        crops, *known = pool.sample(batch)
        wanted, rows = (torch.from_numpy(a).to(device) for a in known)
        with half(device):
            x = input_of(crops, device)
            out, values, maps = course.body.told(x)  # type: ignore[operator, union-attr]
        total, stats = loss_of(out.float(), rows)
        more, further = loss_of_pips(values.float(), maps.float(), wanted, rows)
        return total + more, stats | further

    course.run(minutes, rate, step)


def taught_by(model: Path | None) -> Teach | None:
    """The chances that an exported die classifier gives."""
    if model is None:
        return None
    teacher = DieClassifier(model)
    return lambda image, places: [opinion.chances for opinion in teacher.look(image, places)]


def ship(state: Path, path: Path) -> None:
    """The slow average as ONNX with a free number of crops."""
    net, _ = averaged(state, Net())
    export(net, (torch.zeros(1, 3, SIDE, SIDE),), path, ([INPUT], ["die"]), {INPUT: {0: "n"}, "die": {0: "n"}})


if __name__ == "__main__":
    typer.run(main)
