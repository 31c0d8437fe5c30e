"""Animals of sources never heard: which class is lost, what sets the threshold, what the teachers make of it.

python -m models.sounds.train.unknown SOUNDS MODELS SHARDS PREFIX A.pt B.pt C.pt
The states were trained without the sources of `compare.FOLDS`, in that order. PREFIX: YAMNet's variables, for the third
voice (`tagging.py`), whose head is learned without the same sources from SHARDS (`build.py --audio`). Beside them, the
same heads on what the teachers say of the same windows: mn04's embedding, that with its scores of the nearest classes,
YAMNet's scores. Negatives: recordings kept from all training; each fold's network hears them all. Windows of silence
are passed over, as the running sense does. A clip's score is its best window's, or the best mean of three in a row, as
the running sense takes it; one threshold a set, where one of a hundred negatives is let through.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch

from companion.senses.sounds.names import SETS, SIGNALS
from companion.senses.sounds.scores import blend, scores
from companion.senses.sounds.settings import Settings
from models.sounds.train.compare import FOLDS, Clip, clip_windows, ours
from models.sounds.train.net import LABELS
from models.sounds.train.recordings import load
from models.sounds.train.tagging import Frozen, chances, described, learn
from models.sounds.train.teacher import Teachers
from models.sounds.train.train import Shards
from models.sounds.train.yamnet import Net
from models.synth.voices.source import RATE

VIEWS = {"mn04": slice(0, 384), "mn04 and its scores": slice(0, 429), "YAMNet's scores": slice(429, 474)}
_SILENT = 10**-7.5  # power of the last half second
Judge = Callable[[np.ndarray], np.ndarray]  # rows of a view -> logits


def head(rows: np.ndarray, labels: np.ndarray, chance: np.ndarray) -> Judge:
    """The third voice's kind of head."""
    learned = learn(rows, labels, chance, 0)
    return lambda view: learned(torch.tensor(view.astype(np.float32))).detach().numpy()


def sounding(windows: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Those that are not silent; all where none sounds."""
    return [w for w in windows if np.mean(w[-RATE // 2 :] ** 2) > _SILENT] or list(windows)


def best(logits: Sequence[np.ndarray], active: Sequence[str], looks: int) -> tuple[str, float]:
    """The likeliest of the active signals in a clip and its score; `logits` [windows, labels], and a third voice's."""
    said = [[scores(row.astype(np.float32), LABELS, active) for row in voice] for voice in logits]
    share = Settings.load().third
    rows = [blend(own, third, share) for own, third in zip(*said, strict=True)] if len(said) > 1 else said[0]
    found = np.array([list(row.values()) for row in rows])
    looks = min(looks, len(found))
    means = np.stack([found[i : len(found) - looks + 1 + i] for i in range(looks)]).mean(axis=0)
    top = means.max(axis=0)
    return active[int(top.argmax())], float(top.max())


def told(way: str, heard: dict[str, list[tuple[Clip, list[np.ndarray]]]], letter: str, looks: int) -> None:
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
    for name in ("sounds", "models", "shards", "prefix"):
        parser.add_argument(name, type=Path)
    parser.add_argument("states", type=Path, nargs=len(FOLDS))
    args = parser.parse_args()
    torch.set_num_threads(1)
    data, teachers = Shards(args.shards, "shard_*.npz"), Teachers(args.models)
    names = json.loads((args.models / "yamnet_names.json").read_text("utf-8"))
    frozen = Frozen(Net.of(args.prefix), names)
    third = np.concatenate([described(frozen, np.load(f)["audio"]) for f in sorted(args.shards.glob("shard_*.npz"))])
    recordings = load(args.sounds)
    kept = [r for r in recordings if r.held and not r.group.startswith("voices")]
    kept += [r for r in recordings if r.held and r.group.startswith("voices")][::6]
    animals = [r for r in recordings if r.group.startswith("animals") and r.label in SIGNALS]
    clips = {r.file: Clip(sounding(clip_windows(r.samples)), r.label, r.group) for r in [*animals, *kept]}
    said = {file: np.array([teachers(w) for w in clip.windows], np.float32) for file, clip in clips.items()}
    frozen_said = {file: described(frozen, np.array(clip.windows) * 32768) for file, clip in clips.items()}
    ways = ("ours", "the third voice", "ours and the third", *VIEWS)
    heard: dict[str, dict[str, list[tuple[Clip, list[np.ndarray]]]]] = {
        way: {"animal": [], "negative": []} for way in ways
    }
    for without, state in zip(FOLDS, args.states, strict=True):
        chance = chances(data.label, data.group, ~np.array([g.startswith(without) for g in data.group]))
        net, voice = ours(state), head(third, data.label, chance)
        heads = {way: head(data.teacher[:, part].astype(np.float32), data.label, chance) for way, part in VIEWS.items()}
        for kind, tested in (("animal", [r for r in animals if r.group.startswith(without)]), ("negative", kept)):
            for r in tested:
                clip = clips[r.file]
                own, asked = np.array([net(w) for w in clip.windows]), voice(frozen_said[r.file])
                given = {"ours": [own], "the third voice": [asked], "ours and the third": [own, asked]}
                given |= {way: [heads[way](said[r.file][:, part])] for way, part in VIEWS.items()}
                for way, logits in given.items():
                    heard[way][kind].append((clip, logits))
    for way, found in heard.items():
        for letter in "AC":
            for looks in (1, 3):
                told(way, found, letter, looks)


if __name__ == "__main__":
    main()
