"""More views of what a network is in doubt about: the same mouth or face mirrored, or cut a little higher and lower.

Networks that learned from renders waver on pictures at the edge of what they saw; the mean of several views wavers
less. Only doubtful crops are looked at again, so that a face at rest costs nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from companion.senses.faces.features import FaceScores, MouthScores, log_odds
from companion.senses.faces.geometry import mouth_crop

Image: TypeAlias = npt.NDArray[np.uint8]
Floats: TypeAlias = npt.NDArray[np.float64]

MOVED = 0.08  # of the crop's side: how much higher and lower a mouth is cut


def doubtful(scores: Sequence[float | None], sure: float) -> bool:
    """Whether one of the scores (0..1; None counts for none) is further than ``sure`` from both ends."""
    return any(score is not None and sure < score < 1 - sure for score in scores)


def more_mouths(rgb: Image, points: Floats, crop: Image) -> list[Image]:
    """Three more views of the mouth whose ``crop`` is known: mirrored, cut higher and cut lower."""
    return [mirrored(crop), *(mouth_crop(rgb, points, len(crop), lower=by) for by in (MOVED, -MOVED))]


def mirrored(crop: Image) -> Image:
    """The crop (h, w) or (h, w, 3) with left and right exchanged."""
    return np.ascontiguousarray(crop[:, ::-1])


def mouth_mean(seen: Sequence[MouthScores]) -> MouthScores:
    """What views of one mouth say of its tongue and lips together: means of log odds and of the tongue's area. Teeth,
    and the tongue's side, are the first view's: other views tell teeth no better."""
    areas = [s.tongue_area for s in seen if s.tongue_area is not None]
    return replace(
        seen[0],
        tongue_out=_mean([s.tongue_out for s in seen]),
        tongue_inside=_mean([s.tongue_inside for s in seen]),
        lips_open=_mean([s.lips_open for s in seen]),
        tongue_area=sum(areas) / len(areas) if areas else None,
    )


def face_mean(plain: FaceScores, mirror: FaceScores) -> FaceScores:
    """What a face and its mirrored picture say together; the eyes of the mirrored one are exchanged.

    How sour it is the first says: the mean loses as many sour faces as it saves false ones.
    """
    return FaceScores(
        sour=plain.sour,
        wide=_mean([plain.wide, mirror.wide]),
        closed=_mean([plain.closed, mirror.closed]),
        laughing=_mean([plain.laughing, mirror.laughing]),
        frown=_mean([plain.frown, mirror.frown]),
        grin=_mean([plain.grin, mirror.grin]),
        open_r=_middle(plain.open_r, mirror.open_l),
        open_l=_middle(plain.open_l, mirror.open_r),
    )


def _mean(scores: Sequence[float | None]) -> float | None:
    """The mean of log odds as a probability; None where the first is unknown."""
    if scores[0] is None:
        return None
    odds = [log_odds(score) for score in scores if score is not None]
    return 1 / (1 + exp(-sum(odds) / len(odds)))


def _middle(a: float | None, b: float | None) -> float | None:
    return a if a is None or b is None else (a + b) / 2
