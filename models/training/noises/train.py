"""The noise embedding: 16 kHz samples -> log-mel -> small convolutional net -> embedding and class logits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn

from companion.senses.sounds.hints import INACTIVE_DISCOUNT_LOG_ODDS
from companion.senses.sounds.settings import NOISE_SETS, SIGNALS, WILD_THING
from models.training.course import Course, half
from models.training.exporting import export
from models.training.networks import conv
from models.training.voices.log_mel import FrontEnd

WINDOW = 16000
LABELS = (
    "chicken",
    "pig",
    "lamb",
    "turkey",
    "cow",
    "seal",
    "monkey",
    "donkey",
    "panting",
    "wild",
    "speech",
    "laughter",
    "cough",
    "other",
)
EMBEDDING = 192
TEACHER = 384 + 2 * 45  # what `shards.Teachers` gives


class Body(nn.Module):
    """Log-mel [batch, BANDS, frames] -> embedding [batch, EMBEDDING] and logits [batch, classes].

    The embedding is what enrolled takes are compared in; `teach`, which helps to shape it, is not exported.
    """

    def __init__(self, classes: int = len(LABELS)) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            conv(1, 24, (2, 2)), conv(24, 48, (2, 2)), conv(48, 96, (2, 1)), conv(96, 128, (2, 2)), conv(128, 160)
        )
        self.time = nn.Sequential(
            nn.Conv1d(160 * 4, 256, 3, padding=1, bias=False), nn.BatchNorm1d(256), nn.ReLU(inplace=True)
        )
        self.embed = nn.Linear(512, EMBEDDING)
        self.head = nn.Linear(EMBEDDING, classes)
        self.teach = nn.Linear(EMBEDDING, TEACHER)
        self.drop = nn.Dropout(0.2)

    def embedding(self, mel: torch.Tensor) -> torch.Tensor:
        x = mel.unsqueeze(1)
        if self.training:
            x = x.contiguous(memory_format=torch.channels_last)  # a sixth faster
        x = self.stem(x)
        x = self.time(x.flatten(1, 2))
        x = torch.cat([x.mean(dim=2), x.amax(dim=2)], dim=1)
        return self.embed(self.drop(x))

    def forward(self, mel: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        vector = self.embedding(mel)
        return vector, self.head(torch.relu(vector))


class Shipped(nn.Module):
    """What is exported: samples [batch, n >= 4000] -> embedding, logits (divided by a temperature), log-mel."""

    def __init__(self, body: Body, temperature: float) -> None:
        super().__init__()
        self.front, self.body, self.temperature = FrontEnd(), body, temperature

    def forward(self, samples: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        mel = self.front(samples)
        vector, logits = self.body(mel)
        return vector, logits / self.temperature, mel


def ship(body: Body, temperature: float, path: Path, notes: dict[str, str]) -> onnx.ModelProto:
    """Write the ONNX file (any batch and length) with `labels` and `notes` in its metadata."""
    net, told = Shipped(body, temperature), {"embedding": "batch", "logits": "batch", "mel": "batch . frames"}
    notes = {"labels": " ".join(LABELS), **notes}
    return export(net, (torch.zeros(1, WINDOW),), path, {"samples": "batch n"}, told, notes)


BATCH = 128
SHARE = np.array([1.0] * 10 + [2.5, 1.5, 1.0, 3.0])  # of each label in a batch
DECIBEL = 0.2303 / 2.5  # in units of the front end's log-mel
NARROWED = 0.6  # weight of the loss within the active set beside the one over all labels
TAUGHT = 0.4  # weight of predicting the teacher
ALIKE = 0.25  # weight of telling the same person's same sound from all others, which enrolled takes live by
_SAID = torch.cat([torch.ones(384), torch.full((TEACHER - 384,), 2.0)])  # the teachers' class scores count double
_HEAT = 0.15  # temperature of that choice
PAIRS = 40  # rows of a batch that come with another window of their take
SPOKEN = ("tts", "rhythm", "revoiced")  # groups of synthesisers' words
_NAMES = tuple(WILD_THING if name == "wild" else name for name in LABELS)
_SETS = torch.tensor(
    [[name in active for name in _NAMES] for active in NOISE_SETS.values() if active]
)  # [sets, labels]
_SIGNALS = torch.tensor([float(name in (*SIGNALS, WILD_THING)) for name in _NAMES])


class Shards:
    """All windows in memory: mel float16 [n, bands, frames], label, group, take, teacher."""

    def __init__(self, folder: Path, pattern: str, without: tuple[str, ...] = ()) -> None:
        parts = []
        for file in sorted(folder.glob(pattern)):
            stored = np.load(file)
            keep = np.array([not g.startswith(without) for g in stored["group"]], bool)
            parts.append([stored[key][keep] for key in ("mel", "label", "group", "take", "teacher")])
        self.mel, label, self.group, self.take, self.teacher = map(np.concatenate, zip(*parts, strict=True))
        self.label = label.astype(np.int64)

    def tensor(self, rows: np.ndarray) -> torch.Tensor:
        """Log-mel of these rows, float32."""
        return torch.from_numpy(self.mel[rows].astype(np.float32))


def disturb(mel: torch.Tensor, company: torch.Tensor) -> torch.Tensor:
    """Cheap variety on log-mel: company added in power, a tilted response, shifts in time and pitch, masks."""
    n, bands, frames = mel.shape
    quieter = (3.0 + 35.0 * torch.rand(n, 1, 1)) * DECIBEL
    quieter = torch.where(torch.rand(n, 1, 1) < 0.6, quieter, torch.full_like(quieter, 9.0))
    mel = torch.logaddexp(mel * 2.5, (company - quieter) * 2.5) / 2.5
    knots = torch.randn(n, 1, 6) * 0.25
    mel = mel + nn.functional.interpolate(knots, size=bands, mode="linear", align_corners=True).transpose(1, 2)
    some = torch.nonzero(torch.rand(n) < 0.25)[:, 0]
    mel[some] = _linger(mel[some])
    mel = _warp(mel)
    row, column = torch.arange(bands), torch.arange(frames)
    at, width = torch.rand(n, 1) * (bands - 10), torch.rand(n, 1) * 10 * (torch.rand(n, 1) < 0.5)
    mel = torch.where(((row >= at) & (row < at + width))[:, :, None], mel.mean((1, 2), keepdim=True), mel)
    at, width = torch.rand(n, 1) * (frames - 20), torch.rand(n, 1) * 20 * (torch.rand(n, 1) < 0.3)
    return torch.where(((column >= at) & (column < at + width))[:, None], mel.amin((1, 2), keepdim=True), mel)


def _linger(mel: torch.Tensor) -> torch.Tensor:
    """Add a room: what was loud falls by 8 to 53 dB a tenth of a second and not faster."""
    n, _, frames = mel.shape
    fall = (0.8 + 4.5 * torch.rand(n, 1)) * DECIBEL  # a frame
    below = (3.0 + 12.0 * torch.rand(n, 1)) * DECIBEL
    tail, out = mel[:, :, 0], [mel[:, :, 0]]
    for frame in range(1, frames):
        tail = torch.maximum(mel[:, :, frame], tail - fall)
        out.append(torch.logaddexp(mel[:, :, frame] * 2.5, (tail - below) * 2.5) / 2.5)
    return torch.stack(out, dim=2)


def _warp(mel: torch.Tensor) -> torch.Tensor:
    """Other speakers and tempi: each window is stretched and moved a little in frequency and time."""
    n = len(mel)
    change = torch.zeros(n, 2, 3)
    change[:, 0, 0] = torch.exp(torch.rand(n) * 0.5 - 0.25)  # time
    change[:, 0, 2] = torch.rand(n) * 0.3 - 0.15
    change[:, 1, 1] = torch.exp(torch.rand(n) * 0.24 - 0.12)  # frequency
    change[:, 1, 2] = torch.rand(n) * 0.16 - 0.08
    grid = nn.functional.affine_grid(change, [n, 1, *mel.shape[1:]], align_corners=False)
    moved = nn.functional.grid_sample(mel[:, None], grid, padding_mode="border", align_corners=False)
    return moved[:, 0]


def narrowed(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Cross-entropy as the running sense decides: a drawn set's signals against all not in play, as one class.

    Teaches the order within a set and the distance to talk; the same sum is made by
    `companion/senses/sounds/signal_scores.py`.
    """
    drawn = torch.randint(len(_SETS), (len(target),))
    own = torch.nonzero(_SETS.t()[target] & (torch.rand(len(target), 1) < 0.85))  # a signal mostly meets its own set
    drawn[own[:, 0]] = own[:, 1]
    active = _SETS[drawn]
    never = torch.finfo(logits.dtype).min
    floor = torch.logsumexp(
        (logits - INACTIVE_DISCOUNT_LOG_ODDS * _SIGNALS).masked_fill(active, never), dim=1, keepdim=True
    )
    choices = torch.cat([logits.masked_fill(~active, never), floor], dim=1)
    wanted = torch.where(active.gather(1, target[:, None])[:, 0], target, torch.full_like(target, len(LABELS)))
    return nn.functional.cross_entropy(choices, wanted)


