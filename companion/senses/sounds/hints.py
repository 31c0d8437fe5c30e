"""Score the last second of sound without any takes, by the networks and by the rhythm of the sound.

The scores only give hints: a hint leads at most to a question to the players.
"""

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
# Subtracted from inactive signals as rivals: while cows are not in play, a "moo" is more likely a strange "baa".
INACTIVE_DISCOUNT_LOG_ODDS = 2.0


def _total(values: Array) -> float:
    top = float(values.max())
    return top + float(np.log(np.exp(values - top).sum()))


def scores(logits: Array, labels: Sequence[str], active: Sequence[str]) -> dict[str, float]:
    """Return the log-odds of each active signal against talk, laughter, coughs, other sounds and inactive signals.

    Inactive signals are noises of the game that are not in play now.

    Args:
        logits: Output of the network, (labels,).
        labels: Names of the labels.
        active: Signals in play.
    """
    index = {("wild_thing" if name == "wild" else name): i for i, name in enumerate(labels)}
    candidates = [name for name in active if name in index]
    against = [float(logits[index[name]]) for name in REJECT_LABELS if name in index]
    inactive = [name for name in (*SIGNALS, WILD_THING) if name in index and name not in candidates]
    against += [float(logits[index[name]]) - INACTIVE_DISCOUNT_LOG_ODDS for name in inactive]
    floor = _total(np.array(against, np.float32))
    return {name: float(logits[index[name]]) - floor for name in candidates}


def blend(own_scores: Mapping[str, float], third: Mapping[str, float], share: Mapping[str, float]) -> dict[str, float]:
    """Return the weighted mean of two networks' scores of each signal.

    Args:
        own_scores: Scores by our own network.
        third: Scores by the audio tagger, which is the third network.
        share: Weight of ``third`` for each signal, 0..1.
    """
    return {name: (1 - share[name]) * value + share[name] * third[name] for name, value in own_scores.items()}


def unlike(classes: Mapping[str, float], rules: Mapping[str, Any]) -> dict[str, float]:
    """Return the log-odds to subtract from each signal because the sound is more like a rival class, such as laughter.

    Args:
        classes: Log-odds of general classes of sound, by name.
        rules: Table ``unlike`` of calibration/sounds.toml, which names the rivals, and the classes akin to each signal.
    """
    rival = max(classes[name] for name in rules["rivals"]) + rules["margin"]
    nearest = {name: max(classes[one] for one in kin) for name, kin in rules["kin"].items()}
    return {name: rules["weight"] * max(0.0, rival - value) for name, value in nearest.items()}


def talk(logits: Array, labels: Sequence[str]) -> float:
    """Return the probability that a sound is talk, 0..1.

    Args:
        logits: Output of the network, (labels,).
        labels: Names of the labels.
    """
    return float(np.exp(float(logits[list(labels).index("speech")]) - _total(np.asarray(logits))))


_PULSE_END_DB = 12.0  # level below the sound's peak at which a pulse ends, in dB


@dataclass(frozen=True)
class Rhythm:
    """Rhythm of a sound: the number of loud pulses, and the length of the longest one in seconds."""

    pulses: int
    longest: float


def rhythm(levels: npt.NDArray[np.float64]) -> Rhythm:
    """Return the rhythm of a sound from its level in each 10 ms block, in dB, (n,)."""
    if not len(levels):
        return Rhythm(0, 0.0)
    loud = levels > levels.max() - _PULSE_END_DB
    edges = np.diff(np.concatenate([[0], loud.astype(np.int8), [0]]))
    starts, ends = np.nonzero(edges == 1)[0], np.nonzero(edges == -1)[0]
    return Rhythm(len(starts), float((ends - starts).max() * BLOCK_S))


_WRONG_LENGTH_LOG_ODDS = (
    1.5  # subtracted from a signal whose pulse is too short or long, and again for each factor of two
)
_MAX_LOG_ODDS = 4.5


@cache
def _pulses() -> dict[str, tuple[float, float]]:
    return {name: (low, high) for name, (low, high) in resources.toml("calibration/sounds.toml")["pulse"].items()}


def doubt(name: str, heard: Rhythm) -> float:
    """Return the log-odds to subtract from signal `name` because its pulses are too short or too long, 0 to 4.5."""
    low, high = _pulses().get(name, (0.0, 9.0))
    out = max(low / max(heard.longest, BLOCK_S), heard.longest / high)
    return min(_MAX_LOG_ODDS, _WRONG_LENGTH_LOG_ODDS * (1.0 + float(np.log2(out)))) if out > 1.0 else 0.0


@dataclass(frozen=True)
class SoundLook:
    """Scores of the last second, as printed with `--explain`.

    Attributes:
        t: Time, in seconds.
        level: Level of the newest block, in dB full scale.
        floor: Noise floor of the room, in dB full scale.
        scores: Log-odds of each signal.
        talk: Probability of talk, 0..1.
        rhythm: Rhythm of the sound so far.
    """

    t: float
    level: float
    floor: float
    scores: Mapping[str, float]
    talk: float
    rhythm: Rhythm

    @property
    def as_fact(self) -> Fact:
        """Time, level, talk and the three likeliest signals with their scores, as a fact to print."""
        best = sorted(self.scores.items(), key=lambda item: -item[1])[:3]
        scores = [fact("sound.score", name=name, score=round(value, 2)) for name, value in best]
        bar = "#" * max(0, min(20, int((self.level + 70) / 3)))
        values = {"t": round(self.t, 3), "level": round(self.level, 2), "talk": round(self.talk, 3)}
        return fact("sound.look", bar=bar, best=scores, **values)
