"""What a viewer of Face Cards cannot know, dealt again."""

from __future__ import annotations

from itertools import islice
from random import Random

from companion.rules.face_cards.actions import Action, Cards
from companion.rules.face_cards.answers import denied
from companion.rules.face_cards.state import Pairs, Phase, State
from companion.rules.protocol import Actor, Seen


def redeal(state: State, viewer: Actor, seen: Seen[Action], random: Random) -> State:
    """Others' hands, the pile, pairs that lie face down, and which open cards belong together."""
    state = state._replace(seed=random.getrandbits(62))
    if not state.options.digital:
        return state
    others = [p for p in range(len(state.hands)) if p != viewer]
    dealt = _hands(state, others, random)
    return _matched(dealt, others, random) if state.phase in (Phase.GUESS, Phase.BONUS) else dealt


def _hands(state: State, others: list[int], random: Random) -> State:
    """Others' hands, the pile and cards that lie face down."""
    hands, laid, variant = list(state.hands), list(state.laid), state.options.variant
    secret = [p for p in others if state.phase in (Phase.PAIR, Phase.FILL) and p not in state.waiting]
    first = 1 if variant == "kenner" else 0  # of a pair, the first card that lies face down
    pool = [*state.pile, *(c for p in others for c in hands[p])]
    pool += [c for p in secret for pair in laid[p] for c in pair[first:]]
    random.shuffle(pool)
    cards = iter(pool)
    for p in others:
        hands[p] = tuple(sorted(islice(cards, len(hands[p]))))
    for p in secret:
        laid[p] = _ordered([(*pair[:first], *islice(cards, 2 - first)) for pair in laid[p]], variant)
    return state._replace(hands=tuple(hands), laid=tuple(laid), pile=tuple(sorted(cards)))


def _ordered(pairs: list[Cards], variant: str) -> Pairs:
    if variant == "koenner":
        return tuple((min(pair), max(pair)) for pair in pairs)
    return tuple(sorted(pairs)) if variant == "risiko" else tuple(pairs)


def _matched(state: State, others: list[int], random: Random) -> State:
    """The others' pairs on the open table in another way that agrees with the guesses so far."""
    koenner = state.options.variant == "koenner"
    own = {card for p, pairs in enumerate(state.laid) if p not in others for card in sum(pairs, ())}
    fronts = [(p, 0 if koenner else pair[0]) for p in others for pair in state.laid[p]]
    random.shuffle(fronts)
    free = [card for card in state.centre if card not in own]
    random.shuffle(free)
    found = _pairing([front for _, front in fronts], free, denied(state))
    laid = [[] if p in others else list(pairs) for p, pairs in enumerate(state.laid)]
    for (p, _), pair in zip(fronts, found or (), strict=True):
        laid[p].append(pair)
    return state._replace(laid=tuple(tuple(sorted(pairs)) for pairs in laid))


def _pairing(fronts: list[int], centre: list[int], no: frozenset[Cards]) -> list[Cards] | None:
    """A pair for each front card with cards of the centre, front 0 for two of the centre; None where there is none."""
    if not fronts:
        return []
    front, rest = fronts[0], fronts[1:]
    firsts = [front] if front else centre[: 1 + len(centre) - 2 * len(fronts)]
    for one in firsts:
        for other in centre:
            pair = (one, other) if front or one < other else (other, one)
            if other != one and pair not in no:
                found = _pairing(rest, [card for card in centre if card not in pair], no)
                if found is not None:
                    return [pair, *found]
    return None
