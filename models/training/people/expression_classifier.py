"""The expression network: 96x96 grey crop from brows to mouth -> six yes/no scores and how far each eye is open.

The trunk stays in models/expression_classifier/model.onnx as it is, and so does the first of the two heads. The second
learns here, in a few minutes of one thread. Each crop is seen in ``copies`` augmented variants, whose features are
computed once and kept beside the shards.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from torch import nn

from models.training.course import fit
from models.training.exporting import put, within, write
from models.training.people.judged import Part, Shards, asked, moved, three, validate
from models.training.people.poses import FACES

FILE = Path(__file__).resolve().parents[3] / "models/expression_classifier/model.onnx"
SCORES = ("sour", "wide", "closed", "laughing", "frown", "grin")
CHANNELS = 80
CATEGORIES = list(FACES)
MEASURES = ("open_right", "open_left")  # lids apart over the eye's width
Describe = Callable[[np.ndarray], np.ndarray]
"""Crops (n, 96, 96) of 0..255 to the trunk's features (n, 80, 6, 6)."""


class Head(nn.Module):
    """About 0.1 M trained parameters on (n, 80, 6, 6); output logits and measures."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(CHANNELS, 48, 1, bias=False),
            nn.BatchNorm2d(48),
            nn.ReLU(),
            nn.Flatten(),
            nn.Dropout(0.3),
            nn.Linear(48 * 36, 64),
            nn.ReLU(),
            nn.Dropout(0.2),
        )
        self.scores = nn.Linear(64, len(SCORES))
        self.measures = nn.Linear(64, len(MEASURES))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.body(x)
        return self.scores(x), self.measures(x)

    def weights(self, first: tuple[str, str]) -> dict[str, np.ndarray]:
        """By their names in the file; the norm is folded into the first convolution, whose names are given."""
        state = self.state_dict()
        scale = state["body.1.weight"] / torch.sqrt(state["body.1.running_var"] + 1e-5)
        folded = state["body.0.weight"] * scale[:, None, None, None]
        shift = state["body.1.bias"] - state["body.1.running_mean"] * scale
        others = {f"net.head.heads.1.{k}": v for k, v in state.items() if not k.startswith(("body.0", "body.1"))}
        return {name: v.numpy() for name, v in {first[0]: folded, first[1]: shift, **others}.items()}


def targets(z: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """(n, 6) int8 in the order of SCORES, -1 where the picture leaves it open, and (n, 2) opening right, left."""

    def both(name: str, of: str = "min") -> np.ndarray:
        pair = np.stack([z[name + "_r"], z[name + "_l"]])
        return pair.min(0) if of == "min" else pair.max(0)

    def of(*names: str) -> np.ndarray:
        return np.isin(z["category"].astype(int), [CATEGORIES.index(n) for n in names])

    shut, squint, down = both("shut"), both("squint"), z["brow_down"]
    raised = np.maximum(z["nose_wrinkle"], z["cheek_up"])
    # Screwed up: lids pressed shut, brows down, nose or cheeks up. Each alone is a wink, a frown, a laugh, sleep.
    tight = np.minimum(np.minimum(shut / 0.55, squint / 0.55), np.minimum(down / 0.55, raised / 0.3))
    sour = three(tight, 0.55, 0.95)
    sour[of("squint", "frown", "laugh", "smile", "grin")] = 0
    sour[of("half_sour") & (np.minimum(shut / 0.42, down / 0.55) >= 1)] = 1
    sour[of("pressed_shut", "bared_laugh", "thin_grin", "talk") & (sour != 0)] = 0
    sour[of("disgust") & (z["nose_wrinkle"] > 0.7)] = -1
    wide = three(both("wide"), 0.2, 0.5)
    wide[(both("wide", "max") > 0.3) & (wide == 0)] = -1
    closed = three(np.maximum(shut, 0), 0.45, 0.8)
    smile, cheek = both("smile"), z["cheek_up"]
    smiling = np.where(smile > 0.5, 1, np.where(smile < 0.15, 0, -1)).astype(np.int8)
    laughing = np.where(of("sour"), 0, smiling).astype(np.int8)
    laughing[(laughing == 1) & (cheek < 0.15)] = -1
    frown = three(down, 0.15, 0.5)
    y = np.stack([sour, wide, closed, laughing, frown, bared(z)], 1)
    unseen = (z["level"] < 0.04) | (z["contrast"] < 0.02) | (z["sun"] > 0)
    y[unseen[:, None] & (y == 1)] = -1
    return y, np.stack([z["eye_r"], z["eye_l"]], 1).astype(np.float32)


def bared(z: dict[str, np.ndarray]) -> np.ndarray:
    """(n,) int8: a mouth drawn wide and up that shows its teeth; -1 where it is neither."""
    smile = np.stack([z["smile_r"], z["smile_l"]])
    drawn, seen = smile.min(0), z["teeth"]
    out = np.full(len(seen), -1, np.int8)
    out[(smile.max(0) < 0.3) & (z["stretch"] < 0.5)] = 0
    none = [CATEGORIES.index(name) for name in ("sour", "half_sour", "closed_grin", "talk")]
    out[(drawn > 0.5) & (seen > 0.03) & (z["opening"] < 0.55)] = 1
    thin = seen + z["teeth_faint"]
    out[(drawn > 0.55) & (thin > 0.012) & (z["opening"] < 0.3)] = 1
    out[np.isin(z["category"].astype(int), none)] = 0
    out[(thin < 0.005) & (z["opening"] < 0.04)] = 0
    return out


def part(z: dict[str, np.ndarray]) -> Part:
    """Return a shard's crops, grey, and targets."""
    return grey(z["images"]), *targets(z)


