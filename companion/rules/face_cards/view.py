"""What a player, or everybody at the table, may know of a position of Face Cards."""

from __future__ import annotations

from typing import Any

from companion.rules.face_cards.actions import Cards
from companion.rules.face_cards.options import NAME
from companion.rules.face_cards.state import (
    ANSWER,
    BONUS,
    CAMERA,
    FILL,
    GUESS,
    OVER,
    PAIR,
    Pairs,
    State,
    actors,
    open_fronts,
)
from companion.rules.protocol import Actor, View, check_viewer
from companion.rules.views import common


def view(state: State, viewer: Actor) -> View:
    """JSON values; seats count from 0. Albums, box and pile are counts, but a player may look into the own album."""
    check_viewer(viewer, state.options.n)
    options = state.options
    fronts = [_fronts(state, pairs) for pairs in state.laid]
    phase = state.phase
    turn = state.guesser if phase in (GUESS, ANSWER, BONUS) else None
    number = min(state.round + 1, options.rounds) if phase == OVER else state.round + 1
    scores = [len(album) for album in state.albums]
    out: View = {
        **common(NAME, viewer, options.players, phase, actors(state), turn, number, scores),
        "variant": options.variant,
        "cards": options.cards,
        "rounds": options.rounds,
        "camera": state.camera,
        "waiting": list(state.waiting),
        "guessed": state.turn,
        "flops": state.flops,
        "fronts": fronts,
        "centre": list(state.centre),
        "guesses": [list(line) for line in state.log],
        "asked": list(state.asked),
        "owed": list(state.owed),
        "held": len(state.held),
        "open_pairs": [len(pairs) if open_fronts(state) else 0 for pairs in state.laid],
        "hands": [len(hand) for hand in state.hands],
        "box": len(state.box),
        "pile": len(state.pile),
        "start_card": state.box[0] if state.phase == CAMERA else None,
    }
    if viewer >= 0:
        out["hand"] = list(state.hands[viewer])
        out["pairs"] = [list(pair) for pair in state.laid[viewer]]
        out["album"] = list(state.albums[viewer])
    if options.digital:
        kinds = options.categories
        seen = {*state.centre, *(card for cards in fronts for card in cards if card), out["start_card"] or 0}
        seen |= {*out.get("hand", ()), *(c for pair in out.get("pairs", ()) for c in pair), *out.get("album", ())}
        out["categories"] = {str(card): kinds[card] for card in sorted(seen) if card}
    return out


def _fronts(state: State, pairs: Pairs) -> list[int]:
    """The cards in front of a player that lie face up: Kenner's at once, the others when all have laid."""
    options = state.options
    if options.variant == "koenner":
        return []
    if open_fronts(state) or (options.variant == "kenner" and state.phase in (PAIR, FILL)):
        return [pair[0] for pair in pairs]
    return []


def hidden_twin(state: State, viewer: Actor, random: Any) -> State | None:
    """The same position for ``viewer`` with the hidden cards dealt otherwise, or None if there are fewer than two."""
    if not state.options.digital:
        return None
    hands, laid = list(state.hands), list(state.laid)
    kenner = state.options.variant == "kenner"
    others = [p for p in range(len(hands)) if p != viewer]
    secret = [p for p in others if state.phase in (PAIR, FILL) and p not in state.waiting]
    pool = [*state.pile, *(c for p in others for c in hands[p])]
    pool += [c for p in secret for pair in laid[p] for c in pair[kenner:]]
    random.shuffle(pool)
    cards = iter(pool)
    for p in others:
        hands[p] = tuple(sorted(next(cards) for _ in hands[p]))
    for p in secret:
        laid[p] = _ordered(
            tuple((pair[0], next(cards)) if kenner else (next(cards), next(cards)) for pair in laid[p]),
            state.options.variant,
        )
    twin = state._replace(hands=tuple(hands), laid=tuple(laid), pile=tuple(sorted(cards)))
    if state.phase in (GUESS, BONUS):
        twin = _repaired(twin, others, random)
    return twin if twin != state else None


def _ordered(pairs: Pairs, variant: str) -> Pairs:
    if variant == "koenner":
        return tuple((min(pair), max(pair)) for pair in pairs)
    return tuple(sorted(pairs)) if variant == "risiko" else pairs


def _repaired(state: State, others: list[int], random: Any) -> State:
    """The others' pairs matched otherwise on the open table, in agreement with the guesses made; maybe the same."""
    own: set[int] = {c for p, pairs in enumerate(state.laid) if p not in others for pair in pairs for c in pair}
    koenner = state.options.variant == "koenner"
    denied = {(one, other) for _, one, other, owner in state.log if owner < 0}
    for _ in range(20):
        cards = [c for c in state.centre if c not in own]
        random.shuffle(cards)
        laid = list(state.laid)
        for p in others:
            pairs: list[Cards] = []
            for pair in laid[p]:
                other = cards.pop()
                pairs.append((min(other, cards[-1]), max(other, cards.pop())) if koenner else (pair[0], other))
            laid[p] = tuple(pairs)
        if not denied & {pair for pairs_of in laid for pair in pairs_of}:
            return state._replace(laid=tuple(laid))
    return state
