"""Detect dice in pictures with a network, without deciding which of them belong to a roll.

Pictures are (h, w, 3) uint8, BGR. Coordinates are pixels of the picture that was passed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from companion.senses import onnx
from companion.senses.dice.crops import (
    F32,
    INPUT_SIDE_MULTIPLE,
    Box,
    Image,
    Place,
    Placed,
    blob,
    chance,
    crop,
    resize,
    shares,
)
from companion.senses.dice.die_classifier import DieClassifier

MODEL = "models/dice_detector/model.onnx"
OUTPUT_STRIDE_PX = 4
READING_EDGE_PX = 46.0
"""Side of a die's box, in pixels of the network's input, at which its value is read best."""
FINDING_EDGE_PX = 36.0
"""Side at which dice are detected well; their values are read in close looks later."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting(Placed):
    """One die as seen in one run of the detector.

    Attributes:
        cocked: Probability that the die leans on something, 0..1.
    """

    heat: float
    """Probability that a die is here, 0..1."""
    chances: F32
    """Probabilities of the upper face's values 1..6, (6,)."""
    cocked: float
    edge: float
    """Side of the box in pixels of the network's input; see ``READING_EDGE_PX``."""


@dataclass(frozen=True, slots=True)
class LookOptions:
    """Options of a look at one candidate in a crop of its own.

    Attributes:
        edge: Side of the die's box in the crop, in pixels.
    """

    edge: float = READING_EDGE_PX
    mirrored: bool = False
    """Mirror the crop: dice come in both chiralities, so a mirrored one is as good a die."""
    colours: int = 0
    """Positions by which the colour channels are rotated: dice come in all colours, too."""


class DiceDetector:
    """The detector network, run on one thread, and the classifier for the dice that it finds.

    The classifier is loaded on first use.

    Raises:
        DeviceUnavailable: A network cannot be loaded.
    """

    def __init__(self, model: Path | None = None) -> None:
        self._session = onnx.load(model, MODEL, "dice", takes="image", integers=True)

    @cached_property
    def classifier(self) -> DieClassifier:
        return DieClassifier()

    def maps(self, batch: F32, *, quick: bool = False) -> F32:
        """Run the network on a batch and return its output maps.

        Args:
            batch: Network inputs, (n, 3, h, w).
            quick: Compute in eight bits: half the time, slightly less precise.

        Returns:
            Output maps, (n, 16, h / 4, w / 4). For each cell: the logit of heat, six logits of the values, the upper
            face's place (right, down), log distances to the box's sides (left, top, right, bottom), the logit of
            leaning, two unused.
        """
        return np.asarray(self._session.run(["maps"], {"image": batch, "quick": np.array(quick)})[0], np.float32)

    def look(self, image: Image, scale: float, least: float = 0.3, *, quick: bool = False) -> list[Sighting]:
        """Detect dice in the whole picture, rescaled, and return the sightings, highest heat first.

        Args:
            image: The picture.
            scale: Factor on the picture's sides.
            least: Minimum heat of a sighting, 0..1.
            quick: Compute in eight bits, slightly less precise; enough if close looks follow.

        Returns:
            At most ``MAX_SIGHTINGS`` sightings, since a carpet may have thousands of die-like knots.
        """
        small = resize(image, scale)
        h, w = small.shape[:2]
        padded = cv2.copyMakeBorder(
            small, 0, -h % INPUT_SIDE_MULTIPLE, 0, -w % INPUT_SIDE_MULTIPLE, cv2.BORDER_REPLICATE
        )
        found = decode(self.maps(blob(np.asarray(padded, np.uint8)), quick=quick)[0], least)
        right, down = image.shape[1] / w, image.shape[0] / h
        seen = [s.within(right, down) for s in found if s.x < w and s.y < h]
        return distinct(
            seen, MAX_SIGHTINGS, ratio=np.inf
        )  # keep a side face beside its upper face: a later step drops it

    def look_closely(
        self, image: Image, places: Sequence[Place], look: LookOptions = LookOptions()
    ) -> list[Sighting | None]:
        """Look at each place in a crop of its own.

        Args:
            image: The picture.
            places: Centre of an upper face and side of the die's box for each candidate, in pixels.
            look: Size of the die in the crop, and changes to the crop.

        Returns:
            One sighting for each place; None where the crop shows no die near its middle.
        """
        if not places:
            return []
        crops = [crop(image, x, y, look.edge / size, _CROP_SIDE_PX) for x, y, size in places]
        shown = [np.roll(c[:, ::-1] if look.mirrored else c, look.colours, 2) for c in crops]
        seen = central(self.maps(np.concatenate([blob(c) for c in shown])), look.edge)
        out: list[Sighting | None] = []
        for best, (x, y, size) in zip(seen, places, strict=True):
            unit = size / look.edge
            right = -unit if look.mirrored else unit
            out.append(
                None
                if best is None
                else best.within(right, unit, x - right * _CROP_SIDE_PX / 2, y - unit * _CROP_SIDE_PX / 2)
            )
        return out


