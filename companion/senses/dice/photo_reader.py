"""Read dice in a single picture of unknown scale: detect them at several sizes, then look closely at each candidate.

A phone held flat over a table often stores its picture with the wrong orientation, or none. The networks were trained
on upright pictures. In a turned picture side faces pass for upper ones, and the dice seem to lean. Therefore, if a die
seems to lean or nothing looks like a readable die, the other three quarter turns are tried quickly. The best of them is
read if the networks are clearly more confident on it. Seen from straight above, every turn reads equally well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import numpy as np

from companion.senses.dice.crops import Image, resize
from companion.senses.dice.dice_detector import (
    FINDING_EDGE_PX,
    MAX_SAME_FACE_DISTANCE,
    DiceDetector,
    Sighting,
    distinct,
)
from companion.senses.dice.dice_judge import judge
from companion.senses.dice.dice_margins import DiceMargins
from companion.senses.dice.dice_margins import load as load_margins
from companion.senses.dice.dice_scene import DiceCandidates, DiceScene, ExpectedDice
from companion.senses.dice.die_evidence import SURE_SURVEY_SCORE, Evidence, examine, glance_at, merge_evidence, weight
from companion.senses.dice.die_faces import common_size, weigh_size, without_parts
from companion.senses.dice.seen_die import SeenDie, with_colours
from companion.senses.dice.verdict import DiceVerdict

_MIN_LEANING_SCORE = 0.35
"""Minimum score of a die whose leaning suggests a turned picture."""
_MIN_LEAN = 0.9
_MIN_PROMISE = 0.1
"""Minimum confidence of the best die; below it the picture may be turned, too."""
_MIN_TURN_GAIN = 1.2
"""Minimum ratio of a turned picture's confidence to the original's, in the quick look and after reading. With it, 2 of
195 upright pictures are read differently."""
_MAX_GLANCE_SIGHTINGS, _COUNTED_DICE = 6, 3
"""Sightings of a quick look that are looked at from close, and dice whose confidence is summed."""
Read = Callable[[Image], list[SeenDie]]


def upright(detector: DiceDetector, image: Image, dice: list[SeenDie], usual: float, read: Read) -> list[SeenDie]:
    """Return the dice from the best quarter turn of the picture, if the picture seems turned; else ``dice``.

    Places are in pixels of the original picture in both cases.

    Args:
        detector: The dice detector.
        image: The picture.
        dice: The dice as read without turning.
        usual: Usual side of a die's box, in pixels; 0 without dice.
        read: Function that reads the dice of a picture.
    """
    leans = any(d.score > _MIN_LEANING_SCORE and d.lean > _MIN_LEAN for d in dice)
    if not usual or not (leans or max(map(_worth, dice)) < _MIN_PROMISE):
        return dice
    turns = [np.ascontiguousarray(np.rot90(image, k)) for k in range(4)]
    promise = [_glance(detector, turn, usual) for turn in turns]
    best = int(np.argmax(promise))
    if promise[best] <= _MIN_TURN_GAIN * promise[0]:
        return dice
    found = read(turns[best])
    if _promise(found) <= _MIN_TURN_GAIN * _promise(dice):
        return dice
    return [_back(d, best, turns[best], image) for d in found]


def _promise(dice: Sequence[SeenDie]) -> float:
    """Return the summed confidence, over the three best dice, that each is a die, lies flat and has this value."""
    return _of_best(map(_worth, dice))


def _worth(d: SeenDie) -> float:
    return d.score * d.sure * (1 - d.cocked) * (1 - d.lean)


def _of_best(words: Iterable[float]) -> float:
    return sum(sorted(words, reverse=True)[:_COUNTED_DICE])


def _glance(detector: DiceDetector, image: Image, usual: float) -> float:
    """Return a confidence like that of ``_promise``, from one detector run and one close look at each die."""
    seen = detector.look(image, FINDING_EDGE_PX / usual, least=0.15, quick=True)
    found = [s for s in seen if 0.55 < s.size / usual < 1.8][:_MAX_GLANCE_SIGHTINGS]
    close = detector.look_closely(image, [(s.x, s.y, s.size) for s in found])
    return _of_best(_word(s) * _word(c) for s, c in zip(found, close, strict=True) if c is not None)


def _word(s: Sighting) -> float:
    return s.heat * float(s.chances.max()) * (1 - s.cocked)


def _back(d: SeenDie, quarters: int, turn: Image, image: Image) -> SeenDie:
    """Return a die of the turned picture ``turn`` with its coordinates mapped back to ``image``.

    Args:
        d: The die in ``turn``.
        quarters: Number of quarter turns to the left from ``image`` to ``turn``.
        turn: The turned picture.
        image: The original picture.
    """
    middle, its_middle = (complex(p.shape[1] - 1, p.shape[0] - 1) / 2 for p in (image, turn))

    def there(x: float, y: float) -> complex:
        return middle + (complex(x, y) - its_middle) * 1j**quarters

    at, a, b = there(d.x, d.y), there(*d.box[:2]), there(*d.box[2:])
    box = (min(a.real, b.real), min(a.imag, b.imag), max(a.real, b.real), max(a.imag, b.imag))
    tilt = d.tilt
    if tilt is not None:
        up = complex(*tilt.normal[:2]) * 1j**quarters
        tilt = replace(tilt, normal=(up.real, up.imag, tilt.normal[2]))
    return replace(d, x=at.real, y=at.imag, box=box, tilt=tilt)


COARSE_SIDES_PX = (160, 226, 320, 452)
"""Longest sides to which every picture is scaled for the survey, in pixels; two threads share the work."""
FINE_SIDES_PX = {640: 32.0, 905: 24.0, 1280: 24.0, 1810: 24.0}
"""Longest sides to which the picture is then scaled, one by one. That ends when all certain dice were larger than the
given number of pixels at the scale before; from the second on, also when a die was certain without a close look."""
_MAX_DIE_PX = 115.0
"""If all certain dice are larger than this at a scale, it is left out: the scale before shows them well."""
_MIN_HEAT, _CLOSE_LOOK_HEAT = 0.15, 0.2
"""Minimum heat of a sighting, and of one that gets a close look whatever its size."""
_MAX_CANDIDATES = 48
MAX_SIDE_PX = 2016
"""Longest side of the picture that is processed, half of many phones' 4,032: halving takes 1/20 of the time."""
Steps = Mapping[float, Sequence[Sighting]]
"""The sightings of each detector run of the survey, by its scale."""


