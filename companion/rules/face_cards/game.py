"""Face Cards as the record of functions that every game is: lay a secret pair of pictures, guess the others'."""

from __future__ import annotations

from typing import Final

from companion.facts import fact
from companion.rules.chance import below
from companion.rules.chance import draw as drawn
from companion.rules.errors import IllegalAction
from companion.rules.face_cards.actions import Action, Camera, Deal, Guess, Lay, Pass
from companion.rules.face_cards.options import VARIANTS, FaceCardsOptions
from companion.rules.face_cards.rulebook import STEP
from companion.rules.face_cards.state import Phase, State, actors, cards_needed
from companion.rules.protocol import CHANCE, TABLE, Actor, Game, game_of


def draw(state: State) -> Action:
    if actors(state) != (CHANCE,):
        raise IllegalAction(fact("rules.no.draw"), rule=STEP)
    if state.phase == Phase.CAMERA:
        return Camera(below(state.options.n, state.seed, state.draws))
    return Deal(drawn(state.pile, state.box, cards_needed(state), state.seed, state.draws))


def reversible(before: State, actor: Actor, action: Action, after: State) -> bool:
    """A pair until the cards are shown, an unanswered guess, the camera, stopping while the round goes on."""
    if isinstance(action, Lay):
        return after.phase in (Phase.PAIR, Phase.FILL)
    if isinstance(action, Camera):
        return actor == TABLE and after.phase == Phase.PAIR
    if isinstance(action, Guess):
        return after.phase == Phase.ANSWER
    return isinstance(action, Pass) and after.phase == Phase.GUESS and after.round == before.round


GAME: Final[Game[FaceCardsOptions, State, Action]] = game_of(
    __package__,
    variants={
        **{name: {"variant": name, "first": "chance"} for name in VARIANTS},
        "own-pair": {"not_own": "pair"},
        "blank": {"blank_people": 6, "blank_animals": 4},
        **{f"physical-{name}": {"variant": name, "cards": "physical"} for name in VARIANTS},
    },
    secret=(Deal, Lay),
)
