"""Heads of ours on YAMNet's layers, which stay in models/audio_tagger/model.onnx as they are.

A head gets the embedding and what YAMNet says of the classes nearest to the game; two, each from another start, are
laid side by side into one. Takes are compared in another output: YAMNet's values, brought to the spread that they have
over TAKES (`takes.py`), on the directions in which they differ most (principal components).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn

from companion.senses.sounds.noise_embedding import TAGGER_SIZE, under_noise
from models.training.course import fit
from models.training.exporting import in_bytes, put, within, write
from models.training.files import sounds_of, stacked
from models.training.noises.shards import TAGGER
from models.training.noises.train import LABELS, SHARE, narrowed
from models.training.voices.recordings import HELD_SPEAKERS

VALUES = 1024  # of YAMNet's embedding; its classes come after them
_ANIMALS = 0.45  # share of a signal's rows that are animals' own, each source as often as the others
_STEPS, _BATCH, _HIDDEN = 700, 256, 64
_EVERY = 3  # takes of which one is looked at
_FAR = 6.0  # standard deviations at which a feature ends
Weights = dict[str, np.ndarray]
"""By their names in the file."""
Describe = Callable[[np.ndarray], np.ndarray]
"""Windows [n, 16000] in -1..1 to features [n, VALUES + classes]."""


class Head(nn.Module):
    """Features -> logits [batch, labels], by one hidden layer."""

    def __init__(self, mean: torch.Tensor, deviation: torch.Tensor) -> None:
        super().__init__()
        self.mean, self.deviation = mean, deviation
        self.hidden, self.out = nn.Linear(len(mean), _HIDDEN), nn.Linear(_HIDDEN, len(LABELS))
        self.some, self.few = nn.Dropout(0.1), nn.Dropout(0.3)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        x = torch.clamp((features - self.mean) / self.deviation, -_FAR, _FAR)
        x = x + 0.15 * torch.randn_like(x)
        return self.out(self.few(torch.relu(self.hidden(self.some(x)))))


def chances(label: np.ndarray, group: np.ndarray) -> np.ndarray:
    """How often each row is drawn: labels by their shares, a signal's animals by theirs, their sources alike."""
    out, animal = np.zeros(len(label)), np.array([g.startswith("animals") for g in group])
    for index, share in enumerate(SHARE):
        own, rest = (label == index) & animal, (label == index) & ~animal
        part = _ANIMALS if rest.any() else 1.0
        sources = sorted(set(group[own]))
        for source in sources:
            rows = own & (group == source)
            out[rows] = share * part / len(sources) / rows.sum()
        out[rest] = share * (1 - part if sources else 1.0) / max(1, rest.sum())
    return out / out.sum()


def learn(features: np.ndarray, label: np.ndarray, chance: np.ndarray, seed: int) -> Head:
    """One head; within the active set as well as over all labels."""
    torch.manual_seed(seed)
    x, y, p = torch.tensor(features), torch.tensor(label), torch.tensor(chance)
    head = Head(x.mean(0), x.std(0) + 1e-2)

    def loss() -> torch.Tensor:
        rows = torch.multinomial(p, _BATCH, True)
        told = head(x[rows])
        return nn.functional.cross_entropy(told, y[rows], label_smoothing=0.05) + 0.6 * narrowed(told, y[rows])

    fit(head, _STEPS, 2e-3, loss)
    return head


def abreast(heads: Sequence[Head]) -> Weights:
    """One head that gives the mean of these."""
    found = {
        "mean": heads[0].mean,
        "deviation": heads[0].deviation,
        "hidden.weight": torch.cat([h.hidden.weight for h in heads]),
        "hidden.bias": torch.cat([h.hidden.bias for h in heads]),
        "out.weight": torch.cat([h.out.weight for h in heads], dim=1) / len(heads),
        "out.bias": torch.stack([h.out.bias for h in heads]).mean(0),
    }
    return {f"head.{name}": value.detach().numpy() for name, value in found.items()}


def narrowing(describe: Describe, takes: Path) -> Weights:
    """YAMNet's values to the TAGGER_SIZE directions in which a third of the takes to train on differ most."""
    stored = np.load(takes)
    rows, sounds = np.nonzero(~np.isin(stored["person"], HELD_SPEAKERS))[0][::_EVERY], sounds_of(stored)
    values = describe(np.stack([under_noise(sounds[i].astype(np.float32) / 32768) for i in rows]))[:, :VALUES]
    mean, deviation = values.mean(0), values.std(0) + 1e-2
    directions = np.linalg.eigh(np.cov(((values - mean) / deviation).T))[1][:, ::-1][:, :TAGGER_SIZE]
    weight = directions / deviation[:, None]
    return {"narrow.weight": weight, "narrow.bias": -mean @ weight}


def main(shards: Path, takes: Path, embedding: str = "1") -> None:
    """All of it; ``embedding``: another number where takes are to be heard anew."""
    model, files = onnx.load(str(TAGGER)), sorted(shards.glob("shard_*.npz"))
    describe = within(model, next(node.input[0] for node in model.graph.node if "head.mean" in node.input))
    label, group = stacked(files, "label", "group")
    label = label.astype(np.int64)
    features = np.concatenate([describe(np.load(file)["audio"] / 32768) for file in files])
    heads = [learn(features, label, chances(label, group), seed) for seed in range(2)]
    put(model, abreast(heads) | narrowing(describe, takes))
    in_bytes(model, 1000, besides=("frozen.net.waves", "frozen.net.mel", "narrow.weight"))  # a whisper beside a shout
    write(model, TAGGER, {"labels": " ".join(LABELS), "embedding": embedding})
    print(len(label), "windows,", TAGGER.stat().st_size, "bytes")
