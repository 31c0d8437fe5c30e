"""Learns the matcher of enrolled takes from many people, and reports it on kinds of sound that were left out.

TAKES.npz is what `takes.py` writes; what is heard of it is kept beside it. People are halved; each half is seen through
a projection that the other half taught, and the perceptron learns from both. Of the recorded voices three speakers are
never used to learn; what is accepted of them is printed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from companion.senses.sounds import view_fusion
from companion.senses.sounds.enrolled_players import sound_of
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.noise_matcher import warped_distances
from companion.senses.sounds.sound_features import SoundFeatures, cohort
from models.training.course import fit
from models.training.files import end_to_end, save, sounds_of
from models.training.noises.finish import ROOT
from models.training.noises.train import alike
from models.training.voices.recordings import HELD_SPEAKERS

TARGET = ROOT / "calibration/sounds_matcher.npz"
REAL = ("voices", "clips", "classes")  # few people: they are met more often
UNKNOWN = 2
_HEAT = 0.12
Arrays = dict[str, np.ndarray]
Row = tuple[str, np.ndarray, np.ndarray]  # kind, features [sounds, signals, n], signal of each sound or -1


@dataclass
class Person:
    """Sounds in the order of the file: `steps` warped distances [n, n], `cohort` [c, n], `vectors` [n, SIZE]."""

    kind: str
    name: str
    half: int
    sound: np.ndarray
    warped: np.ndarray
    cohort: np.ndarray
    vectors: np.ndarray
    seconds: np.ndarray


def hear(takes: Path) -> list[Person]:
    """Everybody's sounds as the running sense compares them; kept beside the file."""
    kept = takes.with_suffix(".heard.npz")
    stored = np.load(takes)
    if not kept.exists():
        net, steps, vectors = NoiseEmbedding(), [], []
        for one in sounds_of(stored):
            sound = sound_of((one / 32768).astype(np.float32), net)
            steps.append(sound.steps)
            vectors.append(sound.embedding)
        save(kept, **end_to_end(steps, np.float16), vectors=np.array(vectors))
    heard = np.load(kept)
    steps, vectors = sounds_of(heard), heard["vectors"]
    others, people = cohort(), []
    for number, name in enumerate(dict.fromkeys(stored["person"])):
        rows = np.nonzero(stored["person"] == name)[0]
        mine = [SoundFeatures(steps[i].astype(np.float32), vectors[i]) for i in rows]
        only = [sound.steps for sound in mine]
        kind = str(stored["kind"][rows[0]])
        half = int(stored["half"][rows[0]]) if "half" in stored else number % 2
        near, far = (np.stack([warped_distances(sound, only) for sound in some]) for some in (mine, others))
        seconds = np.array([sound.seconds for sound in mine], np.float32)
        people.append(Person(kind, str(name), half, stored["sound"][rows], near, far, vectors[rows], seconds))
    return people


