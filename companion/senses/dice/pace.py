"""When a settled roll is decided: at once where it reads well; where votes may still change it, after some patience."""

from __future__ import annotations

from dataclasses import dataclass

from companion.senses.dice.reading import Reading

DOUBTS = ("cocked", "unsure", "moving", "no die")
"""What more looks at the same dice may settle."""
UNCLEAR = (*DOUBTS, "missing", "which set")
"""The same, a die too few (one that is hard to see may still be found), and a colour between two sets."""
PATIENCE = 0.5
"""Seconds that a doubtful roll is looked at before it is refused."""
ATTENTION = 5.0
"""Seconds that a refused roll is watched on, while nothing moves: it may still be read."""
_STEP = 0.1
_LATER = 0.5


@dataclass(slots=True)
class Pace:
    """One rest of the dice: from the first moment without any change to the next change."""

    asked: bool = False
    """The roll was refused; a reading that comes now replaces the refusal."""
    done: bool = False
    doubted: bool = False
    """A judgement before found a doubt that more looks may settle."""
    hurried: bool = False
    """There are no more pictures: what there is to say is said now."""
    _since: float | None = None
    _next: float = 0.0

    def due(self, t: float) -> bool:
        """Whether to judge the dice now."""
        if self._since is None:
            self._since = t
        return not self.done and t >= self._next

    def now(self, t: float, reading: Reading) -> bool:
        """Whether to say this reading; else it is looked at again later."""
        if not reading.dice:
            self.done = True
            return False
        if not reading.refused or (reading.doubt not in UNCLEAR and not self.asked):
            self.done = True
            return True
        self.doubted |= reading.doubt in DOUBTS
        if self._spent(t) < PATIENCE and not self.hurried:
            self._next = t + _STEP
            return False
        self.later(t)
        first, self.asked = not self.asked, True
        return first

    def later(self, t: float) -> None:
        """Nothing is to be said now; what is hard to see may still be found."""
        self._next = t + _LATER
        self.done = self._spent(t) > ATTENTION

    def _spent(self, t: float) -> float:
        return t - (self._since if self._since is not None else t)

    @property
    def pending(self) -> bool:
        """A settled roll is being looked at and nothing was said of it."""
        return self._since is not None and not self.done and not self.asked

    def finish(self) -> None:
        """Nothing more to say until something moves."""
        self.done = True
