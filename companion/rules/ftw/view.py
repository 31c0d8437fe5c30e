"""Views of FTW?! for each player, random redeals of what is hidden, and public descriptions of actions."""

from __future__ import annotations

from random import Random
from typing import Final

from companion.facts import Fact, fact
from companion.rules.ftw.actions import CARDS_TO_GIVE, Action, Cards, Deal, Give, Lay, Play, Show
from companion.rules.ftw.options import NAME
from companion.rules.ftw.state import (
    CARD_BITS,
    State,
    deck,
    discarded_cards,
    phase,
    score,
    scores,
    showing,
    unseen_cards,
)
from companion.rules.protocol import TABLE, Actor, SeenHistory, View, common, sentences, winners

_NOBODY: Final = -1


def view(state: State, viewer: Actor) -> View:
    """Return what a viewer may know: the face-up cards, and for a player the own hand and the cards given from it.

    With physical cards ``known`` has those cards of each hand that have been face up on the table, and ``unseen`` the
    cards that hands may have besides.
    """
    options, turn = state.options, state.turn if state.acts else None
    number = min(len(state.points) + 1, options.rounds)
    shown: View = {
        **common(NAME, viewer, options.players, phase(state), state.acts, turn, number, scores(state)),
        "rounds": options.rounds,
        "highest": len(deck(state)),
        "cards": [len(hand) for hand in state.hands],
        "chosen": [given is not None for given in state.given],
        "pile": list(state.pile),
        "front": [list(helpers) for helpers in state.front],
        "away": len(discarded_cards(state)),
        "points": [list(row) for row in state.points],
        "last": [list(hand) for hand in state.last],
    }
    if not options.digital:
        shown["known"] = [[card for card in hand if card] for hand in state.hands]
        shown["unseen"] = unseen_cards(state) if state.acts else []
    elif viewer != TABLE:
        shown["hand"] = list(state.hands[viewer])
        shown["given"] = list(state.given[viewer] or ())
    return shown


def redeal(state: State, viewer: Actor, history: SeenHistory[Action], random: Random) -> State:
    """Return the position with everything redrawn at random that the viewer cannot know.

    That is the other players' hands, the given cards, and the cards set aside. Cards that the viewer gave away, and
    cards that were taken from the pile in view of all, stay where they are.
    """
    state = state._replace(seed=random.getrandbits(62))
    if not state.options.digital or not state.hands[0]:
        return state
    held = _whereabouts(state, viewer, history)
    hands = [list(hand) if seat == viewer else [c for c in hand if held.get(c) == seat] for seat, hand in _seats(state)]
    pool, gone = _hidden(state, {card for hand in hands for card in hand}, held)
    random.shuffle(pool)
    for seat, hand in _seats(state):
        missing = len(hand) - len(hands[seat])
        hands[seat] += pool[:missing]
        pool = pool[missing:]
    mixed = tuple([tuple(sorted(hand)) for hand in hands])
    away = sum(CARD_BITS[card] for card in (*gone, *pool))
    return state._replace(hands=mixed, given=_gifts(state, mixed, viewer, random), away=away)


def _hidden(state: State, fixed: set[int], held: dict[int, int]) -> tuple[list[int], list[int]]:
    """Return the cards whose place the viewer does not know, and the cards known to be out of this round.

    Args:
        state: The position.
        fixed: The cards in hands that are not redrawn.
        held: Card -> seat, as ``_whereabouts`` returns it.
    """
    away = discarded_cards(state)
    pool = [card for hand in state.hands for card in hand if card not in fixed]
    return pool + [card for card in away if card not in held], [card for card in away if card in held]


def _seats(state: State) -> list[tuple[int, Cards]]:
    return list(enumerate(state.hands))


def _whereabouts(state: State, viewer: Actor, history: SeenHistory[Action]) -> dict[int, int]:
    """Return card -> seat that holds it, for cards whose place the viewer knows; _NOBODY if no hand holds it."""
    held: dict[int, int] = {}
    if viewer >= 0 and None not in state.given:
        held = dict.fromkeys(state.given[viewer] or (), (viewer - 1) % len(state.hands))
    start = max(
        (at for at, (_, action) in enumerate(history, 1) if isinstance(action, Deal) or action is None), default=0
    )
    for actor, action in history[start:]:
        if isinstance(action, (Play, Lay)):
            held[action.card] = _NOBODY
        if isinstance(action, Lay):
            held[action.take] = actor
    return held


def _gifts(state: State, hands: tuple[Cards, ...], viewer: Actor, random: Random) -> tuple[Cards | None, ...]:
    """Return the cards that each player gave: those that the viewer gave or received unchanged, the others redrawn."""
    n, given = len(hands), list(state.given)
    if None in given:
        return tuple(
            [
                cards if cards is None or seat == viewer else tuple(sorted(random.sample(hands[seat], CARDS_TO_GIVE)))
                for seat, cards in enumerate(given)
            ]
        )
    known = {viewer, (viewer + 1) % n} if viewer >= 0 else set()
    rest = [card for card in deck(state) if all(card not in (given[seat] or ()) for seat in known)]
    random.shuffle(rest)
    return tuple(
        [
            cards if seat in known else tuple(sorted(rest[CARDS_TO_GIVE * seat : CARDS_TO_GIVE * seat + CARDS_TO_GIVE]))
            for seat, cards in enumerate(given)
        ]
    )


def describe(before: State, actor: Actor, action: Action, after: State) -> Fact:
    """Return a description of what happened, with the scores if it ends a round."""
    names = before.options.players
    if isinstance(action, Deal):
        return fact("ftw.deal", round=len(before.points) + 1, rounds=before.options.rounds)
    if isinstance(action, Give):
        if None in after.given:
            return fact("ftw.give", who=names[actor])
        return fact("ftw.begin", who=names[actor], next=names[after.turn])
    ended = len(after.points) > len(before.points)
    if isinstance(action, Show):
        played = fact("ftw.show", who=names[actor], cards=sorted(action.cards), points=score(action.cards))
    else:
        played = _play_fact(before, names[actor], action, None if ended else _few_left_fact(before, actor, after))
    if not ended:
        return played
    points = [fact("ftw.gets", who=who, points=n) for who, n in zip(names, after.points[-1], strict=True)]
    over = winners("ftw", after.options.players, scores(after)) if not after.acts else None
    return sentences(played, fact("ftw.round", points=points), over)


def _few_left_fact(before: State, actor: Actor, after: State) -> Fact | None:
    """Return a warning that the actor's hand is down to two cards (with physical cards to one); None if it is not."""
    if showing(after):
        return fact("ftw.one-left", who=before.options.players[actor])
    down = len(after.hands[actor]) == 2 != len(before.hands[actor])
    return fact("ftw.two-left", who=before.options.players[actor]) if down else None


def _play_fact(before: State, who: str, action: Play | Lay, few_left: Fact | None) -> Fact:
    if isinstance(action, Lay):
        code = "ftw.lay" if len(before.pile) > 1 else "ftw.lay-only"
        return fact(code, who=who, card=action.card, take=action.take, left=few_left)
    if not before.pile:
        return fact("ftw.open", who=who, card=action.card, left=few_left)
    top = before.pile[-1]
    if not action.helpers:
        return fact("ftw.play", who=who, card=action.card, top=top, left=few_left)
    return fact(
        "ftw.help",
        who=who,
        card=action.card,
        top=top,
        helpers=sorted(action.helpers),
        sum=action.card + sum(action.helpers),
        left=few_left,
    )
