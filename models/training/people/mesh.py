"""The head as one linear model: a subdivided mesh whose vertices are `base + weights @ deltas`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from models.training.people.pose import FACES

F32 = npt.NDArray[np.floating[Any]]
I64 = npt.NDArray[np.int64]
I32 = npt.NDArray[np.int32]


class Subdivision:
    """New points are ordered: old vertices, edge points, face points. Border vertices stay where they are."""

    def __init__(self, quads: I64, vertices: int) -> None:
        self.quads = quads
        self.vertices = vertices
        sides = np.stack([quads, np.roll(quads, -1, axis=1)], -1).reshape(-1, 2)
        sides = np.sort(sides, axis=1)
        self.edges, inverse = np.unique(sides, axis=0, return_inverse=True)
        self.edge_of_side = inverse.reshape(-1, 4)
        self.faces_at_edge = np.bincount(inverse.ravel(), minlength=len(self.edges))
        self.count = vertices + len(self.edges) + len(quads)
        border = np.zeros(vertices, bool)
        border[self.edges[self.faces_at_edge < 2].ravel()] = True
        self.border = border
        self.valence = np.maximum(np.bincount(self.edges.ravel(), minlength=vertices), 1)
        face = vertices + len(self.edges) + np.arange(len(quads))
        edge = self.edge_of_side + vertices
        fine = [np.stack([quads[:, k], edge[:, k], face, edge[:, k - 1]], 1) for k in range(4)]
        self.fine_quads = np.concatenate(fine)
        q = self.fine_quads
        self.coarse = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]]).astype(np.int32)
        self.tris = np.concatenate([q[:, [0, 1, 2]], q[:, [0, 2, 3]]]).astype(np.int32)
        self.neighbours = self._neighbours()

    def _neighbours(self) -> npt.NDArray[np.int32]:
        """Up to four neighbours of each new point (count, 4); a point stands for itself where it has fewer."""
        out = np.tile(np.arange(self.count, dtype=np.int32)[:, None], (1, 4))
        filled = np.zeros(self.count, int)
        for a, b in np.unique(
            np.sort(np.stack([self.fine_quads, np.roll(self.fine_quads, -1, 1)], -1).reshape(-1, 2), 1), axis=0
        ):
            for p, q in ((a, b), (b, a)):
                if filled[p] < 4:
                    out[p, filled[p]] = q
                    filled[p] += 1
        return out

    def apply(self, values: F32) -> F32:
        """Channels (k, vertices, c) at the new points (k, count, c)."""
        values = np.ascontiguousarray(values.transpose(1, 0, 2)).reshape(self.vertices, -1)
        face = values[self.quads].mean(1)
        middle = values[self.edges].mean(1)
        beside = np.zeros_like(middle)
        np.add.at(beside, self.edge_of_side.ravel(), np.repeat(face, 4, axis=0))
        inside = (self.faces_at_edge == 2)[:, None]
        edge = np.where(inside, 0.5 * middle + 0.25 * beside, middle)
        face_sum = np.zeros_like(values)
        np.add.at(face_sum, self.quads.ravel(), np.repeat(face, 4, axis=0))
        edge_sum = np.zeros_like(values)
        np.add.at(edge_sum, self.edges.ravel(), np.repeat(middle, 2, axis=0))
        n = self.valence[:, None].astype(np.float32)
        smooth = (face_sum / n + 2.0 * edge_sum / n + (n - 3.0) * values) / n
        vertex = np.where(self.border[:, None], values, smooth)
        out = np.concatenate([vertex, edge, face]).astype(np.float32)
        return np.ascontiguousarray(out.reshape(self.count, -1, 3 if out.shape[1] % 3 == 0 else 1).transpose(1, 0, 2))


PACK = Path(__file__).with_name("head.npz")
STEP = 1.0 / 6000  # offsets are stored in steps of 0.017 mm, up to 5.4 dm

MARKS: dict[str, tuple[float, float, float]] = FACES["marks"]


@dataclass(frozen=True)
class HeadMesh:
    """Skin (subdivided once), lashes and a few rest points that carry eyes and teeth.

    base (n, 3); deltas (k, n * 3), row i moved by shape names[i]; skin_tris (t, 3) over the first
    `skin` vertices; coarse_tris the same surface before it was subdivided (for shadows); lash_tris index vertices
    `skin` to `skin + lash`; `parts` names slices of the rest points.
    """

    base: F32
    deltas: F32
    names: dict[str, int]
    skin_tris: I32
    coarse_tris: I32
    lash_tris: I32
    skin: int
    lash: int
    parts: dict[str, slice]
    neighbours: I32

    def blend(self, weights: Mapping[str, float]) -> F32:
        """Offsets (n, 3) of a weighted sum of shapes. Raises KeyError with the name of an unknown shape."""
        rows = [self.names[k] for k, w in weights.items() if w]
        values = np.array([w for w in weights.values() if w], np.float32)
        if not rows:
            return np.zeros_like(self.base)
        return (values @ self.deltas[rows]).reshape(-1, 3).astype(np.float32)

    def restrict(self, wanted: npt.NDArray[np.bool_]) -> HeadMesh:
        """Return the same model with only the skin triangles whose vertices are all wanted; no lashes."""
        keep = wanted[self.skin_tris].all(1)
        tris = self.skin_tris[keep]
        coarse = self.coarse_tris[np.isin(self.coarse_tris, tris).all(1)]
        used = np.unique(tris)
        place = np.full(self.skin, -1, np.int32)
        place[used] = np.arange(len(used))
        points = np.arange(self.skin + self.lash, len(self.base))
        rows = np.concatenate([used, points])
        shift = len(used) - self.skin - self.lash
        near = place[self.neighbours[used]]
        near = np.where(near < 0, np.arange(len(used))[:, None], near)
        deltas = self.deltas.reshape(len(self.deltas), -1, 3)[:, rows].reshape(len(self.deltas), -1)
        return HeadMesh(
            self.base[rows].copy(),
            np.ascontiguousarray(deltas),
            self.names,
            place[tris].astype(np.int32),
            place[coarse].astype(np.int32),
            np.zeros((0, 3), np.int32),
            len(used),
            0,
            {k: slice(s.start + shift, s.stop + shift) for k, s in self.parts.items()},
            near.astype(np.int32),
        )


ATTRIBUTES = 8  # rest x, y, z, then five of the material's own
MARK = {name: i for i, name in enumerate(MARKS)}


@dataclass(frozen=True)
class Part:
    """A mesh of one material: points (n, 3), tris (t, 3), attributes (n, 8); cut (n, 3) where it is fringed."""

    material: int
    points: F32
    tris: I32
    attributes: F32
    cut: F32 | None = None
    cull: bool = True


def attributes(rest: F32, *own: F32 | float) -> F32:
    """(n, ATTRIBUTES): points of the rest pose (n, 3), then the material's own values: (n, k), (n,) or one for all."""
    out = np.zeros((len(rest), ATTRIBUTES), np.float32)
    out[:, :3], at = rest, 3
    for value in own:
        columns: F32 = np.asarray(value).reshape(np.shape(value) if np.ndim(value) == 2 else (-1, 1))
        out[:, at : at + columns.shape[1]] = columns
        at += columns.shape[1]
    return out


