"""Tell the dice of the latest throw from things that lay on the table before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.senses.dice.crops import F32, Box
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.tracks import DieTrack, DieTracks

MAX_UNTOUCHED_CHANGE = 0.3
"""Maximum change of a part of the picture, as a share of its contrast, where nothing was put down. On rendered throws
things that lay there change by .01 to .13, thrown dice by .6 to 12."""
CERTAIN_DIE_SCORE = 0.8
"""Minimum score of a die that is reported although no throw was seen, as when the camera starts."""
MIN_STABLE_CHANCE = 0.8
"""Chance of the value below which the same thing may read differently in the next look, as half of a domino does."""


@dataclass(slots=True)
class RestingDice:
    """Memory of what lay on the table before the latest throw.

    Attributes:
        spoken: All candidates on the table when a roll was last reported, or before the first throw.
    """

    spoken: tuple[SeenDie, ...] = ()
    _before: tuple[SeenDie, ...] = field(default=(), init=False)
    """``spoken`` at the start of the latest throw. A refused roll that is judged again belongs to that throw."""
    _began: float = field(default=np.inf, init=False)
    """Time when something first moved after the last report, in seconds."""
    _calm: bool = field(default=True, init=False)
    _then: F32 | None = field(default=None, init=False)
    """Small grey picture of the table when the throw began."""
    _now: F32 | None = field(default=None, init=False)
    _changed: F32 | None = field(default=None, init=False)
    """Difference of the current picture from ``_then``, without overall light; None until it is needed."""
    _scale: float = field(default=1.0, init=False)

    @property
    def has_moved(self) -> bool:
        """True once something has moved since the first picture, so that what lies there may have been thrown."""
        return self._began < np.inf

    def on_motion(self, t: float) -> None:
        """Record that something moves in the picture, or that a hand is in view, at ``t`` seconds.

        The first call after a report starts a throw: what lies on the table then is stored as the state before it.
        """
        if self._calm:
            self._before, self._began, self._calm, self._then = self.spoken, t, False, self._now
            self._changed = None

    def look(self, thumb: F32, scale: float) -> None:
        """Store the current picture of the table.

        Args:
            thumb: Small grey picture, as ``frame_motion.thumb`` returns it.
            scale: Factor from the pixels in which the dice's places are given to pixels of ``thumb``.
        """
        self._now, self._scale, self._changed = thumb, scale, None

    def mark_reported(self, dice: Sequence[SeenDie]) -> None:
        """Store the candidates on the table as reported; the next motion starts a new throw."""
        self.spoken, self._calm = tuple(dice), True

    def before(self, die: SeenDie, tracks: DieTracks) -> bool:
        """Return True if the die lay there before the latest throw.

        It did if a die with the same reading lay at this place, if this part of the picture has not changed, or if its
        track has not moved since before the throw.
        """
        here = (k for k in tracks.all if (k.x, k.y) == (die.x, die.y))
        return (
            is_unmoved(die, self._before)
            or self.difference(die.box) < MAX_UNTOUCHED_CHANGE
            or any(k.since < self._began for k in here)
        )

    def lay(self, track: DieTrack) -> bool:
        """Return True if the die of this track lay there before the latest throw.

        Unlike ``before`` this ignores the die's value, so it works before the die has been read.
        """
        return track.since < self._began or self.difference(track.box) < MAX_UNTOUCHED_CHANGE

    def difference(self, box: Box) -> float:
        """Return how much the picture inside ``box`` has changed since before the throw.

        Returns:
            The mean change as a share of the contrast there; 1 if there is nothing to compare with.
        """
        if self._then is None or self._now is None or self._then.shape != self._now.shape:
            return 1.0
        x0, y0, x1, y1 = (round(v * self._scale) for v in box)
        there = slice(max(0, y0), y1 + 1), slice(max(0, x0), x1 + 1)
        if (now := self._now[there]).size == 0:
            return 1.0
        if self._changed is None:
            apart = self._now - self._then
            self._changed = np.asarray(np.abs(apart - np.median(apart)), np.float32)
        return float(self._changed[there].mean() / (np.abs(now - np.median(now)).mean() + 1e-3))

    def is_unchanged(self, dice: Sequence[SeenDie], tracks: DieTracks) -> bool:
        """Return True if no die is new: each was reported or lay there before the throw, and has not moved."""
        return bool(self.spoken) and all(is_unmoved(d, self.spoken) or self.before(d, tracks) for d in dice)

    def only_put(
        self, dice: Sequence[SeenDie], tracks: DieTracks, counted: Sequence[SeenDie], count: int, face: float
    ) -> bool:
        """Return True if things were put on the table beside what lay there, but the dice were not thrown.

        That is so if fewer than ``count`` things are new, others lay there before, and one of these holds: none of the
        new things looks like a die, or all dice of the latest roll still lie unmoved (a pawn was put beside them).

        Args:
            dice: All candidates on the table.
            tracks: Tracks of the dice in view.
            counted: Dice of the latest roll.
            count: Number of dice to be thrown.
            face: Minimum probability of an upper face, by the die classifier, of something that looks like a die.
        """
        new = [d for d in dice if not self.before(d, tracks)]
        if not 0 < len(new) < min(count, len(dice)):
            return False
        if all(d.score < CERTAIN_DIE_SCORE and d.face < face for d in new):
            return True
        return len(counted) == count and all(any(is_unmoved(d, (c,)) for d in dice) for c in counted)


def is_unmoved(die: SeenDie, before: Sequence[SeenDie]) -> bool:
    """Return True if a die in ``before`` lay at this place and had the same value.

    The values may differ if one of the two readings is uncertain.
    """
    return any(
        abs(die.x - b.x) < 0.12 * die.size
        and abs(die.y - b.y) < 0.12 * die.size
        and (die.value == b.value or min(die.sure, b.sure) < MIN_STABLE_CHANCE)
        for b in before
    )
