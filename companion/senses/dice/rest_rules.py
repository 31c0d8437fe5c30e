"""When the dice of a throw lie still, and when their roll is told: soon where nothing is in doubt."""

from __future__ import annotations

from dataclasses import dataclass

from companion.senses.dice.tracks import MIN_PLAIN_HEAT, DieTrack, DieTracks
from companion.senses.dice.verdict import DOUBTS, DiceVerdict

QUICK_REST_S = 0.2
"""Seconds of stillness that are enough where each die of the throw is beyond doubt."""
MAX_CLUTTER_HEAT_SHARE = 0.6
"""What is seen with less than this share of the weakest die's heat is clutter: a roll does not wait for it."""
_MIN_LOOKS = 3
_CLEAR_HEAT, _CLEAR_VALUE_CHANCE, _CLEAR_FACE_CHANCE = 0.65, 0.95, 0.8
"""Heat, chance of the value and the die network's word of a die that is beyond doubt."""


def all_thrown(tracks: DieTracks, count: int | None) -> list[DieTrack]:
    """Return the plain dice, if they are as many as are to be thrown or more; else nothing."""
    plain = [k for k in tracks.all if len(k.looks) >= 3 and _plain(k)]
    return plain if 0 < (count or 0) <= len(plain) else []


PLAIN_HEAT, PLAIN_FACE_CHANCE = 0.5, 0.9
"""Heat and the die network's word of a die that is plain by both: one in a dim corner has a heat of .59 for long."""


def _plain(track: DieTrack) -> bool:
    heat = track.heat
    return heat > MIN_PLAIN_HEAT or (
        heat > PLAIN_HEAT and len(track.opinions) > 1 and track.die().face > PLAIN_FACE_CHANCE
    )


STILL_BORDER_S = 1.0
"""Seconds without any movement after which what reaches in over the border is no hand, where all dice lie in view."""


def no_hand(tracks: DieTracks, still: float, count: int | None) -> bool:
    """Whether what reaches in is a thing that lies there, touching the dice perhaps; ``still``: seconds unmoved."""
    return still >= STILL_BORDER_S and bool(all_thrown(tracks, count))


def at_rest(tracks: DieTracks, t: float, quiet_since: float, rest: float, count: int | None) -> bool:
    """Return whether all has lain still for ``rest`` seconds at ``t``, or for ``QUICK_REST_S`` where that is enough.

    Where a sighting comes and goes, all the dice to be thrown, or twice the time without any change, are enough.
    """
    if t - quiet_since < min(rest, QUICK_REST_S) - 1e-6:
        return False
    if rest > QUICK_REST_S and _beyond_doubt(tracks, count):
        rest = QUICK_REST_S
    rest -= 1e-6
    if t - quiet_since < rest:
        return False
    latest = tracks.resting_since()
    if thrown := all_thrown(tracks, count):
        latest = min(latest, max(k.since for k in thrown))
    return t - min(latest, quiet_since + rest) >= rest


def _beyond_doubt(tracks: DieTracks, count: int | None) -> bool:
    """Return whether the dice to be thrown are, and what else was seen is one too or plainly none."""
    if not 0 < (count or 0) <= len(tracks.all):
        return False
    ranked = sorted(tracks.all, key=lambda k: -k.heat)
    faint = MAX_CLUTTER_HEAT_SHARE * ranked[(count or 0) - 1].heat
    return all(_certain(k) or (n >= (count or 0) and k.heat < faint) for n, k in enumerate(ranked))


def _certain(track: DieTrack) -> bool:
    """Return whether more looks at this die would hardly change a word."""
    if len(track.looks) < _MIN_LOOKS or not track.opinions or track.heat < _CLEAR_HEAT:
        return False
    die = track.die()
    return die.sure >= _CLEAR_VALUE_CHANCE and die.face >= _CLEAR_FACE_CHANCE and die.cocked < 0.3


SETTLEABLE_DOUBTS = (*DOUBTS, "missing", "which set")
"""These, one that is hard to see and may still be found, and a colour between two sets may be settled."""
DOUBTFUL_ROLL_TIMEOUT_S = 0.5
"""Seconds that a doubtful roll is looked at before it is refused."""
REFUSED_ROLL_WATCH_S = 5.0
"""Seconds that a refused roll is watched on, while nothing moves: it may still be read."""
_RECHECK_S = 0.1
_REFUSED_RECHECK_S = 0.5


@dataclass(slots=True)
class RestPatience:
    """One rest of the dice: from the first moment without any change to the next change."""

    asked: bool = False
    """The roll was refused; a roll that is read now replaces the refusal."""
    done: bool = False
    doubted: bool = False
    """A judgement before found a doubt that more looks may settle."""
    hurried: bool = False
    """There are no more pictures: what there is to say is said now."""
    _since: float | None = None
    _next: float = 0.0

    def due(self, t: float) -> bool:
        """Return whether to judge the dice now."""
        if self._since is None:
            self._since = t
        return not self.done and t >= self._next

    def now(self, t: float, verdict: DiceVerdict) -> bool:
        """Return whether to say this verdict; else it is looked at again later."""
        if not verdict.dice and verdict.doubt != "colour":
            self.done = True
            return False
        # A doubt about what does not count is no reason to wait; but which dice count may be in doubt.
        doubt = verdict.doubt_of_all if verdict.doubt == "colour" else verdict.doubt
        if doubt not in SETTLEABLE_DOUBTS and (not doubt or not self.asked):
            self.done = True
            return True
        self.doubted |= doubt in DOUBTS
        if self._spent(t) < DOUBTFUL_ROLL_TIMEOUT_S and not self.hurried:
            self._next = t + _RECHECK_S
            return False
        self.later(t)
        first, self.asked = not self.asked, True
        return first

    def later(self, t: float) -> None:
        """Say nothing now; what is hard to see may still be found."""
        self._next = t + _REFUSED_RECHECK_S
        self.done = self._spent(t) > REFUSED_ROLL_WATCH_S

    def _spent(self, t: float) -> float:
        return t - (self._since if self._since is not None else t)

    @property
    def pending(self) -> bool:
        """A settled roll is being looked at and nothing was said of it."""
        return self._since is not None and not self.done and not self.asked
