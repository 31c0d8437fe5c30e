"""What a player, or the whole table, may know: plain JSON values, never a hidden kind, never the seed."""

from __future__ import annotations

from typing import Any

from companion.rules.common_views import common
from companion.rules.keep_smiling.actions import CHAIRS, LANES, OFF, UNSEEN
from companion.rules.keep_smiling.options import NAME
from companion.rules.keep_smiling.state import NO_DUEL, State, captured, phase, scores
from companion.rules.protocol import TABLE, Actor, View


def view(state: State, viewer: Actor) -> View:
    """The board for all to see, with the viewer's own pieces for a player; the chairs open when the game is over.

    ``kinds`` is null with physical pieces, and with the option ``memory`` between set-up and end.
    """
    options, turn = state.options, state.turn if state.acts else None
    shown: View = {
        **common(NAME, viewer, options.players, phase(state), state.acts, turn, 1, scores(state) or None),
        "lane_length": options.lane_length,
        "duels": options.duel,
        "pieces": options.pieces,
        "placed": [kinds is not None for kinds in state.placed],
        "dice": list(state.dice),
        "lanes": [{"lane": name, "gone": [_gone(row[lane]) for row in state.steps]} for lane, name in enumerate(LANES)],
        "chairs": _chairs(state, viewer),
        "captured": [[LANES[lane] for lane in captured(state, player)] for player in (0, 1)],
        "duel": None if state.duel == NO_DUEL else LANES[state.duel],
        "rest": [{"lane": LANES[lane], "fields": total} for lane, total in state.rest],
    }
    if viewer != TABLE:
        own = None if forgets(state) else state.placed[viewer]
        shown["kinds"] = list(own) if own and options.pieces == "digital" else None
    return shown


def recall(state: State, viewer: Actor) -> View:
    """With the own pieces as they were set up, where the screen hides them (option ``memory``)."""
    seen = view(state, viewer)
    if viewer != TABLE and forgets(state) and state.options.pieces == "digital":
        seen["kinds"] = list(state.placed[viewer] or "")
    return seen


def _chairs(state: State, viewer: Actor) -> list[dict[str, Any]]:
    """Who sits where, chair 6 first; the pieces that the viewer may see."""
    seen = {0, 1} if not state.acts else set() if forgets(state) else {viewer}
    return [
        {
            "chair": CHAIRS - place,
            "player": player,
            "lane": LANES[lane],
            "kind": _kind(state, player, lane) if player in seen else None,
        }
        for place, (player, lane) in enumerate(state.chairs)
    ]


def forgets(state: State) -> bool:
    """Whether owners have to remember now what stands where (option ``memory``): after the set-up, before the end."""
    return state.options.memory and None not in state.placed and bool(state.acts)


def _gone(steps: int) -> int | None:
    return None if steps == OFF else steps


def _kind(state: State, player: int, lane: int) -> str | None:
    kinds = state.placed[player]
    return kinds[lane] if kinds and kinds[lane] != UNSEEN[0] else None
