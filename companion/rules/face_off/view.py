"""What each may know: a player their own cards, the table what all can see. Never the seed."""

from __future__ import annotations

from typing import Any

from companion.rules.face_off.actions import GRINS, WILDS, Hand, Offer
from companion.rules.face_off.checks import cards_problem, holds
from companion.rules.face_off.data import INDEX, SHOWN_TEXT, SIGNAL_SETS, SUITS
from companion.rules.face_off.moves import outcome
from companion.rules.face_off.state import Phase, State
from companion.rules.protocol import View


def view(state: State, viewer: int) -> View:
    """JSON values. ``hand``, ``offered`` and ``received`` are there for a player with digital cards only."""
    options = state.options
    end = outcome(state)
    seen: View = {
        "game": "face-off", "viewer": viewer, "players": list(options.players), "phase": state.phase.name.lower(),
        "hand_number": state.hand, "dealer": state.dealer, "advanced": options.advanced, "cards": options.cards,
        "suits": list(options.suits), "gem_values": {s: options.value(s) for s in options.suits},
        "signal_set": state.signal_set, "signals": list(SIGNAL_SETS[state.signal_set]), "wild_signal": state.wild,
        "target": options.target, "scores": list(state.scores),
        "sheet": [{"hand": e.hand, "player": e.player, "points": e.points, "reason": e.reason} for e in state.sheet],
        "shown": [None if o is None else SHOWN_TEXT[o.shown] for o in state.offers],
        "trades": state.trades, "last_trade": None if state.pair is None else list(state.pair),
        "claim": None if state.claim is None else {"player": state.claim[0], "suit": state.claim[1]},
        "call": None if state.call is None else {"caller": state.call[0], "giver": state.call[1]},
        "outcome": None if end is None else {
            "scores": list(end.scores), "winners": list(end.winners), "termination": end.termination},
    }
    if viewer >= 0 and state.hands:
        last, mine = state.last[viewer], state.offers[viewer]
        seen["hand"] = cards(state.hands[viewer])
        seen["offered"] = None if mine is None else cards(mine.cards)
        seen["received"] = None if last is None or last.undone else {
            "from": last.other, "cards": cards(last.got), "wrong": last.wrong}
        seen["mistake_of"] = last.other if last is not None and last.wrong else None
    return seen


def cards(hand: Hand) -> dict[str, Any]:
    """{"ruby": 3, ..., "grin": ["jade"], "wild": []}, gems that are there only."""
    out: dict[str, Any] = {suit: hand[i] for suit, i in INDEX.items() if hand[i]}
    for name, at in (("grin", GRINS), ("wild", WILDS)):
        out[name] = [suit for suit, i in INDEX.items() if hand[at] >> i & 1]
    return out


def audit(state: State) -> str | None:
    """What cannot be in this position: a card lost or doubled, an offer not held, a score that does not add up."""
    options, n = state.options, len(state.options.players)
    totals = [0] * n
    for entry in state.sheet:
        totals[entry.player] += entry.points
    if tuple(totals) != state.scores:
        return f"The score sheet gives {totals}, the scores are {list(state.scores)}."
    problem = _waiting(state)
    if problem:
        return problem
    if not state.hands:
        dealt = options.digital and state.phase not in (Phase.DEAL, Phase.OVER)
        return "The cards are not dealt." if dealt else None
    if len(state.hands) != n or not options.digital:
        return "There is not a hand for each player."
    lost = cards_problem(options, state.hands)
    if lost:
        return lost.en
    for hand, mine, name in zip(state.hands, state.offers, options.players, strict=True):
        if sum(hand[:GRINS]) + hand[GRINS].bit_count() + hand[WILDS].bit_count() != (11 if options.advanced else 9):
            return f"{name} holds too many or too few cards."
        if mine is not None and not holds(hand, mine.cards):
            return f"{name} offers cards that {name} does not hold."
    return None


def _waiting(state: State) -> str | None:
    """Whether the call that the phase waits for is there."""
    ruling = state.phase in (Phase.CLAIM, Phase.SPEECH, Phase.UNSEEN, Phase.NEXT)
    if ruling if state.claim is None else state.phase in (Phase.DEAL, Phase.PLAY, Phase.CALL):
        return "There is no win that the game could wait for."
    if (state.call is None) is (state.phase is Phase.CALL):
        return "There is no called mistake that the game could wait for."
    last = state.last[state.call[0]] if state.call else None
    return "The called trade is missing." if state.call and (last is None or last.other != state.call[1]) else None


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
        hands[p] = (*hands[p][:i], hands[q][i], *hands[p][i + 1:])
        hands[q] = (*hands[q][:i], state.hands[p][i], *hands[q][i + 1:])
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
