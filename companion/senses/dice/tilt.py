"""The tilt network: which way a die's upper face looks, from a close crop. What is made of it is in ``plane.py``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.senses import onnx
from companion.senses.dice.detector import Image, blob, crop

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
MODEL = "models/tilt/model.onnx"
SIDE = 96
BOX = 46.0
"""A die's box becomes this many pixels of the network's SIDE x SIDE input."""


@dataclass(frozen=True, slots=True)
class Tilt:
    """One look at one die. ``normal``: right, down, away. ``error``: what the network expects its error to be."""

    normal: tuple[float, float, float]
    error: float
    lean: float
    """Logit that it leans, from its looks alone: edges, shadow, what it leans on."""


class TiltNet:
    """The network on one thread. Raises DeviceUnavailable when the model cannot be loaded."""

    def __init__(self, model: Path | None = None) -> None:
        self._session = onnx.load(model, MODEL, "dice's tilt")

    def look(self, image: Image, boxes: Sequence[Box]) -> list[Tilt]:
        """The tilt of the die in each box."""
        if not boxes:
            return []
        crops = []
        for l, t, r, b in boxes:
            size = float(np.sqrt(max(1.0, (r - l) * (b - t))))
            crops.append(blob(crop(image, (l + r) / 2, (t + b) / 2, BOX / size, SIDE)))
        out = np.asarray(self._session.run(None, {"crops": np.concatenate(crops)})[0], np.float64)
        return [Tilt((v[0], v[1], v[2]), float(np.exp(np.clip(v[3], -4, 1))), float(v[4])) for v in out]


def mean(looks: Sequence[Tilt]) -> Tilt:
    """All looks at one die together; they err alike, so the expected error stays that of one look."""
    n = np.mean([t.normal for t in looks], 0)
    error = float(np.exp(np.mean([np.log(t.error) for t in looks])))
    return Tilt((float(n[0]), float(n[1]), float(n[2])), error, float(np.mean([t.lean for t in looks])))
