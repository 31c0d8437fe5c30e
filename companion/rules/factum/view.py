"""Views of Factum for each player, random redeals of what is hidden, and public descriptions of actions."""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import Any

from companion.facts import Fact, fact
from companion.rules.factum import actions
from companion.rules.factum.actions import PILE_OWNER, STORY_OWNER, Action
from companion.rules.factum.options import NAME
from companion.rules.factum.state import CastVote, LaidCard, Phase, State, actors, opposing_team
from companion.rules.protocol import CHANCE, Actor, SeenHistory, View, common, sentences, winners


def view(state: State, viewer: Actor) -> View:
    """Return what a viewer may know, as JSON values.

    The storyteller's card is visible to the storyteller and the judge only.
    """
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
        "voted": [vote.player for vote in state.ballot],
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
        out["laid"] = [laid.card for laid in state.laid if laid.player == viewer]
        out["vote"] = next((vote.choice for vote in state.ballot if vote.player == viewer), None)
        if viewer in (state.teller, state.judge) and state.story:
            out["story_card"] = state.story[0]
    return out


def _seat(player: int) -> int | None:
    return player if player >= 0 else None


def _guessing(state: State) -> str | None:
    """Return which team guesses ("storyteller" or "judge"); None until the judge has decided."""
    if not state.laid and state.phase != Phase.LAY:
        return None
    return "storyteller" if state.tellers_guess else "judge"


def _result(state: State) -> dict[str, Any] | None:
    """Return the last guess as JSON values, None if there is none."""
    if state.result is None:
        return None
    chosen, story, owner = state.result
    right = owner == STORY_OWNER
    return {
        "chosen": chosen,
        "right": right,
        "story_card": story if state.options.digital else None,
        "owner": None if right or owner == PILE_OWNER else owner,
    }


def redeal(state: State, viewer: Actor, history: SeenHistory[Action], random: Random) -> State:
    """Return the position with everything redrawn at random that the viewer cannot know.

    That is the other players' hands, the pile, face-down cards, who laid which face-up card, and uncounted votes.
    """
    state = state._replace(seed=random.getrandbits(62))
    if state.options.digital:
        state = _hands(state, viewer, random)
        if state.table:
            state = _table(state, viewer, random)
    if state.phase in (Phase.VOTE, Phase.BEST):
        state = state._replace(ballot=_votes(state, viewer, random))
    return state


def _hands(state: State, viewer: Actor, random: Random) -> State:
    hidden = [p for p in range(len(state.hands)) if p != viewer]
    down = [] if state.table else [i for i, one in enumerate(state.laid) if one.player != viewer]
    secret_story = not state.table and viewer not in (state.teller, state.judge)
    pool = [*state.pile, *chain.from_iterable(state.hands[p] for p in hidden)]
    pool += [state.laid[i].card for i in down] + (list(state.story) if secret_story else [])
    random.shuffle(pool)
    cards = iter(pool)
    hands, laid, story = list(state.hands), list(state.laid), state.story
    for p in hidden:
        hands[p] = tuple(sorted(next(cards) for _ in hands[p]))
    for i in down:
        laid[i] = laid[i]._replace(card=next(cards))
    if secret_story:
        story = tuple(next(cards) for _ in story)
    return state._replace(hands=tuple(hands), laid=tuple(laid), story=story, pile=tuple(sorted(cards)))


def _table(state: State, viewer: Actor, random: Random) -> State:
    """Redraw at random who laid which face-up card, unless the viewer knows it or the result shows it."""
    known = set() if state.result is None else {state.result.chosen, state.result.story_card}
    if viewer in (state.teller, state.judge):
        known |= set(state.story)
    known |= {laid.card for laid in state.laid if laid.player == viewer}
    pool = [card for card in state.table if card not in known]
    random.shuffle(pool)
    cards = iter(pool)

    def other(card: int) -> int:
        return card if card in known else next(cards)

    return state._replace(
        story=tuple(map(other, state.story)),
        laid=tuple(LaidCard(player, other(card)) for player, card in state.laid),
        extra=tuple(map(other, state.extra)),
    )


def _votes(state: State, viewer: Actor, random: Random) -> tuple[CastVote, ...]:
    values = state.choices if state.phase == Phase.VOTE else (0, 1)
    return tuple(
        vote if vote.player == viewer else vote._replace(choice=values[int(random.random() * len(values))])
        for vote in state.ballot
    )


def describe(before: State, actor: Actor, action: actions.Action, after: State) -> Fact:
    name = before.options.players[actor] if actor >= 0 else ""
    match action:
        case actions.Deal():
            if before.phase == Phase.FILL:
                return fact("factum.filled", cards=after.table)
            return fact("factum.dealt" if before.phase == Phase.SETUP else "factum.dealt-again")
        case actions.Volunteer():
            return fact("factum.volunteer", who=name)
        case actions.Teams():
            return fact("factum.teams", one=_names(after, after.side), other=_names(after, opposing_team(after)))
        case actions.Tell():
            return fact("factum.told", who=name)
        case actions.Judge():
            return fact("factum.judge", who=name)
        case actions.Decide(tellers):
            captain = before.options.players[after.teller if tellers else after.judge]
            return fact("factum.decide", who=name, captain=captain)
        case actions.Lay():
            if after.phase == Phase.VOTE:
                return fact("factum.laid-last", who=name, cards=after.table)
            return fact("factum.laid", who=name)
        case actions.Best():
            return _best(before, after, name)
        case actions.Vote() | actions.Owner():
            return _vote_fact(before, after, name)


def _names(state: State, players: tuple[int, ...]) -> list[str]:
    return [state.options.players[p] for p in players]


def _vote_fact(before: State, after: State, name: str) -> Fact:
    if after.phase == Phase.VOTE and after.ties == before.ties:
        return fact("factum.voted", who=name)
    if after.phase == Phase.VOTE:
        return fact("factum.tie-again", cards=after.choices)
    if after.phase == Phase.BREAK:
        decider = after.waiting[0]
        if decider == CHANCE:
            return fact("factum.tie-chance", cards=after.choices)
        return fact("factum.tie-decided", cards=after.choices, who=before.options.players[decider])
    if after.phase == Phase.OWNER:
        return fact("factum.whose", card=after.choices[0])
    return _guess_fact(before, after)


def _guess_fact(before: State, after: State) -> Fact:
    names = before.options.players
    assert after.result is not None
    card, story, owner = after.result
    tellers_win = (owner == actions.STORY_OWNER) == before.tellers_guess
    captain = names[before.teller if tellers_win else before.judge]
    was = fact("factum.story-was", card=story) if before.options.digital else None
    if owner == actions.STORY_OWNER:
        told = fact("factum.right", card=card, captain=captain)
    elif owner == actions.PILE_OWNER:
        told = fact("factum.wrong-pile", card=card, was=was, captain=captain)
    else:
        told = fact("factum.wrong", card=card, owner=names[owner], was=was, captain=captain)
    return sentences(told, fact("factum.vote-best") if after.phase == Phase.BEST else _ending(after))


def _best(before: State, after: State, name: str) -> Fact:
    if after.phase == Phase.BEST:
        return fact("factum.voted", who=name)
    code = "factum.best-new" if after.title_round != before.title_round else "factum.best-old"
    return sentences(fact(code, who=after.options.players[after.title]), _ending(after))


def _ending(after: State) -> Fact | None:
    return winners("factum", after.options.players, after.scores) if after.phase == Phase.OVER else None
