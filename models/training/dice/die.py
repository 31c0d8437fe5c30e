"""One die as a solid: rounded cube, pips, and the pixels that a bundle of rays sees of it; where and how it lies.

Lengths are in edges of the die, so the cube spans -0.5..0.5 on each axis. Arrays of points are three planes of n. On
carpet, cloth and cushions a die sinks in a little: it lies askew by a few degrees, and fibres hide its foot.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from models.training.dice import style
from models.training.dice.camera import turn
from models.training.dice.cv import F32, F64, Rng, cv2
from models.training.dice.style import Style, albedo, symbol

_CORNER = [(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)]
PIPS: dict[int, list[tuple[float, float]]] = {
    1: [(0.0, 0.0)],
    2: _CORNER[:2],
    3: [*_CORNER[:2], (0.0, 0.0)],
    4: _CORNER,
    5: [*_CORNER, (0.0, 0.0)],
    6: [*_CORNER, (-1.0, 0.0), (1.0, 0.0)],
}
"""Where the pips of a face lie, in units of the style's spacing."""

# (axis, sign) -> value of a right-handed die (1, 2, 3 run anticlockwise around their corner, seen from outside);
# the left-handed one has 3 and 4 exchanged.
_FACES = {(2, 1): 1, (2, -1): 6, (0, 1): 2, (0, -1): 5, (1, 1): 3, (1, -1): 4}
OTHERS = ((1, 2), (0, 2), (0, 1))


def value_of(axis: int, sign: int, left_handed: bool) -> int:
    """Return the pips on the face whose outward normal is ``sign`` along ``axis``."""
    value = _FACES[axis, sign]
    return 7 - value if left_handed and axis == 1 else value


def up_face(turn: F64) -> tuple[int, int, float]:
    """(axis, sign, cosine to the vertical) of the face that looks most upwards after ``turn`` (die to world)."""
    up = turn[2]
    axis = int(np.abs(up).argmax())
    return axis, int(np.sign(up[axis])), float(abs(up[axis]))


@dataclass(slots=True)
class Surface:
    """What n rays met: indices of the rays, points, normals (die axes), colours 0..255, gloss and darkening."""

    index: NDArray[np.intp]
    point: F32
    normal: F32
    colour: F32
    shade: F32
    """Multiplies the light: below 1 deep in a pip."""
    face: NDArray[np.int8]
    """2 * axis + (sign > 0) of the face hit."""
    opacity: F32
    pip: F32
    """0..1: how much of a pip the ray met."""


def trace(origin: F32, rays: F32, style: Style) -> Surface | None:
    """Meet unit ``rays`` (3, n) from ``origin`` (3,) with the die; None where all miss."""
    found = _meet(origin, rays, style)
    if found is None:
        return None
    index, point, normal, far = found
    seen = rays[:, index]
    n = len(index)
    big = np.abs(point)
    axis = np.where(big[0] > big[1], np.where(big[0] > big[2], 0, 2), np.where(big[1] > big[2], 1, 2)).astype(np.int8)
    positive = point[axis, np.arange(n)] > 0
    face = (2 * axis + positive).astype(np.int8)
    if style.bulge:
        bent = normal + np.float32(style.bulge) * (point - point * (np.abs(normal) > 0.5))
        normal = bent / (_length(bent) + np.float32(1e-9))
    colour = albedo(style, point)
    opacity = np.full(n, style.opacity, np.float32)
    if style.opacity < 1:
        _inner(style, point, seen, far, colour)
    shade = np.ones(n, np.float32)
    pip = np.zeros(n, np.float32)
    if not style.blank:
        for code in range(6):
            on = np.flatnonzero(face == code)
            if len(on):
                _pips(style, code, on, point, seen, normal, colour, shade, opacity, pip)
    return Surface(index, point, normal, colour, shade, face, opacity, pip)


