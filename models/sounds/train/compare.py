"""The shipped way beside YAMNet and EfficientAT with linear heads trained on the same scenes, in one run.

python -m models.sounds.train.compare SOUNDS BANK MODELS OUT.json [--folds A.pt B.pt C.pt]
Synthetic voices: signals by voices that no training heard, against the shipped model. Real animals, with --folds:
leave-one-source-out in three folds; for ours, a net trained without the fold's sources (states in the order of FOLDS),
for the others, a linear head on their embedding (EfficientAT: 384 values; YAMNet: its 521 scores) trained without them.
Negatives: recordings that no training saw. All see the same windows; a clip's score is the best of its windows, and
each method has its own threshold at 1 % false alarms on the negative clips.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from companion.senses.sounds.names import SETS, SIGNALS
from companion.senses.sounds.net import SoundNet
from companion.senses.sounds.scores import scores
from models.sounds.train.net import LABELS, Body, FrontEnd
from models.sounds.train.recordings import load
from models.sounds.train.scenes import Studio, scene, windows
from models.sounds.train.teacher import Teacher, Yamnet
from models.synth.voices.source import RATE

WAYS = ("tts", "rhythm", "revoiced", "larynx")  # of the synthetic voices that no training heard
FOLDS = (("animals:runsy",), ("animals:ElCeejo",), ("animals:deepin", "animals:keyhr", "animals:EnacheVictor"))
Embed = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Clip:
    """A test clip: its windows, label and group."""

    windows: list[np.ndarray]
    label: str
    group: str


def clip_windows(samples: np.ndarray) -> list[np.ndarray]:
    """Windows a quarter of a second apart, padded in front as the running sense pads."""
    padded = np.concatenate([np.zeros(RATE // 2), samples, np.zeros(RATE // 4)])
    ends = range(min(len(padded), RATE), len(padded) + 1, RATE // 4)
    return [np.concatenate([np.zeros(max(0, RATE - end)), padded[max(0, end - RATE) : end]]) for end in ends]


def head(vectors: np.ndarray, labels: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """A linear head by Adam on cross-entropy, on standardised vectors."""
    mean, deviation = vectors.mean(0), vectors.std(0) + 1e-3
    x = torch.tensor((vectors - mean) / deviation, dtype=torch.float32)
    y = torch.tensor(labels)
    layer = torch.nn.Linear(x.shape[1], len(LABELS))
    optimiser = torch.optim.Adam(layer.parameters(), lr=0.01, weight_decay=1e-3)
    for _ in range(300):
        optimiser.zero_grad()
        torch.nn.functional.cross_entropy(layer(x), y).backward()
        optimiser.step()
    weight, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
    return lambda v: np.asarray(((v - mean) / deviation) @ weight.T + bias)


def shipped() -> Embed:
    """Logits of the shipped model for one window."""
    net = SoundNet()
    if net.labels != LABELS:
        raise SystemExit("the shipped model has other labels than net.py")
    return lambda window: net.hear(window.astype(np.float32)).logits


def synthetic(sounds: Path, bank: Path, count: int) -> list[Clip]:
    """One window each of `count` signals in scenes, by held-out synthesisers' voices and held-out larynges."""
    studio, rng = Studio(sounds, bank, held=True), np.random.default_rng(808)
    clips: list[Clip] = []
    while len(clips) < count:
        take = studio.take(rng, str(rng.choice(SIGNALS)))
        if take.group in WAYS:
            clips.append(Clip(windows(rng, *scene(rng, studio, take), 1), take.label, take.group))
    return clips


