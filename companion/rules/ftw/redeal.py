"""What a viewer of FTW?! cannot know, dealt again."""

from __future__ import annotations

from random import Random
from typing import Final

from companion.rules.ftw.actions import GIVEN, Action, Cards, Deal, Lay, Play
from companion.rules.ftw.state import BIT, State, deck, discarded
from companion.rules.protocol import Actor, Seen

_NOBODY: Final = -1


def redeal(state: State, viewer: Actor, seen: Seen[Action], random: Random) -> State:
    """Others' hands, gifts and cards that lie aside, but for what the viewer gave away and what all saw being taken."""
    state = state._replace(seed=random.getrandbits(62))
    if not state.options.digital or not state.hands[0]:
        return state
    held = _whereabouts(state, viewer, seen)
    hands = [list(hand) if seat == viewer else [c for c in hand if held.get(c) == seat] for seat, hand in _seats(state)]
    pool, gone = _hidden(state, {card for hand in hands for card in hand}, held)
    random.shuffle(pool)
    for seat, hand in _seats(state):
        missing = len(hand) - len(hands[seat])
        hands[seat] += pool[:missing]
        pool = pool[missing:]
    mixed = tuple([tuple(sorted(hand)) for hand in hands])
    away = sum(BIT[card] for card in (*gone, *pool))
    return state._replace(hands=mixed, given=_gifts(state, mixed, viewer, random), away=away)


def _hidden(state: State, fixed: set[int], held: dict[int, int]) -> tuple[list[int], list[int]]:
    """The cards that may be anywhere hidden, and those known to be out of play."""
    away = discarded(state)
    pool = [card for hand in state.hands for card in hand if card not in fixed]
    return pool + [card for card in away if card not in held], [card for card in away if card in held]


def _seats(state: State) -> list[tuple[int, Cards]]:
    return list(enumerate(state.hands))


def _whereabouts(state: State, viewer: Actor, seen: Seen[Action]) -> dict[int, int]:
    """The cards that the viewer knows, with the seat that holds each, or _NOBODY for those that are out of play."""
    held: dict[int, int] = {}
    if viewer >= 0 and None not in state.given:
        held = dict.fromkeys(state.given[viewer] or (), (viewer - 1) % len(state.hands))
    start = max((at for at, (_, action) in enumerate(seen, 1) if isinstance(action, Deal) or action is None), default=0)
    for actor, action in seen[start:]:
        if isinstance(action, (Play, Lay)):
            held[action.card] = _NOBODY
        if isinstance(action, Lay):
            held[action.take] = actor
    return held


def _gifts(state: State, hands: tuple[Cards, ...], viewer: Actor, random: Random) -> tuple[Cards | None, ...]:
    """The viewer knows the three cards given and the three received. Others' are of no more use once they are given."""
    n, given = len(hands), list(state.given)
    if None in given:
        return tuple([
            cards if cards is None or seat == viewer else tuple(sorted(random.sample(hands[seat], GIVEN)))
            for seat, cards in enumerate(given)
        ])  # fmt: skip
    known = {viewer, (viewer + 1) % n} if viewer >= 0 else set()
    rest = [card for card in deck(state) if all(card not in (given[seat] or ()) for seat in known)]
    random.shuffle(rest)
    return tuple([
        cards if seat in known else tuple(sorted(rest[GIVEN * seat : GIVEN * seat + GIVEN]))
        for seat, cards in enumerate(given)
    ])  # fmt: skip
