"""Path-traced photos at home: the rolls of home.py by another painter, whom no network has learned from.

python -m measure.rendered.traced_stills --out FOLDER --count 40 --seed 7
companion evaluate dice FOLDER/labels.json
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from measure.rendered import home, stills
from measure.rendered.stills import Still
from models.training.dice import light as painted
from models.training.dice.cv import Rng, cv2
from models.training.dice.traced.scenes import exposed, traced


def still(rng: Rng) -> Still | None:
    """Return a roll at home, all in full view; None where it came out otherwise."""
    size, count = int(rng.integers(480, 760)), int(rng.integers(1, 7))
    camera, pixels = home.draw(rng, size)
    dice = home.thrown(rng, camera, size, count, 0.0)
    drawn = stills.clear(dice, np.full((size, size, 3), 128, np.float32), camera, painted.draw(rng), pixels)
    if drawn is None or len(drawn.labels) < len(dice):
        return None
    image, covered = traced(rng, camera, dice, size, pixels)
    return None if any(covered) else stills.judged(home.shot(rng, exposed(rng, image), camera, focused=True), drawn)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    (asked.out / "traced").mkdir(parents=True, exist_ok=True)
    images: dict[str, object] = {}
    k = 0
    while len(images) < asked.count:
        k += 1
        made = still(np.random.default_rng([asked.seed, k]))
        if made is None:
            continue
        name = f"traced/{k:04}.png"
        cv2.imwrite(str(asked.out / name), cv2.cvtColor(made.image, cv2.COLOR_RGB2BGR))
        images[name] = {"boxes": made.boxes}
        (asked.out / "labels.json").write_text(json.dumps({"images": images}), encoding="utf-8")


if __name__ == "__main__":
    main()
