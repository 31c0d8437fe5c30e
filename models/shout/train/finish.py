"""Makes the shipped file from a trained state, and says what thresholds are worth on the tune part's scenes.

python -m models.shout.train.finish SHARDS STATE.pt --version 1 [--export]
Prints, for a row of thresholds: phrases found, false ones an hour of talk and in a hundred near misses, cries.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import torch

from models.shout.train.bank import KEYWORDS
from models.shout.train.build import unpacked
from models.shout.train.net import CONTEXT, STRIDE, Body, export
from models.shout.train.train import Shards, times

FOLDER = Path(__file__).resolve().parents[1]
BARS = tuple(range(-2, 9))
_CALM = ("talk", "mention", "recorded", "things", "played")
_ALIKE = 3  # scores that are averaged, as companion/senses/speech/shout.py does


def scores_of(body: Body, data: Shards) -> tuple[np.ndarray, np.ndarray]:
    """Averaged log-odds [n, OUTPUTS, t] and ages [n, t] of every scene."""
    body.eval()
    found, ages = [], []
    with torch.no_grad():
        for i in range(0, len(data.mel), 50):
            score, age = body(torch.from_numpy(unpacked(data.mel[i : i + 50])))
            found.append(score.numpy())
            ages.append(age.numpy())
    raw = np.concatenate(found)
    mean = sum(raw[:, :, k : raw.shape[2] - _ALIKE + 1 + k] for k in range(_ALIKE)) / _ALIKE
    return np.asarray(mean), np.concatenate(ages)[:, _ALIKE - 1 :]


def report(body: Body, data: Shards) -> None:
    mean, ages = scores_of(body, data)
    at = times((data.mel.shape[2] - 5) // STRIDE - CONTEXT)[_ALIKE - 1 :]
    seconds = len(at) * (at[1] - at[0])
    for k, name in enumerate(KEYWORDS):
        best, off = [], []
        for i, phrases in enumerate(data.said):
            if phrases[0, 0] != k or phrases[1, 0] >= 0 or phrases[0, 2] < at[0]:
                continue
            window = (at > phrases[0, 2] - 0.15) & (at < phrases[0, 2] + 0.35)
            best.append(float(mean[i, k, window].max()))
            first = np.flatnonzero(window)[int(np.argmax(mean[i, k, window]))]
            off.append(at[first] - ages[i, first] - phrases[0, 1])
        others = (data.said[:, :, 0] < 0).all(axis=1)
        tops = mean[:, k].max(axis=1)
        error = [f"{v:.3f}" for v in np.quantile(np.abs(off), [0.5, 0.9, 0.95])]
        print(name, len(best), "dates off by", *error, f"s (50, 90, 95 %), bias {np.median(off):.3f} s")
        for bar in BARS:
            row = [f"bar {bar}: found {np.mean(np.array(best) > bar):.3f}"]
            for kind in ("mixed", "near", "cry", *_CALM):
                of = others & (data.note == kind)
                row.append(f"{kind} {100 * np.mean(tops[of] > bar):.1f} %")
            calm = others & np.isin(data.note, _CALM)
            row.append(f"{np.sum(tops[calm] > bar) / (calm.sum() * seconds / 3600):.1f} an hour calm")
            print("  ", ", ".join(row))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("shards", type=Path)
    parser.add_argument("state", type=Path)
    parser.add_argument("--version", default="1")
    parser.add_argument("--export", action="store_true")
    args = parser.parse_args()
    torch.set_num_threads(1)
    state = torch.load(args.state, weights_only=False)
    body = Body()
    body.load_state_dict(state["average"])
    print("steps", state["step"], "minutes", round(state["spent"] / 60, 1))
    report(body, Shards.load(args.shards, "tune_*.npz"))
    if args.export:
        file = FOLDER / "model.onnx"
        export(body, file, {"version": args.version, "steps": str(state["step"]), "licence": "MIT"})
        digest, size = hashlib.sha256(file.read_bytes()).hexdigest(), file.stat().st_size
        file.with_name("model.json").write_text(json.dumps({"sha256": digest, "bytes": size}, indent=1) + "\n", "utf-8")
        print(file.name, size, "bytes", digest[:12])


if __name__ == "__main__":
    main()
