"""Flat clutter painted on the table's texture, which was taken for dice (keys, coins, dominoes, dots); and a hand.

The hand, sleeve or stick reaches into the picture: rounded fingers with soft shading, in pixels.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from models.training.dice.cv import F32, F64, Rng, cv2
from models.training.dice.die import PIPS
from models.training.dice.style import any_colour

Image = NDArray[np.uint8]
_SHIFT = 4
_ONE = 1 << _SHIFT


def _colour(rng: Rng) -> tuple[float, float, float]:
    c = any_colour(rng) if rng.random() < 0.6 else np.full(3, rng.uniform(5, 250))
    return float(c[0]), float(c[1]), float(c[2])


def disc(im: Image, x: float, y: float, r: float, colour: tuple[float, float, float], width: int = -1) -> None:
    centre = (round(x * _ONE), round(y * _ONE))
    cv2.circle(im, centre, max(1, round(r * _ONE)), colour, width, cv2.LINE_AA, _SHIFT)


def _box(x: float, y: float, w: float, h: float, angle: float) -> F32:
    return np.asarray(cv2.boxPoints(((x, y), (w, h), angle)), np.float32)


def _fill(im: Image, corners: F32, colour: tuple[float, float, float]) -> None:
    cv2.fillPoly(im, [np.round(corners * _ONE).astype(np.int32)], colour, cv2.LINE_AA, _SHIFT)


def _shadow(im: Image, corners: F32, k: float) -> None:
    x0, y0 = np.floor(corners.min(0) - 3 * k).astype(int).clip(0)
    x1, y1 = np.ceil(corners.max(0) + 3 * k).astype(int)
    region = im[y0:y1, x0:x1]
    if region.size == 0:
        return
    mask = np.zeros(region.shape[:2], np.float32)
    cv2.fillPoly(mask, [np.round(corners - [x0, y0] + k * 0.5).astype(np.int32)], 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.5, k * 0.5))
    region[:] = (region * (1 - 0.5 * mask[..., None])).astype(np.uint8)


def coin(rng: Rng, im: Image, x: float, y: float, k: float) -> None:
    """Draw a coin, button or token of about one and a half edges."""
    r = k * rng.uniform(0.4, 1.2)
    tone = rng.uniform(70, 230)
    metal = (tone, tone * rng.uniform(0.6, 1.0), tone * rng.uniform(0.35, 1.0))
    colour = metal if rng.random() < 0.6 else _colour(rng)
    disc(im, x, y, r, (20.0, 20.0, 20.0))
    disc(im, x, y, r * 0.95, colour)
    disc(im, x, y, r * 0.8, tuple(0.85 * c for c in colour), 1 if rng.random() < 0.6 else -1)  # type: ignore[arg-type]
    if rng.random() < 0.7:
        text = "".join(str(rng.choice(list("125€$c*&"))) for _ in range(rng.integers(1, 3)))
        at = (int(x - r * 0.5), int(y + r * 0.4))
        cv2.putText(im, text, at, int(rng.integers(0, 7)), r / 22, tuple(0.6 * c for c in colour), 1, cv2.LINE_AA)
    if rng.random() < 0.3:  # buttons
        for dx, dy in ((-1, -1), (1, 1), (-1, 1), (1, -1))[: int(rng.choice([2, 4]))]:
            disc(im, x + dx * r * 0.25, y + dy * r * 0.25, r * 0.12, (20.0, 20.0, 20.0))


def foot(rng: Rng, im: Image, x: float, y: float, k: float) -> None:
    """Draw a rubber foot, screw, magnet or counter: a round thing, some with a rim, a shine or a mark."""
    r = k * rng.uniform(0.3, 0.9)
    colour = _colour(rng) if rng.random() < 0.4 else (float(rng.uniform(40, 220)),) * 3
    a = rng.uniform(0, 6.28)
    ring = np.stack([x + r * np.cos(np.linspace(0, 6.28, 24)), y + r * np.sin(np.linspace(0, 6.28, 24))], 1)
    _shadow(im, ring.astype(np.float32), k * rng.uniform(0.02, 0.2))
    disc(im, x, y, r, colour)
    if rng.random() < 0.5:
        lit = tuple(min(255.0, c * rng.uniform(0.7, 1.4)) for c in colour)
        disc(im, x + 0.08 * r * np.cos(a), y + 0.08 * r * np.sin(a), r * rng.uniform(0.6, 0.92), lit)  # type: ignore[arg-type]
    mark = rng.random()
    ink = _colour(rng)
    if mark < 0.35:
        disc(im, x, y, r * rng.uniform(0.1, 0.35), ink)
    elif mark < 0.55:
        _fill(im, _box(x, y, r * 1.1, r * 0.22, np.degrees(a)), ink)
        if rng.random() < 0.6:
            _fill(im, _box(x, y, r * 0.22, r * 1.1, np.degrees(a)), ink)


def domino(rng: Rng, im: Image, x: float, y: float, k: float) -> None:
    """Draw a flat tile of two squares with pips and a bar: not a die."""
    w = k * rng.uniform(0.8, 1.7)
    a = rng.uniform(0, 180)
    white = rng.random() < 0.5
    body, dot = ((240.0, 238.0, 225.0), (15.0,) * 3) if white else ((20.0, 20.0, 22.0), (240.0,) * 3)
    corners = _box(x, y, w, 2 * w, a)
    _shadow(im, corners, k * 0.2)
    _fill(im, corners, body)
    c, s = np.cos(np.radians(a)), np.sin(np.radians(a))

    def place(u: float, v: float) -> tuple[float, float]:
        return x + (u * c - v * s) * w, y + (u * s + v * c) * w

    p, q = place(-0.42, 0), place(0.42, 0)
    cv2.line(im, (int(p[0]), int(p[1])), (int(q[0]), int(q[1])), dot, max(1, int(w / 18)), cv2.LINE_AA)
    for half in (-0.5, 0.5):
        value = int(rng.integers(0, 7))
        for u, v in PIPS.get(value, []):
            disc(im, *place(u * 0.27, half + v * 0.27), w * 0.085, dot)


def card(rng: Rng, im: Image, x: float, y: float, k: float) -> None:
    """Draw a playing card: white, with suits and a corner mark."""
    w = k * rng.uniform(2.5, 4.5)
    a = rng.uniform(0, 180)
    corners = _box(x, y, w, 1.4 * w, a)
    _shadow(im, corners, k * 0.1)
    _fill(im, corners, (245.0, 245.0, 240.0) if rng.random() < 0.7 else _colour(rng))
    c, s = np.cos(np.radians(a)), np.sin(np.radians(a))
    ink = (200.0, 20.0, 30.0) if rng.random() < 0.5 else (15.0, 15.0, 20.0)
    for u in (-0.22, 0.0, 0.22)[: int(rng.integers(1, 4))]:
        for v in np.linspace(-0.5, 0.5, int(rng.integers(2, 5))):
            px, py = x + (u * c - v * s) * w, y + (u * s + v * c) * w
            if rng.random() < 0.5:
                disc(im, px, py, w * 0.07, ink)
            else:
                _fill(im, _box(px, py, w * 0.12, w * 0.12, a + 45), ink)


def keyboard(rng: Rng, im: Image, x: float, y: float, k: float) -> None:
    """Rows of keys with one letter or mark each."""
    key = k * rng.uniform(0.7, 1.5)
    a = rng.uniform(0, 180)
    dark = rng.random() < 0.7
    cap = rng.uniform(15, 60) if dark else rng.uniform(190, 245)
    rows, columns = int(rng.integers(2, 6)), int(rng.integers(3, 10))
    frame = (float(rng.uniform(20, 200)),) * 3
    c, s = np.cos(np.radians(a)), np.sin(np.radians(a))
    _fill(im, _box(x, y, columns * key * 1.15, rows * key * 1.15, a), frame)
    for i in range(rows):
        for j in range(columns):
            u, v = (j - (columns - 1) / 2) * key * 1.12, (i - (rows - 1) / 2) * key * 1.12
            px, py = x + u * c - v * s, y + u * s + v * c
            _fill(im, _box(px, py, key, key, a), (cap, cap, cap))
            ink = (225.0,) * 3 if dark else (30.0,) * 3
            letter = str(rng.choice(list("QWERTZUIOPASDFGHJKLYXCVBNM123456789.:-;")))
            at = (int(px - key * 0.2), int(py + key * 0.2))
            cv2.putText(im, letter, at, cv2.FONT_HERSHEY_SIMPLEX, key / 55, ink, 1, cv2.LINE_AA)


def dots(rng: Rng, im: Image, x: float, y: float, k: float) -> None:
    """Loose specks, beads and crumbs, or a printed grid of them."""
    r = k * rng.uniform(0.05, 0.2)
    colour = _colour(rng)
    if rng.random() < 0.5:
        for _ in range(int(rng.integers(1, 16))):
            disc(im, x + rng.normal(0, k), y + rng.normal(0, k), r * rng.uniform(0.5, 1.3), colour)
        return
    step, n = k * rng.uniform(0.2, 0.9), int(rng.integers(2, 7))
    for i in range(n):
        for j in range(int(rng.integers(1, n + 1))):
            disc(im, x + i * step, y + j * step, r, colour)


def track(rng: Rng, im: Image, x: float, y: float, k: float) -> None:
    """Fields of a printed board: circles or squares in a row, some with a mark."""
    size, a = k * rng.uniform(0.6, 1.8), rng.uniform(0, 6.28)
    fill, ring = _colour(rng), _colour(rng)
    square = rng.random() < 0.5
    for i in range(int(rng.integers(3, 12))):
        px, py = x + np.cos(a) * i * size * 1.2, y + np.sin(a) * i * size * 1.2
        if square:
            _fill(im, _box(px, py, size, size, np.degrees(a)), ring)
            _fill(im, _box(px, py, size * 0.86, size * 0.86, np.degrees(a)), fill)
        else:
            disc(im, px, py, size * 0.5, ring)
            disc(im, px, py, size * 0.42, fill)
        if rng.random() < 0.4:
            disc(im, px, py, size * 0.12, ring)


def text(rng: Rng, im: Image, x: float, y: float, k: float) -> None:
    """Print of any size."""
    letters = "".join(
        str(rng.choice(list("ABCDEFGHIKLMNOPRSTUabcdeginorst1234567890#?.o:% ")))
        for _ in range(int(rng.integers(1, 12)))
    )
    size, at, font, ink = k * rng.uniform(0.01, 0.06), (int(x), int(y)), int(rng.integers(0, 7)), _colour(rng)
    cv2.putText(im, letters, at, font, size, ink, int(rng.integers(1, 4)), cv2.LINE_AA)


def cable(rng: Rng, im: Image, x: float, y: float, k: float) -> None:
    """Draw a cable, pen or seam."""
    t = np.linspace(0, 1, 24)
    p = rng.normal(0, 3.5 * k, (4, 2))
    b = np.stack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3], 1) @ p + [x, y]
    width = max(1, int(k * rng.uniform(0.05, 0.35)))
    colour = _colour(rng)
    cv2.polylines(im, [b.astype(np.int32)], False, colour, width, cv2.LINE_AA)
    shine = tuple(min(255.0, c * 1.3 + 12) for c in colour)
    cv2.polylines(im, [b.astype(np.int32) - width // 5], False, shine, max(1, width // 4), cv2.LINE_AA)


def gem(rng: Rng, im: Image, x: float, y: float, k: float) -> None:
    """Draw a die of another shape (d8, d10, d12, d20) from above: facets and numbers."""
    sides, r, a = int(rng.choice([4, 5, 6, 8, 10])), k * rng.uniform(0.5, 1.0), rng.uniform(0, 6.28)
    body = any_colour(rng)
    turns = [a + 6.2832 * i / sides for i in range(sides)]
    ring = np.stack([[x + r * np.cos(t), y + r * np.sin(t)] for t in turns])
    _shadow(im, ring.astype(np.float32), k * 0.3)
    for i in range(sides):
        shade = tuple(float(c) for c in np.clip(body * rng.uniform(0.55, 1.15), 0, 255))
        _fill(im, np.array([ring[i], ring[(i + 1) % sides], [x, y]], np.float32), shade)  # type: ignore[arg-type]
    inner = np.array([x, y], np.float32) + (ring - [x, y]) * 0.55
    top = tuple(float(c) for c in np.clip(body * 1.1, 0, 255))
    _fill(im, inner[:: 2 if sides == 6 else 1].astype(np.float32), top)  # type: ignore[arg-type]
    ink = (240.0,) * 3 if body.mean() < 128 else (15.0,) * 3
    at, number = (int(x - r * 0.3), int(y + r * 0.2)), str(rng.integers(1, 21))
    cv2.putText(im, number, at, 0, r / 38, ink, max(1, int(r / 18)), cv2.LINE_AA)


def panel(rng: Rng, im: Image, x: float, y: float, k: float) -> None:
    """Draw a laptop, book, box lid or tray: a large plain field with an edge."""
    w, h = k * rng.uniform(3, 9), k * rng.uniform(3, 9)
    corners = _box(x, y, w, h, rng.uniform(0, 180))
    _shadow(im, corners, k * 0.4)
    _fill(im, corners, _colour(rng))
    ink, width = _colour(rng), max(1, int(k * rng.uniform(0.03, 0.25)))
    cv2.polylines(im, [corners.astype(np.int32)], True, ink, width, cv2.LINE_AA)


THINGS: tuple[tuple[Callable[[Rng, Image, float, float, float], None], float], ...] = (
    (coin, 0.12),
    (foot, 0.10),
    (domino, 0.10),
    (card, 0.08),
    (keyboard, 0.09),
    (dots, 0.15),
    (track, 0.08),
    (text, 0.08),
    (cable, 0.08),
    (gem, 0.06),
    (panel, 0.06),
)
_WEIGHT = np.array([p for _, p in THINGS]) / sum(p for _, p in THINGS)


def litter(rng: Rng, texture: F32, count: int, edge: float) -> F32:
    """Return the texture with ``count`` things on it; ``edge``: texels an edge of a die."""
    if count == 0:
        return texture
    im = np.ascontiguousarray(np.clip(texture, 0, 255).astype(np.uint8))
    size = len(im)
    kinds = rng.choice(len(THINGS), size=count, p=_WEIGHT)
    if rng.random() < 0.4:
        kinds[:] = kinds[0]
    for kind in kinds:
        x, y = rng.uniform(0.12 * size, 0.88 * size, 2)
        THINGS[int(kind)][0](rng, im, float(x), float(y), edge)
    return im.astype(np.float32)


_SKIN = np.array([[241, 205, 178], [224, 172, 135], [198, 134, 95], [141, 85, 54], [92, 58, 40]], np.float32)


def reach(
    rng: np.random.Generator, image: F32, pixels: float, tip: tuple[float, float] | None = None
) -> NDArray[np.bool_]:
    """Paint a hand over ``image``; returns what it covers. ``tip``: where the fingers end (else anywhere)."""
    size = image.shape[0]
    end = np.array(tip if tip is not None else rng.uniform(-0.1 * size, 1.1 * size, 2), float)
    a = rng.uniform(0, 2 * np.pi)
    skin = (
        any_colour(rng) if rng.random() < 0.12 else _SKIN[rng.integers(len(_SKIN))] * np.float32(rng.uniform(0.75, 1.1))
    )
    mask = np.zeros(image.shape[:2], np.float32)
    light = np.zeros_like(mask)
    width = pixels * rng.uniform(0.6, 1.1)
    back = np.array([np.cos(a), np.sin(a)])
    across = np.array([-back[1], back[0]])
    palm = end + back * width * 4.6
    for k in range(int(rng.integers(1, 5))):
        spread = (k - 1.5) * width * 1.05
        start = end + across * spread * 1.15 + back * width * abs(k - 1.3) * 0.7 + rng.normal(0, width * 0.15, 2)
        _limb(mask, light, start, palm + across * spread * 0.8, width)
    cv2.circle(mask, _int(palm + back * width), max(1, int(width * 2.2)), 1.0, -1, cv2.LINE_AA)
    _limb(mask, light, palm + back * width, palm + back * size * 2, width * 3)
    soft = cv2.GaussianBlur(light, (0, 0), max(0.6, width * 0.25))
    soft = soft / (soft.max() + 1e-6)
    shade = cv2.GaussianBlur(mask, (0, 0), max(1.0, width * 0.4))
    shift = np.array([[1, 0, width * 0.3], [0, 1, width * 0.4]], np.float32)
    cast = cv2.warpAffine(shade, shift, (size, size), borderMode=cv2.BORDER_REPLICATE)
    image *= (1 - 0.45 * cast * (1 - mask))[..., None]
    body = skin * (0.62 + 0.4 * soft)[..., None] * np.float32(rng.uniform(0.6, 1.05))
    image += (body - image) * mask[..., None]
    return np.asarray(mask > 0.3)


def _int(p: F64) -> tuple[int, int]:
    return int(np.clip(p[0], -4000, 4000)), int(np.clip(p[1], -4000, 4000))


def _limb(mask: F32, light: F32, a: F64, b: F64, width: float) -> None:
    cv2.line(mask, _int(a), _int(b), 1.0, max(1, int(width)), cv2.LINE_AA)
    cv2.line(light, _int(a), _int(b), 1.0, max(1, int(width * 0.45)), cv2.LINE_AA)