def _meet(origin: F32, rays: F32, style: Style) -> tuple[NDArray[np.intp], F32, F32, F32] | None:
    """Slab test against the box, then sphere tracing of the rounded one cut by a sphere."""
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1.0 / np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
        a = (-0.5 - origin[:, None]) * inverse
        b = (0.5 - origin[:, None]) * inverse
    low, high = np.minimum(a, b), np.maximum(a, b)
    near = np.maximum(np.maximum(low[0], low[1]), low[2])
    far = np.minimum(np.minimum(high[0], high[1]), high[2])
    index = np.flatnonzero((near < far) & (near > 0))
    if len(index) == 0:
        return None
    d = rays[:, index]
    t = near[index]
    start = origin[:, None]
    h, r, ball = np.float32(0.5 - style.radius), np.float32(style.radius), np.float32(style.ball)
    p = start + d * t
    # Rays that meet the box in the flat part of a face have arrived: only those near edges and corners go on.
    x, y, z = np.abs(p)
    curved = np.maximum(np.minimum(x, y), np.minimum(np.maximum(x, y), z)) > h  # the middle one of three
    if ball < 0.866:
        curved |= _length(p) > ball
    on = np.flatnonzero(curved)
    distance = np.zeros_like(t)
    dn, tn = d[:, on], t[on]
    for _ in range(3 if style.radius < 0.04 and ball > 0.84 else 9):
        p = start + dn * tn
        q = np.abs(p) - h
        m = np.maximum(q, 0)
        step = _length(m) + np.minimum(np.maximum(np.maximum(q[0], q[1]), q[2]), 0) - r
        if ball < 0.866:
            step = np.maximum(step, _length(p) - ball)
        tn = tn + step
        distance[on] = step
    t[on] = tn
    ok = (distance < 0.012) & (t < far[index])
    if not ok.any():
        return None
    index = index[ok]
    p = (start + d * t)[:, ok].astype(np.float32)
    m = np.maximum(np.abs(p) - h, 0) * np.sign(p)
    flat = np.abs(m[0]) + np.abs(m[1]) + np.abs(m[2]) < 1e-5
    if flat.any():
        k = np.abs(p[:, flat]).argmax(0)
        m[k, np.flatnonzero(flat)] = np.sign(p[k, np.flatnonzero(flat)])
    if ball < 0.866:
        length = _length(p)
        on_ball = length > ball - 0.006
        m[:, on_ball] = p[:, on_ball]
    m /= _length(m) + 1e-9
    return index, p, m.astype(np.float32), (far[index] - t[ok]).astype(np.float32)


def _length(v: F32) -> F32:
    return np.asarray(np.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]))


def _inner(style: Style, point: F32, rays: F32, far: F32, colour: F32) -> None:
    """Clear plastic: the pips of the far faces shine through, bent and faint."""
    bent = rays * np.float32(0.75)
    back = point + bent * far
    k = np.abs(back).argmax(0)
    for code in range(6):
        axis, sign = code // 2, 1 if code % 2 else -1
        on = np.flatnonzero((k == axis) & (back[axis] * sign > 0))
        if len(on) == 0 or style.blank:
            continue
        u, w = OTHERS[axis]
        for pu, pw, pr, _ in layout(style, value_of(axis, sign, style.left_handed)):
            inside = (back[u, on] - pu) ** 2 + (back[w, on] - pw) ** 2 < pr * pr
            colour[:, on[inside]] += (style.pip[:, None] - colour[:, on[inside]]) * np.float32(style.through)


def layout(style: Style, value: int) -> list[tuple[float, float, float, bool]]:
    """(u, w, radius, is a symbol) of each pip of a face, in edges."""
    out = []
    radius = style.pip_radius * (style.one_scale if value == 1 else 1.0)
    across = along = style.spacing * (style.closer[value - 2] if 2 <= value <= 5 else 1.0)
    if value == 6:
        across, along = across * style.six_columns, along * style.six_squeeze
        radius = min(radius, 0.92 * across, 0.47 * along)
    for u, w in PIPS[value]:
        u, w = u * across, w * along
        if value in (2, 3) and style.flip[value - 2]:
            u = -u
        if value == 6 and style.flip[2]:
            u, w = w, u
        out.append((u, w, radius, value == 1 and style.symbol_on_one))
    return out


def _numeral(style: Style, value: int, x: F32, y: F32) -> F32:
    """Coverage 0..1 of the digit on a face at (x, y) in edges; each set has its own writing."""
    reach = 1.6 * style.spacing
    at = [np.clip((v / reach * 0.5 + 0.5) * 64, 0, 63).astype(np.intp) for v in (x, y)]
    return np.asarray(written(str(value), style.writing)[at[1], at[0]], np.float32)


