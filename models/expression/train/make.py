"""Renders shards of face crops with their labels: `python -m models.expression.train.make FOLDER --shards 40`.

Each shard is one seed: 500 crops of 96x96 RGB in an .npz. Shards that exist are kept, so it resumes.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import numpy as np

from models.synth.people.expression_crop import STYLES, render_expressions

CROPS = 500


def main() -> None:
    """Render the shards that are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--style", choices=STYLES, default="any", help="'screen' is kept out of training")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(given.first, given.first + given.shards):
        path = given.folder / f"faces-{seed:05d}.npz"
        if path.exists():
            continue
        start = time.monotonic()
        images, labels = render_expressions(seed, CROPS, given.style)
        part = path.with_suffix(".part")
        with part.open("wb") as out:
            np.savez(out, images=images, **labels)
        os.replace(part, path)
        print(f"{path.name}: {CROPS / (time.monotonic() - start):.0f} crops/s", flush=True)


if __name__ == "__main__":
    main()