MAX_SIGHTINGS = 50
"""Maximum number of sightings that one pass returns."""
_CROP_SIDE_PX = 96
"""Side of the crop for a close look, in pixels: a die and its neighbours."""


def decode(maps: F32, least: float) -> list[Sighting]:
    """Return the peaks of the heat map as sightings, highest heat first.

    Args:
        maps: Output maps of one picture, (16, h, w), as ``DiceDetector.maps`` returns them.
        least: Minimum heat of a peak, 0..1.

    Returns:
        Sightings, with coordinates in pixels of the network's input.
    """
    heat = chance(maps[0])
    peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat >= least)
    rows, columns = np.nonzero(peak)
    best = np.argsort(-heat[rows, columns], kind="stable")[: 4 * MAX_SIGHTINGS]
    return [
        _sighting(maps[:, row, column], int(row), int(column), float(heat[row, column]))
        for row, column in zip(rows[best], columns[best], strict=True)
    ]


def central(maps: F32, edge: float) -> list[Sighting | None]:
    """Return the best sighting near the middle of each crop; None where there is none.

    The best one has much heat and is near to the middle, within 0.3 times ``edge``.

    Args:
        maps: Output maps of the crops, (n, 16, h, w).
        edge: Expected side of the die's box, in pixels of the network's input.
    """
    heat = chance(maps[:, 0])
    peak = np.stack([h >= cv2.dilate(h, np.ones((3, 3), np.uint8)) for h in heat]) & (heat >= 0.05)
    n, height, width = heat.shape
    x, y = (
        (np.arange(width) + maps[:, 7]) * OUTPUT_STRIDE_PX,
        (np.arange(height)[:, None] + maps[:, 8]) * OUTPUT_STRIDE_PX,
    )
    off = np.hypot(x - width * OUTPUT_STRIDE_PX / 2, y - height * OUTPUT_STRIDE_PX / 2)
    worth = np.where(peak & (off < 0.3 * edge), heat * (1 - off / edge), -1.0).reshape(n, -1)
    out: list[Sighting | None] = []
    for k, best in enumerate(worth.argmax(1)):
        row, column = divmod(int(best), width)
        there = worth[k, best] > 0
        out.append(_sighting(maps[k, :, row, column], row, column, float(heat[k, row, column])) if there else None)
    return out


def _sighting(at: F32, row: int, column: int, heat: float) -> Sighting:
    x, y = (column + float(at[7])) * OUTPUT_STRIDE_PX, (row + float(at[8])) * OUTPUT_STRIDE_PX
    left, top, right, bottom = (float(v) for v in np.exp(np.clip(at[9:13], -4, 4)) * 8)
    edge = float(np.sqrt((left + right) * (top + bottom)))
    box = (x - left, y - top, x + right, y + bottom)
    return Sighting(x, y, box, heat, shares(at[1:7]), float(chance(at[13])), edge)


def overlap(a: Box, b: Box) -> float:
    """Return the intersection over union of two boxes, 0..1."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.0
    both = w * h
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


MAX_SAME_FACE_DISTANCE = 0.28
"""Two sightings nearer to each other than this share of their size show the same face."""


def distinct(found: Sequence[Sighting], limit: int, ratio: float = 1.9) -> list[Sighting]:
    """Return the first sighting of each face, in the given order, at most ``limit``.

    Two sightings are of one face if they are nearer to each other than ``MAX_SAME_FACE_DISTANCE`` times the smaller
    size, unless one is more than ``ratio`` times as large as the other.
    """
    x, y, size = (np.array([getattr(s, k) for s in found]) for k in ("x", "y", "size"))
    free = np.ones(len(found), bool)
    chosen: list[Sighting] = []
    for k, s in enumerate(found):
        if len(chosen) == limit:
            break
        if not free[k]:
            continue
        chosen.append(s)
        small, large = np.minimum(size, size[k]), np.maximum(size, size[k])
        free &= (np.hypot(x - x[k], y - y[k]) >= MAX_SAME_FACE_DISTANCE * small) | (large > ratio * small)
    return chosen
