"""What a referee says of each action, as facts. Nothing secret is in them."""

from __future__ import annotations

from companion.facts import Fact, fact
from companion.rules.common_views import sentences, winners
from companion.rules.face_off.actions import Action, Call, Claim, Confirm, Deal, Deny, Next, Offer, Trade, Verdict
from companion.rules.face_off.data import SHOWN_TEXT, signal_for
from companion.rules.face_off.moves import move, outcome
from companion.rules.face_off.state import Phase, State
from companion.rules.protocol import Actor


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
