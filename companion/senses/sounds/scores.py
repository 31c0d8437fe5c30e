"""From the network's logits to a log-odds score for each candidate signal, given which signals are in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from companion.senses.sounds.names import REJECTS, SIGNALS, WILD

Array = npt.NDArray[np.float32]
INACTIVE_DISCOUNT = 2.0  # log-odds: a moo in a hand of set A is more likely a strange baa than a moo


def _total(values: Array) -> float:
    top = float(values.max())
    return top + float(np.log(np.exp(values - top).sum()))


def scores(logits: Array, labels: Sequence[str], active: Sequence[str]) -> dict[str, float]:
    """Log-odds of each active signal against talk, laughter, coughs, everything else and the signals not in play."""
    index = {("wild_thing" if name == "wild" else name): i for i, name in enumerate(labels)}
    candidates = [name for name in active if name in index]
    against = [float(logits[index[name]]) for name in REJECTS if name in index]
    against += [
        float(logits[index[name]]) - INACTIVE_DISCOUNT
        for name in (*SIGNALS, WILD)
        if name in index and name not in candidates
    ]
    floor = _total(np.array(against, np.float32))
    return {name: float(logits[index[name]]) - floor for name in candidates}


def blend(own: Mapping[str, float], third: Mapping[str, float], share: Mapping[str, float]) -> dict[str, float]:
    """Scores of two networks with those of a third, each signal's by its own `share`."""
    return {name: (1 - share[name]) * value + share[name] * third[name] for name, value in own.items()}


def talk(logits: Array, labels: Sequence[str]) -> float:
    """Probability 0..1 that this is talk, by the network alone."""
    return float(np.exp(float(logits[list(labels).index("speech")]) - _total(np.asarray(logits))))