def survey(detector: DiceDetector, image: Image) -> tuple[Steps, list[Evidence]]:
    """Run the detector over the picture at several scales, until finer ones would show nothing new.

    Returns:
        The sightings by scale, and the evidence for each candidate after one close look.
    """
    longest = max(image.shape[:2])

    def step(side: int) -> list[Sighting]:
        return detector.look(image, side / longest, least=_MIN_HEAT)

    seen = _coarse(step, longest)
    first = glance_at(detector, image, clearest(seen))
    for side in FINE_SIDES_PX:
        sure = [e.middle.size for e in first if e.promise > SURE_SURVEY_SCORE]
        plain = side > min(FINE_SIDES_PX) and any(weight(e.found) > SURE_SURVEY_SCORE for e in first)
        if side > 2 * longest or plain or (sure and min(sure) * max(seen) > FINE_SIDES_PX[side]):
            break
        seen[side / longest] = step(side)
        first = glance_at(detector, image, clearest(seen), first)
    return seen, first


def _coarse(step: Callable[[int], list[Sighting]], longest: int) -> dict[float, list[Sighting]]:
    """Return the sightings of the coarse scales, by scale.

    It stops when all certain dice would be larger than ``_MAX_DIE_PX`` at the next scale.
    """
    sightings: dict[float, list[Sighting]] = {}
    with ThreadPoolExecutor(2) as pool:
        coarse = pool.map(step, COARSE_SIDES_PX)
        for side in COARSE_SIDES_PX:
            sure = [
                s.size * side / longest for found in sightings.values() for s in found if weight(s) > SURE_SURVEY_SCORE
            ]
            if min(sure, default=0.0) > _MAX_DIE_PX:
                break
            sightings[side / longest] = next(coarse)
        pool.shutdown(cancel_futures=True)
    return sightings


def clearest(steps: Steps) -> list[Sighting]:
    """Return the best sighting of each candidate over all scales, highest weight first."""
    found = [s for step in steps.values() for s in step if s.heat >= _CLOSE_LOOK_HEAT]
    return distinct(sorted(found, key=lambda s: -weight(s)), _MAX_CANDIDATES)