def alike(vector: torch.Tensor, take: torch.Tensor, heat: float = _HEAT) -> torch.Tensor:
    """Cross-entropy of finding the other windows of a take among the whole batch by cosine (Khosla and others 2020).

    `vector` [n, d]; `take` [n]. Rows that are alone in their take only serve as the others.
    """
    unit = nn.functional.normalize(vector, dim=1)
    likeness = unit @ unit.t() / heat
    itself = torch.eye(len(take), dtype=torch.bool)
    same = (take[:, None] == take[None]) & ~itself
    chance = nn.functional.log_softmax(likeness.masked_fill(itself, -1e4), dim=1)
    paired = same.any(dim=1)
    return -((chance * same).sum(1)[paired] / same.sum(1)[paired]).mean()


class Draw:
    """Batches of rows in which labels come by their shares, recorded animals and synthesisers' words by theirs."""

    def __init__(self, data: Shards, recorded: float, spoken: float) -> None:
        self._groups = [np.nonzero(data.label == i)[0] for i in range(len(LABELS))]
        animal = np.array([g.startswith("animals") for g in data.group])
        self._pools = [
            ((rows[animal[rows]], recorded), (rows[np.isin(data.group[rows], SPOKEN)], spoken), (rows, 1.0))
            for rows in self._groups
        ]
        self._takes: dict[int, list[int]] = {}
        for row, take in enumerate(data.take):
            self._takes.setdefault(int(take), []).append(row)
        self._take = data.take
        self.negatives = np.concatenate([self._groups[LABELS.index(name)] for name in ("speech", "laughter", "other")])

    def rows(self, rng: np.random.Generator, count: int) -> np.ndarray:
        """`count` rows; of a label's pools the first that is not empty and whose chance comes up."""
        chosen = rng.choice(len(LABELS), count, p=SHARE / SHARE.sum())
        pools = [next(rows for rows, chance in self._pools[c] if len(rows) and rng.random() < chance) for c in chosen]
        return np.array([pool[rng.integers(len(pool))] for pool in pools])

    def paired(self, rng: np.random.Generator, count: int) -> np.ndarray:
        """`count` rows, the first `PAIRS` of which come back at the end as another window of their take."""
        rows = self.rows(rng, count - PAIRS)
        others = [[r for r in self._takes[int(self._take[row])] if r != row] or [row] for row in rows[:PAIRS]]
        return np.concatenate([rows, [found[rng.integers(len(found))] for found in others]])

    def company(self, rng: np.random.Generator, count: int) -> np.ndarray:
        """`count` rows of what people do besides."""
        return self.negatives[rng.integers(len(self.negatives), size=count)]


