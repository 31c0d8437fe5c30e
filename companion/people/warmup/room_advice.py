"""The room: noise floor, echo, light and distance of the first seconds become two sentences of advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Final

from companion.facts import Fact, fact
from companion.people.warmup.judging import DARK, FAR
from companion.people.warmup.observations import FaceObservation

SECONDS: Final = 10.0
LOUD: Final = -42.0  # dB full scale of the room's own noise above which signals drown
ECHO: Final = 0.5  # seconds in which a sound falls by 30 dB: more is an echoing room
LEAST: Final = 8  # glances of a face
MOST: Final = 300
Looks = tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True)
class Room:
    """``floors``: the room's own noise, dB full scale. ``tails``: how long sounds took to fall by 30 dB, seconds.

    ``looks``: light, light behind and size of each face. ``advice`` gives at most two sentences, the worst first.
    """

    floors: tuple[float, ...] = ()
    tails: tuple[float, ...] = ()
    looks: Mapping[str, Looks] = field(default_factory=dict)

    def heard(self, floor: float, tail: float | None = None) -> Room:
        tails = self.tails if tail is None else (*self.tails[-40:], tail)
        return replace(self, floors=(*self.floors[-400:], floor), tails=tails)

    def see(self, player: str, glance: FaceObservation) -> Room:
        looks = self.looks.get(player, ())
        if glance.frame is None or len(looks) >= MOST:
            return self
        seen = (glance.light, glance.behind, glance.frame.size)
        return replace(self, looks={**self.looks, player: (*looks, seen)})

    def advice(self) -> tuple[Fact, ...]:
        found = [*self._light(), *self._sound(), *self._far()]
        return tuple(what for _, what in sorted(found, key=lambda x: -x[0])[:2])

    def _light(self) -> list[tuple[float, Fact]]:
        out = []
        for player, (light, behind, _) in self._usual().items():
            if light < 2 * DARK and behind > 2.0 * light:
                out.append((3 + behind / max(light, 1.0), fact("warmup.room-lamp", player=player)))
            elif light < DARK:
                out.append((3 + DARK / max(light, 1.0), fact("warmup.room-dark", player=player)))
        return out

    def _sound(self) -> list[tuple[float, Fact]]:
        out = []
        if self.floors and (floor := median(self.floors)) > LOUD:
            out.append((2 + (floor - LOUD) / 6, fact("warmup.room-loud", level=round(floor))))
        if len(self.tails) >= 3 and (tail := median(self.tails)) > ECHO:
            out.append((1 + tail, fact("warmup.room-echo", seconds=round(tail, 1))))
        return out

    def _far(self) -> list[tuple[float, Fact]]:
        small = {player: size for player, (_, _, size) in self._usual().items() if size < FAR}
        return [(2 + FAR / min(small.values()), fact("warmup.room-far", players=list(small)))] if small else []

    def _usual(self) -> dict[str, tuple[float, ...]]:
        """The medians of light, light behind and size of each player who was seen often enough."""
        often = {player: looks for player, looks in self.looks.items() if len(looks) >= LEAST}
        return {player: tuple(median(v) for v in zip(*looks, strict=True)) for player, looks in often.items()}
