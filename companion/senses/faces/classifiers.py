"""The networks of a face at run time: crops in, scores out (models/mouth_classifier, models/expression_classifier).

Each runs on one thread, about half a millisecond a mouth and a millisecond a face. Making one raises DeviceUnavailable
for a file that is missing, cut short or changed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from companion.senses import onnx
from companion.senses.faces.features import FaceScores, MouthScores
from companion.senses.faces.geometry import Image

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

MOUTH, MOUTH_SIDE = "models/mouth_classifier/model.onnx", 64
EXPRESSION, EXPRESSION_SIDE = "models/expression_classifier/model.onnx", 96


class MouthClassifier:
    """Scores of tongue, teeth and lips."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, MOUTH, "mouth", takes="crops")
        onnx.tried("mouth", lambda: self([np.zeros((MOUTH_SIDE, MOUTH_SIDE, 3), np.uint8)]))

    def __call__(self, crops: list[Image]) -> list[MouthScores]:
        """Crops (64, 64, 3) RGB uint8, cut by ``geometry.mouth_crop``; one MouthScores a crop."""
        return [_mouth(*row) for row in _rows(self._session, crops, (6, 2, 3))]


def _mouth(
    out: float, inside: float, teeth: float, upper: float, lower: float, lips: float, area: float, side: float,
    *steep: float,
) -> MouthScores:  # fmt: skip
    return MouthScores(out, inside, teeth, upper, lower, lips, area, side, (steep[0], steep[1], steep[2]))


class ExpressionClassifier:
    """Scores of the whole face, from brows to mouth."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, EXPRESSION, "expression", takes="crops")
        onnx.tried("expression", lambda: self([np.zeros((EXPRESSION_SIDE, EXPRESSION_SIDE), np.uint8)]))

    def __call__(self, crops: list[Image]) -> list[FaceScores]:
        """Crops (96, 96) grey uint8, cut by ``geometry.face_crop``; one FaceScores a crop."""
        return [FaceScores(*row) for row in _rows(self._session, crops, (6, 2))]


def _rows(session: InferenceSession, crops: list[Image], widths: tuple[int, ...]) -> list[tuple[float, ...]]:
    """The network's outputs, of these ``widths``, side by side for each crop. Raises ValueError for other outputs."""
    if not crops:
        return []
    answers = session.run(None, {"crops": np.stack(crops).astype(np.float32)})
    if tuple(answer.shape[1] for answer in answers) != widths:
        raise ValueError("a network of other outputs")
    return [tuple(row) for row in np.concatenate(answers, axis=1).tolist()]
