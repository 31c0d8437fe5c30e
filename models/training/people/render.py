"""From a posed model to pixels: what is where, with everything that shading and labels need."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import figure as fig
from .camera import Affine, Camera
from .figure import Model
from .hair import HAIR_CUT, LASH_CUT
from .mesh import F32, I32
from .raster import Buffer, interpolate, normals, unit_rows

INSIDE = (fig.TOOTH_UP, fig.TOOTH_LOW, fig.GUM, fig.METAL, fig.TONGUE)
LIP_GUARD = 0.15  # teeth must be this much nearer than outer skin to show (decimetres)
TONGUE_BIAS = 0.22  # a tongue past the lips wins over the lower lip by this much
HALF = np.full((1, 1), 0.5, np.float32)


@dataclass
class Drawn:
    """Pixels: material (h, w; -1 = background), depth, and the interpolated values of the covered ones.

    rows, cols (m,) index the covered pixels; normal (m, 3), attributes (m, 8), world (m, 3) belong to them.
    """

    material: I32
    depth: F32
    rows: npt.NDArray[np.intp]
    cols: npt.NDArray[np.intp]
    normal: F32
    attributes: F32
    world: F32
    points: F32
    tris: I32
    tri_material: I32
    over: npt.NDArray[np.bool_]  # (h, w): here a tongue covers the outer skin, lips too


def draw(model: Model, camera: Camera, height: int, width: int, affine: Affine | None = None) -> Drawn:
    """Rasterise all parts; teeth stay behind the lips, a tongue past the lips lies over the lower one."""
    points = np.concatenate([p.points for p in model.parts]).astype(np.float32)
    attributes = np.concatenate([p.attributes for p in model.parts]).astype(np.float32)
    offsets = np.cumsum([0] + [len(p.points) for p in model.parts])
    tris = np.concatenate([p.tris + o for p, o in zip(model.parts, offsets, strict=False)]).astype(np.int32)
    material = np.concatenate([np.full(len(p.tris), p.material) for p in model.parts]).astype(np.int32)
    starts = np.cumsum([0] + [len(p.tris) for p in model.parts])
    screen = camera.project(points)
    if affine is not None:
        screen = affine.apply(screen)
    normal = normals(points, tris)
    main, inside = Buffer.empty(height, width), Buffer.empty(height, width)
    for part, start, offset in zip(model.parts, starts, offsets, strict=False):
        buffer = inside if part.material in INSIDE else main
        own = tris[start : start + len(part.tris)]
        if part.cut is None:
            buffer.draw(screen, own, int(start), part.cull)
            continue
        values = np.zeros((len(points), 3), np.float32)
        values[offset : offset + len(part.points)] = part.cut
        pattern = {fig.HAIR: HAIR_CUT, fig.LASH: LASH_CUT}.get(part.material, HALF)
        buffer.draw(screen, own, int(start), part.cull, values, pattern)
    over = _merge(main, inside, material, attributes, tris, model)
    rows, cols = np.nonzero(main.index >= 0)
    at = main.index[rows, cols]
    values = np.concatenate([normal, attributes, points], 1)
    found = interpolate(values, tris, at, main.b0[rows, cols], main.b1[rows, cols])
    np.nan_to_num(found, copy=False)
    n = np.ascontiguousarray(found[:, :3])
    n[n[:, 2] < 0] *= -1
    unit_rows(n)
    kinds = np.full((height, width), -1, np.int32)
    kinds[rows, cols] = material[at]
    return Drawn(kinds, main.depth, rows, cols, n, found[:, 3:11], found[:, 11:14], points, tris, material, over)


def _merge(
    main: Buffer, inside: Buffer, material: I32, attributes: F32, tris: I32, model: Model
) -> npt.NDArray[np.bool_]:
    """Put teeth, gums and tongue into the main buffer; gives where (h, w) a tongue covers outer skin."""
    over = np.zeros(main.depth.shape, bool)
    rows, cols = np.nonzero(inside.index >= 0)
    if not len(rows):
        return over
    at, under = inside.index[rows, cols], main.index[rows, cols]
    near = inside.depth[rows, cols]
    own = interpolate(attributes, tris, at, inside.b0[rows, cols], inside.b1[rows, cols])
    covered = np.maximum(under, 0)
    below = interpolate(attributes, tris, covered, main.b0[rows, cols], main.b1[rows, cols])
    on_skin = (under >= 0) & (material[covered] == fig.SKIN)
    outer = on_skin & (below[:, 4] < 0.5)
    past = (material[at] == fig.TONGUE) & (own[:, 6] > 0)
    spine = model.tongue.spine[:, 1]
    upward = model.tongue.up[-1, 2] < -0.3 or spine[-1] > spine[len(spine) // 2] + 0.1
    lower = on_skin & ((below[:, 1] < 6.6075) | (below[:, 4] > 0.5) | upward)
    guard = np.where(outer, LIP_GUARD, 0.0)
    guard = np.where(past, np.where(lower, -TONGUE_BIAS, 0.0), guard)
    win = near > main.depth[rows, cols] + guard
    where = np.zeros(main.depth.shape, bool)
    where[rows[win], cols[win]] = True
    main.take(inside, where)
    hides = win & outer & (material[at] == fig.TONGUE)
    over[rows[hides], cols[hides]] = True
    return over
