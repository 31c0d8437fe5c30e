"""Renders shards of crops with their labels, one seed each: 2,000 mouths of 167 people, or 500 faces of 42."""

from __future__ import annotations

from pathlib import Path

from models.training.files import missing, save
from models.training.people.expression_crop import render_expressions
from models.training.people.mouth import render_mouth_batch

CROPS = {"mouths": 2000, "faces": 500}


def main(kind: str, folder: Path, shards: int = 40, first: int = 0) -> None:
    """Render the shards of a kind (of CROPS) that are missing."""
    for seed, path in missing(folder, f"{kind}-{{:05d}}.npz", range(first, first + shards)):
        mouths, count = kind == "mouths", CROPS[kind]
        images, labels = render_mouth_batch(seed, count) if mouths else render_expressions(seed, count)
        save(path, images=images, **labels)
