"""The highlights of Keep Smiling!: a moment when the chairs are turned over, and feats of the players."""

from __future__ import annotations

from collections.abc import Iterator

from companion.facts import fact
from companion.rules.highlights import Feat, Highlight, Moment
from companion.rules.keep_smiling.actions import CHAIR_COUNT, LANES, OFF_LANE, Action, Duel
from companion.rules.keep_smiling.state import NO_DUEL, State, count_chairs
from companion.rules.protocol import Actor


def highlights(before: State, actor: Actor, action: Action, after: State) -> Iterator[Highlight]:
    for seat, _ in after.chairs[len(before.chairs) :]:
        yield Feat("chair", seat)
    yield from _captures(before, action, after)
    if before.acts and not after.acts:
        yield from _chairs(after)


def _captures(before: State, action: Action, after: State) -> Iterator[Highlight]:
    mover, rival = before.turn, 1 - before.turn
    if isinstance(action, Duel):
        winner = rival if action.attacker < action.defender else mover
        yield Feat("duel", winner)
    elif before.duel == NO_DUEL:
        lanes = range(len(LANES))
        struck = sum(before.steps[rival][lane] != OFF_LANE == after.steps[rival][lane] for lane in lanes)
        if struck:
            yield Feat("strike", mover, struck)


def _chairs(after: State) -> Iterator[Highlight]:
    shown = []
    for place, (seat, lane) in enumerate(after.chairs):
        kind = (after.placed[seat] or "")[lane]
        shown.append({"chair": CHAIR_COUNT - place, "player": seat, "kind": kind})
        if kind == "S":
            yield Feat("smily", seat)
    yield Moment("chairs", fact("moment.chairs"), shows={"chairs": shown, "scores": list(count_chairs(after))})
