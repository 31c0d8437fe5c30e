"""What each may know: a player their own cards, the table what all can see. Never the seed."""

from __future__ import annotations

from typing import Any

from companion.rules.common_views import common
from companion.rules.face_off.actions import GRINS, WILDS, Hand
from companion.rules.face_off.data import INDEX, SHOWN_TEXT, SIGNAL_SETS
from companion.rules.face_off.moves import outcome
from companion.rules.face_off.options import NAME
from companion.rules.face_off.state import Phase, State, actors
from companion.rules.protocol import View


def view(state: State, viewer: int) -> View:
    """JSON values. ``hand``, ``offered`` and ``received`` are there for a player with digital cards only."""
    options, phase, end = state.options, state.phase, outcome(state)
    turn = state.dealer if phase is Phase.NEXT else None
    seen: View = {
        **common(NAME, viewer, options.players, phase.name.lower(), actors(state), turn, state.hand, state.scores),
        "dealer": state.dealer,
        "advanced": options.advanced,
        "cards": options.cards,
        "suits": list(options.suits),
        "gem_values": {s: options.value(s) for s in options.suits},
        "signal_set": state.signal_set,
        "signals": list(SIGNAL_SETS[state.signal_set]),
        "wild_signal": state.wild,
        "target": options.target,
        "sheet": [entry._asdict() for entry in state.sheet],
        "shown": [None if o is None else SHOWN_TEXT[o.shown] for o in state.offers],
        "trades": state.trades,
        "last_trade": None if state.pair is None else list(state.pair),
        "claim": state.claim and dict(zip(("player", "suit"), state.claim, strict=True)),
        "call": state.call and dict(zip(("caller", "giver"), state.call, strict=True)),
        "outcome": end and {"scores": [*end.scores], "winners": [*end.winners], "termination": end.termination},
    }
    if viewer >= 0 and state.hands:
        seen |= _own(state, viewer)
    return seen


def _own(state: State, viewer: int) -> View:
    """A digital hand, what is offered of it, and what the latest trade brought."""
    last, mine = state.last[viewer], state.offers[viewer]
    received = None
    if last is not None and not last.undone:
        received = {"from": last.other, "cards": cards(last.got), "wrong": last.wrong}
    return {
        "hand": cards(state.hands[viewer]),
        "offered": None if mine is None else cards(mine.cards),
        "received": received,
        "mistake_of": last.other if last is not None and last.wrong else None,
    }


def cards(hand: Hand) -> dict[str, Any]:
    """{"ruby": 3, ..., "grin": ["jade"], "wild": []}, gems that are there only."""
    out: dict[str, Any] = {suit: hand[i] for suit, i in INDEX.items() if hand[i]}
    for name, at in (("grin", GRINS), ("wild", WILDS)):
        out[name] = [suit for suit, i in INDEX.items() if hand[at] >> i & 1]
    return out
