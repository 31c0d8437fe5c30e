"""Lamps, windows and their shadows on the table and on dice."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from models.training.dice.camera import Camera
from models.training.dice.cv import F32, F64, cv2
from models.training.dice.die import Surface
from models.training.dice.style import Style

_CORNERS = np.array([[a, b, c] for a in (-0.47, 0.47) for b in (-0.47, 0.47) for c in (-0.47, 0.47)])


@dataclass(frozen=True, slots=True)
class Light:
    """Lamp directions (unit, towards the lamp), strengths, ambient light, shadow softness and a bright window."""

    lamps: F64
    strength: tuple[float, ...]
    ambient: float
    softness: float
    depth: float
    window: F64
    """Rows: middle, and two half sides, of a bright rectangle in the sphere of directions; zeros: none."""
    window_strength: float
    ring: float
    """Inner radius of a ring lamp, as a share of the rectangle's half sides; 0: the bright thing is a rectangle."""
    bounce: F32
    """Colour 0..1 that the table throws up on the sides."""


def draw(rng: np.random.Generator) -> Light:
    """One room's light."""
    n = int(rng.choice([1, 2, 3, 5], p=[0.48, 0.27, 0.15, 0.1]))
    lamps: list[F64] = []
    strength: list[float] = []
    for i in range(n):
        low = rng.random() < 0.12  # long shadows
        el, az = math.radians(rng.uniform(9, 25) if low else rng.uniform(18, 88)), rng.uniform(0, 2 * math.pi)
        way = np.array([math.cos(el) * math.cos(az), math.cos(el) * math.sin(az), math.sin(el)])
        if n == 5 and i > 0:  # a chandelier: on a glossy face each of its bulbs is a spot like a pip
            way = lamps[0] + rng.normal(0, 0.16, 3)
            way[2] = max(0.16, way[2])
        lamps.append(way / np.linalg.norm(way))
        strength.append(float(rng.uniform(0.25, 0.9) * (1 if i == 0 else 0.5 if n < 5 else 0.3)))
    window = np.zeros((3, 3))
    power = 0.0
    ring = 0.0
    if rng.random() < 0.5:
        el, az = math.radians(rng.uniform(15, 90)), rng.uniform(0, 2 * math.pi)
        w = np.array([math.cos(el) * math.cos(az), math.cos(el) * math.sin(az), math.sin(el)])
        side = np.cross(w, [0.3, 0.5, 0.8])
        side /= np.linalg.norm(side)
        window = np.stack([w, side / rng.uniform(0.08, 0.5), np.cross(w, side) / rng.uniform(0.08, 0.5)])
        power = float(rng.uniform(0.1, 0.9))
        if rng.random() < 0.4:
            ring = float(rng.uniform(0.5, 0.85))
            window[2] = np.cross(w, side) * np.linalg.norm(window[1])
    return Light(
        lamps=np.array(lamps),
        strength=tuple(strength),
        ambient=float(rng.uniform(0.3, 0.8)),
        softness=float(rng.uniform(0.01, 0.22) if rng.random() < 0.6 else rng.uniform(0.2, 0.5)),
        depth=float(rng.uniform(0.12, 0.75)),
        window=window,
        window_strength=power,
        ring=ring,
        bounce=rng.uniform(0.4, 1.0, 3).astype(np.float32),
    )


def flash(rng: np.random.Generator, camera: Camera) -> Light:
    """Return a phone's lamp beside its lens in a dim room: hard light from where the camera is."""
    beside = camera.place + camera.axes[0] * rng.normal(0, 0.4) + camera.axes[1] * rng.normal(0, 0.4)
    lamp = beside / np.linalg.norm(beside)
    return Light(
        lamps=lamp[None],
        strength=(float(rng.uniform(0.6, 1.3)),),
        ambient=float(rng.uniform(0.1, 0.4)),
        softness=float(rng.uniform(0.005, 0.04)),
        depth=float(rng.uniform(0.5, 0.9)),
        window=np.zeros((3, 3)),
        window_strength=0.0,
        ring=0.0,
        bounce=rng.uniform(0.4, 1.0, 3).astype(np.float32),
    )


