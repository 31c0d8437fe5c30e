"""Which signals come in which order: the ones that are due first, and oftener."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime

from companion.practice.schedule import Advice, advise
from companion.practice.store import Store


def advice(store: Store, player: str, wanted: Sequence[str]) -> list[Advice]:
    """What to practise next of ``wanted``; a player who is not there yet has tried nothing."""
    history = store.attempts(player) if player in store.players() else []
    return advise(history, wanted, datetime.now().astimezone())


def order(
    store: Store, player: str, wanted: Sequence[str], tries: int, *, mixed: bool, seed: random.Random
) -> tuple[str, ...]:
    """``mixed``: all in turns, each round shuffled, the most due one oftener; else that one again and again."""
    first = [a.signal for a in advice(store, player, wanted)]
    if not mixed:
        return (first[0],) * tries
    out: list[str] = []
    while len(out) < tries:
        turn = [*first, first[0]] if len(first) > 1 else list(first)
        seed.shuffle(turn)
        out += turn
    return tuple(out[:tries])
