"""Frames of a camera or clip as looks: what was recognised, and how near one face is to each signal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.clock import MonotonicClock
from companion.events import Event, Signal
from companion.senses.faces.sense import FaceSense
from companion.senses.faces.settings import Settings
from companion.senses.faces.signals import Score
from companion.sources import open_source


@dataclass(frozen=True, slots=True)
class Look:
    """One frame at ``t`` seconds. ``scores`` is empty and ``teeth`` None where the face cannot be judged."""

    t: float
    events: tuple[Event, ...]
    ready: bool
    scores: Mapping[str, Score]
    teeth: float | None
    settings: Settings

    @property
    def signals(self) -> tuple[Signal, ...]:
        return tuple(e for e in self.events if isinstance(e, Signal))


def looks(spec: str) -> Iterator[Look]:
    """Follows the first face that was seen: one person practises. Raises what opening the source raises."""
    with open_source(spec, clock=MonotonicClock()) as source, FaceSense(source.name, workers=1) as sense:
        for frame in source.frames():
            found = sense.process(frame.image, frame.t)
            seat = sense.seats[0] if sense.seats else None
            mine = tuple(
                e for e in found if not isinstance(e, Signal) or (seat and e.evidence.get("seat") == seat.number)
            )
            judged = seat is not None and bool(seat.judge.scores) and seat.fit is not None
            teeth = seat.frame.mouth.teeth if judged and seat is not None and seat.frame is not None else None
            yield Look(
                frame.t,
                mine,
                judged and seat is not None and seat.judge.neutral.ready,
                dict(seat.judge.scores) if judged and seat is not None else {},
                teeth,
                sense.settings,
            )
