"""The shipped cohort: features of talk, laughter and mouth noise, synthesised, that no take should resemble."""

from __future__ import annotations

from functools import cache

import numpy as np

from companion import resources
from companion.senses.sounds.features import Sound


@cache
def cohort() -> list[Sound]:
    """calibration/sounds_cohort.npz: `steps` of all sounds end to end, `start`, `embedding`."""
    with np.load(resources.path("calibration/sounds_cohort.npz"), allow_pickle=False) as stored:
        steps, start, vectors = (
            stored["steps"].astype(np.float32),
            stored["start"],
            stored["embedding"].astype(np.float32),
        )
    return [Sound(steps[a:b], vector) for a, b, vector in zip(start[:-1], start[1:], vectors, strict=True)]
