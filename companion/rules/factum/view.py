"""What a player, or everybody at the table, may know of a position of Factum."""

from __future__ import annotations

from itertools import chain
from typing import Any

from companion.rules.factum.actions import FROM_PILE, STORY
from companion.rules.factum.options import NAME
from companion.rules.factum.state import BEST, DECIDE, LAY, TELL, VOTE, State, actors
from companion.rules.protocol import Actor, View, check_viewer
from companion.rules.views import common


def view(state: State, viewer: Actor) -> View:
    """JSON values. The storyteller's card is for the storyteller and the judge."""
    check_viewer(viewer, state.options.n)
    options = state.options
    turn = {TELL: state.teller, DECIDE: state.judge}.get(state.phase)
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
    if not state.laid and state.phase != LAY:
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


def hidden_twin(state: State, viewer: Actor, random: Any) -> State | None:
    """The same position for ``viewer`` with what is hidden dealt otherwise, or None if nothing is."""
    out = state
    if state.options.digital:
        out = _hands(state, viewer, random)
        if state.table:
            out = _table(out, viewer, random)
    if state.phase in (VOTE, BEST):
        out = out._replace(ballot=_votes(out, viewer, random))
    return out if out != state else None


def _hands(state: State, viewer: Actor, random: Any) -> State:
    """Others' hands, the pile, and cards that lie face down."""
    hidden = [p for p in range(len(state.hands)) if p != viewer]
    down = not state.table
    knows_story = viewer in (state.teller, state.judge)
    pool = [*state.pile, *chain.from_iterable(state.hands[p] for p in hidden)]
    laid = [p != viewer for p, _ in state.laid]
    if down:
        pool += [card for p, card in state.laid if p != viewer] + ([] if knows_story else list(state.story))
    random.shuffle(pool)
    cards = iter(pool)
    hands = list(state.hands)
    for p in hidden:
        hands[p] = tuple(sorted(next(cards) for _ in hands[p]))
    out = state._replace(hands=tuple(hands))
    if down:
        out = out._replace(
            laid=tuple(
                (p, next(cards)) if other else (p, card) for other, (p, card) in zip(laid, state.laid, strict=True)
            ),
            story=state.story if knows_story else tuple(next(cards) for _ in state.story),
        )
    return out._replace(pile=tuple(sorted(cards)))


def _table(state: State, viewer: Actor, random: Any) -> State:
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


def _votes(state: State, viewer: Actor, random: Any) -> tuple[tuple[int, ...], ...]:
    """Votes that are not open yet, or stay secret."""
    values = state.choices if state.phase == VOTE else (0, 1)
    return tuple((p, v if p == viewer else values[int(random.random() * len(values))]) for p, v in state.ballot)