@cache
def grid_tris(rows: int, columns: int, first: int = 0, *, closed: bool = False, inward: bool = False) -> I32:
    """Two triangles (t, 3) a cell of a rows x columns grid of points.

    closed: the last column meets the first one, as around a tube; inward: seen from the other side.
    """
    q = np.arange(rows * columns).reshape(rows, columns) + first
    q = np.concatenate([q, q[:, :1]], 1) if closed else q
    a, b, c, d = q[:-1, :-1], q[:-1, 1:], q[1:, 1:], q[1:, :-1]
    halves = ((a, d, c), (a, c, b)) if inward else ((a, b, c), (a, c, d))
    return np.concatenate([np.stack(half, -1).reshape(-1, 3) for half in halves]).astype(np.int32)


def unpack_shapes(data: Mapping[str, npt.NDArray[np.generic]], count: int) -> F32:
    """Dense offsets (k, count, 3) from the quantised sparse ones."""
    lengths = data["lengths"].astype(int)
    out = np.zeros((len(lengths), count, 3), np.float32)
    ends = np.cumsum(lengths)
    for i, (end, length) in enumerate(zip(ends, lengths, strict=False)):
        rows = np.cumsum(data["rows"][end - length : end].astype(np.uint16), dtype=np.uint16)
        out[i, rows] = data["steps"][:, end - length : end].T.astype(np.float32) * STEP
    return out


@cache
def load(path: Path = PACK) -> HeadMesh:
    """Return the packed head, subdivided.

    Raises FileNotFoundError where the pack has not been built.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing")
    with np.load(path) as stored:
        data = {k: stored[k] for k in stored.files}
    vertices = data["vertices"]
    counts = data["counts"].astype(int)
    skin, rest = counts[0], vertices[counts[0] :]
    sub = Subdivision(data["skin_faces"].astype(np.int64), skin)
    shapes = unpack_shapes(data, len(vertices))
    deltas = np.concatenate([sub.apply(shapes[:, :skin]), shapes[:, skin:]], axis=1)
    base = np.concatenate([sub.apply(vertices[None, :skin])[0], rest]).astype(np.float32)
    wanted = np.array(list(MARKS.values()), np.float32)
    nearest = ((base[None, : sub.count] - wanted[:, None]) ** 2).sum(-1).argmin(1)
    end = len(base)
    base = np.concatenate([base, base[nearest]])
    deltas = np.concatenate([deltas, deltas[:, nearest]], axis=1)
    lash_quads = data["lash_faces"].astype(np.int64) - skin + sub.count
    starts = sub.count + np.cumsum(counts[1:])
    names = "eye_l", "eye_r", "teeth_up", "teeth_low"
    parts = {name: slice(int(a), int(a + c)) for name, a, c in zip(names, starts, counts[2:], strict=False)}
    parts["marks"] = slice(end, end + len(MARKS))
    return HeadMesh(
        base,
        deltas.reshape(len(deltas), -1),
        {str(n): i for i, n in enumerate(data["names"])},
        sub.tris,
        sub.coarse,
        np.concatenate([lash_quads[:, [0, 1, 2]], lash_quads[:, [0, 2, 3]]]).astype(np.int32),
        sub.count,
        int(counts[1]),
        parts,
        sub.neighbours,
    )
