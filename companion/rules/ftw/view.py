"""What a player, or the table, may know: plain JSON values, never another hand, a discarded card or the seed."""

from __future__ import annotations

from typing import Any

from companion.rules.ftw.actions import Cards
from companion.rules.ftw.options import NAME
from companion.rules.ftw.state import BIT, State, deck, discarded, phase, totals
from companion.rules.protocol import TABLE, Actor, View, check_viewer
from companion.rules.views import common


def view(state: State, viewer: Actor) -> View:
    """The table for all to see, with the own hand and the three cards given for a player."""
    n = len(state.hands)
    check_viewer(viewer, n)
    shown: View = {
        **common(
            NAME,
            viewer,
            state.options.players,
            phase(state),
            state.acts,
            state.turn if state.acts else None,
            min(len(state.points) + 1, state.options.rounds),
            totals(state),
        ),
        "rounds": state.options.rounds,
        "highest": len(deck(state)),
        "cards": [len(hand) for hand in state.hands],
        "chosen": [given is not None for given in state.given],
        "pile": list(state.pile),
        "front": [list(helpers) for helpers in state.front],
        "away": len(discarded(state)),
        "points": [list(row) for row in state.points],
        "last": [list(hand) for hand in state.last],
    }
    if viewer != TABLE:
        shown["hand"] = list(state.hands[viewer])
        shown["given"] = list(state.given[viewer] or ())
    return shown


def hidden_twin(state: State, viewer: Actor, random: Any) -> State | None:
    """The same table with two cards that ``viewer`` cannot see changed round; None if there are no such two.

    Hands and discards change places; so do hands of two players. The gifts follow, so that the position stays possible.
    """
    if not state.hands[0]:
        return None
    places = [seat for seat in range(len(state.hands)) if seat != viewer]
    seen = set(state.given[viewer] or ()) if viewer != TABLE else set()
    a = places[int(random.random() * len(places))]
    others: list[Cards] = [state.hands[seat] for seat in places if seat != a] + [tuple(discarded(state))]
    mine = [card for card in state.hands[a] if card not in seen]
    theirs = [card for cards in others for card in cards if card not in seen]
    if not mine or not theirs:
        return None
    return _swapped(state, mine[int(random.random() * len(mine))], theirs[int(random.random() * len(theirs))])


def _swapped(state: State, x: int, y: int) -> State:
    def swap(cards: Cards) -> Cards:
        return tuple(sorted(y if card == x else x if card == y else card for card in cards))

    away = state.away
    if bool(away & BIT[x]) != bool(away & BIT[y]):
        away ^= BIT[x] | BIT[y]
    given = tuple(None if cards is None else swap(cards) for cards in state.given)
    return state._replace(hands=tuple(map(swap, state.hands)), given=given, away=away)
