"""Face Cards as the record of functions that every game is: lay a secret pair of pictures, guess the others'."""

from __future__ import annotations

from typing import Final

from companion.facts import fact
from companion.rules.chance import below
from companion.rules.deals import draw as drawn
from companion.rules.errors import IllegalAction
from companion.rules.face_cards import bot, notation, position, view
from companion.rules.face_cards.actions import Action, Camera, Deal, Guess, Lay, Pass
from companion.rules.face_cards.check import check
from companion.rules.face_cards.legal import legal
from companion.rules.face_cards.moves import move, start
from companion.rules.face_cards.options import NAME, PLAYERS, SPECS, VARIANTS, FaceCardsOptions, make
from companion.rules.face_cards.rulebook import STEP
from companion.rules.face_cards.state import ANSWER, CAMERA, FILL, GUESS, OVER, PAIR, State, actors, cards_needed
from companion.rules.face_cards.tell import tell
from companion.rules.protocol import CHANCE, TABLE, Actor, Game, Outcome, best, check_viewer


def apply(state: State, actor: Actor, action: Action) -> State:
    check(state, actor, action)
    return move(state, actor, action)


def draw(state: State) -> Action:
    if actors(state) != (CHANCE,):
        raise IllegalAction(fact("rules.no.draw"), rule=STEP)
    if state.phase == CAMERA:
        return Camera(below(state.options.n, state.seed, state.draws))
    return Deal(drawn(state.pile, state.box, cards_needed(state), state.seed, state.draws))


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    return best(points(state, TABLE), "rounds" if state.round == state.options.rounds else "cards")


def points(state: State, viewer: Actor) -> tuple[int, ...]:
    check_viewer(viewer, state.options.n)
    return tuple(map(len, state.albums))


def public(action: Action, options: FaceCardsOptions) -> str:
    """Hands and pairs that lie face down stay secret."""
    if isinstance(action, (Deal, Lay)):
        return type(action).__name__.lower()
    return notation.format(action, options)


def undoable(before: State, actor: Actor, action: Action) -> bool:
    """A pair until the cards are shown, an unanswered guess, the camera, stopping while the round goes on."""
    after = apply(before, actor, action)
    if isinstance(action, Lay):
        return after.phase in (PAIR, FILL)
    if isinstance(action, Camera):
        return actor == TABLE and after.phase == PAIR
    if isinstance(action, Guess):
        return after.phase == ANSWER
    return isinstance(action, Pass) and after.phase == GUESS and after.round == before.round


GAME: Final[Game[FaceCardsOptions, State, Action]] = Game(
    name=NAME,
    version=position.VERSION,
    player_count=PLAYERS,
    specs=SPECS,
    variants={
        **{name: {"variant": name, "first": "chance"} for name in VARIANTS},
        "own-pair": {"not_own": "pair"},
        "blank": {"blank_people": 6, "blank_animals": 4},
        **{f"physical-{name}": {"variant": name, "cards": "physical"} for name in VARIANTS},
    },
    upgrades={1: {"shortage": "end"}},
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
