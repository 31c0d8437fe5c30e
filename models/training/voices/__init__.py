"""Voices for training, tests, the practice figure and the demo: people being animals, and people being people.

`perform(label, seed)` draws one performance by our own source-filter synthesis: numpy only, seeded, exact labels.
`models/training/noises/` adds speech synthesisers and resynthesised recordings on top of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from models.training.voices import beasts, farm, people, things, wild
from models.training.voices.source import RATE, Rng, Samples, Speaker, peak

Performer = Callable[[Rng, Speaker], Samples]

SIGNALS: dict[str, Performer] = {
    "chicken": farm.chicken,
    "pig": farm.pig,
    "lamb": farm.lamb,
    "turkey": farm.turkey,
    "cow": farm.cow,
    "seal": wild.seal,
    "monkey": wild.monkey,
    "donkey": farm.donkey,
    "panting": wild.panting,
}
NEGATIVES: dict[str, tuple[Performer, ...]] = {
    "wild": (wild.wild,),
    "speech": (people.babble,),
    "laughter": (people.laughter,),
    "cough": (people.cough,),
    "other": (
        people.calls,
        people.humming,
        people.animals_not_played,
        people.hisses,
        people.whistles,
        people.table,
        wild.mouth_clicks,
        *things.THINGS,
        *beasts.BEASTS,
    ),
}


@dataclass(frozen=True)
class Performance:
    """`samples` float64 mono at `RATE`, peak 0.7; `label`; `onset` and `end` in seconds within the samples."""

    samples: Samples
    label: str
    onset: float
    end: float
    speaker: Speaker


def perform(label: str, seed: int, kind: str | None = None) -> Performance:
    """One performance of a signal or of a negative; the same seed gives the same samples.

    Raises KeyError for a label that is in neither `SIGNALS` nor `NEGATIVES`.
    """
    rng = np.random.default_rng([seed, sum(map(ord, label))])
    who = Speaker.draw(rng, kind)
    makers = (SIGNALS[label],) if label in SIGNALS else NEGATIVES[label]
    sound = peak(makers[int(rng.integers(len(makers)))](rng, who), 0.7)
    loud = np.nonzero(np.abs(sound) > 0.02)[0]
    first, last = (int(loud[0]), int(loud[-1]) + 1) if len(loud) else (0, len(sound))
    return Performance(sound, label, first / RATE, last / RATE, who)
