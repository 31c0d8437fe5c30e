"""Who is who by the shape of the face: a few bone distances that expression and pose hardly move.

It tells the few people of one table apart well enough to give a seat back to the one who left it; it is no
fingerprint, and never leaves the machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]

# (landmarks averaged, axis, spread of one person's frames): heights of jaw and forehead, depth of the face's sides,
# nose, chin and cheeks, and the widths. In units of the outer-eye distance.
_PARTS: tuple[tuple[tuple[int, ...], int, float], ...] = (
    ((58, 288, 132, 361), 1, 0.018),
    ((9, 151), 1, 0.013),
    ((10,), 1, 0.014),
    ((9, 151), 2, 0.008),
    ((127, 356), 2, 0.011),
    ((234, 454), 2, 0.011),
    ((132, 361), 2, 0.013),
    ((1, 4, 5), 2, 0.010),
    ((2,), 2, 0.009),
    ((168, 6), 2, 0.007),
    ((50, 280, 101, 330), 2, 0.006),
    ((2, 98, 327), 1, 0.012),
)
_WIDTHS: tuple[tuple[int, int, float], ...] = (
    (234, 454, 0.020),
    (127, 356, 0.018),
    (58, 288, 0.025),
    (129, 358, 0.010),
    (133, 362, 0.008),
)


def shape_of(front: Floats) -> Floats:
    """The descriptor (17,) of frontal landmarks (478, 3), each part divided by its spread within one person."""
    parts = [front[list(index), axis].mean() / spread for index, axis, spread in _PARTS]
    widths = [(front[b, 0] - front[a, 0]) / spread for a, b, spread in _WIDTHS]
    return np.array(parts + widths)


@dataclass(slots=True)
class Shape:
    """A seat's descriptor: ``long`` over everything seen to the front, ``fresh`` over the last half second or so."""

    long: Floats | None = None
    fresh: Floats | None = None
    frames: int = 0
    fresh_frames: int = 0
    _seen: int = field(default=0)

    def add(self, shape: Floats, *, learn: bool) -> None:
        """A frame to the front. ``learn`` False keeps ``long`` as it is (while it is unsure who this is)."""
        self.fresh_frames += 1
        rate = max(1 / self.fresh_frames, 0.12)
        self.fresh = shape if self.fresh is None else self.fresh + rate * (shape - self.fresh)
        if learn:
            self.frames += 1
            rate = max(1 / self.frames, 0.002)
            self.long = shape if self.long is None else self.long + rate * (shape - self.long)

    def restart(self) -> None:
        """Followed anew: what was fresh is stale."""
        self.fresh, self.fresh_frames = None, 0

    def unlike(self, shape: Floats | None) -> float:
        """How unlike ``shape`` is: about 1 for the same person's frame, 2.5 and more for another's. 1.5 if unknown."""
        if self.long is None or shape is None:
            return 1.5
        d = self.long - shape
        return float(np.sqrt((d @ d) / len(d)))
