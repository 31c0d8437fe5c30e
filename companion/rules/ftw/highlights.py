"""The highlights of FTW?!: a moment with the hands at a round's end, and feats of the players."""

from __future__ import annotations

from collections.abc import Iterator

from companion.facts import fact
from companion.rules.ftw.actions import Action, Lay, Play
from companion.rules.ftw.state import State, scores
from companion.rules.highlights import Feat, Highlight, Moment
from companion.rules.protocol import Actor


def highlights(before: State, actor: Actor, action: Action, after: State) -> Iterator[Highlight]:
    if isinstance(action, Lay):
        yield Feat("low", actor)
    elif isinstance(action, Play) and action.helpers:
        yield Feat("helped", actor)
    if len(after.points) > len(before.points):
        yield from _round(before, actor, action, after)


def _round(before: State, actor: Actor, action: Action, after: State) -> Iterator[Highlight]:
    points = after.points[-1]
    if isinstance(action, Play):
        yield Feat("ended", actor)
    for seat, gained in enumerate(points):
        yield Feat("row", seat, gained, fold="max")
    top = max(points)
    yield Moment(
        "hands",
        fact("moment.round", n=len(after.points), all=before.options.rounds),
        None,
        tuple(seat for seat, gained in enumerate(points) if gained == top),
        {"hands": [sorted(hand) for hand in after.last], "points": list(points), "scores": list(scores(after))},
    )
