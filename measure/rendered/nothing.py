"""Rendered pictures without dice at home: dominoes, printed tiles and buttons, litter, bare grounds. None is a roll."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from measure.rendered import home
from models.training.dice import grounds, table, things, traps
from models.training.dice.cv import F32, Rng, cv2

KINDS = ("dominoes", "tiles", "litter", "grounds")


def draw_nothing(rng: Rng, kind: str) -> NDArray[np.uint8]:
    """Return a picture (h, w, 3) of RGB bytes.

    ``kind``: of KINDS.
    """
    size = int(rng.integers(560, 1000))
    camera, pixels = home.draw(rng, size)
    top = grounds.ground(rng) if kind == "grounds" or rng.random() < home.PATTERNED else table.surface(rng)
    texel = float(np.clip(pixels, 14, 90))
    if kind in ("dominoes", "tiles"):
        top = _laid(rng, top, texel, long=kind == "dominoes")
    elif kind == "litter":
        top = things.litter(rng, top, int(rng.integers(2, 8)), texel)
    matrix = camera.plane_matrix(texel, table.SIZE)
    ground = cv2.warpPerspective(top, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return home.shot(rng, np.asarray(ground * np.float32(rng.uniform(0.55, 1.0)), np.float32), camera)


def _laid(rng: Rng, top: F32, edge: float, *, long: bool) -> F32:
    """One to four things near the middle, each by itself: as much like a small roll as such things get."""
    top = np.ascontiguousarray(top)
    size = edge * float(np.exp(rng.uniform(np.log(0.8), np.log(1.6))))
    middle = np.array(top.shape[1::-1]) / 2
    for k in range(int(rng.integers(1, 5))):
        shown = traps.domino_face(rng, 96) if long else traps.face(rng, 96)
        x, y = middle + size * 3.0 * np.array([np.cos(2.1 * k), np.sin(2.1 * k)]) * (k > 0) + rng.normal(0, 4, 2)
        traps.stuck(rng, top, shown, float(x), float(y), size, float(rng.uniform(0, 360)))
    return top
