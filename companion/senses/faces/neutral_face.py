"""Learn a player's neutral face from calm frames, without asking them to pose.

The neutral value of each measure is estimated as a normal distribution. It starts as that of all people, and calm
frames narrow it (a conjugate update with their median, so that a few odd frames have little effect). Its remaining
standard deviation says how uncertain the neutral face is, and lowers the scores of signals.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from companion.senses.faces.features import FaceScores, Measures, MouthScores, log_odds
from companion.senses.faces.geometry import Floats
from companion.senses.faces.settings import FaceSettings

OPEN_EYE_QUANTILE = 0.85  # quantile of the eye opening over calm frames that is the neutral, open eye
REST_TONGUE_QUANTILE = 0.25  # quantile of the tongue's score over calm frames that is the mouth at rest
MAX_TONGUE_FRAMES = 60  # maximum number of calm frames whose tongue score is kept
REST_EXPRESSIONS = ("sour", "wide")  # expressions whose log-odds at rest are learned
MAX_EXPRESSION_FRAMES = 150  # maximum number of calm frames from which they are learned
MIN_EXPRESSION_FRAMES = 8  # minimum number of calm frames from which they are learned


@dataclass(frozen=True, slots=True)
class Belief:
    """Estimate of a measure's neutral value, with its standard deviation ``unsure``."""

    value: float
    unsure: float


Beliefs: TypeAlias = Mapping[str, Belief]
"""Neutral values by the names of the measures."""


