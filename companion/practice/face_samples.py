"""Report for every frame of a camera how near the player's face is to each signal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.events import Event
from companion.practice.coaching import Coaching, coach
from companion.senses.faces.geometry import mouth_crop, to_rgb
from companion.senses.faces.settings import FaceSettings
from companion.senses.faces.signals import SignalScore
from companion.sitting.camera_stations import CameraStation, FaceStation
from companion.sources.picture_source import Frame, Image


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceSample(Event):
    """Event with the scores of the player's face on one frame.

    Attributes:
        settings: Settings of the face sense.
        ready: True if the neutral face is known.
        scores: Score of each signal; empty if the face cannot be judged.
        teeth: How visible teeth are, 0..1; None if the mouth cannot be judged.
        on: The player's threshold for each signal.
        neutral: Measures of the neutral face; empty until they are known.
        mouth: Picture of the mouth (64, 64, 3), RGB, kept in memory only.
    """

    type: ClassVar[str] = "look"
    settings: FaceSettings
    ready: bool = False
    scores: Mapping[str, SignalScore]
    teeth: float | None = None
    on: Mapping[str, float]
    neutral: Mapping[str, float]
    mouth: Image | None = None

    @property
    def t(self) -> float:
        return self.decided

    def coaching_for(self, signal: str) -> Coaching | None:
        """Return how near the face is to a signal, with advice; None if the signal is no face."""
        if signal not in self.settings.holds:
            return None
        score = self.scores.get(signal)
        value, parts = (None, {}) if score is None else (score.value, score.parts)
        on = self.on.get(signal, self.settings.holds[signal].on)
        return coach(signal, value, parts, on, self.settings.numbers[signal])


class FaceSamples:
    """Camera observer: it returns a ``FaceSample`` of the player for each frame.

    Args:
        player: Who practises.
        mouths: Include a picture of the mouth.
    """

    def __init__(self, player: str, *, mouths: bool = False) -> None:
        self._player, self._mouths = player, mouths

    def __call__(self, station: CameraStation, frame: Frame) -> tuple[FaceSample, ...]:
        if not isinstance(station, FaceStation):
            return ()
        sense = station.sense
        seat = next((s for s in sense.seats if s.player == self._player), None)
        look: dict[str, Any] = {
            "onset": frame.t,
            "decided": frame.t,
            "source": sense.source,
            "player": self._player,
            "settings": sense.settings,
            "scores": {},
            "on": {},
            "neutral": {},
        }
        if seat is not None and seat.fit is not None and seat.judge.scores:
            ready = seat.judge.neutral.ready
            look |= {
                "ready": ready,
                "scores": dict(seat.judge.scores),
                "teeth": seat.frame.mouth.teeth if seat.frame is not None else None,
                "on": {name: state.hold.on for name, state in seat.judge.states.items()},
                "neutral": {n: b.value for n, b in seat.judge.neutral.beliefs.items()} if ready else {},
            }
            rgb = to_rgb(frame.image) if self._mouths else None
            look["mouth"] = None if rgb is None else mouth_crop(rgb, seat.fit.points)
        return (FaceSample(**look),)