def ours(state: Path) -> Embed:
    """Logits of a trained body for one window."""
    body, front = Body(), FrontEnd()
    body.load_state_dict(torch.load(state, weights_only=False)["average"])
    body.eval()

    def run(window: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            return body(front(torch.tensor(window[None], dtype=torch.float32)))[1][0].numpy()

    return run


def recall(rows: list[tuple[str, np.ndarray]], negatives: list[np.ndarray], active: tuple[str, ...]) -> dict[str, Any]:
    """Recall a class at 1 % false alarms; a row is (label, logits [windows, labels]) of one clip."""

    def best(logits: np.ndarray) -> tuple[str, float]:
        found = [scores(window.astype(np.float32), LABELS, active) for window in logits]
        top = {name: max(row[name] for row in found) for name in active}
        name = max(top, key=lambda key: top[key])
        return name, top[name]

    bar = float(np.quantile([best(logits)[1] for logits in negatives], 0.99, method="higher"))
    told = [(label, *best(logits)) for label, logits in rows if label in active]
    by = {name: [n == name and value > bar for label, n, value in told if label == name] for name in active}
    named = {name: [n == name for label, n, _ in told if label == name] for name in active}
    kept = [name for name in active if by[name]]
    return {
        "clips": len(told),
        "macro_recall_at_1_percent": round(float(np.mean([np.mean(by[name]) for name in kept])), 3),
        "macro_named_right": round(float(np.mean([np.mean(named[name]) for name in kept])), 3),
        "recall": {name: round(float(np.mean(by[name])), 2) for name in kept},
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("sounds", "bank", "models", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--folds", type=Path, nargs=len(FOLDS), default=())
    parser.add_argument("--scenes", type=int, default=900)
    parser.add_argument("--voices", type=int, default=300)
    args = parser.parse_args()
    torch.set_num_threads(1)
    mn04, yamnet = Teacher(args.models / "efficientat_mn04_as_1s.onnx"), Yamnet(args.models / "yamnet.tflite")
    embed: dict[str, Embed] = {"efficientat_mn04": lambda w: mn04.embed(w)[0], "yamnet": yamnet}
    studio, rng = Studio(args.sounds, args.bank), np.random.default_rng(404)
    takes = [studio.take(rng, LABELS[i % len(LABELS)]) for i in range(args.scenes)]
    pieces = [windows(rng, *scene(rng, studio, take), 1)[0] for take in takes]
    labels, groups = np.array([LABELS.index(t.label) for t in takes]), np.array([t.group for t in takes])
    vectors = {name: np.array([f(piece) for piece in pieces]) for name, f in embed.items()}
    recordings = load(args.sounds)
    animals = [Clip(clip_windows(r.samples), r.label, r.group) for r in recordings if r.group.startswith("animals")]
    held = [r for r in recordings if r.held and not r.group.startswith("voices")]
    talk = [r for r in recordings if r.held and r.group.startswith("voices")][::6]
    negatives = [Clip(clip_windows(r.samples), r.label, r.group) for r in [*held, *talk]]
    voices = synthetic(args.sounds, args.bank, args.voices)
    seen = {
        name: {id(c): np.array([f(w) for w in c.windows]) for c in [*voices, *animals, *negatives]}
        for name, f in embed.items()
    }
    result: dict[str, Any] = {"negative_clips": len(negatives), "scenes_for_heads": args.scenes, "voices": len(voices)}
    net = shipped()
    judges: dict[str, Callable[[Clip], np.ndarray]] = {"ours": lambda c: np.array([net(w) for w in c.windows])}
    for name in embed:
        linear = head(vectors[name], labels)
        judges[name] = lambda c, linear=linear, name=name: linear(seen[name][id(c)])  # type: ignore[misc]
    for name, judge in judges.items():
        silent, heard = [judge(c) for c in negatives], [(c, judge(c)) for c in voices]
        result[name] = {
            f"synthetic_{way}": {
                letter: recall([(c.label, logits) for c, logits in heard if c.group == way], silent, active)
                for letter, active in SETS.items()
                if active
            }
            for way in WAYS
        }
    if args.folds:
        leave_out(args, embed, vectors, labels, groups, seen, animals, negatives, result)
    args.out.write_text(json.dumps(result, indent=2), "utf-8")
    print(json.dumps(result, indent=2))


def leave_out(
    args: argparse.Namespace,
    embed: dict[str, Embed],
    vectors: dict[str, np.ndarray],
    labels: np.ndarray,
    groups: np.ndarray,
    seen: dict[str, dict[int, np.ndarray]],
    animals: list[Clip],
    negatives: list[Clip],
    result: dict[str, Any],
) -> None:
    """Real animals of sources that were not trained on, into `result`."""
    collected: dict[str, dict[str, list[Any]]] = {name: {"rows": [], "negatives": []} for name in ("ours", *embed)}
    for without, state in zip(FOLDS, args.folds, strict=True):
        tested = [c for c in animals if c.group.startswith(without)]
        keep = ~np.array([g.startswith(without) for g in groups])
        net = ours(state)
        judges: dict[str, Callable[[Clip], np.ndarray]] = {}
        judges["ours"] = lambda c, net=net: np.array([net(w) for w in c.windows])  # type: ignore[misc]
        for name in embed:
            linear = head(vectors[name][keep], labels[keep])
            judges[name] = lambda c, linear=linear, name=name: linear(seen[name][id(c)])  # type: ignore[misc]
        for name, judge in judges.items():
            collected[name]["rows"] += [(c.label, judge(c)) for c in tested]
            collected[name]["negatives"] += [judge(c) for c in negatives]
    for name, found in collected.items():
        result[name]["real_animals"] = {
            letter: recall(found["rows"], found["negatives"], active)
            for letter, active in SETS.items()
            if letter in "AC"
        }


if __name__ == "__main__":
    main()
