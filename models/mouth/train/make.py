"""Renders shards of mouth crops with their labels: python -m models.mouth.train.make FOLDER --shards 100 [--first 0].

Each shard is one seed: 2,000 crops (500 people) of 64x64 RGB in an .npz. Shards that exist are kept, so it resumes.
Several processes with different --first share the work. About 30 to 60 crops a second a core.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import numpy as np

from models.synth.people.mouth import render_mouth_batch

CROPS = 2000
SIZE = 64


def shard(folder: Path, seed: int) -> Path:
    """The file of a seed's crops."""
    return folder / f"mouth-{seed:05d}.npz"


def render(folder: Path, seed: int, crops: int = CROPS) -> None:
    """Write a seed's shard."""
    path, start = shard(folder, seed), time.monotonic()
    images, labels = render_mouth_batch(seed, crops, SIZE)
    part = path.with_suffix(".part")
    with part.open("wb") as out:
        np.savez(out, images=images, **labels)
    os.replace(part, path)
    print(f"{path.name}: {crops / (time.monotonic() - start):.0f} crops/s", flush=True)


def main() -> None:
    """Render the shards that are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shards", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--step", type=int, default=1)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(given.first, given.first + given.shards * given.step, given.step):
        if not shard(given.folder, seed).exists():
            render(given.folder, seed)


if __name__ == "__main__":
    main()
