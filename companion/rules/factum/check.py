"""Whether an action may be made: the one source of legality, which ``legal``, ``apply`` and every refusal ask."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final, NoReturn

from companion.facts import fact
from companion.rules.deals import drawable
from companion.rules.errors import IllegalAction, MalformedAction, Rule
from companion.rules.factum import rulebook as rule
from companion.rules.factum.actions import (
    FROM_PILE,
    STORY,
    Best,
    Deal,
    Decide,
    Judge,
    Lay,
    Owner,
    Teams,
    Tell,
    Volunteer,
    Vote,
)
from companion.rules.factum.options import NAME
from companion.rules.factum.state import (
    BEST,
    BREAK,
    DEAL,
    DECIDE,
    FILL,
    JUDGE,
    LAY,
    OVER,
    OWNER,
    SETUP,
    TEAMS,
    TELL,
    VOLUNTEER,
    VOTE,
    State,
    actors,
    cards_needed,
    confusers,
    voters,
)
from companion.rules.notation import actor_name, no_action, shown
from companion.rules.protocol import Actor, check_actor

_DUE: Final[dict[str, tuple[type | None, Rule]]] = {
    SETUP: (Deal, rule.DEAL),
    DEAL: (Deal, rule.DEAL),
    FILL: (Deal, rule.DEAL),
    VOLUNTEER: (Volunteer, rule.VOLUNTEER),
    TEAMS: (Teams, rule.TEAMS),
    TELL: (Tell, rule.TELL),
    JUDGE: (Judge, rule.JUDGE),
    DECIDE: (Decide, rule.DECIDE),
    LAY: (Lay, rule.LAY),
    VOTE: (Vote, rule.VOTE),
    BREAK: (Vote, rule.TIE),
    OWNER: (Owner, rule.OWNER),
    BEST: (Best, rule.BEST),
    OVER: (None, rule.END),
}


def check(state: State, actor: Any, action: Any) -> None:
    """Raises MalformedAction or IllegalAction."""
    kind = type(action)
    if kind is not _DUE[state.phase][0] or type(actor) is not int or actor not in actors(state):
        _refuse(state, actor, action)
    CHECKS[kind](state, actor, action)


def _illegal(broken: Rule, code: str, **values: Any) -> IllegalAction:
    return IllegalAction(fact(f"factum.no.{code}", **values), rule=broken)


def _malformed(code: str, **values: Any) -> MalformedAction:
    return MalformedAction(fact(f"factum.no.{code}", **values))


def _refuse(state: State, actor: Any, action: Any) -> NoReturn:
    """An actor or a kind of action that is not due."""
    check_actor(actor, state.options.n)
    if type(action) not in CHECKS:
        raise no_action(action, NAME)
    _SHAPES[type(action)](state, action)
    if state.phase == OVER:
        raise _illegal(rule.END, "over")
    due = fact(f"factum.now.{state.phase}")
    if actor in actors(state):
        raise _illegal(rule.STEP, "other-step", due=due)
    who, phase = actor_name(actor, state.options.players), state.phase
    if phase == VOLUNTEER and actor == state.teller >= 0:
        raise _illegal(rule.NOT_TWICE, "told-last", who=who)
    if phase in (VOTE, BREAK) and actor in (state.teller, state.judge):
        raise _illegal(rule.SILENT, "silent", who=who)
    if phase == BEST and actor >= 0 and actor in (state.teller, state.title):
        raise _illegal(rule.BEST, "own-story", who=who)
    done = (
        (phase == VOTE and actor in voters(state))
        or (phase == BEST and actor >= 0)
        or (phase == LAY and actor in [p for p, _ in state.laid])
    )
    raise _illegal(_DUE[phase][1], "done-already" if done else "not-you", who=who, due=due)


def _members(state: State, action: Teams) -> None:
    if type(action.members) is not tuple or not all(type(p) is int for p in action.members):
        raise _malformed("members")
    for player in action.members:
        if not 0 <= player < state.options.n:
            raise _malformed("member", member=player)


def _numbers(state: State, action: Deal) -> None:
    if type(action.cards) is not tuple or not all(type(c) is int for c in action.cards):
        raise _malformed("numbers")
    for card in action.cards:
        if not 0 < card <= state.options.deck:
            raise _malformed("card", card=card, last=state.options.deck)


def _deal(state: State, actor: Actor, action: Deal) -> None:
    _numbers(state, action)
    needed = cards_needed(state)
    if not drawable(state.pile, state.discard, needed, action.cards):
        raise _illegal(rule.DEAL, "draw-cards", n=needed)


def _teams(state: State, actor: Actor, action: Teams) -> None:
    _members(state, action)
    team, size = action.members, state.options.team
    if len(team) != size or state.teller not in team or not all(a < b for a, b in pairwise(team)):
        code = "teams" if size > 2 else "teams-of-two"
        raise _illegal(rule.TEAMS, code, who=state.options.players[state.teller], n=size - 1)


def _card(state: State, action: Tell | Lay | Vote) -> None:
    if type(action.card) is not int:
        raise _malformed("number")
    missing = action.card == 0 and type(action) is not Vote
    if not missing and not 1 <= action.card <= state.options.deck:
        raise _malformed("card", card=action.card, last=state.options.deck)


def _from_hand(state: State, actor: Actor, action: Tell | Lay) -> None:
    card = action.card
    if type(card) is int and card in state.hands[actor]:
        return
    _card(state, action)
    broken = rule.TELL if type(action) is Tell else rule.LAY
    if not state.options.digital:
        raise _illegal(broken, "secret-card")
    if not card:
        raise _malformed("tell-which" if type(action) is Tell else "lay-which")
    who = state.options.players[actor]
    hidden = fact("factum.no.not-yours", who=who)
    raise IllegalAction(fact("factum.no.not-held", card=card, who=who), rule=broken, public=hidden)


def _vote(state: State, actor: Actor, action: Vote) -> None:
    card = action.card
    if type(card) is int and card in state.choices:
        return
    _card(state, action)
    if card not in state.table:
        raise _illegal(rule.VOTE, "not-on-table", card=card)
    raise _illegal(rule.TIE, "not-tied", card=card, choices=state.choices)


def _player(state: State, action: Owner) -> None:
    if type(action.player) is not int or not STORY <= action.player < state.options.n:
        raise _malformed("seat", player=shown(action.player))


def _owner(state: State, actor: Actor, action: Owner) -> None:
    _player(state, action)
    if action.player not in owners(state):
        raise _illegal(rule.OWNER, "other-owner")


def owners(state: State) -> tuple[int, ...]:
    """Whose the chosen card can have been."""
    return (STORY, *confusers(state), *((FROM_PILE,) if state.extra else ()))


def _flag(state: State, action: Decide | Best) -> None:
    if type(action.tellers if type(action) is Decide else action.new) is not bool:  # type: ignore[union-attr]
        raise _malformed("two-ways")


def _choice(state: State, actor: Actor, action: Decide | Best) -> None:
    _flag(state, action)


def _nothing(state: State, action: Volunteer | Judge) -> None:
    pass


def _always(state: State, actor: Actor, action: Volunteer | Judge) -> None:
    pass


CHECKS: Final[dict[type, Callable[[State, Actor, Any], None]]] = {
    Deal: _deal,
    Volunteer: _always,
    Teams: _teams,
    Tell: _from_hand,
    Judge: _always,
    Decide: _choice,
    Lay: _from_hand,
    Vote: _vote,
    Owner: _owner,
    Best: _choice,
}
_SHAPES: Final[dict[type, Callable[[State, Any], None]]] = {
    Deal: _numbers,
    Volunteer: _nothing,
    Teams: _members,
    Tell: _card,
    Judge: _nothing,
    Decide: _flag,
    Lay: _card,
    Vote: _card,
    Owner: _player,
    Best: _flag,
}
