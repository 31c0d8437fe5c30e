"""Collect and combine what is known about the candidates of one picture.

The survey (detector runs over the whole picture) finds candidates. The detector and the die classifier then look at
each from close, and doubtful ones get more looks and have their pips counted. The weights of these readers are the
likeliest on rendered stills. If they agree, the value is certain; if they differ, the die is doubtful and a person is
asked.
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
"""Added to every chance, so that one wrong look does not rule out what the others see."""
CLASSIFIER_WEIGHT: Final = 1.3
"""Weight of the die classifier's log chances; the detector's weigh 1."""
CLASSIFIER_DIE_SHARE: Final = 0.3
"""Exponent of the die classifier's probability in a die's score; the detector's is 1 minus this."""
COUNT_WEIGHT_ABOVE, COUNT_WEIGHT_ASLANT = 5.5, 0.6
"""Weights of the pip counter on a face seen from above, and on one seen from the side."""
ASLANT_COSINE, ABOVE_COSINE = 0.75, 0.9
"""Cosines at which a face counts as seen from the side and from above; the weight is interpolated in between."""


def mean_log(chances: Sequence[F32]) -> F32:
    """Return the mean over several looks of the log probabilities of the values, (6,).

    A small constant is added first, so that one wrong look does not rule a value out. The mean, not the sum, is taken
    because repeating the same error adds no certainty.
    """
    return np.asarray(np.log(np.array(chances) + CHANCE_FLOOR).mean(0), np.float32)


def fuse(die: SeenDie, opinions: Sequence[DieOpinion], pips: F32 | None = None) -> SeenDie:
    """Return the detector's die combined with the die classifier's opinions and the counted pips.

    Without opinions its ``face`` (probability of an upper face) is 0, so that it is no die of a roll.

    Args:
        die: The die as the detector sees it.
        opinions: The die classifier's looks at it.
        pips: Scores of the values from ``count_pips``, (6,); None if not counted.
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
"""Weight from which a survey's sighting is certainly a die."""
_MAX_SIZE_OFF_EFOLDS = 0.55
"""Standard deviation over which a sighting's weight falls: of the size's natural logarithm around the best size."""
_MAX_EXAMINED = 20
"""Number of best candidates that are looked at again; beyond it only those above ``SURE_SURVEY_SCORE``."""
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
"""Close looks at a candidate by the detector. None is turned, as the higher one of two faces is the upper."""
CLASSIFIER_LOOKS = (
    CropVariant(),
    CropVariant(mirrored=True),
    CropVariant(mirrored=True, zoom=1.12),
    CropVariant(zoom=0.89),
    CropVariant(mirrored=True, stretched=True),
    CropVariant(stretched=True),
)
"""The die classifier's looks at a candidate."""


def suits(edge: float) -> float:
    """Return how well the detector reads a die whose box is ``edge`` pixels wide in its input, 0..1."""
    return float(np.exp(-0.5 * (np.log(max(edge, 1.0) / READING_EDGE_PX) / _MAX_SIZE_OFF_EFOLDS) ** 2))


def weight(s: Sighting) -> float:
    """Return the weight of a sighting of the survey, 0..1: its heat times ``suits`` of its size."""
    return s.heat * suits(s.edge)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """All looks at one candidate.

    Attributes:
        found: The sighting by which the survey found it.
        looks: Close looks by the detector; None for a look that saw no die.
        opinions: Looks by the die classifier.
        pips: Scores of the values from the pip counter, (6,); None if not counted.
    """

    found: Sighting
    looks: tuple[Sighting | None, ...]
    opinions: tuple[DieOpinion, ...] = ()
    pips: F32 | None = None

    @property
    def sightings(self) -> list[Sighting]:
        """The survey's sighting, followed by the close looks that saw the die."""
        return [self.found, *(l for l in self.looks if l is not None)]

    @property
    def middle(self) -> Sighting:
        """The sighting whose size is the nearest to that at which dice are read best."""
        return min(self.sightings, key=lambda l: abs(np.log(l.edge / READING_EDGE_PX)))

    @property
    def promise(self) -> float:
        """Highest confidence of any look of the detector, 0..1."""
        return max([weight(self.found), *(l.heat for l in self.sightings[1:])])


def glance_at(
    detector: DiceDetector, image: Image, found: Sequence[Sighting], before: Sequence[Evidence] = ()
) -> list[Evidence]:
    """Return the evidence for each candidate after one close look by the detector.

    Candidates that have evidence in ``before`` keep it, and get no further look.
    """
    known = {id(e.found): e for e in before}
    fresh = [s for s in found if id(s) not in known]
    known |= {
        id(s): Evidence(s, (l,)) for s, l in zip(fresh, _close(detector, image, fresh, DETECTOR_LOOKS[0]), strict=True)
    }
    return [known[id(s)] for s in found]


def examine(detector: DiceDetector, image: Image, first: Sequence[Evidence]) -> list[Evidence]:
    """Return evidence for the promising candidates after further looks by the detector and the die classifier.

    Candidates of little promise are dropped at once. Those that remain in doubt get still more looks, and their pips
    are counted.
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
"""Looks at a doubtful candidate of one picture; more brought no gain. A watched throw uses all looks in turn."""
_MAX_THOROUGH = 12
"""Number of best candidates that get further looks if they are in doubt."""
_MIN_THOROUGH_SCORE = 0.55
"""Score after the first looks from which any further candidate in doubt gets more looks too."""
_MAX_HOPELESS_SCORE = 0.1
_CLEAR_SCORE, _CLEAR_FACE, _CLEAR_VALUE = 0.6, 0.8, 0.9
"""Minimum score, face probability and probability of the value at which further looks change nothing."""


def _clear(e: Evidence) -> bool:
    """Return True if further looks would not change this candidate's reading.

    That is so if every look saw a die and gave the same value with high confidence.
    """
    chances = np.array([l.chances for l in e.sightings] + [o.chances for o in e.opinions])
    return (
        None not in e.looks
        and merge_evidence(e).score > _CLEAR_SCORE
        and min(o.is_die for o in e.opinions) > _CLEAR_FACE
        and float(chances[:, int(chances[0].argmax())].min()) > _CLEAR_VALUE
    )


def _look_closely(detector: DiceDetector, image: Image, evidence: Sequence[Evidence], how: Looks) -> list[Evidence]:
    """Return the evidence with further looks at each candidate; ``how`` lists those of both networks."""
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
    """Look once at each candidate from close; None where no die of about the candidate's size is seen."""
    seen = detector.look_closely(image, [(s.x, s.y, s.size) for s in found], look)
    return [l if l is not None and 0.55 < l.size / s.size < 1.8 else None for s, l in zip(found, seen, strict=True)]


def merge_evidence(e: Evidence) -> SeenDie:
    """Return one die with the combined reading of all looks at a candidate.

    The detector's part of the score is the higher of two: the weight of the sighting in the whole picture, and the mean
    over the close looks.
    """
    seen, middle = e.sightings, e.middle
    heat = max(weight(e.found), sum(l.heat for l in seen[1:]) / len(e.looks))
    chances = shares(np.asarray(mean_log([l.chances for l in seen]), np.float64))
    die = SeenDie(middle.x, middle.y, middle.box, heat, chances, float(np.mean([l.cocked for l in seen])))
    return fuse(die, e.opinions, e.pips)
