"""Follow dice from frame to frame; while a die lies still, the looks at it are collected and averaged.

A track (one die that is followed) ends after ``LOST_AFTER_S`` without a sighting.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from companion.senses.dice.crops import F32, Box, Place, shares, side_of
from companion.senses.dice.dice_detector import Sighting
from companion.senses.dice.die_classifier import DieOpinion, Tilt, mean_tilt
from companion.senses.dice.die_evidence import fuse, mean_log
from companion.senses.dice.seen_die import SeenDie

MAX_STILL_MOTION = 0.07
"""Maximum motion of a resting die, as a share of its size (jitter of the sightings is about 0.02)."""
MAX_JUMP_IN_STILL_PICTURE = 0.35
"""Maximum motion while the picture is still: then the sighting jumps from face to face, and the die lies still."""
MIN_PLAIN_HEAT = 0.6
"""Minimum mean heat of a track that is certainly a die."""
MIN_LOOKS = 3
"""Number of the detector's looks before the pips are counted."""
MAX_LOOKS = 40
"""Maximum number of the detector's latest looks that are kept: one or two seconds."""
LOST_AFTER_S = 0.25
"""Seconds without a sighting after which a track ends."""


@dataclass(slots=True, eq=False)
class DieTrack:
    """One die followed over frames.

    Attributes:
        x: Centre of the upper face, in pixels.
        y: Centre of the upper face, in pixels.
        box: The die's bounding box, in pixels.
        since: Time when it came to rest, in seconds.
        last_seen: Time of the latest sighting, in seconds.
        anchor: Where it came to rest, in pixels.
    """

    x: float
    y: float
    box: Box
    since: float
    last_seen: float
    anchor: tuple[float, float]
    looks: list[Sighting] = field(default_factory=list)
    """The detector's looks since it came to rest, the latest ``MAX_LOOKS``."""
    opinions: list[DieOpinion] = field(default_factory=list)
    """The die classifier's looks since it came to rest."""
    pips: F32 | None = None
    """Scores from the pip counter, (6,); None before it ran."""

    @property
    def size(self) -> float:
        return side_of(self.box)

    @property
    def place(self) -> Place:
        return self.x, self.y, self.size

    @property
    def heat(self) -> float:
        """Mean heat of its sightings, 0..1; 0 before the first."""
        return float(np.mean([s.heat for s in self.looks])) if self.looks else 0.0

    @property
    def doubt(self) -> float:
        """Uncertainty of the value: minus the lead of the best value over the second, in log probabilities."""
        return -float(np.diff(np.sort(self._votes))[-1])

    @property
    def _votes(self) -> F32:
        """Mean log probabilities of the values, (6,); not the sum, as repeating the same error adds no certainty."""
        return mean_log([s.chances for s in self.looks])

    @property
    def tilt(self) -> Tilt | None:
        """Mean direction of the upper face over the die classifier's looks; None before the first."""
        return mean_tilt([o.tilt for o in self.opinions]) if self.opinions else None

    @property
    def needs_pip_count(self) -> bool:
        """True if there are enough looks for counting the pips, and they have not been counted."""
        return self.pips is None and len(self.looks) >= MIN_LOOKS and bool(self.opinions)

    def vote(self, s: Sighting) -> None:
        """Add one sighting to the looks from which the value is read."""
        self.looks = [*self.looks, s][-MAX_LOOKS:]

    def move(self, t: float, s: Sighting, tolerance: float = MAX_STILL_MOTION) -> None:
        """Update the track's position from a sighting, and add it to the looks.

        If it is farther from ``anchor`` than ``tolerance`` times the die's size, the die has moved: its earlier looks
        are discarded and its rest begins anew.
        """
        self.x, self.y, self.box, self.last_seen = s.x, s.y, s.box, t
        if np.hypot(s.x - self.anchor[0], s.y - self.anchor[1]) > tolerance * self.size:
            self.restart(t)
        self.vote(s)

    def restart(self, t: float) -> None:
        self.anchor, self.since = (self.x, self.y), t
        self.looks, self.opinions, self.pips = [], [], None

    def die(self) -> SeenDie:
        """Return the die with the combined reading of all its looks."""
        heat, cocked = np.mean([(s.heat, s.cocked) for s in self.looks[-12:]], 0) if self.looks else (0.0, 0.0)
        chances = shares(self._votes) if self.looks else np.full(6, 1 / 6, np.float32)
        die = SeenDie(self.x, self.y, self.box, float(heat), chances, float(cocked))
        return fuse(die, self.opinions, self.pips)


class DieTracks:
    """The tracks of all dice in view."""

    def __init__(self) -> None:
        self.all: list[DieTrack] = []
        self.changed = 0.0
        """Time when a track last began or ended, in seconds."""

    def update(self, t: float, found: list[Sighting], calm: bool = False) -> None:
        """Match the sightings of a frame to the tracks, nearest first, and start and end tracks.

        Args:
            t: Time of the frame, in seconds.
            found: The frame's sightings.
            calm: True if nothing changes in the picture, so that a jump is an error of the sighting.
        """
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
                self.all[j].move(t, found[i], MAX_JUMP_IN_STILL_PICTURE if calm else MAX_STILL_MOTION)
        for i, s in enumerate(found):
            if i not in used_s and s.heat >= 0.35:
                track = DieTrack(s.x, s.y, s.box, t, t, (s.x, s.y))
                track.vote(s)
                self.all.append(track)
                self.changed = t
        kept = [k for k in self.all if t - k.last_seen <= LOST_AFTER_S]
        if len(kept) != len(self.all):
            self.changed = t
        self.all = kept

    def resting_since(self) -> float:
        """Return the time in seconds since when all dice have lain still and no track began or ended."""
        return max([self.changed, *(k.since for k in self.all)])

    def clear_cut(self) -> bool:
        """Return True if the mean heat of every track is above ``MIN_PLAIN_HEAT``; also without tracks."""
        return all(k.heat > MIN_PLAIN_HEAT for k in self.all)
