"""Z-buffer rasteriser, vertex normals and attribute interpolation (numba).

Screen x to the right, y down, in pixels; depth grows towards the viewer, so the larger value wins.
"""

from __future__ import annotations

from dataclasses import dataclass

import numba as nb
import numpy as np
import numpy.typing as npt

F32 = npt.NDArray[np.float32]
I32 = npt.NDArray[np.int32]
FAR = np.float32(-1e9)
WHOLE = np.zeros((0, 3), np.float32)


@dataclass
class Buffer:
    """depth, triangle index (-1 = empty) and two barycentric weights, each (height, width)."""

    depth: F32
    index: I32
    b0: F32
    b1: F32

    @staticmethod
    def empty(height: int, width: int) -> Buffer:
        """A buffer that nothing was drawn into."""
        shape = (height, width)
        return Buffer(
            np.full(shape, FAR, np.float32), np.full(shape, -1, np.int32),
            np.zeros(shape, np.float32), np.zeros(shape, np.float32),
        )  # fmt: skip

    def draw(
        self, xyz: F32, tris: I32, first: int = 0, cull: bool = True, alpha: F32 = WHOLE, keep: F32 = WHOLE
    ) -> None:
        """Draw triangles of screen points xyz (n, 3); stored index = first + triangle number.

        alpha (n, 3), if given: value, u, v of each point; only what exceeds the screen-free pattern keep (h, w) is
        drawn, which is tiled over u, v in 0..1. Used for hair and lashes.
        """
        _draw(xyz, tris, first, cull, alpha, keep, self.depth, self.index, self.b0, self.b1)

    def take(self, other: Buffer, where: npt.NDArray[np.bool_]) -> None:
        """Copy the pixels of another buffer."""
        self.depth[where] = other.depth[where]
        self.index[where] = other.index[where]
        self.b0[where] = other.b0[where]
        self.b1[where] = other.b1[where]


@nb.njit(cache=True, fastmath=True)
def _draw(p, tris, first, cull, alpha, keep, depth, index, b0, b1):  # type: ignore[no-untyped-def]
    height, width = depth.shape
    kh, kw = keep.shape
    cut = alpha.shape[0] > 0
    for t in range(tris.shape[0]):
        i, j, k = tris[t, 0], tris[t, 1], tris[t, 2]
        ax, ay, bx, by, cx, cy = p[i, 0], p[i, 1], p[j, 0], p[j, 1], p[k, 0], p[k, 1]
        d = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
        if d == 0.0 or (cull and d > 0.0) or (cut and max(alpha[i, 0], alpha[j, 0], alpha[k, 0]) <= 0.0):
            continue
        x0, x1 = max(0, int(np.floor(min(ax, bx, cx) - 0.5))), min(width - 1, int(np.ceil(max(ax, bx, cx))))
        y0, y1 = max(0, int(np.floor(min(ay, by, cy) - 0.5))), min(height - 1, int(np.ceil(max(ay, by, cy))))
        for y in range(y0, y1 + 1):
            for x in range(x0, x1 + 1):
                px, py = x + 0.5, y + 0.5
                u = ((by - cy) * (px - cx) + (cx - bx) * (py - cy)) / d
                v = ((cy - ay) * (px - cx) + (ax - cx) * (py - cy)) / d
                w = 1.0 - u - v
                if u < -1e-4 or v < -1e-4 or w < -1e-4:
                    continue
                z = u * p[i, 2] + v * p[j, 2] + w * p[k, 2]
                if z <= depth[y, x]:
                    continue
                if cut:
                    a = u * alpha[i, 0] + v * alpha[j, 0] + w * alpha[k, 0]
                    s = u * alpha[i, 1] + v * alpha[j, 1] + w * alpha[k, 1]
                    r = u * alpha[i, 2] + v * alpha[j, 2] + w * alpha[k, 2]
                    if a <= keep[int(r * kh) % kh, int(s * kw) % kw]:
                        continue
                depth[y, x] = z
                index[y, x] = first + t
                b0[y, x] = u
                b1[y, x] = v


def normals(points: F32, tris: I32) -> F32:
    """Area-weighted unit normals (n, 3) of the points of a triangle mesh."""
    out: F32 = _normals(points, tris)
    return out


@nb.njit(cache=True, fastmath=True)
def _normals(points, tris):  # type: ignore[no-untyped-def]
    n = np.zeros_like(points)
    for t in range(tris.shape[0]):
        i, j, k = tris[t, 0], tris[t, 1], tris[t, 2]
        ax, ay, az = points[j, 0] - points[i, 0], points[j, 1] - points[i, 1], points[j, 2] - points[i, 2]
        bx, by, bz = points[k, 0] - points[i, 0], points[k, 1] - points[i, 1], points[k, 2] - points[i, 2]
        cx, cy, cz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
        for q in (i, j, k):
            n[q, 0] += cx
            n[q, 1] += cy
            n[q, 2] += cz
    for i in range(n.shape[0]):
        length = np.sqrt(n[i, 0] ** 2 + n[i, 1] ** 2 + n[i, 2] ** 2) + 1e-9
        n[i, 0] /= length
        n[i, 1] /= length
        n[i, 2] /= length
    return n


def interpolate(values: F32, tris: I32, rows: I32, b0: F32, b1: F32) -> F32:
    """Vertex values (n, c) at pixels: triangle rows (m,) with weights b0, b1 (m,) give (m, c)."""
    out: F32 = _interpolate(values, tris, rows, b0, b1)
    return out


@nb.njit(cache=True, fastmath=True)
def _interpolate(values, tris, rows, b0, b1):  # type: ignore[no-untyped-def]
    out = np.empty((rows.shape[0], values.shape[1]), np.float32)
    for m in range(rows.shape[0]):
        i, j, k = tris[rows[m], 0], tris[rows[m], 1], tris[rows[m], 2]
        u, v = b0[m], b1[m]
        w = 1.0 - u - v
        for c in range(values.shape[1]):
            out[m, c] = u * values[i, c] + v * values[j, c] + w * values[k, c]
    return out


def unit_rows(values: F32) -> None:
    """Scale rows (n, 3) to length one, in place."""
    _unit_rows(values)


@nb.njit(cache=True, fastmath=True)
def _unit_rows(values):  # type: ignore[no-untyped-def]
    for i in range(values.shape[0]):
        k = 1.0 / (np.sqrt(values[i, 0] ** 2 + values[i, 1] ** 2 + values[i, 2] ** 2) + 1e-6)
        values[i, 0] *= k
        values[i, 1] *= k
        values[i, 2] *= k