def shade(light: Light, hit: Surface, turn: F64, rays: F32, style: Style, height: float) -> F32:
    """Colours (n, 3) 0..255 of what the rays met. ``turn``: die to world; ``rays`` (3, m) in the world."""
    t = turn.astype(np.float32)
    normal = t @ hit.normal
    view = -rays[:, hit.index]
    z = (t @ hit.point)[2] + np.float32(height)
    sky = light.ambient * (0.72 + 0.28 * normal[2]) * np.clip(0.6 + 0.5 * z, 0, 1.0)
    colour = hit.colour * sky
    side = np.clip(-normal[2] * 0.5 + 0.35, 0, 0.6) * np.float32(light.ambient * 0.35)
    colour += hit.colour * light.bounce[:, None] * side
    glare = np.zeros(len(hit.index), np.float32)
    for lamp, power in zip(light.lamps.astype(np.float32), light.strength, strict=True):
        lit = np.maximum(lamp @ normal, 0)
        colour += hit.colour * (lit * hit.shade * np.float32(power))
        half = view + lamp[:, None]
        half /= np.sqrt(_dot(half, half)) + 1e-9
        glare += np.maximum(_dot(half, normal), 0) ** np.float32(style.shine) * np.float32(style.gloss * power)
    facing = np.clip(_dot(normal, view), 0, 1)
    glare += np.float32(style.fresnel * light.ambient) * (1 - facing) ** 3
    if light.window_strength:
        mirror = 2 * _dot(normal, view) * normal - view
        m = light.window.astype(np.float32) @ mirror
        inside = (m[0] > 0) & (np.abs(m[1]) < 1) & (np.abs(m[2]) < 1)
        if light.ring:
            reach = np.sqrt(m[1] * m[1] + m[2] * m[2])
            inside &= (reach < 1) & (reach > light.ring)
        glare += inside * np.float32(light.window_strength * (0.15 + 0.85 * style.gloss))
    return np.asarray(np.clip(colour + 255 * glare * hit.shade, 0, 255).T, np.float32)


def _dot(a: F32, b: F32) -> F32:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def shadows(light: Light, camera: Camera, dice: list[tuple[F64, F64, float]], size: int, pixels: float) -> F32:
    """Return what of the light is left (size, size) on the table around dice of (place, turn, size)."""
    left = np.ones((size, size), np.float32)
    if not dice:
        return left
    total = sum(light.strength)
    for k, (lamp, power) in enumerate(zip(light.lamps, light.strength, strict=True)):
        mask = np.zeros((size, size), np.float32)
        if lamp[2] < 0.15:
            continue
        for place, turn, edge in dice:
            w = place + edge * _CORNERS @ turn.T
            w = w - lamp * (w[:, 2:3] / lamp[2])
            w[:, 2] = 0
            _cover(mask, camera, w)
        sigma = max(0.4, pixels * light.softness * (1 + 0.5 * k))
        left *= 1 - np.float32(light.depth * power / total) * cv2.GaussianBlur(mask, (0, 0), sigma)
    near = np.zeros((size, size), np.float32)
    for place, turn, edge in dice:
        w = place + edge * 1.1 * _CORNERS @ turn.T
        w[:, 2] = 0
        _cover(near, camera, w)
    left *= 1 - np.float32(0.55) * cv2.GaussianBlur(near, (0, 0), max(0.5, pixels * 0.07))
    return left


def _cover(mask: F32, camera: Camera, points: F64) -> None:
    uv, depth = camera.project(points)
    if depth.min() > 0.2:
        hull = cv2.convexHull(np.round(np.clip(uv, -2000, 2000) * 16).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 1.0, cv2.LINE_AA, 4)


def sun_patch(rng: np.random.Generator, size: int) -> F32:
    """Return a hard-edged bright field (or its shade) over the whole picture, (size, size)."""
    mask = np.zeros((size, size), np.float32)
    middle = rng.uniform(0, size, 2)
    corners = middle + rng.normal(0, size * 0.5, (4, 2))
    cv2.fillConvexPoly(mask, cv2.convexHull(corners.astype(np.int32)), 1.0, cv2.LINE_AA)
    if rng.random() < 0.5:
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 6))
    return (1 + mask * np.float32(rng.uniform(0.3, 1.0))) * np.float32(rng.uniform(0.55, 0.9))
