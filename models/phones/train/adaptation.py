"""The model's Gaussians moved to the voice and the room of one utterance, by the words in it that are known.

Maximum likelihood linear regression (Leggetter and Woodland, 1995) of all means, one transform a stream, with the model
itself as prior: three seconds of speech are little.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from companion.senses.speech.acoustics import STREAMS, WIDTH, AcousticModel, Doubles, Index, Values

PRIOR = 100.0  # frames that the unmoved means weigh


def adapted(model: AcousticModel, features: Values, senones: Index) -> AcousticModel:
    """The model with its means moved. ``senones`` [T]: what each frame is taken for, -1 where that is not known."""
    known = np.flatnonzero(senones >= 0)
    mean = model.mean.copy()
    if not len(known):
        return model
    for stream in range(STREAMS):
        part = slice(WIDTH * stream, WIDTH * (stream + 1))
        squares, products = (sums.copy() for sums in _prior(model, stream))
        for phone in np.unique(model.owner[senones[known]]):
            frames = known[model.owner[senones[known]] == phone]
            shares = model.gaussians(features[frames], int(phone), stream)
            shares = shares + np.log(model.weight[stream][:, senones[frames]].T + 1e-30)
            shares = np.exp(shares - shares.max(axis=1, keepdims=True))
            shares /= shares.sum(axis=1, keepdims=True)
            about = _extended(model.mean[phone][:, part])
            inverse = 1 / model.var[phone][:, part].astype(np.float64)
            weights = shares.sum(axis=0)[:, None] * inverse
            squares += _squares(weights, about)
            products += ((shares.T @ features[frames][:, part]) * inverse).T @ about
        moved = np.linalg.solve(squares, products[..., None])[..., 0]
        mean[:, :, part] = _extended(model.mean[:, :, part]) @ moved.T
    return replace(model, mean=mean)


def _extended(mean: Values) -> Doubles:
    """Means with a one before them."""
    return np.concatenate([np.ones((*mean.shape[:-1], 1)), mean], axis=-1)


@lru_cache(maxsize=STREAMS)
def _prior(model: AcousticModel, stream: int) -> tuple[Doubles, Doubles]:
    """[13, 14, 14] and [13, 14]: sums as if every Gaussian had been seen where it is. Kept for the shipped model."""
    part = slice(WIDTH * stream, WIDTH * (stream + 1))
    mean = model.mean[..., part].reshape(-1, WIDTH)
    weights = PRIOR / len(mean) / model.var[..., part].reshape(-1, WIDTH).astype(np.float64)
    about = _extended(mean)
    return _squares(weights, about), (weights * mean).T @ about


def _squares(weights: Doubles, about: Doubles) -> Doubles:
    """[g, 13] and [g, 14] -> [13, 14, 14]: for each value the weighted sum of outer products."""
    outer = (about[:, :, None] * about[:, None, :]).reshape(len(about), -1)
    return np.asarray((weights.T @ outer).reshape(WIDTH, WIDTH + 1, WIDTH + 1))
