"""A die in the world: where and how it lies, and how it moves."""

from __future__ import annotations

from dataclasses import dataclass

from models.training.dice import style
from models.training.dice.cv import F64


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
