"""Frames of a camera or clip as looks: what was recognised, and how near one face is to each signal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.events import Event, Signal
from companion.practice.coaching import Coaching, coach
from companion.senses.faces.geometry import mouth_crop
from companion.senses.faces.sense import FaceSense, to_rgb
from companion.senses.faces.settings import Settings
from companion.senses.faces.signals import Score
from companion.sources.frame import Frame, Source


@dataclass(frozen=True, slots=True)
class Look:
    """One frame at ``t`` seconds. ``scores`` is empty and ``teeth`` None where the face cannot be judged.

    ``neutral``: the calm face's measures once they are known. ``mouth``: (64, 64, 3) RGB, in memory only.
    """

    t: float
    events: tuple[Event, ...]
    ready: bool
    scores: Mapping[str, Score]
    teeth: float | None
    settings: Settings
    neutral: Mapping[str, float]
    mouth: Any = None

    @property
    def signals(self) -> tuple[Signal, ...]:
        return tuple(e for e in self.events if isinstance(e, Signal))

    def coached(self, signal: str) -> Coaching | None:
        """None for a signal that is no face."""
        if signal not in self.settings.holds:
            return None
        score = self.scores.get(signal)
        value, parts = (None, {}) if score is None else (score.value, score.parts)
        return coach(signal, value, parts, self.settings.holds[signal].on, self.settings.numbers[signal])


class Eyes:
    """Follows the first face that was seen: one person practises. ``mouths``: give pictures of the mouth too."""

    def __init__(self, name: str, neutral: Mapping[str, float] | None = None, *, mouths: bool = False) -> None:
        self.sense = FaceSense(name, workers=1)
        self.mouths = mouths
        self._neutral = dict(neutral or {})
        self._sat = False

    def look(self, frame: Frame) -> Look:
        """One frame, in time order."""
        found = self.sense.process(frame.image, frame.t)
        seat = self.sense.seats[0] if self.sense.seats else None
        if seat is not None and self._neutral and not self._sat:
            self._sat = True
            seat.judge.know(self._neutral)
        mine = tuple(e for e in found if not isinstance(e, Signal) or (seat and e.evidence.get("seat") == seat.number))
        settings = self.sense.settings
        if seat is None or seat.fit is None or not seat.judge.scores:
            return Look(frame.t, mine, False, {}, None, settings, {})
        ready = seat.judge.neutral.ready
        neutral = {n: b.value for n, b in seat.judge.neutral.beliefs.items()} if ready else {}
        teeth = seat.frame.mouth.teeth if seat.frame is not None else None
        rgb = to_rgb(frame.image) if self.mouths else None
        mouth = None if rgb is None else mouth_crop(rgb, seat.fit.points)
        return Look(frame.t, mine, ready, dict(seat.judge.scores), teeth, settings, neutral, mouth)

    def close(self) -> None:
        self.sense.close()


def looks(source: Source, eyes: Eyes) -> Iterator[Look]:
    """Every frame of a source. Raises what the source raises."""
    for frame in source.frames():
        yield eyes.look(frame)
