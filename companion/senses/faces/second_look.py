"""Give a second opinion on a face, with further networks of MediaPipe, only when a signal is about to begin.

One network (models/face_tongue) was trained on pictures of people. It fits landmarks again and says how much a tongue
shows. The other (models/face_blendshapes) scores movements of the face from these landmarks. Together they take about 3
ms, so they run only when a score is near its threshold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.senses import onnx
from companion.senses.faces.face_networks import cut_region, place_points, region_of
from companion.senses.faces.features import log_odds
from companion.senses.faces.geometry import Floats, Image, as_rgb

TONGUE_MODEL, TONGUE_SIDE_PX = "models/face_tongue/model.onnx", 256  # side of its input in pixels
BLENDSHAPES_MODEL = "models/face_blendshapes/model.onnx"
MESH_POINTS = 478
EYES_WIDE_PLACES, JAW_OPEN_PLACE = (21, 22), 25  # indices among the 52 blendshapes


@dataclass(frozen=True, slots=True)
class SecondScores:
    """Scores of the second opinion, each 0..1: tongue past the lips, eyes wide (mean of both), jaw open."""

    tongue: float
    eyes_wide: float
    jaw_open: float


class SecondLook:
    """The two networks of the second opinion.

    Raises:
        DeviceUnavailable: A model file is missing, cut short or changed.
    """

    def __init__(self, tongue: Path | None = None, blendshapes: Path | None = None) -> None:
        self._tongue = onnx.load(tongue, TONGUE_MODEL, "face_tongue", takes="image")
        self._blendshapes = onnx.load(blendshapes, BLENDSHAPES_MODEL, "face_blendshapes", takes="points")
        blank = np.zeros((64, 64, 3), np.uint8)
        corners = np.random.default_rng(0).uniform(16, 48, (MESH_POINTS, 3))
        onnx.check_model("face_tongue", lambda: [self(blank, corners)])

    def __call__(self, bgr: Image, points: Floats) -> SecondScores:
        """Return the second opinion on a face.

        Args:
            bgr: The picture, (h, w, 3) BGR.
            points: Landmarks of the face in pixels, (478, 3).
        """
        region = region_of(points)
        crop = as_rgb(cut_region(bgr, region, side=TONGUE_SIDE_PX))
        unit, tongue = self._tongue.run(["points", "tongue"], {"image": crop[None]})
        flat = place_points(unit[0].astype(float), region)[None, :, :2].astype(np.float32)
        (shapes,) = self._blendshapes.run(["shapes"], {"points": flat})[0].tolist()
        return SecondScores(float(tongue[0, 0]), sum(shapes[k] for k in EYES_WIDE_PLACES) / 2, shapes[JAW_OPEN_PLACE])


def _tongue_evidence(scores: SecondScores) -> float:
    return log_odds(scores.tongue)


def _both_wide_evidence(scores: SecondScores) -> float:
    """Return the log-odds that eyes and jaw are wide open, from the weaker of their two scores.

    The scores are scaled first, because the networks score wide eyes lower than an open jaw.
    """
    return log_odds(min(2 * scores.eyes_wide, 1.5 * scores.jaw_open, 1.0))


SECOND_OPINIONS = {"tongue_out": _tongue_evidence, "eyes_mouth_wide": _both_wide_evidence}
"""The signals that get a second opinion, each with the function that computes its log-odds."""


def second_opinion(name: str, scores: SecondScores, n: Mapping[str, float]) -> float:
    """Return how much the second opinion raises or lowers the score of signal ``name``."""
    shift = n["second"] * (SECOND_OPINIONS[name](scores) - n["second_at"])
    return min(max(shift, -n["second_less"]), n["second_more"])
