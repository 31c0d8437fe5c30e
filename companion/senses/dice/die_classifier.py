"""Classify one die in a close crop: whether it shows an upper face, its value, and where the face points."""

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
"""Side of a die's box in the network's input, in pixels; the input is INPUT_SIDE_PX wide and high."""


@dataclass(frozen=True, slots=True)
class Tilt:
    """The direction that an upper face points in, from one look at one die.

    Attributes:
        normal: Normal of the face, about 1 long: right, down, away from the camera.
        error: The network's own estimate of the error of ``normal``, as a length.
    """

    normal: tuple[float, float, float]
    error: float
    lean: float
    """Log-odds that the die leans, judged from its edges, its shadow and what it leans on."""

    @property
    def facing(self) -> float:
        """Cosine of the angle between the normal and the line of sight, 0..1; 1 when seen from straight above."""
        return abs(self.normal[2]) / max(1e-6, math.hypot(*self.normal))


@dataclass(frozen=True, slots=True, eq=False)
class DieOpinion:
    """The classifier's output for one look at one die.

    Attributes:
        is_die: Probability that the upper face of a die is in the middle of the crop, 0..1.
        chances: Probabilities of the values 1..6, (6,).
        tilt: Direction of the face.
    """

    is_die: float
    chances: F32
    tilt: Tilt
    numerals: float = 0.0
    """Probability that it bears numerals instead of pips, 0..1."""


@dataclass(frozen=True, slots=True)
class CropVariant:
    """How a crop is changed before classification.

    Attributes:
        mirrored: Exchange left and right: dice are made in both mirror images, so a mirrored die is as good as any.
        zoom: Factor on the die's size.
        stretched: Stretch the colours (``stretch_colours``).
    """

    mirrored: bool = False
    zoom: float = 1.0
    stretched: bool = False


class DieClassifier:
    """The network that classifies crops with one die each, run on one thread.

    Raises:
        DeviceUnavailable: The network cannot be loaded.
    """

    def __init__(self, model: Path | None = None) -> None:
        self._session = onnx.load(model, MODEL, "die", takes=INPUT_NAME)

    def look(self, image: Image, places: Sequence[Place], way: CropVariant = CropVariant()) -> list[DieOpinion]:
        """Classify the die at each place of the picture once.

        Args:
            image: The picture, (h, w, 3) uint8 BGR.
            places: Centre of the upper face and side of the die's box for each die, in pixels.
            way: How the crops are changed.
        """
        if not places:
            return []
        batch = np.concatenate([blob(network_crop(image, place, way)) for place in places])
        out = np.asarray(self._session.run(None, {INPUT_NAME: batch})[0], np.float32)
        return [_opinion(row, way.mirrored) for row in out]


def network_crop(image: Image, place: Place, way: CropVariant = CropVariant()) -> Image:
    """Return the crop of one die for the network, (INPUT_SIDE_PX, INPUT_SIDE_PX, 3).

    Args:
        image: The picture.
        place: Centre of the upper face, and side of the die's box, in pixels.
        way: How the crop is zoomed, stretched in colour and mirrored.
    """
    x, y, size = place
    part = crop(image, x, y, way.zoom * BOX_EDGE_PX / size, INPUT_SIDE_PX)
    if way.stretched:
        part = stretch_colours(part)
    return np.ascontiguousarray(part[:, ::-1]) if way.mirrored else part


def stretch_colours(part: Image, max_gain: float = 8.0) -> Image:
    """Stretch the crop's colours so that all principal colour axes of its middle have the same contrast.

    Pips that differ from the die only in hue then differ in brightness too.

    Args:
        part: The crop.
        max_gain: Maximum factor by which a contrast is multiplied.
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
    """Return the mean of several tilts of one die.

    The looks repeat the same errors, so the error is averaged too and does not shrink.
    """
    n = np.mean([t.normal for t in looks], 0)
    error = float(np.exp(np.mean([np.log(t.error) for t in looks])))
    return Tilt((float(n[0]), float(n[1]), float(n[2])), error, float(np.mean([t.lean for t in looks])))
