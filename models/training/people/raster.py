"""Z-buffer rasteriser, vertex normals and attribute interpolation (numba); tileable noise pictures.

Screen x to the right, y down, in pixels; depth grows towards the viewer, so the larger value wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numba as nb
import numpy as np
import numpy.typing as npt

from models.training.people.mesh import F32, I32

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
        """Return a buffer that nothing was drawn into."""
        shape = (height, width)
        return Buffer(
            np.full(shape, FAR, np.float32),
            np.full(shape, -1, np.int32),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.float32),
        )

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
def _draw(p, tris, first, cull, alpha, keep, depth, index, b0, b1):
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


@nb.njit(cache=True, fastmath=True)
def normals(points, tris):
    """Area-weighted unit normals (n, 3) of the points of a triangle mesh."""
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


@nb.njit(cache=True, fastmath=True)
def interpolate(values, tris, rows, b0, b1):
    """Vertex values (n, c) at pixels: triangle rows (m,) with weights b0, b1 (m,) give (m, c)."""
    out = np.empty((rows.shape[0], values.shape[1]), np.float32)
    for m in range(rows.shape[0]):
        i, j, k = tris[rows[m], 0], tris[rows[m], 1], tris[rows[m], 2]
        u, v = b0[m], b1[m]
        w = 1.0 - u - v
        for c in range(values.shape[1]):
            out[m, c] = u * values[i, c] + v * values[j, c] + w * values[k, c]
    return out


@nb.njit(cache=True, fastmath=True)
def unit_rows(values):
    """Scale rows (n, 3) to length one, in place."""
    for i in range(values.shape[0]):
        k = 1.0 / (np.sqrt(values[i, 0] ** 2 + values[i, 1] ** 2 + values[i, 2] ** 2) + 1e-6)
        values[i, 0] *= k
        values[i, 1] *= k
        values[i, 2] *= k


def _uniform(field: F32) -> F32:
    """Return the same field with its values spread evenly over 0..1."""
    order = np.argsort(field, axis=None)
    out = np.empty(field.size, np.float32)
    out[order] = np.linspace(0, 1, field.size, dtype=np.float32)
    return out.reshape(field.shape)


def _wrapped_blur(field: F32, sx: float, sy: float) -> F32:
    h, w = field.shape
    out = cv2.GaussianBlur(np.tile(field, (3, 3)), (0, 0), sigmaX=max(sx, 0.3), sigmaY=max(sy, 0.3))
    return np.ascontiguousarray(out[h : 2 * h, w : 2 * w], np.float32)


def strands(seed: int, height: int, width: int, across: float, along: float) -> F32:
    """Streaks down the picture, values even over 0..1 (height, width)."""
    field = np.random.default_rng(seed).standard_normal((height, width)).astype(np.float32)
    return _uniform(_wrapped_blur(field, across, along))


@cache
def cloud(seed: int = 1, size: int = 512) -> F32:
    """Tileable noise of many scales, mean 0, deviation about 1 (size, size)."""
    rng = np.random.default_rng(seed)
    total = np.zeros((size, size), np.float32)
    for sigma, weight in ((40.0, 0.55), (16.0, 0.45), (6.0, 0.4), (2.0, 0.4), (0.8, 0.35)):
        layer = _wrapped_blur(rng.standard_normal((size, size)).astype(np.float32), sigma, sigma)
        total += weight * layer / layer.std()
    return (total / total.std()).astype(np.float32)


@cache
def grain(seed: int = 2, size: int = 256, sigma: float = 0.9) -> F32:
    """Tileable fine noise, mean 0, deviation 1."""
    layer = _wrapped_blur(np.random.default_rng(seed).standard_normal((size, size)).astype(np.float32), sigma, sigma)
    return (layer / layer.std()).astype(np.float32)


def look_up(picture: F32, u: F32, v: F32) -> F32:
    """Nearest values of a tileable picture at u, v (1 = the whole picture)."""
    h, w = picture.shape
    return picture[(v * h).astype(np.int32) % h, (u * w).astype(np.int32) % w]
