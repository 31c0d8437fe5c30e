"""Chooses the hint thresholds in calibration/sounds.toml: the running path over scenes without signals.

python -m models.sounds.train.calibrate SOUNDS BANK --scenes 300 --rate 0.007
Negatives: synthesised with held-out voices, and the half of the recordings that training may see. For each set, one
margin is added to every signal's own high quantile so that `rate` of the scenes give any signal.
"""

from __future__ import annotations

import argparse
import re
from itertools import pairwise
from pathlib import Path

import numpy as np

from companion.senses.sounds.look import Look
from companion.senses.sounds.names import SETS, SIGNALS
from companion.senses.sounds.net import Heard, SoundNet
from companion.senses.sounds.sense import SoundSense
from models.sounds.train.finish import ROOT
from models.sounds.train.net import LABELS
from models.sounds.train.scenes import Studio, scene

TARGET = ROOT / "calibration/sounds.toml"
_NEGATIVE = {"speech": 0.42, "laughter": 0.15, "cough": 0.08, "other": 0.35}


class Remembered(SoundNet):
    """The network with what it said of the last scene: every set looks at the same windows."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[tuple[bytes, bool], Heard] = {}

    def hear(self, samples: np.ndarray, both: bool = False) -> Heard:
        key = samples.tobytes(), both
        if key not in self.said:
            self.said[key] = super().hear(samples, both)
        return self.said[key]


def reached(samples: np.ndarray, sense: SoundSense, active: tuple[str, ...]) -> dict[str, float]:
    """The highest score that each signal holds over two looks in a row as the best candidate, -20 where none."""
    looks: list[Look] = []
    sense.restart(active, looks.append)
    list(sense.feed(samples.astype(np.float32), 0.0))
    sense.finish()
    caution = sense.settings.speech_caution
    best = dict.fromkeys(active, -20.0)
    for first, second in pairwise(looks):
        for name in active:
            if all(name == max(look.scores, key=lambda n: look.scores[n]) for look in (first, second)):
                held = min(look.scores[name] - caution * look.talk for look in (first, second))
                best[name] = max(best[name], held)
    return best


def thresholds(scores: list[dict[str, float]], active: tuple[str, ...], rate: float) -> dict[str, float]:
    """A threshold a signal: its own 97th percentile, or 1.0, and a common margin that meets `rate` over all scenes."""
    table = np.array([[row[name] for name in active] for row in scores])
    own = np.maximum(np.quantile(table, 0.97, axis=0), 1.0)
    over = np.sort((table - own).max(axis=1))
    margin = over[-max(1, int(rate * len(over))) - 1]
    return {name: round(float(own[i] + max(0.0, margin)), 2) for i, name in enumerate(active)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("sounds", type=Path)
    parser.add_argument("bank", type=Path)
    parser.add_argument("--scenes", type=int, default=300)
    parser.add_argument("--rate", type=float, default=0.007)
    args = parser.parse_args()
    seen, held = Studio(args.sounds, args.bank), Studio(args.sounds, args.bank, held=True)
    held.negatives = {"speech": [], "cough": [], "other": []}  # recordings kept for testing are not looked at here
    rng, net = np.random.default_rng(99), Remembered()
    sense = SoundSense("calibration", net=net)
    sets = {letter: active for letter, active in (*SETS.items(), ("all", SIGNALS)) if active}
    scores: dict[str, list[dict[str, float]]] = {letter: [] for letter in sets}
    for index in range(args.scenes):
        if index % 50 == 0:
            print(index, "scenes", flush=True)
        label = str(rng.choice(list(_NEGATIVE), p=list(_NEGATIVE.values())))
        studio = held if rng.random() < 0.5 else seen
        samples = scene(rng, studio, studio.take(rng, label))[0]
        net.said.clear()
        for letter, active in sets.items():
            scores[letter].append(reached(samples, sense, active))
    text = TARGET.read_text("utf-8")
    for letter, active in sets.items():
        found = thresholds(scores[letter], active, args.rate)
        print(letter, found, flush=True)
        block = f"[hint.{letter}]\n" + "".join(f"{name} = {value}\n" for name, value in found.items())
        text = re.sub(rf"\[hint\.{letter}\]\n(?:\w+ = [-\d.]+\n)+", block, text)
    TARGET.write_text(text, "utf-8")
    assert set(SIGNALS) <= set(LABELS)


if __name__ == "__main__":
    main()
