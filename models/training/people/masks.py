"""Where things are on the rest face: soft masks over the subdivided skin, and lines that come with an expression.

Rest landmarks (decimetres): eyes at y 7.28, x 0.31; mouth at y 6.61, corners x 0.23; chin y 6.15; crown y 8.48.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from models.training.people.mesh import F32, HeadMesh
from models.training.people.pose import Pose
from models.training.people.raster import Buffer, normals

EYE = np.array([0.308, 7.284, 1.245], np.float32)


@dataclass(frozen=True)
class Masks:
    """Each (skin,), 0..1: inner mouth, lip red, upper-lip side, scalp, beard, moustache, lid, cheek, cloth, head."""

    inner: F32
    lip: F32
    upper: F32
    scalp: F32
    beard: F32
    moustache: F32
    lid: F32
    cheek: F32
    cloth: F32
    head: F32
    rest: F32


def smooth(x: F32, a: float, b: float) -> F32:
    """Smoothstep from 0 at a to 1 at b (a may exceed b)."""
    t = np.clip((x - a) / (b - a), 0.0, 1.0)
    return (t * t * (3.0 - 2.0 * t)).astype(np.float32)


def find_inner(mesh: HeadMesh) -> F32:
    """Return the mouth's cavity: points behind the front surface, grown from a deep one over the mesh."""
    rest = mesh.base[: mesh.skin]
    scale, size = 250.0, 300
    screen = np.stack([rest[:, 0] * scale + 150, (7.1 - rest[:, 1]) * scale, rest[:, 2]], 1).astype(np.float32)
    buffer = Buffer.empty(size, size)
    buffer.draw(screen, mesh.skin_tris)
    px = np.clip(screen[:, :2].astype(int), 0, size - 1)
    behind = buffer.depth[px[:, 1], px[:, 0]] - rest[:, 2] > 0.035
    box = (np.abs(rest[:, 0]) < 0.42) & (rest[:, 1] > 6.2) & (rest[:, 1] < 6.92) & (rest[:, 2] > 0.35)
    allowed = behind & box
    seed = np.argmin(((rest - np.array([0.0, 6.6, 1.2], np.float32)) ** 2).sum(1) + 9.0 * ~allowed)
    found = np.zeros(mesh.skin, bool)
    found[seed] = True
    for _ in range(200):
        grown = found | (allowed & found[mesh.neighbours].any(1))
        if (grown == found).all():
            break
        found = grown
    return found.astype(np.float32)


def magnitude(mesh: HeadMesh, name: str) -> F32:
    """How far a shape moves each skin point, 1 at the most moved."""
    row = mesh.deltas[mesh.names[name]].reshape(-1, 3)[: mesh.skin]
    size = np.linalg.norm(row, axis=1)
    return (size / size.max()).astype(np.float32)


def make_masks(mesh: HeadMesh) -> Masks:
    """All masks of the whole head."""
    rest = mesh.base[: mesh.skin].copy()
    x, y, z = np.abs(rest[:, 0]), rest[:, 1], rest[:, 2]
    normal = normals(rest, mesh.skin_tris)
    inner = find_inner(mesh)
    volume = np.maximum(
        magnitude(mesh, "shape:mouth-lowerlip-volume-incr"), magnitude(mesh, "shape:mouth-upperlip-volume-incr")
    )
    lip = smooth(volume, 0.10, 0.40) * smooth(y, 6.462, 6.482) * smooth(y, 6.715, 6.70)
    lip = np.where((inner > 0.5) | (z < 1.3), 0.0, lip).astype(np.float32)
    outside = (1.0 - inner) * (1.0 - lip)
    below = smooth(y, 6.52, 6.42) + smooth(y, 6.60, 6.50) * smooth(x, 0.22, 0.30)
    below = np.minimum(below, 1.0)
    side = smooth(x, 0.25, 0.36) * smooth(y, 7.0, 6.7) * smooth(x, 0.92, 0.86)
    jaw = np.maximum(below, side) * smooth(y, 5.85, 6.1) * smooth(z, 0.25, 0.5) * outside
    high = y + 0.25 * smooth(x, 0.2, 0.4)
    moustache = smooth(high, 6.65, 6.70) * smooth(y, 6.86, 6.80) * smooth(x, 0.42, 0.30) * smooth(z, 1.15, 1.25)
    moustache = moustache * outside
    around = np.sqrt(((np.stack([x, y], 1) - EYE[:2]) ** 2 / np.array([0.26, 0.16]) ** 2).sum(1))
    lid = smooth(around.astype(np.float32), 1.15, 0.6) * smooth(z, 1.0, 1.15)
    cheek = smooth(np.hypot(x - 0.45, y - 6.95).astype(np.float32), 0.38, 0.08) * smooth(z, 0.7, 1.0)
    line = 7.98 - 0.10 * smooth(x, 0.05, 0.5) - 0.62 * smooth(x, 0.45, 0.72)
    back = smooth(z, 0.62, 0.30)
    hairline = line * (1 - back) + back * (6.75 - 0.12 * smooth(z, 0.2, -0.5))
    ear = smooth(np.hypot((z - 0.33) * 1.1, y - 7.03).astype(np.float32), 0.33, 0.27) * smooth(x, 0.6, 0.68)
    scalp = smooth((y - hairline).astype(np.float32), -0.05, 0.05) * (1 - ear) * outside
    cloth = smooth(y - 0.25 * smooth(x, 0.3, 1.0), 5.52, 5.48) * (normal[:, 1] > -2)
    head = smooth(y + 0.25 * smooth(z, 0.9, -0.3), 5.85, 6.65)
    head = np.where(z > 0.9, smooth(y, 5.9, 6.2), head)
    arrays = {
        "inner": inner,
        "lip": lip,
        "upper": y > 6.6075,
        "scalp": scalp,
        "beard": jaw,
        "moustache": moustache,
        "lid": lid,
        "cheek": cheek,
        "cloth": cloth,
        "head": head,
        "rest": rest,
    }
    return Masks(**{k: np.asarray(a, np.float32) for k, a in arrays.items()})


