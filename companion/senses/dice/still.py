"""Dice in one picture of unknown scale: a survey at several sizes, then closer looks at each candidate by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from companion.senses.dice.detector import SAME, Detector, Sighting, distinct, overlap
from companion.senses.dice.evidence import LOOKS as LOOKS
from companion.senses.dice.evidence import SURE, examine, merged, weight
from companion.senses.dice.evidence import WAYS as WAYS
from companion.senses.dice.evidence import Evidence as Evidence
from companion.senses.dice.pictures import Image, resize
from companion.senses.dice.plane import Plane, Posed
from companion.senses.dice.reading import Margins, Reading, SeenDie, choose, coloured
from companion.senses.dice.screen import without_screens
from companion.senses.dice.second import heard
from companion.senses.dice.taught import Taught
from companion.senses.dice.turned import upright

LADDER = (160, 226, 320, 452, 640, 905, 1280, 1810)
"""Longest sides of the pyramid's steps, pixels."""
_COARSE = 640
"""Steps up to this side are always looked at, finer ones only while nothing is sure."""
_CANDIDATES = 48
LARGEST = 2048
"""Longest side that is worked on, pixels: what is legible in a phone's larger picture is so in one of this size."""


def survey(detector: Detector, image: Image) -> list[Sighting]:
    """Sightings from the steps of the pyramid that suit the picture, one a die, best first."""
    longest = max(image.shape[:2])
    found: list[Sighting] = []
    for side in LADDER:
        if side > _COARSE and (side > 2 * longest or any(weight(s) > SURE for s in found)):
            break
        found += detector.look(image, side / longest, least=0.2)
    return distinct(sorted(found, key=lambda s: -weight(s)), _CANDIDATES)


def _one_body(a: SeenDie, b: SeenDie) -> bool:
    """Whether two dice of like size would fill the same space: two faces of one die.

    A neighbour in front lies where a side face would; it is told by how surely it is a die of its own, or by the die
    network's word that both are upper faces.
    """
    if max(a.size, b.size) > 1.7 * min(a.size, b.size):
        return False
    if float(np.hypot(a.x - b.x, a.y - b.y)) < 0.36 * min(a.size, b.size) or overlap(a.box, b.box) > 0.42:
        return True
    own = OWN_PLAIN if min(a.face, b.face) > PLAIN_FACE and min(a.sure, b.sure) > PLAIN_VALUE else OWN
    return min(a.score, b.score) < own * max(a.score, b.score) and (_within(a, b) or _within(b, a))


OWN = 0.7
"""On renders nine of ten side faces score below this share of their upper face, and 19 of 20 neighbours above."""
OWN_PLAIN, PLAIN_FACE, PLAIN_VALUE = 0.5, 0.8, 0.9
"""The same share where the die network sees two upper faces, and of both the value is clear: of dice that touch, one
in soft focus behind a sharp one scored two thirds of it, and the sharp one was lost as its side face."""


def _within(a: SeenDie, b: SeenDie) -> bool:
    """Whether the middle of a's face lies in b's box, or so little below it that it is b's side face."""
    x0, y0, x1, y1 = b.box
    return x0 < a.x < x1 and y0 < a.y < y1 + 0.12 * (y1 - y0)


SIDE = 0.5
"""What a face's score is worth below another face of the same die: that one is the upper, and this a side face."""
UPPER = 0.65
"""The share of its score that the other face must have: what is less is clutter behind the die, not its upper face."""
STEEP = 0.2
"""Where a lift by one edge moves a point by less than this, the camera looks down so steeply that it counts less."""
Upward = Callable[[SeenDie], tuple[float, float]]
"""Which way, right and down, a die would move in the picture if it were lifted, in edges for each edge (about)."""


def _upright(_: SeenDie) -> tuple[float, float]:
    """Of a camera that looks along the table, held upright."""
    return 0.0, -1.0


def _side(d: SeenDie, dice: Sequence[SeenDie], up: Upward) -> float:
    """What this face's score is worth if a face that is seen about as well lies above it on the same die."""
    right, down = up(d)
    length = float(np.hypot(right, down)) + 1e-6
    for k in dice:
        higher = ((k.x - d.x) * right + (k.y - d.y) * down) / length
        if k is not d and higher > 0.15 * min(d.size, k.size) and k.score > UPPER * d.score and _one_body(d, k):
            return float(SIDE ** min(1.0, length / STEEP))
    return 1.0


