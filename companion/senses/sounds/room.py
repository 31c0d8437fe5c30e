"""How long this room goes on sounding: told blindly, by how the sounds in it die away.

No sound falls faster than the room lets it, so the shorter ones of the last sounds' decays are the room's own (Ratnam
and others 2003). A kitchen's 0.9 s and a living room's 0.4 s are told apart after a handful of sounds; talk will do.
"""

from __future__ import annotations

from collections import deque

import numpy as np
import numpy.typing as npt

from companion.senses.sounds.level import SECONDS
from companion.senses.sounds.spans import Span

Floats = npt.NDArray[np.float64]
_KEPT, _FEWEST = 24, 5  # sounds
_SHORTER = 0.3  # quantile of their decays that is the room's
_FROM, _TO = 10.0, 35.0  # dB under the loudest between which a decay is measured
_OVER_GROUND, _LEAST = 4.0, 12.0  # dB: where it ends above what else sounds, and how far it must have fallen


def decay(levels: Floats) -> float | None:
    """Seconds in which a sound falls by 60 dB after its last loud part; `levels` [n] in dB by blocks, from its
    beginning to after its end. None where it does not fall far enough to tell."""
    if len(levels) < 4:
        return None
    smooth = np.convolve(np.pad(levels, 1, mode="edge"), np.ones(3) / 3, "valid")
    peak = float(smooth.max())
    last = int(np.flatnonzero(smooth > peak - _FROM)[-1])
    low = max(float(np.percentile(smooth, 10)) + _OVER_GROUND, peak - _TO)
    below = np.flatnonzero(smooth[last:] < low)
    if not len(below):
        return None
    falling = smooth[last : last + int(below[0]) + 1]
    if len(falling) < 2 or falling[0] - falling[-1] < _LEAST:
        return None
    slope = float(np.polyfit(np.arange(len(falling)), falling, 1)[0])
    return 60.0 * SECONDS / -slope if slope < 0 else None


class Room:
    """The last sounds' decays."""

    def __init__(self) -> None:
        self._decays: deque[float] = deque(maxlen=_KEPT)
        self._heard = -1

    def hear(self, levels: Floats, end: int, span: Span) -> None:
        """A sound that is over; block `levels` [n], the last of them block `end` - 1. Each sound counts once."""
        if not span.over or span.start <= self._heard:
            return
        self._heard = span.stop
        found = decay(levels[max(0, span.start - end + len(levels)) :])
        if found is not None:
            self._decays.append(found)

    def restart(self) -> None:
        """The blocks are counted anew; the room is the same."""
        self._heard = -1

    @property
    def seconds(self) -> float | None:
        """Of reverberation, for 60 dB; None while too little was heard."""
        return float(np.quantile(list(self._decays), _SHORTER)) if len(self._decays) >= _FEWEST else None
