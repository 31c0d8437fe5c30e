"""Dice from frame to frame: each track gathers votes on its value while its die lies still."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.senses.dice.detector import Sighting, Word
from companion.senses.dice.die import Opinion, Tilt, mean_tilt
from companion.senses.dice.opinions import BLIND, believed, mean_log, together
from companion.senses.dice.reading import SeenDie
from companion.senses.dice.second import confirmed, judged

STILL = 0.07
"""A die that moves less than this share of its size lies still (jitter of the sightings is about 0.02)."""
CALM = 0.35
"""The same while nothing changes in the picture: then it is the sighting that jumps, from face to face, not the die."""
PLAIN = 0.6
"""Mean heat of what is surely a die."""
LOST = 0.25
"""Seconds without a sighting after which a track ends."""


@dataclass(slots=True, eq=False)
class Track:
    """One die. Positions in pixels; ``since``: when it came to rest."""

    x: float
    y: float
    box: tuple[float, float, float, float]
    since: float
    seen: float
    anchor: tuple[float, float]
    heats: list[float] = field(default_factory=list)
    votes: NDArray[np.float64] = field(default_factory=lambda: np.zeros(6))
    looks: int = 0
    cocked: float = 0.0
    moving: float = 0.0
    facing: float = 1.0
    said: list[Opinion] = field(default_factory=list)
    """The die network's looks."""
    pips: NDArray[np.float32] | None = None
    """The pip count's opinion, once it was asked."""
    second: tuple[Word, ...] | None = None
    """The second reader's looks, once it was asked."""
    third: tuple[Opinion, ...] | None = None
    """The third reader's."""

    @property
    def size(self) -> float:
        return float(np.sqrt(max(1.0, (self.box[2] - self.box[0]) * (self.box[3] - self.box[1]))))

    @property
    def tilt(self) -> Tilt | None:
        """What the die network's looks say together; None before the first."""
        return mean_tilt([o.tilt for o in self.said]) if self.said else None

    @property
    def uncounted(self) -> bool:
        """Whether its pips can be counted now and were not."""
        return self.pips is None and self.looks >= 3 and bool(self.said)

    def vote(self, s: Sighting) -> None:
        """Add one look: log chances, softened so that a single blind look cannot forbid a value."""
        self.votes += np.log(s.chances + BLIND)
        self.looks += 1
        share = 1 / min(self.looks, 12)
        self.cocked += share * (s.cocked - self.cocked)
        self.moving += share * (s.moving - self.moving)
        self.facing += share * (s.facing - self.facing)
        self.heats.append(s.heat)

    def move(self, t: float, s: Sighting, tolerance: float = STILL) -> None:
        """Follow the die; leaving its anchor starts its rest, and its votes, anew."""
        self.x, self.y, self.box, self.seen = s.x, s.y, s.box, t
        if np.hypot(s.x - self.anchor[0], s.y - self.anchor[1]) > tolerance * self.size:
            self.restart(t)
        self.vote(s)

    def restart(self, t: float) -> None:
        self.anchor, self.since = (self.x, self.y), t
        self.votes, self.looks, self.heats, self.said, self.pips = np.zeros(6), 0, [], [], None
        self.second = self.third = None
        self.cocked = self.moving = 0.0

    def die(self) -> SeenDie:
        """What the votes say: chances from the mean log chance, so that more looks of one error add no certainty."""
        close = mean_log([o.chances for o in self.said]) if self.said else None
        tilt = self.tilt
        chances = together(self.votes / max(1, self.looks), close, self.pips, tilt.facing if tilt else 1.0)
        heat = float(np.mean(self.heats[-12:])) if self.heats else 0.0
        face = float(np.mean([o.is_die for o in self.said])) if self.said else None
        seen = SeenDie(
            self.x, self.y, self.box, believed(heat, face), chances, self.cocked, self.moving, self.facing, tilt=tilt,
            face=face or 0.0,  # not looked at from close yet: no roll is told of it
        )  # fmt: skip
        seen = seen if self.second is None else judged(seen, self.second, score=False)
        return seen if self.third is None else confirmed(seen, self.third, score=False)


class Tracks:
    """All dice in view."""

    def __init__(self) -> None:
        self.all: list[Track] = []
        self.changed = 0.0
        """When a track last began or ended."""

    def update(self, t: float, found: list[Sighting], calm: bool = False) -> None:
        """Match sightings to tracks, nearest first. ``calm``: nothing changes in the picture."""
        pairs = sorted(
            (float(np.hypot(s.x - k.x, s.y - k.y)), i, j)
            for i, s in enumerate(found)
            for j, k in enumerate(self.all)
            if np.hypot(s.x - k.x, s.y - k.y) < 0.6 * k.size and 0.6 < s.size / k.size < 1.7
        )
        used_s: set[int] = set()
        used_k: set[int] = set()
        for _, i, j in pairs:
            if i not in used_s and j not in used_k:
                used_s.add(i)
                used_k.add(j)
                self.all[j].move(t, found[i], CALM if calm else STILL)
        for i, s in enumerate(found):
            if i not in used_s and s.heat >= 0.35:
                track = Track(s.x, s.y, s.box, t, t, (s.x, s.y))
                track.vote(s)
                self.all.append(track)
                self.changed = t
        kept = [k for k in self.all if t - k.seen <= LOST]
        if len(kept) != len(self.all):
            self.changed = t
        self.all = kept

    def resting_since(self) -> float:
        """Since when all dice lie still and none came or went."""
        return max([self.changed, *(k.since for k in self.all)])

    def clear_cut(self) -> bool:
        """Whether each track is surely a die."""
        return all(k.heats and np.mean(k.heats) > PLAIN for k in self.all)
