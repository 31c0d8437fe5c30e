"""Decide when the dice of a throw have come to rest, and when their roll is reported.

Dice that are read without doubt are judged after ``QUICK_REST_S`` seconds of stillness, others after
``TraySetup.rest``. A doubtful roll is refused only if it is still doubtful after ``DOUBTFUL_ROLL_TIMEOUT_S``.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.senses.dice.tracks import MIN_PLAIN_HEAT, DieTrack, DieTracks
from companion.senses.dice.verdict import DOUBTS, DiceVerdict
from companion.senses.hysteresis import TIME_TOLERANCE_S

QUICK_REST_S = 0.2
"""Seconds of stillness that are enough if every die of the throw is read without doubt."""
MAX_CLUTTER_HEAT_SHARE = 0.6
"""Share of the weakest die's heat below which a candidate is clutter that a roll does not wait for."""
_MIN_LOOKS = 3
_CLEAR_HEAT, _CLEAR_VALUE_CHANCE, _CLEAR_FACE_CHANCE = 0.65, 0.95, 0.8
"""Minimum heat, probability of the value and ``face`` of a die that is read without doubt."""


def all_thrown(tracks: DieTracks, count: int | None) -> list[DieTrack]:
    """Return the tracks that are certainly dice, if there are at least ``count``; else an empty list."""
    plain = [k for k in tracks.all if len(k.looks) >= 3 and _plain(k)]
    return plain if 0 < (count or 0) <= len(plain) else []


PLAIN_HEAT, PLAIN_FACE_CHANCE = 0.5, 0.9
"""Minimum heat and ``face`` of a die that both networks recognise; in a dim corner a heat of .59 may last long."""


def _plain(track: DieTrack) -> bool:
    heat = track.heat
    return heat > MIN_PLAIN_HEAT or (
        heat > PLAIN_HEAT and len(track.opinions) > 1 and track.die().face > PLAIN_FACE_CHANCE
    )


STILL_BORDER_S = 1.0
"""Seconds without motion after which something at the border is not a hand, if all dice lie in view."""


def no_hand(tracks: DieTracks, still: float, count: int | None) -> bool:
    """Return True if a thing at the border cannot be a hand, as all dice lie in view and nothing moves.

    It may be something that lies there and touches the border.

    Args:
        tracks: Tracks of the dice in view.
        still: How long nothing has moved, in seconds.
        count: Number of dice to be thrown.
    """
    return still >= STILL_BORDER_S and bool(all_thrown(tracks, count))


def at_rest(tracks: DieTracks, t: float, quiet_since: float, rest: float, count: int | None) -> bool:
    """Return True if the dice have lain still for ``rest`` seconds at ``t``.

    ``QUICK_REST_S`` is enough if every die is read without doubt. A candidate that flickers in and out does not delay
    this for longer than ``rest`` seconds, nor at all once all dice to be thrown lie still.

    Args:
        tracks: Tracks of the dice in view.
        t: Time now, in seconds.
        quiet_since: Time of the last change in the picture, in seconds.
        rest: Required stillness, in seconds.
        count: Number of dice to be thrown; None if unknown.
    """
    if t - quiet_since < min(rest, QUICK_REST_S) - TIME_TOLERANCE_S:
        return False
    if rest > QUICK_REST_S and _beyond_doubt(tracks, count):
        rest = QUICK_REST_S
    rest -= TIME_TOLERANCE_S
    if t - quiet_since < rest:
        return False
    latest = tracks.resting_since()
    if thrown := all_thrown(tracks, count):
        latest = min(latest, max(k.since for k in thrown))
    return t - min(latest, quiet_since + rest) >= rest


def _beyond_doubt(tracks: DieTracks, count: int | None) -> bool:
    """Return True if the ``count`` strongest tracks are certain, and each other is certain or clearly no die."""
    if not 0 < (count or 0) <= len(tracks.all):
        return False
    ranked = sorted(tracks.all, key=lambda k: -k.heat)
    faint = MAX_CLUTTER_HEAT_SHARE * ranked[(count or 0) - 1].heat
    return all(_certain(k) or (n >= (count or 0) and k.heat < faint) for n, k in enumerate(ranked))


def _certain(track: DieTrack) -> bool:
    """Return True if further looks would not change this die's reading."""
    if len(track.looks) < _MIN_LOOKS or not track.opinions or track.heat < _CLEAR_HEAT:
        return False
    die = track.die()
    return die.sure >= _CLEAR_VALUE_CHANCE and die.face >= _CLEAR_FACE_CHANCE and die.cocked < 0.3


SETTLEABLE_DOUBTS = (*DOUBTS, "missing", "which set")
"""Doubts that further looks may settle, also about a die that is hard to see or a colour between two sets."""
DOUBTFUL_ROLL_TIMEOUT_S = 0.5
"""Seconds that a doubtful roll is looked at before it is refused."""
REFUSED_ROLL_WATCH_S = 5.0
"""Seconds that a refused roll is judged again while nothing moves, as it may still be read."""
_RECHECK_S = 0.1
_REFUSED_RECHECK_S = 0.5


@dataclass(slots=True)
class RestPatience:
    """Decides when dice that lie still are judged, and whether a doubtful roll is reported or judged again.

    One instance is used from the moment the dice lie still until something moves.
    """

    asked: bool = False
    """True once the roll was reported as refused; an accepted reading then replaces the refusal."""
    done: bool = False
    doubted: bool = False
    """True once a judgement found a doubt that more looks may settle."""
    hurried: bool = False
    """True if no more pictures will come, so that the roll is reported now."""
    _since: float | None = None
    _next: float = 0.0

    def due(self, t: float) -> bool:
        """Return True if the dice are to be judged now; the first call starts the clock."""
        if self._since is None:
            self._since = t
        return not self.done and t >= self._next

    def now(self, t: float, verdict: DiceVerdict) -> bool:
        """Return True if this verdict is to be reported now; else it may be judged again later.

        A verdict without doubt is reported at once, one without dice never. A verdict whose doubt more looks may settle
        is reported once, as refused, after ``DOUBTFUL_ROLL_TIMEOUT_S``.
        """
        if not verdict.dice and verdict.doubt != "colour":
            self.done = True
            return False
        # A doubt about dice that do not count is no reason to wait, but which dice count may itself be in doubt.
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
        """Set the time of the next judgement, a little after ``t`` (seconds).

        No more judgements follow once ``REFUSED_ROLL_WATCH_S`` have passed since ``due`` was first called.
        """
        self._next = t + _REFUSED_RECHECK_S
        self.done = self._spent(t) > REFUSED_ROLL_WATCH_S

    def _spent(self, t: float) -> float:
        return t - (self._since if self._since is not None else t)

    @property
    def pending(self) -> bool:
        """True while dice that lie still are being judged and nothing has been reported."""
        return self._since is not None and not self.done and not self.asked
