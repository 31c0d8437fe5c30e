"""Closer looks at candidates in one picture: a glance at each, more where they may help, and what they add up to.

Weights of the readers are the likeliest on rendered stills. What all read alike is believed; what they read differently
is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.senses.dice.crops import F32, Image, shares
from companion.senses.dice.dice_detector import READING_EDGE_PX, DiceDetector, LookOptions, Sighting
from companion.senses.dice.die_classifier import CropVariant, DieOpinion, mean_tilt
from companion.senses.dice.pip_counter import count_pips
from companion.senses.dice.seen_die import SeenDie

F64 = NDArray[np.float64]
CHANCE_FLOOR: Final = 0.02
"""Added to every chance: one blind look must not forbid what the others see."""
CLASSIFIER_WEIGHT: Final = 1.3
"""What the die classifier's log chances weigh; the detector's weigh 1."""
CLASSIFIER_DIE_SHARE: Final = 0.3
"""The die classifier's share in whether there is a die; the rest is the detector's."""
COUNT_WEIGHT_ABOVE, COUNT_WEIGHT_ASLANT = 5.5, 0.6
"""What the pip counter weighs on a face seen from above, and on one seen from the side."""
ASLANT_COSINE, ABOVE_COSINE = 0.75, 0.9
"""Cosines of a face seen from the side and from above; in between the weight lies in between."""


def mean_log(chances: Sequence[F32]) -> F32:
    """(6,) mean of the looks' log chances, softened: more looks of one error add no certainty."""
    return np.asarray(np.log(np.array(chances) + CHANCE_FLOOR).mean(0), np.float32)


def fuse(die: SeenDie, opinions: Sequence[DieOpinion], pips: F32 | None = None) -> SeenDie:
    """Return the die, as the detector sees it, with the die classifier's looks at it and its ``pips`` (6,) counted.

    Without a look its face is none: no roll is told of it.
    """
    if not opinions:
        return replace(die, face=0.0)
    face, tilt = float(np.mean([o.is_die for o in opinions])), mean_tilt([o.tilt for o in opinions])
    log: F64 = np.log(np.maximum(die.chances, 1e-30, dtype=np.float64))
    log = log + CLASSIFIER_WEIGHT * mean_log([o.chances for o in opinions])
    if pips is not None:
        weight = float(np.interp(tilt.facing, (ASLANT_COSINE, ABOVE_COSINE), (COUNT_WEIGHT_ASLANT, COUNT_WEIGHT_ABOVE)))
        log = log + weight * np.asarray(pips, np.float64)
    return replace(
        die,
        score=die.score ** (1 - CLASSIFIER_DIE_SHARE) * face**CLASSIFIER_DIE_SHARE,
        chances=shares(log),
        tilt=tilt,
        face=face,
        numerals=float(np.mean([o.numerals for o in opinions])),
    )


SURE_SURVEY_SCORE = 0.6
"""A survey's sighting of this weight is surely a die."""
_MAX_SIZE_OFF_EFOLDS = 0.55
"""How far (in e-folds) a die may be from the best size before the network's word counts little."""
_MAX_EXAMINED = 20
"""Candidates that get more closer looks; and all that look as good as ``SURE_SURVEY_SCORE``."""
DETECTOR_LOOKS = (
    LookOptions(),
    LookOptions(mirrored=True),
    LookOptions(38),
    LookOptions(54, mirrored=True),
    LookOptions(42, colours=1),
    LookOptions(42, mirrored=True),
    LookOptions(50),
    LookOptions(50, mirrored=True, colours=2),
)
"""Closer looks at a candidate by the detector. Not turned: the higher one of two faces is the upper."""
CLASSIFIER_LOOKS = (
    CropVariant(),
    CropVariant(mirrored=True),
    CropVariant(mirrored=True, zoom=1.12),
    CropVariant(zoom=0.89),
    CropVariant(mirrored=True, stretched=True),
    CropVariant(stretched=True),
)
"""The die classifier's looks at it."""


def suits(edge: float) -> float:
    """0..1: how well a box of ``edge`` input pixels suits the network."""
    return float(np.exp(-0.5 * (np.log(max(edge, 1.0) / READING_EDGE_PX) / _MAX_SIZE_OFF_EFOLDS) ** 2))


def weight(s: Sighting) -> float:
    """0..1: what a survey's sighting is worth."""
    return s.heat * suits(s.edge)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """All that was seen of one candidate: by the survey, by the detector from close, by the die classifier.

    Of ``looks`` those that saw nothing are None.
    """

    found: Sighting
    looks: tuple[Sighting | None, ...]
    opinions: tuple[DieOpinion, ...] = ()
    pips: F32 | None = None

    @property
    def sightings(self) -> list[Sighting]:
        """Return by the survey, then from close."""
        return [self.found, *(l for l in self.looks if l is not None)]

    @property
    def middle(self) -> Sighting:
        """The sighting that suited the network best."""
        return min(self.sightings, key=lambda l: abs(np.log(l.edge / READING_EDGE_PX)))

    @property
    def promise(self) -> float:
        """0..1: what the best look is worth."""
        return max([weight(self.found), *(l.heat for l in self.sightings[1:])])