class Projection(nn.Module):
    """Both embeddings of a sound -> 64 values in which takes of one sound lie together."""

    def __init__(self) -> None:
        super().__init__()
        self.straight, self.hidden = nn.Linear(view_fusion.VECTOR_SIZE, 64), nn.Linear(view_fusion.VECTOR_SIZE, 192)
        self.out, self.drop = nn.Linear(192, 64), nn.Dropout(0.2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out = self.straight(self.drop(x)) + self.out(self.drop(torch.relu(self.hidden(x))))
        return nn.functional.normalize(out, dim=1)


def project(people: Sequence[Person], scale: tuple[np.ndarray, np.ndarray], steps: int, seed: int = 0) -> Arrays:
    """Return the projection's arrays by name (supervised contrast, Khosla 2020); ``scale``: mean, deviation."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    mean, deviation = scale
    by: dict[str, list[Person]] = defaultdict(list)
    for person in people:
        by[person.kind].append(person)
    kinds, net = sorted(by), Projection()

    def loss() -> torch.Tensor:
        x, label = [], []
        for k in rng.choice(len(kinds), 5):
            person = by[kinds[k]][rng.integers(len(by[kinds[k]]))]
            for name in dict.fromkeys(person.sound):
                some = rng.permutation(np.nonzero(person.sound == name)[0])[:4]
                x.append((person.vectors[some] - mean) / deviation)
                label += [len(x)] * len(some)
        taken = torch.tensor(np.concatenate(x), dtype=torch.float32)
        noisy = taken + 0.1 * torch.randn_like(taken)
        return alike(
            net(torch.clamp(noisy, -view_fusion.MAX_DEVIATIONS, view_fusion.MAX_DEVIATIONS)), torch.tensor(label), _HEAT
        )

    fit(net, steps, 2e-3, loss)
    found = {"learned.mean": mean, "learned.deviation": deviation}
    for part in ("straight", "hidden", "out"):
        found |= _arrays(f"learned.{part}", getattr(net, part))
    return found


def _arrays(name: str, layer: nn.Linear) -> Arrays:
    return {f"{name}.weight": layer.weight.detach().numpy().T, f"{name}.bias": layer.bias.detach().numpy()}


def assembled(projection: Arrays, judges: Mapping[str, Arrays] | None = None) -> Arrays:
    """All arrays of the file; `usual` distances are still 1, and judges that are not given are those that ship."""
    named = {f"{name}.{key}": value for name, judge in (judges or {}).items() for key, value in judge.items()}
    found = {**np.load(TARGET), "usual": np.ones(len(view_fusion.VIEWS)), **projection, **named}
    return {key: np.asarray(value, np.float32) for key, value in found.items()}


def distances(person: Person, fused: view_fusion.ViewFusion, others: Arrays) -> tuple[np.ndarray, np.ndarray]:
    """Return [views, n, n] among the person's sounds, and [views, c, n] of the cohort to them."""
    mine, views = fused.embed(person.vectors), view_fusion.VIEWS[1:]
    own, far = person.warped[None] / fused.usual["warped"], person.cohort[None] / fused.usual["warped"]
    among, across = (view_fusion.likeness(fused, some, mine, views) for some in (mine, others))
    return np.concatenate([own, among]), np.concatenate([far, across])


def trials(
    person: Person, apart: np.ndarray, far: np.ndarray, takes: int, rounds: int, rng: np.random.Generator
) -> list[Row]:
    """Return rows: some sounds are taught by so many takes, two are unknown, the left-over takes are tested."""
    names, out = list(dict.fromkeys(person.sound)), []
    for turn in range(rounds):
        order = list(rng.permutation(np.array(names, dtype=object)))
        most = len(order) - UNKNOWN
        known = order[UNKNOWN:][: most if turn % 2 == 0 else int(rng.integers(min(3, most), most + 1))][:9]
        left = [np.nonzero(person.sound == name)[0] for name in order[:UNKNOWN]]
        rows = [rng.permutation(np.nonzero(person.sound == name)[0]) for name in known]
        taught = [r[: min(takes, len(r) - 1)] for r in rows]
        held = np.concatenate([*(r[len(t) :] for r, t in zip(rows, taught, strict=True)), *left])
        label = np.concatenate(
            [
                *(np.full(len(r) - len(t), i) for i, (r, t) in enumerate(zip(rows, taught, strict=True))),
                np.full(sum(map(len, left)), -1),
            ]
        )
        kept = np.concatenate(taught)
        owner = np.repeat(np.arange(len(taught)), [len(t) for t in taught])
        base = view_fusion.ground(apart[:, kept][:, :, kept], far[:, :, kept], owner, person.seconds[kept])
        out.append(
            (person.kind, view_fusion.features(apart[:, held][:, :, kept], base, owner, person.seconds[held]), label)
        )
    return out


def judge(rows: Sequence[Row], hidden: int = 16, steps: int = 300, decay: float = 1e-3) -> Arrays:
    """Return the perceptron: cross-entropy of the right signal among all taught and "none", kinds weighed alike."""
    torch.manual_seed(0)
    every = np.concatenate([x.reshape(-1, x.shape[-1]) for _, x, _ in rows])
    mean, deviation = every.mean(0), every.std(0) + 1e-3
    count: dict[str, int] = defaultdict(int)
    for kind, _, label in rows:
        count[kind] += len(label)
    groups: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row[1].shape[1]].append(row)
    data = []
    for some in groups.values():
        weights = [np.full(len(label), 1 / count[kind] / len(count)) for kind, _, label in some]
        x = (np.concatenate([x for _, x, _ in some]) - mean) / deviation
        label = torch.tensor(np.concatenate([label for *_, label in some]))
        data.append((torch.tensor(x, dtype=torch.float32), label, torch.tensor(np.concatenate(weights)).float()))
    straight, inner, out = nn.Linear(len(mean), 1), nn.Linear(len(mean), hidden), nn.Linear(hidden, 1)
    layers = nn.ModuleList([straight, inner, out])

    def loss() -> torch.Tensor:
        total = decay * sum((layer.weight**2).sum() for layer in (straight, inner, out))
        for x, label, weight in data:
            odds = (straight(x) + out(torch.tanh(inner(x))))[..., 0]
            choices = torch.cat([odds, torch.zeros(len(odds), 1)], 1)
            wanted = torch.where(label < 0, odds.shape[1], label)
            missed = nn.functional.cross_entropy(choices, wanted, reduction="none")
            total = total + (missed * weight * torch.where(label < 0, 3.0, 1.0)).sum()
        return total

    fit(layers, steps, 0.02, loss, 0.0)
    found: Arrays = {"mean": mean, "deviation": deviation}
    for name, layer in (("straight", straight), ("hidden", inner), ("out", out)):
        found |= _arrays(name, layer)
    return found


