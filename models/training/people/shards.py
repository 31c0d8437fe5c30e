"""Renders shards of crops with their labels, one seed each; shards that exist are kept, so a stopped run goes on.

python -m models.training people.shards mouths FOLDER --shards 100     # 2,000 crops of 500 people each
python -m models.training people.shards faces FOLDER --shards 20       # 500 crops of 40 people each
"""

from __future__ import annotations

from pathlib import Path

from models.training.files import missing, save
from models.training.people.expression_crop import render_expressions
from models.training.people.mouth import render_mouth_batch

CROPS = {"mouths": 2000, "faces": 500}


def main(kind: str, folder: Path, shards: int = 40, first: int = 0, style: str = "any") -> None:
    """Render the shards of a kind (of CROPS) that are missing; ``style`` of faces: "screen" is kept out of training."""
    for seed, path in missing(folder, f"{kind}-{{:05d}}.npz", range(first, first + shards)):
        mouths, count = kind == "mouths", CROPS[kind]
        images, labels = render_mouth_batch(seed, count) if mouths else render_expressions(seed, count, style)
        save(path, images=images, **labels)
