"""Writes shards of training windows: log-mel, label, group and what the teachers say.

The teachers are EfficientAT mn04 (MIT, F. Schmid and others) and YAMNet (Apache-2.0, Google). Only their outputs on our
own sounds are used; none of their weights are in the shipped model.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import onnxruntime
import soxr
import torch

from models.training.files import missing, save
from models.training.noises.recorded import Recorded
from models.training.noises.scenes import DRAWN, Studio, Take, scene, windows
from models.training.noises.train import LABELS
from models.training.voices.log_mel import FrontEnd, mel, triangles
from models.training.voices.source import RATE, Rng

TAGGER = Path(__file__).resolve().parents[3] / "models/audio_tagger/model.onnx"
SOFT: tuple[str, ...] = tuple(DRAWN["classes"]["near"])  # as TAGGER has them
_SURE = 9.2  # log-odds beyond which nothing is learned from YAMNet


class Teachers:
    """mn04 of a folder with `efficientat_mn04_as_1s.onnx` and its list of classes; YAMNet of the audio tagger."""

    def __init__(self, folder: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        files = folder / "efficientat_mn04_as_1s.onnx", TAGGER
        self._mn04, self._yamnet = (onnxruntime.InferenceSession(str(file), options) for file in files)
        edges, at = np.linspace(mel(0.0), mel(15000.0), 130), mel(np.arange(512) * 32000 / 1024)
        self._mel = np.pad(triangles(edges, at), ((0, 0), (0, 1)))  # as Kaldi has them
        with (folder / "audioset_class_labels_indices.csv").open(encoding="utf-8") as lines:
            names = [row["display_name"] for row in csv.DictReader(lines)]
        self._asked = [names.index(name) for name in SOFT]

    def __call__(self, window: np.ndarray) -> np.ndarray:
        """[16000] samples -> [384 + 2 len(SOFT)]."""
        logits, vector = self._mn04.run(None, {"mel": self._heard(window)})
        (odds,) = self._yamnet.run(["classes"], {"samples": window[None].astype(np.float32)})
        said = np.clip(logits[0][self._asked], -12, 4), np.clip(odds[0], -_SURE, _SURE)
        return np.concatenate([vector[0], *said])

    def _heard(self, window: np.ndarray) -> np.ndarray:
        """Return the log-mel [1, 1, 128, 100] that mn04 hears."""
        x = soxr.resample(window, RATE, 2 * RATE)
        x = np.pad(x[1:] - 0.97 * x[:-1], (512, 512), mode="reflect")
        frames = np.lib.stride_tricks.sliding_window_view(x, 1024)[::320][:100]
        power = np.abs(np.fft.rfft(frames * np.pad(np.hanning(800), 112), axis=1)) ** 2
        return ((np.log(power @ self._mel.T + 1e-5) + 4.5) / 5.0).T[None, None].astype(np.float32)


# How often each label is drawn.
SHARE = dict.fromkeys(LABELS, 1.0) | {"speech": 2.2, "other": 2.2, "laughter": 1.3, "cough": 0.8, "wild": 0.9}
Played = tuple[Take, list[np.ndarray]]


def played(rng: Rng, studio: Studio) -> Played:
    """Return a take and three windows: two of one performance, one of the same person doing it again."""
    chance = np.array([SHARE[label] for label in LABELS])
    take = studio.take(rng, LABELS[int(rng.choice(len(LABELS), p=chance / chance.sum()))])
    again = studio.again(rng, take)
    return take, [*windows(rng, *scene(rng, studio, take), 2), *windows(rng, *scene(rng, studio, again), 1)]


def alone(rng: Rng, recorded: Recorded) -> Played:
    """Return a window of a recording."""
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
        "audio": (np.array(sounds) * 32767).astype(np.int16),
        "mel": np.concatenate(parts).astype(np.float16),
        "label": np.array(labels, np.int16),
        "group": np.array(groups),
        "take": np.array(takes, np.int64) + seed * scenes,
        "teacher": np.array(vectors),
    }


def main(
    sounds: Path,
    bank: Path,
    models: Path,
    out: Path,
    first: int = 0,
    shards: int = 40,
    scenes: int = 800,
    held: bool = False,
    recordings: bool = False,
    audio: bool = False,
    animals: bool = False,
) -> None:
    """Write the shards that are missing.

    ``animals``: twice as many animals and imitations of them.

    ``recordings``: of recordings alone (recorded.py); ``audio``: what was heard is kept, too.
    """
    teacher, play = Teachers(models), partial(alone, recorded=Recorded(sounds))
    if not recordings:
        play = partial(played, studio=Studio(sounds, bank, held, "more_animals" if animals else "ways"))
    name = f"{'held' if held else 'shard'}_{{:04d}}.npz"
    for index, target in missing(out, name, range(first, first + shards)):
        data = shard(index * 7919 + held, play, teacher, scenes)
        if not audio:
            del data["audio"]
        save(target, **data)
