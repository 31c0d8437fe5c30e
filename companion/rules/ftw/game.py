"""FTW?! as the record of functions that every game is."""

from __future__ import annotations

from typing import Final

from companion.facts import fact
from companion.rules.chance import shuffled
from companion.rules.errors import IllegalAction
from companion.rules.ftw import rulebook
from companion.rules.ftw.actions import Action, Deal, Give
from companion.rules.ftw.legal import split
from companion.rules.ftw.options import FTWOptions
from companion.rules.ftw.state import State, deck
from companion.rules.protocol import CHANCE, Actor, Game, game_of

_DRAWS: Final = 64  # numbers of the generator set aside for one shuffle


def draw(state: State) -> Action:
    if state.acts != (CHANCE,):
        raise IllegalAction(fact("ftw.no.draw"), rule=rulebook.DEALING)
    return split(shuffled(deck(state), state.seed, _DRAWS * len(state.points)), len(state.hands))


def reversible(before: State, actor: Actor, action: Action, after: State) -> bool:
    """Only a choice of cards to give that is not the last: a card once played has been seen. Physical cards can have
    been misread."""
    return not before.options.digital or (isinstance(action, Give) and before.given.count(None) > 1)


GAME: Final[Game[FTWOptions, State, Action]] = game_of(
    __package__,
    variants={"default": {}, "one-round": {"rounds": 1, "first": 1}, "physical": {"cards": "physical"}},
    secret=(Deal, Give),
    levels=("beginner", "family", "strong"),
)
