"""From scenes to training batches: a rolling store of renders, turned and recoloured at each use."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.training.dice.cv import F32, U8, cv2
from models.training.dice.photo import worn
from models.training.dice.scene import Scene

SIZE = 160
STRIDE = 4
MOST = 24
"""Rows kept of a scene's labels."""
_STATES = {"flat": 0, "cocked": 1, "moving": 2}
COLUMNS = 14


def rows(scene: Scene) -> F32:
    """Labels as (MOST, COLUMNS): value, x, y, x0, y0, x1, y1, state, ignore, facing, normal (3), lean; -1 fills up."""
    out = np.full((MOST, COLUMNS), -1, np.float32)
    for k, l in enumerate(scene.labels[:MOST]):
        out[k] = (l.value, l.x, l.y, *l.box, _STATES[l.state], l.ignore, l.facing, *l.normal, l.lean)
    return out


KEPT = 0.4
"""Share of a batch that is of what is kept throughout."""


class Ring:
    """The newest samples, rows of several arrays. The oldest are overwritten, so that none is used for long."""

    def __init__(self, *arrays: Any) -> None:
        self._arrays, self.filled, self._next, self._kept = arrays, 0, 0, 0

    def put(self, *sample: Any) -> None:
        """Put a row into each array."""
        for array, row in zip(self._arrays, sample, strict=True):
            array[self._next] = row
        self.filled = max(self.filled, self._next + 1)
        self._next = self._next + 1 if self._next + 1 < len(self._arrays[0]) else self._kept

    def keep(self) -> None:
        """Protect what is in it now from being overwritten."""
        self._kept = self.filled

    def some(self, rng: np.random.Generator, n: int) -> NDArray[np.int64]:
        """Rows to learn from."""
        old = (rng.random(n) < KEPT) & (self._kept > 0)
        return rng.integers(np.where(old, 0, self._kept), np.where(old, self._kept, self.filled))


class Store(Ring):
    """Scenes: pictures and their label rows."""

    def __init__(self, size: int) -> None:
        self.images = np.zeros((size, SIZE, SIZE, 3), np.uint8)
        self.labels = np.full((size, MOST, COLUMNS), -1, np.float32)
        super().__init__(self.images, self.labels)

    def add(self, scene: Scene) -> None:
        self.put(scene.image, rows(scene))

    def save(self, path: Path) -> None:
        """Keep the scenes in a file (.npz)."""
        np.savez(path, images=self.images[: self.filled], labels=self.labels[: self.filled])

    def load(self, path: Path) -> None:
        """Fill from a file that ``save`` made, from its beginning; what does not fit is left out."""
        with np.load(path) as scenes:
            for sample in islice(zip(scenes["images"], scenes["labels"], strict=True), len(self.images)):
                self.put(*sample)

    def sample(self, rng: np.random.Generator, n: int) -> tuple[F32, list[F32]]:
        """Pictures (n, SIZE, SIZE, 3) in 0..1 and their label rows."""
        varied = [vary(rng, self.images[j], self.labels[j].copy()) for j in self.some(rng, n)]
        return np.stack([image for image, _ in varied]), [label for _, label in varied]


