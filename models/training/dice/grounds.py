"""Grounds with a relief of their own: pile, loops, weave, leather, plaster, gravel; and terrazzo, boards, keys, print.

Squares of RGB float32, 0..255. What has pores or knots of a pip's size is what a pip reader takes for dice.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from models.training.dice.cv import F32, Rng, cv2
from models.training.dice.style import any_colour

SIZE = 320


def colour(rng: Rng) -> F32:
    """Return a ground's colour: a shade of grey, beige or brown as often as any other."""
    kind = rng.random()
    if kind < 0.45:
        return np.asarray(np.clip(rng.uniform(15, 250) + rng.normal(0, 8, 3), 4, 252), np.float32)
    if kind < 0.65:
        light = rng.uniform(50, 235)
        return np.array([light, light * rng.uniform(0.8, 0.97), light * rng.uniform(0.5, 0.9)], np.float32)
    return any_colour(rng)


def _smooth(rng: Rng, sigma: float, stretch: float = 1.0) -> F32:
    """Noise of unit deviation, ``sigma`` texels wide, drawn out along the rows by ``stretch``."""
    step = max(1.0, sigma)
    h, w = max(3, int(SIZE / step)), max(3, int(SIZE / step / stretch))
    grid = rng.standard_normal((h, w), np.float32)
    out = cv2.resize(grid, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    if step <= 1.0:
        out = cv2.GaussianBlur(out, (0, 0), max(0.3, sigma))
    return np.asarray(out / (out.std() + 1e-6), np.float32)


def _cells(rng: Rng, cell: float, jitter: float) -> tuple[F32, NDArray[np.int32]]:
    """Distance (in cells) to the nearest of points on a jittered, at times staggered, lattice, and its number."""
    n = math.ceil(SIZE / cell) + 3
    py, px = np.mgrid[:n, :n].astype(np.float32)
    stagger = rng.uniform(0, 0.5) if rng.random() < 0.6 else 0.0
    x = (px + (py % 2) * stagger + jitter * (rng.random((n, n)) - 0.5) - 0.5) * cell
    y = (py + jitter * (rng.random((n, n)) - 0.5) - 0.5) * cell
    points = np.full((SIZE, SIZE), 255, np.uint8)
    at = np.round(np.stack([x, y], -1).reshape(-1, 2)).astype(int)
    at = at[((at >= 0) & (at < SIZE)).all(1)]
    points[at[:, 1], at[:, 0]] = 0
    distance, which = cv2.distanceTransformWithLabels(points, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    return np.asarray(distance / np.float32(cell), np.float32), which


def lit(rng: Rng, height: F32, cell: float, body: F32) -> F32:
    """Return a relief of ``height`` texels under a lamp from the side, its hollows darker."""
    gy, gx = np.gradient(height)
    steep = 1 / np.sqrt(1 + gx * gx + gy * gy)
    el, az = rng.uniform(0.2, 1.3), rng.uniform(0, 2 * math.pi)
    lamp = (-gx * math.cos(az) - gy * math.sin(az)) * math.cos(el) + math.sin(el)
    light = np.clip(lamp * steep, 0, 1.5)
    hollow = (cv2.GaussianBlur(height, (0, 0), max(0.6, cell * 0.5)) - height) / max(0.6, cell * 0.5)
    open_ = np.clip(1 - rng.uniform(0, 0.9) * np.clip(hollow, -0.5, 1), 0.1, 1.3)
    shade = rng.uniform(0.2, 0.6) + rng.uniform(0.5, 1.0) * light * open_
    return np.asarray(body * shade[..., None].astype(np.float32), np.float32)


def _cell(rng: Rng) -> float:
    return math.exp(rng.uniform(math.log(3), math.log(42)))


def pile(rng: Rng) -> F32:
    """Carpet: tufts or loops side by side, some of other colours."""
    cell = min(30.0, _cell(rng))
    d, which = _cells(rng, cell, rng.uniform(0.2, 0.95))
    height: F32 = np.sqrt(np.maximum(0.62 - d * d * rng.uniform(0.8, 1.6), 0))
    height = height + np.float32(rng.uniform(0, 0.25)) * _smooth(rng, cell * 0.15)
    height = cv2.GaussianBlur(height.astype(np.float32), (0, 0), max(0.4, cell * rng.uniform(0.02, 0.12)))
    body: F32 = np.ones((SIZE, SIZE, 1), np.float32) * colour(rng)
    if rng.random() < 0.5:  # tufts of several yarns
        yarns = np.stack([colour(rng) if rng.random() < 0.3 else body[0, 0] * rng.uniform(0.6, 1.4) for _ in range(7)])
        body = yarns.astype(np.float32)[(which * 7919) % 7]
    return lit(rng, height * np.float32(cell * rng.uniform(0.25, 1.1)), cell, body)


def shag(rng: Rng) -> F32:
    """Long fibres in tufts that lie over one another."""
    height = np.zeros((SIZE, SIZE), np.float32)
    width = rng.uniform(1.2, 7)
    for angle in rng.uniform(0, math.pi, 4):
        fibres = _smooth(rng, width, rng.uniform(3, 12))
        turn = cv2.getRotationMatrix2D((SIZE / 2, SIZE / 2), math.degrees(angle), 1.3)
        fibres = cv2.warpAffine(fibres, turn, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT)
        mask = _smooth(rng, width * 6)
        height += fibres * np.clip(mask + 0.5, 0, 1)
    return lit(rng, height * np.float32(width * rng.uniform(0.3, 0.9)), width * 2, colour(rng))


def cloth(rng: Rng) -> F32:
    """Woven threads, over and under, of one or two colours."""
    period = math.exp(rng.uniform(math.log(4), math.log(26)))
    y, x = np.mgrid[:SIZE, :SIZE].astype(np.float32)
    bend = rng.uniform(0, 0.12) * period
    x, y = x + bend * _smooth(rng, 20), y + bend * _smooth(rng, 20)
    u, v = x / period, y / period * rng.uniform(0.7, 1.4)
    twill = int(rng.choice([2, 2, 3, 4]))
    over = ((np.floor(u) + np.floor(v)) % twill) < twill / 2
    across = np.abs(np.sin(np.pi * u)) * (0.6 + 0.4 * np.abs(np.sin(np.pi * v)))
    along = np.abs(np.sin(np.pi * v)) * (0.6 + 0.4 * np.abs(np.sin(np.pi * u)))
    height = np.where(over, across, along).astype(np.float32)
    first = colour(rng)
    second = colour(rng) if rng.random() < 0.35 else first * np.float32(rng.uniform(0.7, 1.2))
    body = np.where(over[..., None], first, second).astype(np.float32)
    return lit(rng, height * np.float32(period * rng.uniform(0.1, 0.6)), period, body)


def leather(rng: Rng) -> F32:
    """Grain of rounded cells with creases between, or pores."""
    cell = _cell(rng) * 0.8 + 1
    d, _ = _cells(rng, cell, rng.uniform(0.5, 0.95))
    if rng.random() < 0.6:
        height = np.cos(np.minimum(d, 0.75) * rng.uniform(3.2, 4.2)) * 0.4
    else:
        height = -np.sqrt(np.maximum(0.5 - d * d * rng.uniform(1, 12), 0)) * rng.uniform(0.2, 0.6)
    height = height + rng.uniform(0, 0.15) * _smooth(rng, cell * 2)
    height = cv2.GaussianBlur(height.astype(np.float32), (0, 0), max(0.5, cell * 0.1))
    return lit(rng, height * np.float32(cell * rng.uniform(0.2, 0.9)), cell, colour(rng))


def plaster(rng: Rng) -> F32:
    """Rough plaster, sand, concrete, hammered or orange-peel paint."""
    fine = math.exp(rng.uniform(math.log(0.8), math.log(16)))
    height = np.zeros((SIZE, SIZE), np.float32)
    for k in range(3):
        height += _smooth(rng, fine * 2**k, rng.uniform(1, 1.5)) * np.float32(1.6**k)
    if rng.random() < 0.4:
        height = -np.abs(height)
    return lit(rng, height * np.float32(fine * rng.uniform(0.1, 0.5)), fine * 2, colour(rng))


def gravel(rng: Rng) -> F32:
    """Pebbles, nuts, beans, beads: round things with a light of their own."""
    cell = math.exp(rng.uniform(math.log(6), math.log(60)))
    d, which = _cells(rng, cell, rng.uniform(0.4, 0.95))
    height = np.sqrt(np.maximum(0.36 - d * d, 0)).astype(np.float32) + np.float32(0.03) * _smooth(rng, cell * 0.3)
    tones = rng.normal(1, rng.uniform(0.05, 0.35), 64).clip(0.2, 2).astype(np.float32)
    body = colour(rng) * tones[(which * 7919) % 64][..., None]
    return lit(rng, height * np.float32(cell * rng.uniform(0.6, 1.2)), cell, body)


def terrazzo(rng: Rng) -> F32:
    """Chips of stone, sprinkles or confetti in a plain ground; speckled counters."""
    out = np.ascontiguousarray(np.ones((SIZE, SIZE, 3), np.float32) * colour(rng))
    mean = math.exp(rng.uniform(math.log(1.2), math.log(18)))
    inks = [colour(rng) for _ in range(int(rng.integers(1, 6)))]
    for _ in range(int(min(1500, rng.uniform(0.05, 0.35) * SIZE * SIZE / (mean * mean * 3)))):
        r = mean * math.exp(rng.normal(0, 0.5))
        x, y = rng.uniform(0, SIZE, 2)
        turns = np.sort(rng.uniform(0, 2 * math.pi, int(rng.integers(4, 8))))
        ring = np.stack([x + r * np.cos(turns), y + r * np.sin(turns)], 1)
        ink = inks[int(rng.integers(len(inks)))]
        cv2.fillPoly(out, [np.round(ring * 16).astype(np.int32)], [float(c) for c in ink], cv2.LINE_AA, 4)
    return np.asarray(out + np.float32(rng.uniform(0, 6)) * _smooth(rng, 1.0)[..., None], np.float32)


def boards(rng: Rng) -> F32:
    """Wood whose grain flows round knots, with pores and gaps between boards."""
    y, x = np.mgrid[:SIZE, :SIZE].astype(np.float32)
    flow = y + 6 * _smooth(rng, 40, 4)
    dark = np.zeros((SIZE, SIZE), np.float32)
    for _ in range(int(rng.choice([0, 1, 2, 5]))):
        cx, cy = rng.uniform(0, SIZE, 2)
        r = math.exp(rng.uniform(math.log(2.5), math.log(22)))
        far = np.sqrt(((x - cx) / rng.uniform(1.0, 2.5)) ** 2 + (y - cy) ** 2)
        flow += np.sign(y - cy) * 2.2 * r * np.exp(-far / (2.5 * r))
        dark = np.maximum(dark, np.clip(1.6 - far / r, 0, 1) * np.float32(rng.uniform(0.4, 0.95)))
    period = rng.uniform(3, 28)
    grain = np.sin(flow * 6.28 / period + 1.5 * _smooth(rng, 30, 6)) + 0.6 * _smooth(rng, rng.uniform(1, 3), 14)
    light = rng.uniform(60, 235)
    body = np.array([light, light * rng.uniform(0.68, 0.95), light * rng.uniform(0.4, 0.85)], np.float32)
    out = body * (1 + np.float32(rng.uniform(0.02, 0.14)) * grain[..., None])
    out = out * (1 - 0.75 * dark[..., None] * np.array([0.8, 0.95, 1.0], np.float32))
    if rng.random() < 0.4:  # open pores
        pores = _smooth(rng, rng.uniform(0.8, 2), rng.uniform(4, 12)) > rng.uniform(1.4, 2.2)
        out[pores] *= rng.uniform(0.4, 0.8)
    if rng.random() < 0.4:
        out[:: int(rng.uniform(40, 140))] *= 0.4
    return np.asarray(out, np.float32)


def keys(rng: Rng) -> F32:
    """Return a keyboard from edge to edge: rounded caps with letters, gaps between."""
    key = math.exp(rng.uniform(math.log(14), math.log(70)))
    dark = rng.random() < 0.65
    cap, ink = (rng.uniform(15, 70), rng.uniform(180, 255)) if dark else (rng.uniform(170, 248), rng.uniform(5, 90))
    out = np.ones((SIZE, SIZE, 3), np.float32) * np.float32(rng.uniform(5, 120) if rng.random() < 0.7 else cap * 0.8)
    gap = rng.uniform(0.05, 0.25) * key
    for row in range(int(SIZE / key) + 1):
        x = -rng.uniform(0, key)
        while x < SIZE:
            w = key * (1.0 if rng.random() < 0.9 else rng.uniform(1.3, 3))
            a, b = (int(x + gap / 2), int(row * key + gap / 2)), (int(x + w - gap / 2), int((row + 1) * key - gap / 2))
            cv2.rectangle(out, a, b, (float(cap * 0.75),) * 3, -1, cv2.LINE_AA)
            lip = max(1, int(key * 0.06))
            cv2.rectangle(out, (a[0] + lip, a[1]), (b[0] - lip, b[1] - 2 * lip), (float(cap),) * 3, -1, cv2.LINE_AA)
            mark = str(rng.choice(list("QWERTZUIOPASDFGHJKLYXCVBNM1234567890.:-;<>?!%*#+")))
            at = (int(x + w * rng.uniform(0.2, 0.45)), int((row + 0.65) * key))
            cv2.putText(
                out, mark, at, 0, key / rng.uniform(45, 80), (float(ink),) * 3, max(1, int(key / 30)), cv2.LINE_AA
            )
            x += w
    return out


def printed(rng: Rng) -> F32:
    """Columns of text, halftone dots, or a cloth of small flowers, stars and hearts."""
    paper, ink = colour(rng), colour(rng)
    out = np.ascontiguousarray(np.ones((SIZE, SIZE, 3), np.float32) * paper)
    shade = tuple(float(c) for c in ink)
    kind = rng.random()
    if kind < 0.5:
        size = math.exp(rng.uniform(math.log(5), math.log(40)))
        for line in range(int(SIZE / size / 1.4) + 1):
            text = "".join(rng.choice(list("abcdefghiklmnoprstuvw      ABEIMOST.,;:0123568%"), 90))
            at = (-int(rng.uniform(0, size)), int((line + 1) * size * 1.4))
            cv2.putText(out, text, at, int(rng.integers(0, 5)), size / 30, shade, max(1, int(size / 14)), cv2.LINE_AA)
        return out
    step = math.exp(rng.uniform(math.log(5), math.log(60)))
    r, k = step * rng.uniform(0.12, 0.42), int(rng.choice([0, 3, 5, 6]))
    turns = np.linspace(0, 2 * math.pi, 40)
    shape = r * (1 + rng.uniform(0.2, 0.6) * np.cos(k * turns + rng.uniform(0, 6))) if k else np.full(40, r)
    ring = np.stack([shape * np.cos(turns), shape * np.sin(turns)], 1)
    stagger = rng.random() < 0.5
    for i in range(int(SIZE / step) + 2):
        for j in range(int(SIZE / step) + 2):
            place = np.array([(j + 0.5 * (i % 2) * stagger) * step, i * step])
            cv2.fillPoly(out, [np.round((ring + place) * 16).astype(np.int32)], shade, cv2.LINE_AA, 4)
            if k and step > 14:
                cv2.circle(
                    out, (int(place[0]), int(place[1])), max(1, int(r * 0.3)), tuple(paper.tolist()), -1, cv2.LINE_AA
                )
    return out


GROUNDS = (pile, shag, cloth, leather, plaster, gravel, terrazzo, boards, keys, printed)
_SHARE = (0.24, 0.06, 0.12, 0.14, 0.10, 0.07, 0.07, 0.10, 0.05, 0.05)


def ground(rng: Rng) -> F32:
    """One of them, (SIZE, SIZE, 3)."""
    kind = GROUNDS[int(rng.choice(len(GROUNDS), p=_SHARE))]
    return np.asarray(np.clip(kind(rng), 0, 255), np.float32)
