"""Checks whether an action of Factum is legal; ``legal``, ``apply`` and all error messages rely on this."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final, NoReturn

from companion.facts import fact
from companion.rules.chance import drawable
from companion.rules.errors import Refusals, Rule, anything, rulebook
from companion.rules.factum import actions
from companion.rules.factum.options import NAME
from companion.rules.factum.state import Phase, State, actors, cards_needed, confusers, voters
from companion.rules.notation import actor_name, no_action, shorten_repr
from companion.rules.protocol import Actor, check_actor

_REFUSALS: Final = Refusals(NAME)
RULES: Final = rulebook(NAME)
_DUE_ACTIONS: Final[dict[str, tuple[type | None, Rule]]] = {
    Phase.SETUP: (actions.Deal, RULES["deal"]),
    Phase.DEAL: (actions.Deal, RULES["deal"]),
    Phase.FILL: (actions.Deal, RULES["deal"]),
    Phase.VOLUNTEER: (actions.Volunteer, RULES["volunteer"]),
    Phase.TEAMS: (actions.Teams, RULES["teams"]),
    Phase.TELL: (actions.Tell, RULES["tell"]),
    Phase.JUDGE: (actions.Judge, RULES["judge"]),
    Phase.DECIDE: (actions.Decide, RULES["decide"]),
    Phase.LAY: (actions.Lay, RULES["lay"]),
    Phase.VOTE: (actions.Vote, RULES["vote"]),
    Phase.BREAK: (actions.Vote, RULES["tie"]),
    Phase.OWNER: (actions.Owner, RULES["owner"]),
    Phase.BEST: (actions.Best, RULES["best"]),
    Phase.OVER: (None, RULES["end"]),
}


def check(state: State, actor: object, action: object) -> None:
    """Check that an actor may do an action now.

    Raises:
        MalformedAction: It is no action of this game, or its values are wrong in any position.
        IllegalAction: The rules forbid it now.
    """
    kind = type(action)
    if kind is not _DUE_ACTIONS[state.phase][0] or type(actor) is not int or actor not in actors(state):
        _refuse(state, actor, action)
    shape, allowed = CHECKS[kind]
    shape(state, action)
    allowed(state, actor, action)


def _refuse(state: State, actor: object, action: object) -> NoReturn:
    """Raise the error for an actor who may not act now, or for a type of action that this phase does not have."""
    number, phase = check_actor(actor, state.options.n), state.phase
    if type(action) not in CHECKS:
        raise no_action(action, NAME)
    CHECKS[type(action)][0](state, action)
    if phase == Phase.OVER:
        raise _REFUSALS.illegal(RULES["end"], "over")
    due = fact(f"factum.now.{phase}")
    if number in actors(state):
        raise _REFUSALS.illegal(RULES["step"], "other-step", due=due)
    who = actor_name(number, state.options.players)
    if phase == Phase.VOLUNTEER and number == state.teller >= 0:
        raise _REFUSALS.illegal(RULES["not-twice"], "told-last", who=who)
    if phase in (Phase.VOTE, Phase.BREAK) and number in (state.teller, state.judge):
        raise _REFUSALS.illegal(RULES["silent"], "silent", who=who)
    if phase == Phase.BEST and number >= 0 and number in (state.teller, state.title):
        raise _REFUSALS.illegal(RULES["best"], "own-story", who=who)
    raise _REFUSALS.illegal(
        _DUE_ACTIONS[phase][1], "done-already" if _has_acted(state, number) else "not-you", who=who, due=due
    )


def _has_acted(state: State, player: Actor) -> bool:
    """Return True if the player has already acted in this phase."""
    if state.phase == Phase.LAY:
        return player in [laid.player for laid in state.laid]
    return (state.phase == Phase.VOTE and player in voters(state)) or (state.phase == Phase.BEST and player >= 0)


def _members(state: State, action: actions.Teams) -> None:
    if type(action.members) is not tuple or not all(type(p) is int for p in action.members):
        raise _REFUSALS.malformed_error("members")
    for player in action.members:
        if not 0 <= player < state.options.n:
            raise _REFUSALS.malformed_error("member", member=player)


def _numbers(state: State, action: actions.Deal) -> None:
    _REFUSALS.numbers(action.cards, state.options.deck)


def _deal(state: State, actor: Actor, action: actions.Deal) -> None:
    needed = cards_needed(state)
    if not drawable(state.pile, state.discard, needed, action.cards):
        raise _REFUSALS.illegal(RULES["deal"], "draw-cards", n=needed)


def _teams(state: State, actor: Actor, action: actions.Teams) -> None:
    team, size = action.members, state.options.team
    if len(team) != size or state.teller not in team or not all(a < b for a, b in pairwise(team)):
        code = "teams" if size > 2 else "teams-of-two"
        raise _REFUSALS.illegal(RULES["teams"], code, who=state.options.players[state.teller], n=size - 1)


def _card(state: State, action: actions.Tell | actions.Lay | actions.Vote) -> None:
    if type(action.card) is not int:
        raise _REFUSALS.malformed_error("number")
    missing = action.card == 0 and type(action) is not actions.Vote
    if not missing and not 1 <= action.card <= state.options.deck:
        raise _REFUSALS.malformed_error("card", card=action.card, last=state.options.deck)


def _from_hand(state: State, actor: Actor, action: actions.Tell | actions.Lay) -> None:
    card, kind = action.card, "tell" if type(action) is actions.Tell else "lay"
    if card in state.hands[actor]:
        return
    broken = RULES["tell"] if kind == "tell" else RULES["lay"]
    if not state.options.digital:
        raise _REFUSALS.illegal(broken, "secret-card")
    if not card:
        raise _REFUSALS.malformed_error(f"{kind}-which")
    raise _REFUSALS.not_held(broken, state.options.players[actor], card)


def _vote(state: State, actor: Actor, action: actions.Vote) -> None:
    card = action.card
    if card in state.choices:
        return
    if card not in state.table:
        raise _REFUSALS.illegal(RULES["vote"], "not-on-table", card=card)
    raise _REFUSALS.illegal(RULES["tie"], "not-tied", card=card, choices=state.choices)


def _player(state: State, action: actions.Owner) -> None:
    if type(action.player) is not int or not actions.STORY_OWNER <= action.player < state.options.n:
        raise _REFUSALS.malformed_error("seat", player=shorten_repr(action.player))


def _owner(state: State, actor: Actor, action: actions.Owner) -> None:
    if action.player not in owners(state):
        raise _REFUSALS.illegal(RULES["owner"], "other-owner")


def owners(state: State) -> tuple[int, ...]:
    """Return whose the chosen card can be: the storyteller's, a confusing player's, or the pile's if it added cards."""
    return (actions.STORY_OWNER, *confusers(state), *((actions.PILE_OWNER,) if state.extra else ()))


def _flag(state: State, action: actions.Decide | actions.Best) -> None:
    if type(action.tellers if isinstance(action, actions.Decide) else action.new) is not bool:
        raise _REFUSALS.malformed_error("two-ways")


# Action type -> (check of its values, check of its legality in the position).
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
