"""Positions that a viewer cannot tell from another one, for the tests of the views: what is hidden is dealt otherwise.

``hidden_twin(game, state, viewer, random)`` gives one, or None where nothing is hidden from the viewer.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, combinations
from random import Random
from typing import Any

from companion.rules.face_cards.actions import Cards
from companion.rules.face_cards.state import Pairs
from companion.rules.face_cards.state import Phase as FaceCards
from companion.rules.face_cards.state import State as FaceCardsState
from companion.rules.face_off.actions import GRINS, WILDS, Hand, Offer
from companion.rules.face_off.data import SUITS
from companion.rules.face_off.state import Phase as FaceOff
from companion.rules.face_off.state import State as FaceOffState
from companion.rules.factum.state import Phase as Factum
from companion.rules.factum.state import State as FactumState
from companion.rules.ftw.state import BIT, deck
from companion.rules.ftw.state import State as FTWState
from companion.rules.keep_smiling.actions import LANES
from companion.rules.keep_smiling.state import State as KeepSmilingState
from companion.rules.keep_smiling.view import forgets
from companion.rules.protocol import TABLE, Actor, Game


def hidden_twin(game: Game[Any, Any, Any], state: Any, viewer: Actor, random: Random) -> Any:
    """A position that the viewer cannot tell from this one; None if nothing is hidden."""
    return TWINS[game.name](state, viewer, random)


def _face_cards(state: FaceCardsState, viewer: Actor, random: Random) -> FaceCardsState | None:
    """The same position for ``viewer`` with the hidden cards dealt otherwise, or None if there are fewer than two."""
    if not state.options.digital:
        return None
    hands, laid, variant = list(state.hands), list(state.laid), state.options.variant
    others = [p for p in range(len(hands)) if p != viewer]
    down = state.phase in (FaceCards.PAIR, FaceCards.FILL)
    secret = [p for p in others if down and p not in state.waiting]
    first = 1 if variant == "kenner" else 0  # of a pair, the first card that lies face down
    pool = [*state.pile, *(c for p in others for c in hands[p])]
    pool += [c for p in secret for pair in laid[p] for c in pair[first:]]
    random.shuffle(pool)
    cards = iter(pool)
    for p in others:
        hands[p] = tuple(sorted(next(cards) for _ in hands[p]))
    for p in secret:
        pairs = [(*pair[:first], *(next(cards) for _ in pair[first:])) for pair in laid[p]]
        laid[p] = _ordered_face_cards(tuple(pairs), variant)
    twin = state._replace(hands=tuple(hands), laid=tuple(laid), pile=tuple(sorted(cards)))
    if state.phase in (FaceCards.GUESS, FaceCards.BONUS):
        twin = _repaired_face_cards(twin, others, random)
    return twin if twin != state else None


def _ordered_face_cards(pairs: Pairs, variant: str) -> Pairs:
    if variant == "koenner":
        return tuple((min(pair), max(pair)) for pair in pairs)
    return tuple(sorted(pairs)) if variant == "risiko" else pairs


def _repaired_face_cards(state: FaceCardsState, others: list[int], random: Random) -> FaceCardsState:
    """The others' pairs matched otherwise on the open table, in agreement with the guesses made; maybe the same."""
    own = {card for p, pairs in enumerate(state.laid) if p not in others for pair in pairs for card in pair}
    denied = {(one, other) for _, one, other, owner in state.log if owner < 0}
    for _ in range(20):
        cards = [c for c in state.centre if c not in own]
        random.shuffle(cards)
        laid = list(state.laid)
        for p in others:
            laid[p] = tuple(_rematched_face_cards(pair, cards, state.options.variant) for pair in laid[p])
        if not denied & {pair for pairs in laid for pair in pairs}:
            return state._replace(laid=tuple(laid))
    return state


def _rematched_face_cards(pair: Cards, cards: list[int], variant: str) -> Cards:
    """A pair with the next of these cards of the centre, two in Könner."""
    other = cards.pop()
    if variant != "koenner":
        return (pair[0], other)
    one = cards.pop()
    return (min(one, other), max(one, other))


def _face_off(state: FaceOffState, viewer: int, random: Random) -> FaceOffState | None:
    """The position with another seed, and a card swapped between two others that the viewer cannot see."""
    if not state.hands or state.phase in (FaceOff.SPEECH, FaceOff.UNSEEN, FaceOff.NEXT, FaceOff.OVER):
        return None
    pairs = [*combinations([p for p in range(len(state.hands)) if p != viewer], 2)]
    spare = [_spare_face_off(hand, mine) for hand, mine in zip(state.hands, state.offers, strict=True)]
    swaps = sorted((p, i, q, j) for p, q in pairs for i in spare[p] for j in spare[q] if i != j)
    swaps += [(p, at, q, at) for p, q in pairs for at in (GRINS, WILDS) if _alike_face_off(state, p, q, at)]
    if not swaps:
        return None
    p, i, q, j = swaps[int(random.random() * len(swaps))]
    hands = list(state.hands)
    if i == j:
        hands[p] = (*hands[p][:i], hands[q][i], *hands[p][i + 1 :])
        hands[q] = (*hands[q][:i], state.hands[p][i], *hands[q][i + 1 :])
    else:
        hands[p] = _changed_face_off(hands[p], i, j)
        hands[q] = _changed_face_off(hands[q], j, i)
    return state._replace(hands=tuple(hands), seed=state.seed ^ 0x5EED)


def _alike_face_off(state: FaceOffState, p: int, q: int, at: int) -> bool:
    """Whether two players hold as many Grin (or Wild Thing) cards, other ones, and offer none of them."""
    mine, yours = state.hands[p][at], state.hands[q][at]
    offered = [o.cards[at] for o in (state.offers[p], state.offers[q]) if o is not None]
    return mine != yours and mine.bit_count() == yours.bit_count() and not any(offered)


