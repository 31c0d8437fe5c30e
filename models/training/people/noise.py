"""Tileable noise pictures, made once from fixed seeds, and their look-up at pixels."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from .mesh import F32


def _uniform(field: F32) -> F32:
    """The same field with its values spread evenly over 0..1."""
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
    out: F32 = (total / total.std()).astype(np.float32)
    return out


@cache
def grain(seed: int = 2, size: int = 256, sigma: float = 0.9) -> F32:
    """Tileable fine noise, mean 0, deviation 1."""
    layer = _wrapped_blur(np.random.default_rng(seed).standard_normal((size, size)).astype(np.float32), sigma, sigma)
    out: F32 = (layer / layer.std()).astype(np.float32)
    return out


def look_up(picture: F32, u: F32, v: F32) -> F32:
    """Nearest values of a tileable picture at u, v (1 = the whole picture)."""
    h, w = picture.shape
    out: F32 = picture[(v * h).astype(np.int32) % h, (u * w).astype(np.int32) % w]
    return out
