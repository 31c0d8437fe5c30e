"""A mesh of one material, of which people are put together."""

from __future__ import annotations

from dataclasses import dataclass

from .mesh import F32, I32, MARKS

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
