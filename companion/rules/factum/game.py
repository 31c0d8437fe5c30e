"""Factum behind the protocol that every game answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from companion.rules.chance import below
from companion.rules.deals import draw
from companion.rules.errors import IllegalAction
from companion.rules.factum import bot, legal, moves, notation, options, position, tell, view, why
from companion.rules.factum.actions import Action, Deal, Lay, Teams, Tell, Vote
from companion.rules.factum.actions import Best as BestStory
from companion.rules.factum.options import FactumOptions
from companion.rules.factum.rulebook import STEP
from companion.rules.factum.state import BEST, BREAK, FILL, LAY, OVER, TEAMS, State
from companion.rules.protocol import CHANCE, Actor, Game, Language, LegalActions, Outcome, View


class Factum(Game[FactumOptions, State, Action]):
    """True stories, a card for each, and two teams that guess and confuse."""

    name = position.NAME
    title = options.TITLE
    version = position.VERSION
    player_count = options.PLAYERS
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "default": {}, "round-end": {"finish": "round-end"}, "chance": {"deadlock": "chance", "max_ties": 1},
        "first-voter": {"deadlock": "first-voter"}, "physical": {"cards": "physical"},
    }
    about: ClassVar[Mapping[Language, str]] = {
        "en": "One tells a true story and lays a card that goes with it. Two teams are drawn; the judge of the other "
              "team sees the card and says which team guesses it. The other team adds cards to confuse. Points go to "
              "the winning team and its captain, to a card that misled, and to the best story; 15 points win.",
        "de": "Einer erzählt eine wahre Geschichte und legt eine Karte dazu. Zwei Teams werden ausgelost; der Richter "
              "des anderen Teams sieht die Karte und sagt, welches Team rät. Das andere legt verwirrende Karten dazu. "
              "Punkte gibt es fürs Siegerteam, seinen Kapitän, die irreführende Karte und die beste Geschichte; wer "
              "15 hat, gewinnt.",
    }
    option_help: ClassVar[Mapping[str, Mapping[Language, str]]] = {
        key: {"en": en, "de": de} for key, (en, de) in options.HELP.items()
    }

    def options(self, players: Collection[str], **values: Any) -> FactumOptions:
        return options.make(players, values)

    def start(self, options: FactumOptions, seed: int) -> State:
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
        if state.phase == TEAMS:
            rest = tuple(p for p in range(state.options.n) if p != state.teller)
            mates = draw(rest, (), state.options.team - 1, state.seed, state.draws)
            return Teams(tuple(sorted((state.teller, *mates))))
        if state.phase == BREAK:
            return Vote(state.choices[below(len(state.choices), state.seed, state.draws)])
        return Deal(draw(state.pile, state.discard, legal.cards_needed(state), state.seed, state.draws))

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        best = max(state.scores)
        winners = tuple(p for p, score in enumerate(state.scores) if score == best)
        return Outcome(state.scores, winners, "target")

    def view(self, state: State, viewer: Actor) -> View:
        return view.show(state, viewer)

    def format(self, action: Action, options: FactumOptions) -> str:
        return notation.write(action, options)

    def parse(self, text: str, state: State, actor: Actor) -> Action:
        return notation.read(text, state, actor)

    def dump(self, state: State) -> str:
        return position.dump(state)

    def load(self, text: str) -> State:
        return position.load(text)

    def undoable(self, before: State, actor: Actor, action: Action) -> bool:
        """A card until the cards are shown or the judge has come, a vote until the votes are counted."""
        after = self.apply(before, actor, action)
        if isinstance(action, Lay):
            return after.phase in (LAY, FILL)
        if isinstance(action, Vote):
            return before.phase != BREAK and after.phase == before.phase and after.ties == before.ties
        if isinstance(action, BestStory):
            return after.phase == BEST
        return isinstance(action, Tell)

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
