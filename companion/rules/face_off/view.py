"""What a viewer may know of Face Off!, and what a referee says of each action: never a secret."""

from __future__ import annotations

from typing import Any

from companion.facts import Fact, fact
from companion.rules.face_off.actions import (
    GRINS,
    WILDS,
    Action,
    Call,
    Claim,
    Confirm,
    Deal,
    Deny,
    Hand,
    Next,
    Offer,
    Trade,
    Verdict,
)
from companion.rules.face_off.data import INDEX, SHOWN_TEXT, SIGNAL_SETS, signal_for
from companion.rules.face_off.moves import move, outcome
from companion.rules.face_off.options import NAME
from companion.rules.face_off.state import Phase, State, actors
from companion.rules.protocol import Actor, View, common, sentences, winners


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


def describe(before: State, actor: Actor, action: Action, after: State) -> Fact:
    names = before.options.players
    who = names[actor] if actor >= 0 else ""
    match action:
        case Deal():
            code = "face-off.deal-advanced" if before.options.advanced else "face-off.deal"
            return fact(code, dealer=names[before.dealer], hand=before.hand)
        case Offer(shown):
            signal = signal_for(before.signal_set, shown)
            return fact("face-off.offer", who=who, signal=signal, shown=SHOWN_TEXT[shown])
        case Trade(one, other):
            return _trade(before, action, names[one], names[other])
        case Claim(suit):
            if not before.options.digital:
                return fact("face-off.asked", who=who, gem=suit)
            return _claim(before, actor, action)
        case Call(giver):
            code = "face-off.call" if before.options.digital else "face-off.call-asked"
            return fact(code, who=who, giver=names[giver], points=before.options.mistake_penalty)
        case Confirm() | Deny():
            return _ruling(before, action)
        case Verdict(found):
            return _verdict(before, action, found)
        case Next(signal_set, wild):
            if wild:
                return fact("face-off.next-wild", who=who, set=signal_set, wild=wild)
            return fact("face-off.next", who=who, set=signal_set)
        case _:
            return fact("face-off.withdraw", who=who)


def _trade(before: State, action: Trade, one: str, other: str) -> Fact:
    mine = before.offers[action.one]
    told = fact("face-off.trade", one=one, other=other, shown=SHOWN_TEXT[mine.shown] if mine else "1")
    after = move(before, -2, action)
    return sentences(told, fact("face-off.stalemate") if after.hand != before.hand else _game(after))


def _claim(before: State, actor: int, action: Action) -> Fact:
    """A claim that is judged now, by the digital cards or by the table."""
    after = move(before, actor, action)
    if after.phase is Phase.PLAY:
        who = before.options.players[before.claim[0] if before.claim else actor]
        points = before.options.false_claim_penalty
        return sentences(fact("face-off.false", who=who), fact("face-off.penalty", points=points) if points else None)
    assert after.claim is not None
    player, suit = after.claim
    who, points = before.options.players[player], before.options.value(suit)
    told = fact("face-off.won", who=who, gem=suit, points=points, total=after.scores[player])
    return sentences(told, fact("face-off.speech") if after.phase is Phase.SPEECH else _game(after))


def _ruling(before: State, action: Confirm | Deny) -> Fact:
    if before.call is None:
        return _claim(before, -2, action)
    caller, giver = (before.options.players[p] for p in before.call)
    code = "face-off.call" if isinstance(action, Confirm) else "face-off.call-denied"
    return fact(code, who=caller, giver=giver, points=before.options.mistake_penalty)


def _verdict(before: State, action: Verdict, found: str) -> Fact:
    assert before.claim is not None
    after, player = move(before, -2, action), before.claim[0]
    told = fact(
        f"face-off.{found}",
        who=before.options.players[player],
        points=before.options.teeth_penalty,
        total=after.scores[player],
    )
    return sentences(told, _game(after))


def _game(after: State) -> Fact | None:
    """The winners of the game, where this action has ended it."""
    return None if outcome(after) is None else winners("face-off", after.options.players, after.scores)
