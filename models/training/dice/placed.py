"""A die in the world: where and how it lies and moves; on carpet, cloth and cushions it sinks in a little.

There it lies askew by a few degrees, and fibres hide its foot.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from models.training.dice import style
from models.training.dice.camera import turn
from models.training.dice.cv import F32, F64, Rng
from models.training.dice.die import Surface


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


MOST = 9.0
"""Degrees by which a die on soft ground lies askew and still shows one face without any doubt."""


def sink(rng: Rng, die: Die) -> None:
    """Let a flat die down into soft ground: askew, its lowest corner up to a fifth of an edge deep."""
    way, angle = rng.uniform(0, 2 * math.pi), math.radians(min(MOST, abs(rng.normal(0, 4.0))))
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
