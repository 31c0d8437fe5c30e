"""Shards to training targets, and the augmentation that is cheaper on the batch than in the renderer."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F

from models.training.people.expressions import CATEGORIES
from models.training.people.judged import Part, moved, three


def targets(z: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """(n, 6) int8 in the order of net.SCORES, -1 where the picture leaves it open, and (n, 2) opening right, left."""

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
    """A shard's crops, grey, and targets."""
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