def vary(rng: np.random.Generator, image: U8, label: F32) -> tuple[F32, F32]:
    """Zoom, mirror (there are left-handed dice), exchanged colours, contrast, blur; quarter turns only from above.

    An oblique camera stands upright: which of two faces is the upper one is told by which lies higher in the picture,
    and turned pictures would unteach that.
    """
    label = label[label[:, 0] >= 0]
    if rng.random() < 0.5:
        image, label = _zoomed(rng, image, label)
    if rng.random() < 0.5:
        image = image[:, ::-1]
        label[:, 1] = SIZE - label[:, 1]
        label[:, [3, 5]] = SIZE - label[:, [5, 3]]
    from_above = len(label) == 0 or float(label[:, 9].min()) > 0.93
    for _ in range(int(rng.integers(4)) if from_above else 0):
        image = np.rot90(image)
        x, y, x0, y0, x1, y1 = label[:, 1:7].T.copy()
        label[:, 1:7] = np.stack([y, SIZE - x, y0, SIZE - x1, y1, SIZE - x0], 1)
    if rng.random() < 0.2:
        small = int(SIZE * rng.uniform(0.5, 0.95))
        shrunk = cv2.resize(np.ascontiguousarray(image), (small, small), interpolation=cv2.INTER_AREA)
        image = cv2.resize(shrunk, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    out = worn(rng, recoloured(rng, image.astype(np.float32) / 255))
    if rng.random() < 0.25:
        out = out + rng.standard_normal(out.shape, np.float32) * np.float32(rng.uniform(0, 0.05))
    return np.clip(out, 0, 1), label


def recoloured(rng: np.random.Generator, out: F32) -> F32:
    """Return the picture with exchanged colours at times, and another contrast and brightness; may leave 0..1."""
    if rng.random() < 0.3:
        out = out[..., rng.permutation(3)]
    mean = out.mean()
    return (out - mean) * np.float32(rng.uniform(0.75, 1.35)) + mean * np.float32(rng.uniform(0.8, 1.3))


def _zoomed(rng: np.random.Generator, image: U8, label: F32) -> tuple[U8, F32]:
    """Another cut of the picture, 0.75 to 1.35 times as large; dice that it cuts are neither for nor against."""
    zoom = np.float32(rng.uniform(0.75, 1.35))
    free = float(SIZE * (1 - zoom))
    dx, dy = (np.float32(rng.uniform(min(0.0, free), max(0.0, free))) for _ in range(2))
    out = cv2.warpAffine(
        image,
        np.array([[zoom, 0, dx], [0, zoom, dy]], np.float32),
        (SIZE, SIZE),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    label = label.copy()
    label[:, [1, 3, 5]] = label[:, [1, 3, 5]] * zoom + dx
    label[:, [2, 4, 6]] = label[:, [2, 4, 6]] * zoom + dy
    cut = (label[:, 3:5].min(1) < -1) | (label[:, 5:7].max(1) > SIZE + 1)
    label[cut, 8] = 1
    return np.asarray(out, np.uint8), label


def targets(labels: list[F32]) -> tuple[F32, F32, F32]:
    """Return the detector's targets: heat (n, h, w), its weight, and a row of 14 values (m, 14) for each die."""
    n, h = len(labels), SIZE // STRIDE
    heat, weight = np.zeros((n, h, h), np.float32), np.ones((n, h, h), np.float32)
    positive = []
    grid = np.arange(h, dtype=np.float32)
    for b, label in enumerate(labels):
        for row in label[label[:, 8] > 0]:
            x0, y0, x1, y1 = (int(v) // STRIDE for v in row[3:7])
            weight[b, max(0, y0 - 1) : y1 + 2, max(0, x0 - 1) : x1 + 2] = 0
        for value, x, y, x0, y0, x1, y1, state, ignore, facing in label[:, :10]:
            cx, cy = x / STRIDE, y / STRIDE
            ix, iy = int(cx), int(cy)
            if ignore or not (0 <= ix < h and 0 <= iy < h):
                continue
            side = max(1.2, float(((x1 - x0) * (y1 - y0)) ** 0.5 / STRIDE))
            sigma = max(0.7, side * 0.1)
            bump = np.exp(-((grid[:, None] - iy) ** 2 + (grid[None] - ix) ** 2) / (2 * sigma * sigma))
            heat[b] = np.maximum(heat[b], bump)
            heat[b, iy, ix] = weight[b, iy, ix] = 1
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    u, w = ix + dx, iy + dy
                    if 0 <= u < h and 0 <= w < h and ((dx == 0 and dy == 0) or side > 5):
                        sides = np.log(np.maximum([x - x0, y - y0, x1 - x, y1 - y], 0.5) / 8)
                        positive.append([b, w, u, value - 1, cx - u, cy - w, *sides, state == 1, state == 2, facing, 1])
    return heat, weight, np.array(positive, np.float32).reshape(-1, 14)