class NeutralFace:
    """Learns one player's neutral face; add calm frames with ``learn`` and read ``beliefs``.

    Args:
        settings: Thresholds, and the typical face to start from.
        profile: Neutral values of a known player, by measure; they replace those of the typical face.
    """

    def __init__(self, settings: FaceSettings, profile: Mapping[str, float] | None = None) -> None:
        self._settings = settings
        self._names = tuple(settings.features)
        self._profile = dict(profile or {})
        self._rows: list[tuple[float, ...]] = []
        self._weights: list[float] = []
        self._last: float | None = None
        self._due = 0.0
        self._tongues: deque[float] = deque(maxlen=MAX_TONGUE_FRAMES)
        self._looks: deque[tuple[float, ...]] = deque(maxlen=MAX_EXPRESSION_FRAMES)
        self.calm_s = 0.0
        self.eye_shut = settings.neutral["eye_shut"] * settings.features["eye"].typical
        self.prior = self._prior()
        self.beliefs = dict(self.prior)

    @property
    def ready(self) -> bool:
        return bool(self._profile) or self.calm_s >= self._settings.neutral["ready_s"]

    def _prior(self) -> dict[str, Belief]:
        out = {}
        for name, f in self._settings.features.items():
            if name in self._profile:
                out[name] = Belief(self._profile[name], f.within)
            else:
                out[name] = Belief(f.typical, f.people)
        return out | {
            name: Belief(self._profile[name], 0.0) for name in ("tongue", *REST_EXPRESSIONS) if name in self._profile
        }

    def skip(self) -> None:
        """Record a frame that is not calm, so that the time until the next calm frame does not count as calm."""
        self._last = None

    def learn(
        self, t: float, measures: Measures, mouth: MouthScores | None = None, face: FaceScores | None = None
    ) -> None:
        """Add a calm frame at ``t`` seconds, and update the beliefs every 0.1 to 0.5 s."""
        step = 0.04 if self._last is None else min(t - self._last, 0.2)
        self._last = t
        if step <= 0:
            return
        self.calm_s += step
        self._rows.append((*(float(getattr(measures, n)) for n in self._names), measures.gap))
        self._weights.append(step)
        if mouth is not None and mouth.tongue_out is not None:
            self._tongues.append(mouth.tongue_out)
        if face is not None and face.sour is not None:
            self._looks.append(tuple(getattr(face, name) for name in REST_EXPRESSIONS))
        if self.calm_s >= self._due:
            self._due = self.calm_s + (0.1 if self.calm_s < 3 else 0.5)
            self._forget()
            self._unlearn()
            self._update()

    def _forget(self) -> None:
        """Limit the memory.

        The oldest quarter of the frames is dropped when they span more than ``memory_s``, and every other frame when
        there are more than 600.
        """
        memory = self._settings.neutral["memory_s"]
        if sum(self._weights) > memory:
            half = len(self._rows) // 4
            del self._rows[:half], self._weights[:half]
        if len(self._rows) > 600:
            self._rows = self._rows[::2]
            self._weights = [2 * w for w in self._weights[::2]]

    def _unlearn(self) -> None:
        """If smiles were taken for the neutral face, drop the stored frames with a smile.

        That is the case if the mouth is clearly less wide and less lifted in recent frames than in all frames.
        """
        n = self._settings.neutral
        rows, weights = np.array(self._rows), np.array(self._weights)
        ago = weights.sum() - np.cumsum(weights)
        recent = ago < n["contradicts_s"]
        if recent.all():
            return
        width, pout, lift = (rows[:, self._names.index(k)] for k in ("width", "pout", "corner_lift"))
        smile = width / self._settings.features["width"].typical + 2 * pout + 2 * lift
        now = _quantile(smile[recent], weights[recent], 0.5)
        if _quantile(smile, weights, 0.5) - now <= n["contradicts"]:
            return
        kept = recent | (smile <= now + n["contradicts"] / 2)
        self._rows = [row for row, keep in zip(self._rows, kept.tolist(), strict=True) if keep]
        self._weights = [w for w, keep in zip(self._weights, kept.tolist(), strict=True) if keep]

    def _update(self) -> None:
        rows, weights = np.array(self._rows), np.array(self._weights)
        prior, every = self.prior, np.ones(len(rows), bool)
        eyes = rows[:, self._names.index("eye")]
        # Blinks, lowered looks and squints say nothing about open eyes, so a high quantile over frames with open eyes
        # is the neutral. An open mouth pulls at the eyes, so frames with one are left out.
        usable = (rows[:, -1] <= self._settings.neutral["mouth_shut"]) & (eyes >= self.eye_shut)
        medians = _quantiles(rows[:, :-1], weights, 0.5)
        for k, name in enumerate(self._names):
            chosen = usable if name == "eye" else every
            if not chosen.any():
                continue
            looks = weights[chosen].sum() / self._settings.neutral["worth_s"]
            seen = _quantile(eyes[usable], weights[usable], OPEN_EYE_QUANTILE) if name == "eye" else float(medians[k])
            before, within = prior[name], self._settings.features[name].within
            a, b = 1 / before.unsure**2, looks / within**2
            self.beliefs[name] = Belief((a * before.value + b * seen) / (a + b), float((a + b) ** -0.5))
        if self._tongues and "tongue" not in self._profile:
            self.beliefs["tongue"] = Belief(float(np.quantile(self._tongues, REST_TONGUE_QUANTILE)), 0.0)
        if len(self._looks) >= MIN_EXPRESSION_FRAMES:
            for name, seen in zip(REST_EXPRESSIONS, np.median(np.array(self._looks), 0).tolist(), strict=True):
                self.beliefs[name] = Belief(log_odds(seen), 0.0)


def _quantile(values: Floats, weights: Floats, part: float) -> float:
    """Return the weighted quantile ``part`` (0..1) of the values."""
    return float(_quantiles(values[:, None], weights, part)[0])


def _quantiles(values: Floats, weights: Floats, part: float) -> Floats:
    """Return the weighted quantile ``part`` (0..1) of each column.

    Args:
        values: Values, (n, columns).
        weights: Weight of each row, (n,).
        part: The quantile, 0..1.
    """
    order = np.argsort(values, axis=0)
    total = np.cumsum(weights[order], axis=0)
    at = (total < part * total[-1]).sum(0)
    columns = np.arange(values.shape[1])
    out: Floats = values[order[at, columns], columns]
    return out
