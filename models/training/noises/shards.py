"""Writes shards of training windows: log-mel, label, group and what the teachers say.

python -m models.training.noises.shards SOUNDS BANK MODELS OUT --first 0 --shards 40 [--held]
A shard is skipped when its file is there, so a stopped build goes on where it was. With `--recordings` the windows are
of recordings alone (`recorded.py`); with `--audio` what was heard is kept as well, for networks with their own ears.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import torch

from models.training.files import save
from models.training.noises.net import LABELS
from models.training.noises.recorded import Recorded
from models.training.noises.scenes import MORE_ANIMALS, WAYS, Studio, Take, scene, windows
from models.training.noises.teacher import Teachers
from models.training.voices.log_mel import FrontEnd
from models.training.voices.speaker import Rng

# How often each label is drawn.
SHARE = dict.fromkeys(LABELS, 1.0) | {"speech": 2.2, "other": 2.2, "laughter": 1.3, "cough": 0.8, "wild": 0.9}


Played = tuple[Take, list[np.ndarray]]


def played(rng: Rng, studio: Studio) -> Played:
    """A take and three windows: two of one performance, one of the same person doing it again."""
    chance = np.array([SHARE[label] for label in LABELS])
    take = studio.take(rng, LABELS[int(rng.choice(len(LABELS), p=chance / chance.sum()))])
    again = studio.again(rng, take)
    return take, [*windows(rng, *scene(rng, studio, take), 2), *windows(rng, *scene(rng, studio, again), 1)]


def alone(rng: Rng, recorded: Recorded) -> Played:
    """A window of a recording."""
    take = recorded.window(rng)
    return take, [take.samples]


def shard(seed: int, play: Callable[[Rng], Played], teacher: Teachers, scenes: int) -> dict[str, np.ndarray]:
    """`scenes` of `play`; `take` tells which windows are of one."""
    rng = np.random.default_rng(seed)
    sounds, labels, groups, takes, vectors = [], [], [], [], []
    for index in range(scenes):
        take, made = play(rng)
        for window in made:
            sounds.append(window.astype(np.float32))
            labels.append(LABELS.index(take.label))
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
        "audio": (np.array(sounds) * 32767).astype(np.int16),
        "mel": mel,
        "label": np.array(labels, np.int16),
        "group": np.array(groups),
        "take": np.array(takes, np.int64) + seed * scenes,
        "teacher": np.array(vectors),
    }


def _player(args: argparse.Namespace) -> Callable[[Rng], Played]:
    if args.recordings:
        return partial(alone, recorded=Recorded(args.sounds))
    return partial(played, studio=Studio(args.sounds, args.bank, args.held, MORE_ANIMALS if args.animals else WAYS))


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("sounds", "bank", "models", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--scenes", type=int, default=800)
    parser.add_argument("--held", action="store_true")
    parser.add_argument("--recordings", action="store_true", help="windows of recordings alone")
    parser.add_argument("--audio", action="store_true", help="keeps what was heard")
    parser.add_argument("--animals", action="store_true", help="twice as many animals and imitations of them")
    args = parser.parse_args()
    torch.set_num_threads(1)
    teacher, play = Teachers(args.models), _player(args)
    for index in range(args.first, args.first + args.shards):
        target = args.out / f"{'held' if args.held else 'shard'}_{index:04d}.npz"
        if target.exists():
            continue
        data = shard(index * 7919 + (1 if args.held else 0), play, teacher, args.scenes)
        if not args.audio:
            del data["audio"]
        save(target, **data)
        print(target.name, data["mel"].shape, f"{data['mel'].astype(np.float32).std():.2f}", flush=True)


if __name__ == "__main__":
    main()
