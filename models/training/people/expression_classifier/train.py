"""Trains a head on frozen features of rendered faces: a few minutes of one thread.

python -m models.training.people.expression_classifier.train SHARDS WEIGHTS --copies 5 --export HEAD.onnx
WEIGHTS is EfficientNet-Lite0's file (efficientnet.py). Each crop is seen in ``--copies`` augmented variants, whose
features are computed once and kept beside the shards.
"""

from __future__ import annotations

import copy
import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
import typer

from models.training.exporting import without_pads, write
from models.training.people.expression_classifier.data import augment, part
from models.training.people.expression_classifier.net import SCORES, Exported, ExpressionNet, Head, levelled, trunk_of
from models.training.people.judged import Shards, asked, ship, validate

BATCH, RATE = 256, 2e-3
Learned = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""Features (n, 80, 6, 6), yes or no of each score, and the lids' opening."""


def ship_expressions(net: torch.nn.Module, path: Path) -> None:
    """Write the network as ONNX: crops (n, 96, 96) float 0..255 in."""
    ship(Exported(net), torch.zeros(1, 96, 96), path)
    write(without_pads(path), path)


def quick(trunk: torch.nn.Module) -> Callable[[torch.Tensor], torch.Tensor]:
    """The trunk in onnxruntime, which is ten times as fast at convolutions by channel."""
    import onnxruntime

    file = io.BytesIO()
    torch.onnx.export(trunk, (torch.zeros(1, 1, 96, 96),), file, input_names=["x"], dynamic_axes={"x": {0: "n"}},
                      dynamo=False, opset_version=17)  # fmt: skip
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(file.getvalue(), options)
    return lambda x: torch.from_numpy(session.run(None, {"x": x.numpy()})[-1])


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


def variants(folder: Path, shards: Shards, run: Callable[[torch.Tensor], torch.Tensor], copies: int) -> Learned:
    """Every shard's crops in ``copies`` variants; kept beside the shards."""
    found: list[Learned] = []
    for name, (images, y, m) in shards.train.items():
        for k in range(copies):
            kept = folder / f"{name}-{k}.pt"
            if not kept.exists():
                torch.manual_seed(1000 * (sum(map(ord, name)) + int(name.split("-")[1])) + k)
                torch.save(features(run, images, m), kept)
            x, opened = torch.load(kept, weights_only=True)
            found.append((x, torch.from_numpy(y), opened))
    x, labels, measures = (torch.cat(part) for part in zip(*found, strict=True))
    return x, labels, measures


def fit(learned: Learned, epochs: int) -> Head:
    """A head: the moving average of its weights."""
    x, y, m = learned
    head = Head()
    average = torch.optim.swa_utils.AveragedModel(
        head, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    optimiser = torch.optim.AdamW(head.parameters(), RATE, weight_decay=0.05)
    steps = max(1, epochs * (len(x) // BATCH))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps, pct_start=0.1)
    for _ in range(steps):
        take = torch.randint(0, len(x), (BATCH,))
        logits, measures = head.train()(x[take].float())
        loss = asked(logits, y[take]) + 2.0 * F.smooth_l1_loss(measures, m[take], beta=0.1)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        schedule.step()
        average.update_parameters(head)
    print(f"{steps} steps, loss {float(loss.detach()):.3f}", flush=True)
    found: Head = copy.deepcopy(average.module)  # type: ignore[assignment]
    return found


def main(
    shards: Path, weights: Path, copies: int = 6, epochs: int = 14, export: Path | None = None, seed: int = 1
) -> None:
    """Compute the features that are missing, train the head, validate, export."""
    torch.set_num_threads(1)
    crops, trunk = Shards(shards, "faces", part), trunk_of(weights)
    learned = variants(shards, crops, quick(trunk), copies)
    torch.manual_seed(seed)
    net = ExpressionNet(trunk, fit(learned, epochs))
    told = validate(net, crops.held.values(), SCORES) if crops.held else ""
    print(f"{len(learned[0])} variants: {told}", flush=True)
    if export:
        ship_expressions(net, export)


if __name__ == "__main__":
    typer.run(main)
