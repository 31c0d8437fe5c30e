"""Which signals come in which order: the ones that are due first, and oftener."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime

from companion.practice.drill_signals import EARS, senses_of
from companion.practice.drills import DrillPlan
from companion.practice.schedule import Advice, advise
from companion.practice.store import PracticeStore


def advice(store: PracticeStore, player: str, wanted: Sequence[str]) -> list[Advice]:
    """What to practise next of ``wanted``; a player who is not there yet has tried nothing."""
    history = store.attempts(player) if player in store.players() else []
    return advise(history, wanted, datetime.now().astimezone())


def plan_of(drill: str, store: PracticeStore, player: str, wanted: Sequence[str], tries: int) -> DrillPlan:
    """The cues of one drill, with a rest of 1 to 2.5 s before each."""
    luck = random.Random()
    first = [a.signal for a in advice(store, player, wanted)]
    cues = _turns(first, tries, luck) if drill == "reaction" else (first[0],) * tries
    waits = tuple(luck.uniform(1.0, 2.5) for _ in cues)
    return DrillPlan(cues, waits, limits(cues, drill), strict=drill == "reaction", among=tuple(wanted))


def _turns(first: Sequence[str], tries: int, seed: random.Random) -> tuple[str, ...]:
    """All in turns, each round shuffled, the most due one oftener."""
    out: list[str] = []
    while len(out) < tries:
        turn = [*first, first[0]] if len(first) > 1 else list(first)
        seed.shuffle(turn)
        out += turn
    return tuple(out[:tries])


def limits(signals: Sequence[str], drill: str) -> float:
    """Seconds that a cue stands: long for learning, short for reaction; a noise is named up to a second later."""
    noises = any(EARS in senses_of(s) for s in signals)
    return {"learn": 20.0, "wild": 10.0}.get(drill, 5.0 + noises)
