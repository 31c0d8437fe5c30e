"""Rhythm of a bout from its levels: pulses, their length and rate, and what that says against a signal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.senses.sounds.level import SECONDS

_DOWN = 12.0  # dB under the bout's peak where a pulse ends


@dataclass(frozen=True)
class Rhythm:
    """`pulses` counted, `longest` pulse in seconds, `rate` pulses a second (0 for fewer than two)."""

    pulses: int
    longest: float
    rate: float


def rhythm(levels: npt.NDArray[np.float64]) -> Rhythm:
    """The rhythm of block levels in dB."""
    if not len(levels):
        return Rhythm(0, 0.0, 0.0)
    loud = levels > levels.max() - _DOWN
    edges = np.diff(np.concatenate([[0], loud.astype(np.int8), [0]]))
    starts, ends = np.nonzero(edges == 1)[0], np.nonzero(edges == -1)[0]
    spans = (ends - starts) * SECONDS
    rate = (len(starts) - 1) / ((starts[-1] - starts[0]) * SECONDS) if len(starts) > 1 else 0.0
    return Rhythm(len(starts), float(spans.max()), float(rate))


# Longest pulse in seconds that a signal is made of, generous: (shortest plausible, longest plausible).
_PULSE: Final[dict[str, tuple[float, float]]] = {
    "chicken": (0.02, 0.75), "pig": (0.08, 1.2), "lamb": (0.12, 3.0), "turkey": (0.05, 3.0), "cow": (0.25, 4.0),
    "seal": (0.05, 0.8), "monkey": (0.03, 0.7), "donkey": (0.12, 2.0), "panting": (0.04, 1.0),
}  # fmt: skip
_DOUBT = 1.5  # log-odds taken off a signal whose pulse is of the wrong length, again for every halving and doubling
_MOST = 4.5


def doubt(name: str, heard: Rhythm) -> float:
    """Log-odds to take off `name` for this rhythm: 0 when it fits, more the less it does, never a veto."""
    low, high = _PULSE.get(name, (0.0, 9.0))
    out = max(low / max(heard.longest, SECONDS), heard.longest / high)
    return min(_MOST, _DOUBT * (1.0 + float(np.log2(out)))) if out > 1.0 else 0.0
