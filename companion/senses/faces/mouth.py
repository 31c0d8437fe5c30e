"""The mouth model at run time: mouth crops in, scores of tongue, teeth and lips out (models/mouth)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.senses import onnx
from companion.senses.faces.features import MouthScores

Image = npt.NDArray[np.uint8]
NAME = "models/mouth/model.onnx"
SIZE = 64
OUTPUTS = 6  # tongue_out, tongue_inside, teeth, upper_teeth, lower_teeth, lips_open


class MouthModel:
    """Scores mouth crops on one thread; about half a millisecond a face. Raises DeviceUnavailable for a bad file."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = onnx.load(path, NAME, "mouth", takes="crops")
        onnx.tried("mouth", lambda: self([np.zeros((SIZE, SIZE, 3), np.uint8)]))

    def __call__(self, crops: list[Image]) -> list[MouthScores]:
        """Crops (64, 64, 3) RGB uint8, cut by ``geometry.mouth_crop``; one MouthScores a crop."""
        if not crops:
            return []
        scores, measures, steep = self._session.run(None, {"crops": np.stack(crops).astype(np.float32)})
        if scores.shape[1:] != (OUTPUTS,):
            raise ValueError(f"the model gives {scores.shape} scores")
        return [_scores(*rows) for rows in zip(scores, measures, steep, strict=True)]


def _scores(
    row: npt.NDArray[np.float32], measures: npt.NDArray[np.float32], steep: npt.NDArray[np.float32]
) -> MouthScores:
    out, inside, teeth, upper, lower, lips = (float(v) for v in row)
    area, side = (float(v) for v in measures)
    far, apart, past = (float(v) for v in steep)
    return MouthScores(
        tongue_out=out, tongue_inside=inside, teeth=teeth, upper_teeth=upper, lower_teeth=lower, lips_open=lips,
        tongue_area=area, tongue_side=side, steep=(far, apart, past),
    )  # fmt: skip


def shipped(file: Path | None = None) -> MouthModel:
    """The model that came with companion; its file is held against the hash beside it.

    Raises DeviceUnavailable for a file that is missing, cut short or has been changed.
    """
    return MouthModel(file)
