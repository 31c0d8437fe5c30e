"""Factum as the record of functions that every game is: true stories, a card for each, two teams that guess."""

from __future__ import annotations

from typing import Final

from companion.facts import fact
from companion.rules.chance import below
from companion.rules.deals import draw as drawn
from companion.rules.errors import IllegalAction
from companion.rules.factum import bot, notation, position, view
from companion.rules.factum.actions import Action, Best, Deal, Lay, Teams, Tell, Vote
from companion.rules.factum.check import check
from companion.rules.factum.legal import legal
from companion.rules.factum.moves import move, start
from companion.rules.factum.options import NAME, PLAYERS, SPECS, FactumOptions, make
from companion.rules.factum.rulebook import STEP
from companion.rules.factum.state import BEST, BREAK, FILL, LAY, OVER, TEAMS, State, actors, cards_needed
from companion.rules.factum.tell import tell
from companion.rules.protocol import CHANCE, Actor, Game, Outcome, best, check_viewer


def apply(state: State, actor: Actor, action: Action) -> State:
    check(state, actor, action)
    return move(state, actor, action)


def draw(state: State) -> Action:
    if actors(state) != (CHANCE,):
        raise IllegalAction(fact("rules.no.draw"), rule=STEP)
    if state.phase == TEAMS:
        rest = tuple(p for p in range(state.options.n) if p != state.teller)
        mates = drawn(rest, (), state.options.team - 1, state.seed, state.draws)
        return Teams(tuple(sorted((state.teller, *mates))))
    if state.phase == BREAK:
        return Vote(state.choices[below(len(state.choices), state.seed, state.draws)])
    return Deal(drawn(state.pile, state.discard, cards_needed(state), state.seed, state.draws))


def outcome(state: State) -> Outcome | None:
    return best(state.scores, "target") if state.phase == OVER else None


def points(state: State, viewer: Actor) -> tuple[int, ...]:
    check_viewer(viewer, state.options.n)
    return state.scores


def public(action: Action, options: FactumOptions) -> str:
    """Hands, cards that lie face down and votes stay secret."""
    if isinstance(action, (Deal, Tell, Lay, Vote, Best)):
        return type(action).__name__.lower()
    return notation.format(action, options)


def undoable(before: State, actor: Actor, action: Action) -> bool:
    """A card until the cards are shown or the judge has come, a vote until the votes are counted."""
    after = apply(before, actor, action)
    if isinstance(action, Lay):
        return after.phase in (LAY, FILL)
    if isinstance(action, Vote):
        return before.phase != BREAK and after.phase == before.phase and after.ties == before.ties
    if isinstance(action, Best):
        return after.phase == BEST
    return isinstance(action, Tell)


GAME: Final[Game[FactumOptions, State, Action]] = Game(
    name=NAME,
    version=position.VERSION,
    player_count=PLAYERS,
    specs=SPECS,
    variants={
        "default": {},
        "round-end": {"finish": "round-end"},
        "chance": {"deadlock": "chance", "max_ties": 1},
        "first-voter": {"deadlock": "first-voter"},
        "physical": {"cards": "physical"},
    },
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
    format=notation.format,
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