def _spare_face_off(hand: Hand, mine: Offer | None) -> list[int]:
    aside = mine.cards if mine is not None else (0,) * len(hand)
    return [i for i in range(len(SUITS)) if hand[i] > aside[i]]


def _changed_face_off(hand: Hand, less: int, more: int) -> Hand:
    return tuple(c - (i == less) + (i == more) for i, c in enumerate(hand))


def _factum(state: FactumState, viewer: Actor, random: Random) -> FactumState | None:
    """The same position for ``viewer`` with what is hidden dealt otherwise, or None if nothing is."""
    out = state
    if state.options.digital:
        out = _hands_factum(state, viewer, random)
        if state.table:
            out = _table_factum(out, viewer, random)
    if state.phase in (Factum.VOTE, Factum.BEST):
        out = out._replace(ballot=_votes_factum(out, viewer, random))
    return out if out != state else None


def _hands_factum(state: FactumState, viewer: Actor, random: Random) -> FactumState:
    """Others' hands, the pile, and cards that lie face down."""
    hidden = [p for p in range(len(state.hands)) if p != viewer]
    down = [] if state.table else [i for i, (p, _) in enumerate(state.laid) if p != viewer]
    secret_story = not state.table and viewer not in (state.teller, state.judge)
    pool = [*state.pile, *chain.from_iterable(state.hands[p] for p in hidden)]
    pool += [state.laid[i][1] for i in down] + (list(state.story) if secret_story else [])
    random.shuffle(pool)
    cards = iter(pool)
    hands, laid, story = list(state.hands), list(state.laid), state.story
    for p in hidden:
        hands[p] = tuple(sorted(next(cards) for _ in hands[p]))
    for i in down:
        laid[i] = (laid[i][0], next(cards))
    if secret_story:
        story = tuple(next(cards) for _ in story)
    return state._replace(hands=tuple(hands), laid=tuple(laid), story=story, pile=tuple(sorted(cards)))


def _table_factum(state: FactumState, viewer: Actor, random: Random) -> FactumState:
    """Who laid which of the cards that lie face up, except what the viewer knows or the result shows."""
    known = set(state.result[:2])
    if viewer in (state.teller, state.judge):
        known |= set(state.story)
    known |= {card for p, card in state.laid if p == viewer}
    pool = [card for card in state.table if card not in known]
    random.shuffle(pool)
    cards = iter(pool)
    return state._replace(
        story=tuple(c if c in known else next(cards) for c in state.story),
        laid=tuple((p, c if c in known else next(cards)) for p, c in state.laid),
        extra=tuple(c if c in known else next(cards) for c in state.extra),
    )


def _votes_factum(state: FactumState, viewer: Actor, random: Random) -> tuple[tuple[int, ...], ...]:
    """Votes that are not open yet, or stay secret."""
    values = state.choices if state.phase == Factum.VOTE else (0, 1)
    return tuple((p, v if p == viewer else values[int(random.random() * len(values))]) for p, v in state.ballot)


def _ftw(state: FTWState, viewer: Actor, random: Random) -> FTWState | None:
    """The same table with two cards that ``viewer`` cannot see changed round; None if there are no such two.

    Hands and discards change places; so do hands of two players. The gifts follow, so that the position stays possible.
    """
    if not state.options.digital or not state.hands[0]:
        return None
    places = [seat for seat in range(len(state.hands)) if seat != viewer]
    seen = set(state.given[viewer] or ()) if viewer != TABLE else set()
    a = places[int(random.random() * len(places))]
    others: list[Cards] = [state.hands[seat] for seat in places if seat != a] + [
        tuple(card for card in deck(state) if state.away & BIT[card])
    ]
    mine = [card for card in state.hands[a] if card not in seen]
    theirs = [card for cards in others for card in cards if card not in seen]
    if not mine or not theirs:
        return None
    return _swapped_ftw(state, mine[int(random.random() * len(mine))], theirs[int(random.random() * len(theirs))])


def _swapped_ftw(state: FTWState, x: int, y: int) -> FTWState:
    def swap(cards: Cards) -> Cards:
        return tuple(sorted(y if card == x else x if card == y else card for card in cards))

    away = state.away
    if bool(away & BIT[x]) != bool(away & BIT[y]):
        away ^= BIT[x] | BIT[y]
    given = tuple(None if cards is None else swap(cards) for cards in state.given)
    return state._replace(hands=tuple(map(swap, state.hands)), given=given, away=away)


def _keep_smiling(state: KeepSmilingState, viewer: Actor, random: Random) -> KeepSmilingState | None:
    """The same board with two pieces that ``viewer`` has never seen changed round; None if there are no such two."""
    for player in (0, 1):
        kinds = state.placed[player]
        if kinds is None or (player == viewer and not forgets(state)):
            continue
        hidden = [lane for lane in range(len(LANES)) if state.acts or (player, lane) not in state.chairs]
        pairs = [(a, b) for a in hidden for b in hidden if a < b and kinds[a] != kinds[b]]
        if pairs:
            a, b = pairs[int(random.random() * len(pairs))]
            swapped = list(kinds)
            swapped[a], swapped[b] = swapped[b], swapped[a]
            new = "".join(swapped)
            return state._replace(placed=(new, state.placed[1]) if player == 0 else (state.placed[0], new))
    return None


TWINS: dict[str, Callable[..., Any]] = {
    "face-cards": _face_cards,
    "face-off": _face_off,
    "factum": _factum,
    "ftw": _ftw,
    "keep-smiling": _keep_smiling,
}
