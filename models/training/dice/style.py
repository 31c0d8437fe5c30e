"""What a die is made of: colours, pips, plastic. One seeded draw gives one set's look."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from companion.resources import toml
from models.training.dice.cv import F32, F64

Material = Literal["plain", "marbled", "speckled", "glitter", "wood", "clear", "two-tone"]
PipShape = Literal["round", "ring", "square", "heart"]
_FANCY: tuple[Material, ...] = ("clear", "marbled", "two-tone", "plain")
_RARE_PIPS: tuple[PipShape, ...] = ("ring", "square", "heart")

BODIES: list[list[int]] = toml("models/training/dice/looks.toml")["bodies"]
"""Body colours seen in shops, as RGB; a quarter of the dice take any colour instead."""
_LUMA = np.array([0.3, 0.59, 0.11], np.float32)


@dataclass(slots=True)
class Style:
    """A set's look. Lengths in edges; colours RGB 0..255."""

    body: F32
    pip: F32
    second: F32
    material: Material = "plain"
    radius: float = 0.08
    ball: float = 9.0
    pip_radius: float = 0.09
    spacing: float = 0.25
    six_squeeze: float = 1.0
    """How close the three pips of a six's column stand, against the other values' spacing."""
    six_columns: float = 1.0
    """How close its two columns stand: on real dice from less than half to one and a half times the spacing."""
    closer: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    """The spacings of the pips of two, three, four and five, against the style's."""
    one_scale: float = 1.0
    one_colour: F32 | None = None
    four_colour: F32 | None = None
    symbol_on_one: bool = False
    pip_shape: PipShape = "round"
    paint: float = 1.0
    depth: float = 0.0
    hollow_shadow: float = 0.3
    opacity: float = 1.0
    through: float = 0.0
    gloss: float = 0.3
    shine: float = 30.0
    fresnel: float = 0.1
    bulge: float = 0.0
    """How far the faces are domed (or hollow, below 0): it bends lamps' reflections into arcs."""
    flip: tuple[bool, bool, bool] = (False, False, False)
    left_handed: bool = False
    blank: bool = False
    numerals: bool = False
    writing: int = 12
    """Of its numerals (die.written): digits in place of pips, so no die that can be counted."""
    phase: F32 = field(default_factory=lambda: np.zeros(6, np.float32))
    pattern: F32 = field(default_factory=lambda: np.ones(3, np.float32))
    strength: float = 0.3

    def pip_of(self, value: int) -> F32:
        """Return the pips' colour of a face: on some dice the one (and the four) is red."""
        if value == 1 and self.one_colour is not None:
            return self.one_colour
        if value == 4 and self.four_colour is not None:
            return self.four_colour
        return self.pip

    def inside(self, x: F32, y: F32) -> F32:
        """Coverage 0..1 of a pip at (x, y) in pip radii."""
        if self.pip_shape == "square":
            return (np.maximum(np.abs(x), np.abs(y)) < 0.9).astype(np.float32)
        if self.pip_shape == "heart":
            u, v = x * 1.15, 0.2 - y * 1.15
            return np.asarray((u * u + v * v - 1) ** 3 - u * u * v * v * v < 0, np.float32)
        r = np.sqrt(x * x + y * y)
        if self.pip_shape == "ring":
            return ((r < 1.12) & (r > 0.45)).astype(np.float32)
        return (r < 1).astype(np.float32)


