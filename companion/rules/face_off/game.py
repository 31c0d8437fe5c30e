"""Face Off! behind the protocol of all games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from companion.rules.errors import IllegalAction, MalformedAction
from companion.rules.face_off import bot, legal, messages, options, position, rulebook, view
from companion.rules.face_off import text as notation
from companion.rules.face_off.actions import Action, Claim, Confirm, Deal, Deny, Next, Offer, Trade, Verdict, Withdraw
from companion.rules.face_off.checks import broken_rule, malformed
from companion.rules.face_off.moves import move, outcome
from companion.rules.face_off.options import FaceOffOptions
from companion.rules.face_off.state import Phase, State, fresh
from companion.rules.face_off.tell import tell
from companion.rules.protocol import Actor, Game, Language, LegalActions, Outcome, View


class FaceOff(Game[FaceOffOptions, State, Action]):
    """Basic and advanced, with digital cards or the table's own deck."""

    name = position.NAME
    title = options.TITLE
    version = position.VERSION
    player_count = options.PLAYERS
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "basic": {}, "advanced": {"advanced": True}, "physical": {"cards": "physical"},
        "advanced physical": {"advanced": True, "cards": "physical"},
        "house rules": {"advanced": True, "false_claim_penalty": 10, "max_trades": 60, "max_hands": 3, "target": 150},
    }
    about: ClassVar[Mapping[Language, str]] = {"en": messages.ABOUT[0], "de": messages.ABOUT[1]}
    option_help: ClassVar[Mapping[str, Mapping[Language, str]]] = {
        name: {"en": en, "de": de} for name, (en, de) in options.HELP.items()
    }

    def options(self, players: Collection[str], **values: Any) -> FaceOffOptions:
        return options.make(players, values)

    def option_values(self, options: FaceOffOptions) -> dict[str, Any]:
        return {**super().option_values(options), "gem_values": dict(options.gem_values)}

    def start(self, options: FaceOffOptions, seed: int) -> State:
        return fresh(options, seed)

    def actors(self, state: State) -> tuple[Actor, ...]:
        return legal.actors(state)

    def legal(self, state: State, actor: Actor) -> LegalActions[Action]:
        return legal.Legal(state, actor)

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        _check(state, actor, action)
        return move(state, actor, action)

    def draw(self, state: State) -> Action:
        if state.phase is not Phase.DEAL:
            raise IllegalAction("No cards are to be dealt now.", "Jetzt werden keine Karten gegeben.",
                                rule=rulebook.DEAL)
        return Deal(legal.deal(state.options, state.seed, state.counter))

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state)

    def view(self, state: State, viewer: Actor) -> View:
        return view.view(state, viewer)

    def format(self, action: Action, options: FaceOffOptions) -> str:
        return notation.format_action(action, options)

    def parse(self, text: str, state: State, actor: Actor) -> Action:
        return notation.parse_action(text, state, actor)

    def dump(self, state: State) -> str:
        return position.dump(state, self.option_values(state.options))

    def load(self, text: str) -> State:
        return position.load(text)

    def undoable(self, before: State, actor: Actor, action: Action) -> bool:
        """Signals, verdicts, the dealer's choice; with physical cards, calls as well: nothing was shown here."""
        if isinstance(action, (Offer, Withdraw, Next, Verdict)):
            return True
        return not before.options.digital and isinstance(action, (Claim, Trade, Confirm, Deny))

    def tell(self, before: State, actor: Actor, action: Action, language: Language = "en") -> str:
        _check(before, actor, action)
        return tell(before, actor, action, language)

    def choose(self, view: View, legal: LegalActions[Action], random: Any) -> Action:
        return bot.choose(view, legal, random)

    def audit(self, state: State) -> str | None:
        return view.audit(state)

    def hidden_twin(self, state: State, viewer: Actor, random: Any) -> State | None:
        return view.hidden_twin(state, viewer, random)


def _check(state: State, actor: Actor, action: Action) -> None:
    problem = malformed(state, actor, action)
    if problem:
        raise MalformedAction(*problem)
    breach = broken_rule(state, actor, action)
    if breach:
        raise IllegalAction(*breach[1], rule=breach[0])


GAME = FaceOff()
