"""Trains a head on frozen features: python -m models.expression.train.train SHARDS WEIGHTS [--export MODEL.onnx].

WEIGHTS is EfficientNet-Lite0's file (features.py). Each crop is seen in ``--copies`` augmented variants whose features
are computed once and kept beside the shards; the head then takes a few minutes. One thread.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import io
import json
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from models import pads
from models.expression.train.data import Part, Shards, augment
from models.expression.train.features import Trunk, load
from models.expression.train.net import MEASURES, SCORES, Exported, ExpressionNet, Head, levelled

BATCH, RATE = 256, 2e-3


def loss_of(net: nn.Module, x: torch.Tensor, y: torch.Tensor, m: torch.Tensor) -> torch.Tensor:
    """Cross-entropy on the labels that count (>= 0), smoothed, plus the lids' opening."""
    logits, measures = net(x)
    counted = (y >= 0).float()
    smooth = y.clamp(0, 1).float() * 0.96 + 0.02
    bce = (F.binary_cross_entropy_with_logits(logits, smooth, reduction="none") * counted).sum() / counted.sum()
    return bce + 2.0 * F.smooth_l1_loss(measures, m, beta=0.1)


@torch.no_grad()
def validate(net: nn.Module, held: list[Part]) -> dict[str, float]:
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


def export(average: nn.Module, path: Path) -> None:
    """Write the averaged network as ONNX (input crops (n, 96, 96) float 0..255), and its hash beside it."""
    model = Exported(copy.deepcopy(average)).eval()
    torch.onnx.export(
        model, (torch.zeros(1, 96, 96),), str(path), input_names=["crops"], output_names=["scores", "measures"],
        dynamic_axes={n: {0: "n"} for n in ("crops", "scores", "measures")}, dynamo=False, opset_version=17,
    )  # fmt: skip
    pads.rewrite(path)
    meta = {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "scores": SCORES, "measures": MEASURES,
        "input": "grey crop 96x96, 0..255; recipe in the model card",
    }  # fmt: skip
    path.with_suffix(".json").write_text(json.dumps(meta, indent=1) + "\n")


def quick(trunk: Trunk) -> Callable[[torch.Tensor], torch.Tensor]:
    """The trunk in onnxruntime, which is ten times as fast at convolutions by channel."""
    import onnxruntime

    file = io.BytesIO()
    axes = {"x": {0: "n"}, "y": {0: "n"}}
    torch.onnx.export(trunk, (torch.zeros(1, 1, 96, 96),), file, input_names=["x"], output_names=["y"],
                      dynamic_axes=axes, dynamo=False, opset_version=17)  # fmt: skip
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(file.getvalue(), options)
    return lambda x: torch.from_numpy(session.run(None, {"x": x.numpy()})[0])


@torch.no_grad()
def features(
    run: Callable[[torch.Tensor], torch.Tensor], images: np.ndarray, m: np.ndarray
) -> tuple[torch.Tensor, torch.Tensor]:
    """Half-precision features of one augmented variant of each crop, and its lids' opening (mirrored with it)."""
    out, opened = [], []
    for i in range(0, len(images), 32):
        x, part = augment(torch.from_numpy(images[i : i + 32]), torch.from_numpy(m[i : i + 32]))
        out.append(run(levelled(x)).half())
        opened.append(part)
    return torch.cat(out), torch.cat(opened)


def variants(
    folder: Path, shards: Shards, trunk: Trunk, copies: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Features, labels and lids' opening of every shard's crops in ``copies`` variants; kept beside the shards."""
    xs, ys, ms = [], [], []
    run = quick(trunk)
    for name, (images, y, m) in zip(shards.names, shards.train, strict=True):
        for k in range(copies):
            kept = folder / f"{name}-{k}.pt"
            if not kept.exists():
                torch.manual_seed(1000 * (sum(map(ord, name)) + int(name.split("-")[1])) + k)
                torch.save(features(run, images, m), kept)
            x, opened = torch.load(kept, weights_only=True)
            xs.append(x)
            ys.append(torch.from_numpy(y))
            ms.append(opened)
    return torch.cat(xs), torch.cat(ys), torch.cat(ms)


def fit(x: torch.Tensor, y: torch.Tensor, m: torch.Tensor, epochs: int) -> Head:
    """A head on features (n, 80, 6, 6): the moving average of its weights."""
    head = Head()
    average = copy.deepcopy(head)
    optimiser = torch.optim.AdamW(head.parameters(), RATE, weight_decay=0.05)
    steps = epochs * (len(x) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps, pct_start=0.1)
    for step in range(steps):
        take = torch.randint(0, len(x), (BATCH,))
        head.train()
        loss = loss_of(head, x[take].float(), y[take], m[take])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        decay = min(0.995, 1 - 1 / (step + 1))
        with torch.no_grad():
            for a, b in zip(average.state_dict().values(), head.state_dict().values(), strict=True):
                if a.dtype.is_floating_point:
                    a.mul_(decay).add_(b, alpha=1 - decay)
                else:
                    a.copy_(b)
    print(f"{steps} steps, loss {float(loss.detach()):.3f}", flush=True)
    return average


def main() -> None:
    """Compute the features that are missing, train the head, validate, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--copies", type=int, default=6)
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--export", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, nargs="*", default=[1.0], help="of the shards, for a learning curve")
    given = parser.parse_args()
    torch.set_num_threads(1)
    shards, trunk = Shards(given.shards), load(given.weights)
    start = time.process_time()
    x, y, m = variants(given.shards, shards, trunk, given.copies)
    print(f"{len(x)} variants, {(time.process_time() - start) / 60:.1f} min of features", flush=True)
    ends = np.cumsum([len(images) * given.copies for images, _, _ in shards.train])
    head = Head()
    for share in given.share:
        n = int(ends[max(round(share * len(ends)), 1) - 1])
        torch.manual_seed(given.seed)
        head = fit(x[:n], y[:n], m[:n], given.epochs)
        print(f"{n // given.copies} crops: {validate(ExpressionNet(trunk, head), shards.held)}", flush=True)
    if given.export:
        export(ExpressionNet(trunk, head), given.export)


if __name__ == "__main__":
    main()