def symbol(style: Style, x: F32, y: F32) -> F32:
    """Return a logo in place of the single pip: a dot in a ring, broken ring, sun, star, moon, spiral or blob."""
    r = np.sqrt(x * x + y * y)
    turned, k = style.phase[1], 2 + int(style.phase[0] * 10) % 4
    a = np.arctan2(y, x) + turned
    ring = (r < 0.95) & (r > 0.79 - 0.03 * style.phase[2])
    holes = (np.abs(x) - 0.32) ** 2 + (y - 0.1) ** 2 < 0.05
    blob = (r < 0.85 + 0.15 * np.sin(k * a)) & ~(holes if style.phase[2] > 3 else r < 0.3)
    shapes = (
        (r < 0.45) | ring,
        (ring & (np.sin(k * a) > -0.6)) | (r < 0.3 * (k % 2)),
        (r < 0.5) | ((r < 0.95) & (r > 0.6) & (np.cos((k + 4) * a) > 0.2)),
        r < 0.4 + 0.55 * np.abs(2 * ((a * (k + 2) / (2 * np.pi)) % 1) - 1),
        (r < 0.9) & ((x - 0.45 * np.cos(turned)) ** 2 + (y - 0.45 * np.sin(turned)) ** 2 > 0.5),
        (r < 0.95) & (((a / (2 * np.pi) + 1.6 * r) % 1) < 0.5),
        blob,
    )
    return np.asarray(shapes[min(int(style.phase[3] * 10) % 8, 6)], np.float32)


def albedo(style: Style, p: F32) -> F32:
    """Body colour (3, n) at points ``p`` (3, n)."""
    body, second = style.body[:, None], style.second[:, None]
    if style.material in ("plain", "clear"):
        return np.repeat(body, p.shape[1], 1).astype(np.float32)
    x, y, z = p
    f, ph = style.pattern, style.phase
    if style.material in ("marbled", "two-tone"):
        w = np.sin(f[0] * x + ph[0] + 2 * np.sin(f[1] * y + ph[1]) + f[2] * z + 1.5 * np.sin(f[0] * z + ph[2]))
        w = 0.5 + 0.5 * w if style.material == "marbled" else 1 / (1 + np.exp(-6 * w))
    elif style.material == "wood":
        rings = np.sqrt((x + ph[0]) ** 2 + (y * 0.3 + ph[1]) ** 2) + 0.1 * z
        w = 0.5 + 0.5 * np.sin(f[0] * 8 * rings + 3 * np.sin(f[1] * z))
    else:
        size = 24.0 if style.material == "speckled" else 42.0
        cell = np.floor(x * size) * 12.9898 + np.floor(y * size) * 78.233 + np.floor(z * size) * 37.719
        noise = np.modf(np.abs(np.sin(cell + ph[0]) * 43758.547))[0]
        w = (noise > 0.8).astype(np.float32)
        if style.material == "glitter":
            w = w * (0.4 + noise * 0.6)
    return np.asarray((body + (second - body) * (np.float32(style.strength) * w.astype(np.float32))), np.float32)


def pure(hue: float) -> F64:
    """Return the full colour of a hue of 0..6 (red at 0, green at 2), RGB 0..1."""
    return np.asarray(np.clip(np.abs((hue + np.array([0, 4, 2])) % 6 - 3) - 1, 0, 1))


def any_colour(rng: np.random.Generator) -> F32:
    """Return a colour of any hue and lightness, RGB 0..255."""
    h, s, v = rng.random() * 6, rng.random() ** (0.7 if rng.random() < 0.4 else 2.0), rng.uniform(0.08, 1.0)
    return np.asarray((255 * v * (1 - s * (1 - pure(h)))), np.float32)


def luma(colour: F32) -> float:
    """Brightness 0..255."""
    return float(colour @ _LUMA)


def _pip_colour(rng: np.random.Generator, body: F32) -> F32:
    light = luma(body)
    kind = rng.random()
    if kind < 0.46:  # white on dark, black on light; either on middle tones
        white = light < 110 if not 90 < light < 170 else rng.random() < 0.5
        return np.full(3, rng.uniform(195, 255) if white else rng.uniform(3, 45), np.float32)
    if kind < 0.54:  # gold, silver or copper
        metal = ([212, 175, 55], [190, 190, 195], [185, 110, 70])[int(rng.choice(3, p=[0.5, 0.3, 0.2]))]
        return np.array(metal, np.float32) * np.float32(rng.uniform(0.6, 1.1))
    if kind < 0.65:  # a full colour on a dark or light body
        for _ in range(20):
            pip = any_colour(rng)
            if np.ptp(pip) > 90 and np.abs(pip - body).max() > 70:
                return pip
    if kind < 0.82:
        return _same_lightness(rng, body)
    least = 24.0 if kind > 0.91 else 55.0  # low contrast down to a difference the eye can still count
    for _ in range(20):
        pip = any_colour(rng)
        if abs(luma(pip) - light) > least or np.abs(pip - body).max() > 2.2 * least:
            return pip
    return np.full(3, 250 if light < 128 else 5, np.float32)


