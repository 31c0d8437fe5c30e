"""Combine several ways to compare sounds ("views") into log-odds; the weights are in calibration/sounds_matcher.npz.

- `warped`: cepstra aligned in time.
- `own`: embedding by our network.
- `general`: embedding by the frozen speech network.
- `tagged`: embedding by the frozen audio tagger.
- `learned`: projection of these embeddings that brings takes of one noise together.

In each view a signal is judged by how near its takes are. Distances are compared with those between the player's own
takes, and with the nearest sounds of the cohort (talk and noise). A small perceptron, trained over many people and
sounds, turns this into log-odds (`models/training/noises/matching.py`).
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
    192  # leading values of a sound's embedding: our network's, of unit length; the frozen networks' follow
)
TAGGER_START = EMBEDDING_SIZE + SPEECH_SIZE
VECTOR_SIZE = TAGGER_START + TAGGER_SIZE
VIEWS = ("warped", "own", "general", "tagged", "learned")
FEATURES_PER_VIEW = 10  # number of features for each view
_DEFAULT_SIGNAL_SPREAD = 0.45  # distance within a signal, if no signal has two takes
_DEFAULT_OTHER_DISTANCE = 1.0  # distance to other signals, if only one is taught
_NEAR_QUANTILE = 0.05  # quantile of the cohort's distances that counts as near
_EPSILON = 1e-4
MAX_DEVIATIONS = 8.0  # limit of an embedding's values, in standard deviations


@dataclass(frozen=True)
class Layer:
    """A linear layer: `x @ weight + bias`."""

    weight: Array
    bias: Array

    def __call__(self, x: Array) -> Array:
        return np.asarray(x @ self.weight + self.bias, np.float32)


@dataclass(frozen=True)
class ViewJudge:
    """Perceptron from features to log-odds: the sum of a linear layer and a network with one hidden layer.

    The features are standardised first.
    """

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
    """Parameters for comparing sounds in all views.

    Attributes:
        usual: Mean distance between sounds in each view; distances are divided by it.
        learned: Projection from embeddings to the ``learned`` view.
        all_views: Perceptron for the features of all views.
        steps: Perceptron for the features of ``warped`` alone.
    """

    usual: Mapping[str, float]
    learned: ViewJudge
    all_views: ViewJudge
    steps: ViewJudge

    def embed(self, vectors: Array) -> dict[str, Array]:
        """Return the sounds' unit vectors for each view, (n, values), from embeddings (n, VECTOR_SIZE).

        ``warped`` is left out, because it compares sounds step by step and has no vector.
        """
        x = np.clip(self.learned.standardise(vectors), -MAX_DEVIATIONS, MAX_DEVIATIONS)
        learned = self.learned.straight(x) + self.learned.out(np.maximum(self.learned.hidden(x), 0))
        shares = (vectors[:, :EMBEDDING_SIZE], x[:, EMBEDDING_SIZE:TAGGER_START], vectors[:, TAGGER_START:], learned)
        return {name: _unit(values) for name, values in zip(VIEWS[1:], shares, strict=True)}


def _unit(x: Array) -> Array:
    return np.asarray(x / (np.linalg.norm(x, axis=-1, keepdims=True) + 1e-9), np.float32)


@dataclass(frozen=True)
class ViewGround:
    """Statistics of a player's takes, each (views, signals) in units of ``ViewFusion.usual`` unless stated otherwise.

    Attributes:
        between: Mean distance from the signal's takes to those of other signals.
        nearest: Least distance from the signal's takes to those of other signals.
        within: Mean distance between takes of the signal.
        cohort: Distance within which the nearest 5 % of talk and noise lie.
        seconds: Median length of the signal's takes, in seconds, (signals,).
    """

    between: Array
    nearest: Array
    within: Array
    cohort: Array
    seconds: Array


def ground(apart: Array, cohort: Array, owner: npt.NDArray[np.int64], seconds: Array) -> ViewGround:
    """Return the statistics of a player's takes.

    Args:
        apart: Distances between takes, in units of ``ViewFusion.usual``, (views, takes, takes).
        cohort: Distances of sounds that are no signal, in the same units, (views, sounds, takes).
        owner: Index of each take's signal, (takes,).
        seconds: Length of each take, in seconds, (takes,).
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
    """Return arrays (views,), one for each signal, stacked to (views, signals)."""
    return np.stack(signals, axis=1).astype(np.float32)


def _filled_within(within: Array) -> Array:
    """Return the mean distances between a signal's own takes, (views, signals), with gaps filled, and smoothed.

    A signal with a single take has NaN. It gets the view's mean over the other signals, or ``_DEFAULT_SIGNAL_SPREAD``
    if there are none. Every other distance is moved halfway towards that mean.
    """
    known = np.isfinite(within).any(axis=1)
    mean = np.where(known, np.nanmean(np.where(known[:, None], within, 0.0), axis=1), _DEFAULT_SIGNAL_SPREAD)[:, None]
    return np.where(np.isnan(within), mean, 0.5 * within + 0.5 * mean).astype(np.float32)


def features(apart: Array, base: ViewGround, owner: npt.NDArray[np.int64], seconds: Array) -> Array:
    """Return the perceptron's input for each sound as each signal, (sounds, signals, features).

    Args:
        apart: Distances of sounds to takes, in units of ``ViewFusion.usual``, (views, sounds, takes).
        base: Statistics of the player's takes.
        owner: Index of each take's signal, (takes,).
        seconds: Length of each sound, in seconds, (sounds,).
    """
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
    """Return the parameters in calibration/sounds_matcher.npz, loaded on first use."""
    with np.load(resources.path("calibration/sounds_matcher.npz"), allow_pickle=False) as stored:
        v = {key: stored[key].astype(np.float32) for key in stored.files}
    return of(v)


def of(v: Mapping[str, Array]) -> ViewFusion:
    """Return the parameters from arrays by their names in the file."""

    def layer(name: str) -> Layer:
        return Layer(v[f"{name}.weight"], v[f"{name}.bias"])

    def judge(name: str) -> ViewJudge:
        layers = (layer(f"{name}.{part}") for part in ("straight", "hidden", "out"))
        return ViewJudge(v[f"{name}.mean"], v[f"{name}.deviation"], *layers)

    usual = dict(zip(VIEWS, v["usual"].tolist(), strict=True))
    return ViewFusion(usual, judge("learned"), judge("whole"), judge("steps"))


def likeness(fusion: ViewFusion, one: Mapping[str, Array], other: Mapping[str, Array], views: Sequence[str]) -> Array:
    """Return the cosine distances of n sounds to m others in each view, (views, n, m).

    They are in units of ``ViewFusion.usual``.

    Args:
        fusion: The parameters.
        one: Vectors of the sounds, as from ``ViewFusion.embed``.
        other: Vectors of the others.
        views: Names of the views to compare in.
    """
    return np.asarray(np.stack([(1 - one[name] @ other[name].T) / fusion.usual[name] for name in views]), np.float32)
