"""Frames of a camera or clip as looks: what was recognised, and how near one face is to each signal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.events import Event, Signal
from companion.events import Seat as SeatEvent
from companion.practice.coaching import Coaching, coach
from companion.senses.faces.geometry import mouth_crop
from companion.senses.faces.profile import Profile
from companion.senses.faces.seat import Seat
from companion.senses.faces.sense import FaceSense, to_rgb
from companion.senses.faces.settings import Settings
from companion.senses.faces.signals import Score
from companion.sitting.followers.wild import WildThing
from companion.sources.frame import Frame, Source

ORDINARY = 4.0  # seconds of a known face before its Wild Thing is taught: what it does then is ordinary play


@dataclass(frozen=True, slots=True)
class Look:
    """One frame at ``t`` seconds. ``scores`` is empty and ``teeth`` None where the face cannot be judged.

    ``on``: the player's own thresholds by signal. ``neutral``: the calm face's measures once they are known. ``mouth``:
    (64, 64, 3) RGB, in memory only. ``said``: what the lesson of a Wild Thing says now.
    """

    t: float
    events: tuple[Event, ...]
    ready: bool
    scores: Mapping[str, Score]
    teeth: float | None
    settings: Settings
    on: Mapping[str, float]
    neutral: Mapping[str, float]
    mouth: Any = None
    said: str = ""

    @property
    def signals(self) -> tuple[Signal, ...]:
        return tuple(e for e in self.events if isinstance(e, Signal))

    def coached(self, signal: str) -> Coaching | None:
        """None for a signal that is no face."""
        if signal not in self.settings.holds:
            return None
        score = self.scores.get(signal)
        value, parts = (None, {}) if score is None else (score.value, score.parts)
        on = self.on.get(signal, self.settings.holds[signal].on)
        return coach(signal, value, parts, on, self.settings.numbers[signal])


class Eyes:
    """Follows the first face that was seen: one person practises, whose ``profile`` may be known.

    ``mouths``: give pictures of the mouth too. ``wild``: the player's Wild Thing is taught first, then recognised.
    """

    def __init__(
        self, name: str, player: str = "", profile: Profile | None = None, *, mouths: bool = False, wild: bool = False
    ) -> None:
        self.sense = FaceSense(name, workers=1)
        self.mouths = mouths
        self._player, self._profile = player, profile
        self._sat = False
        self._wild = WildThing(self.sense) if wild else None
        self._asked = False
        self._since: float | None = None

    def look(self, frame: Frame) -> Look:
        """One frame, in time order."""
        found = self.sense.process(frame.image, frame.t)
        seat = self.sense.seats[0] if self.sense.seats else None
        if seat is not None and not self._sat:
            self._sat = True
            seat.sit(self._player, self._profile)
        wild, said = self._show(seat, frame.t)
        found = [*found, *wild]
        mine = tuple(e for e in found if not isinstance(e, Signal) or (seat and e.evidence.get("seat") == seat.number))
        settings = self.sense.settings
        if seat is None or seat.fit is None or not seat.judge.scores:
            return Look(frame.t, mine, False, {}, None, settings, {}, {}, said=said)
        ready = seat.judge.neutral.ready and not self.teaching
        on = {name: state.hold.on for name, state in seat.judge.states.items()}
        neutral = {n: b.value for n, b in seat.judge.neutral.beliefs.items()} if ready else {}
        teeth = seat.frame.mouth.teeth if seat.frame is not None else None
        rgb = to_rgb(frame.image) if self.mouths else None
        mouth = None if rgb is None else mouth_crop(rgb, seat.fit.points)
        return Look(frame.t, mine, ready, dict(seat.judge.scores), teeth, settings, on, neutral, mouth, said)

    @property
    def teaching(self) -> bool:
        """Whether the Wild Thing is still to be learned."""
        return self._wild is not None and self._wild.model is None

    def _show(self, seat: Seat | None, t: float) -> tuple[list[Event], str]:
        """The Wild Thing's events, and what its lesson says; one that was given up begins again."""
        if self._wild is None or seat is None:
            return [], ""
        if not self._asked and seat.judge.neutral.ready and seat.frame is not None:
            self._since = t if self._since is None else self._since
            if t - self._since >= ORDINARY:
                self._asked = True
                self._wild.teach(self._player)
        events = self._wild.update(t)
        said = [e for e in events if isinstance(e, SeatEvent)]
        if said and said[-1].state == "ready" and self._wild.model is None:
            self._asked = False
        return [e for e in events if isinstance(e, Signal)], said[-1].detail if said else ""

    def close(self) -> None:
        self.sense.close()


def looks(source: Source, eyes: Eyes) -> Iterator[Look]:
    """Every frame of a source. Raises what the source raises."""
    for frame in source.frames():
        yield eyes.look(frame)
