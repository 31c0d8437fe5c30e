"""Traced scenes to train with, in place of the painted ones of models.training.dice.scene: the same labels beside them.

python -m models.training.dice.traced.scenes SCENES.npz --count 2000 --seed 1  # goes on where the file ends
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import typer

from models.training.dice import light as painted
from models.training.dice import photo, scene
from models.training.dice.camera import draw_camera, draw_pixels
from models.training.dice.cv import Rng, cv2
from models.training.dice.detector.batch import SIZE, Store
from models.training.dice.traced.shot import exposed, traced

COSY = 0.15
"""Share of the scenes whose dice lie askew, as on soft ground."""


EMPTY = 0.15
"""Share of the scenes without any die."""
TRAPPED = 0.4
"""Share of the scenes where things lie that look like dice and are none."""


def crop(rng: Rng, size: int) -> scene.Scene:
    """One random scene; no die of it rolls."""
    pixels = draw_pixels(rng)
    camera, elevation = draw_camera(rng, size, pixels)
    room_for = (size / pixels) ** 2 * math.sin(elevation) * 0.5
    count = 0 if rng.random() < EMPTY else 1 + int(min(rng.poisson(4.6), max(1, room_for), 14))
    thrown = scene.place_dice(rng, camera, size, count, cosy=COSY)
    dice = [d for d in thrown if d.sweep is None and not d.look.numerals]
    for die in dice:
        die.fringe = 0.0
    blank = np.full((size, size, 3), 128, np.float32)
    ids, tops, full = scene.paint(blank, camera, dice, painted.draw(rng), pixels)
    image, covered = traced(rng, camera, dice, size, pixels, TRAPPED)
    shot = photo.develop(rng, exposed(rng, image), pixels)
    labels = []
    for k, die in enumerate(dice):
        if (seen := scene.label(camera, die, ids, tops, k, full[k])) is not None:
            seen = scene.judged(shot, seen, tops)
            labels.append(replace(seen, ignore=True) if covered[k] else seen)
    return scene.Scene(shot, labels)


def main(scenes: Path, count: int = 2000, seed: int = 1) -> None:
    """Draw what the file lacks."""
    cv2.setNumThreads(1)
    store = Store(count)
    if scenes.exists():
        store.load(scenes)
    for k in range(store.filled, count):
        store.add(crop(np.random.default_rng([seed, k]), SIZE))
        if k % 50 == 49 or k + 1 == count:
            store.save(scenes)


if __name__ == "__main__":
    typer.run(main)
