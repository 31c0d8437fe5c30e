"""The two ways in which public programs read dice, written as well as they can be, to measure ours beside them.

Both count pips and know nothing of dice: every face that shows pips is a die to them, unless the count is known and
the largest groups are taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
F64 = NDArray[np.float64]
Found = list[tuple[float, float, int]]
"""Dice as (x, y, value)."""


def _working(image: Image) -> tuple[Image, float]:
    scale = 1000 / max(image.shape[:2])
    return np.asarray(
        cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA),
        np.uint8,
    ), scale


def _blobs(grey: Image, colour: int) -> F64:
    made: Any = cv2  # its type stubs lack the blob detector's old names, which all versions have
    p = made.SimpleBlobDetector_Params()
    p.minThreshold, p.maxThreshold, p.thresholdStep = 10, 245, 8
    p.filterByColor, p.blobColor = True, colour
    p.filterByArea, p.minArea, p.maxArea = True, 12, 2500
    p.filterByCircularity, p.minCircularity = True, 0.65
    p.filterByInertia, p.minInertiaRatio = True, 0.35
    p.filterByConvexity, p.minConvexity = True, 0.8
    p.minDistBetweenBlobs, p.minRepeatability = 3, 3
    keys = made.SimpleBlobDetector_create(p).detect(grey)
    return np.array([[k.pt[0], k.pt[1], k.size] for k in keys], np.float64).reshape(-1, 3)


def _ellipses(grey: Image, dark: bool) -> F64:
    """Pips as filled ellipses among the contours of a locally thresholded picture."""
    kind = cv2.THRESH_BINARY_INV if dark else cv2.THRESH_BINARY
    found = []
    for block in (21, 45, 91):
        mask = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, kind, block, 9 if dark else -9)
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for c in contours:
            if len(c) < 8 or not 12 < cv2.contourArea(c) < 2500:
                continue
            (x, y), (a, b), _ = cv2.fitEllipse(c)
            fill = cv2.contourArea(c) / (np.pi * a * b / 4 + 1e-6)
            if min(a, b) > 0.45 * max(a, b) and 0.85 < fill < 1.15:
                found.append((x, y, float(np.sqrt(a * b))))
    return _without_doubles(np.array(found, np.float64).reshape(-1, 3))


def _without_doubles(pips: F64) -> F64:
    kept: list[F64] = []
    for p in sorted(pips, key=lambda q: -q[2]):
        if all(np.hypot(*(p[:2] - k[:2])) > 0.6 * k[2] for k in kept):
            kept.append(p)
    return np.array(kept, np.float64).reshape(-1, 3)


def _groups(pips: F64, reach: float) -> list[F64]:
    """Single linkage: pips of like size nearer than ``reach`` pip widths are one face."""
    n = len(pips)
    if n == 0:
        return []
    distance = np.hypot(*(pips[:, None, :2] - pips[None, :, :2]).transpose(2, 0, 1))
    size = (pips[:, None, 2] + pips[None, :, 2]) / 2
    like = np.maximum(pips[:, None, 2], pips[None, :, 2]) < 1.7 * np.minimum(pips[:, None, 2], pips[None, :, 2])
    link = (distance < reach * size) & like
    label = np.arange(n)
    for _ in range(n):
        spread = np.where(link | np.eye(n, dtype=bool), label[None], n).min(1)
        if (spread == label).all():
            break
        label = spread
    return [pips[label == k] for k in np.unique(label)]


def _usual(pips: F64) -> F64:
    """Pips of the commonest size: the rest is clutter."""
    if len(pips) < 3:
        return pips
    logs = np.log(pips[:, 2])
    near = (np.abs(logs[:, None] - logs[None]) < 0.35).sum(1)
    return np.asarray(pips[np.abs(logs - logs[int(near.argmax())]) < 0.45])


def _as_dice(groups: list[F64], scale: float) -> Found:
    return [(float(g[:, 0].mean() / scale), float(g[:, 1].mean() / scale), len(g)) for g in groups if 1 <= len(g) <= 6]


def _read(pips_of: Callable[[Image, bool], F64], image: Image, count: int | None) -> Found:
    work, scale = _working(image)
    grey = cv2.GaussianBlur(cv2.cvtColor(work, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    best: Found = []
    for dark in (True, False):
        pips = _usual(pips_of(np.asarray(grey, np.uint8), dark))
        for reach in (2.6,) if count is None else (2.0, 2.3, 2.6, 3.0, 3.5):
            dice = _as_dice(_groups(pips, reach), scale)
            if count is None:
                better = sum(v for *_, v in dice) > sum(v for *_, v in best)
            else:  # the grouping that gives the known count, else the nearest
                better = (-abs(len(dice) - count), sum(v for *_, v in dice)) > (
                    -abs(len(best) - count),
                    sum(v for *_, v in best),
                )
            if better or not best:
                best = dice
    return best if count is None else sorted(best, key=lambda d: -d[2])[:count]


def blob_detector(image: Image, count: int | None) -> Found:
    """OpenCV's blob detector, dark and light pips, clustered by distance."""
    return _read(lambda grey, dark: _blobs(grey, 0 if dark else 255), image, count)


def contour_ellipses(image: Image, count: int | None) -> Found:
    """Contours of a local threshold that are filled ellipses, clustered by distance."""
    return _read(_ellipses, image, count)


BASELINES: dict[str, Callable[[Image, int | None], Found]] = {
    "blob detector": blob_detector,
    "contour ellipses": contour_ellipses,
}
