"""How positions of Face Off! change, by actions and by chance; ``GAME`` collects the game's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.rules.face_off import actions
from companion.rules.face_off.check import holds, holds_all
from companion.rules.face_off.legal import deal
from companion.rules.face_off.options import FaceOffOptions
from companion.rules.face_off.state import Entry, Exchange, Phase, State
from companion.rules.protocol import Actor, Game, game_of

_new = State._make


def _move_offer(state: State, actor: int, action: actions.Offer | None) -> State:
    offers = state.offers
    values = list(state)
    values[10] = (*offers[:actor], action, *offers[actor + 1 :])
    return _new(values)


def _move_trade(state: State, actor: int, action: actions.Trade) -> State:
    one, other = action.one, action.other
    mine, yours = state.offers[one], state.offers[other]
    assert mine is not None
    assert yours is not None
    offers, last, number = list(state.offers), list(state.last), state.trades + 1
    offers[one] = offers[other] = None
    last[one] = Exchange(other, mine.cards, yours.cards, bool(yours.wrong), False, number)
    last[other] = Exchange(one, yours.cards, mine.cards, bool(mine.wrong), False, number)
    hands = _swap(state.hands, one, mine.cards, other, yours.cards) if state.hands else ()
    after = state._replace(hands=hands, offers=tuple(offers), last=tuple(last), trades=number, pair=(one, other))
    limit = state.options.max_trades
    return _new_hand(after) if limit and number >= limit else after


def _swap(
    hands: tuple[actions.Hand, ...], one: int, gives: actions.Hand, other: int, returns: actions.Hand
) -> tuple[actions.Hand, ...]:
    """Return the hands after player ``one`` gave the cards ``gives`` to player ``other`` and got ``returns``.

    Special cards are bits. No card is in two hands, so bits can be added and subtracted like counts.
    """
    out = list(hands)
    out[one] = tuple([h - g + r for h, g, r in zip(out[one], gives, returns, strict=True)])
    out[other] = tuple([h - r + g for h, g, r in zip(out[other], gives, returns, strict=True)])
    return tuple(out)


def _score(state: State, player: int, points: int, reason: str) -> State:
    """Return the state with these points in the score and in a new line of the score sheet; unchanged for 0 points."""
    if not points:
        return state
    scores = (*state.scores[:player], state.scores[player] + points, *state.scores[player + 1 :])
    return state._replace(scores=scores, sheet=(*state.sheet, Entry(state.hand, player, points, reason)))


def _move_claim(state: State, actor: int, action: actions.Claim) -> State:
    if not state.options.digital:
        return state._replace(phase=Phase.CLAIM, claim=(actor, action.suit))
    if holds_all(state, actor, action.suit):
        return _won(state._replace(claim=(actor, action.suit)))
    return _score(state, actor, -state.options.false_claim_penalty, "false claim")


def _won(state: State) -> State:
    """Accept the claim: score its points, then wait for the speech (advanced game) or end the hand."""
    assert state.claim is not None
    player, suit = state.claim
    state = _score(state, player, state.options.value(suit), suit)
    state = state._replace(dealer=player, offers=(None,) * len(state.offers))
    return state._replace(phase=Phase.SPEECH) if state.options.advanced else _end_hand(state)


def _end_hand(state: State) -> State:
    """End the game at the target or after the last hand, else let the winner choose the next signals."""
    assert state.claim is not None
    done = state.scores[state.claim[0]] >= state.options.target or state.hand == state.options.max_hands
    return state._replace(phase=Phase.OVER if done else Phase.NEXT)


def _move_verdict(state: State, actor: int, action: actions.Verdict) -> State:
    if action.found == "unseen":
        return state._replace(phase=Phase.UNSEEN)
    if action.found == "teeth":
        assert state.claim is not None
        state = _score(state, state.claim[0], -state.options.teeth_penalty, "teeth")
    return _end_hand(state)


def _move_call(state: State, actor: int, action: actions.Call) -> State:
    if not state.options.digital:
        return state._replace(phase=Phase.CALL, call=(actor, action.giver))
    return _mistake(state, actor, action.giver)


def _mistake(state: State, caller: int, giver: int) -> State:
    """Score the penalty for trading a wrong card. If both players still hold the traded cards, undo the trade.

    If both gave a wrong card, the giver may still call the caller's mistake.
    """
    mine = state.last[caller]
    assert mine is not None
    yours = state.last[giver]
    state = _score(state, giver, -state.options.mistake_penalty, "mistake")
    last, offers, hands = list(state.last), list(state.offers), state.hands
    last[caller] = offers[caller] = offers[giver] = None
    if hands and not mine.undone and holds(hands[caller], mine.got) and holds(hands[giver], mine.gave):
        hands = _swap(hands, caller, mine.got, giver, mine.gave)
        if yours is not None and yours.number == mine.number:
            last[giver] = yours._replace(undone=True)
    return state._replace(last=tuple(last), offers=tuple(offers), hands=hands)


def _move_confirm(state: State, actor: int, action: actions.Confirm) -> State:
    if state.phase is Phase.CLAIM:
        return _won(state)
    assert state.call is not None
    return _mistake(state._replace(phase=Phase.PLAY, call=None), *state.call)


def _move_deny(state: State, actor: int, action: actions.Deny) -> State:
    if state.phase is Phase.CLAIM:
        assert state.claim is not None
        state = _score(state, state.claim[0], -state.options.false_claim_penalty, "false claim")
        return state._replace(phase=Phase.PLAY, claim=None)
    assert state.call is not None
    last = list(state.last)
    last[state.call[0]] = None  # a denied call cannot be repeated
    return state._replace(phase=Phase.PLAY, call=None, last=tuple(last))


def _new_hand(state: State) -> State:
    """Remove all cards and begin the next hand; after ``max_hands`` end the game."""
    if state.hand == state.options.max_hands:
        return state._replace(phase=Phase.OVER)
    n = len(state.scores)
    return state._replace(
        phase=Phase.DEAL if state.options.digital else Phase.PLAY,
        hand=state.hand + 1,
        hands=(),
        offers=(None,) * n,
        last=(None,) * n,
        trades=0,
        pair=None,
        claim=None,
        call=None,
    )


def _move_deal(state: State, actor: int, action: actions.Deal) -> State:
    return state._replace(hands=action.hands, phase=Phase.PLAY, counter=state.counter + draws(state))


def draws(state: State) -> int:
    """Return how many random numbers a deal uses."""
    n = len(state.options.players)
    return 9 * n - 1 + (2 * (n - 1) if state.options.advanced else 0)


MOVES: Final[dict[type, Callable[[State, int, Any], State]]] = {
    actions.Offer: _move_offer,
    actions.Withdraw: lambda state, actor, action: _move_offer(state, actor, None),
    actions.Claim: _move_claim,
    actions.Call: _move_call,
    actions.Next: lambda state, actor, action: _new_hand(
        state._replace(signal_set=action.signal_set, wild=action.wild)
    ),
    actions.Trade: _move_trade,
    actions.Confirm: _move_confirm,
    actions.Deny: _move_deny,
    actions.Verdict: _move_verdict,
    actions.Deal: _move_deal,
}


def move(state: State, actor: int, action: actions.Action) -> State:
    """Return the position after an action that ``check`` allows."""
    return MOVES[type(action)](state, actor, action)


def draw(state: State) -> actions.Action:
    return actions.Deal(deal(state.options, state.seed, state.counter))


def veil(action: actions.Action) -> actions.Action:
    """Return the action without the cards set aside for a trade."""
    return actions.offer(action.shown) if isinstance(action, actions.Offer) else action


def reversible(before: State, actor: Actor, action: actions.Action, after: State) -> bool:
    """Return True if an action can be undone, because it revealed nothing.

    Such actions are signals, verdicts and the dealer's choice; with physical cards also claims, trades and the table's
    answers.
    """
    if isinstance(action, (actions.Offer, actions.Withdraw, actions.Next, actions.Verdict)):
        return True
    return not before.options.digital and isinstance(
        action, (actions.Claim, actions.Trade, actions.Confirm, actions.Deny)
    )


GAME: Final[Game[FaceOffOptions, State, actions.Action]] = game_of(
    __package__,
    variants={
        "basic": {},
        "advanced": {"advanced": True},
        "physical": {"cards": "physical"},
        "advanced physical": {"advanced": True, "cards": "physical"},
        "house rules": {"advanced": True, "false_claim_penalty": 10, "max_trades": 60, "max_hands": 3, "target": 150},
    },
    secret=(actions.Deal,),
    senses=frozenset({"signals", "phrases", "teeth"}),
    levels=("beginner", "family"),
    commands=("win", "clean", "teeth", "seat", "wild"),
)
