"""The second and third readers: networks on features that learned from photos of everything look at the first's dice.

All learned on the same renders and err on different pictures: what they read alike is believed sooner, and what they
read otherwise is asked about. They look from close at single dice only. The second's features are as they were learned
from photos, and it tells numerals, too; all of the third's were trained on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from companion.senses.dice.detector import Detector, Look, Sighting, Word
from companion.senses.dice.die import Opinion, Place, Way, mean_tilt
from companion.senses.dice.opinions import THIRD, THIRD_SHARE, agreed
from companion.senses.dice.pictures import Image
from companion.senses.dice.reading import SeenDie

Said = TypeVar("Said")
LOOKS = (Look(), Look(mirrored=True))
WAYS = (Way(), Way(mirrored=True))
MOST = 12
"""Dice that it is asked about, the best first."""
SEES = 1.5
"""Times its heat (which is .5 to .9 on dice, below .3 on side faces and letters): as good as the die network's word."""
FAINT = 0.1
"""What scores less is no die, whatever it says."""


def heard(detector: Detector, image: Image, dice: Sequence[SeenDie]) -> list[SeenDie]:
    """The same dice with both readers' words on those that may count."""
    asked = sorted((k for k, d in enumerate(dice) if d.score > FAINT), key=lambda k: -dice[k].score)[:MOST]
    return by_third(detector, image, by_second(detector, image, dice, asked), asked)


def by_second(detector: Detector, image: Image, dice: Sequence[SeenDie], asked: Sequence[int]) -> list[SeenDie]:
    """The same dice with the second reader's word on those that are ``asked`` about."""
    return _with(dice, asked, lambda at: [detector.second.judge(image, at, look) for look in LOOKS], judged)


def by_third(detector: Detector, image: Image, dice: Sequence[SeenDie], asked: Sequence[int]) -> list[SeenDie]:
    """The same dice with the third reader's word on those that are ``asked`` about."""
    return _with(dice, asked, lambda at: [detector.third.look(image, at, way) for way in WAYS], confirmed)


def _with(
    dice: Sequence[SeenDie],
    asked: Sequence[int],
    look: Callable[[list[Place]], Sequence[Sequence[Said]]],
    taken: Callable[[SeenDie, Sequence[Said]], SeenDie],
) -> list[SeenDie]:
    """The same dice with what each look said of those that were ``asked`` about."""
    looks, out = look([(dice[k].x, dice[k].y, dice[k].size) for k in asked]), list(dice)
    for n, k in enumerate(asked):
        out[k] = taken(dice[k], [said[n] for said in looks])
    return out


def confirmed(die: SeenDie, looks: Sequence[Opinion], *, score: bool = True) -> SeenDie:
    """The die with what the third reader's looks say of it; its tilt is the mean of both networks'.

    ``score``: whether its word counts for whether there is a die, too.
    """
    face, tilt = float(np.mean([l.is_die for l in looks])), mean_tilt([l.tilt for l in looks])
    worth, chances = agreed(die.score, die.chances, face, [l.chances for l in looks], THIRD, THIRD_SHARE)
    die = replace(die, third=face, chances=chances, tilt=tilt if die.tilt is None else mean_tilt([die.tilt, tilt]))
    return replace(die, score=worth, face=max(die.face, face)) if score else die


def judged(die: SeenDie, words: Sequence[Word], *, score: bool = True) -> SeenDie:
    """``told``, and what was said of numerals."""
    numerals = float(np.mean([w.numerals for w in words]))
    return replace(told(die, [w.sighting for w in words], score=score), numerals=numerals)


def told(die: SeenDie, looks: Sequence[Sighting | None], *, score: bool = True) -> SeenDie:
    """The die with what the second reader's looks say of it; None: that look showed nothing there.

    ``score``: whether its word counts for whether there is a die, too.
    """
    seen = [l for l in looks if l is not None and 0.55 < l.size / die.size < 1.8]
    heat = sum(l.heat for l in seen) / len(looks)
    worth, chances = agreed(die.score, die.chances, heat, [l.chances for l in seen])
    return replace(
        die, score=worth if score else die.score, chances=chances, face=max(die.face, min(1.0, SEES * heat))
    )  # fmt: skip
