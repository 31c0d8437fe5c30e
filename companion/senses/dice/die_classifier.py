"""The die classifier: one die from close. Is it an upper face, what does it show, which way does it look?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.senses import onnx
from companion.senses.dice.crops import F32, Image, Place, blob, chance, crop, shares

MODEL = "models/die_classifier/model.onnx"
INPUT_NAME = "face"
INPUT_SIDE_PX = 80
BOX_EDGE_PX = 48.0
"""A die's box becomes this many pixels of the network's INPUT_SIDE_PX x INPUT_SIDE_PX input."""


@dataclass(frozen=True, slots=True)
class Tilt:
    """One look at one die. ``normal``: right, down, away. ``error``: what the network expects its error to be."""

    normal: tuple[float, float, float]
    error: float
    lean: float
    """Logit that it leans, from its looks alone: edges, shadow, what it leans on."""

    @property
    def facing(self) -> float:
        """0..1: cosine between the normal and the line of sight; 1 seen from above."""
        return abs(self.normal[2]) / max(1e-6, math.hypot(*self.normal))


@dataclass(frozen=True, slots=True, eq=False)
class DieOpinion:
    """What one look said. ``is_die``: 0..1, that the upper face of a die is in the middle; ``chances`` (6,)."""

    is_die: float
    chances: F32
    tilt: Tilt
    numerals: float = 0.0
    """0..1: that it bears numerals instead of pips."""


@dataclass(frozen=True, slots=True)
class CropVariant:
    """How the crop is shown: mirrored (dice come in both chiralities), nearer or farther, its colours stretched."""

    mirrored: bool = False
    zoom: float = 1.0
    stretched: bool = False


class DieClassifier:
    """A network of crops with one die each, on one thread. Raises DeviceUnavailable when it cannot be loaded."""

    def __init__(self, model: Path | None = None) -> None:
        self._session = onnx.load(model, MODEL, "die", takes=INPUT_NAME)

    def look(self, image: Image, places: Sequence[Place], way: CropVariant = CropVariant()) -> list[DieOpinion]:
        """Look once at the die at each place of the picture ((h, w, 3) uint8, BGR)."""
        if not places:
            return []
        batch = np.concatenate([blob(network_crop(image, place, way)) for place in places])
        out = np.asarray(self._session.run(None, {INPUT_NAME: batch})[0], np.float32)
        return [_opinion(row, way.mirrored) for row in out]


def network_crop(image: Image, place: Place, way: CropVariant = CropVariant()) -> Image:
    """Return the crop (INPUT_SIDE_PX, INPUT_SIDE_PX, 3) that the network is to see."""
    x, y, size = place
    part = crop(image, x, y, way.zoom * BOX_EDGE_PX / size, INPUT_SIDE_PX)
    if way.stretched:
        part = stretch_colours(part)
    return np.ascontiguousarray(part[:, ::-1]) if way.mirrored else part


def stretch_colours(part: Image, max_gain: float = 8.0) -> Image:
    """Stretch the crop's colours so that each principal colour of its middle has the same contrast.

    Pips that differ from the die in hue alone then differ in brightness, too. ``max_gain``: the most by which any
    contrast is multiplied.
    """
    inner = (
        part[INPUT_SIDE_PX // 5 : -(INPUT_SIDE_PX // 5), INPUT_SIDE_PX // 5 : -(INPUT_SIDE_PX // 5)]
        .reshape(-1, 3)
        .astype(np.float32)
    )
    mean = inner.mean(0)
    values, axes = np.linalg.eigh(np.cov((inner - mean).T) + np.eye(3) * 4)
    gain = np.minimum(48 / np.sqrt(values), max_gain)
    turn = (axes * gain) @ axes.T
    out = (part.reshape(-1, 3).astype(np.float32) - mean) @ turn.astype(np.float32) + 127
    return np.asarray(np.clip(out, 0, 255).reshape(part.shape), np.uint8)


def _opinion(row: F32, mirrored: bool) -> DieOpinion:
    nx, ny, nz = (float(v) for v in row[7:10])
    tilt = Tilt((-nx if mirrored else nx, ny, nz), float(np.exp(np.clip(row[10], -4, 1))), float(row[11]))
    return DieOpinion(float(chance(row[0])), shares(row[1:7]), tilt, float(chance(row[12])))


def mean_tilt(looks: Sequence[Tilt]) -> Tilt:
    """Return the mean of all looks at one die; they err alike, so the expected error stays that of one look."""
    n = np.mean([t.normal for t in looks], 0)
    error = float(np.exp(np.mean([np.log(t.error) for t in looks])))
    return Tilt((float(n[0]), float(n[1]), float(n[2])), error, float(np.mean([t.lean for t in looks])))
