"""What the last second is like, whoever made it: scores of the signals by the network's logits, and the rhythm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from companion import resources
from companion.facts import Fact, fact
from companion.senses.sounds.levels import BLOCK_S
from companion.senses.sounds.settings import REJECT_LABELS, SIGNALS, WILD_THING

Array = npt.NDArray[np.float32]
INACTIVE_DISCOUNT_LOG_ODDS = 2.0  # log-odds: a moo in a hand of set A is more likely a strange baa than a moo


def _total(values: Array) -> float:
    top = float(values.max())
    return top + float(np.log(np.exp(values - top).sum()))


def scores(logits: Array, labels: Sequence[str], active: Sequence[str]) -> dict[str, float]:
    """Log-odds of each active signal against talk, laughter, coughs, everything else and the signals not in play."""
    index = {("wild_thing" if name == "wild" else name): i for i, name in enumerate(labels)}
    candidates = [name for name in active if name in index]
    against = [float(logits[index[name]]) for name in REJECT_LABELS if name in index]
    inactive = [name for name in (*SIGNALS, WILD_THING) if name in index and name not in candidates]
    against += [float(logits[index[name]]) - INACTIVE_DISCOUNT_LOG_ODDS for name in inactive]
    floor = _total(np.array(against, np.float32))
    return {name: float(logits[index[name]]) - floor for name in candidates}


def blend(own_scores: Mapping[str, float], third: Mapping[str, float], share: Mapping[str, float]) -> dict[str, float]:
    """Return scores of two networks with those of a third, each signal's by its own `share`."""
    return {name: (1 - share[name]) * value + share[name] * third[name] for name, value in own_scores.items()}


def unlike(classes: Mapping[str, float], rules: Mapping[str, Any]) -> dict[str, float]:
    """Log-odds to take off each signal where laughter, a cough or another beast is clearer than its own kin."""
    rival = max(classes[name] for name in rules["rivals"]) + rules["margin"]
    nearest = {name: max(classes[one] for one in kin) for name, kin in rules["kin"].items()}
    return {name: rules["weight"] * max(0.0, rival - value) for name, value in nearest.items()}


def talk(logits: Array, labels: Sequence[str]) -> float:
    """Probability 0..1 that this is talk, by the network alone."""
    return float(np.exp(float(logits[list(labels).index("speech")]) - _total(np.asarray(logits))))


_PULSE_END_DB = 12.0  # dB under the bout's peak where a pulse ends


@dataclass(frozen=True)
class Rhythm:
    """`pulses` counted, `longest` pulse in seconds."""

    pulses: int
    longest: float


def rhythm(levels: npt.NDArray[np.float64]) -> Rhythm:
    """Return the rhythm of block levels in dB."""
    if not len(levels):
        return Rhythm(0, 0.0)
    loud = levels > levels.max() - _PULSE_END_DB
    edges = np.diff(np.concatenate([[0], loud.astype(np.int8), [0]]))
    starts, ends = np.nonzero(edges == 1)[0], np.nonzero(edges == -1)[0]
    return Rhythm(len(starts), float((ends - starts).max() * BLOCK_S))


_WRONG_LENGTH_LOG_ODDS = (
    1.5  # log-odds taken off a signal whose pulse is of the wrong length, again for every halving and doubling
)
_MAX_LOG_ODDS = 4.5


@cache
def _pulses() -> dict[str, tuple[float, float]]:
    return {name: (low, high) for name, (low, high) in resources.toml("calibration/sounds.toml")["pulse"].items()}


def doubt(name: str, heard: Rhythm) -> float:
    """Log-odds to take off `name` for this rhythm: 0 when it fits, more the less it does, never a veto."""
    low, high = _pulses().get(name, (0.0, 9.0))
    out = max(low / max(heard.longest, BLOCK_S), heard.longest / high)
    return min(_MAX_LOG_ODDS, _WRONG_LENGTH_LOG_ODDS * (1.0 + float(np.log2(out)))) if out > 1.0 else 0.0


@dataclass(frozen=True)
class SoundLook:
    """What one look found, for `--explain`: time, level in dB, floor, scores by signal, talk 0..1, rhythm."""

    t: float
    level: float
    floor: float
    scores: Mapping[str, float]
    talk: float
    rhythm: Rhythm

    @property
    def as_fact(self) -> Fact:
        """Time, level, the best three signals with their scores, talk."""
        best = sorted(self.scores.items(), key=lambda item: -item[1])[:3]
        scores = [fact("sound.score", name=name, score=round(value, 2)) for name, value in best]
        bar = "#" * max(0, min(20, int((self.level + 70) / 3)))
        values = {"t": round(self.t, 3), "level": round(self.level, 2), "talk": round(self.talk, 3)}
        return fact("sound.look", bar=bar, best=scores, **values)
