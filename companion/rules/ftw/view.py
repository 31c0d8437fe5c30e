"""What a viewer may know of FTW?!, and what a referee says of each action: never a secret."""

from __future__ import annotations

from companion.facts import Fact, fact
from companion.rules.ftw.actions import Action, Deal, Give, Lay, Play, Show
from companion.rules.ftw.options import NAME
from companion.rules.ftw.state import State, deck, discarded, phase, score, scores, showing, unseen
from companion.rules.protocol import TABLE, Actor, View, common, sentences, winners


def view(state: State, viewer: Actor) -> View:
    """The table for all to see, with the own hand and the three cards given for a player.

    With physical cards ``known`` are those cards of each hand that the table has seen, ``unseen`` those that hands can
    have besides.
    """
    shown: View = {
        **common(
            NAME,
            viewer,
            state.options.players,
            phase(state),
            state.acts,
            state.turn if state.acts else None,
            min(len(state.points) + 1, state.options.rounds),
            scores(state),
        ),
        "rounds": state.options.rounds,
        "highest": len(deck(state)),
        "cards": [len(hand) for hand in state.hands],
        "chosen": [given is not None for given in state.given],
        "pile": list(state.pile),
        "front": [list(helpers) for helpers in state.front],
        "away": len(discarded(state)),
        "points": [list(row) for row in state.points],
        "last": [list(hand) for hand in state.last],
    }
    if not state.options.digital:
        shown["known"] = [[card for card in hand if card] for hand in state.hands]
        shown["unseen"] = unseen(state) if state.acts else []
    elif viewer != TABLE:
        shown["hand"] = list(state.hands[viewer])
        shown["given"] = list(state.given[viewer] or ())
    return shown


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
