"""The drill that a page asks for: every value is checked, odd numbers are brought into range."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.bounds import whole
from companion.errors import BadInput
from companion.facts import JSON
from companion.people.attempt import Throw
from companion.practice.cue_drill import CueRun
from companion.practice.dice_check import DiceRun
from companion.practice.drill_run import DrillRun, Keep
from companion.practice.drills import EARS, EYES, heard_with, of_sets, senses_for, senses_of
from companion.practice.frenzy import Frenzy
from companion.practice.poker_face import PokerFace
from companion.practice.schedule import plan_of
from companion.practice.store import PracticeStore
from companion.rules.face_off.data import GRIN_SIGNAL, SIGNAL_SETS, WILD_SIGNAL


@dataclass
class UsualDrill:
    """Seconds of a speech, seconds of a hand, cues of a drill where a page says nothing."""

    speech: float = 15.0
    hand: float = 90.0
    tries: int = 6


def run_of(
    wish: dict[str, JSON],
    player: str,
    store: PracticeStore,
    usual: UsualDrill,
    keep: Keep,
    throw: Callable[[Throw], None],
) -> DrillRun:
    """Raises BadInput for a drill that cannot be."""
    drill, sets = str(wish.get("drill")), _sets(wish.get("sets"))
    if drill == "poker":
        return PokerFace(player, _number(wish, "seconds", usual.speech, 1, 120), keep)
    if drill == "dice":
        return DiceRun(player, whole(wish.get("count"), 1, 30), throw)
    if drill == "frenzy":
        if len(sets) != 1:
            raise BadInput("practice.one-set")
        return Frenzy(player, sets, _number(wish, "seconds", usual.hand, 2, 600), keep)
    if drill not in ("learn", "reaction", "grin", "wild"):
        raise BadInput("practice.gone-drill")
    wanted, senses = _wanted(drill, sets, wish.get("signal"), wish.get("sense"))
    plan = plan_of(drill, store, player, wanted, round(_number(wish, "tries", usual.tries, 1, 50)))
    return CueRun(drill, player, plan, keep, senses, heard_with(wanted))


def _wanted(drill: str, sets: str, signal: object, sense: object) -> tuple[tuple[str, ...], set[str]]:
    if drill in ("grin", "wild"):
        one = GRIN_SIGNAL if drill == "grin" else WILD_SIGNAL
        return (one,), {EYES} if drill == "grin" or sense == EYES else {EARS}
    if drill == "learn" and isinstance(signal, str) and senses_of(signal):
        return (signal,), set(senses_of(signal))
    senses = senses_for(s for letter in sets for s in SIGNAL_SETS[letter])
    return of_sets(sets, senses), senses


def _sets(value: object) -> str:
    if not isinstance(value, str) or not value or any(c not in SIGNAL_SETS for c in value):
        return "B"
    return "".join(sorted(set(value)))


def _number(wish: dict[str, JSON], key: str, usual: float, least: float, most: float) -> float:
    value: JSON = wish.get(key)
    if type(value) not in (int, float) or value != value:  # NaN
        return usual
    return float(min(max(value, least), most))  # bounded first: no float holds every whole number of JSON
