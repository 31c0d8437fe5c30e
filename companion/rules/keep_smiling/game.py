"""Keep Smiling! as the record of functions that every game is: a bluffing race for two."""

from __future__ import annotations

from typing import Final

from companion.facts import fact
from companion.rules.chance import below
from companion.rules.errors import IllegalAction
from companion.rules.keep_smiling import bot, notation, position, rulebook, view
from companion.rules.keep_smiling.actions import CHAIRS, Action, Duel, Move, Place, Roll
from companion.rules.keep_smiling.check import advances, check
from companion.rules.keep_smiling.legal import legal
from companion.rules.keep_smiling.moves import move, moved
from companion.rules.keep_smiling.options import NAME, PLAYERS, SPECS, KeepSmilingOptions, make
from companion.rules.keep_smiling.state import NO_DUEL, State, phase, scores, start
from companion.rules.keep_smiling.table import ORDERED, SORTED
from companion.rules.keep_smiling.tell import tell
from companion.rules.protocol import CHANCE, NO_NEEDS, Actor, Game, Needs, Outcome, best, check_viewer

_DICE: Final = {"roll": Needs(dice=3), "duel": Needs(dice=2)}


def actors(state: State) -> tuple[Actor, ...]:
    return state.acts


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


def outcome(state: State) -> Outcome | None:
    return None if state.acts else best(scores(state), "chairs" if len(state.chairs) == CHAIRS else "cleared")


def points(state: State, viewer: Actor) -> tuple[int, ...]:
    """Hidden until the chairs are turned over."""
    check_viewer(viewer, 2)
    return () if state.acts else scores(state)


def public(action: Action, options: KeepSmilingOptions) -> str:
    """A set-up stays secret."""
    return "place" if isinstance(action, Place) else notation.format(action)


def undoable(before: State, actor: Actor, action: Action) -> bool:
    """A set-up, a pass, or a move that strikes nothing and does not end the game."""
    if isinstance(action, Place):
        return True
    if not isinstance(action, Move):
        return False
    after = apply(before, actor, action)
    rival = 1 - before.turn
    return bool(after.acts) and after.duel == NO_DUEL and before.steps[rival] == after.steps[rival]


def needs(state: State) -> Needs:
    """Three dice for a roll, two for a duel."""
    return _DICE.get(phase(state), NO_NEEDS)


GAME: Final[Game[KeepSmilingOptions, State, Action]] = Game(
    name=NAME,
    version=position.VERSION,
    player_count=PLAYERS,
    specs=SPECS,
    variants={
        "default": {},
        "duel": {"duel": True},
        "short": {"lane_length": 6, "first": 1},
        "short-duel": {"lane_length": 5, "duel": True},
        "physical": {"pieces": "physical"},
        "tournament": {"memory": True},
    },
    senses=frozenset({"dice"}),
    commands=("dice", "accept", "roll", "duel"),
    options=make,
    start=start,
    actors=actors,
    legal=legal,
    check=check,
    apply=apply,
    draw=draw,
    outcome=outcome,
    points=points,
    view=view.view,
    format=lambda action, options: notation.format(action),
    public=public,
    parse=notation.parse,
    dump=position.dump,
    load=position.load,
    undoable=undoable,
    tell=tell,
    choose=bot.choose,
    audit=position.audit,
    hidden_twin=view.hidden_twin,
    needs=needs,
)
