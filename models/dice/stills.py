"""Rendered pictures of whole rolls with their labels: what the single-picture reader is measured on.

python -m models.dice.stills --out FOLDER --count 200 --seed 1     # then: companion evaluate dice FOLDER/labels.json
python -m models.dice.stills --out FOLDER --grounds UNPACKED ...   # on photographed grounds (photographs.py)
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
from numpy.typing import NDArray

from models.synth.dice import grounds, light, photo, scene, style, table, things
from models.synth.dice.cv import cv2
from models.synth.dice.photographs import Photographs

_TRIES = 30
SETS = {"few": (1, 7), "many": (7, 26), "close": (1, 7), "plain": (1, 7)}
"""Dice in a picture, from and up to but not. Plain ones lie as close, and on the same grounds, as the close ones."""


Top: TypeAlias = Callable[[np.random.Generator, bool], NDArray[np.float32]]
"""A table top (SIZE, SIZE, 3), told whether it is to have a pattern or relief."""


@dataclass(frozen=True, slots=True)
class Still:
    """A picture (h, w, 3) of RGB bytes, and what its dice show: left, top, right, bottom, value."""

    image: NDArray[np.uint8]
    boxes: list[tuple[float, float, float, float, int]]


def _drawn(rng: np.random.Generator, patterned: bool) -> NDArray[np.float32]:
    return grounds.ground(rng) if patterned else table.surface(rng)


def draw_still(rng: np.random.Generator, kind: str, top: Top = _drawn) -> Still:
    """A roll that lies flat and in full view, with clutter now and then. ``kind``: of SETS; ``top`` gives the table."""
    for _ in range(_TRIES):
        found = _attempt(rng, kind, top)
        if found is not None:
            return found
    raise RuntimeError(f"no picture of '{kind}' dice came out readable in {_TRIES} attempts")


def _attempt(rng: np.random.Generator, kind: str, table_top: Top) -> Still | None:
    size = int(math.exp(rng.uniform(math.log(480), math.log(1400))))
    count = int(rng.integers(*SETS[kind]))
    near = kind in ("close", "plain")
    narrowest, widest = (0.1, 0.33) if near else (0.03, 0.22 if kind == "few" else 0.6 / math.sqrt(count))
    pixels = max(17.0, size * math.exp(rng.uniform(math.log(narrowest), math.log(widest))))
    camera, _ = scene.draw_camera(rng, size, pixels, near=1.0 if near else scene.CLOSE)
    room = light.flash(rng, camera) if near and rng.random() < 0.15 else light.draw(rng)
    top = table_top(rng, near and rng.random() < 0.7)
    texel = float(np.clip(pixels * rng.uniform(0.8, 1.3), 14, 90))
    top = things.litter(rng, top, 0 if rng.random() < 0.6 else int(rng.integers(1, 5)), texel)
    matrix = camera.plane_matrix(texel, table.SIZE)
    ground = cv2.warpPerspective(top, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    dice = scene.place_dice(rng, camera, size, count, flat=True, plain=1.0 if kind == "plain" else style.PLAIN)
    for _ in range(3):  # take away what hides or is hidden
        image = ground.copy()
        ids, tops, full = scene.paint(image, camera, dice, room, pixels)
        labels = [scene.label(camera, d, ids, tops, k, full[k]) for k, d in enumerate(dice)]
        clear = [l is not None and not l.ignore for l in labels]
        if all(clear):
            break
        dice = [d for d, ok in zip(dice, clear, strict=True) if ok]
    if not SETS[kind][0] <= len(dice) < SETS[kind][1] or not all(clear):
        return None
    if near and rng.random() < 0.4:
        image = photo.depth_of_field(rng, image, camera)
    shot = photo.develop(rng, image, pixels)
    seen = [scene.judged(shot, l, tops, k) for k, l in enumerate(labels) if l is not None]
    if any(l.ignore for l in seen):
        return None
    return Still(shot, [(*(round(v, 1) for v in l.box), l.value) for l in seen])  # type: ignore[misc]


def write(folder: Path, count: int, seed: int, top: Top = _drawn) -> None:
    """``count`` pictures of few dice, close ones and plain ones each, a third of that of many, and the labels."""
    images = {}
    for n, kind in enumerate(SETS):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        for k in range(count // 3 if kind == "many" else count):
            still = draw_still(np.random.default_rng([seed, n, k]), kind, top)
            name = f"{kind}/{k:04}.png"
            cv2.imwrite(str(folder / name), cv2.cvtColor(still.image, cv2.COLOR_RGB2BGR))
            images[name] = {"boxes": still.boxes}
    (folder / "labels.json").write_text(json.dumps({"images": images}), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=200, help="of one to six dice, far and close; a third of more")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--grounds", type=Path, help="an unpacked package of photographed grounds (photographs.py)")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.grounds is None:
        write(asked.out, asked.count, asked.seed)
    else:
        photographed = Photographs(asked.grounds)
        write(asked.out, asked.count, asked.seed, lambda rng, _: photographed(rng))


if __name__ == "__main__":
    main()