ASKANCE = 0.3
"""What a face's score is worth beside another one of the same die where its normal is not the table's at all.

A camera over the table sees a die at the picture's border from the side, and two faces of it about as well.
"""
SUITED = 0.5
"""From here on a face suits the table: one that does better is not therefore more of an upper face."""
Suits = Callable[[SeenDie], float]
"""0..1: how well a face's normal suits the table."""


def _any(_: SeenDie) -> float:
    """Of a table that nobody has seen yet."""
    return 1.0


def without_parts(dice: list[SeenDie], up: Upward = _upright, suits: Suits = _any) -> list[SeenDie]:
    """One face a die, the upper one; and neither its pips nor what spans several better dice."""
    kept: list[SeenDie] = []
    worth = {
        id(d): d.score * _side(d, dice, up) * (ASKANCE + (1 - ASKANCE) * suits(d)) * (SPECK if _speck(d, dice) else 1.0)
        for d in dice
    }
    for d in sorted(dice, key=lambda d: -worth[id(d)]):
        if not any(_one_body(d, k) or _part(d, k) for k in kept):
            kept.append(d)
    return kept


SPECK = 0.4
"""What a face's score is worth inside a much larger die: a pip or a fleck of its marbling seen from near."""


def _speck(d: SeenDie, dice: Sequence[SeenDie]) -> bool:
    """Whether it lies in something much larger that is at least half as surely a die by both networks' words."""
    return any(d.size < 0.3 * k.size and k.score * k.face > 0.5 * d.score * d.face and _holds(k.box, d) for k in dice)


def _holds(box: tuple[float, float, float, float], d: SeenDie) -> bool:
    return box[0] < d.x < box[2] and box[1] < d.y < box[3]


def _part(d: SeenDie, k: SeenDie) -> bool:
    small, large = (d, k) if d.size < k.size else (k, d)
    return _holds(large.box, small) and small.size < 0.62 * large.size


def common(sizes: Sequence[float], weights: Sequence[float], voters: int | None = None) -> float:
    """The size that most of the weight agrees on; of each size only the ``voters`` weightiest count."""
    logs, weight = np.log(sizes), np.asarray(weights) ** 2
    near = np.exp(-0.5 * ((logs[:, None] - logs[None]) / 0.2) ** 2)
    votes = -np.sort(-near * weight, axis=1)[:, :voters].sum(1)
    return float(np.exp(logs[int(votes.argmax())]))


def common_size(dice: Sequence[SeenDie]) -> float:
    """The size that the surest dice agree on, pixels; 0 without dice. Two of them outvote many doubtful specks."""
    return common([d.size for d in dice], [d.score**2 for d in dice], voters=2) if dice else 0.0


def weigh_size(dice: list[SeenDie]) -> list[SeenDie]:
    """Lower the score of what is far from the common size: evidence, not a blinker."""
    usual = common_size(dice)
    out = []
    for d in dice:
        off = max(0.0, abs(np.log(d.size / usual)) - ALIKE) / UNLIKE
        out.append(replace(d, score=d.score * float(np.exp(-0.5 * off**2))))
    return out


ALIKE, UNLIKE = 0.35, 0.5
"""E-folds by which sizes of one roll differ without any doubt, and over which doubt grows beyond.

Of two equal dice the nearer one is half as large again, and a family mixes its sets: twice the size costs a fifth of
the score (at 0.25 and 0.35 it had cost more than half, and two clear dice were lost to flowers of a common size).
"""


FOUND_EDGE = 36.0
"""Side of a die's box, input pixels, in the pass that looks for further dice: where they are read is seen from close.

On 115 photos and renders as many rolls were right as at the best edge for reading (46), in a ninth less time.
"""


def overlooked(detector: Detector, image: Image, dice: Sequence[SeenDie]) -> list[Sighting]:
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


def candidates(detector: Detector, image: Image) -> list[SeenDie]:
    """All that may be dice in a picture, with scores, values and colours."""
    if (scale := LARGEST / max(image.shape[:2])) < 1:
        return [d.enlarged(1 / scale) for d in candidates(detector, resize(image, scale))]
    dice = _as_it_is(detector, image)
    return upright(detector, image, dice, common_size(dice), partial(_as_it_is, detector))


