"""Measure the colour of a die's body in Lab, name it, and tell which of two dice sets it belongs to.

Lightness changes with shadows and sunlight, hue much less. Sets are therefore told apart mostly by a and b.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

import cv2
import numpy as np
from numpy.typing import ArrayLike

from companion.decoder import Bounds
from companion.senses.dice.crops import Image

Lab = tuple[float, float, float]

# Everyday names and where they lie in Lab (L 0..100, a and b about -100..100).
NAMED_COLOURS: dict[str, Lab] = {
    "white": (90, 0, 2),
    "ivory": (85, 1, 16),
    "grey": (55, 0, 0),
    "black": (15, 0, 0),
    "red": (45, 62, 38),
    "dark red": (26, 38, 20),
    "orange": (65, 42, 62),
    "yellow": (84, 0, 72),
    "green": (48, -42, 28),
    "dark green": (27, -24, 14),
    "turquoise": (62, -30, -14),
    "blue": (38, 14, -52),
    "dark blue": (18, 12, -32),
    "purple": (33, 42, -38),
    "pink": (68, 45, 2),
    "brown": (38, 16, 26),
    "tan": (70, 7, 28),
}


@dataclass(frozen=True, slots=True)
class DieSet:
    """A player's dice: the name of the set, and its usual colour."""

    name: str
    lab: Annotated[Lab, Bounds(3, 3)]


def patch(image: Image, x: float, y: float, size: float) -> Lab:
    """Return the colour of a die's body in Lab, without its pips.

    The pixels of the upper face are divided into light and dark ones; the larger group is the body.

    Args:
        image: The picture, (h, w, 3) uint8 BGR.
        x: Centre of the upper face, in pixels.
        y: Centre of the upper face, in pixels.
        size: Side of the die's box, in pixels.
    """
    r, column, row = max(2, round(0.24 * size)), round(x), round(y)
    part = image[max(0, row - r) : row + r + 1, max(0, column - r) : column + r + 1]
    if part.size == 0:
        return 0.0, 0.0, 0.0
    lab = cv2.cvtColor(part.astype(np.float32) / 255, cv2.COLOR_BGR2LAB).reshape(-1, 3)
    light = lab[:, 0]
    cut = float(np.percentile(light, (4, 96)).mean())
    return middle(lab[light >= cut] if (light >= cut).mean() >= 0.5 else lab[light < cut])


def middle(labs: ArrayLike) -> Lab:
    """Return the median of several Lab colours, (n, 3), channel by channel."""
    light, a, b = np.median(np.asarray(labs), 0)
    return float(light), float(a), float(b)


def name(lab: Lab) -> str:
    """Return the everyday name nearest to the colour.

    For colours that are not grey, lightness has a low weight, because dim light makes all colours look darker.
    """
    chroma = float(np.hypot(lab[1], lab[2]))

    def distance(other: Lab) -> float:
        weight = 0.35 if chroma > 18 else 1.0
        return weight * (lab[0] - other[0]) ** 2 + (lab[1] - other[1]) ** 2 + (lab[2] - other[2]) ** 2

    return min(NAMED_COLOURS, key=lambda n: distance(NAMED_COLOURS[n]))


LAB_WEIGHTS = (0.35, 1.0, 1.0)
"""Weights of L, a and b when colours are compared, as the light may have changed."""


def distance(a: Lab, b: Lab) -> float:
    """Return the distance of two colours in Lab; lightness weighs little, as the light may have changed."""
    return float(np.hypot.reduce((np.array(a) - b) * LAB_WEIGHTS))


MIN_SET_DISTANCE_LAB = 12.0
"""Minimum distance of two sets that can be told apart by their colour."""


def owner(lab: Lab, sets: tuple[DieSet, ...]) -> tuple[str, float]:
    """Return the name of the set with the nearest colour, and its lead over the next set, 0..1.

    The lead is 0 if the next set is as near, and 1 if there is no other set. Without sets the result is ("", 0).
    """
    if not sets:
        return "", 0.0
    ranked = sorted((distance(lab, s.lab), s.name) for s in sets)
    if len(ranked) == 1:
        return ranked[0][1], 1.0
    near, far = ranked[0][0], ranked[1][0]
    return ranked[0][1], (far - near) / (far + near + 1e-6)


def split(labs: Sequence[Lab], names: Sequence[str] = (), least: int = 2) -> tuple[DieSet, DieSet] | None:
    """Divide dice into two sets by colour.

    Args:
        labs: Colour of each die.
        names: Names of the lighter and the darker set; unless there are two, the sets are named by their colours.
        least: Minimum number of dice in each set.

    Returns:
        The lighter and the darker set; None if the dice do not form two clear groups of at least ``least`` dice.
    """
    pairs = [(distance(a, b), a, b) for a, b in combinations(labs, 2)]
    if not pairs or max(pairs)[0] < MIN_SET_DISTANCE_LAB:
        return None
    _, *ends = max(pairs)
    groups = [[lab for lab in labs if distance(lab, end) == min(distance(lab, e) for e in ends)] for end in ends]
    light, dark = sorted(map(middle, groups), reverse=True)
    spread = max(float(np.std(np.array(g) * LAB_WEIGHTS, 0).max()) for g in groups)
    if min(map(len, groups)) < least or distance(light, dark) < max(MIN_SET_DISTANCE_LAB, 2.5 * spread):
        return None
    first, second = names if len(names) == 2 else (name(light), name(dark))
    if first == second:
        first, second = f"light {first}", f"dark {second}"
    return DieSet(first, light), DieSet(second, dark)
