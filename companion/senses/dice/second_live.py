"""The second and third readers beside a watched throw: one die after the other, the most doubtful first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.senses.dice.detector import Detector
from companion.senses.dice.pictures import Image
from companion.senses.dice.second import LOOKS, WAYS
from companion.senses.dice.tracks import Track


def unheard(tracks: Sequence[Track]) -> Track | None:
    """Of a watched throw's dice the one that the second reader should look at next: the most doubtful one."""
    return _doubtful([k for k in tracks if k.second is None])


def unconfirmed(tracks: Sequence[Track]) -> Track | None:
    """The same for the third reader."""
    return _doubtful([k for k in tracks if k.third is None])


def _doubtful(tracks: Sequence[Track]) -> Track | None:
    waiting = [k for k in tracks if k.looks >= _READ]
    return min(waiting, key=lambda k: float(np.diff(np.sort(k.votes))[-1]) / k.looks, default=None)


_READ = 3
"""Looks of the dice network before they are asked."""


def hear(detector: Detector, image: Image, track: Track) -> None:
    """Keep with the die what the second reader sees of it."""
    place = [(track.x, track.y, track.size)]
    track.second = tuple(detector.second.judge(image, place, look)[0] for look in LOOKS)


def confirm(detector: Detector, image: Image, track: Track) -> None:
    """Keep with the die what the third reader says of it."""
    place = [(track.x, track.y, track.size)]
    track.third = tuple(detector.third.look(image, place, way)[0] for way in WAYS)
