"""The expression model at run time: grey crops from brows to mouth in, what they show out (models/expression)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion import resources
from companion.senses import onnx
from companion.senses.faces.features import FaceScores

Grey = npt.NDArray[np.uint8]
NAME = "models/expression/model.onnx"
SIZE = 96
OUTPUTS = 6  # sour, wide, closed, laughing, frown, grin


class ExpressionModel:
    """Scores face crops on one thread; about a millisecond a face. Raises DeviceUnavailable for a bad file."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, NAME, "expression", takes="crops")
        onnx.tried("expression", lambda: self([np.zeros((SIZE, SIZE), np.uint8)]))

    def __call__(self, crops: list[Grey]) -> list[FaceScores]:
        """Crops (96, 96) grey uint8, cut by ``geometry.face_crop``; one FaceScores a crop."""
        if not crops:
            return []
        scores, measures = self._session.run(None, {"crops": np.stack(crops).astype(np.float32)})
        if scores.shape[1:] != (OUTPUTS,):
            raise ValueError(f"the model gives {scores.shape} scores")
        return [FaceScores(*(float(v) for v in (*row, *opened))) for row, opened in zip(scores, measures, strict=True)]


def shipped(file: Path | None = None) -> ExpressionModel | None:
    """The model that came with companion, or None while there is none; its file is held against the hash beside it.

    Raises DeviceUnavailable for a file that is cut short or has been changed.
    """
    try:
        file = file or resources.path(NAME)
    except resources.ResourceMissing:
        return None
    return ExpressionModel(file)
