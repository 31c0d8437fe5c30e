"""Traced pictures of dice on a ground in a room, and scenes to train with, which bear the labels of painted ones."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np

from models.training.dice import light as painted
from models.training.dice import photo, scene
from models.training.dice.batch import SIZE, Store
from models.training.dice.camera import Camera, draw_camera, draw_pixels
from models.training.dice.cv import F32, Rng
from models.training.dice.die import OTHERS, Die, up_face
from models.training.dice.traced import ground, room, stage, things


def exposed(rng: Rng, image: F32) -> F32:
    """Linear light as a camera shows it, RGB 0..255: metered on the middle, highlights rolled off, white balanced."""
    size = len(image)
    middle = image[size // 5 : -size // 5, size // 5 : -size // 5]
    gain = 0.24 * math.exp(rng.normal(0, 0.25)) / (float(np.exp(np.log(middle.mean(-1) + 1e-4).mean())) + 1e-6)
    gain = min(gain, 1.4 / (float(np.quantile(middle, 0.98)) + 1e-6)) if rng.random() < 0.8 else gain
    balance = (image.mean() / (image.mean((0, 1)) + 1e-6)) ** rng.uniform(0, 0.7)
    im = image * (gain * np.clip(balance, 0.6, 1.7)).astype(np.float32)
    knee = np.float32(rng.uniform(0.6, 0.95))
    over = np.maximum(im - knee, 0)
    im = np.minimum(im, knee) + (1 - knee) * (1 - np.exp(-over / (1 - knee)))
    return np.asarray(
        255 * np.where(im <= 0.0031308, 12.92 * im, 1.055 * np.maximum(im, 1e-6) ** (1 / 2.4) - 0.055), np.float32
    )


def hidden(camera: Camera, die: Die, thing: stage.Thing) -> bool:
    """Whether something else stands before the upper face."""
    axis, sign, _ = up_face(die.turn)
    u, w = OTHERS[axis]
    points = []
    for a in (-0.35, 0.0, 0.35):
        for b in (-0.35, 0.0, 0.35):
            p = np.zeros(3)
            p[axis], p[u], p[w] = 0.505 * sign, a, b
            points.append(die.place + die.edge * die.turn @ p)
    return stage.seen(camera.place, np.array(points), thing) < 8


def traced(
    rng: Rng, camera: Camera, dice: list[Die], size: int, pixels: float, trapped: float = 0.0
) -> tuple[F32, list[bool]]:
    """Return the dice on a ground in a room, linear light (size, size, 3), and which of them something else hides.

    ``trapped``: how probably things lie there that look like dice.
    """
    stage.clear()
    kind = ground.lay(rng)
    if kind == "carpet":
        for die in dice:
            die.place[2] -= 0.03 * die.edge
    solids = [stage.lay(rng, die, pixels * die.edge) for die in dice]
    room.light(rng, camera)
    things.litter(rng, [d.place for d in dice], 0.8 * size / pixels, trapped)
    far = float(np.linalg.norm(camera.place))
    stage.film(camera, size, rng.uniform(0.05, 0.3) if rng.random() < 0.6 else 0.0, far * rng.uniform(0.93, 1.07))
    return stage.render(), [hidden(camera, d, s) for d, s in zip(dice, solids, strict=True)]


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
    """Draw what the file lacks; it is written now and then."""
    store = Store(count)
    if scenes.exists():
        store.load(scenes)
    for k in range(store.filled, count):
        store.add(crop(np.random.default_rng([seed, k]), SIZE))
        if k % 50 == 49 or k + 1 == count:
            store.save(scenes)
