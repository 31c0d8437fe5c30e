"""Renders shards of crops with their labels, one seed each; shards that exist are kept, so a stopped run goes on.

python -m models.training.people.shards mouths FOLDER --shards 100     # 2,000 crops of 500 people each
python -m models.training.people.shards faces FOLDER --shards 20       # 500 crops of 40 people each
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from models.training.files import save
from models.training.people.expression_crop import STYLES, render_expressions
from models.training.people.mouth import render_mouth_batch

CROPS = {"mouths": 2000, "faces": 500}


def main() -> None:
    """Render the shards that are missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=list(CROPS))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--style", choices=STYLES, default="any", help="of faces: 'screen' is kept out of training")
    given = parser.parse_args()
    for seed in range(given.first, given.first + given.shards):
        path, start = given.folder / f"{given.kind}-{seed:05d}.npz", time.monotonic()
        if path.exists():
            continue
        count = CROPS[given.kind]
        if given.kind == "mouths":
            images, labels = render_mouth_batch(seed, count, 64)
        else:
            images, labels = render_expressions(seed, count, given.style)
        save(path, images=images, **labels)
        print(f"{path.name}: {count / (time.monotonic() - start):.0f} crops/s", flush=True)


if __name__ == "__main__":
    main()
