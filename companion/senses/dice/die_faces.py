"""One face a die: which of several sightings is the upper face, and which size the dice of a picture have."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.senses.dice.dice_detector import overlap
from companion.senses.dice.dice_scene import DiceScene
from companion.senses.dice.seen_die import SeenDie


def _one_body(a: SeenDie, b: SeenDie) -> bool:
    """Return whether two sightings are two faces of one die: dice there would fill the same space.

    A neighbouring die in front lies where a side face would. It is told from one by its score, or by the die
    network's word that both are upper faces.
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
"""On renders nine of ten side faces score below this share of their upper face, and 19 of 20 neighbours above."""
PLAIN_SIDE_SCORE_SHARE, PLAIN_FACE, PLAIN_VALUE = 0.5, 0.8, 0.9
"""The same share where the die network sees two upper faces, and of both the value is clear: of dice that touch, one
in soft focus behind a sharp one scored two thirds of it, and the sharp one was lost as its side face."""


def _within(a: SeenDie, b: SeenDie) -> bool:
    """Return whether the middle of a's face lies in b's box, or so little below that it may be b's side face."""
    x0, y0, x1, y1 = b.box
    return x0 < a.x < x1 and y0 < a.y < y1 + 0.12 * (y1 - y0)


SIDE_FACE_FACTOR = 0.5
"""What a face's score is worth below another face of the same die: that one is the upper, and this a side face."""
MIN_UPPER_SCORE_SHARE = 0.65
"""The share of its score that the other face must have: what is less is clutter behind the die, not its upper face."""
MIN_LIFT_SHIFT = 0.2
"""Where a lift by one edge moves a point by less than this, the camera looks down so steeply that it counts less."""


def _side(d: SeenDie, dice: Sequence[SeenDie], scene: DiceScene | None) -> float:
    """Return the factor for the face's score: below 1 if it is a side face, else 1.

    It is one where another face of the same die, seen about as well, lies above it; the factor is then
    ``SIDE_FACE_FACTOR``, or nearer to 1 where the camera looks down steeply. Without a ``scene``, up is up in the
    picture.
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
    """Return one sighting for each die, that of its upper face.

    Side faces, single pips, and boxes that span several better dice are left out. Without a ``scene`` the camera is
    taken to stand upright and to look along the table.
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
    """Return the size on which most of the weight agrees.

    For each size, only the ``voters`` weightiest of the sizes near it count.
    """
    logs, weight = np.log(sizes), np.asarray(weights) ** 2
    near = np.exp(-0.5 * ((logs[:, None] - logs[None]) / 0.2) ** 2)
    votes = -np.sort(-near * weight, axis=1)[:, :voters].sum(1)
    return float(np.exp(logs[int(votes.argmax())]))


def common_size(dice: Sequence[SeenDie]) -> float:
    """Return the size, pixels, on which the surest dice agree; 0 without dice.

    Two sure dice outvote many doubtful specks.
    """
    return common([d.size for d in dice], [d.score**2 for d in dice], voters=2) if dice else 0.0


def weigh_size(dice: Sequence[SeenDie]) -> list[SeenDie]:
    """Lower the scores of dice whose size is far from the common one; none is left out for it."""
    usual = common_size(dice)
    out = []
    for d in dice:
        off = max(0.0, abs(np.log(d.size / usual)) - DOUBTLESS_SIZE_EFOLDS) / SIZE_DOUBT_EFOLDS
        out.append(replace(d, score=d.score * float(np.exp(-0.5 * off**2))))
    return out


DOUBTLESS_SIZE_EFOLDS, SIZE_DOUBT_EFOLDS = 0.35, 0.5
"""E-folds by which sizes of one roll differ without any doubt, and over which doubt grows beyond."""
