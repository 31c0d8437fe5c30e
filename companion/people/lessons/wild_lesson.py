"""Learn the hand's Wild Thing (a motion of the face that the dealer makes up) from two or three shows by the dealer."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from companion.facts import Fact, fact
from companion.senses.faces.features import FaceFrame
from companion.senses.faces.geometry import Floats
from companion.senses.faces.neutral_face import Beliefs
from companion.senses.faces.recent_motion import TRAIT_COUNT, TRAIT_NAMES, RecentMotion
from companion.senses.faces.settings import FaceSettings
from companion.senses.faces.wild_thing import WildModel, differ, learn

MAX_SHOWS = 3  # shows after which the lesson gives up
_MIN_WINDOWS = 2  # least windows (about a second of motion each) in a show that can be used
_WINDOW_STEP_S = 0.2  # seconds between a show's windows
_MIN_STRONG_GESTURES = 0.7  # least motion of a show, 1 = a strong gesture; below it the show is weak


class WildLesson:
    """Lesson in which the dealer shows the Wild Thing until two shows agree, at most ``MAX_SHOWS`` times.

    Call ``see`` with the dealer's frames until ``done`` is True. Then ``model`` is the Wild Thing, or None if no two
    shows agreed.

    Args:
        dealer: Name of the dealer.
        settings: The face settings.
        play: Windows (about a second of motion each) of ordinary play, from which the Wild Thing must differ, (p, k).
    """

    def __init__(self, dealer: str, settings: FaceSettings, play: Floats) -> None:
        self.dealer = dealer
        self.model: WildModel | None = None
        self.spans: list[tuple[float, float]] = []  # beginning and end of each show, seconds
        self.pair: tuple[int, ...] = ()  # numbers of the two shows that agreed
        self.done = False
        self._n = settings.wild
        self._play = play
        self._shows: list[Floats] = []
        self._also: list[set[str]] = []
        self._far = 0.0
        self._begun: float | None = None
        self._moved = 0.0  # when the face last moved, seconds
        self._resting = False
        self._recent = RecentMotion(self._n["window_s"])
        self._windows: list[tuple[float, Floats]] = []
        self._shown: set[str] = set()

    def begin(self) -> Fact:
        return fact("lesson.wild.begin", dealer=self.dealer)

    def see(self, frame: FaceFrame, neutral: Beliefs, shown: Collection[str]) -> Fact | None:
        """Process one frame of the dealer's face; return a message when a show ends, else None.

        Args:
            frame: The face.
            neutral: Estimates of the dealer's face at rest.
            shown: Other signals that are recognised now.
        """
        n, t = self._n, frame.t
        self._recent.add(frame)
        moved = float(np.abs(self._recent.now(neutral)).max())
        if self._begun is None:
            if moved < n["rest"]:
                self._resting = True
            elif moved >= n["start"] and self._resting:
                self._open(frame)
            return None
        if moved >= n["rest"]:
            self._moved = t
        self._far = max(self._far, moved)
        self._shown |= set(shown)
        if not self._windows or t - self._windows[-1][0] >= _WINDOW_STEP_S:
            window = self._recent.window(neutral)
            if window is not None:
                self._windows.append((t, window))
        if t - self._moved < n["rest_s"] and t - self._begun < n["show_s"]:
            return None
        return self._close()

    def _open(self, frame: FaceFrame) -> None:
        self._begun = self._moved = frame.t
        self._resting = False
        self._windows.clear()
        self._shown.clear()
        self._recent.clear()
        self._recent.add(frame)
        self._far = 0.0

    def _close(self) -> Fact:
        """End a show; return whether it can be used, and whether two shows agree by now."""
        begun, self._begun = self._begun, None
        windows = [w for t, w in self._windows if t <= self._moved]
        if len(windows) < _MIN_WINDOWS:
            return fact("lesson.wild.short", dealer=self.dealer)
        self._shows.append(np.array(windows))
        self.spans.append((begun or 0.0, self._moved))
        self._also.append(set(self._shown))
        if len(self._shows) == 1:
            return fact("lesson.wild.once", dealer=self.dealer)
        return self._judge()

    def _judge(self) -> Fact:
        """Compare the newest show with earlier ones, the latest first; learn the Wild Thing from the first that agrees.

        Returns:
            The message to show.
        """
        problem: Fact | None = None
        for k in reversed(range(len(self._shows) - 1)):
            pair = [self._shows[k], self._shows[-1]]
            model = learn(pair, self._play, self._n)
            problem = self._wrong(pair, model, self._also[k] & self._also[-1])
            if problem is None:
                self.model, self.done, self.pair = model, True, (k, len(self._shows) - 1)
                return fact("lesson.wild.learned", dealer=self.dealer, parts=_telling(model))
        if len(self._shows) >= MAX_SHOWS:
            self.done = True
            return fact("lesson.wild.another", dealer=self.dealer, problem=problem)
        return fact("lesson.wild.again", dealer=self.dealer, problem=problem)

    def _wrong(self, pair: list[Floats], model: WildModel, also: set[str]) -> Fact | None:
        """Return the reason why two shows do not make a Wild Thing; None if they do.

        Args:
            pair: Both shows.
            model: The Wild Thing learned from them.
            also: Other signals that were recognised in both.
        """
        if also:
            return fact("wild.close", names=sorted(also))
        if model.reach < self._n["reach_least"] or self._far < _MIN_STRONG_GESTURES:
            return fact("wild.weak", parts=_telling(model))
        apart, what = differ(pair[0], pair[1], model.weights)
        if apart > self._n["alike"] * model.reach:
            return fact("wild.unlike", part=what)
        return None


def _telling(model: WildModel) -> list[Fact]:
    """Return facts with the names of the three parts of the face by which the Wild Thing is recognised most."""
    mean = np.median(model.shows[: len(model.shows) // 2], axis=0)  # the second half are mirror images
    told_most = np.argsort(-model.weights * np.abs(mean))
    names: list[str] = []
    for k in told_most.tolist():
        name = TRAIT_NAMES[k % TRAIT_COUNT]
        if name not in names:
            names.append(name)
        if len(names) == 3:
            break
    return [fact("face.part", part=name) for name in names]
