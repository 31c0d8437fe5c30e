"""What a viewer of Keep Smiling! cannot know, dealt again."""

from __future__ import annotations

from random import Random

from companion.rules.keep_smiling.actions import LANES, UNSEEN, Action, Place
from companion.rules.keep_smiling.state import State
from companion.rules.keep_smiling.view import forgets
from companion.rules.protocol import Actor, Seen


def redeal(state: State, viewer: Actor, seen: Seen[Action], random: Random) -> State:
    """The other side's pieces in another order. Own ones that the screen hides stand where the viewer placed them."""
    placed = list(state.placed)
    for player, kinds in enumerate(placed):
        if kinds is None or (not forgets(state) and player == viewer):
            continue
        own = [action.kinds for actor, action in seen if actor == player == viewer and isinstance(action, Place)]
        placed[player] = own[-1] if own else _mixed(state, player, kinds, random)
    return state._replace(seed=random.getrandbits(62), placed=(placed[0], placed[1]))


def _mixed(state: State, player: int, kinds: str, random: Random) -> str:
    """The same pieces in another order, but those that were turned over, and those that nobody knows."""
    if kinds == UNSEEN:
        return kinds
    open_lanes = {lane for who, lane in state.chairs if who == player} if not state.acts else set()
    hidden = [lane for lane in range(len(LANES)) if lane not in open_lanes]
    pieces = [kinds[lane] for lane in hidden]
    random.shuffle(pieces)
    row = dict(zip(hidden, pieces, strict=True))
    return "".join(row.get(lane, kind) for lane, kind in enumerate(kinds))
