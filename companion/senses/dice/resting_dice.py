"""What lies on a watched table, and what of it was thrown: all that has not lain there since before anything moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.senses.dice.crops import F32, Box
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.tracks import DieTrack, DieTracks

MAX_UNTOUCHED_CHANGE = 0.3
"""Where the picture differs from what it was by less than this share of its contrast there, nothing was put down.

On rendered throws what lay there has .01 to .13 of it, a thrown die .6 to 12.
"""
CERTAIN_DIE_SCORE = 0.8
"""Score of what is surely a die, though nobody was seen to throw it: less, when the camera starts, is no roll."""
MIN_STABLE_CHANCE = 0.8
"""Chance of the value below which a thing may read otherwise in the next look and is the same: half of a domino."""


@dataclass(slots=True)
class RestingDice:
    """``spoken``: all that was seen when a roll was last told, or before the first throw."""

    spoken: tuple[SeenDie, ...] = ()
    _before: tuple[SeenDie, ...] = field(default=(), init=False)
    """The same when the latest throw began: a refused roll that is looked at again was thrown on that table."""
    _began: float = field(default=np.inf, init=False)
    """When something first moved after that."""
    _calm: bool = field(default=True, init=False)
    _then: F32 | None = field(default=None, init=False)
    """The table at that moment, grey and small."""
    _now: F32 | None = field(default=None, init=False)
    _changed: F32 | None = field(default=None, init=False)
    """How far it differs from then, but for the light; None until somebody asks."""
    _scale: float = field(default=1.0, init=False)

    @property
    def has_moved(self) -> bool:
        """Something has moved since the first picture: what lies there now may have been thrown."""
        return self._began < np.inf

    def on_motion(self, t: float) -> None:
        """Note that something moves in the picture, or that a hand is in view."""
        if self._calm:
            self._before, self._began, self._calm, self._then = self.spoken, t, False, self._now
            self._changed = None

    def look(self, thumb: F32, scale: float) -> None:
        """Keep the table as it is, ``scale`` times as large as the picture that the dice are told of."""
        self._now, self._scale, self._changed = thumb, scale, None

    def mark_reported(self, dice: Sequence[SeenDie]) -> None:
        """Note that what is to be said of these dice was said."""
        self.spoken, self._calm = tuple(dice), True

    def before(self, die: SeenDie, tracks: DieTracks) -> bool:
        """Whether it lay there before the latest throw: by its looks then, or seen in its place since, or pictured."""
        here = (k for k in tracks.all if (k.x, k.y) == (die.x, die.y))
        return (
            is_unmoved(die, self._before)
            or self.difference(die.box) < MAX_UNTOUCHED_CHANGE
            or any(k.since < self._began for k in here)
        )

    def lay(self, track: DieTrack) -> bool:
        """Return whether a track, whose votes are not counted yet, lay there before the latest throw."""
        return track.since < self._began or self.difference(track.box) < MAX_UNTOUCHED_CHANGE

    def difference(self, box: Box) -> float:
        """How much the picture has changed there since before the throw, in shares of its contrast; 1 if unknown."""
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
        """Return whether all of them were spoken of and lie where they were: a hand passed by, or took others away."""
        return bool(self.spoken) and all(is_unmoved(d, self.spoken) or self.before(d, tracks) for d in dice)

    def only_put(
        self, dice: Sequence[SeenDie], tracks: DieTracks, counted: Sequence[SeenDie], count: int, face: float
    ) -> bool:
        """Return whether what is new among things that lay there is no throw of ``count`` dice: too little, and no die.

        Or it may look like one and all that was ``counted`` last lies still: a pawn that a hand has set beside it.
        ``face``: the least word of the die network on a die.
        """
        new = [d for d in dice if not self.before(d, tracks)]
        if not 0 < len(new) < min(count, len(dice)):
            return False
        if all(d.score < CERTAIN_DIE_SCORE and d.face < face for d in new):
            return True
        return len(counted) == count and all(any(is_unmoved(d, (c,)) for d in dice) for c in counted)


def is_unmoved(die: SeenDie, before: Sequence[SeenDie]) -> bool:
    """Return whether a die with this value lay at this place, or something whose value is in doubt."""
    return any(
        abs(die.x - b.x) < 0.12 * die.size
        and abs(die.y - b.y) < 0.12 * die.size
        and (die.value == b.value or min(die.sure, b.sure) < MIN_STABLE_CHANCE)
        for b in before
    )
