"""Rendered pictures of whole rolls with their labels: what the single-picture reader is measured on.

python -m measure.rendered.stills --out FOLDER --count 200 --seed 1
python -m measure.rendered.stills --out FOLDER --nothing ...    # without any die (nothing.py)
python -m measure.rendered.stills --out FOLDER --grounds UNPACKED ...   # on photographed grounds (photographs.py)
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from measure.rendered import home
from measure.rendered.nothing import KINDS, draw_nothing
from models.training.dice import grounds, light, photo, scene, style, table, things
from models.training.dice.camera import CLOSE, Camera, draw_camera
from models.training.dice.cv import F32, U8, cv2
from models.training.dice.die import Die
from models.training.dice.photographs import Photographs

_TRIES = 30
SETS = {"few": (1, 7), "many": (7, 26), "close": (1, 7), "plain": (1, 7), "home": (1, 7), "cosy": (1, 7)}
"""Dice in a picture, from and up to but not. Plain ones lie as close, and on the same grounds, as the close ones.

Those at home are as a family photographs them (home.py), the cosy ones on soft ground.
"""


Top: TypeAlias = Callable[[np.random.Generator, bool], F32]
"""A table top (SIZE, SIZE, 3), told whether it is to have a pattern or relief."""


@dataclass(frozen=True, slots=True)
class Still:
    """A picture (h, w, 3) of RGB bytes, and what its dice show: left, top, right, bottom, value."""

    image: U8
    boxes: list[tuple[float, float, float, float, int]]


def _own(rng: np.random.Generator, patterned: bool) -> F32:
    return grounds.ground(rng) if patterned else table.surface(rng)


def draw_still(rng: np.random.Generator, kind: str, top: Top = _own) -> Still:
    """Return a roll that lies flat and in full view, with clutter now and then.

    ``kind``: of SETS; ``top`` gives the table.
    """
    for _ in range(_TRIES):
        found = _attempt(rng, kind, top)
        if found is not None:
            return found
    raise RuntimeError(f"no picture of '{kind}' dice came out readable in {_TRIES} attempts")


def _attempt(rng: np.random.Generator, kind: str, table_top: Top) -> Still | None:
    if kind in ("home", "cosy"):
        return _at_home(rng, kind, table_top)
    size = int(math.exp(rng.uniform(math.log(480), math.log(1400))))
    count = int(rng.integers(*SETS[kind]))
    near = kind in ("close", "plain")
    narrowest, widest = (0.1, 0.33) if near else (0.03, 0.22 if kind == "few" else 0.6 / math.sqrt(count))
    pixels = max(17.0, size * math.exp(rng.uniform(math.log(narrowest), math.log(widest))))
    camera, _ = draw_camera(rng, size, pixels, near=1.0 if near else CLOSE)
    room = light.flash(rng, camera) if near and rng.random() < 0.15 else light.draw(rng)
    top = table_top(rng, near and rng.random() < 0.7)
    texel = float(np.clip(pixels * rng.uniform(0.8, 1.3), 14, 90))
    top = things.litter(rng, top, 0 if rng.random() < 0.6 else int(rng.integers(1, 5)), texel)
    matrix = camera.plane_matrix(texel, table.SIZE)
    ground = cv2.warpPerspective(top, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    dice = scene.place_dice(rng, camera, size, count, flat=True, plain=1.0 if kind == "plain" else style.PLAIN)
    drawn = clear(dice, ground, camera, room, pixels)
    if drawn is None or len(drawn.labels) < SETS[kind][0]:
        return None
    if near and rng.random() < 0.4:
        drawn.image = photo.depth_of_field(rng, drawn.image, camera)
    return judged(photo.develop(rng, drawn.image, pixels), drawn)


def _at_home(rng: np.random.Generator, kind: str, table_top: Top) -> Still | None:
    size, count, cosy = int(rng.integers(560, 1000)), int(rng.integers(*SETS[kind])), float(kind == "cosy")
    camera, pixels = home.draw(rng, size)
    room = home.lit(rng, camera)
    ground = home.tabled(rng, table_top(rng, rng.random() < home.PATTERNED), camera, size, pixels)
    drawn = clear(home.thrown(rng, camera, size, count, cosy), ground, camera, room, pixels)
    return judged(home.shot(rng, drawn.image, camera), drawn) if drawn is not None else None


@dataclass(slots=True)
class Drawn:
    """A picture before the camera's faults, its upper faces, and the labels of dice that are all in full view."""

    image: F32
    tops: scene.Ids
    labels: list[scene.Label]


def clear(dice: list[Die], ground: F32, camera: Camera, room: light.Light, pixels: float) -> Drawn | None:
    """Return the dice that neither hide nor are hidden, on the ground; None where none is left."""
    for _ in range(3):
        image = ground.copy()
        ids, tops, full = scene.paint(image, camera, dice, room, pixels)
        found = [scene.label(camera, d, ids, tops, k, full[k]) for k, d in enumerate(dice)]
        labels = [l for l in found if l is not None and not l.ignore]
        if len(labels) == len(dice):
            return Drawn(image, tops, labels) if dice else None
        dice = [d for d, l in zip(dice, found, strict=True) if l is not None and not l.ignore]
    return None


def judged(shot: U8, drawn: Drawn) -> Still | None:
    """Return the still, unless the camera drowned a die's pips."""
    seen = [scene.judged(shot, l, drawn.tops) for l in drawn.labels]
    if any(l.ignore for l in seen):
        return None
    return Still(shot, [(*(round(v, 1) for v in l.box), l.value) for l in seen])  # type: ignore[misc]


def write(folder: Path, count: int, seed: int, top: Top = _own, *, nothing: bool = False) -> None:
    """``count`` pictures of each kind, a third of that of many, and the labels."""
    images = {}
    for n, kind in enumerate(KINDS if nothing else SETS):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        for k in range(count // 3 if kind == "many" else count):
            rng = np.random.default_rng([seed, n, k])
            still = Still(draw_nothing(rng, kind), []) if nothing else draw_still(rng, kind, top)
            name = f"{kind}/{k:04}.png"
            cv2.imwrite(str(folder / name), cv2.cvtColor(still.image, cv2.COLOR_RGB2BGR))
            images[name] = {"boxes": still.boxes}
    (folder / "labels.json").write_text(json.dumps({"images": images}), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=200, help="of each kind; a third of many dice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nothing", action="store_true", help="pictures without dice")
    parser.add_argument("--grounds", type=Path, help="an unpacked package of photographed grounds (photographs.py)")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.grounds is None:
        write(asked.out, asked.count, asked.seed, nothing=asked.nothing)
    else:
        photographed = Photographs(asked.grounds)
        write(asked.out, asked.count, asked.seed, lambda rng, _: photographed(rng))


if __name__ == "__main__":
    main()