@cache
def written(words: str, writing: int) -> F32:
    """Return a numeral as (64, 64) of 0..1, in the middle, in one of ``WRITINGS``."""
    out = np.zeros((64, 64), np.float32)
    font, width = _FONTS[writing % len(_FONTS)], 3 + writing // len(_FONTS)
    scale = 1.9 if len(words) == 1 else 1.1
    (w, h), _ = cv2.getTextSize(words, font, scale, width)
    cv2.putText(out, words, ((64 - w) // 2, (64 + h) // 2), font, scale, 1.0, width, cv2.LINE_AA)
    return out


_FONTS = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
WRITINGS = 5 * len(_FONTS)
"""Four letterings, each in five widths of stroke."""


def _pips(
    style: Style,
    code: int,
    on: NDArray[np.intp],
    point: F32,
    rays: F32,
    normal: F32,
    colour: F32,
    shade: F32,
    opacity: F32,
    met: F32,
) -> None:
    axis, sign = code // 2, 1 if code % 2 else -1
    u, w = OTHERS[axis]
    value = value_of(axis, sign, style.left_handed)
    across, along = point[u, on], point[w, on]
    if style.numerals:
        colour[:, on] += (style.pip[:, None] - colour[:, on]) * _numeral(style, value, across, along)
        return
    for pu, pw, radius, is_symbol in layout(style, value):
        x, y = across - np.float32(pu), along - np.float32(pw)
        reach = radius * 1.15
        near = np.flatnonzero((np.abs(x) < reach) & (np.abs(y) < reach))
        if len(near) == 0:
            continue
        x, y, at = x[near], y[near], on[near]
        inside = symbol(style, x / radius, y / radius) if is_symbol else style.inside(x / radius, y / radius)
        if style.depth > 0.012 and not is_symbol:
            _hollow(style, axis, sign, radius, x, y, at, inside, rays, normal, shade)
        met[at] = np.maximum(met[at], inside)
        cover = inside * np.float32(style.paint)
        pip = style.pip_of(value)
        colour[:, at] += (pip[:, None] - colour[:, at]) * cover
        if style.opacity < 1:
            opacity[at] += (1 - opacity[at]) * cover


def _hollow(
    style: Style,
    axis: int,
    sign: int,
    radius: float,
    x: F32,
    y: F32,
    at: NDArray[np.intp],
    inside: F32,
    rays: F32,
    normal: F32,
    shade: F32,
) -> None:
    """Draw a drilled pip: the ray goes on to the far side of a sphere, so its normal and its shadow come from there."""
    q = inside > 0.5
    if not q.any():
        return
    x, y, at = x[q], y[q], at[q]
    u, w = OTHERS[axis]
    depth = style.depth
    big = (radius * radius + depth * depth) / (2 * depth)
    dz = rays[axis, at] * sign
    du, dw = rays[u, at], rays[w, at]
    cz = np.float32(big - depth)
    b = x * du + y * dw - cz * dz
    c = x * x + y * y + cz * cz - np.float32(big * big)
    t = -b + np.sqrt(np.maximum(b * b - c, 0))
    hx, hy, hz = x + du * t, y + dw * t, dz * t
    normal[u, at] = -hx / big
    normal[w, at] = -hy / big
    normal[axis, at] = sign * (cz - hz) / big
    shade[at] *= 1 - np.float32(style.hollow_shadow) * np.clip(-hz / depth, 0, 1)


@dataclass(slots=True)
class Die:
    """A die in the world: its middle, its rotation (die to world), its look and edge (1.0 is the set's size)."""

    place: F64
    turn: F64
    look: style.Style
    edge: float = 1.0
    yaw: float = 0.0
    sweep: tuple[F64, F64] | None = None
    """Rolling: the way (world) and the rotation vector covered while the shutter is open."""
    fringe: float = 0.0
    """Height, in edges, of the fibres that hide its foot; above 0 it lies on soft ground, a little askew."""


ASKEW = 9.0
"""Degrees by which a die on soft ground lies askew and still shows one face without any doubt."""


def sink(rng: Rng, die: Die) -> None:
    """Let a flat die down into soft ground: askew, its lowest corner up to a fifth of an edge deep."""
    way, angle = rng.uniform(0, 2 * math.pi), math.radians(min(ASKEW, abs(rng.normal(0, 4.0))))
    die.turn = turn(2, way) @ turn(0, angle) @ turn(2, -way) @ die.turn
    reach = 0.5 * die.edge * float(np.abs(die.turn[2]).sum())
    die.place[2] = reach - die.edge * rng.uniform(0.02, 0.2) - 0.5 * (reach - 0.5 * die.edge)
    die.fringe = float(rng.uniform(0.01, 0.12))


def above(die: Die, hit: Surface) -> F32:
    """(n,) 1 where a point of the die is seen over the fibres, 0 where they hide it."""
    if die.fringe == 0.0:
        return np.ones(len(hit.index), np.float32)
    x, y, z = (die.turn @ hit.point) * die.edge + die.place[:, None]
    tufts = np.sin(23 * x + 4 * np.sin(9 * y)) * np.sin(29 * y + 4 * np.sin(11 * x))
    return (z > die.fringe * die.edge * (0.5 + 0.5 * tufts)).astype(np.float32)
