"""Keep Smiling! behind the protocol that all games answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from companion.rules.chance import below
from companion.rules.errors import IllegalAction
from companion.rules.keep_smiling import bot, codec, engine, lines, notation, position, rulebook, views
from companion.rules.keep_smiling.actions import CHAIRS, Action, Duel, Move, Place, Roll
from companion.rules.keep_smiling.legal import legal
from companion.rules.keep_smiling.options import KeepSmilingOptions, make
from companion.rules.keep_smiling.position import NO_DUEL, Position
from companion.rules.keep_smiling.table import ORDERED, SORTED
from companion.rules.protocol import CHANCE, Actor, Game, Language, LegalActions, Outcome, View


class KeepSmiling(Game[KeepSmilingOptions, Position, Action]):
    """A bluffing race for two: five hidden pieces each, three dice, six chairs."""

    name = "keep-smiling"
    title = "Keep Smiling!"
    version = codec.VERSION
    player_count = range(2, 3)
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "default": {}, "duel": {"duel": True}, "short": {"lane_length": 6, "first": 1},
        "short-duel": {"lane_length": 5, "duel": True}, "physical": {"pieces": "physical"}}
    about: ClassVar[Mapping[Language, str]] = {
        "en": "Two players each set two Smilys, two Grimmys and a Neutralo face down on five lanes. Three dice a turn "
              "move one to three pieces towards the other side; landing on a piece captures it. Who arrives takes the "
              "best free chair, 6 down to 1: a Smily counts plus, a Grimmy minus, a Neutralo nothing.",
        "de": "Zwei Spieler setzen je zwei Smilys, zwei Grimmys und einen Neutralo verdeckt auf fünf Bahnen. Drei "
              "Würfel bewegen je Zug eine bis drei Figuren auf die andere Seite; wer auf eine Figur trifft, schlägt "
              "sie. Wer ankommt, nimmt den besten freien Sessel, 6 bis 1: Smilys zählen plus, Grimmys minus, "
              "Neutralos nichts."}
    option_help: ClassVar[Mapping[str, Mapping[Language, str]]] = {
        "lane_length": {"en": "steps from one start field to the other, 2 to 60 (12)",
                        "de": "Schritte von einem Startfeld zum anderen, 2 bis 60 (12)"},
        "duel": {"en": "the duel variant: a landing piece fights with one die each (no)",
                 "de": "Duell-Variante: beim Schlagen würfeln beide mit einem Würfel (nein)"},
        "first": {"en": "the seat that rolls first, 0 or 1 (0)", "de": "Platz, der zuerst würfelt, 0 oder 1 (0)"},
        "pieces": {"en": "digital: set up here in secret; physical: your own board, the chairs are entered at the end",
                   "de": "digital: hier verdeckt gesetzt; physical: euer Spielplan, am Ende die Sessel eingeben"}}

    def options(self, players: Collection[str], **values: Any) -> KeepSmilingOptions:
        return make(players, **values)

    def start(self, options: KeepSmilingOptions, seed: int) -> Position:
        return position.start(options, seed)

    def actors(self, state: Position) -> tuple[Actor, ...]:
        return state.acts

    def legal(self, state: Position, actor: Actor) -> LegalActions[Action]:
        return legal(state, actor)

    def apply(self, state: Position, actor: Actor, action: Action) -> Position:
        return engine.apply(state, actor, action)

    def draw(self, state: Position) -> Action:
        if state.acts != (CHANCE,):
            raise IllegalAction("No dice are to be rolled now.", "Jetzt wird nicht gewürfelt.", rule=rulebook.TURNS)
        if state.duel != NO_DUEL:
            attacker, defender = divmod(below(36, state.seed, state.chances), 6)
            return Duel(attacker + 1, defender + 1)
        return Roll(SORTED[ORDERED[below(216, state.seed, state.chances)]])

    def outcome(self, state: Position) -> Outcome | None:
        if state.acts:
            return None
        scores = position.scores(state)
        winners = tuple(player for player in (0, 1) if scores[player] == max(scores))
        return Outcome(scores, winners, "chairs" if len(state.chairs) == CHAIRS else "cleared")

    def view(self, state: Position, viewer: Actor) -> View:
        return views.view(state, viewer)

    def format(self, action: Action, options: KeepSmilingOptions) -> str:
        return notation.format(action)

    def parse(self, text: str, state: Position, actor: Actor) -> Action:
        return notation.parse(text, state, actor)

    def dump(self, state: Position) -> str:
        return codec.dump(state)

    def load(self, text: str) -> Position:
        return codec.load(text)

    def undoable(self, before: Position, actor: Actor, action: Action) -> bool:
        """A set-up, a pass, or a move that strikes nothing and does not end the game."""
        if isinstance(action, Place):
            return True
        if not isinstance(action, Move):
            return False
        after = engine.apply(before, actor, action)
        rival = 1 - before.turn
        return bool(after.acts) and after.duel == NO_DUEL and before.steps[rival] == after.steps[rival]

    def tell(self, before: Position, actor: Actor, action: Action, language: Language = "en") -> str:
        return lines.tell(before, actor, action, language)

    def choose(self, view: View, legal: LegalActions[Action], random: Any) -> Action:
        return bot.choose(view, legal, random)

    def audit(self, state: Position) -> str | None:
        return position.audit(state)

    def hidden_twin(self, state: Position, viewer: Actor, random: Any) -> Position | None:
        return views.hidden_twin(state, viewer, random)
