"""What a referee says of each action, as facts: nothing secret is in them."""

from __future__ import annotations

from companion.facts import Fact, fact
from companion.rules.common_views import sentences, winners
from companion.rules.ftw.actions import Action, Deal, Give, Lay, Play, Show
from companion.rules.ftw.state import State, score, scores, showing
from companion.rules.protocol import Actor


def describe(before: State, actor: Actor, action: Action, after: State) -> Fact:
    """What happened, and the scores where it ends a round."""
    names = before.options.players
    if isinstance(action, Deal):
        return fact("ftw.deal", round=len(before.points) + 1, rounds=before.options.rounds)
    if isinstance(action, Give):
        if None in after.given:
            return fact("ftw.give", who=names[actor])
        return fact("ftw.begin", who=names[actor], next=names[after.turn])
    ended = len(after.points) > len(before.points)
    if isinstance(action, Show):
        played = fact("ftw.show", who=names[actor], cards=sorted(action.cards), points=score(action.cards))
    else:
        played = _played(before, names[actor], action, None if ended else _left(before, actor, after))
    if not ended:
        return played
    points = [fact("ftw.gets", who=who, points=n) for who, n in zip(names, after.points[-1], strict=True)]
    over = winners("ftw", after.options.players, scores(after)) if not after.acts else None
    return sentences(played, fact("ftw.round", points=points), over)


def _left(before: State, actor: Actor, after: State) -> Fact | None:
    """What is said as a hand gets down to two cards, or with physical cards to one."""
    if showing(after):
        return fact("ftw.one-left", who=before.options.players[actor])
    down = len(after.hands[actor]) == 2 != len(before.hands[actor])
    return fact("ftw.two-left", who=before.options.players[actor]) if down else None


def _played(before: State, who: str, action: Play | Lay, left: Fact | None) -> Fact:
    if isinstance(action, Lay):
        code = "ftw.lay" if len(before.pile) > 1 else "ftw.lay-only"
        return fact(code, who=who, card=action.card, take=action.take, left=left)
    if not before.pile:
        return fact("ftw.open", who=who, card=action.card, left=left)
    top = before.pile[-1]
    if not action.helpers:
        return fact("ftw.play", who=who, card=action.card, top=top, left=left)
    return fact(
        "ftw.help",
        who=who,
        card=action.card,
        top=top,
        helpers=sorted(action.helpers),
        sum=action.card + sum(action.helpers),
        left=left,
    )
