"""FTW?! as the record of functions that every game is."""

from __future__ import annotations

from typing import Final

from companion.facts import fact
from companion.rules.chance import shuffled
from companion.rules.errors import IllegalAction
from companion.rules.ftw import bot, notation, position, rulebook, view
from companion.rules.ftw.actions import Action, Deal, Give
from companion.rules.ftw.check import check
from companion.rules.ftw.legal import legal, split
from companion.rules.ftw.moves import move
from companion.rules.ftw.options import NAME, PLAYERS, SPECS, FTWOptions, make
from companion.rules.ftw.state import State, deck, start, totals
from companion.rules.ftw.tell import tell
from companion.rules.protocol import CHANCE, Actor, Game, Outcome, best, check_viewer

_DRAWS: Final = 64  # numbers of the generator set aside for one shuffle


def actors(state: State) -> tuple[Actor, ...]:
    return state.acts


def apply(state: State, actor: Actor, action: Action) -> State:
    check(state, actor, action)
    return move(state, actor, action)


def draw(state: State) -> Action:
    if state.acts != (CHANCE,):
        raise IllegalAction(fact("ftw.no.draw"), rule=rulebook.DEALING)
    return split(shuffled(deck(state), state.seed, _DRAWS * len(state.points)), len(state.hands))


def outcome(state: State) -> Outcome | None:
    return None if state.acts else best(totals(state), "rounds")


def points(state: State, viewer: Actor) -> tuple[int, ...]:
    check_viewer(viewer, len(state.hands))
    return totals(state)


def public(action: Action, options: FTWOptions) -> str:
    """Hands and gifts stay secret."""
    if isinstance(action, (Deal, Give)):
        return type(action).__name__.lower()
    return notation.format(action)


def undoable(before: State, actor: Actor, action: Action) -> bool:
    """Only a choice of cards to give that is not the last: a card once played has been seen."""
    return isinstance(action, Give) and before.given.count(None) > 1


GAME: Final[Game[FTWOptions, State, Action]] = Game(
    name=NAME,
    version=position.VERSION,
    player_count=PLAYERS,
    specs=SPECS,
    variants={"default": {}, "one-round": {"rounds": 1, "first": 1}},
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
)
