"""Views of Keep Smiling! for each player, random redeals of what is hidden, and public descriptions of actions."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.facts import Fact, fact
from companion.rules.keep_smiling.actions import (
    CHAIR_COUNT,
    LANES,
    OFF_LANE,
    UNSEEN_PIECES,
    Action,
    Duel,
    Move,
    Place,
    Reveal,
    Roll,
)
from companion.rules.keep_smiling.options import NAME
from companion.rules.keep_smiling.state import NO_DUEL, State, captured_lanes, count_chairs, phase, scores
from companion.rules.protocol import TABLE, Actor, SeenHistory, View, clauses, common, sentences


def view(state: State, viewer: Actor) -> View:
    """Return what a viewer may know: the board, a player's own pieces, and at the end the pieces on the chairs.

    ``kinds`` has the own pieces by lane. It is None for physical pieces, and with the option ``memory`` during play.
    """
    options, turn = state.options, state.turn if state.acts else None
    shown: View = {
        **common(NAME, viewer, options.players, phase(state), state.acts, turn, 1, scores(state) or None),
        "lane_length": options.lane_length,
        "duels": options.duel,
        "pieces": options.pieces,
        "placed": [kinds is not None for kinds in state.placed],
        "dice": list(state.dice),
        "lanes": [
            {"lane": name, "gone": [_public_steps(row[lane]) for row in state.steps]} for lane, name in enumerate(LANES)
        ],
        "chairs": _chairs(state, viewer),
        "captured": [[LANES[lane] for lane in captured_lanes(state, player)] for player in (0, 1)],
        "duel": None if state.duel == NO_DUEL else LANES[state.duel],
        "rest": [{"lane": LANES[lane], "fields": total} for lane, total in state.rest],
    }
    if viewer != TABLE:
        own = None if forgets(state) else state.placed[viewer]
        shown["kinds"] = list(own) if own and options.pieces == "digital" else None
    return shown


def recall(state: State, viewer: Actor) -> View:
    """Return the view with the player's own pieces, even where the option ``memory`` hides them."""
    seen = view(state, viewer)
    if viewer != TABLE and forgets(state) and state.options.pieces == "digital":
        seen["kinds"] = list(state.placed[viewer] or "")
    return seen


def _chairs(state: State, viewer: Actor) -> list[dict[str, Any]]:
    """Return who has which chair, chair 6 first, with the kinds of pieces that the viewer may see."""
    seen = {0, 1} if not state.acts else set() if forgets(state) else {viewer}
    return [
        {
            "chair": CHAIR_COUNT - place,
            "player": player,
            "lane": LANES[lane],
            "kind": _kind(state, player, lane) if player in seen else None,
        }
        for place, (player, lane) in enumerate(state.chairs)
    ]


def forgets(state: State) -> bool:
    """Return True if the option ``memory`` hides the players' own pieces now: after the set-up and before the end."""
    return state.options.memory and None not in state.placed and bool(state.acts)


def _public_steps(steps: int) -> int | None:
    return None if steps == OFF_LANE else steps


def _kind(state: State, player: int, lane: int) -> str | None:
    kinds = state.placed[player]
    return kinds[lane] if kinds and kinds[lane] != UNSEEN_PIECES[0] else None


def redeal(state: State, viewer: Actor, history: SeenHistory[Action], random: Random) -> State:
    """Return the position with the other player's hidden pieces shuffled.

    The viewer's own pieces stay where they were placed, even if the view hides them.
    """
    placed = list(state.placed)
    for player, kinds in enumerate(placed):
        if kinds is None or (not forgets(state) and player == viewer):
            continue
        own = [action.kinds for actor, action in history if actor == player == viewer and isinstance(action, Place)]
        placed[player] = own[-1] if own else _shuffle_hidden(state, player, kinds, random)
    return state._replace(seed=random.getrandbits(62), placed=(placed[0], placed[1]))


def _shuffle_hidden(state: State, player: int, kinds: str, random: Random) -> str:
    """Return a player's pieces with the hidden ones shuffled; unknown physical pieces stay unknown."""
    if kinds == UNSEEN_PIECES:
        return kinds
    open_lanes = {lane for who, lane in state.chairs if who == player} if not state.acts else set()
    hidden = [lane for lane in range(len(LANES)) if lane not in open_lanes]
    pieces = [kinds[lane] for lane in hidden]
    random.shuffle(pieces)
    row = dict(zip(hidden, pieces, strict=True))
    return "".join(row.get(lane, kind) for lane, kind in enumerate(kinds))


def describe(before: State, actor: Actor, action: Action, after: State) -> Fact:
    """Return a description of what happened, with the result if it ends the game."""
    names = before.options.players
    who, other = names[before.turn], names[1 - before.turn]
    if isinstance(action, Place):
        return fact("keep-smiling.place", who=names[actor])
    if isinstance(action, Roll):
        return fact("keep-smiling.roll", who=who, dice=sorted(action.dice))
    if isinstance(action, Reveal):
        return _result(after)
    if isinstance(action, Duel):
        parts = [
            fact(
                "keep-smiling.duel",
                lane=LANES[before.duel],
                who=who,
                other=other,
                attacker=action.attacker,
                defender=action.defender,
                loser=other if action.attacker_wins else who,
            )
        ]
    elif not action.steps:
        return fact("keep-smiling.pass", who=who)
    else:
        parts = [fact("keep-smiling.move", who=who, steps=[_step(lane, group) for lane, group in action.steps])]
    parts += _events(before, after, action)
    if after.acts and phase(after) != "reveal" and after.turn == before.turn and after.duel == NO_DUEL:
        parts.append(fact("keep-smiling.again", who=who, other=other))
    told = clauses(parts)
    if not after.acts:
        return sentences(told, _result(after))
    return sentences(told, fact("keep-smiling.turn-over") if phase(after) == "reveal" else None)


def _step(lane: int, group: tuple[int, ...]) -> Fact:
    code = "keep-smiling.by" if len(group) == 1 else "keep-smiling.by-sum"
    return fact(code, lane=LANES[lane], total=sum(group), dice="+".join(map(str, group)))


def _events(before: State, after: State, action: Action) -> list[Fact]:
    """Return descriptions of what changed between two positions: captures, taken chairs, the beginning of a duel."""
    names = before.options.players
    events = []
    if isinstance(action, Move):
        rival = 1 - before.turn
        events += [
            fact("keep-smiling.capture", who=names[rival], lane=LANES[lane])
            for lane in range(len(LANES))
            if before.steps[rival][lane] != OFF_LANE == after.steps[rival][lane]
        ]
    for place in range(len(before.chairs), len(after.chairs)):
        player, lane = after.chairs[place]
        events.append(fact("keep-smiling.chair", who=names[player], lane=LANES[lane], chair=CHAIR_COUNT - place))
    if after.duel != NO_DUEL:
        events.append(fact("keep-smiling.meet", lane=LANES[after.duel]))
    return events


def _result(state: State) -> Fact:
    names, points = state.options.players, count_chairs(state)
    seats = []
    for place, (player, lane) in enumerate(state.chairs):
        kind = (state.placed[player] or "")[lane]
        seats.append(fact("keep-smiling.seat", chair=CHAIR_COUNT - place, kind=kind, who=names[player]))
    if points[0] == points[1]:
        result = fact("keep-smiling.tie", points=points[0])
    else:
        result = fact("keep-smiling.win", who=names[points.index(max(points))], points=max(points), less=min(points))
    return fact("keep-smiling.over", seats=seats or fact("keep-smiling.nobody"), result=result)
