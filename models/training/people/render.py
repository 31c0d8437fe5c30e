"""From a posed model to pixels: what is where, and the light on every surface.

Ambient light, lamps, one shadow map, and the dark of the mouth.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numba as nb
import numpy as np
import numpy.typing as npt

from models.training.people import figure as fig
from models.training.people import materials as mat
from models.training.people.camera import Affine, Camera, Light
from models.training.people.figure import Model
from models.training.people.hair import HAIR_CUT, LASH_CUT
from models.training.people.identity import Identity
from models.training.people.mesh import F32, I32, MARK
from models.training.people.raster import Buffer, interpolate, normals, unit_rows

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


def shade(drawn: Drawn, model: Model, who: Identity, light: Light, scale: float, inside_depth: float) -> F32:
    """Linear picture (h, w, 3), black where nothing was drawn.

    scale: pixels a decimetre; inside_depth: how far light reaches into the mouth, decimetres.
    """
    h, w = drawn.material.shape
    kinds = drawn.material[drawn.rows, drawn.cols]
    shadow = _shadow(drawn, light, model.coarse_skin)
    open_to = _openness(drawn, scale)[drawn.rows, drawn.cols]
    lining = (kinds == fig.SKIN) & (drawn.attributes[:, 4] > 0.5)
    hidden = ((kinds >= fig.TOOTH_UP) & (kinds <= fig.TONGUE)) | lining
    mouth = model.marks[MARK["lip_low_in"]], model.marks[MARK["lip_up_in"]]
    front = (mouth[0][2] + mouth[1][2]) / 2
    deep = np.clip(front - 0.02 - drawn.world[:, 2], 0, 2)
    floor = np.where((kinds == fig.TONGUE) & (drawn.attributes[:, 6] > 0), 0.45, 0.02)
    cave = np.where(hidden, np.maximum(np.exp(-deep / inside_depth), floor), 1.0)
    out = np.zeros((h, w, 3), np.float32)
    colour = np.zeros((len(kinds), 3), np.float32)
    for kind in np.flatnonzero(np.bincount(kinds, minlength=1)):
        pick = np.flatnonzero(kinds == kind)
        rest, own = drawn.attributes[pick, :3], drawn.attributes[pick, 3:]
        f = mat.Fragments(rest, own, drawn.normal[pick].copy(), model.folds)
        surface = _surface(int(kind), who, f)
        colour[pick] = _lit(surface, f.normal, light, shadow[pick], open_to[pick] * cave[pick])
    bounce = np.array([0.0, 0.16, 0.24], np.float32)  # light in the mouth has met red walls
    colour *= 1 - (hidden * (1 - np.clip(cave, 0, 1)))[:, None] * bounce
    out[drawn.rows, drawn.cols] = colour
    return out


def _surface(kind: int, who: Identity, f: mat.Fragments) -> mat.Surface:
    makers = {
        fig.SKIN: mat.skin,
        fig.TOOTH_UP: mat.tooth,
        fig.TOOTH_LOW: mat.tooth,
        fig.GUM: mat.gum,
        fig.TONGUE: mat.tongue,
        fig.HAND: mat.hand,
        fig.EYEBALL: mat.eye,
        fig.HAIR: mat.hair,
        fig.CLOTH: mat.cloth,
    }
    if kind in makers:
        return makers[kind](who, f)
    if kind == fig.METAL:
        return mat.plain(np.array([0.35, 0.36, 0.38], np.float32), 1.2, 50, f)
    if kind == fig.HAT:
        return mat.plain(who.cloth2 * 0.8 + 0.02, 0.02, 8, f)
    if kind == fig.FRAME:
        return mat.plain(np.array([0.05, 0.045, 0.04], np.float32) * (0.4 + 2.0 * (who.seed % 4 == 1)), 0.5, 60, f)
    if kind == fig.LENS:
        return mat.plain(np.array([0.012, 0.012, 0.014], np.float32), 0.6, 200, f)
    return mat.plain(0.22 * who.skin + 0.2 * who.hair, 0.0, 10, f)


def _lit(s: mat.Surface, normal: F32, light: Light, shadow: F32, open_to: F32) -> F32:
    """Colour (m, 3) of surface pixels under the ambient light and all lamps; the first lamp is shadowed."""
    to = np.array([one.direction for one in light.lamps], np.float32).reshape(-1, 3)
    half = to + np.array([0, 0, 1], np.float32)
    half /= np.linalg.norm(half, axis=1, keepdims=True) + 1e-6
    colours = np.array([one.colour for one in light.lamps], np.float32).reshape(-1, 3)
    return _light_pixels(
        s.albedo,
        s.shine,
        s.tight,
        s.wrap.astype(np.float32),
        normal,
        light.sky,
        light.ground,
        to,
        half,
        colours,
        np.float32(light.shadow),
        shadow,
        open_to.astype(np.float32),
    )


@nb.njit(cache=True, fastmath=True)
def _light_pixels(albedo, shine, tight, wrap, normal, sky, ground, to, half, colours, strength, shadow, open_to):
    out = np.empty((normal.shape[0], 3), np.float32)
    total = np.zeros(3, np.float32)
    tint = np.zeros(3, np.float32)
    for m in range(normal.shape[0]):
        x, y, z = normal[m, 0], normal[m, 1], normal[m, 2]
        up = np.float32(0.5) + np.float32(0.5) * y
        for c in range(3):
            total[c] = (ground[c] + (sky[c] - ground[c]) * up) * open_to[m]
            tint[c] = 0.0
        for i in range(to.shape[0]):
            facing = x * to[i, 0] + y * to[i, 1] + z * to[i, 2]
            seen = open_to[m]
            if i == 0:
                seen = (1.0 - strength * shadow[m]) * (0.35 + 0.65 * open_to[m])
            towards = x * half[i, 0] + y * half[i, 1] + z * half[i, 2]
            gloss = 0.0
            if towards > 1e-3:
                gloss = np.exp(tight[m] * np.log(min(towards, np.float32(1.0)))) * shine[m] * seen
            for c in range(3):
                lit = min(1.0, max(0.0, (facing + wrap[c]) / (1.0 + wrap[c])))
                total[c] += lit * colours[i, c] * seen
                tint[c] += gloss * colours[i, c]
        edge = 1.0 - min(1.0, max(0.0, z))
        rim = 0.5 * edge * edge * edge * edge * shine[m] * open_to[m]
        for c in range(3):
            out[m, c] = albedo[m, c] * total[c] + tint[c] + rim * sky[c]
    return out


def _openness(drawn: Drawn, scale: float) -> F32:
    """Ambient light (h, w): less in hollows of the depth map, at two sizes."""
    depth = drawn.depth
    seen = drawn.material >= 0
    low = float(depth[seen].min()) if seen.any() else 0.0
    filled = np.where(seen, np.maximum(depth, low), np.float32(low)).astype(np.float32)
    out = np.ones_like(filled)
    shrink = max(1, int(scale * 0.03))
    small = (
        cv2.resize(filled, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA) if shrink > 1 else filled
    )
    for radius, strength in ((0.05, 2.2), (0.16, 1.1)):
        blurred = cv2.GaussianBlur(small, (0, 0), max(0.6, radius * scale / shrink))
        if shrink > 1:
            blurred = cv2.resize(blurred, (filled.shape[1], filled.shape[0]), interpolation=cv2.INTER_LINEAR)
        out *= np.exp(-strength * np.clip(blurred - filled, 0, 0.6))
    return out


def _shadow(drawn: Drawn, light: Light, skin: I32) -> F32:
    """Share of the first lamp that is blocked at each covered pixel (m,)."""
    if not light.lamps or light.shadow <= 0 or light.lamps[0].colour.max() < 0.15:
        return np.zeros(len(drawn.rows), np.float32)
    size = int(np.clip(0.9 * np.sqrt(len(drawn.rows)), 64, 256))
    d = light.lamps[0].direction
    side = np.cross([0.0, 1.0, 0.0], d)
    side /= np.linalg.norm(side) + 1e-6
    frame = np.stack([side, np.cross(d, side), d]).astype(np.float32)
    thin = np.isin(drawn.tri_material, (fig.HAIR, fig.FRAME, fig.HAT, fig.TONGUE, fig.HAND))
    local, pixels = drawn.points @ frame.T, drawn.world @ frame.T
    flat = np.ascontiguousarray(pixels.T)
    low, high = flat.min(1) - 0.3, flat.max(1) + 0.3
    scale = size / max(float((high - low)[:2].max()), 1e-3)
    screen = np.stack([(local[:, 0] - low[0]) * scale, (high[1] - local[:, 1]) * scale, local[:, 2]], 1).astype(
        np.float32
    )
    buffer = Buffer.empty(size, size)
    buffer.draw(screen, skin)
    buffer.draw(screen, drawn.tris[thin], 0, False)
    at = np.stack([(pixels[:, 0] - low[0]) * scale, (high[1] - pixels[:, 1]) * scale, pixels[:, 2]], 1).astype(
        np.float32
    )
    return _blocked(at, buffer.depth, np.float32(0.05), np.float32(0.035 * scale))


@nb.njit(cache=True, fastmath=True)
def _blocked(at, depth, bias, spread):
    n = at.shape[0]
    size = depth.shape[0]
    out = np.zeros(n, np.float32)
    for i in range(n):
        total = 0.0
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                x, y = int(at[i, 0] + dx * spread), int(at[i, 1] + dy * spread)
                if 0 <= x < size and 0 <= y < size:
                    gap = depth[y, x] - at[i, 2] - bias
                    if gap > 0:
                        total += min(1.0, gap * 30.0)
        out[i] = total / 9.0
    return out
