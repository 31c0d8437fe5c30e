"""Teaching companion a player's face: a few seconds at rest, then each signal once. Only numbers are kept."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.errors import BadInput
from companion.facts import Fact, fact
from companion.people.thresholds.face_thresholds import settle
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.features import FaceFrame
from companion.senses.faces.identity import BONES
from companion.senses.faces.seat import FaceSeat
from companion.senses.faces.settings import FaceProfile

REST = 4.0  # seconds at rest
EACH = 5.0  # seconds in which a signal is to be made once
SIGNALS = ("tongue_out", "eyes_wide", "eyes_mouth_wide", "sour", "grin")


class FaceLesson:
    """``see`` frames, which gives what to say; once ``done``, ask for ``profile``. The nearest face is the player's."""

    def __init__(self, player: str, sense: FaceSense, signals: Sequence[str] = SIGNALS) -> None:
        self.player = player
        self.best = dict.fromkeys(signals, 0.0)
        self.made: set[str] = set()
        self._sense = sense
        self._signals = list(signals)
        self._asked: str | None = None
        self._since: float | None = None
        self._seat: FaceSeat | None = None
        self._scores: list[tuple[float, float]] = []
        self._calm: list[FaceFrame] = []
        self._frames: dict[str, list[FaceFrame]] = {}
        self.done = False

    def see(self, image: npt.NDArray[np.uint8], t: float) -> list[Fact]:
        """One frame (h, w, 3) BGR at ``t`` seconds; what is to be said now."""
        said: list[Fact] = []
        found = self._sense.process(image, t)
        seats = [s for s in self._sense.seats if s.frame is not None]
        if self._seat is None and seats:
            self._seat = max(seats, key=lambda s: s.frame.size if s.frame else 0.0)
            self._since = t
            said.append(fact("lesson.face.look", player=self.player, seconds=round(REST)))
        seat = self._seat
        if seat is None or self._since is None:
            return said
        if seat.frame is not None and seat.frame.t == t:
            (self._calm if self._asked is None else self._frames.setdefault(self._asked, [])).append(seat.frame)
        if self._asked is None:
            if t - self._since >= REST and seat.judge.neutral.ready:
                said += self._next(t)
            return said
        self._judge(seat, t)
        on = any(getattr(e, "name", "") == self._asked and getattr(e, "phase", "") == "on" for e in found)
        if on or self.best[self._asked] >= self._least(self._asked):
            self.made.add(self._asked)
        if t - self._since >= EACH or (on and t - self._since >= 1.5):
            if self._asked not in self.made:
                said.append(fact("lesson.face.not-seen", hint=self._weak(self._asked)))
            said += self._next(t)
        return said

    def _judge(self, seat: FaceSeat, t: float) -> None:
        """The highest score of the wanted signal that was held for as long as it must be."""
        assert self._asked is not None
        score = seat.judge.scores.get(self._asked)
        if score is None:
            self._scores.clear()
            return
        self._scores.append((t, score.value))
        hold = self._sense.settings.holds[self._asked].hold
        first = next((k for k in reversed(range(len(self._scores))) if t - self._scores[k][0] >= hold), None)
        if first is not None:
            held = min(v for _, v in self._scores[first:])
            self.best[self._asked] = max(self.best[self._asked], held)

    def _least(self, name: str) -> float:
        """The weakest signal that can be told from a calm face."""
        settings = self._sense.settings
        return settings.holds[name].on * settings.personal["least"]

    def _next(self, t: float) -> list[Fact]:
        if not self._signals:
            self.done = True
            return []
        self._asked, self._since = self._signals.pop(0), t
        self._scores.clear()
        return [fact("lesson.face.ask", signal=self._asked)]

    def _weak(self, name: str) -> Fact:
        if self._least(name) <= max((v for _, v in self._scores), default=0.0):
            return fact("lesson.face.longer")
        return fact("lesson.face.stronger")

    def profile(self) -> FaceProfile:
        """What was learned. Raises BadInput where no face was seen long enough."""
        if self._seat is None or not self._seat.judge.neutral.ready:
            raise BadInput("lesson.face.no-face", player=self.player)
        neutral = {name: belief.value for name, belief in self._seat.judge.neutral.beliefs.items()}
        made = {n: v for n, v in self.best.items() if n in self.made and v > 0}
        long = self._seat.shape.long
        bones = () if long is None else tuple(long[:BONES].tolist())
        shows = {name: self._frames.get(name, []) for name in made}
        learned = settle(self._calm, shows, self._sense.settings, self._seat.judge.neutral.beliefs)
        return FaceProfile(self.player, neutral, made, bones, learned.own)
