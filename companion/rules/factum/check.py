"""Whether an action may be made: the one source of legality, which ``legal``, ``apply`` and every refusal ask."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final, NoReturn

from companion.facts import fact
from companion.rules.chance import drawable
from companion.rules.errors import Refusals, Rule, anything
from companion.rules.factum import actions
from companion.rules.factum import rulebook as rule
from companion.rules.factum.options import NAME
from companion.rules.factum.state import Phase, State, actors, cards_needed, confusers, voters
from companion.rules.notation import actor_name, no_action, shown
from companion.rules.protocol import Actor, check_actor

_NO: Final = Refusals(NAME)
_DUE: Final[dict[str, tuple[type | None, Rule]]] = {
    Phase.SETUP: (actions.Deal, rule.DEAL),
    Phase.DEAL: (actions.Deal, rule.DEAL),
    Phase.FILL: (actions.Deal, rule.DEAL),
    Phase.VOLUNTEER: (actions.Volunteer, rule.VOLUNTEER),
    Phase.TEAMS: (actions.Teams, rule.TEAMS),
    Phase.TELL: (actions.Tell, rule.TELL),
    Phase.JUDGE: (actions.Judge, rule.JUDGE),
    Phase.DECIDE: (actions.Decide, rule.DECIDE),
    Phase.LAY: (actions.Lay, rule.LAY),
    Phase.VOTE: (actions.Vote, rule.VOTE),
    Phase.BREAK: (actions.Vote, rule.TIE),
    Phase.OWNER: (actions.Owner, rule.OWNER),
    Phase.BEST: (actions.Best, rule.BEST),
    Phase.OVER: (None, rule.END),
}


def check(state: State, actor: object, action: object) -> None:
    """Raises MalformedAction or IllegalAction."""
    kind = type(action)
    if kind is not _DUE[state.phase][0] or type(actor) is not int or actor not in actors(state):
        _refuse(state, actor, action)
    shape, allowed = CHECKS[kind]
    shape(state, action)
    allowed(state, actor, action)


def _refuse(state: State, actor: object, action: object) -> NoReturn:
    """An actor or a kind of action that is not due."""
    number, phase = check_actor(actor, state.options.n), state.phase
    if type(action) not in CHECKS:
        raise no_action(action, NAME)
    CHECKS[type(action)][0](state, action)
    if phase == Phase.OVER:
        raise _NO.illegal(rule.END, "over")
    due = fact(f"factum.now.{phase}")
    if number in actors(state):
        raise _NO.illegal(rule.STEP, "other-step", due=due)
    who = actor_name(number, state.options.players)
    if phase == Phase.VOLUNTEER and number == state.teller >= 0:
        raise _NO.illegal(rule.NOT_TWICE, "told-last", who=who)
    if phase in (Phase.VOTE, Phase.BREAK) and number in (state.teller, state.judge):
        raise _NO.illegal(rule.SILENT, "silent", who=who)
    if phase == Phase.BEST and number >= 0 and number in (state.teller, state.title):
        raise _NO.illegal(rule.BEST, "own-story", who=who)
    raise _NO.illegal(_DUE[phase][1], "done-already" if _done(state, number) else "not-you", who=who, due=due)


def _done(state: State, player: Actor) -> bool:
    """Whether the player has acted in this step already."""
    if state.phase == Phase.LAY:
        return player in [p for p, _ in state.laid]
    return (state.phase == Phase.VOTE and player in voters(state)) or (state.phase == Phase.BEST and player >= 0)


def _members(state: State, action: actions.Teams) -> None:
    if type(action.members) is not tuple or not all(type(p) is int for p in action.members):
        raise _NO.malformed("members")
    for player in action.members:
        if not 0 <= player < state.options.n:
            raise _NO.malformed("member", member=player)


def _numbers(state: State, action: actions.Deal) -> None:
    if type(action.cards) is not tuple or not all(type(c) is int for c in action.cards):
        raise _NO.malformed("numbers")
    for card in action.cards:
        if not 0 < card <= state.options.deck:
            raise _NO.malformed("card", card=card, last=state.options.deck)


def _deal(state: State, actor: Actor, action: actions.Deal) -> None:
    needed = cards_needed(state)
    if not drawable(state.pile, state.discard, needed, action.cards):
        raise _NO.illegal(rule.DEAL, "draw-cards", n=needed)


def _teams(state: State, actor: Actor, action: actions.Teams) -> None:
    team, size = action.members, state.options.team
    if len(team) != size or state.teller not in team or not all(a < b for a, b in pairwise(team)):
        code = "teams" if size > 2 else "teams-of-two"
        raise _NO.illegal(rule.TEAMS, code, who=state.options.players[state.teller], n=size - 1)


def _card(state: State, action: actions.Tell | actions.Lay | actions.Vote) -> None:
    if type(action.card) is not int:
        raise _NO.malformed("number")
    missing = action.card == 0 and type(action) is not actions.Vote
    if not missing and not 1 <= action.card <= state.options.deck:
        raise _NO.malformed("card", card=action.card, last=state.options.deck)


def _from_hand(state: State, actor: Actor, action: actions.Tell | actions.Lay) -> None:
    card, kind = action.card, "tell" if type(action) is actions.Tell else "lay"
    if card in state.hands[actor]:
        return
    broken = rule.TELL if kind == "tell" else rule.LAY
    if not state.options.digital:
        raise _NO.illegal(broken, "secret-card")
    if not card:
        raise _NO.malformed(f"{kind}-which")
    raise _NO.not_held(broken, state.options.players[actor], card)


def _vote(state: State, actor: Actor, action: actions.Vote) -> None:
    card = action.card
    if card in state.choices:
        return
    if card not in state.table:
        raise _NO.illegal(rule.VOTE, "not-on-table", card=card)
    raise _NO.illegal(rule.TIE, "not-tied", card=card, choices=state.choices)


def _player(state: State, action: actions.Owner) -> None:
    if type(action.player) is not int or not actions.STORY <= action.player < state.options.n:
        raise _NO.malformed("seat", player=shown(action.player))


def _owner(state: State, actor: Actor, action: actions.Owner) -> None:
    if action.player not in owners(state):
        raise _NO.illegal(rule.OWNER, "other-owner")


def owners(state: State) -> tuple[int, ...]:
    """Whose the chosen card can have been."""
    return (actions.STORY, *confusers(state), *((actions.FROM_PILE,) if state.extra else ()))


def _flag(state: State, action: actions.Decide | actions.Best) -> None:
    if type(action.tellers if isinstance(action, actions.Decide) else action.new) is not bool:
        raise _NO.malformed("two-ways")


# Whether the values can be an action at all, then whether it may be made now.
CHECKS: Final[dict[type, tuple[Callable[[State, Any], object], Callable[[State, Actor, Any], object]]]] = {
    actions.Deal: (_numbers, _deal),
    actions.Volunteer: (anything, anything),
    actions.Teams: (_members, _teams),
    actions.Tell: (_card, _from_hand),
    actions.Judge: (anything, anything),
    actions.Decide: (_flag, anything),
    actions.Lay: (_card, _from_hand),
    actions.Vote: (_card, _vote),
    actions.Owner: (_player, _owner),
    actions.Best: (_flag, anything),
}
