"""Choose the upper face of each die among several sightings, and find the usual size of the dice in a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.senses.dice.dice_detector import overlap
from companion.senses.dice.dice_scene import DiceScene
from companion.senses.dice.seen_die import SeenDie


def _one_body(a: SeenDie, b: SeenDie) -> bool:
    """Return True if two sightings are taken for two faces of the same die.

    If they nearly coincide, they are. If one lies where a side face of the other would be, it may be that face, or a
    neighbouring die in front. It is taken for a neighbour if it scores nearly as high. If the die classifier takes both
    for upper faces, a lower score is enough.
    """
    if max(a.size, b.size) > 1.7 * min(a.size, b.size):
        return False
    if math.hypot(a.x - b.x, a.y - b.y) < 0.36 * min(a.size, b.size) or overlap(a.box, b.box) > 0.42:
        return True
    own = (
        PLAIN_SIDE_SCORE_SHARE
        if min(a.face, b.face) > PLAIN_FACE and min(a.sure, b.sure) > PLAIN_VALUE
        else SIDE_SCORE_SHARE
    )
    return min(a.score, b.score) < own * max(a.score, b.score) and (_within(a, b) or _within(b, a))


SIDE_SCORE_SHARE = 0.7
"""A side face scores below this share of its upper face. On renders, 9 of 10 side faces do, and 1 of 20 neighbours."""
PLAIN_SIDE_SCORE_SHARE, PLAIN_FACE, PLAIN_VALUE = 0.5, 0.8, 0.9
"""The same share if the die classifier calls both upper faces and is certain of both values, with its thresholds for
these. Of two dice that touched, a blurred one behind a sharp one scored two thirds of it, and the sharp one was dropped
as its side face."""


def _within(a: SeenDie, b: SeenDie) -> bool:
    """Return True if the centre of ``a`` lies in ``b``'s box, or just below it where ``b``'s side face would be."""
    x0, y0, x1, y1 = b.box
    return x0 < a.x < x1 and y0 < a.y < y1 + 0.12 * (y1 - y0)


SIDE_FACE_FACTOR = 0.5
"""Factor on a face's score if another face of the same die lies above it, so that it is a side face."""
MIN_UPPER_SCORE_SHARE = 0.65
"""Minimum score of the face above, as a share of the face's score; below it, it is clutter behind the die."""
MIN_LIFT_SHIFT = 0.2
"""Length of ``DiceScene.upward`` below which the camera looks down so steeply that a face above matters less."""


def _side(d: SeenDie, dice: Sequence[SeenDie], scene: DiceScene | None) -> float:
    """Return a factor for a face's score: below 1 for a side face, else 1.

    A face is a side face if another face of the same die lies above it and scores more than ``MIN_UPPER_SCORE_SHARE``
    of its score. The factor is then ``SIDE_FACE_FACTOR``, or nearer to 1 if the camera looks down steeply. Without a
    ``scene``, "above" means nearer to the top of the picture.
    """
    right, down = (0.0, -1.0) if scene is None else scene.upward(d)
    length = math.hypot(right, down) + 1e-6
    for k in dice:
        higher = ((k.x - d.x) * right + (k.y - d.y) * down) / length
        if (
            k is not d
            and higher > 0.15 * min(d.size, k.size)
            and k.score > MIN_UPPER_SCORE_SHARE * d.score
            and _one_body(d, k)
        ):
            return float(SIDE_FACE_FACTOR ** min(1.0, length / MIN_LIFT_SHIFT))
    return 1.0


def without_parts(dice: Sequence[SeenDie], scene: DiceScene | None = None) -> list[SeenDie]:
    """Return one sighting for each die: that of its upper face.

    Side faces, single pips, and boxes that span several better dice are dropped. Without a ``scene``, the camera is
    assumed to be held upright and to look along the table.
    """
    faces: list[SeenDie] = []
    for d in sorted(dice, key=lambda d: -d.score * _side(d, dice, scene)):
        if not any(_one_body(d, k) or _part(d, k) for k in faces):
            faces.append(d)
    return faces


def _part(d: SeenDie, k: SeenDie) -> bool:
    small, large = (d, k) if d.size < k.size else (k, d)
    x0, y0, x1, y1 = large.box
    return x0 < small.x < x1 and y0 < small.y < y1 and small.size < 0.62 * large.size


def common(sizes: Sequence[float], weights: Sequence[float], voters: int | None = None) -> float:
    """Return the size that has the largest total weight of sizes similar to it.

    Args:
        sizes: Sizes to choose from, in pixels.
        weights: Weight of each size; its square is used.
        voters: For each size, only this many of the heaviest similar sizes are added up; None for all.
    """
    logs, weight = np.log(sizes), np.asarray(weights) ** 2
    near = np.exp(-0.5 * ((logs[:, None] - logs[None]) / 0.2) ** 2)
    votes = -np.sort(-near * weight, axis=1)[:, :voters].sum(1)
    return float(np.exp(logs[int(votes.argmax())]))


def common_size(dice: Sequence[SeenDie]) -> float:
    """Return the size in pixels that the highest-scoring dice agree on; 0 without dice.

    For each size only the two heaviest similar ones are added up, so two clear dice outweigh many doubtful specks.
    """
    return common([d.size for d in dice], [d.score**2 for d in dice], voters=2) if dice else 0.0


def weigh_size(dice: Sequence[SeenDie]) -> list[SeenDie]:
    """Return the dice; those whose size is far from the usual one get lower scores, but none is dropped."""
    usual = common_size(dice)
    out = []
    for d in dice:
        off = max(0.0, abs(np.log(d.size / usual)) - DOUBTLESS_SIZE_EFOLDS) / SIZE_DOUBT_EFOLDS
        out.append(replace(d, score=d.score * float(np.exp(-0.5 * off**2))))
    return out


DOUBTLESS_SIZE_EFOLDS, SIZE_DOUBT_EFOLDS = 0.35, 0.5
"""Differences in the natural logarithm of size: those without effect, and the spread over which scores fall beyond."""
