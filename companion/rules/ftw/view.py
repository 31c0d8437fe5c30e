"""What a player, or the table, may know: plain JSON values, never another hand, a discarded card or the seed."""

from __future__ import annotations

from companion.rules.common_views import common
from companion.rules.ftw.options import NAME
from companion.rules.ftw.state import State, deck, discarded, phase, scores
from companion.rules.protocol import TABLE, Actor, View


def view(state: State, viewer: Actor) -> View:
    """The table for all to see, with the own hand and the three cards given for a player."""
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
    if viewer != TABLE:
        shown["hand"] = list(state.hands[viewer])
        shown["given"] = list(state.given[viewer] or ())
    return shown
