"""Face Cards behind the protocol that every game answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from companion.rules.chance import below
from companion.rules.deals import draw
from companion.rules.errors import IllegalAction
from companion.rules.face_cards import bot, legal, moves, notation, options, position, tell, view, why
from companion.rules.face_cards.actions import Action, Camera, Deal, Guess, Lay, Pass
from companion.rules.face_cards.options import FaceCardsOptions
from companion.rules.face_cards.rulebook import STEP
from companion.rules.face_cards.state import ANSWER, CAMERA, FILL, GUESS, OVER, PAIR, State
from companion.rules.protocol import CHANCE, TABLE, Actor, Game, Language, LegalActions, Outcome, View


class FaceCards(Game[FaceCardsOptions, State, Action]):
    """Lay a secret pair of pictures and guess the pairs of the others."""

    name = position.NAME
    title = options.TITLE
    version = position.VERSION
    player_count = options.PLAYERS
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        **{name: {"variant": name, "first": "chance"} for name in options.VARIANTS},
        "own-pair": {"not_own": "pair"}, "blank": {"blank_people": 6, "blank_animals": 4},
        **{f"physical-{name}": {"variant": name, "cards": "physical"} for name in options.VARIANTS},
    }
    about: ClassVar[Mapping[Language, str]] = {
        "en": "Everyone secretly lays a pair of pictures, one card before them and one in the centre, then guesses the "
              "pairs of the others. A right guess gives a picture to the guesser and to the owner, two if the pair is "
              "of two categories. When everyone was start player equally often, the most pictures win.",
        "de": "Jeder legt geheim ein Foto-Pärchen, eine Karte vor sich und eine in die Mitte, dann wird auf die "
              "Pärchen der anderen getippt. Ein richtiger Tipp bringt dem Tipper und dem Besitzer ein Foto, bei zwei "
              "Kategorien zwei. Wenn jeder gleich häufig begonnen hat, gewinnen die meisten Fotos.",
    }
    option_help: ClassVar[Mapping[str, Mapping[Language, str]]] = {
        key: {"en": en, "de": de} for key, (en, de) in options.HELP.items()
    }

    def options(self, players: Collection[str], **values: Any) -> FaceCardsOptions:
        return options.make(players, values)

    def start(self, options: FaceCardsOptions, seed: int) -> State:
        return moves.begin(options, seed)

    def actors(self, state: State) -> tuple[Actor, ...]:
        return legal.actors(state)

    def legal(self, state: State, actor: Actor) -> LegalActions[Action]:
        return legal.legal(state, actor)

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        if action not in legal.legal(state, actor):
            why.refuse(state, actor, action)
        return moves.move(state, actor, action)

    def draw(self, state: State) -> Action:
        if legal.actors(state) != (CHANCE,):
            raise IllegalAction("There is nothing to draw now; a player or the table is to act.",
                                "Jetzt zieht der Zufall nichts; ein Spieler oder der Tisch ist dran.", rule=STEP)
        if state.phase == CAMERA:
            return Camera(below(state.options.n, state.seed, state.draws))
        return Deal(draw(state.pile, state.box, legal.cards_needed(state), state.seed, state.draws))

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        scores = tuple(len(album) for album in state.albums)
        winners = tuple(p for p, score in enumerate(scores) if score == max(scores))
        return Outcome(scores, winners, "rounds" if state.round == state.options.rounds else "cards")

    def view(self, state: State, viewer: Actor) -> View:
        return view.show(state, viewer)

    def format(self, action: Action, options: FaceCardsOptions) -> str:
        return notation.write(action, options)

    def parse(self, text: str, state: State, actor: Actor) -> Action:
        return notation.read(text, state, actor)

    def dump(self, state: State) -> str:
        return position.dump(state)

    def load(self, text: str) -> State:
        return position.load(text)

    def undoable(self, before: State, actor: Actor, action: Action) -> bool:
        """A pair until the cards are shown, an unanswered guess, the camera, stopping while the round goes on."""
        after = self.apply(before, actor, action)
        if isinstance(action, Lay):
            return after.phase in (PAIR, FILL)
        if isinstance(action, Camera):
            return actor == TABLE and after.phase == PAIR
        if isinstance(action, Guess):
            return after.phase == ANSWER
        return isinstance(action, Pass) and after.phase == GUESS and after.round == before.round

    def tell(self, before: State, actor: Actor, action: Action, language: Language = "en") -> str:
        if action not in legal.legal(before, actor):
            why.refuse(before, actor, action)
        return tell.tell(before, actor, action, language)

    def choose(self, view: View, legal: LegalActions[Action], random: Any) -> Action:
        return bot.choose(view, legal, random)

    def audit(self, state: State) -> str | None:
        return position.audit(state)

    def hidden_twin(self, state: State, viewer: Actor, random: Any) -> State | None:
        return view.twin(state, viewer, random)
