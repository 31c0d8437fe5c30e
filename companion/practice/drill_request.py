"""Requests for a drill, from the terminal or the web page, and the function that builds the drill from one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import BadInput
from companion.people.attempt import Throw
from companion.practice.cue_drill import CueRun
from companion.practice.dice_check import DiceRun
from companion.practice.drill_run import DrillRun, Keep
from companion.practice.drills import EARS_SENSE, EYES_SENSE, check_signal, heard_with, of_sets, senses_for, senses_of
from companion.practice.frenzy import Frenzy
from companion.practice.poker_face import MAX_STRIP_PICTURES, PokerFace
from companion.practice.schedule import plan_of
from companion.practice.store import PracticeStore
from companion.rules.face_off.data import GRIN_SIGNAL, SIGNAL_SETS, WILD_SIGNAL

DRILLS = ("learn", "reaction", "frenzy", "poker", "grin", "wild", "dice")


@dataclass(frozen=True, kw_only=True)
class DrillRequest:
    """What a player wants to practise.

    Attributes:
        drill: Name of the drill, one of ``DRILLS``.
        player: Who practises.
        sets: Letters of the sets of signals.
        signal: A single signal; "" for all of ``sets``.
        senses: Chosen senses ("eyes", "ears"); empty for what the signals need.
        tries: Number of cues.
        seconds: Length of a speech (drill "poker") or hand (drill "frenzy"); 0 for the usual one.
        count: Number of dice; None for any.
        parts: Number of pictures that are shown after a speech.
    """

    drill: str
    player: str
    sets: str = "B"
    signal: str = ""
    senses: frozenset[str] = frozenset()
    tries: int = 6
    seconds: float = 0.0
    count: int | None = None
    parts: int = MAX_STRIP_PICTURES


def run_of(wish: DrillRequest, store: PracticeStore, keep: Keep, throw: Callable[[Throw], None]) -> DrillRun:
    """Return a new drill as requested.

    Args:
        wish: The request.
        store: The practice database, for the choice of signals.
        keep: Stores a finished attempt.
        throw: Stores a throw of dice.

    Raises:
        BadInput: The drill or a signal is unknown, or the signals cannot be practised with the chosen senses.
    """
    if wish.drill not in DRILLS:
        raise BadInput("practice.gone-drill")
    if wish.drill == "dice":
        return DiceRun(wish.player, wish.count, throw)
    wanted, senses = _signals_and_senses(wish)
    if wish.drill == "poker":
        return PokerFace(wish.player, wish.seconds or 15.0, keep, wish.parts)
    if wish.drill == "frenzy":
        frenzy = Frenzy(wish.player, wish.sets, wish.seconds or 90.0, keep)
        frenzy.eyes, frenzy.ears = EYES_SENSE in senses, EARS_SENSE in senses
        return frenzy
    plan = plan_of(wish.drill, store, wish.player, wanted, wish.tries)
    return CueRun(wish.drill, wish.player, plan, keep, senses, heard_with(wanted))


def _signals_and_senses(wish: DrillRequest) -> tuple[tuple[str, ...], set[str]]:
    """Return the signals of a request, and the senses that they need.

    Raises:
        BadInput: A signal is unknown, none can be practised with the chosen senses, or a frenzy has several sets.
    """
    if wish.drill in ("grin", "poker"):
        return (GRIN_SIGNAL,), {EYES_SENSE}
    if wish.drill == "wild":
        return (WILD_SIGNAL,), {*wish.senses} or {EARS_SENSE}
    if wish.signal:
        one = check_signal(wish.signal)
        return (one,), {*wish.senses} & {*senses_of(one)} or senses_for([one])
    if wish.drill == "frenzy" and len(wish.sets) != 1:
        raise BadInput("practice.one-set")
    senses = {*wish.senses} or senses_for(s for letter in wish.sets for s in SIGNAL_SETS[letter])
    wanted = of_sets(wish.sets, senses)
    if wanted in ((), (GRIN_SIGNAL,)):
        raise BadInput("practice.other-device", set=wish.sets, what="--mic" if EYES_SENSE in senses else "--camera")
    return wanted, senses
