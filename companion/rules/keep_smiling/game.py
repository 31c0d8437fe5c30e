"""Keep Smiling! as the record of functions that every game is: a bluffing race for two."""

from __future__ import annotations

from typing import Final

from companion.facts import fact
from companion.rules.chance import below
from companion.rules.errors import IllegalAction
from companion.rules.keep_smiling import rulebook
from companion.rules.keep_smiling.actions import Action, Duel, Move, Place, Roll
from companion.rules.keep_smiling.check import advances
from companion.rules.keep_smiling.moves import move, moved
from companion.rules.keep_smiling.options import KeepSmilingOptions
from companion.rules.keep_smiling.state import NO_DUEL, State
from companion.rules.keep_smiling.table import ORDERED, SORTED
from companion.rules.protocol import CHANCE, Actor, Game, game_of


def apply(state: State, actor: Actor, action: Action) -> State:
    named = advances(state, actor, action)
    return move(state, actor, action) if named is None else moved(state, named)


def draw(state: State) -> Action:
    if state.acts != (CHANCE,):
        raise IllegalAction(fact("keep-smiling.no.draw"), rule=rulebook.TURNS)
    if state.duel != NO_DUEL:
        attacker, defender = divmod(below(36, state.seed, state.chances), 6)
        return Duel(attacker + 1, defender + 1)
    return Roll(SORTED[ORDERED[below(216, state.seed, state.chances)]])


def reversible(before: State, actor: Actor, action: Action, after: State) -> bool:
    """A set-up, a pass, or a move that strikes nothing and does not end the game."""
    if not isinstance(action, Move):
        return isinstance(action, Place)
    rival = 1 - before.turn
    return bool(after.acts) and after.duel == NO_DUEL and before.steps[rival] == after.steps[rival]


GAME: Final[Game[KeepSmilingOptions, State, Action]] = game_of(
    __package__,
    variants={
        "default": {},
        "duel": {"duel": True},
        "short": {"lane_length": 6, "first": 1},
        "short-duel": {"lane_length": 5, "duel": True},
        "physical": {"pieces": "physical"},
        "tournament": {"memory": True},
    },
    secret=(Place,),
    senses=frozenset({"dice"}),
    levels=("beginner", "family", "strong"),
    commands=("dice", "accept", "roll", "duel"),
)