def main(
    shards: Path,
    state: Path,
    minutes: float = 30,
    rate: float = 2e-3,
    recorded: float = 0.25,
    spoken: float = 0.4,
    without: list[str] = [],  # noqa: B006 (typer reads it)
    weights: tuple[float, float, float] = (NARROWED, TAUGHT, ALIKE),
) -> None:
    """Train the embedding on shards; the shares say what a signal's windows are drawn from.

    ``weights``: of the losses within the set, of the teacher, of telling the same sound from others; ``without``:
    groups that begin with the word are left out (a source, to test on it).
    """
    data = Shards(shards, "shard_*.npz", tuple(without))
    draw = Draw(data, recorded, spoken)
    mean, deviation = data.teacher.astype(np.float32).mean(0), data.teacher.astype(np.float32).std(0) + 1e-3
    body = Body()
    course = Course(state, body, rate)
    rng = np.random.default_rng(course.step + 17)

    def step() -> tuple[torch.Tensor, dict[str, float]]:
        rows = draw.paired(rng, BATCH)
        mel = disturb(data.tensor(rows), data.tensor(draw.company(rng, BATCH)))
        wanted = torch.clamp(torch.tensor((data.teacher[rows].astype(np.float32) - mean) / deviation), -6, 6)
        label, take = torch.tensor(data.label[rows]), torch.tensor(data.take[rows])
        with half("cpu"):
            vector, logits = body(mel)
            taught = body.teach(vector)
        parts = {
            "label": nn.functional.cross_entropy(logits.float(), label, label_smoothing=0.05),
            "set": narrowed(logits.float(), label),
            "taught": (torch.clamp((taught.float() - wanted) ** 2, max=9.0) * _SAID).mean(),
            "alike": alike(vector.float(), take),
        }
        loss = sum(share * part for share, part in zip((1.0, *weights), parts.values(), strict=True))
        return torch.as_tensor(loss), {name: part.item() for name, part in parts.items()}

    course.run(minutes, rate, step)


@torch.no_grad()
def told(body: nn.Module, held: Shards) -> torch.Tensor:
    """Logits [n, labels] of all windows."""
    body.eval()
    rows = range(0, len(held.mel), 200)
    return torch.cat([body(torch.from_numpy(held.mel[i : i + 200].astype(np.float32)))[1] for i in rows])
