"""What a player, or the table, may know: plain JSON values, never another hand, a discarded card or the seed."""

from __future__ import annotations

from companion.rules.common_views import common
from companion.rules.ftw.options import NAME
from companion.rules.ftw.state import State, deck, discarded, phase, scores, unseen
from companion.rules.protocol import TABLE, Actor, View


def view(state: State, viewer: Actor) -> View:
    """The table for all to see, with the own hand and the three cards given for a player.

    With physical cards ``known`` are those cards of each hand that the table has seen, ``unseen`` those that hands can
    have besides.
    """
    shown: View = {
        **common(
            NAME,
            viewer,
            state.options.players,
            phase(state),
            state.acts,
            state.turn if state.acts else None,
            min(len(state.points) + 1, state.options.rounds),
            scores(state),
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
    if not state.options.digital:
        shown["known"] = [[card for card in hand if card] for hand in state.hands]
        shown["unseen"] = unseen(state) if state.acts else []
    elif viewer != TABLE:
        shown["hand"] = list(state.hands[viewer])
        shown["given"] = list(state.given[viewer] or ())
    return shown
