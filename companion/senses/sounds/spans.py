"""Where the sound that is to be compared begins and ends: by its own level, so that talk around it is no part of it.

The room's floor tells when anything sounds (`level.py`); while people talk that is nearly always. A sound that stands
out of the talk is cut where it falls to the talk's level, as a take is cut where it falls to the room's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
_NEAR = 160  # blocks of 10 ms in which the loudest sets the measure: the last 1.6 s
_DEEP, _SHALLOW = 30.0, 10.0  # dB under the loudest, between which a sound is cut
_UNDER = 12.0  # dB under the loudest from where on down a block is of the background
_OVER_TALK = 6.0  # dB over the usual level of the background at which a sound is cut
_TIGHT = 12.0  # dB under the loudest where it is cut for a second opinion
_GAP = 20  # blocks of quiet within one sound: between two clucks
_SHORTEST = 6  # blocks
OVER = 20  # blocks of quiet after which a sound counts as over
_OTHER = 10  # blocks by which the tight cut must differ to be worth a look


@dataclass(frozen=True)
class Span:
    """Blocks `start` to `stop` of a sound; `over` where it has ended, else `stop` is now."""

    start: int
    stop: int
    over: bool

    @property
    def length(self) -> int:
        return self.stop - self.start

    def shares(self, other: Span) -> float:
        """Which part of the shorter of two is common to both."""
        common = min(self.stop, other.stop) - max(self.start, other.start)
        return max(0.0, common / max(1, min(self.length, other.length)))


def spans(levels: Floats, end: int) -> list[Span]:
    """The newest sound in block `levels` [n] in dB, the last of them block `end` - 1: as it stands out of the room
    and, where that differs, as its loudest part alone."""
    if len(levels) < _SHORTEST:
        return []
    smooth = np.convolve(np.pad(levels, 1, mode="edge"), np.ones(3) / 3, "valid")
    first = max(0, len(smooth) - _NEAR)
    peak = float(smooth[first:].max())
    under = smooth[smooth < peak - _UNDER]
    ground = float(np.percentile(under, 60)) if len(under) else peak - _DEEP
    cut = min(max(ground + _OVER_TALK, peak - _DEEP), peak - _SHALLOW)
    wide = _newest(smooth[first:] > cut, first)
    if wide is None:
        return []
    loudest = float(smooth[wide[0] : wide[1]].max())
    tight = _newest(smooth[wide[0] : wide[1]] > loudest - _TIGHT, wide[0])
    found = [wide]
    if tight is not None and (tight[0] - wide[0] > _OTHER or wide[1] - tight[1] > 2 * _OTHER):
        found.append(tight)
    base = end - len(levels)
    return [_span(a, b, len(levels), base) for a, b in found]


def _newest(loud: npt.NDArray[np.bool_], first: int) -> tuple[int, int] | None:
    """The last run of loud blocks, over gaps; too short ones are none."""
    at = np.flatnonzero(loud)
    if not len(at):
        return None
    runs = [run for run in np.split(at, np.flatnonzero(np.diff(at) > _GAP) + 1) if run[-1] - run[0] + 1 >= _SHORTEST]
    return (first + int(runs[-1][0]), first + int(runs[-1][-1]) + 1) if runs else None


def _span(start: int, stop: int, now: int, base: int) -> Span:
    over = now - stop >= OVER
    return Span(base + max(0, start - 1), base + (min(stop + 2, now) if over else now), over)
