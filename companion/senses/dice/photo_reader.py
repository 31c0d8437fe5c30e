"""Dice in one picture of unknown scale: a survey at several sizes, then closer looks at each candidate by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from companion.senses.dice.crops import Image, resize
from companion.senses.dice.dice_detector import SAME, DiceDetector, Sighting, distinct
from companion.senses.dice.dice_judge import judge
from companion.senses.dice.dice_margins import DiceMargins
from companion.senses.dice.dice_margins import load as load_margins
from companion.senses.dice.dice_scene import DiceCandidates, DiceScene, ExpectedDice
from companion.senses.dice.die_evidence import SURE, examine, merged, weight
from companion.senses.dice.die_faces import common_size, weigh_size, without_parts
from companion.senses.dice.photo_orientation import upright
from companion.senses.dice.seen_die import SeenDie, coloured
from companion.senses.dice.verdict import DiceVerdict

LADDER = (160, 226, 320, 452, 640, 905, 1280, 1810)
"""Longest sides of the pyramid's steps, pixels."""
_COARSE = 640
"""Steps up to this side are always looked at, finer ones only while nothing is sure."""
_CANDIDATES = 48
LARGEST = 2048
"""Longest side that is worked on, pixels: what is legible in a phone's larger picture is so in one of this size."""


def survey(detector: DiceDetector, image: Image) -> list[Sighting]:
    """Sightings from the steps of the pyramid that suit the picture, one a die, best first."""
    longest = max(image.shape[:2])
    found: list[Sighting] = []
    for side in LADDER:
        if side > _COARSE and (side > 2 * longest or any(weight(s) > SURE for s in found)):
            break
        found += detector.look(image, side / longest, least=0.2)
    return distinct(sorted(found, key=lambda s: -weight(s)), _CANDIDATES)


FOUND_EDGE = 36.0
"""Side of a die's box, input pixels, in the pass for further dice: they are read from close later."""


def overlooked(detector: DiceDetector, image: Image, dice: Sequence[SeenDie]) -> list[Sighting]:
    """Further candidates of the usual size: a pass at the scale at which dice of that size are found well."""
    usual = common_size(dice)
    scale = FOUND_EDGE / usual if usual else 0.0
    if not 0 < scale * max(image.shape[:2]) <= LADDER[-1]:
        return []
    found = [s for s in detector.look(image, scale, least=0.15) if 0.62 < s.size / usual < 1.6]
    new = [s for s in found if not any(_same_place(s, d) for d in dice)]
    return distinct(new, _CANDIDATES)


def _same_place(s: Sighting, d: SeenDie) -> bool:
    return float(np.hypot(s.x - d.x, s.y - d.y)) < SAME * min(s.size, d.size)


def read(
    picture: Image, count: int | None = None, detector: DiceDetector | None = None, margins: DiceMargins | None = None
) -> DiceVerdict:
    """The roll on a BGR picture (h, w, 3), ``count`` dice or, without it, as many as there are.

    ``dice`` holds each die with value 1..6, place and box in pixels of the picture; ``refused`` says as a fact why the
    reading is not believed, None where it is. Pass a ``detector`` to keep its networks loaded; without ``margins`` the
    shipped ones count. Raises DeviceUnavailable where a model does not load.
    """
    seen = candidates(detector or DiceDetector(), picture)
    return judge(DiceScene(picture, ExpectedDice(count), margins or load_margins()), seen)


def candidates(detector: DiceDetector, image: Image) -> DiceCandidates:
    """All that may be dice in a picture, with scores, values and colours."""
    scale = LARGEST / max(image.shape[:2])
    small = resize(image, scale) if scale < 1 else image
    dice = _as_it_is(detector, small)
    dice = upright(detector, small, dice, common_size(dice), partial(_as_it_is, detector))
    return DiceCandidates(tuple(d.enlarged(1 / scale) for d in dice) if scale < 1 else tuple(dice))


def _as_it_is(detector: DiceDetector, image: Image) -> list[SeenDie]:
    """The candidates of a picture that stands upright."""
    seen = [merged(e) for e in examine(detector, image, survey(detector, image))]
    further = overlooked(detector, image, without_parts(seen))
    return settled(image, [*seen, *(merged(e) for e in examine(detector, image, further))])


def settled(image: Image, seen: list[SeenDie]) -> list[SeenDie]:
    """One face a die of all that was seen, weighed by the usual size.

    Each has its colour, and its chance of leaning.
    """
    unknown = DiceScene(image)
    seen = [replace(d, score=d.score * min(1.0, (d.size / SMALLEST) ** 4)) for d in seen]
    flat = unknown.posed(without_parts(seen))
    scene = replace(unknown, plane=unknown.plane.learned(list(flat.values())))
    dice = unknown.leaned(coloured(image, weigh_size(without_parts(seen, scene))))
    return [replace(d, lean=_seconded(d, d.lean)) for d in dice]


SMALLEST = 14.0
"""Pixels of a die's box below which no pips can be told apart: it is a fleck of the ground."""
LOOKS_FLAT = 0.2
"""Below this word of the detector a normal that is not sure of itself makes no die lean: it may be far off."""
SHARP, BLURRED = 0.08, 0.11
"""Expected errors of a normal that is sure of itself, and of one that is not: of one picture only."""
UPRIGHT = 0.02
"""Below this word of the detector no normal makes a die lean: the plane may be that of clutter."""


def _seconded(d: SeenDie, lean: float | None) -> float | None:
    if lean is None or d.tilt is None:
        return lean
    if d.cocked < UPRIGHT:
        return min(lean, d.cocked)
    sharp = (BLURRED - d.tilt.error) / (BLURRED - SHARP)
    return lean * float(np.clip(max(sharp, d.cocked / LOOKS_FLAT), 0, 1))
