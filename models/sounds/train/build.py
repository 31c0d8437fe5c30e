"""Writes shards of training windows: log-mel, label, group and what the teachers say.

python -m models.sounds.train.build SOUNDS BANK MODELS OUT --first 0 --shards 40 [--held]
A shard is skipped when its file is there, so a stopped build goes on where it was.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from models.sounds.train.net import LABELS, FrontEnd
from models.sounds.train.scenes import MORE_ANIMALS, WAYS, Studio, scene, windows
from models.sounds.train.teacher import Teachers

# How often each label is drawn.
SHARE = dict.fromkeys(LABELS, 1.0) | {"speech": 2.2, "other": 2.2, "laughter": 1.3, "cough": 0.8, "wild": 0.9}


def shard(seed: int, studio: Studio, teacher: Teachers, scenes: int) -> dict[str, np.ndarray]:
    """Three windows a take: two of one performance, one of the same person doing it again; `take` tells which."""
    rng = np.random.default_rng(seed)
    chance = np.array([SHARE[label] for label in LABELS])
    sounds, labels, groups, takes, vectors = [], [], [], [], []
    for index in range(scenes):
        label = LABELS[int(rng.choice(len(LABELS), p=chance / chance.sum()))]
        take = studio.take(rng, label)
        again = studio.again(rng, take)
        made = [*windows(rng, *scene(rng, studio, take), 2), *windows(rng, *scene(rng, studio, again), 1)]
        for window in made:
            sounds.append(window.astype(np.float32))
            labels.append(LABELS.index(label))
            groups.append(take.group)
            takes.append(index)
            vectors.append(np.clip(teacher(window), -60000, 60000).astype(np.float16))
    with torch.no_grad():
        front = FrontEnd()
        mel = np.concatenate(
            [
                front(torch.tensor(np.array(sounds[i : i + 50]))).numpy().astype(np.float16)
                for i in range(0, len(sounds), 50)
            ]
        )
    return {
        "mel": mel,
        "label": np.array(labels, np.int16),
        "group": np.array(groups),
        "take": np.array(takes, np.int64) + seed * scenes,
        "teacher": np.array(vectors),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("sounds", "bank", "models", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--scenes", type=int, default=800)
    parser.add_argument("--held", action="store_true")
    parser.add_argument("--animals", action="store_true", help="twice as many animals and imitations of them")
    args = parser.parse_args()
    torch.set_num_threads(1)
    studio, teacher = (
        Studio(args.sounds, args.bank, args.held, MORE_ANIMALS if args.animals else WAYS),
        Teachers(args.models),
    )
    args.out.mkdir(parents=True, exist_ok=True)
    for index in range(args.first, args.first + args.shards):
        target = args.out / f"{'held' if args.held else 'shard'}_{index:04d}.npz"
        if target.exists():
            continue
        data = shard(index * 7919 + (1 if args.held else 0), studio, teacher, args.scenes)
        part = target.with_suffix(".part.npz")
        np.savez(part, **data)  # type: ignore[arg-type]
        part.rename(target)
        print(target.name, data["mel"].shape, f"{data['mel'].astype(np.float32).std():.2f}", flush=True)


if __name__ == "__main__":
    main()
