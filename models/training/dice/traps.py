"""What looks like a die and is none, as prints: the faces of dominoes, letter tiles, blocks, buttons and rubbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.training.dice.cv import F32, U8, Rng, cv2
from models.training.dice.die import PIPS
from models.training.dice.style import any_colour
from models.training.dice.things import disc

Colour = tuple[float, float, float]
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?&+-=*#@"


def _triple(colour: F32) -> Colour:
    return float(colour[0]), float(colour[1]), float(colour[2])


def inks(rng: Rng) -> tuple[Colour, Colour]:
    """Return a body's colour, and one that stands out from it: as tiles and toys are printed."""
    light = np.full(3, rng.uniform(205, 250), np.float32) - np.array([0, 4, 16], np.float32) * rng.random()
    dark = np.full(3, rng.uniform(5, 45), np.float32)
    bright = np.asarray(any_colour(rng), np.float32)
    kind = rng.random()
    body, ink = (light, dark) if kind < 0.4 else (dark, light) if kind < 0.55 else (bright, light)
    if kind > 0.8:
        body, ink = (light, bright) if bright.mean() < 150 else (bright, dark)
    return _triple(body), _triple(ink)


def _letter(rng: Rng, im: U8, ink: Colour) -> None:
    """One or two signs in the middle, at times a small one in the corner as letter tiles have it."""
    side = len(im)
    sign = "".join(str(rng.choice(list(_LETTERS))) for _ in range(1 if rng.random() < 0.8 else 2))
    font, thick = int(rng.integers(0, 8)), max(1, round(side * rng.uniform(0.02, 0.09)))
    scale = side * rng.uniform(0.014, 0.026) / len(sign)
    (w, h), _ = cv2.getTextSize(sign, font, scale, thick)
    cv2.putText(im, sign, (int((side - w) / 2), int((side + h) / 2)), font, scale, ink, thick, cv2.LINE_AA)
    if rng.random() < 0.3:
        at = (int(0.74 * side), int(0.9 * side))
        cv2.putText(im, str(rng.integers(1, 11)), at, font, 0.3 * scale, ink, max(1, thick // 3), cv2.LINE_AA)


def _figure(rng: Rng, im: U8, ink: Colour) -> None:
    """Draw a star, cross, ring, bar, moon or flower."""
    side = len(im)
    middle, r, kind = side / 2, side * rng.uniform(0.2, 0.42), int(rng.integers(6))
    turns = rng.uniform(0, 6.28) + np.linspace(0, 2 * np.pi, 60, endpoint=False)
    if kind == 0:
        disc(im, middle, middle, r, ink, max(2, round(side * rng.uniform(0.03, 0.12))))
    elif kind in (1, 2):
        points = int(rng.integers(3, 9))
        reach = r * (0.7 + 0.3 * np.cos(points * turns)) if kind == 1 else r * np.where(np.arange(60) % 12 < 6, 1, 0.45)
        ring = np.stack([middle + reach * np.cos(turns), middle + reach * np.sin(turns)], 1)
        cv2.fillPoly(im, [ring.astype(np.int32)], ink, cv2.LINE_AA)
    elif kind == 3:
        a = rng.uniform(0, 3.14)
        for way in (a, a + np.pi / 2)[: int(rng.integers(1, 3))]:
            step = r * np.array([np.cos(way), np.sin(way)])
            p, q = (tuple(int(v) for v in middle + s * step) for s in (-1, 1))
            cv2.line(im, p, q, ink, max(2, round(side * rng.uniform(0.05, 0.2))), cv2.LINE_AA)
    elif kind == 4:
        disc(im, middle, middle, r, ink)
        disc(im, middle + 0.4 * r, middle - 0.2 * r, 0.85 * r, _triple(im[2, 2].astype(np.float32)))
    else:
        for turn in turns[:: int(rng.choice([10, 12, 15]))]:
            disc(im, middle + 0.62 * r * np.cos(turn), middle + 0.62 * r * np.sin(turn), 0.3 * r, ink)
        disc(im, middle, middle, 0.3 * r, ink)


def _holes(rng: Rng, im: U8, ink: Colour) -> None:
    """Draw a round button with a rim and two or four holes, close together."""
    side = len(im)
    middle = side / 2
    rim = _triple(np.clip(im[2, 2] * rng.uniform(0.6, 1.2), 0, 255))
    disc(im, middle, middle, 0.48 * side, rim)
    disc(im, middle, middle, 0.36 * side, _triple(im[2, 2].astype(np.float32)))
    step, hole = side * rng.uniform(0.07, 0.12), side * rng.uniform(0.03, 0.06)
    for u, v in ((-1, -1), (1, 1), (-1, 1), (1, -1))[: int(rng.choice([2, 4]))]:
        disc(im, middle + u * step, middle + v * step, hole, ink)


def _specks(rng: Rng, im: U8, ink: Colour) -> None:
    """Flecks anywhere: too many, too unlike, or too far from any die's places."""
    side = len(im)
    for _ in range(int(rng.integers(1, 25))):
        x, y = rng.uniform(0, side, 2)
        disc(im, float(x), float(y), side * _log_uniform(rng, 0.01, 0.07), ink)


def _log_uniform(rng: Rng, low: float, high: float) -> float:
    """Uniform in the logarithm."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def _blank(rng: Rng, im: U8, ink: Colour) -> None:
    """Nothing, or a frame."""
    side = len(im)
    if rng.random() < 0.5:
        inner = round(side * rng.uniform(0.05, 0.2))
        cv2.rectangle(im, (inner, inner), (side - inner, side - inner), ink, max(1, round(side * 0.03)), cv2.LINE_AA)


_KINDS: tuple[tuple[Callable[[Rng, U8, Colour], None], float], ...] = (
    (_letter, 0.4),
    (_figure, 0.2),
    (_holes, 0.1),
    (_specks, 0.15),
    (_blank, 0.15),
)
_SHARES = [share for _, share in _KINDS]


def face(rng: Rng, side: int) -> F32:
    """Return a print (side, side, 3), RGB 0..255, of a die's shape and size that shows no pips as a die has them."""
    body, ink = inks(rng)
    im = np.empty((side, side, 3), np.uint8)
    im[:] = np.clip(body, 0, 255)
    _KINDS[int(rng.choice(len(_KINDS), p=_SHARES))][0](rng, im, ink)
    return im.astype(np.float32)


def domino_face(rng: Rng, side: int) -> F32:
    """Return a domino's (side, 2 * side, 3): two squares with a bar between them, each with none to six (nine) pips."""
    body, ink = inks(rng)
    im = np.empty((side, 2 * side, 3), np.uint8)
    im[:] = np.clip(body, 0, 255)
    coloured = rng.random() < 0.3  # each number in a colour of its own
    wide, pip = side * rng.uniform(0.24, 0.3), side * rng.uniform(0.065, 0.1)
    if rng.random() < 0.9:
        inset = side * rng.uniform(0.02, 0.15)
        at = (side, round(inset)), (side, round(side - inset))
        cv2.line(im, *at, ink, max(1, round(side * rng.uniform(0.02, 0.06))), cv2.LINE_AA)
    if rng.random() < 0.3:
        disc(im, side, side / 2, side * 0.05, (190.0, 160.0, 70.0))
    for half in (0.5, 1.5):
        value = int(rng.integers(0, 7))
        dot = _triple(np.asarray(any_colour(rng), np.float32) * 0.7) if coloured and sum(body) > 380 else ink
        for u, v in PIPS.get(value, []):
            disc(im, half * side + u * wide, side / 2 + v * wide, pip, dot)
    return im.astype(np.float32)


def strewn(rng: Rng, top: F32, edge: float) -> F32:
    """Return the table top (h, w, 3) with such things anywhere, in a chain, or in rows; ``edge``: texels of a die."""
    top = np.ascontiguousarray(top)
    long = rng.random() < 0.45
    size = edge * _log_uniform(rng, 0.7, 1.6)
    shapes = [domino_face(rng, 96) if long else face(rng, 96) for _ in range(int(rng.integers(1, 7)))]
    step = size * (2 if long else 1) * rng.uniform(1.02, 1.3)
    x, y = (float(v) for v in rng.uniform(0.3, 0.7, 2) * top.shape[1::-1])
    turn, how = rng.uniform(0, 360), rng.random()
    for k in range(int(rng.integers(2, 15))):
        if how < 0.5:
            turn = rng.uniform(0, 360)
            x, y = (float(v) for v in rng.uniform(0.2, 0.8, 2) * top.shape[1::-1])
        elif how < 0.75 or k % 4:
            x, y = x + step * np.cos(np.radians(turn)), y + step * np.sin(np.radians(turn))
            turn += rng.choice([0, 0, 0, 90, -90]) if how < 0.75 else 0
        else:
            x, y = x - 3 * step * np.cos(np.radians(turn)), y - 3 * step * np.sin(np.radians(turn))
            x, y = x - 1.1 * size * np.sin(np.radians(turn)), y + 1.1 * size * np.cos(np.radians(turn))
        stuck(rng, top, shapes[int(rng.integers(len(shapes)))], x, y, size, turn)
    return top


def stuck(rng: Rng, top: F32, shown: F32, x: float, y: float, size: float, turn: float) -> None:
    """One print laid on the table, ``size`` texels high, with round corners, a shadow and light from one side."""
    h, w = shown.shape[:2]
    zoom, a = size / h, np.radians(turn)
    reach = int(np.ceil(0.75 * zoom * np.hypot(h, w) + 0.3 * size)) + 2
    left, up = int(x) - reach, int(y) - reach
    right, down = min(int(x) + reach, top.shape[1]), min(int(y) + reach, top.shape[0])
    left, up = max(left, 0), max(up, 0)
    if right - left < 4 or down - up < 4:
        return
    c, s = zoom * np.cos(a), zoom * np.sin(a)
    matrix = np.array([[c, -s, x - left - c * w / 2 + s * h / 2], [s, c, y - up - s * w / 2 - c * h / 2]], np.float32)
    mask, inset = np.zeros((h, w), np.float32), round(h * rng.uniform(0.02, 0.2))
    mask[inset : h - inset, :] = mask[:, inset : w - inset] = 1
    for u in (inset, w - 1 - inset):
        for v in (inset, h - 1 - inset):
            cv2.circle(mask, (u, v), inset, 1.0, -1, cv2.LINE_AA)
    size_of = (right - left, down - up)
    how = cv2.INTER_AREA if zoom < 0.5 else cv2.INTER_LINEAR
    cover = cv2.warpAffine(mask, matrix, size_of, flags=cv2.INTER_LINEAR)[..., None]
    lit = shown * np.float32(rng.uniform(0.7, 1.05))
    piece = cv2.warpAffine(lit, matrix, size_of, flags=how, borderMode=cv2.BORDER_REPLICATE)
    shift = np.array([[1, 0, rng.uniform(-0.15, 0.15) * size], [0, 1, rng.uniform(-0.15, 0.15) * size]], np.float32)
    dark = cv2.GaussianBlur(cv2.warpAffine(cover[..., 0], shift, size_of), (0, 0), max(0.6, 0.07 * size))
    under = top[up:down, left:right]
    under *= 1 - np.float32(rng.uniform(0.1, 0.6)) * dark[..., None]
    under += (piece - under) * cover
