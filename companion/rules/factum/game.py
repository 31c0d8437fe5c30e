"""Factum as the record of functions that every game is: true stories, a card for each, two teams that guess."""

from __future__ import annotations

from typing import Final

from companion.facts import fact
from companion.rules.chance import below
from companion.rules.chance import draw as drawn
from companion.rules.errors import IllegalAction
from companion.rules.factum.actions import Action, Best, Deal, Lay, Teams, Tell, Vote
from companion.rules.factum.options import FactumOptions
from companion.rules.factum.rulebook import STEP
from companion.rules.factum.state import Phase, State, actors, cards_needed
from companion.rules.protocol import CHANCE, Actor, Game, game_of


def draw(state: State) -> Action:
    if actors(state) != (CHANCE,):
        raise IllegalAction(fact("rules.no.draw"), rule=STEP)
    if state.phase == Phase.TEAMS:
        rest = tuple(p for p in range(state.options.n) if p != state.teller)
        mates = drawn(rest, (), state.options.team - 1, state.seed, state.draws)
        return Teams(tuple(sorted((state.teller, *mates))))
    if state.phase == Phase.BREAK:
        return Vote(state.choices[below(len(state.choices), state.seed, state.draws)])
    return Deal(drawn(state.pile, state.discard, cards_needed(state), state.seed, state.draws))


def reversible(before: State, actor: Actor, action: Action, after: State) -> bool:
    """A card until the cards are shown or the judge has come, a vote until the votes are counted."""
    if isinstance(action, Lay):
        return after.phase in (Phase.LAY, Phase.FILL)
    if isinstance(action, Vote):
        return before.phase != Phase.BREAK and after.phase == before.phase and after.ties == before.ties
    if isinstance(action, Best):
        return after.phase == Phase.BEST
    return isinstance(action, Tell)


GAME: Final[Game[FactumOptions, State, Action]] = game_of(
    __package__,
    variants={
        "default": {},
        "round-end": {"finish": "round-end"},
        "chance": {"deadlock": "chance", "max_ties": 1},
        "first-voter": {"deadlock": "first-voter"},
        "physical": {"cards": "physical"},
    },
    secret=(Deal, Tell, Lay, Vote, Best),
)
