"""Checks whether an action of Keep Smiling! is legal; ``legal``, ``apply`` and all error messages rely on this."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any, Final, NoReturn

from companion.rules.errors import Refusals, Rule, rulebook
from companion.rules.keep_smiling import actions
from companion.rules.keep_smiling.actions import SORTED_ROLL, readings
from companion.rules.keep_smiling.options import NAME
from companion.rules.keep_smiling.state import NO_DUEL, State, fits, phase, revealed_pieces
from companion.rules.notation import actor_name, no_action, shorten_repr, turn_of
from companion.rules.protocol import CHANCE, Actor, check_actor

PLACEMENTS: Final = tuple(sorted({"".join(order) for order in permutations(actions.PIECE_SET)}))
_PLACEMENT_SET: Final = frozenset(PLACEMENTS)
_REFUSALS: Final = Refusals(NAME)
RULES: Final = rulebook(NAME)
_DUE_ACTIONS: Final[dict[str, tuple[type | None, Rule]]] = {
    "place": (actions.Place, RULES["placing"]),
    "roll": (actions.Roll, RULES["turns"]),
    "move": (actions.Move, RULES["turns"]),
    "duel": (actions.Duel, RULES["duel"]),
    "reveal": (actions.Reveal, RULES["reveal"]),
    "over": (None, RULES["ended"]),
}


def check(state: State, actor: object, action: object) -> None:
    """Check that an actor may do an action now.

    Raises:
        MalformedAction: It is no action of this game, or its values are wrong in any position.
        IllegalAction: The rules forbid it now.
    """
    advances(state, actor, action)


def advances(state: State, actor: object, action: Any) -> tuple[actions.Advance, ...] | None:  # any value may come
    """Check an action like ``check``, and return what a move does; None for any other action.

    A move is returned as (lane, fields that its piece moves) for each step, in the order of the steps.
    """
    if actor in state.acts and type(actor) is int:
        kind = type(action)
        if kind is actions.Move and state.dice:
            return _move(state, actor, action)
        if kind is actions.Roll and actor == CHANCE and state.duel == NO_DUEL:  # fast path
            _roll(state, actor, action)
            return None
        if kind is _DUE_ACTIONS[phase(state)][0]:
            CHECKS[kind](state, actor, action)
            return None
    _refuse(state, actor, action)


def _refuse(state: State, actor: object, action: object) -> NoReturn:
    """Raise the error for an actor who may not act now, or for a type of action that this phase does not have."""
    now, names = phase(state), state.options.players
    number = check_actor(actor, 2)
    if type(action) not in CHECKS:
        raise no_action(action, NAME)
    raise _REFUSALS.illegal(
        _DUE_ACTIONS[now][1], f"{now}-now", who=actor_name(number, names), turn=turn_of(state.acts, names)
    )


def _kinds(kinds: object, size: int) -> bool:
    return type(kinds) is str and len(kinds) == size and set(kinds) <= set(actions.PIECE_KINDS)


def _place(state: State, actor: Actor, action: actions.Place) -> None:
    kinds = action.kinds
    if type(kinds) is str and kinds in _PLACEMENT_SET:
        return
    if not _kinds(kinds, len(actions.LANES)):
        raise _REFUSALS.malformed_error("set-up", kinds=shorten_repr(kinds))
    raise _REFUSALS.illegal(RULES["placing"], "other-pieces", kinds=kinds)


def _reveal(state: State, actor: Actor, action: actions.Reveal) -> None:
    if not _kinds(action.kinds, len(state.chairs)):
        raise _REFUSALS.malformed_error("chairs", kinds=shorten_repr(action.kinds), n=len(state.chairs))
    for name, row in zip(state.options.players, revealed_pieces(state, action.kinds), strict=True):
        if not fits(row, "physical"):
            raise _REFUSALS.illegal(RULES["reveal"], "other-chairs", who=name)


def _roll(state: State, actor: Actor, action: actions.Roll) -> None:
    dice = action.dice
    try:
        if dice is not None and SORTED_ROLL.get(dice) is dice:  # one of the shared rolls
            return
        if dice in SORTED_ROLL and type(dice) is tuple and all(type(die) is int for die in dice):
            return
    except TypeError:
        pass
    raise _REFUSALS.malformed_error("roll", dice=shorten_repr(dice))


def _duel(state: State, actor: Actor, action: actions.Duel) -> None:
    for die in action:
        if type(die) is not int or not 1 <= die <= 6:
            raise _REFUSALS.malformed_error("duel", die=shorten_repr(die))


def _move(state: State, actor: Actor, action: actions.Move) -> tuple[actions.Advance, ...]:
    steps = action.steps
    try:
        found = readings(state.dice).get(steps)
    except TypeError:
        found = None
    if found is None or (found[0] is not steps and not has_integer_steps(steps)):
        if steps == () and type(steps) is tuple and not can_move(state):
            return ()
        _refuse_steps(state, action)
    named = found[1]
    turn, length = state.turn, state.options.lane_length
    mine, theirs = state.steps[turn], state.steps[1 - turn]
    free = actions.CHAIR_COUNT - len(state.chairs)
    for lane, total in named:
        goal = mine[lane] + total
        if goal > length or mine[lane] < 0 or not free:
            _refuse_advance(state, lane, total)
        if goal == length and not (state.options.duel and not theirs[lane]):
            free -= 1
    return named


def has_integer_steps(steps: object) -> bool:
    """Return True if all lanes and dice are of type int. True and 1.0 are not, though they compare equal to 1."""
    if type(steps) is not tuple:
        return False
    for step in steps:
        lane, group = step
        if type(step) is not tuple or type(lane) is not int or type(group) is not tuple:
            return False
        for die in group:
            if type(die) is not int:
                return False
    return True


def can_move(state: State) -> bool:
    """Return True if some piece of the player on turn can move by the lowest die."""
    reach = state.options.lane_length - state.dice[0]
    return any(actions.OFF_LANE < gone <= reach for gone in state.steps[state.turn])


def _refuse_steps(state: State, action: actions.Move) -> NoReturn:
    """Raise the error that says why the dice do not allow these steps."""
    steps = action.steps
    if steps == () and type(steps) is tuple:
        raise _REFUSALS.illegal(RULES["must-move"], "pass")
    if type(steps) is not tuple or not all(_is_step(step) for step in steps):
        raise _REFUSALS.malformed_error("steps", steps=shorten_repr(steps))
    lanes = [lane for lane, _ in steps]
    if any(len(group) > 2 for _, group in steps):
        raise _REFUSALS.illegal(RULES["five-ways"], "three-dice")
    if len(set(lanes)) != len(lanes):
        raise _REFUSALS.illegal(RULES["five-ways"], "twice")
    left = list(state.dice)
    for _, group in steps:
        for die in group:
            if die not in left:
                raise _REFUSALS.illegal(RULES["whole-dice"], "die", dice=" ".join(map(str, state.dice)), die=die)
            left.remove(die)
    raise _REFUSALS.malformed_error("step-order", steps=shorten_repr(steps))


def _is_step(step: object) -> bool:
    return (
        type(step) is tuple
        and len(step) == 2
        and type(step[0]) is int
        and 0 <= step[0] < len(actions.LANES)
        and type(step[1]) is tuple
        and len(step[1]) > 0
        and all(type(die) is int and 1 <= die <= 6 for die in step[1])
    )


def _refuse_advance(state: State, lane: int, total: int) -> NoReturn:
    gone, length = state.steps[state.turn][lane], state.options.lane_length
    name = actions.LANES[lane]
    if gone == actions.OFF_LANE:
        seated = (state.turn, lane) in state.chairs
        raise _REFUSALS.illegal(RULES["off-lane"], "seated" if seated else "captured", lane=name)
    if gone + total > length:
        raise _REFUSALS.illegal(RULES["exact"], "too-many", lane=name, left=length - gone, n=total)
    raise _REFUSALS.illegal(RULES["ended"], "last-chair", lane=name)


CHECKS: Final[dict[type, Callable[[State, Actor, Any], Any]]] = {
    actions.Move: _move,
    actions.Roll: _roll,
    actions.Place: _place,
    actions.Duel: _duel,
    actions.Reveal: _reveal,
}
