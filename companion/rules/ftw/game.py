"""FTW?! behind the protocol that all games answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from companion.rules.chance import shuffled
from companion.rules.errors import IllegalAction
from companion.rules.ftw import bot, codec, engine, lines, notation, position, rulebook, views
from companion.rules.ftw.actions import Action, Give
from companion.rules.ftw.legal import legal, split
from companion.rules.ftw.options import FTWOptions, make
from companion.rules.ftw.position import Position, deck, totals
from companion.rules.protocol import CHANCE, Actor, Game, Language, LegalActions, Outcome, View

_DRAWS = 64  # numbers of the generator set aside for one shuffle


class FTW(Game[FTWOptions, Position, Action]):
    """The card game of getting down to one high card, for 2 to 6."""

    name = "ftw"
    title = "FTW?!"
    version = codec.VERSION
    player_count = range(2, 7)
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {"default": {}, "one-round": {"rounds": 1, "first": 1}}
    about: ClassVar[Mapping[Language, str]] = {
        "en": "Everyone gives 3 cards to the right, then plays one card a turn: a higher one on the pile; a lower one "
              "in front, to help later, and a card of the pile to the hand; or a lower one on the pile with helpers. "
              "The round ends when someone has one card left: the highest card counts plus, the others minus.",
        "de": "Alle geben 3 Karten nach rechts und spielen dann reihum eine Karte: eine höhere auf den Stapel; eine "
              "niedrigere vor sich als Hilfskarte, dafür eine Karte vom Stapel auf die Hand; oder eine niedrigere mit "
              "Hilfskarten auf den Stapel. Hat jemand nur noch 1 Karte, zählt die höchste plus, die anderen minus."}
    option_help: ClassVar[Mapping[str, Mapping[Language, str]]] = {
        "first": {"en": "the seat that begins the first round (0)", "de": "Platz, der die erste Runde beginnt (0)"},
        "rounds": {"en": "rounds to play (as many as players)", "de": "Anzahl der Runden (so viele wie Personen)"}}

    def options(self, players: Collection[str], **values: Any) -> FTWOptions:
        return make(players, **values)

    def start(self, options: FTWOptions, seed: int) -> Position:
        return position.start(options, seed)

    def actors(self, state: Position) -> tuple[Actor, ...]:
        return state.acts

    def legal(self, state: Position, actor: Actor) -> LegalActions[Action]:
        return legal(state, actor)

    def apply(self, state: Position, actor: Actor, action: Action) -> Position:
        return engine.apply(state, actor, action)

    def draw(self, state: Position) -> Action:
        if state.acts != (CHANCE,):
            raise IllegalAction("No cards are to be dealt now.", "Jetzt werden keine Karten verteilt.",
                                rule=rulebook.DEALING)
        return split(shuffled(deck(state), state.seed, _DRAWS * len(state.points)), len(state.hands))

    def outcome(self, state: Position) -> Outcome | None:
        if state.acts:
            return None
        scores = totals(state)
        winners = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
        return Outcome(scores, winners, "rounds")

    def view(self, state: Position, viewer: Actor) -> View:
        return views.view(state, viewer)

    def format(self, action: Action, options: FTWOptions) -> str:
        return notation.format(action)

    def parse(self, text: str, state: Position, actor: Actor) -> Action:
        return notation.parse(text, state, actor)

    def dump(self, state: Position) -> str:
        return codec.dump(state)

    def load(self, text: str) -> Position:
        return codec.load(text)

    def undoable(self, before: Position, actor: Actor, action: Action) -> bool:
        """Only a choice of cards to give that is not the last: a card once played has been seen."""
        return isinstance(action, Give) and before.given.count(None) > 1

    def tell(self, before: Position, actor: Actor, action: Action, language: Language = "en") -> str:
        return lines.tell(before, actor, action, language)

    def choose(self, view: View, legal: LegalActions[Action], random: Any) -> Action:
        return bot.choose(view, legal, random)

    def audit(self, state: Position) -> str | None:
        return position.audit(state)

    def hidden_twin(self, state: Position, viewer: Actor, random: Any) -> Position | None:
        return views.hidden_twin(state, viewer, random)
