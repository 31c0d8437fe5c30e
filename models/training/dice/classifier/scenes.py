"""Rendered scenes for the die network: those of the dice network, and ones where many dice lean a little or a lot."""

from __future__ import annotations

import math

import numpy as np

from models.training.dice import light, table, things
from models.training.dice.camera import draw_camera, turn
from models.training.dice.cv import Rng, cv2
from models.training.dice.photographs import Photographs
from models.training.dice.placed import Die
from models.training.dice.scene import Scene, place_dice, render, taken

SIZE = 176
NUMBERED = 0.12
"""Share of the scenes with dice that bear numerals."""
LEANING = 0.35
"""Share of the scenes in which dice lean."""


def draw(rng: Rng, cosy: float = 0.0, photographs: Photographs | None = None, trapped: float = 0.0) -> Scene:
    """A picture (SIZE, SIZE, 3), RGB, with its labels; see ``render``."""
    kind = rng.random()
    if kind < LEANING:
        return leaning(rng)
    if kind > 1 - NUMBERED:
        return render(rng, SIZE, photographs=photographs, solids=0.5, signs=0.6)
    return render(rng, SIZE, cosy=cosy, photographs=photographs, trapped=trapped)


def leaning(rng: Rng) -> Scene:
    """Flat dice of a roll, none, some or most of them tipped."""
    pixels = math.exp(rng.uniform(math.log(17), math.log(60)))
    camera, _ = draw_camera(rng, SIZE, pixels)
    texel = float(np.clip(pixels * rng.uniform(0.8, 1.3), 14, 90))
    texture = things.litter(rng, table.surface(rng), 0 if rng.random() < 0.6 else int(rng.integers(1, 5)), texel)
    matrix = camera.plane_matrix(texel, table.SIZE)
    image = cv2.warpPerspective(texture, matrix, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT)
    dice = place_dice(rng, camera, SIZE, 2 + int(min(rng.poisson(3), 6)), flat=True)
    share = 0.0 if rng.random() < 0.3 else rng.uniform(0.2, 0.9)
    for die in dice:
        if rng.random() < share:
            lean(rng, die)
    return taken(rng, image, camera, dice, light.draw(rng), pixels, hands=0.05)


def lean(rng: Rng, die: Die) -> None:
    """Tip a flat die by 8 to 50 degrees: about one of its edges, or about any level axis."""
    about_edge = rng.random() < 0.5
    way = die.yaw + math.pi / 2 * int(rng.integers(4)) if about_edge else rng.uniform(0, 2 * math.pi)
    tip = turn(2, way) @ turn(0, math.radians(rng.uniform(8, 50))) @ turn(2, -way)
    die.turn = tip @ die.turn
    die.place[2] = 0.5 * die.edge * float(np.abs(die.turn[2]).sum()) + (rng.random() < 0.3) * rng.uniform(0, 0.25)