def glance_at(
    detector: DiceDetector, image: Image, found: Sequence[Sighting], before: Sequence[Evidence] = ()
) -> list[Evidence]:
    """Return each candidate looked at from close, once: those that are in ``before`` have been."""
    known = {id(e.found): e for e in before}
    fresh = [s for s in found if id(s) not in known]
    known |= {
        id(s): Evidence(s, (l,)) for s, l in zip(fresh, _close(detector, image, fresh, DETECTOR_LOOKS[0]), strict=True)
    }
    return [known[id(s)] for s in found]


def examine(detector: DiceDetector, image: Image, first: Sequence[Evidence]) -> list[Evidence]:
    """Return each candidate looked at again by itself: by the detector in several sizes, then by the die classifier.

    Only those that are in doubt and may count get more looks, and their pips counted; none of these is dropped.
    """
    ranked = sorted(first, key=lambda e: -e.promise)
    worth = [e for k, e in enumerate(ranked) if e.promise > (0.2 if k < _MAX_EXAMINED else SURE_SURVEY_SCORE)]
    seen = _look_closely(detector, image, worth, GLANCE_LOOKS)
    scores = [merge_evidence(e).score for e in seen]
    best = sorted(range(len(seen)), key=lambda k: -scores[k])
    likely = [
        k for n, k in enumerate(best) if scores[k] > (_MAX_HOPELESS_SCORE if n < _MAX_THOROUGH else _MIN_THOROUGH_SCORE)
    ]
    doubted = [k for k in likely if not _clear(seen[k])]
    for k, e in zip(doubted, _look_closely(detector, image, [seen[k] for k in doubted], FURTHER_LOOKS), strict=True):
        at, tilt = e.middle, mean_tilt([o.tilt for o in e.opinions])
        seen[k] = replace(e, pips=count_pips(image, at.x, at.y, at.size, tilt))
    return seen


Looks = tuple[Sequence[LookOptions], Sequence[CropVariant]]
GLANCE_LOOKS: Looks = (DETECTOR_LOOKS[1:2], CLASSIFIER_LOOKS[:2])
FURTHER_LOOKS: Looks = ((DETECTOR_LOOKS[4], DETECTOR_LOOKS[7]), (CLASSIFIER_LOOKS[2], CLASSIFIER_LOOKS[4]))
"""For a watched throw all looks and ways take turns; in one picture more than these brought nothing."""
_MAX_THOROUGH = 12
"""So many, the best first, are looked at thoroughly where that may help, ..."""
_MIN_THOROUGH_SCORE = 0.55
"""... and all that have this score after a glance."""
_MAX_HOPELESS_SCORE = 0.1
_CLEAR_SCORE, _CLEAR_FACE, _CLEAR_VALUE = 0.6, 0.8, 0.9
"""Where each look of a glance gives the same value this chance, further looks change nothing."""


def _clear(e: Evidence) -> bool:
    """Return whether a glance told all there is to tell."""
    chances = np.array([l.chances for l in e.sightings] + [o.chances for o in e.opinions])
    return (
        None not in e.looks
        and merge_evidence(e).score > _CLEAR_SCORE
        and min(o.is_die for o in e.opinions) > _CLEAR_FACE
        and float(chances[:, int(chances[0].argmax())].min()) > _CLEAR_VALUE
    )


def _look_closely(detector: DiceDetector, image: Image, evidence: Sequence[Evidence], how: Looks) -> list[Evidence]:
    """Return the same candidates with these looks at each added."""
    places = [(at.x, at.y, at.size) for at in (e.sightings[:2][-1] for e in evidence)]
    with ThreadPoolExecutor(1) as beside:
        ways = beside.map(partial(detector.classifier.look, image, places), how[1])
        looks = [_close(detector, image, [e.found for e in evidence], look) for look in how[0]]
        said = list(ways)
    return [
        replace(e, looks=(*e.looks, *(step[k] for step in looks)), opinions=(*e.opinions, *(way[k] for way in said)))
        for k, e in enumerate(evidence)
    ]


def _close(detector: DiceDetector, image: Image, found: Sequence[Sighting], look: LookOptions) -> list[Sighting | None]:
    """Look closer at each, once; None where that shows nothing of about the candidate's size."""
    seen = detector.look_closely(image, [(s.x, s.y, s.size) for s in found], look)
    return [l if l is not None and 0.55 < l.size / s.size < 1.8 else None for s, l in zip(found, seen, strict=True)]


def merge_evidence(e: Evidence) -> SeenDie:
    """Make one die of its evidence. The survey saw it in place: closer looks only add to its score."""
    seen, middle = e.sightings, e.middle
    heat = max(weight(e.found), sum(l.heat for l in seen[1:]) / len(e.looks))
    chances = shares(np.asarray(mean_log([l.chances for l in seen]), np.float64))
    die = SeenDie(middle.x, middle.y, middle.box, heat, chances, float(np.mean([l.cocked for l in seen])))
    return fuse(die, e.opinions, e.pips)
