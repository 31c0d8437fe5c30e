"""Checks whether an action of FTW?! is legal; ``legal``, ``apply`` and all error messages rely on this."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from companion.rules.errors import Refusals, rulebook
from companion.rules.ftw.actions import CARDS_TO_GIVE, HAND_SIZES, HIGHEST_CARDS, Cards, Deal, Give, Lay, Play, Show
from companion.rules.ftw.options import NAME
from companion.rules.ftw.state import State, hidden, phase, showing
from companion.rules.notation import actor_name, no_action, shorten_repr, turn_of
from companion.rules.protocol import Actor, check_actor

_REFUSALS: Final = Refusals(NAME)
RULES: Final = rulebook(NAME)
_DEAL_ACTIONS: Final = (Deal,)
_GIFT_ACTIONS: Final = (Give,)
_TURN_ACTIONS: Final = (Play, Lay)
_SHOW_ACTIONS: Final = (Show,)
_PHASE_RULES: Final = {
    "deal": RULES["dealing"],
    "give": RULES["giving"],
    "play": RULES["turns"],
    "show": RULES["showing"],
    "over": RULES["ended"],
}


def check(state: State, actor: object, action: object) -> None:
    """Check that an actor may do an action now.

    Raises:
        MalformedAction: It is no action of this game, or its values are wrong in any position.
        IllegalAction: The rules forbid it now.
    """
    if actor in state.acts and type(actor) is int:
        due: tuple[type, ...] = (
            _DEAL_ACTIONS if actor < 0 else _GIFT_ACTIONS if state.given[actor] is None else _TURN_ACTIONS
        )
        if due is _TURN_ACTIONS and showing(state):
            due = _SHOW_ACTIONS
        if type(action) in due:
            return CHECKS[type(action)](state, actor, action)
    _refuse(state, actor, action)


def _refuse(state: State, actor: object, action: object) -> NoReturn:
    """Raise the error for an actor who may not act now, or for a type of action that this phase does not have."""
    players, now = state.options.players, phase(state)
    number = check_actor(actor, len(players))
    if type(action) not in CHECKS:
        raise no_action(action, NAME)
    raise _REFUSALS.illegal(
        _PHASE_RULES[now], f"{now}-now", who=actor_name(number, players), turn=turn_of(state.acts, players)
    )


def _cards(cards: object, state: State, what: str) -> Cards:
    """Return the cards if they are a tuple of this deck's numbers. Raises MalformedAction otherwise.

    ``what`` is the code of the error for cards that are no tuple of integers.
    """
    highest = HIGHEST_CARDS[state.options.n]
    if type(cards) is tuple:
        for card in cards:
            if type(card) is not int:
                break
            if not 1 <= card <= highest:
                raise _REFUSALS.malformed_error("card-number", card=card, highest=highest)
        else:
            return cards
    raise _REFUSALS.malformed_error(what, cards=shorten_repr(cards), highest=highest)


def _deal(state: State, actor: Actor, action: Deal) -> None:
    n = len(state.hands)
    if type(action.hands) is not tuple or len(action.hands) != n:
        raise _REFUSALS.malformed_error("hands", n=n)
    dealt = [card for hand in action.hands for card in _cards(hand, state, "hand")]
    if len(set(dealt)) != len(dealt):
        raise _REFUSALS.illegal(RULES["dealing"], "dealt-twice")
    if any(len(hand) != HAND_SIZES[n] for hand in action.hands):
        raise _REFUSALS.illegal(RULES["dealing"], "hand-size", n=n, size=HAND_SIZES[n])


def _give(state: State, actor: Actor, action: Give) -> None:
    cards = _cards(action.cards, state, "gift")
    if not state.options.digital:
        if cards:
            raise _REFUSALS.illegal(RULES["giving"], "secret-gift")
        return
    if len(cards) != CARDS_TO_GIVE or len(set(cards)) != CARDS_TO_GIVE:
        raise _REFUSALS.illegal(RULES["giving"], "three", n=len(set(cards)))
    for card in cards:
        _check_held(state, actor, card)


def _check_held(state: State, actor: Actor, card: int) -> None:
    hand = state.hands[actor]
    if card in hand:
        return
    if hand[0]:
        raise _REFUSALS.not_held(RULES["held"], state.options.players[actor], card)
    if not hidden(state, card):
        raise _REFUSALS.illegal(RULES["held"], "seen", card=card)


# Public information is checked first and the hand last, so that a public error reveals nothing about the hand.


def _play(state: State, actor: Actor, action: Play) -> None:
    """Check a card played onto the pile, alone (option A) or with helpers (option C)."""
    card, helpers = action
    held = type(card) is int and type(helpers) is tuple and card in state.hands[actor] and card > 0
    if not held:
        _cards((card,), state, "card")
        _cards(helpers, state, "helpers")
    pile = state.pile
    if not pile or card > pile[-1]:
        if helpers:
            _cards(helpers, state, "helpers")
            raise _REFUSALS.illegal(RULES["help"], "needless", card=card)
    elif not helpers:
        raise _REFUSALS.illegal(RULES["higher"], "not-higher", card=card, top=pile[-1])
    else:
        _check_helpers(state, actor, action)
    if not held:
        _check_held(state, actor, card)


def _check_helpers(state: State, actor: Actor, action: Play) -> None:
    card, helpers = action
    front, top = state.front[actor], state.pile[-1]
    for helper in _cards(helpers, state, "helpers"):
        if helper not in front:
            raise _REFUSALS.illegal(RULES["help"], "no-helper", card=helper, who=state.options.players[actor])
    if len(set(helpers)) != len(helpers):
        raise _REFUSALS.illegal(RULES["help"], "helper-twice")
    total = card + sum(helpers)
    if total <= top:
        raise _REFUSALS.illegal(RULES["help"], "sum", card=card, sum=total, top=top)


def _lay(state: State, actor: Actor, action: Lay) -> None:
    """Check a card laid in front and the card taken from the pile (option B)."""
    card, take = action
    if type(card) is not int or type(take) is not int or take not in state.pile:
        _cards((card, take), state, "pair")
        if not state.pile:
            raise _REFUSALS.illegal(RULES["lower"], "no-pile", card=card)
        raise _REFUSALS.illegal(RULES["from-pile"], "not-in-pile", card=take)
    if card > state.pile[-1]:
        _cards((card, take), state, "pair")
        raise _REFUSALS.illegal(RULES["lower"], "not-lower", card=card, top=state.pile[-1])
    if card not in state.hands[actor] or card <= 0:
        _cards((card, take), state, "pair")
        _check_held(state, actor, card)


def _show(state: State, actor: Actor, action: Show) -> None:
    """Check a shown hand: it must have the right number of cards, and all of its cards that were face up before."""
    hand, cards = state.hands[actor], _cards(action.cards, state, "hand")
    if len(cards) != len(hand) or len(set(cards)) != len(hand):
        raise _REFUSALS.illegal(RULES["showing"], "show-count", who=state.options.players[actor], n=len(hand))
    missing = [card for card in hand if card and card not in cards]
    if missing:
        raise _REFUSALS.illegal(RULES["showing"], "show-taken", who=state.options.players[actor], card=missing[0])
    for card in cards:
        _check_held(state, actor, card)


CHECKS: Final[dict[type, Callable[[State, Actor, Any], None]]] = {
    Deal: _deal,
    Give: _give,
    Play: _play,
    Lay: _lay,
    Show: _show,
}
