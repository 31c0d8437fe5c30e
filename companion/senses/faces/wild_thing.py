"""The Wild Thing signal: shown two or three times by the dealer, recognised for everybody in that hand.

A show is a handful of windows (``recent_motion``). Each number weighs as much as it tells the shows from ordinary play.
A face shows the Wild Thing while its window lies within reach of one of the shows'. The reach is what ordinary play
leaves: nothing that was seen before the shows, nor the talk that ships with the program, may come that near.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.facts import Fact
from companion.senses.faces.features import FaceFrame
from companion.senses.faces.geometry import Floats
from companion.senses.faces.neutral_face import Beliefs
from companion.senses.faces.recent_motion import RecentMotion, feature_name, mirror_windows, part
from companion.senses.faces.signals import Numbers, SignalScore
from companion.senses.hysteresis import Edge, Hold, Hysteresis

WILD_THING = "wild_thing"


@dataclass(frozen=True)
class WildModel:
    """One hand's Wild Thing: windows of its shows (n, k), weight of each number, and the reach (a distance)."""

    shows: Floats
    weights: Floats
    reach: float

    def distance(self, window: Floats) -> float:
        """From the nearest of the shows' windows; a strong gesture in one telling number is about 1."""
        return float(_distances(self.shows, window[None], self.weights).min())

    def why(self, window: Floats) -> dict[str, float]:
        """Return the three numbers that tell most: what the shows had, and what this face has."""
        best = self.shows[int(_distances(self.shows, window[None], self.weights).argmin())]
        top = np.argsort(-self.weights * np.abs(best))[:3]
        out: dict[str, float] = {}
        for k in top.tolist():
            out[feature_name(k)] = float(window[k])
            out[feature_name(k) + "_shown"] = float(best[k])
        return out


def _distances(a: Floats, b: Floats, weights: Floats) -> Floats:
    """Between all rows of ``a`` and ``b``: (len(a), len(b))."""
    d: Floats = np.sqrt((weights * (a[:, None] - b[None]) ** 2).sum(2))
    return d


def weigh(shows: Floats, play: Floats, n: Numbers) -> Floats:
    """Return how much each number tells the shows from ordinary ``play``."""
    usual, spread = np.median(play, axis=0), play.std(0) + n["spread_least"]
    tells = np.abs(np.median(shows, axis=0) - usual) / spread
    weights: Floats = n["weight_least"] + tells**2 / (n["tells"] ** 2 + tells**2)
    return weights


def learn(shows: Sequence[Floats], play: Floats, n: Numbers) -> WildModel:
    """Return a model of the shows' windows (m, k) against ordinary play (p, k); it knows the mirror image as well."""
    every = np.concatenate(list(shows))
    every = np.concatenate([every, mirror_windows(every)])
    weights = weigh(every, play, n)
    near = float(_distances(every, play, weights).min())
    return WildModel(every, weights, min(n["reach_most"], n["reach_part"] * near))


def differ(one: Floats, other: Floats, weights: Floats) -> tuple[float, Fact]:
    """Return the distance of two shows (their nearest windows), and what differs most in them."""
    d = _distances(one, other, weights)
    a, b = np.unravel_index(int(d.argmin()), d.shape)
    return float(d.min()), part(int((weights * np.abs(one[a] - other[b])).argmax()))


@dataclass
class WildWatch:
    """One seat's state: its last second, whether it shows the Wild Thing, and what is remembered as ordinary play."""

    numbers: Numbers
    hold: Hold
    recent: RecentMotion = field(init=False)
    state: Hysteresis = field(init=False)
    play: list[Floats] = field(default_factory=list)
    _looked: float = -1.0
    _kept: float = 0.0

    def __post_init__(self) -> None:
        self.recent = RecentMotion(self.numbers["window_s"])
        self.state = Hysteresis(self.hold)

    def see(
        self, frame: FaceFrame, neutral: Beliefs, model: WildModel | None, sound: float | None = None
    ) -> tuple[Edge, SignalScore] | None:
        """Judge one frame; return the change of the signal if this makes one, else None.

        ``sound``: how like the shows' noise this player's is (0 is the threshold, 1 very), None where none is known.
        """
        n = self.numbers
        self.recent.add(frame)
        if 0 <= frame.t - self._looked < n["every_s"]:
            return None
        if model is None and 0 <= frame.t - self._kept < n["remember_s"]:
            return None
        self._looked = frame.t
        window = self.recent.window(neutral)
        if model is None or window is None:
            self._remember(frame.t, window)
            return None
        far = model.distance(window)
        value = 1 - far / model.reach + (0.0 if sound is None else n["sound"] * min(max(sound, -1.0), 1.0))
        edge = self.state.update(frame.t, value)
        if edge is None:
            return None
        parts = {"distance": far, "reach": model.reach, **model.why(window)}
        return edge, SignalScore(value, parts if sound is None else {**parts, "sound": sound})

    def blind(self, t: float) -> Edge | None:
        """Note that the face cannot be judged at ``t``."""
        self.recent.clear()
        return self.state.update(t, None)

    def _remember(self, t: float, window: Floats | None) -> None:
        if window is None:
            return
        self._kept = t
        self.play.append(window)
        if len(self.play) > self.numbers["remembered"]:
            del self.play[::2]