def _as_it_is(detector: Detector, image: Image) -> list[SeenDie]:
    """The candidates of a picture that stands upright."""
    seen = [merged(e) for e in examine(detector, image, survey(detector, image))]
    further = overlooked(detector, image, without_parts(seen))
    return settled(detector, image, [*seen, *(merged(e) for e in examine(detector, image, further))])


def settled(detector: Detector, image: Image, seen: list[SeenDie]) -> list[SeenDie]:
    """One face a die of all that was seen: with the second reader's word, weighed by the usual size.

    Each has its colour, and its chance of leaning.
    """
    place, plane = _from_middle(image), Plane()
    seen = [replace(d, score=d.score * min(1.0, (d.size / SMALLEST) ** 4)) for d in seen]
    plane.learn(list(posed(without_parts(seen), place).values()))
    dice = heard(detector, image, without_parts(seen, *standing(plane, place)))
    return [replace(d, lean=_seconded(d, d.lean)) for d in leaned(coloured(image, weigh_size(dice)), Plane(), place)]


SMALLEST = 14.0
"""Pixels of a die's box below which no pips can be told apart: what looks like a die is a fleck of the ground.

Of 20 rendered grounds without dice three were read as a roll, of things of 9 to 16 pixels; on 55 photos and 280
rendered close-ups no right roll has a die below 18, and one of a fleck was read.
"""
POSED = 0.3
"""Score of a candidate from which its normal says something about the table."""
Place = Callable[[SeenDie], tuple[float, float]]
"""Where a die is in the camera's whole picture: right and down from its middle, in widths of the picture."""


def _from_middle(image: Image) -> Place:
    h, w = image.shape[:2]
    return lambda d: ((d.x - w / 2) / w, (d.y - h / 2) / w)


def posed(dice: Sequence[SeenDie], place: Place) -> dict[int, Posed]:
    """The tilts of those that are surely dice, by their position in the list."""
    return {
        k: Posed(d.tilt, *place(d), d.cocked)
        for k, d in enumerate(dice)
        if d.tilt is not None and d.score > POSED and d.face > 0.5
    }


def standing(plane: Plane, place: Place) -> tuple[Upward, Suits]:
    """Which way is up at each die, and how well its face suits the table, as far as the plane is known.

    A camera over the table sees the upper faces of dice at its picture's lower border below their side faces.
    """

    def suits(d: SeenDie) -> float:
        return 0.0 if d.tilt is None else min(1.0, plane.suits(Posed(d.tilt, *place(d), d.cocked)) / SUITED)

    return lambda d: plane.upward(*place(d)), suits


def leaned(dice: Sequence[SeenDie], plane: Plane, place: Place) -> list[SeenDie]:
    """The same dice with their chances of leaning, as far as they and the plane show which way is up."""
    known = posed(dice, place)
    lean = dict(zip(known, plane.lean(list(known.values())), strict=True))
    return [replace(d, lean=lean.get(k)) for k, d in enumerate(dice)]


LOOKS_FLAT = 0.2
"""Below this word of the dice network a normal that is not sure of itself makes no die lean: it may be far off."""
SHARP, BLURRED = 0.08, 0.11
"""Expected errors of a normal that is sure of itself, and of one that is not.

Of one picture only: in play a die that leans is worse than a question. Two of 17 rendered leaning dice looked flat to
the dice network, and sharp normals gave them away; of six flat ones that the normals called leaning three had blurred.
"""


UPRIGHT = 0.02
"""Below this word of the dice network no normal makes a die lean, however sure it is of itself.

Of 879 flat rolls in one picture two more are read and none wrongly, both of one or two dice among flecks and chips: the
plane that the normals tell is then that of the clutter.
"""


def _seconded(d: SeenDie, lean: float | None) -> float | None:
    if lean is None or d.tilt is None:
        return lean
    if d.cocked < UPRIGHT:
        return min(lean, d.cocked)
    sharp = (BLURRED - d.tilt.error) / (BLURRED - SHARP)
    return lean * float(np.clip(max(sharp, d.cocked / LOOKS_FLAT), 0, 1))


def read(
    detector: Detector,
    image: Image,
    count: int | None = None,
    margins: Margins | None = None,
    taught: Taught | None = None,
) -> Reading:
    """The roll in one picture. ``count``: how many dice were thrown, if that is known; ``taught``: corrections."""
    dice = (taught or Taught()).applied(candidates(detector, image))
    return without_screens(image, choose(dice, count, margins or Margins()))
