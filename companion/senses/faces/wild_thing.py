"""Recognise the Wild Thing: a signal that the dealer makes up and shows two or three times, for use in that hand.

From each of these shows several windows are stored: vectors of what the face did in a second (``recent_motion``). Each
element has a weight: how well it tells the shows from ordinary play. A face shows the Wild Thing while its window is
near enough to a stored one. The maximum distance, the reach, is so small that ordinary play seen before the shows is
outside it, and so are shipped recordings of talk.
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
    """The Wild Thing of one hand, as learned from its shows.

    Attributes:
        shows: Windows (vectors of one second) of the dealer's shows, (n, k).
        weights: Weight of each element, (k,).
        reach: Maximum distance at which a window still shows the Wild Thing.
    """

    shows: Floats
    weights: Floats
    reach: float

    def distance(self, window: Floats) -> float:
        """Return the weighted distance from a window to the nearest of the stored windows in ``shows``.

        A strong movement in only one element, with the highest weight, makes a distance of about 1.
        """
        return float(_distances(self.shows, window[None], self.weights).min())

    def why(self, window: Floats) -> dict[str, float]:
        """Return the three most telling elements of the nearest show, by name.

        For each there is its value in this window and, under the name with "_shown", its value in the show.
        """
        best = self.shows[int(_distances(self.shows, window[None], self.weights).argmin())]
        top = np.argsort(-self.weights * np.abs(best))[:3]
        out: dict[str, float] = {}
        for k in top.tolist():
            out[feature_name(k)] = float(window[k])
            out[feature_name(k) + "_shown"] = float(best[k])
        return out


def _distances(a: Floats, b: Floats, weights: Floats) -> Floats:
    """Return the weighted distances between all rows of ``a`` and ``b``, (len(a), len(b))."""
    d: Floats = np.sqrt((weights * (a[:, None] - b[None]) ** 2).sum(2))
    return d


def weigh(shows: Floats, play: Floats, n: Numbers) -> Floats:
    """Return a weight for each element: how well it tells the windows of the shows from those of ordinary ``play``."""
    usual, spread = np.median(play, axis=0), play.std(0) + n["spread_least"]
    tells = np.abs(np.median(shows, axis=0) - usual) / spread
    weights: Floats = n["weight_least"] + tells**2 / (n["tells"] ** 2 + tells**2)
    return weights


def learn(shows: Sequence[Floats], play: Floats, n: Numbers) -> WildModel:
    """Return a model learned from the dealer's shows and their mirror images.

    Args:
        shows: Windows of each show, (m, k).
        play: Windows of ordinary play, (p, k).
        n: Values of table ``wild`` in calibration/faces.toml.
    """
    every = np.concatenate(list(shows))
    every = np.concatenate([every, mirror_windows(every)])
    weights = weigh(every, play, n)
    near = float(_distances(every, play, weights).min())
    return WildModel(every, weights, min(n["reach_most"], n["reach_part"] * near))


def differ(one: Floats, other: Floats, weights: Floats) -> tuple[float, Fact]:
    """Return the distance between the nearest windows of two shows, and the name of the element that differs most."""
    d = _distances(one, other, weights)
    a, b = np.unravel_index(int(d.argmin()), d.shape)
    return float(d.min()), part(int((weights * np.abs(one[a] - other[b])).argmax()))


@dataclass
class WildWatch:
    """Watches one seat for the Wild Thing, and remembers windows of ordinary play to learn from."""

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
        """Return the start or end of the signal on this frame with its score; None if nothing changes.

        Args:
            frame: The frame.
            neutral: The player's neutral face.
            model: The hand's Wild Thing; None while there is none: then the frame is remembered as ordinary play.
            sound: Similarity of this player's noise to that of the shows (0 at the threshold, 1 high); None if unknown.
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
        """Record that the face cannot be judged at ``t`` seconds; return the end of the signal if it ends."""
        self.recent.clear()
        return self.state.update(t, None)

    def _remember(self, t: float, window: Floats | None) -> None:
        if window is None:
            return
        self._kept = t
        self.play.append(window)
        if len(self.play) > self.numbers["remembered"]:
            del self.play[::2]