def _same_lightness(rng: np.random.Generator, body: F32) -> F32:
    """Return a colour about as light as the body: red on black, red on blue, dark on dark.

    Only its hue tells pips.
    """
    light = max(luma(body), 28.0)
    best = body
    for _ in range(6):
        pip = any_colour(rng)
        pip = np.clip(pip * np.float32((light + rng.normal(0, 14)) / max(luma(pip), 6.0)), 0, 255)
        if np.abs(pip - body).max() > np.abs(best - body).max():
            best = np.asarray(pip, np.float32)
    return best


PLAIN = 0.5
"""Share of the sets that are plain dice, as they lie in most drawers; the others are anything else that shops sell."""
DUSKY = 0.04
"""Share of the sets that are dark, clear or marbled, with pips that differ from the die in little but their hue."""


def draw(rng: np.random.Generator, plain: float = PLAIN) -> Style:
    """One set's look."""
    kind = rng.random()
    style = _plain(rng) if kind < plain else _dusky(rng) if kind > 1 - DUSKY else _fancy(rng)
    _arrange(rng, style)
    style.flip = (bool(rng.random() < 0.5), bool(rng.random() < 0.5), bool(rng.random() < 0.5))
    style.left_handed = bool(rng.random() < 0.4)
    return style


def _plain(rng: np.random.Generator) -> Style:
    """White, ivory, black or of one colour, with pips that anybody can see; boxed, from a casino, of wood or brass."""
    kind = rng.random()
    body: F32
    if kind < 0.42:
        body = np.full(3, rng.uniform(215, 253)) + rng.normal(0, 3, 3)
    elif kind < 0.56:  # ivory, cream and old white
        light = rng.uniform(190, 250)
        body = np.array([light, light * rng.uniform(0.92, 0.99), light * rng.uniform(0.72, 0.93)])
    elif kind < 0.70:
        body = np.full(3, rng.uniform(6, 45)) + rng.normal(0, 3, 3)
    else:
        body = np.array(BODIES[int(rng.integers(len(BODIES)))]) if rng.random() < 0.6 else any_colour(rng)
    body = np.clip(body, 4, 253).astype(np.float32)
    light = luma(body)
    dark = light > 150 or (light > 95 and rng.random() < 0.5)
    pip = np.full(3, rng.uniform(4, 50) if dark else rng.uniform(200, 253), np.float32)
    kind = rng.random()
    if kind < 0.07:  # inlaid brass, steel or copper
        metal = ([200, 165, 70], [185, 185, 190], [180, 110, 70])[int(rng.choice(3, p=[0.5, 0.3, 0.2]))]
        if abs(luma(np.array(metal, np.float32)) - light) > 50:
            pip = np.array(metal, np.float32) * np.float32(rng.uniform(0.75, 1.1))
    elif kind < 0.16 and light > 150:  # blue, red or green on white
        pip = np.array([[20, 40, 150], [180, 20, 30], [15, 100, 50]], np.float32)[int(rng.integers(3))]
    style = Style(body=body, pip=pip, second=body)
    kind = rng.random()
    if kind < 0.10:
        style.material = "wood"
    elif kind < 0.20 and not dark:  # a casino's: sharp or round, clear, coloured
        style.material = "clear"
    _dress(rng, style)
    if style.material == "clear":
        style.opacity, style.pip = float(rng.uniform(0.7, 0.95)), np.full(3, rng.uniform(215, 255), np.float32)
    style.radius = float(rng.uniform(0.008, 0.05) if rng.random() < 0.25 else rng.uniform(0.05, 0.2))
    style.ball = float(rng.uniform(0.62, 0.85)) if rng.random() < 0.55 else 9.0
    kind = rng.random()
    style.depth = 0.0 if kind < 0.25 else float(rng.uniform(0.25, 1.1))
    style.hollow_shadow = float(rng.uniform(0.05, 0.6))
    kind = rng.random()
    if kind < 0.16:  # the one as a large dot, on many dice a red one
        style.one_scale = float(rng.uniform(1.4, 2.6))
    if kind < 0.12 and light > 120:
        style.one_colour = np.array([rng.uniform(150, 225), 20, 28], np.float32)
        style.four_colour = style.one_colour if rng.random() < 0.35 else None
    if rng.random() < 0.03:
        style.pip_shape = "heart"
        if light > 120 and rng.random() < 0.7:
            style.pip = np.array([rng.uniform(150, 225), 20, 40], np.float32)
    if style.phase[5] < 0.94:  # a seventh of them bear a logo
        style.symbol_on_one, style.one_scale = True, 2.0 + 0.25 * float(style.phase[4])
    _polish(rng, style)
    return style


