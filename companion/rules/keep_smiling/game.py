"""How positions of Keep Smiling! change, by actions and by chance; ``GAME`` collects the game's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.rules.chance import below
from companion.rules.keep_smiling import actions
from companion.rules.keep_smiling.actions import CHAIR_COUNT, OFF_LANE, SORTED_ROLL, Advance, Duel, Move, Roll, readings
from companion.rules.keep_smiling.check import advances
from companion.rules.keep_smiling.options import KeepSmilingOptions
from companion.rules.keep_smiling.state import NO_DUEL, State, closing, count_chairs, revealed_pieces
from companion.rules.protocol import CHANCE, Actor, Game, Outcome, best, game_of

_ROLL_ACTORS: tuple[Actor, ...] = (CHANCE,)
_PLAYER_ACTORS: tuple[tuple[Actor, ...], ...] = ((0,), (1,))


def _roll(state: State, actor: Actor, action: Roll) -> State:
    return state._replace(chances=state.chances + 1, acts=_PLAYER_ACTORS[state.turn], dice=SORTED_ROLL[action.dice])


def _reveal(state: State, actor: Actor, action: actions.Reveal) -> State:
    return state._replace(acts=(), placed=revealed_pieces(state, action.kinds))


def _place(state: State, actor: Actor, action: actions.Place) -> State:
    kinds = action.kinds
    other = state.placed[1 - actor]
    placed = (kinds, other) if actor == 0 else (other, kinds)
    return state._replace(placed=placed, acts=_ROLL_ACTORS if other is not None else _PLAYER_ACTORS[1 - actor])


def _duel(state: State, actor: Actor, action: Duel) -> State:
    """Remove the piece of the duel's loser, then make the moves that remain of the turn."""
    turn, lane = state.turn, state.duel
    mine, theirs, chairs = list(state.steps[turn]), list(state.steps[1 - turn]), state.chairs
    if not action.attacker_wins:
        mine[lane] = OFF_LANE
    else:
        theirs[lane] = OFF_LANE
        if mine[lane] == state.options.lane_length:
            mine[lane] = OFF_LANE
            chairs = (*chairs, (turn, lane))
    rest = () if len(chairs) == CHAIR_COUNT else state.rest
    return _advance(state, mine, theirs, chairs, rest, state.chances + 1)


def _advance(
    state: State,
    mine: list[int],
    theirs: list[int],
    chairs: tuple[tuple[int, int], ...],
    advances: tuple[Advance, ...],
    chances: int,
) -> State:
    """Move piece after piece until a duel begins, the chairs are full, or all have moved.

    Args:
        state: The position before.
        mine: The fields that the mover's pieces have gone, by lane; changed in place.
        theirs: The same for the opponent's pieces.
        chairs: The seated pieces as (player, lane).
        advances: What to do: (lane, fields that its piece moves).
        chances: The new number of CHANCE's actions.
    """
    options, turn = state.options, state.turn
    length, duel = options.lane_length, NO_DUEL
    rest: tuple[Advance, ...] = ()
    for done, (lane, total) in enumerate(advances, 1):
        goal = mine[lane] = mine[lane] + total
        if theirs[lane] == length - goal:
            if options.duel:
                duel, rest = lane, advances[done:]
                break
            theirs[lane] = OFF_LANE
        if goal == length:
            mine[lane] = OFF_LANE
            chairs = (*chairs, (turn, lane))
            if len(chairs) == CHAIR_COUNT:
                break
    steps = (tuple(mine), tuple(theirs)) if turn == 0 else (tuple(theirs), tuple(mine))
    acts = _ROLL_ACTORS
    if duel == NO_DUEL:
        if len(chairs) == CHAIR_COUNT or (max(theirs) < 0 and max(mine) < 0):
            acts = closing(state.placed, chairs)
        if max(theirs) >= 0:
            turn = 1 - turn
    return State(options, state.seed, chances, acts, turn, state.placed, steps, (), chairs, duel, rest)


_MOVES: Final[dict[type, Callable[[State, Actor, Any], State]]] = {
    Roll: _roll,
    actions.Place: _place,
    Duel: _duel,
    actions.Reveal: _reveal,
}


def move(state: State, actor: Actor, action: actions.Action) -> State:
    """Return the position after an action that ``check`` allows."""
    if type(action) is Move:
        return after_move(state, readings(state.dice)[action.steps][1] if action.steps else ())
    return _MOVES[type(action)](state, actor, action)


def after_move(state: State, advances: tuple[Advance, ...]) -> State:
    """Return the position after a move that consists of these advances: (lane, fields that its piece moves)."""
    turn = state.turn
    return _advance(state, list(state.steps[turn]), list(state.steps[1 - turn]), state.chairs, advances, state.chances)


def outcome(state: State) -> Outcome | None:
    return (
        None if state.acts else best(count_chairs(state), "chairs" if len(state.chairs) == CHAIR_COUNT else "cleared")
    )


def apply(state: State, actor: Actor, action: actions.Action) -> State:
    named = advances(state, actor, action)
    return move(state, actor, action) if named is None else after_move(state, named)


def draw(state: State) -> actions.Action:
    if state.duel != NO_DUEL:
        attacker, defender = divmod(below(36, state.seed, state.chances), 6)
        return Duel(attacker + 1, defender + 1)
    return Roll(SORTED_ROLL[actions.ORDERED_ROLLS[below(216, state.seed, state.chances)]])


def reversible(before: State, actor: Actor, action: actions.Action, after: State) -> bool:
    """Return True if an action can be undone.

    Such actions are placing the pieces, and a pass or move that strikes nothing, begins no duel and does not end the
    game.
    """
    if not isinstance(action, Move):
        return isinstance(action, actions.Place)
    rival = 1 - before.turn
    return bool(after.acts) and after.duel == NO_DUEL and before.steps[rival] == after.steps[rival]


GAME: Final[Game[KeepSmilingOptions, State, actions.Action]] = game_of(
    __package__,
    variants={
        "default": {},
        "duel": {"duel": True},
        "short": {"lane_length": 6, "first": 1},
        "short-duel": {"lane_length": 5, "duel": True},
        "physical": {"pieces": "physical"},
        "tournament": {"memory": True},
    },
    secret=(actions.Place,),
    senses=frozenset({"dice"}),
    levels=("beginner", "family"),  # "strong" wins no more often than "family": dice matter more
    commands=("dice", "accept", "roll", "duel"),
)
