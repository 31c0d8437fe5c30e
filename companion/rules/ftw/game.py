"""How positions of FTW?! change, by actions and by chance; ``GAME`` collects the game's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.rules.chance import shuffle
from companion.rules.ftw.actions import CARDS_TO_GIVE, Action, Cards, Deal, Give, Lay, Play, Show
from companion.rules.ftw.legal import split
from companion.rules.ftw.options import FTWOptions
from companion.rules.ftw.state import CARD_BITS, State, acting, deck, fresh, score, scores
from companion.rules.protocol import Actor, Game, Outcome, best, game_of

_SEAT_ACTORS: tuple[tuple[Actor, ...], ...] = tuple((seat,) for seat in range(6))


def _deal(state: State, actor: Actor, action: Deal) -> State:
    hands = tuple([tuple(sorted(hand)) for hand in action.hands])
    dealt = {card for hand in hands for card in hand}
    aside = sum(CARD_BITS[card] for card in deck(state) if card not in dealt)
    return state._replace(acts=tuple(range(len(hands))), hands=hands, away=aside)


def _give(state: State, actor: Actor, action: Give) -> State:
    """Record a player's choice. Once all have chosen, move each gift to the right-hand neighbour (the seat before)."""
    cards = tuple(sorted(action.cards)) or (0,) * CARDS_TO_GIVE
    given = (*state.given[:actor], cards, *state.given[actor + 1 :])
    acts = tuple(seat for seat in state.acts if seat != actor)
    if acts:
        return state._replace(acts=acts, given=given)
    if not state.options.digital:
        return state._replace(acts=_SEAT_ACTORS[state.turn], given=given)
    n = len(given)
    hands = tuple(
        tuple(sorted({*hand}.difference(given[seat] or ()).union(given[(seat + 1) % n] or ())))
        for seat, hand in enumerate(state.hands)
    )
    return state._replace(acts=_SEAT_ACTORS[state.turn], hands=hands, given=given)


def _play(state: State, actor: Actor, action: Play) -> State:
    options, seed, _, turn, hands, given, pile, front, away, points, last = state
    card, helpers = action
    hand = hands[turn]
    at = hand.index(card) if card in hand else 0  # else an unseen physical card, which is 0
    hand = hand[:at] + hand[at + 1 :]
    hands = (*hands[:turn], hand, *hands[turn + 1 :])
    if len(hand) == 1 and options.digital:
        return _end_round(state, hands)
    if helpers:
        for helper in helpers:
            away |= CARD_BITS[helper]
        kept = tuple([helper for helper in front[turn] if helper not in helpers])
        front = (*front[:turn], kept, *front[turn + 1 :])
    if len(hand) == 1:
        return _count_shown_hands(state._replace(hands=hands, pile=(*pile, card), front=front, away=away))
    turn += 1
    if turn == len(hands):
        turn = 0
    return State(options, seed, _SEAT_ACTORS[turn], turn, hands, given, (*pile, card), front, away, points, last)


def _show(state: State, actor: Actor, action: Show) -> State:
    hands = (*state.hands[:actor], tuple(sorted(action.cards)), *state.hands[actor + 1 :])
    return _count_shown_hands(state._replace(hands=hands))


def _count_shown_hands(state: State) -> State:
    """End the round if all hands of physical cards have been shown, else go on waiting."""
    acts = acting(state)
    return state._replace(acts=acts) if acts else _end_round(state, state.hands)


def _lay(state: State, actor: Actor, action: Lay) -> State:
    options, seed, _, turn, hands, given, pile, front, away, points, last = state
    card, take = action
    hand = list(hands[turn])
    hand[hand.index(card) if card in hand else 0] = take
    hand.sort()
    hands = (*hands[:turn], tuple(hand), *hands[turn + 1 :])
    for gone in pile:
        away |= CARD_BITS[gone]
    away ^= CARD_BITS[take]
    laid = tuple(sorted(front[turn] + (card,)))
    front = (*front[:turn], laid, *front[turn + 1 :])
    turn += 1
    if turn == len(hands):
        turn = 0
    return State(options, seed, _SEAT_ACTORS[turn], turn, hands, given, (), front, away, points, last)


def _end_round(state: State, hands: tuple[Cards, ...]) -> State:
    """Score the hands and clear the table; the next seat clockwise begins the next round."""
    options, n = state.options, len(hands)
    points = (*state.points, tuple(map(score, hands)))
    turn = state.turn if len(points) == options.rounds else (options.first + len(points)) % n
    return fresh(options, state.seed, turn, points, hands)


_MOVES: Final[dict[type, Callable[[State, Actor, Any], State]]] = {
    Deal: _deal,
    Give: _give,
    Play: _play,
    Lay: _lay,
    Show: _show,
}


def move(state: State, actor: Actor, action: Action) -> State:
    """Return the position after an action that ``check`` allows."""
    return _MOVES[type(action)](state, actor, action)


def outcome(state: State) -> Outcome | None:
    return None if state.acts else best(scores(state), "rounds")


_DRAWS_PER_SHUFFLE: Final = 64  # random numbers reserved for one shuffle


def draw(state: State) -> Action:
    return split(shuffle(deck(state), state.seed, _DRAWS_PER_SHUFFLE * len(state.points)), len(state.hands))


def reversible(before: State, actor: Actor, action: Action, after: State) -> bool:
    """Return True if an action can be undone.

    With digital cards only the choice of cards to give can, until the last player has chosen. With physical cards every
    action can, since a card may have been misread.
    """
    return not before.options.digital or (isinstance(action, Give) and before.given.count(None) > 1)


GAME: Final[Game[FTWOptions, State, Action]] = game_of(
    __package__,
    variants={"default": {}, "one-round": {"rounds": 1, "first": 1}, "physical": {"cards": "physical"}},
    secret=(Deal, Give),
    levels=("beginner", "family", "strong"),
)
