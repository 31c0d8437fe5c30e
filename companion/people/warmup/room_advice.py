"""The room: noise floor, echo, light and distance of the first seconds become two sentences of advice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

import numpy as np

from companion.facts import Fact, fact
from companion.people.warmup.observations import DARK, FAR, FaceObservation

SECONDS: Final = 10.0
LOUD: Final = -42.0  # dB full scale of the room's own noise above which signals drown
ECHO: Final = 0.5  # seconds in which a sound falls by 30 dB: more is an echoing room
LEAST: Final = 8  # glances of a face


class RoomAdvice:
    """Feed what the first seconds bring; ``advice`` gives at most two sentences, the worst first."""

    def __init__(self) -> None:
        self._floors: list[float] = []
        self._tails: list[float] = []
        self._glances: dict[str, list[FaceObservation]] = defaultdict(list)

    def level(self, floor: float) -> None:
        """The room's own noise, dB full scale."""
        self._floors = [*self._floors[-400:], floor]

    def tail(self, seconds: float) -> None:
        """How long a sound took to fall by 30 dB."""
        self._tails = [*self._tails[-40:], seconds]

    def see(self, player: str, glance: FaceObservation) -> None:
        if glance.frame is not None and len(self._glances[player]) < 300:
            self._glances[player].append(glance)

    def advice(self) -> tuple[Fact, ...]:
        found = [*self._light(), *self._sound(), *self._far()]
        return tuple(what for _, what in sorted(found, key=lambda x: -x[0])[:2])

    def _light(self) -> list[tuple[float, Fact]]:
        out = []
        for player, seen in self._usable().items():
            light, behind = (float(np.median([getattr(g, k) for g in seen])) for k in ("light", "behind"))
            if light < 2 * DARK and behind > 2.0 * light:
                out.append((3 + behind / max(light, 1.0), fact("warmup.room-lamp", player=player)))
            elif light < DARK:
                out.append((3 + DARK / max(light, 1.0), fact("warmup.room-dark", player=player)))
        return out

    def _sound(self) -> list[tuple[float, Fact]]:
        out = []
        if self._floors and (floor := float(np.median(self._floors))) > LOUD:
            out.append((2 + (floor - LOUD) / 6, fact("warmup.room-loud", level=round(floor))))
        if len(self._tails) >= 3 and (tail := float(np.median(self._tails))) > ECHO:
            out.append((1 + tail, fact("warmup.room-echo", seconds=round(tail, 1))))
        return out

    def _far(self) -> list[tuple[float, Fact]]:
        small = {p: float(np.median([g.frame.size for g in s if g.frame])) for p, s in self._usable().items()}
        far = [p for p, size in small.items() if size < FAR]
        return [(2 + FAR / min(small.values()), fact("warmup.room-far", players=far))] if far else []

    def _usable(self) -> Mapping[str, list[FaceObservation]]:
        return {p: s for p, s in self._glances.items() if len(s) >= LEAST}
