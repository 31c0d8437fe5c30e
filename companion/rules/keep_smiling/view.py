"""What a player, or the whole table, may know: plain JSON values, never a hidden kind, never the seed."""

from __future__ import annotations

from typing import Any

from companion.rules.keep_smiling.actions import CHAIRS, LANES, OFF, UNSEEN
from companion.rules.keep_smiling.options import NAME
from companion.rules.keep_smiling.state import NO_DUEL, State, captured, phase, scores
from companion.rules.protocol import TABLE, Actor, View, check_viewer
from companion.rules.views import common


def view(state: State, viewer: Actor) -> View:
    """The board for all to see, with the viewer's own pieces for a player; the chairs open when the game is over.

    ``kinds`` is null with physical pieces, and with the option ``memory`` between set-up and end.
    """
    check_viewer(viewer, 2)
    over = not state.acts
    shown: View = {
        **common(
            NAME,
            viewer,
            state.options.players,
            phase(state),
            state.acts,
            None if over else state.turn,
            1,
            scores(state) if over else None,
        ),
        "lane_length": state.options.lane_length,
        "duels": state.options.duel,
        "pieces": state.options.pieces,
        "placed": [kinds is not None for kinds in state.placed],
        "dice": list(state.dice),
        "lanes": [{"lane": name, "gone": [_gone(row[lane]) for row in state.steps]} for lane, name in enumerate(LANES)],
        "chairs": [
            {
                "chair": CHAIRS - place,
                "player": player,
                "lane": LANES[lane],
                "kind": _kind(state, player, lane) if over or (player == viewer and not forgets(state)) else None,
            }
            for place, (player, lane) in enumerate(state.chairs)
        ],
        "captured": [[LANES[lane] for lane in captured(state, player)] for player in (0, 1)],
        "duel": None if state.duel == NO_DUEL else LANES[state.duel],
        "rest": [{"lane": LANES[lane], "fields": total} for lane, total in state.rest],
    }
    if viewer != TABLE:
        own = None if forgets(state) else state.placed[viewer]
        shown["kinds"] = list(own) if own and state.options.pieces == "digital" else None
    return shown


def forgets(state: State) -> bool:
    """Whether owners have to remember now what stands where (option ``memory``): after the set-up, before the end."""
    return state.options.memory and None not in state.placed and bool(state.acts)


def _gone(steps: int) -> int | None:
    return None if steps == OFF else steps


def _kind(state: State, player: int, lane: int) -> str | None:
    kinds = state.placed[player]
    return kinds[lane] if kinds and kinds[lane] != UNSEEN[0] else None


def hidden_twin(state: State, viewer: Actor, random: Any) -> State | None:
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
