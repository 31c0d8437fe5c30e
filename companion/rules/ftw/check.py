"""Whether an action may be made: the one source of legality, which ``legal``, ``apply`` and every refusal ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from companion.facts import fact
from companion.rules.errors import IllegalAction, MalformedAction
from companion.rules.ftw import rulebook
from companion.rules.ftw.actions import GIVEN, HAND, Cards, Deal, Give, Lay, Play
from companion.rules.ftw.options import NAME
from companion.rules.ftw.state import State, deck, phase
from companion.rules.notation import actor_name, no_action, shown, turn_of
from companion.rules.protocol import Actor, check_actor

_NOW: Final = {
    "deal": rulebook.DEALING,
    "give": rulebook.GIVING,
    "play": rulebook.TURNS,
    "over": rulebook.ENDED,
}


def check(state: State, actor: Any, action: Any) -> None:
    """Raises MalformedAction or IllegalAction."""
    kind = type(action)
    if actor in state.acts and type(actor) is int and kind in CHECKS:
        if actor < 0:
            if kind is Deal:
                return _deal(state, actor, action)
        elif state.given[actor] is None:
            if kind is Give:
                return _give(state, actor, action)
        elif kind is Play:
            return _play(state, actor, action)
        elif kind is Lay:
            return _lay(state, actor, action)
    _refuse(state, actor, action)


def _refuse(state: State, actor: Any, action: Any) -> NoReturn:
    """An actor or a kind of action that is not due."""
    players = state.options.players
    check_actor(actor, len(players))
    if type(action) not in CHECKS:
        raise no_action(action, NAME)
    now = phase(state)
    who, turn = actor_name(actor, players), turn_of(state.acts, players)
    raise IllegalAction(fact(f"ftw.no.{now}-now", who=who, turn=turn), rule=_NOW[now])


def _cards(cards: Any, state: State, what: str) -> Cards:
    """A tuple of card numbers of this deck. Raises MalformedAction."""
    highest = len(deck(state))
    if type(cards) is not tuple or not all(type(card) is int and 1 <= card <= highest for card in cards):
        raise MalformedAction(fact(f"ftw.no.{what}", cards=shown(cards), highest=highest))
    return cards


def _deal(state: State, actor: Actor, action: Deal) -> None:
    n = len(state.hands)
    if type(action.hands) is not tuple or len(action.hands) != n:
        raise MalformedAction(fact("ftw.no.hands", n=n))
    dealt = [card for hand in action.hands for card in _cards(hand, state, "hand")]
    if len(set(dealt)) != len(dealt):
        raise IllegalAction(fact("ftw.no.dealt-twice"), rule=rulebook.DEALING)
    if any(len(hand) != HAND[n] for hand in action.hands):
        raise IllegalAction(fact("ftw.no.hand-size", n=n, size=HAND[n]), rule=rulebook.DEALING)


def _give(state: State, actor: Actor, action: Give) -> None:
    cards = _cards(action.cards, state, "gift")
    if len(cards) != GIVEN or len(set(cards)) != GIVEN:
        raise IllegalAction(fact("ftw.no.three", n=len(set(cards))), rule=rulebook.GIVING)
    for card in cards:
        _held(state, actor, card)


def _held(state: State, actor: Actor, card: int) -> None:
    if card not in state.hands[actor]:
        who = state.options.players[actor]
        hidden = fact("ftw.no.not-yours", who=who)
        raise IllegalAction(fact("ftw.no.not-held", who=who, card=card), rule=rulebook.HELD, public=hidden)


# What all can see is checked first and the hand last: a refusal in public then tells nothing of it.


def _play(state: State, actor: Actor, action: Play) -> None:
    """A card on the pile, by A or C."""
    card, helpers = action
    held = type(card) is int and type(helpers) is tuple and card in state.hands[actor]
    if not held:
        _cards((card,), state, "card")
        _cards(helpers, state, "helpers")
    pile = state.pile
    if not pile or card > pile[-1]:
        if helpers:
            _cards(helpers, state, "helpers")
            raise IllegalAction(fact("ftw.no.needless", card=card), rule=rulebook.HELP)
    elif not helpers:
        raise IllegalAction(fact("ftw.no.not-higher", card=card, top=pile[-1]), rule=rulebook.HIGHER)
    else:
        _helped(state, actor, action)
    if not held:
        _held(state, actor, card)


def _helped(state: State, actor: Actor, action: Play) -> None:
    card, helpers = action
    front, top = state.front[actor], state.pile[-1]
    for helper in _cards(helpers, state, "helpers"):
        if helper not in front:
            who = state.options.players[actor]
            raise IllegalAction(fact("ftw.no.no-helper", card=helper, who=who), rule=rulebook.HELP)
    if len(set(helpers)) != len(helpers):
        raise IllegalAction(fact("ftw.no.helper-twice"), rule=rulebook.HELP)
    total = card + sum(helpers)
    if total <= top:
        raise IllegalAction(fact("ftw.no.sum", card=card, sum=total, top=top), rule=rulebook.HELP)


def _lay(state: State, actor: Actor, action: Lay) -> None:
    """A card in front and one of the pile to the hand, by B."""
    card, take = action
    if type(card) is not int or type(take) is not int or take not in state.pile:
        _cards((card, take), state, "pair")
        if not state.pile:
            raise IllegalAction(fact("ftw.no.no-pile", card=card), rule=rulebook.LOWER)
        raise IllegalAction(fact("ftw.no.not-in-pile", card=take), rule=rulebook.FROM_PILE)
    if card > state.pile[-1]:
        _cards((card, take), state, "pair")
        raise IllegalAction(fact("ftw.no.not-lower", card=card, top=state.pile[-1]), rule=rulebook.LOWER)
    if card not in state.hands[actor]:
        _cards((card, take), state, "pair")
        _held(state, actor, card)


CHECKS: Final[dict[type, Callable[[State, Actor, Any], None]]] = {Deal: _deal, Give: _give, Play: _play, Lay: _lay}