@cache
def default_masks() -> Masks:
    """Return the masks of the packed head."""
    from .mesh import load

    return make_masks(load())


@dataclass(frozen=True)
class Folds:
    """Depth 0..1 of each group of lines: beside the mouth, brow raised, brows drawn together, eyes, nose, chin."""

    mouth: float = 0.0
    raised: float = 0.0
    frown: float = 0.0
    eyes: float = 0.0
    nose: float = 0.0


def folds(pose: Pose, age: float) -> Folds:
    """Depths for a pose; age (0..1) is how lined the face is at rest."""
    smile = 0.5 * (pose.smile_l + pose.smile_r)
    squint = 0.5 * (pose.squint_l + pose.squint_r)
    return Folds(
        mouth=_share(0.35 * age + 0.55 * smile + 0.35 * pose.upper_up + 0.5 * pose.nose_wrinkle + 0.3 * pose.cheek_up),
        raised=_share(0.35 * age + 0.5 * max(0.0, pose.brow_inner) + 0.5 * max(0.0, pose.brow_outer)),
        frown=_share(0.25 * age + 0.8 * pose.brow_down),
        eyes=_share(0.3 * age + 0.6 * squint + 0.3 * smile + 0.3 * pose.cheek_up),
        nose=_share(pose.nose_wrinkle),
    )


def _share(value: float) -> float:
    return float(min(1.0, max(0.0, value)))


def dents(depth: Folds, rest: F32) -> tuple[F32, F32, F32]:
    """Shade (m,) 0..1 of the lines at rest points (m, 3), and the tilt of the skin across them in x and y."""
    x, y = np.abs(rest[:, 0]), rest[:, 1]
    sign = np.sign(rest[:, 0])
    shade, tilt_x, tilt_y = np.zeros_like(x), np.zeros_like(x), np.zeros_like(x)
    front = smooth(rest[:, 2], 0.9, 1.2)
    if depth.mouth > 0:
        fall = np.clip((6.93 - y) / 0.46, 0, 1)
        across = (x - (0.155 + 0.27 * fall**0.85)) / (0.016 + 0.014 * fall)
        line = np.exp(-(across**2)) * smooth(y, 6.46, 6.60) * smooth(y, 6.95, 6.88) * front * depth.mouth
        shade += 0.8 * line
        tilt_x += 0.8 * sign * across * line
    if float(y.max(initial=0.0)) > 7.1:
        if depth.raised > 0:
            band = smooth(y, 7.56, 7.66) * smooth(y, 8.0, 7.88) * smooth(x, 0.56, 0.35) * depth.raised
            wave = y * 52 + 2.0 * np.cos(rest[:, 0] * 4)
            shade += 0.35 * band * np.clip(np.sin(wave), 0, 1) ** 3
            tilt_y += 0.16 * band * np.cos(wave)
        if depth.frown > 0:
            across = (x - 0.048) / 0.014
            line = np.exp(-(across**2)) * smooth(y, 7.34, 7.42) * smooth(y, 7.62, 7.52) * depth.frown
            shade += 0.7 * line
            tilt_x += 0.6 * sign * across * line
        if depth.eyes > 0:
            dx, dy = x - EYE[0] - 0.10, y - EYE[1]
            ray = np.sin(np.arctan2(dy, dx) * 16)
            away = np.hypot(dx, dy)
            band = smooth(dx, 0.02, 0.08) * smooth(away, 0.09, 0.12) * smooth(away, 0.27, 0.18) * depth.eyes
            shade += 0.35 * band * np.clip(ray, 0, 1) ** 2
            tilt_y += 0.14 * band * ray
        if depth.nose > 0:
            band = smooth(x, 0.13, 0.07) * smooth(y, 7.08, 7.15) * smooth(y, 7.36, 7.28) * depth.nose
            wave = y * 95 + 12 * x
            shade += 0.3 * band * np.clip(np.sin(wave), 0, 1) ** 2
            tilt_y += 0.15 * band * np.cos(wave)
    return np.clip(shade, 0, 1).astype(np.float32), tilt_x.astype(np.float32), tilt_y.astype(np.float32)
