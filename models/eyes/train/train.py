"""Trains the eye network: python -m models.eyes.train.train SHARDS STATE.pt --minutes 10 [--export MODEL.onnx].

Resumable: STATE.pt holds network, average, optimiser and the minutes of processor time spent; the learning rate follows
a cosine over all minutes asked for. Shards that have come since are read on every start. One thread.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from models.eyes.train.data import Part, Shards, augment
from models.eyes.train.net import MEASURES, SCORES, EyesNet, Exported

BATCH, RATE, WARM_UP = 96, 2.5e-3, 150


def loss_of(net: EyesNet, x: torch.Tensor, y: torch.Tensor, m: torch.Tensor) -> torch.Tensor:
    """Cross-entropy on the labels that count (>= 0), smoothed, plus the lids' opening."""
    logits, measures = net(x)
    counted = (y >= 0).float()
    smooth = y.clamp(0, 1).float() * 0.96 + 0.02
    bce = (F.binary_cross_entropy_with_logits(logits, smooth, reduction="none") * counted).sum() / counted.sum()
    return bce + 2.0 * F.smooth_l1_loss(measures, m, beta=0.1)


@torch.no_grad()
def validate(net: EyesNet, held: list[Part]) -> dict[str, float]:
    """Balanced accuracy at 0.5, recall at 1 % false alarms and AUC, on rendered people never trained on."""
    net.eval()
    logits = torch.cat([net(torch.from_numpy(x[i : i + 250]))[0] for x, _, _ in held for i in range(0, len(x), 250)])
    y, out = np.concatenate([t for _, t, _ in held]), {}
    for k, name in enumerate(SCORES):
        yes, no = logits[y[:, k] == 1, k].numpy(), logits[y[:, k] == 0, k].numpy()
        out[name] = round(float((yes > 0).mean() + (no <= 0).mean()) / 2, 3)
        out[name + "_r1"] = round(float((yes > np.quantile(no, 0.99)).mean()), 3)
        out[name + "_auc"] = round(float((yes[:, None] > no).mean()), 4)
    return out


def export(average: EyesNet, path: Path) -> None:
    """Write the averaged network as ONNX (input crops (n, 56, 96) float 0..255), and its hash beside it."""
    model = Exported(copy.deepcopy(average)).eval()
    torch.onnx.export(
        model, (torch.zeros(1, 56, 96),), str(path), input_names=["crops"], output_names=["scores", "measures"],
        dynamic_axes={n: {0: "n"} for n in ("crops", "scores", "measures")}, dynamo=False, opset_version=17,
    )  # fmt: skip
    meta = {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "scores": SCORES, "measures": MEASURES,
        "input": "grey crop 56x96, 0..255; recipe in the model card",
    }  # fmt: skip
    path.with_suffix(".json").write_text(json.dumps(meta, indent=1) + "\n")


def main() -> None:
    """Train until the minutes are spent; save, validate and export now and then."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("state", type=Path)
    parser.add_argument("--minutes", type=float, default=10, help="of processor time")
    parser.add_argument("--export", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    shards = Shards(given.shards)
    images, y, m = shards.batch()
    net = EyesNet()
    average, step, spent = copy.deepcopy(net), 0, 0.0
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=0.02)
    if given.state.exists():
        saved = torch.load(given.state, weights_only=True)
        net.load_state_dict(saved["net"])
        average.load_state_dict(saved["average"])
        optimiser.load_state_dict(saved["optimiser"])
        step, spent = saved["step"], saved["spent"]
    rng, seconds = np.random.default_rng([given.seed, step]), given.minutes * 60
    clock, told, losses = time.process_time(), time.process_time(), [0.0]
    print(f"{sum(p.numel() for p in net.parameters())} parameters, {len(images)} crops", flush=True)
    while spent < seconds:
        take = rng.integers(0, len(images), BATCH)
        rate = RATE * min(1.0, step / WARM_UP + 0.02) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, spent / seconds)))
        for group in optimiser.param_groups:
            group["lr"] = rate + 1e-5
        net.train()
        x, opened = augment(torch.from_numpy(images[take]), torch.from_numpy(m[take]))
        loss = loss_of(net, x, torch.from_numpy(y[take]), opened)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        step += 1
        losses.append(float(loss.detach()))
        decay = min(0.998, 1 - 1 / (step + 1))
        with torch.no_grad():
            for a, b in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
                if a.dtype.is_floating_point:
                    a.mul_(decay).add_(b, alpha=1 - decay)
                else:
                    a.copy_(b)
        now = time.process_time()
        spent, clock = spent + now - clock, now
        if now - told > 60 or spent >= seconds:
            told = now
            torch.save({"net": net.state_dict(), "average": average.state_dict(), "step": step, "spent": spent,
                        "optimiser": optimiser.state_dict()}, given.state)  # fmt: skip
            print(f"{spent / 60:.1f} min, step {step}, loss {np.mean(losses[-200:]):.4f} {validate(average, shards.held)}",
                  flush=True)  # fmt: skip
    if given.export:
        export(average, given.export)


if __name__ == "__main__":
    main()