def _dusky(rng: np.random.Generator) -> Style:
    """Dark, clear or marbled: red, green or blue, with pips of another hue that is about as dark."""
    body = any_colour(rng)
    body = np.clip(body * np.float32(rng.uniform(18, 85) / max(luma(body), 6.0)), 0, 253).astype(np.float32)
    style = Style(body=body, pip=_same_lightness(rng, body), second=body)
    style.material = _FANCY[int(rng.choice(len(_FANCY), p=[0.4, 0.35, 0.1, 0.15]))]
    _dress(rng, style)
    if style.material == "clear":
        style.pip, style.opacity = _same_lightness(rng, body), float(rng.uniform(0.5, 0.95))
    style.radius = float(rng.uniform(0.05, 0.2))
    _carve(rng, style)
    style.hollow_shadow = float(rng.uniform(0.05, 0.4))
    _polish(rng, style)
    return style


def _carve(rng: np.random.Generator, style: Style) -> None:
    """Cut from a ball or not; pips printed or drilled."""
    style.ball = float(rng.uniform(0.64, 0.85)) if rng.random() < 0.5 else 9.0
    style.depth = 0.0 if rng.random() < 0.35 else float(rng.uniform(0.3, 1.0))


def _polish(rng: np.random.Generator, style: Style) -> None:
    """From chalk to varnish, with flat or domed faces."""
    style.gloss = float(rng.uniform(0, 0.95) ** 1.6)
    style.shine = float(np.exp(rng.uniform(np.log(6), np.log(400))))
    style.fresnel = float(rng.uniform(0, 0.4))
    style.bulge = float(rng.uniform(-0.5, 0.7)) if rng.random() < 0.55 else 0.0


CLOSER = 0.5
"""Share of the sets on which the pips of two to five stand closer than those of a six, each value's by itself."""
APART = 1.35
"""Least distance of two pips of a value below six where it stands closer than the others, in diameters."""


def _arrange(rng: np.random.Generator, style: Style) -> None:
    """Size, depth and places of the pips. ``depth`` was drawn in pip radii."""
    room = 0.5 - 0.5 * style.radius
    style.pip_radius = float(rng.uniform(0.052, 0.125) if rng.random() < 0.9 else rng.uniform(0.04, 0.14))
    style.spacing = float(min(rng.uniform(0.19, 0.3), room - style.pip_radius))
    style.depth *= style.pip_radius
    ratio = float(rng.uniform(0.92, 1.08) if rng.random() < 0.45 else np.exp(rng.uniform(np.log(0.42), np.log(1.5))))
    along = float(rng.uniform(0.75, 1.1) if rng.random() < 0.5 else 1.0)
    widest = (room - style.pip_radius) / style.spacing
    shrink = min(1.0, widest / (ratio * along), widest / along)
    style.six_squeeze, style.six_columns = along * shrink, ratio * along * shrink
    if CLOSER and rng.random() < CLOSER:
        two, three, four, five = (float(rng.uniform(low, 1.05)) for low in (0.5, 0.75, 0.65, 0.75))
        most, apart = room - style.pip_radius, APART * style.pip_radius / style.spacing
        clear = (apart / 2**0.5, 2 * apart / 2**0.5, apart, 2 * apart / 2**0.5)
        wanted = (min(f, most / style.spacing) for f in (two, three, four, five))
        a, b, c, d = (max(f, least) if least < 1 else 1.0 for f, least in zip(wanted, clear, strict=True))
        style.closer = (a, b, c, d)


