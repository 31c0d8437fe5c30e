"""Writes shards of training windows: log-mel, label, group and what the teachers say.

python -m models.training.noises.shards SOUNDS BANK MODELS OUT --first 0 --shards 40 [--held]
A shard is skipped when its file is there, so a stopped build goes on where it was. With `--recordings` the windows are
of recordings alone (`recorded.py`); with `--audio` what was heard is kept as well, for networks with their own ears.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import torch
import typer

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
        parts = [front(torch.tensor(np.array(sounds[i : i + 50]))).numpy() for i in range(0, len(sounds), 50)]
    return {
        "audio": (np.array(sounds) * 32767).astype(np.int16), "mel": np.concatenate(parts).astype(np.float16),
        "label": np.array(labels, np.int16), "group": np.array(groups),
        "take": np.array(takes, np.int64) + seed * scenes, "teacher": np.array(vectors),
    }  # fmt: skip


def main(
    sounds: Path, bank: Path, models: Path, out: Path, first: int = 0, shards: int = 40, scenes: int = 800,
    held: bool = False, recordings: bool = False, audio: bool = False, animals: bool = False,
) -> None:  # fmt: skip
    """The shards that are missing. ``animals``: twice as many animals and imitations of them."""
    torch.set_num_threads(1)
    teacher, play = Teachers(models), partial(alone, recorded=Recorded(sounds))
    if not recordings:
        play = partial(played, studio=Studio(sounds, bank, held, MORE_ANIMALS if animals else WAYS))
    for index in range(first, first + shards):
        target = out / f"{'held' if held else 'shard'}_{index:04d}.npz"
        if target.exists():
            continue
        data = shard(index * 7919 + held, play, teacher, scenes)
        if not audio:
            del data["audio"]
        save(target, **data)
        print(target.name, data["mel"].shape, f"{data['mel'].astype(np.float32).std():.2f}", flush=True)


if __name__ == "__main__":
    typer.run(main)
