"""What the readers say of one die, put together: the detector, the die classifier and the pip counter.

Weights are the likeliest on rendered stills. What all read alike is believed; what they read differently is asked
about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.senses.dice.crops import F32, shares
from companion.senses.dice.die_classifier import DieOpinion, mean_tilt
from companion.senses.dice.seen_die import SeenDie

F64 = NDArray[np.float64]
BLIND: Final = 0.02
"""Added to every chance: one blind look must not forbid what the others see."""
CLASSIFIER: Final = 1.3
"""What the die classifier's log chances weigh; the detector's weigh 1."""
SHARE: Final = 0.3
"""The die classifier's share in whether there is a die; the rest is the detector's."""
COUNTED, ASLANT = 5.5, 0.6
"""What the pip counter weighs on a face seen from above, and on one seen from the side."""
STEEP, FLAT = 0.75, 0.9
"""Cosines of a face seen from the side and from above; in between the weight lies in between."""


def mean_log(chances: Sequence[F32]) -> F32:
    """(6,) mean of the looks' log chances, softened: more looks of one error add no certainty."""
    return np.asarray(np.mean([np.log(c + BLIND) for c in chances], 0), np.float32)


def fused(die: SeenDie, said: Sequence[DieOpinion], pips: F32 | None = None) -> SeenDie:
    """The die, as the detector sees it, with the die classifier's looks at it and its ``pips`` (6,) counted.

    Without a look its face is none: no roll is told of it.
    """
    if not said:
        return replace(die, face=0.0)
    face, tilt = float(np.mean([o.is_die for o in said])), mean_tilt([o.tilt for o in said])
    log: F64 = np.log(np.maximum(die.chances, 1e-30, dtype=np.float64))
    log = log + CLASSIFIER * mean_log([o.chances for o in said])
    if pips is not None:
        weight = float(np.interp(tilt.facing, (STEEP, FLAT), (ASLANT, COUNTED)))
        log = log + weight * np.asarray(pips, np.float64)
    return replace(
        die,
        score=die.score ** (1 - SHARE) * face**SHARE,
        chances=shares(log),
        tilt=tilt,
        face=face,
        numerals=float(np.mean([o.numerals for o in said])),
    )