def _fancy(rng: np.random.Generator) -> Style:
    """Any colours, marbling, glitter, clear plastic, logos, rings, squares, unpainted pips."""
    body = np.array(BODIES[int(rng.integers(len(BODIES)))], np.float32) if rng.random() < 0.75 else any_colour(rng)
    body = np.clip(body + rng.normal(0, 10, 3), 4, 252).astype(np.float32)
    style = Style(body=body, pip=_pip_colour(rng, body), second=body)
    materials = ["plain", "marbled", "speckled", "glitter", "wood", "clear", "two-tone"]
    style.material = rng.choice(materials, p=[0.36, 0.25, 0.07, 0.08, 0.04, 0.12, 0.08])
    _dress(rng, style)
    style.radius = float(rng.uniform(0.008, 0.05) if rng.random() < 0.3 else rng.uniform(0.05, 0.19))
    _carve(rng, style)
    style.hollow_shadow = float(rng.uniform(0.05, 0.6))
    if rng.random() < 0.16:
        style.one_scale = float(rng.uniform(1.3, 2.3))
    if rng.random() < 0.1:
        style.one_colour = np.array([rng.uniform(150, 220), 20, 28], np.float32)
        if rng.random() < 0.4:
            style.four_colour = style.one_colour
    if rng.random() < 0.07:
        style.symbol_on_one, style.one_scale = True, float(rng.uniform(2.2, 3.6))
    if rng.random() < 0.06:
        style.pip_shape = _RARE_PIPS[int(rng.choice(len(_RARE_PIPS), p=[0.5, 0.3, 0.2]))]
    if rng.random() < 0.05 and style.depth > 0.4:  # carved and never painted
        style.paint, style.hollow_shadow = float(rng.uniform(0, 0.3)), float(rng.uniform(0.5, 0.8))
    elif rng.random() < 0.15:
        style.paint = float(rng.uniform(0.6, 0.95))
    _polish(rng, style)
    return style


def _dress(rng: np.random.Generator, style: Style) -> None:
    """Draw the material's second colour, pattern and clarity."""
    style.phase = rng.uniform(0, 6.28, 6).astype(np.float32)
    style.pattern = rng.uniform(4, 13, 3).astype(np.float32)
    style.strength = float(rng.uniform(0.15, 0.9))
    if style.material == "wood":
        style.body = np.array([rng.uniform(110, 225), 0, 0], np.float32)
        style.body[1] = style.body[0] * rng.uniform(0.65, 0.85)
        style.body[2] = style.body[1] * rng.uniform(0.5, 0.85)
        style.second = style.body * np.float32(rng.uniform(0.5, 0.85))
        style.pip = np.full(3, rng.uniform(10, 60), np.float32)
        style.strength = float(rng.uniform(0.1, 0.7))
    elif style.material == "glitter":
        style.second = np.full(3, 255, np.float32) if rng.random() < 0.6 else any_colour(rng)
    elif style.material == "clear":
        style.opacity, style.through = float(rng.uniform(0.35, 0.88)), float(rng.uniform(0.05, 0.5))
        if rng.random() < 0.7:
            style.pip = np.full(3, rng.uniform(210, 255), np.float32)
    elif style.material != "plain":
        far = any_colour(rng)
        # The pips must stay readable on both colours.
        gap = max(abs(luma(style.pip) - luma(far)), 0.7 * float(np.abs(style.pip - far).max()))
        mix = float(np.clip(gap / 90, 0.15, 1))
        style.second = (style.body + (far - style.body) * np.float32(mix)).astype(np.float32)


def sibling(rng: np.random.Generator, style: Style) -> Style:
    """Another die of the same set: the same look with its own marbling."""
    return replace(style, phase=rng.uniform(0, 6.28, 6).astype(np.float32))
