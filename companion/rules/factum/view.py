"""What a player, or everybody at the table, may know of a position of Factum."""

from __future__ import annotations

from typing import Any

from companion.rules.common_views import common
from companion.rules.factum.actions import FROM_PILE, STORY
from companion.rules.factum.options import NAME
from companion.rules.factum.state import Phase, State, actors
from companion.rules.protocol import Actor, View


def view(state: State, viewer: Actor) -> View:
    """JSON values. The storyteller's card is for the storyteller and the judge."""
    options = state.options
    turn = {Phase.TELL: state.teller, Phase.DECIDE: state.judge}.get(state.phase)
    out: View = {
        **common(NAME, viewer, options.players, state.phase, actors(state), turn, state.round + 1, state.scores),
        "cards": options.cards,
        "target": options.target,
        "storyteller": _seat(state.teller),
        "judge": _seat(state.judge),
        "team": list(state.side),
        "guessing": _guessing(state),
        "waiting": list(state.waiting),
        "table": list(state.table),
        "choices": list(state.choices),
        "ties": state.ties,
        "voted": [p for p, _ in state.ballot],
        "title": _seat(state.title),
        "title_round": state.title_round + 1 or None,
        "title_paid": state.paid,
        "hands": [len(hand) for hand in state.hands],
        "pile": len(state.pile),
        "discard": len(state.discard),
        "result": _result(state),
    }
    out["voted"].sort()
    if viewer >= 0:
        out["hand"] = list(state.hands[viewer])
        out["laid"] = [card for p, card in state.laid if p == viewer]
        out["vote"] = next((card for p, card in state.ballot if p == viewer), None)
        if viewer in (state.teller, state.judge) and state.story:
            out["story_card"] = state.story[0]
    return out


def _seat(player: int) -> int | None:
    return player if player >= 0 else None


def _guessing(state: State) -> str | None:
    """Which team guesses, once the judge has decided."""
    if not state.laid and state.phase != Phase.LAY:
        return None
    return "storyteller" if state.tellers_guess else "judge"


def _result(state: State) -> dict[str, Any] | None:
    """The last guess: the chosen card, the storyteller's, and whose the chosen one was."""
    if not state.result:
        return None
    chosen, story, owner = state.result
    right = owner == STORY
    return {
        "chosen": chosen,
        "right": right,
        "story_card": story if state.options.digital else None,
        "owner": None if right or owner == FROM_PILE else owner,
    }
