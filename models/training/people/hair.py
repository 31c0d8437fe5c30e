"""Hair of all kinds: shells over the scalp, a hanging sheet, lashes, and the density of beards."""

from __future__ import annotations

from functools import cache

import numpy as np

from models.training.people.raster import strands

from .identity import Identity
from .masks import Masks, smooth
from .mesh import F32, I32, Part, attributes, grid_tris, load
from .raster import normals

LENGTH = {"bald": 0.0, "buzz": 0.03, "short": 0.14, "full": 0.26, "long": 0.24}
SHELLS = {"buzz": 2, "short": 5, "full": 6, "long": 6}


def beard_alpha(identity: Identity, masks: Masks, rng: np.random.Generator) -> F32:
    """How much beard hair covers each skin point (skin,)."""
    near = np.abs(masks.rest[:, 0]) < 0.2
    d = identity.beard_density
    if identity.beard == "stubble":
        return (np.maximum(masks.beard, masks.moustache) * (0.2 + 0.35 * d)).astype(np.float32)
    if identity.beard == "moustache":
        return (masks.moustache * d).astype(np.float32)
    if identity.beard == "goatee":
        return np.maximum(masks.moustache * d * rng.integers(2), masks.beard * near * d).astype(np.float32)
    if identity.beard == "full":
        return (np.maximum(masks.beard, masks.moustache) * d).astype(np.float32)
    return np.zeros(len(near), np.float32)


def lash_part(points: F32, tris: I32, material: int) -> Part:
    """Return the lashes, cut into hairs."""
    upper = upper_lash(len(points))
    cut = np.stack([0.12 + 0.24 * upper, points[:, 0] * 5.3, points[:, 1] * 0.1], 1).astype(np.float32)
    return Part(material, points, tris, attributes(points), cut=cut, cull=False)


@cache
def upper_lash(count: int) -> F32:
    """1 for the points of upper lashes, 0 for lower ones (the pack's order is by vertex)."""
    mesh = load()
    y = mesh.base[mesh.skin : mesh.skin + mesh.lash, 1]
    return (y > 7.281).astype(np.float32)[:count]


def scalp_cover(identity: Identity, masks: Masks) -> F32:
    """How much of each skin point grows hair (skin,), with the person's own hairline."""
    rest = masks.rest
    temple = 0.35 * smooth(np.abs(rest[:, 0]), 0.3, 0.6) + 3.0 * smooth(rest[:, 2], 1.0, 0.6)
    return masks.scalp * smooth(rest[:, 1] - 7.9 - identity.hairline + temple, -0.12, 0.04)


def hair_parts(identity: Identity, masks: Masks, skin: F32, tris: I32, own: F32, material: int) -> list[Part]:
    """Scalp shells, and for long hair a sheet down the back and sides."""
    style = identity.hair_style
    if style == "bald" or identity.hat == "beanie":
        return []
    rest = masks.rest
    cover = scalp_cover(identity, masks)
    keep = (cover > 0.02)[tris].any(1)
    n = normals(skin, tris)
    angle = np.arctan2(rest[:, 0], rest[:, 2] - 0.2) / (2 * np.pi)
    length = LENGTH[style] * (0.8 + 0.25 * identity.brow)
    top = smooth(rest[:, 1], 7.2, 8.2)
    tall = length * (0.45 + 0.55 * top) * (0.5 + 0.5 * cover)
    wave = 1.0 + 0.25 * np.sin(angle * 2 * np.pi * 5 + identity.seed % 97) * np.sin(
        rest[:, 1] * 6 + identity.seed % 97 * 2
    )
    out: list[Part] = []
    shells = SHELLS[style] if identity.hat == "none" else 2
    for k in range(shells):
        level = (k + 1) / shells
        flat = 1.0 if identity.hat == "none" else 0.25
        points = skin + n * (tall * wave * level * flat)[:, None]
        points[:, 1] -= (0.25 * tall * level * (1 - top)).astype(np.float32)
        cut = np.stack([cover * (1.25 - 0.75 * level), angle * 2.0, rest[:, 1] * 0.35 + rest[:, 2] * 0.15], 1)
        a = own.copy()
        a[:, 3], a[:, 4], a[:, 5] = angle, level, cover
        out.append(Part(material, points.astype(np.float32), tris[keep], a, cut=cut.astype(np.float32), cull=False))
    if style == "long":
        out.append(sheet(identity, skin, masks, material))
    return out


def sheet(identity: Identity, skin: F32, masks: Masks, material: int) -> Part:
    """Return a curtain around the back of the head from ear to ear, hanging to the shoulders or below."""
    length = LENGTH[identity.hair_style] * (0.8 + 0.25 * identity.brow)
    rows, columns = 16, 48
    reach = np.deg2rad(112)
    turn, fall = np.meshgrid(np.linspace(-reach, reach, columns), np.linspace(0, 1, rows))
    rest = masks.rest
    side = skin[(np.abs(rest[:, 1] - 7.4) < 0.12) & (np.abs(rest[:, 0]) < 1.2)]
    half, depth = 0.78 + 0.5 * length, 0.95 + 0.6 * length
    if len(side):
        half = float(np.abs(side[:, 0]).max()) + 0.5 * length
        depth = float(-side[:, 2].min()) + 0.25 + 0.6 * length
    low = 5.55 - 0.6 * ((identity.seed * 7919) % 100) / 100
    tuck = 0.72 + 0.28 * smooth(fall, 0.0, 0.28)
    x = half * np.sin(turn) * (1.02 + 0.08 * np.sin(np.pi * fall) + 0.10 * fall) * tuck
    z = 0.22 - depth * np.cos(turn) * tuck * (1.0 - 0.25 * np.sin(np.pi * fall) * (np.abs(turn) < 1.2))
    y = 7.85 + (low - 7.85) * fall + 0.04 * np.sin(turn * 9 + identity.seed % 97) * fall
    points = np.stack([x, y, z], -1).reshape(-1, 3).astype(np.float32)
    points[:, 2] += (0.35 * fall * (np.abs(turn) > 1.0)).ravel()
    ragged = 0.06 * np.sin(turn * 23 + identity.seed % 7) + 0.04 * np.sin(turn * 61)
    edge = np.minimum(smooth(np.abs(turn), reach, reach - 0.30), smooth(fall + ragged, 1.0, 0.82)) * 1.1
    own = attributes(points, turn.ravel() / 6.28, 0.8, 1.0)
    cut = np.stack([edge.ravel(), turn.ravel() * 0.35, fall.ravel() * 0.4], 1).astype(np.float32)
    return Part(material, points, grid_tris(rows, columns), own, cut=cut, cull=False)


HAIR_CUT = strands(7, 256, 256, across=1.0, along=14.0)
LASH_CUT = strands(8, 8, 256, across=1.2, along=8.0)