def usable(person: Person) -> bool:
    return person.name not in HELD_SPEAKERS


class Learner:
    """Learns the projection and the perceptron of each half of the people."""

    def __init__(self, people: Sequence[Person], steps: int) -> None:
        self._others = np.stack([sound.embedding for sound in cohort()])
        every = np.concatenate([person.vectors for person in people])
        scale = every.mean(0), every.std(0) + 1e-2
        halves = [[p for p in people if p.half == half] for half in (0, 1)]
        self._sides = [self._with_usual(people, project(half, scale, steps, seed)) for seed, half in enumerate(halves)]
        rows: dict[int, list[Row]] = {}
        rng = np.random.default_rng(8)
        for takes in (1, 2, 3, 5):
            rows[takes] = []
            for person in people:
                often = 5 if person.kind in REAL else 1
                rows[takes] += self.rows(person, self._sides[1 - person.half], takes, often, rng)
        self.trained = rows
        trained = [row for found in rows.values() for row in found]
        narrow = [(kind, self._narrow(x), label) for kind, x, label in trained]
        self.judges = {"whole": judge(trained), "steps": judge(narrow)}
        self.arrays = self._with_usual(people, project(people, scale, steps, 2), self.judges)

    @staticmethod
    def _narrow(x: np.ndarray) -> np.ndarray:
        return np.concatenate([x[..., : view_fusion.FEATURES_PER_VIEW], x[..., -2:]], axis=-1)

    def _with_usual(
        self, people: Sequence[Person], projection: Arrays, judges: Mapping[str, Arrays] | None = None
    ) -> Arrays:
        arrays = assembled(projection, judges)
        mean = np.mean(
            [distances(p, view_fusion.of(arrays), self._embedded(arrays))[0].mean((1, 2)) for p in people], axis=0
        )
        return {**arrays, "usual": mean.astype(np.float32)}

    def _embedded(self, arrays: Arrays) -> Arrays:
        return view_fusion.of(arrays).embed(self._others)

    def rows(self, person: Person, arrays: Arrays, takes: int, rounds: int, rng: np.random.Generator) -> list[Row]:
        apart, far = distances(person, view_fusion.of(arrays), self._embedded(arrays))
        return trials(person, apart, far, takes, rounds, rng)


def threshold(rows: Sequence[Row], judged: Callable[[np.ndarray], np.ndarray], rate: float = 0.01) -> float:
    """Return the log-odds that only a share `rate` of unknown sounds reaches; every kind weighs the same."""
    rng, every = np.random.default_rng(0), []
    for kind in sorted({row[0] for row in rows}):
        unknown = np.concatenate([judged(x)[label < 0].max(1) for of, x, label in rows if of == kind])
        every.append(rng.choice(unknown, 1000))
    return float(np.quantile(np.concatenate(every), 1 - rate))


def report(rows: Sequence[Row], judged: Callable[[np.ndarray], np.ndarray], bar: float) -> str:
    """Return the share of known sounds that are accepted and right, and of unknown ones that are accepted."""
    right, unknown = [], []
    for _, x, label in rows:
        odds, known = judged(x), label >= 0
        right.append((odds[known].argmax(1) == label[known]) & (odds[known].max(1) > bar))
        unknown.append(odds[~known].max(1) > bar)
    return f"{np.concatenate(right).mean():.3f}, {np.concatenate(unknown).mean():.4f}"


def main(takes: Path, leave: list[str] = [], write: bool = False) -> None:  # noqa: B006
    """``leave``: kinds that nothing is learned from, and are reported; ``write``: ship what was learned."""
    people = hear(takes)
    learner = Learner([p for p in people if usable(p) and p.kind not in leave], 600)
    judged, rng = view_fusion.of(learner.arrays).all_views, np.random.default_rng(77)
    for count, trained in learner.trained.items():
        bar = threshold(trained, judged)
        for name in ["", *leave]:
            some = [p for p in people if (p.kind == name if name else not usable(p))]
            rows = [r for p in some for r in learner.rows(p, learner.arrays, count, 4, rng)]
            print(f"{count} takes, accept {bar:.2f}, {name or 'held'}: {report(rows, judged, bar)}", flush=True)
    if write:
        halves: dict[str, Any] = {key: value.astype(np.float16) for key, value in learner.arrays.items()}
        np.savez_compressed(TARGET, **halves)
