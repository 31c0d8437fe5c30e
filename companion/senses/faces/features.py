"""What one frame says about one face: landmark measures that do not depend on distance or head pose, and the mouth's
appearance where a mouth model has looked. Lengths are in units of the outer-eye distance seen from the front."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from companion.senses.faces import geometry as g

Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MouthScores:
    """What the mouth model saw, each in 0..1; None where no model has looked.

    ``tongue_area``: past the lips, in mouth widths squared; ``tongue_side``: -1 to the person's right .. 1 to the left.
    """

    tongue_out: float | None = None
    tongue_inside: float | None = None
    teeth: float | None = None
    upper_teeth: float | None = None
    lower_teeth: float | None = None
    lips_open: float | None = None
    tongue_area: float | None = None
    tongue_side: float | None = None


@dataclass(frozen=True, slots=True)
class Measures:
    """Lengths on the face. Names ending in ``_r`` and ``_l`` are the person's right and left."""

    eye_r: float  # eye opening: mean of three lid distances
    eye_l: float
    iris: float  # iris diameter, both eyes
    brow: float  # brows above the line of the eye corners, mean
    brow_inner: float
    brow_gap: float  # between the brows' inner ends
    lower_lid: float  # lower lids below the line of the eye corners
    gap: float  # inner lips, mean of three
    width: float  # mouth corners
    corner: float  # mouth corners below the nose's base
    corner_lift: float  # mouth corners above the middle of the inner lips
    upper_lip: float  # nose's base to the upper lip's edge
    chin: float  # nose's base to chin
    lips: float  # red of both lips
    nose: float  # inner eye corners to the nose's wings
    cheek: float  # lower lids' outer part to cheek
    pout: float  # lips in front of the mouth corners

    @property
    def eye(self) -> float:
        return (self.eye_r + self.eye_l) / 2


@dataclass(frozen=True, slots=True)
class FaceFrame:
    """One face on one frame. ``yaw``, ``pitch``, ``roll`` in degrees, ``speed`` in degrees a second."""

    t: float
    measures: Measures
    yaw: float
    pitch: float
    roll: float
    speed: float
    size: float  # outer-eye distance in pixels
    presence: float
    mouth: MouthScores = field(default_factory=MouthScores)


def measure(points: Floats, pose: g.Pose) -> Measures:
    """Measures of landmarks (478, 3) in pixels."""
    p = g.frontal(points, pose)
    line = _y(p, 33, 133, 263, 362)
    nose_base = float(p[2, 1])
    gaps = [_dist(p, a, b) for a, b in g.INNER_LIPS]
    inner_lips = _y(p, 13, 14)
    return Measures(
        eye_r=_lids(p, g.RIGHT_LIDS),
        eye_l=_lids(p, g.LEFT_LIDS),
        iris=(_iris(p, g.RIGHT_IRIS) + _iris(p, g.LEFT_IRIS)) / 2,
        brow=line - _y(p, *g.RIGHT_BROW, *g.LEFT_BROW),
        brow_inner=line - _y(p, 55, 65, 285, 295),
        brow_gap=_dist(p, 55, 285),
        lower_lid=_y(p, 144, 145, 153, 373, 374, 380) - line,
        gap=float(np.mean(gaps)),
        width=_dist(p, *g.MOUTH),
        corner=_y(p, *g.MOUTH) - nose_base,
        corner_lift=inner_lips - _y(p, *g.MOUTH),
        upper_lip=float(p[0, 1]) - nose_base,
        chin=float(p[152, 1]) - nose_base,
        lips=_dist(p, 0, 13) + _dist(p, 14, 17),
        nose=(_dist(p, 133, 129) + _dist(p, 362, 358)) / 2,
        cheek=(_dist(p, 145, 50) + _dist(p, 374, 280)) / 2,
        pout=float(p[list(g.MOUTH), 2].mean() - p[[0, 17], 2].mean()),
    )


def _y(p: Floats, *index: int) -> float:
    return float(p[list(index), 1].mean())


def _dist(p: Floats, a: int, b: int) -> float:
    d = p[a] - p[b]
    return float(np.sqrt(d @ d))


def _flat(p: Floats, a: int, b: int) -> float:
    return float(np.hypot(*(p[a, :2] - p[b, :2])))


def _lids(p: Floats, pairs: tuple[tuple[int, int], ...]) -> float:
    return sum(_flat(p, a, b) for a, b in pairs) / len(pairs)


def _iris(p: Floats, ring: tuple[int, ...]) -> float:
    return (_flat(p, ring[1], ring[3]) + _flat(p, ring[2], ring[4])) / 2
