"""One Catmull-Clark step of an open quad mesh, applied to any number of channels."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

F32 = npt.NDArray[np.float32]
I64 = npt.NDArray[np.int64]


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
