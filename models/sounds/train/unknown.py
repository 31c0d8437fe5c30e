"""Animals of sources never heard: which class is lost, what sets the threshold, what the teachers make of it.

python -m models.sounds.train.unknown SOUNDS MODELS SHARDS A.pt B.pt C.pt
The states were trained without the sources of `compare.FOLDS`, in that order. Beside them, small networks on what
the teachers say of the same windows (`build.py` stores it in SHARDS), learned without the same sources and weighed by
class as ours: mn04's embedding, that with its scores of the nearest classes, YAMNet's scores. Negatives: recordings
kept from all training; each fold's network hears them all. A clip's score is its best window's, or the best mean of
three in a row, as the running sense takes it; one threshold a set, where one of a hundred negatives is let through.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch

from companion.senses.sounds.names import SETS, SIGNALS
from companion.senses.sounds.scores import scores
from models.sounds.train.compare import FOLDS, Clip, clip_windows, ours
from models.sounds.train.net import LABELS
from models.sounds.train.recordings import load
from models.sounds.train.teacher import Teachers
from models.sounds.train.train import SHARE, Shards

VIEWS = {"mn04": slice(0, 384), "mn04 and its scores": slice(0, 429), "YAMNet's scores": slice(429, 474)}
_RECORDED = 0.35  # share of a signal's windows that are animals' own, as in our batches
_STEPS, _BATCH, _HIDDEN = 900, 256, 64
Judge = Callable[[np.ndarray], np.ndarray]  # rows of a view -> logits


def chances(data: Shards, keep: np.ndarray) -> np.ndarray:
    """How often each row is drawn: labels by their shares, a signal's animals by theirs; left-out rows never."""
    out, animal = np.zeros(len(data.label)), np.array([g.startswith("animals") for g in data.group])
    for label, share in enumerate(SHARE):
        mine = (data.label == label) & keep
        for rows, part in ((mine & animal, _RECORDED), (mine & ~animal, 1 - _RECORDED)):
            both = (mine & animal).any() and (mine & ~animal).any()
            out[rows] = share * (part if both else 1.0) / max(1, rows.sum())
    return out / out.sum()


def head(rows: np.ndarray, labels: np.ndarray, chance: np.ndarray) -> Judge:
    """A network of one hidden layer."""
    torch.manual_seed(0)
    mean, deviation = rows.mean(0), rows.std(0) + 1e-3
    x, y, p = torch.tensor((rows - mean) / deviation), torch.tensor(labels), torch.tensor(chance)
    net = torch.nn.Sequential(
        torch.nn.Linear(x.shape[1], _HIDDEN),
        torch.nn.ReLU(),
        torch.nn.Dropout(0.3),
        torch.nn.Linear(_HIDDEN, len(LABELS)),
    )
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.05)
    for step in range(_STEPS):
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * (1 - step / _STEPS) + 1e-5
        i = torch.multinomial(p, _BATCH, True)
        told = net(x[i] + 0.1 * torch.randn(_BATCH, x.shape[1]))
        optimiser.zero_grad()
        torch.nn.functional.cross_entropy(told, y[i], label_smoothing=0.05).backward()
        optimiser.step()
    net.eval()
    return lambda view: net(torch.tensor(((view - mean) / deviation).astype(np.float32))).detach().numpy()


def best(logits: np.ndarray, active: Sequence[str], looks: int) -> tuple[str, float]:
    """The likeliest of the active signals in a clip and its score; `logits` [windows, labels]."""
    found = np.array([list(scores(row.astype(np.float32), LABELS, active).values()) for row in logits])
    looks = min(looks, len(found))
    means = np.stack([found[i : len(found) - looks + 1 + i] for i in range(looks)]).mean(axis=0)
    top = means.max(axis=0)
    return active[int(top.argmax())], float(top.max())


def told(way: str, heard: dict[str, list[tuple[Clip, np.ndarray]]], letter: str, looks: int) -> None:
    """One line: recall at 1 % and named right, by class; and what of the negatives came highest."""
    active = SETS[letter]
    against = sorted(((best(x, active, looks)[1], c.group) for c, x in heard["negative"]), reverse=True)
    bar = float(np.quantile([score for score, _ in against], 0.99, method="higher"))
    rows = {name: [best(x, active, looks) for c, x in heard["animal"] if c.label == name] for name in active}
    cells = {
        name: (sum(n == name and s > bar for n, s in found), sum(n == name for n, _ in found), len(found))
        for name, found in rows.items()
        if found
    }
    recall, named = (np.mean([cell[k] / cell[2] for cell in cells.values()]) for k in (0, 1))
    by = ", ".join(f"{name} {a}/{b}/{c}" for name, (a, b, c) in cells.items())
    print(f"{way:20s} {letter} {looks} looks: {recall:.2f} at 1 %, {named:.2f} named; {by}; over it:", end=" ")
    print(", ".join(f"{group.split(':')[1]} {score:.1f}" for score, group in against[:4]), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("sounds", "models", "shards"):
        parser.add_argument(name, type=Path)
    parser.add_argument("states", type=Path, nargs=len(FOLDS))
    args = parser.parse_args()
    torch.set_num_threads(1)
    data, teachers = Shards(args.shards, "shard_*.npz"), Teachers(args.models)
    recordings = load(args.sounds)
    kept = [r for r in recordings if r.held and not r.group.startswith("voices")]
    kept += [r for r in recordings if r.held and r.group.startswith("voices")][::6]
    animals = [r for r in recordings if r.group.startswith("animals") and r.label in SIGNALS]
    clips = {r.file: Clip(clip_windows(r.samples), r.label, r.group) for r in [*animals, *kept]}
    said = {file: np.array([teachers(w) for w in clip.windows], np.float32) for file, clip in clips.items()}
    heard: dict[str, dict[str, list[tuple[Clip, np.ndarray]]]] = {
        way: {"animal": [], "negative": []} for way in ("ours", *VIEWS)
    }
    for without, state in zip(FOLDS, args.states, strict=True):
        chance = chances(data, ~np.array([g.startswith(without) for g in data.group]))
        net = ours(state)
        heads = {way: head(data.teacher[:, part].astype(np.float32), data.label, chance) for way, part in VIEWS.items()}
        for kind, tested in (("animal", [r for r in animals if r.group.startswith(without)]), ("negative", kept)):
            for r in tested:
                clip = clips[r.file]
                heard["ours"][kind].append((clip, np.array([net(w) for w in clip.windows])))
                for way, part in VIEWS.items():
                    heard[way][kind].append((clip, heads[way](said[r.file][:, part])))
    for way, found in heard.items():
        for letter in "AC":
            for looks in (1, 3):
                told(way, found, letter, looks)


if __name__ == "__main__":
    main()
