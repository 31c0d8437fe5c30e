"""Face Off! as the record of functions that every game is: basic and advanced, digital or the table's own cards."""

from __future__ import annotations

from typing import Final

from companion.facts import fact
from companion.rules.errors import IllegalAction
from companion.rules.face_off import actions, rulebook
from companion.rules.face_off.legal import deal
from companion.rules.face_off.options import FaceOffOptions
from companion.rules.face_off.state import Phase, State
from companion.rules.protocol import Actor, Game, game_of


def draw(state: State) -> actions.Action:
    if state.phase is not Phase.DEAL:
        raise IllegalAction(fact("face-off.no.draw"), rule=rulebook.DEAL)
    return actions.Deal(deal(state.options, state.seed, state.counter))


def veil(action: actions.Action) -> actions.Action:
    """The cards put aside for a trade stay secret."""
    return actions.offer(action.shown) if isinstance(action, actions.Offer) else action


def reversible(before: State, actor: Actor, action: actions.Action, after: State) -> bool:
    """Signals, verdicts, the dealer's choice; with physical cards, calls as well: nothing was shown here."""
    if isinstance(action, (actions.Offer, actions.Withdraw, actions.Next, actions.Verdict)):
        return True
    return not before.options.digital and isinstance(
        action, (actions.Claim, actions.Trade, actions.Confirm, actions.Deny)
    )


GAME: Final[Game[FaceOffOptions, State, actions.Action]] = game_of(
    __package__,
    variants={
        "basic": {},
        "advanced": {"advanced": True},
        "physical": {"cards": "physical"},
        "advanced physical": {"advanced": True, "cards": "physical"},
        "house rules": {"advanced": True, "false_claim_penalty": 10, "max_trades": 60, "max_hands": 3, "target": 150},
    },
    secret=(actions.Deal,),
    senses=frozenset({"signals", "phrases", "teeth"}),
    levels=("beginner", "family"),
    commands=("win", "clean", "teeth", "seat", "wild"),
)
