"""Several views of how alike two sounds are, fused into one log-odds; weights in calibration/sounds_matcher.npz.

Views: `warped` (cepstra aligned in time), `own` (our network's embedding), `general` (a frozen one of speech), `tagged`
(a frozen one of all that sounds) and `learned` (a projection of these embeddings that brings takes of one sound
together). In each view a signal is judged by how near its takes are. That is measured against how far apart the
player's own takes and signals lie, and how near a cohort of talk and noise comes. A small perceptron gives the log-odds
(`models/training/noises/matching.py`); it was learned over many people and sounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from companion import resources
from companion.senses.sounds.noise_embedding import SPEECH_SIZE, TAGGER_SIZE

Array = npt.NDArray[np.float32]
EMBEDDING_SIZE = (
    192  # values of a sound's embedding that are our network's, of unit length; then come those of the frozen two
)
TAGGER_START = EMBEDDING_SIZE + SPEECH_SIZE
VECTOR_SIZE = TAGGER_START + TAGGER_SIZE
VIEWS = ("warped", "own", "general", "tagged", "learned")
FEATURES_PER_VIEW = 10  # features a view
_DEFAULT_SIGNAL_SPREAD = 0.45  # distance within a signal, in usual distances, where nobody made two takes of one
_DEFAULT_OTHER_DISTANCE = 1.0  # distances to other signals, in usual distances, where only one is taught
_NEAR_QUANTILE = 0.05  # quantile of the cohort's distances that counts as near
_EPSILON = 1e-4
MAX_DEVIATIONS = 8.0  # standard deviations at which a value of an embedding ends


@dataclass(frozen=True)
class Layer:
    """`x @ weight + bias`."""

    weight: Array
    bias: Array

    def __call__(self, x: Array) -> Array:
        return np.asarray(x @ self.weight + self.bias, np.float32)


@dataclass(frozen=True)
class ViewJudge:
    """Features of a signal -> log-odds that the sound is it: a linear part and one hidden layer, of scaled values."""

    mean: Array
    deviation: Array
    straight: Layer
    hidden: Layer
    out: Layer

    def standardise(self, values: Array) -> Array:
        return (values - self.mean) / self.deviation

    def __call__(self, features: Array) -> Array:
        x = self.standardise(features)
        return np.asarray((self.straight(x) + self.out(np.tanh(self.hidden(x))))[..., 0], np.float32)


@dataclass(frozen=True)
class ViewFusion:
    """How the views of a sound are weighed together.

    `usual` distance of two sounds in each view; `learned` makes the view of that name of the other embeddings; `whole`
    judges by all views, `steps` by the warped one alone.
    """

    usual: Mapping[str, float]
    learned: ViewJudge
    whole: ViewJudge
    steps: ViewJudge

    def embed(self, vectors: Array) -> dict[str, Array]:
        """Embeddings [n, VECTOR_SIZE] of sounds as unit vectors of each view but the warped one."""
        x = np.clip(self.learned.standardise(vectors), -MAX_DEVIATIONS, MAX_DEVIATIONS)
        learned = self.learned.straight(x) + self.learned.out(np.maximum(self.learned.hidden(x), 0))
        shares = (vectors[:, :EMBEDDING_SIZE], x[:, EMBEDDING_SIZE:TAGGER_START], vectors[:, TAGGER_START:], learned)
        return {name: _unit(values) for name, values in zip(VIEWS[1:], shares, strict=True)}


def _unit(x: Array) -> Array:
    return np.asarray(x / (np.linalg.norm(x, axis=-1, keepdims=True) + 1e-9), np.float32)


@dataclass(frozen=True)
class ViewGround:
    """What a player's takes are like among themselves: [views, signals] each, in usual distances; `seconds` a signal.

    `between` the mean distance to the other signals' takes, `nearest` the least, `within` a signal, `cohort` how near
    talk and noise come.
    """

    between: Array
    nearest: Array
    within: Array
    cohort: Array
    seconds: Array


def ground(apart: Array, cohort: Array, owner: npt.NDArray[np.int64], seconds: Array) -> ViewGround:
    """Return the ground on which matches are judged.

    `apart` [views, takes, takes] and `cohort` [views, sounds, takes] in usual distances; `owner` each take's signal;
    `seconds` how long each take is.
    """
    count = int(owner.max()) + 1
    between: list[Array] = []
    nearest: list[Array] = []
    within: list[Array] = []
    near: list[Array] = []
    for i in range(count):
        mine, other = owner == i, owner != i
        across = apart[:, mine][:, :, other].reshape(len(apart), -1)
        inside = apart[:, mine][:, :, mine]
        apart_two = ~np.eye(int(mine.sum()), dtype=bool)
        strange = (
            cohort[:, :, mine].min(axis=2)
            if cohort.shape[1]
            else np.full((len(apart), 1), _DEFAULT_OTHER_DISTANCE, np.float32)
        )
        between.append(across.mean(axis=1) if across.size else np.full(len(apart), _DEFAULT_OTHER_DISTANCE))
        nearest.append(across.min(axis=1) if across.size else np.full(len(apart), _DEFAULT_OTHER_DISTANCE))
        within.append(inside[:, apart_two].mean(axis=1) if apart_two.any() else np.full(len(apart), np.nan))
        near.append(np.quantile(strange, _NEAR_QUANTILE, axis=1))
    return ViewGround(
        between=_columns(between),
        nearest=_columns(nearest),
        within=_filled_within(_columns(within)),
        cohort=_columns(near),
        seconds=np.array([np.median(seconds[owner == i]) for i in range(count)], np.float32),
    )


def _columns(signals: Sequence[Array]) -> Array:
    """Stack [views] of each signal -> [views, signals]."""
    return np.stack(signals, axis=1).astype(np.float32)


def _filled_within(within: Array) -> Array:
    """Fill in and smooth the mean distance between a signal's own takes, [views, signals].

    NaN stands for a signal with a single take. It becomes the view's mean over the other signals, or
    ``_DEFAULT_SIGNAL_SPREAD`` where there are none; each other distance moves halfway towards that mean.
    """
    known = np.isfinite(within).any(axis=1)
    mean = np.where(known, np.nanmean(np.where(known[:, None], within, 0.0), axis=1), _DEFAULT_SIGNAL_SPREAD)[:, None]
    return np.where(np.isnan(within), mean, 0.5 * within + 0.5 * mean).astype(np.float32)


def features(apart: Array, base: ViewGround, owner: npt.NDArray[np.int64], seconds: Array) -> Array:
    """`apart` [views, sounds, takes] in usual distances, `seconds` of each sound -> [sounds, signals, features]."""
    count = base.between.shape[1]
    own = [apart[:, :, owner == i] for i in range(count)]
    least = np.stack([d.min(axis=2) for d in own], axis=2)  # [views, sounds, signals]
    mean = np.stack([d.mean(axis=2) for d in own], axis=2)
    if count > 1:
        ranked = np.sort(least, axis=2)
        rival = np.where(least == ranked[..., :1], ranked[..., 1:2], ranked[..., :1])
        rest = np.stack([apart[:, :, owner != i].mean(axis=2) for i in range(count)], axis=2)
    else:
        rival, rest = least + _DEFAULT_OTHER_DISTANCE, np.full_like(least, _DEFAULT_OTHER_DISTANCE)
    between, nearest, within, cohort = (
        np.broadcast_to(x[:, None], least.shape) for x in (base.between, base.nearest, base.within, base.cohort)
    )
    ratios = [least / (x + _EPSILON) for x in (cohort, rest, between)]
    each = np.stack([least, mean, rival - least, between, nearest, within, cohort, *ratios], axis=-1)
    longer = np.broadcast_to(np.log(seconds[:, None] + 0.1), least.shape[1:])
    lasting = [longer, np.abs(longer - np.log(base.seconds + 0.1)[None])]
    return np.asarray(np.concatenate([*each, np.stack(lasting, axis=-1)], axis=-1), np.float32)


@cache
def load() -> ViewFusion:
    """calibration/sounds_matcher.npz."""
    with np.load(resources.path("calibration/sounds_matcher.npz"), allow_pickle=False) as stored:
        v = {key: stored[key].astype(np.float32) for key in stored.files}
    return of(v)


def of(v: Mapping[str, Array]) -> ViewFusion:
    """Return the fusion from its arrays by name."""

    def layer(name: str) -> Layer:
        return Layer(v[f"{name}.weight"], v[f"{name}.bias"])

    def judge(name: str) -> ViewJudge:
        layers = (layer(f"{name}.{part}") for part in ("straight", "hidden", "out"))
        return ViewJudge(v[f"{name}.mean"], v[f"{name}.deviation"], *layers)

    usual = dict(zip(VIEWS, v["usual"].tolist(), strict=True))
    return ViewFusion(usual, judge("learned"), judge("whole"), judge("steps"))


def likeness(fusion: ViewFusion, one: Mapping[str, Array], other: Mapping[str, Array], views: Sequence[str]) -> Array:
    """Cosine distances of embedded sounds [n] to others [m] in usual distances, [views, n, m]."""
    return np.asarray(np.stack([(1 - one[name] @ other[name].T) / fusion.usual[name] for name in views]), np.float32)
