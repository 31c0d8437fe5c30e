"""The measures and scores of one face on one frame.

Measures come from landmarks and do not depend on distance or head pose. Their unit is the distance between the outer
eye corners as seen from the front. Scores come from networks, if these ran.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import log

import numpy as np

from companion.senses.faces import geometry as g
from companion.senses.faces.geometry import Floats
from companion.senses.faces.settings import FaceSettings

MAX_LOG_ODDS = 6.0  # limit of a model's log-odds


def log_odds(p: float) -> float:
    """Return the log-odds of a probability, limited to +-MAX_LOG_ODDS."""
    return min(max(log(max(p, 1e-6) / max(1 - p, 1e-6)), -MAX_LOG_ODDS), MAX_LOG_ODDS)


@dataclass(frozen=True, slots=True)
class MouthScores:
    """Scores of the mouth classifier, 0..1 except those listed below; None if it did not run.

    Attributes:
        tongue_area: Area of the tongue past the lips, in squared mouth widths.
        tongue_side: Direction of the tongue, from -1 (the person's right) to 1 (left).
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
class FaceScores:
    """Scores of the expression model, each 0..1; None where it did not run.

    Attributes:
        lower: Probability that nose, cheeks and mouth join in with screwed-up eyes.
    """

    sour: float | None = None
    wide: float | None = None
    closed: float | None = None
    laughing: float | None = None
    frown: float | None = None
    lower: float | None = None


@dataclass(frozen=True, slots=True)
class Measures:
    """Lengths on the face, in units of the distance between the outer eye corners.

    Fields that end in ``_r`` and ``_l`` are the person's right and left.
    """

    eye_r: float  # eye opening: mean of three lid distances
    eye_l: float
    brow: float  # brows above the line of the eye corners, mean
    brow_gap: float  # between the brows' inner ends
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
    mouth_side: float = 0.0  # this and the next two: mouth, chin and irises off the middle, to the person's left
    jaw_side: float = 0.0
    gaze: float = 0.0

    @property
    def eye(self) -> float:
        return (self.eye_r + self.eye_l) / 2


@dataclass(frozen=True, slots=True)
class FaceFrame:
    """Measures and scores of one face on one frame.

    Attributes:
        t: Time of the frame, in seconds.
        measures: Lengths on the face.
        yaw: Degrees, positive to the person's left.
        pitch: Degrees, positive down.
        roll: Degrees, positive clockwise on screen.
        speed: Turning speed of the head since the previous frame: that of the fastest angle, in degrees a second.
    """

    t: float
    measures: Measures
    yaw: float
    pitch: float
    roll: float
    speed: float
    size: float  # outer-eye distance in pixels
    mouth: MouthScores = field(default_factory=MouthScores)
    face: FaceScores = field(default_factory=FaceScores)


_EYE_CORNERS = (33, 133, 263, 362)  # the eyes' corners
_HEIGHT_PAIRS = (  # measured along y
    (_EYE_CORNERS, (*g.RIGHT_BROW, *g.LEFT_BROW)),
    (g.MOUTH_CORNERS, (2,)),
    ((13, 14), g.MOUTH_CORNERS),
    ((0,), (2,)),
    ((152,), (2,)),
)
_DEPTH_PAIR = (g.MOUTH_CORNERS, (0, 17))  # along z
_SIDE_PAIRS = ((g.MOUTH_CORNERS, (2,)), ((152,), (2,)), ((g.RIGHT_IRIS[0], g.LEFT_IRIS[0]), _EYE_CORNERS))  # along x
_FIRST_LENGTH_ROW = len(_HEIGHT_PAIRS) + 1 + len(_SIDE_PAIRS)  # first row of the length pairs
_LENGTH_PAIRS = (  # in space
    *g.INNER_LIPS,
    (55, 285),
    g.MOUTH_CORNERS,
    (0, 13),
    (14, 17),
    (133, 129),
    (362, 358),
    (145, 50),
    (374, 280),
)
_FLAT_PAIRS = (*g.RIGHT_LIDS, *g.LEFT_LIDS)  # measured without depth, which is a guess for lids
_PAIRS = (*_LENGTH_PAIRS, *_FLAT_PAIRS)
_DIFFERENCES = g.Differences([*_HEIGHT_PAIRS, _DEPTH_PAIR, *_SIDE_PAIRS, *(((a,), (b,)) for a, b in _PAIRS)])


def measure(points: Floats, pose: g.Pose) -> Measures:
    """Return the lengths on a face from its landmarks (478, 3) in pixels."""
    seen = _DIFFERENCES.frontal(points, pose)
    brow, corner, corner_lift, upper_lip, chin = seen[: len(_HEIGHT_PAIRS), 1].tolist()
    pairs = seen[_FIRST_LENGTH_ROW:] ** 2
    mouth_side, jaw_side, gaze = seen[len(_HEIGHT_PAIRS) + 1 : _FIRST_LENGTH_ROW, 0].tolist()
    pairs[len(_LENGTH_PAIRS) :, 2] = 0.0
    d = np.sqrt(pairs.sum(1)).tolist()
    flat = d[len(_LENGTH_PAIRS) :]
    return Measures(
        eye_r=sum(flat[:3]) / 3,
        eye_l=sum(flat[3:]) / 3,
        brow=brow,
        brow_gap=d[3],
        gap=sum(d[:3]) / 3,
        width=d[4],
        corner=corner,
        corner_lift=corner_lift,
        upper_lip=upper_lip,
        chin=chin,
        lips=d[5] + d[6],
        nose=(d[7] + d[8]) / 2,
        cheek=(d[9] + d[10]) / 2,
        pout=float(seen[len(_HEIGHT_PAIRS), 2]),
        mouth_side=mouth_side,
        jaw_side=jaw_side,
        gaze=gaze,
    )


def upright(frame: FaceFrame, settings: FaceSettings) -> FaceFrame:
    """Return the frame with its measures as seen from the front; unchanged if the head is hardly turned."""
    n = settings.neutral
    below = max(-frame.pitch - n["below_from"], 0.0)
    above = max(frame.pitch - n["above_from"], 0.0)
    aside = max(abs(frame.yaw) - n["aside_from"], 0.0)
    if below == above == aside == 0.0:
        return frame
    m = frame.measures
    # Seen from above, the mesh makes an open mouth too small; a shut one stays shut.
    changed = {"gap": m.gap / max(1 - n["gap_above"] * above, n["gap_least"])}
    for name, f in settings.features.items():
        lean = f.below * below + f.above * above + f.aside * aside
        if lean == 0.0:
            continue
        for part in ("eye_r", "eye_l") if name == "eye" else (name,):
            changed[part] = max(getattr(m, part) - lean, 0.0) if part.startswith("eye") else getattr(m, part) - lean
    return replace(frame, measures=replace(m, **changed))