def grey(images: np.ndarray) -> np.ndarray:
    """(n, h, w, 3) RGB uint8 -> (n, h, w) uint8, as OpenCV weighs the colours."""
    return (images @ np.array([0.299, 0.587, 0.114], np.float32) + 0.5).astype(np.uint8)


def augment(x: torch.Tensor, m: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """(n, h, w) uint8 -> float 0..255 with mirrored, moved, relit, blurred, covered and noisy variants."""
    n, (h, w) = len(x), x.shape[1:]
    x, flip = moved(x[:, None].float() / 255, 0.06, 0.06, (0.04, 0.05))
    m = m.clone()
    m[flip] = m[flip].flip(1)
    soft = F.avg_pool2d(F.pad(x, (1, 1, 1, 1), mode="replicate"), 3, 1)
    x = torch.where(torch.rand(n, 1, 1, 1) < 0.25, soft, x)
    mean = x.mean((1, 2, 3), keepdim=True)
    x = mean + (x - mean) * (torch.rand(n, 1, 1, 1) * 0.9 + 0.55) + torch.randn(n, 1, 1, 1) * 0.05
    x = x.clamp(0, 1) ** (torch.rand(n, 1, 1, 1) * 0.9 + 0.6)
    field = F.interpolate(torch.randn(n, 1, 3, 3) * 0.15, size=(h, w), mode="bicubic", align_corners=False)
    x = x * (1 + field) + torch.randn_like(x) * (torch.rand(n, 1, 1, 1) * 0.04)
    for k in torch.nonzero(torch.rand(n) < 0.08).flatten().tolist():  # hair, a finger, a cup before the face
        a = int(torch.randint(0, w - 12, ()))
        x[k, :, : int(torch.randint(4, h // 2, ())), a : a + int(torch.randint(6, 30, ()))] = torch.rand(())
    return (x.clamp(0, 1) * 255)[:, 0].contiguous(), m


BATCH, RATE = 256, 2e-3
Learned = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""Features (n, 80, 6, 6), yes or no of each score, and the lids' opening."""


@torch.no_grad()
def features(describe: Describe, images: np.ndarray, m: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Half-precision features of one augmented variant of each crop, and its lids' opening (mirrored with it)."""
    out, opened = [], []
    for i in range(0, len(images), 32):
        x, part = augment(torch.from_numpy(images[i : i + 32]), torch.from_numpy(m[i : i + 32]))
        out.append(torch.from_numpy(describe(x.numpy())).half())
        opened.append(part)
    return torch.cat(out), torch.cat(opened)


def variants(folder: Path, shards: Shards, describe: Describe, copies: int) -> Learned:
    """Every shard's crops in ``copies`` variants; kept beside the shards."""
    found: list[Learned] = []
    for name, (images, y, m) in shards.train.items():
        for k in range(copies):
            kept = folder / f"{name}-{k}.pt"
            if not kept.exists():
                torch.manual_seed(1000 * (sum(map(ord, name)) + int(name.split("-")[1])) + k)
                torch.save(features(describe, images, m), kept)
            x, opened = torch.load(kept, weights_only=True)
            found.append((x, torch.from_numpy(y), opened))
    x, labels, measures = (torch.cat(part) for part in zip(*found, strict=True))
    return x, labels, measures


def learned_head(learned: Learned, epochs: int) -> Head:
    """Return a head that has seen every variant so often, about."""
    x, y, m = learned
    head = Head()

    def loss() -> torch.Tensor:
        take = torch.randint(0, len(x), (BATCH,))
        logits, measures = head(x[take].float())
        return asked(logits, y[take]) + 2.0 * F.smooth_l1_loss(measures, m[take], beta=0.1)

    fit(head, max(1, epochs * (len(x) // BATCH)), RATE, loss)
    return head


def main(shards: Path, copies: int = 6, epochs: int = 14, seed: int = 1, export: Path = FILE) -> None:
    """Compute the features that are missing, train the second head, validate, and put it into the file."""
    model, crops = onnx.load(str(FILE)), Shards(shards, "faces", part)
    begin = next(node for node in model.graph.node if node.output[0].startswith("/net/head/heads.1/"))
    describe = within(model, begin.input[0])
    learned = variants(shards, crops, describe, copies)
    torch.manual_seed(seed)
    head = learned_head(learned, epochs).eval()
    told = validate(lambda x: head(torch.from_numpy(describe(x)))[0], crops.held.values(), SCORES) if crops.held else ""
    print(f"{len(learned[0])} variants: {told}", flush=True)
    put(model, head.weights((begin.input[1], begin.input[2])))
    write(model, export)
