"""A die as a mesh with a colour for every spot: what the path tracer is given. Lengths in edges of the die."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training.dice import die as shape
from models.training.dice.cv import F32
from models.training.dice.style import Style, albedo, symbol

SIDES = ((0, -1), (0, 1), (1, -1), (1, 1), (2, -1), (2, 1))
"""Axis and sign of each face; its two other axes in their order are the face's u and w."""


@dataclass(frozen=True, slots=True)
class Solid:
    """Vertices (n, 3), quads (m, 4), and for each corner of each quad its place in the skin (m * 4, 2), 0..1."""

    vertices: F32
    quads: NDArray[np.int32]
    uv: F32


def mesh(style: Style, cells: int) -> Solid:
    """Return the rounded cube with its pips pressed in, ``cells`` quads along an edge."""
    steps = np.linspace(-0.5, 0.5, cells + 1, dtype=np.float32)
    vertices, quads, uv = [], [], []
    for k, (axis, sign) in enumerate(SIDES):
        u, w = shape.OTHERS[axis]
        across, along = (m.ravel() for m in np.meshgrid(steps, steps, indexing="ij"))
        p = np.zeros((3, across.size), np.float32)
        p[u], p[w], p[axis] = across, along, 0.5 * sign
        p = _rounded(style, p)
        p[axis] -= sign * _dents(style, shape.value_of(axis, sign, style.left_handed), p[u], p[w])
        a, b = (m.ravel() for m in np.meshgrid(np.arange(cells), np.arange(cells), indexing="ij"))
        at = a * (cells + 1) + b
        ring = np.stack([at, at + cells + 1, at + cells + 2, at + 1], 1)
        if (sign > 0) == (axis == 1):
            ring = ring[:, ::-1]
        vertices.append(p.T)
        quads.append(ring + k * across.size)
        place = np.stack([(across + 0.5 + k % 3) / 3, (along + 0.5 + k // 3) / 2], 1)
        uv.append(place[ring].reshape(-1, 2))
    return Solid(np.concatenate(vertices), np.concatenate(quads).astype(np.int32), np.concatenate(uv))


def _rounded(style: Style, p: F32) -> F32:
    inner = np.clip(p, style.radius - 0.5, 0.5 - style.radius)
    out = p - inner
    p = inner + style.radius * out / np.sqrt((out * out).sum(0) + np.float32(1e-12))
    length = np.sqrt((p * p).sum(0))
    return np.asarray(p * np.minimum(1, style.ball / length), np.float32)


def _dents(style: Style, value: int, across: F32, along: F32) -> F32:
    """How deep each spot of a face lies under it, in edges."""
    deep = np.zeros(len(across), np.float32)
    if style.blank or style.numerals or style.depth <= 0.012:
        return deep
    for u, w, radius, is_symbol in shape.layout(style, value):
        if is_symbol:
            continue
        big = (radius * radius + style.depth**2) / (2 * style.depth)
        r2 = (across - u) ** 2 + (along - w) ** 2
        cap = np.sqrt(np.maximum(big * big - r2, 0)) - (big - style.depth)
        deep = np.maximum(deep, np.where(r2 < radius * radius, cap, 0))
    return deep


def skin(style: Style, side: int) -> tuple[F32, F32]:
    """RGB 0..255 (2 * side, 3 * side, 3) of the six faces, and where a pip is (2 * side, 3 * side), 0..1."""
    colours, pips = np.zeros((2 * side, 3 * side, 3), np.float32), np.zeros((2 * side, 3 * side), np.float32)
    steps = ((np.arange(side, dtype=np.float32) + 0.5) / side - 0.5).astype(np.float32)
    for k, (axis, sign) in enumerate(SIDES):
        u, w = shape.OTHERS[axis]
        across, along = np.meshgrid(steps, steps)
        p = np.zeros((3, across.size), np.float32)
        p[u], p[w], p[axis] = across.ravel(), along.ravel(), 0.5 * sign
        body = albedo(style, p).T.reshape(side, side, 3)
        value = shape.value_of(axis, sign, style.left_handed)
        cover = np.zeros((side, side), np.float32)
        for pu, pw, radius, is_symbol in () if style.blank else shape.layout(style, value):
            x, y = (across - pu) / radius, (along - pw) / radius
            cover = np.maximum(cover, symbol(style, x, y) if is_symbol else style.inside(x, y))
        cell = slice(k // 3 * side, (k // 3 + 1) * side), slice(k % 3 * side, (k % 3 + 1) * side)
        colours[cell] = body + (style.pip_of(value) - body) * (cover * np.float32(style.paint))[..., None]
        pips[cell] = cover
    return colours, pips
