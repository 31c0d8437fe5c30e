"""What each may know: a player their own cards, the table what all can see. Never the seed."""

from __future__ import annotations

from typing import Any

from companion.rules.face_off.actions import GRINS, WILDS, Hand, Offer
from companion.rules.face_off.data import INDEX, SHOWN_TEXT, SIGNAL_SETS, SUITS
from companion.rules.face_off.legal import actors
from companion.rules.face_off.moves import outcome
from companion.rules.face_off.options import NAME
from companion.rules.face_off.state import Phase, State
from companion.rules.protocol import View, check_viewer
from companion.rules.views import common


def view(state: State, viewer: int) -> View:
    """JSON values. ``hand``, ``offered`` and ``received`` are there for a player with digital cards only."""
    check_viewer(viewer, len(state.scores))
    options, phase = state.options, state.phase
    end = outcome(state)
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
        "sheet": [{"hand": e.hand, "player": e.player, "points": e.points, "reason": e.reason} for e in state.sheet],
        "shown": [None if o is None else SHOWN_TEXT[o.shown] for o in state.offers],
        "trades": state.trades,
        "last_trade": None if state.pair is None else list(state.pair),
        "claim": None if state.claim is None else {"player": state.claim[0], "suit": state.claim[1]},
        "call": None if state.call is None else {"caller": state.call[0], "giver": state.call[1]},
        "outcome": None
        if end is None
        else {"scores": list(end.scores), "winners": list(end.winners), "termination": end.termination},
    }
    if viewer >= 0 and state.hands:
        last, mine = state.last[viewer], state.offers[viewer]
        seen["hand"] = cards(state.hands[viewer])
        seen["offered"] = None if mine is None else cards(mine.cards)
        seen["received"] = (
            None if last is None or last.undone else {"from": last.other, "cards": cards(last.got), "wrong": last.wrong}
        )
        seen["mistake_of"] = last.other if last is not None and last.wrong else None
    return seen


def cards(hand: Hand) -> dict[str, Any]:
    """{"ruby": 3, ..., "grin": ["jade"], "wild": []}, gems that are there only."""
    out: dict[str, Any] = {suit: hand[i] for suit, i in INDEX.items() if hand[i]}
    for name, at in (("grin", GRINS), ("wild", WILDS)):
        out[name] = [suit for suit, i in INDEX.items() if hand[at] >> i & 1]
    return out


def hidden_twin(state: State, viewer: int, random: Any) -> State | None:
    """The position with another seed, and a card swapped between two others that the viewer cannot see."""
    if not state.hands or state.phase in (Phase.SPEECH, Phase.UNSEEN, Phase.NEXT, Phase.OVER):
        return None
    others = [p for p in range(len(state.hands)) if p != viewer]
    spare = {p: _spare(state.hands[p], state.offers[p]) for p in others}
    swaps = [(p, i, q, j) for p in others for i in spare[p] for q in others if p < q for j in spare[q] if i != j]
    pairs = [(p, q) for p in others for q in others if p < q]
    swaps += [(p, at, q, at) for p, q in pairs for at in (GRINS, WILDS) if _alike(state, p, q, at)]
    if not swaps:
        return None
    p, i, q, j = swaps[int(random.random() * len(swaps))]
    hands = list(state.hands)
    if i == j:
        hands[p] = (*hands[p][:i], hands[q][i], *hands[p][i + 1 :])
        hands[q] = (*hands[q][:i], state.hands[p][i], *hands[q][i + 1 :])
    else:
        hands[p] = _changed(hands[p], i, j)
        hands[q] = _changed(hands[q], j, i)
    return state._replace(hands=tuple(hands), seed=state.seed ^ 0x5EED)


def _alike(state: State, p: int, q: int, at: int) -> bool:
    """Whether two players hold as many Grin (or Wild Thing) cards, other ones, and offer none of them."""
    mine, yours = state.hands[p][at], state.hands[q][at]
    offered = [o.cards[at] for o in (state.offers[p], state.offers[q]) if o is not None]
    return mine != yours and mine.bit_count() == yours.bit_count() and not any(offered)


def _spare(hand: Hand, mine: Offer | None) -> list[int]:
    aside = mine.cards if mine is not None else (0,) * len(hand)
    return [i for i in range(len(SUITS)) if hand[i] > aside[i]]


def _changed(hand: Hand, less: int, more: int) -> Hand:
    return tuple(c - (i == less) + (i == more) for i, c in enumerate(hand))
