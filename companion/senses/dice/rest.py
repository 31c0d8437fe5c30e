"""When the dice of a throw lie still: soon where nothing is in doubt, after the whole rest else."""

from __future__ import annotations

import numpy as np

from companion.senses.dice.tracks import PLAIN, Track, Tracks

QUICK = 0.2
"""Seconds of stillness that are enough where each die of the throw is beyond doubt."""
CLUTTER = 0.6
"""What is seen with less than this share of the weakest die's heat is clutter: a roll does not wait for it."""
_LOOKS = 5
_CLEAR, _KNOWN, _FACE = 0.65, 0.95, 0.8
"""Heat, chance of the value and the die network's word of a die that is beyond doubt."""


def all_thrown(tracks: Tracks, count: int | None) -> list[Track]:
    """The plain dice, if they are as many as are to be thrown or more; else nothing."""
    plain = [k for k in tracks.all if k.looks >= 3 and _plain(k)]
    return plain if 0 < (count or 0) <= len(plain) else []


FAIRLY, FACE = 0.5, 0.9
"""Heat and the die network's word of a die that is plain by both: one in a dim corner has a heat of .59 for long."""


def _plain(track: Track) -> bool:
    heat = float(np.mean(track.heats))
    return heat > PLAIN or (heat > FAIRLY and len(track.said) > 1 and track.die().face > FACE)


HELD = 1.0
"""Seconds without any movement after which what reaches in over the border is no hand, where all dice lie in view."""


def no_hand(tracks: Tracks, still: float, count: int | None) -> bool:
    """Whether what reaches in is a thing that lies there, touching the dice perhaps; ``still``: seconds unmoved."""
    return still >= HELD and bool(all_thrown(tracks, count))


def at_rest(tracks: Tracks, t: float, quiet_since: float, rest: float, count: int | None) -> bool:
    """Whether all has lain still for ``rest`` seconds at ``t``, or for ``QUICK`` where that is enough.

    Where a sighting comes and goes, all the dice to be thrown, or twice the time without any change, are enough.
    """
    if t - quiet_since < min(rest, QUICK) - 1e-6:
        return False
    if rest > QUICK and _beyond_doubt(tracks, count):
        rest = QUICK
    rest -= 1e-6
    if t - quiet_since < rest:
        return False
    latest = tracks.resting_since()
    if thrown := all_thrown(tracks, count):
        latest = min(latest, max(k.since for k in thrown))
    return t - min(latest, quiet_since + rest) >= rest


def _beyond_doubt(tracks: Tracks, count: int | None) -> bool:
    """Whether the dice to be thrown are, and what else was seen is one too or plainly none."""
    if not 0 < (count or 0) <= len(tracks.all):
        return False
    ranked = sorted(tracks.all, key=lambda k: -float(np.mean(k.heats or [0.0])))
    faint = CLUTTER * float(np.mean(ranked[(count or 0) - 1].heats or [0.0]))
    return all(_certain(k) or (n >= (count or 0) and np.mean(k.heats or [0.0]) < faint) for n, k in enumerate(ranked))


def _certain(track: Track) -> bool:
    """Whether more looks at this die would hardly change a word."""
    if track.looks < _LOOKS or not track.said or float(np.mean(track.heats)) < _CLEAR:
        return False
    die = track.die()
    return die.sure >= _KNOWN and die.face >= _FACE and die.moving < 0.3 and die.cocked < 0.3
