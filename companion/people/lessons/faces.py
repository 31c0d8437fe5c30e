"""Teaching companion a player's face: a few seconds at rest, then each signal once. Only numbers are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from companion.errors import BadInput
from companion.senses.faces.identity import BONES
from companion.senses.faces.profile import Profile
from companion.senses.faces.seat import Seat
from companion.senses.faces.sense import FaceSense

REST = 4.0  # seconds at rest
EACH = 5.0  # seconds in which a signal is to be made once
SIGNALS = ("tongue_out", "eyes_wide", "eyes_mouth_wide", "sour", "grin")
ASKED = {
    "tongue_out": "stick your tongue out",
    "eyes_wide": "open your eyes wide, mouth shut",
    "eyes_mouth_wide": "open your eyes and mouth wide",
    "sour": "make a face as if you bit into a lemon",
    "grin": "grin with your teeth showing",
}
Say = Callable[[str], None]


class Picture(Protocol):
    """A frame of a source: image (h, w, 3) BGR and its time in seconds."""

    @property
    def image(self) -> object: ...

    @property
    def t(self) -> float: ...


class Lesson:
    """Feed frames; ask for ``done``, then for ``profile``. The nearest face is the player's."""

    def __init__(self, player: str, sense: FaceSense, say: Say, signals: Sequence[str] = SIGNALS) -> None:
        self.player = player
        self.best = dict.fromkeys(signals, 0.0)
        self.made: set[str] = set()
        self._sense = sense
        self._say = say
        self._signals = list(signals)
        self._asked: str | None = None
        self._since: float | None = None
        self._seat: Seat | None = None
        self._scores: list[tuple[float, float]] = []
        self.done = False

    def see(self, image: object, t: float) -> None:
        """One frame at ``t`` seconds."""
        found = self._sense.process(image, t)  # type: ignore[arg-type]
        seats = [s for s in self._sense.seats if s.frame is not None]
        if self._seat is None and seats:
            self._seat = max(seats, key=lambda s: s.frame.size if s.frame else 0.0)
            self._since = t
            self._say(f"{self.player}: look at the camera with a calm face for {REST:.0f} seconds.")
        seat = self._seat
        if seat is None or self._since is None:
            return
        if self._asked is None:
            if t - self._since >= REST and seat.judge.neutral.ready:
                self._next(t)
            return
        self._judge(seat, t)
        on = any(getattr(e, "name", "") == self._asked and getattr(e, "phase", "") == "on" for e in found)
        if on or self.best[self._asked] >= self._least(self._asked):
            self.made.add(self._asked)
        if t - self._since >= EACH or (on and t - self._since >= 1.5):
            if self._asked not in self.made:
                self._say(f"I did not see it: {self._weak(self._asked)}")
            self._next(t)

    def _judge(self, seat: Seat, t: float) -> None:
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

    def _next(self, t: float) -> None:
        if not self._signals:
            self.done = True
            return
        self._asked, self._since = self._signals.pop(0), t
        self._scores.clear()
        self._say(f"Now {ASKED.get(self._asked, self._asked)}, and hold it for a second.")

    def _weak(self, name: str) -> str:
        if self._least(name) <= max((v for _, v in self._scores), default=0.0):
            return "hold it a little longer"
        return "make it stronger, with light on your face"

    def profile(self) -> Profile:
        """What was learned. Raises BadInput where no face was seen long enough."""
        if self._seat is None or not self._seat.judge.neutral.ready:
            raise BadInput(
                f"{self.player}'s face was not seen for long enough: sit before the camera with light on your face"
            )
        neutral = {name: belief.value for name, belief in self._seat.judge.neutral.beliefs.items()}
        made = {n: v for n, v in self.best.items() if n in self.made and v > 0}
        long = self._seat.shape.long
        return Profile(self.player, neutral, made, () if long is None else tuple(long[:BONES].tolist()))


def teach(player: str, frames: Iterable[Picture], sense: FaceSense, say: Say) -> Profile:
    """The whole lesson from a source's frames; ends with the lesson or with the frames. Raises BadInput."""
    lesson = Lesson(player, sense, say)
    for frame in frames:
        lesson.see(frame.image, frame.t)
        if lesson.done:
            break
    return lesson.profile()