def find_overlooked(steps: Steps, dice: Sequence[SeenDie]) -> list[Sighting]:
    """Return further candidates of the usual size, even faint ones, from the scale that suits this size best."""
    usual = common_size(dice)
    if not usual:
        return []
    best = min(steps, key=lambda scale: abs(np.log(scale * usual / FINDING_EDGE_PX)))
    found = [s for s in steps[best] if 0.62 < s.size / usual < 1.6]
    return [
        s
        for s in found
        if all(np.hypot(s.x - d.x, s.y - d.y) >= MAX_SAME_FACE_DISTANCE * min(s.size, d.size) for d in dice)
    ]


def read(
    picture: Image, count: int | None = None, detector: DiceDetector | None = None, margins: DiceMargins | None = None
) -> DiceVerdict:
    """Read the dice in a picture.

    Args:
        picture: The picture, (h, w, 3) BGR.
        count: Number of dice; None if unknown.
        detector: A detector to reuse; by default the networks are loaded for this call.
        margins: Thresholds for accepting the reading; by default the shipped ones.

    Returns:
        A verdict whose ``dice`` have values 1..6, places and boxes in pixels of the picture. Its ``refused`` is a fact
        that says why the reading is not accepted, or None if it is.

    Raises:
        DeviceUnavailable: A model cannot be loaded.
    """
    seen = candidates(detector or DiceDetector(), picture)
    return judge(DiceScene(picture, ExpectedDice(count), margins or load_margins()), seen)


def candidates(detector: DiceDetector, image: Image) -> DiceCandidates:
    """Return everything in a picture that may be a die, with scores, values and colours."""
    scale = min(1.0, MAX_SIDE_PX / max(image.shape[:2]))
    small = resize(image, scale)
    dice = _as_it_is(detector, small)
    dice = upright(detector, small, dice, common_size(dice), partial(_as_it_is, detector))
    return DiceCandidates(tuple(d.within(1 / scale, 1 / scale) for d in dice))


def _as_it_is(detector: DiceDetector, image: Image) -> list[SeenDie]:
    """Return the candidates of a picture that is assumed to be upright."""
    steps, first = survey(detector, image)
    seen = [merge_evidence(e) for e in examine(detector, image, first)]
    further = glance_at(detector, image, find_overlooked(steps, without_parts(seen)))
    return settle_dice(image, [*seen, *(merge_evidence(e) for e in examine(detector, image, further))])


def settle_dice(image: Image, candidates: list[SeenDie]) -> list[SeenDie]:
    """Return one candidate for each die, with its colour and its probability of leaning.

    Scores are lowered for sizes that are too small or unlike those of the other dice.
    """
    unknown = DiceScene(image)
    candidates = [replace(d, score=d.score * min(1.0, (d.size / MIN_DIE_PX) ** 4)) for d in candidates]
    flat = unknown.dice_poses(without_parts(candidates))
    scene = replace(unknown, plane=unknown.plane.with_roll(list(flat.values())))
    dice = unknown.with_lean(with_colours(image, weigh_size(without_parts(candidates, scene))))
    return [replace(d, lean=_seconded_lean(d)) for d in dice]


MIN_DIE_PX = 14.0
"""Minimum side of a die's box, in pixels; below it no pips can be told apart and it is a fleck."""
FLAT_CHANCE = 0.2
"""Detector's chance of leaning below which an uncertain normal makes no die lean, as it may be far off."""
SHARP_NORMAL_ERROR, BLURRED_NORMAL_ERROR = 0.08, 0.11
"""Expected errors of a certain and of an uncertain normal, in a single picture."""
UPRIGHT_CHANCE = 0.02
"""Detector's chance of leaning below which no normal makes a die lean: the plane may be that of clutter."""


def _seconded_lean(d: SeenDie) -> float:
    if d.tilt is None or d.cocked < UPRIGHT_CHANCE:
        return min(d.lean, d.cocked)
    sharp = (BLURRED_NORMAL_ERROR - d.tilt.error) / (BLURRED_NORMAL_ERROR - SHARP_NORMAL_ERROR)
    return d.lean * float(np.clip(max(sharp, d.cocked / FLAT_CHANCE), 0, 1))
