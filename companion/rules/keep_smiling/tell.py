"""What a referee says of each action, as facts: nothing secret is in them."""

from __future__ import annotations

from companion.facts import Fact, fact
from companion.rules.common_views import clauses, sentences
from companion.rules.keep_smiling.actions import CHAIRS, LANES, OFF, Action, Duel, Move, Place, Reveal, Roll
from companion.rules.keep_smiling.state import NO_DUEL, State, counted, phase
from companion.rules.protocol import Actor


def describe(before: State, actor: Actor, action: Action, after: State) -> Fact:
    """What happened, and the count when it ends the game."""
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
                loser=who if action.attacker < action.defender else other,
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
    """Captures, chairs taken and a duel that begins, as they follow from the two positions."""
    names = before.options.players
    events = []
    if isinstance(action, Move):
        rival = 1 - before.turn
        events += [
            fact("keep-smiling.capture", who=names[rival], lane=LANES[lane])
            for lane in range(len(LANES))
            if before.steps[rival][lane] != OFF == after.steps[rival][lane]
        ]
    for place in range(len(before.chairs), len(after.chairs)):
        player, lane = after.chairs[place]
        events.append(fact("keep-smiling.chair", who=names[player], lane=LANES[lane], chair=CHAIRS - place))
    if after.duel != NO_DUEL:
        events.append(fact("keep-smiling.meet", lane=LANES[after.duel]))
    return events


def _result(state: State) -> Fact:
    names, points = state.options.players, counted(state)
    seats = []
    for place, (player, lane) in enumerate(state.chairs):
        kind = (state.placed[player] or "")[lane]
        seats.append(fact("keep-smiling.seat", chair=CHAIRS - place, kind=kind, who=names[player]))
    if points[0] == points[1]:
        result = fact("keep-smiling.tie", points=points[0])
    else:
        result = fact("keep-smiling.win", who=names[points.index(max(points))], points=max(points), less=min(points))
    return fact("keep-smiling.over", seats=seats or fact("keep-smiling.nobody"), result=result)
