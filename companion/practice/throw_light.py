"""Give advice on the light over the dice, from the picture of each throw of the dice check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.events import Event
from companion.facts import Fact
from companion.senses.dice.frame_motion import light_advice
from companion.sitting.camera_stations import CameraStation
from companion.sources.picture_source import Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowLight(Event):
    """Event with advice on the light of one throw; ``advice`` is empty if all is well."""

    type: ClassVar[str] = "throw_light"
    advice: tuple[Fact, ...]


class ThrowLights:
    """Camera observer: it returns a ``ThrowLight`` for each throw, once."""

    def __init__(self) -> None:
        self._judged: float | None = None  # rest time of the throw that was judged last

    def __call__(self, station: CameraStation, frame: Frame) -> tuple[ThrowLight, ...]:
        throw = station.thrown
        if throw is None or throw.since == self._judged:
            return ()
        self._judged = throw.since
        hints = [mark.hint for mark in throw.marks if mark.hint is not None]
        advice = (*light_advice(throw.image), *hints, *throw.hints)
        return (ThrowLight(onset=frame.t, decided=frame.t, source=frame.source, advice=advice),)
