"""Face Off! as the record of functions that every game is: basic and advanced, digital or the table's own cards."""

from __future__ import annotations

from typing import Final

from companion.facts import fact
from companion.rules.errors import IllegalAction
from companion.rules.face_off import bot, notation, position, rulebook, view
from companion.rules.face_off.actions import (
    Action,
    Claim,
    Confirm,
    Deal,
    Deny,
    Next,
    Offer,
    Trade,
    Verdict,
    Withdraw,
    offer,
)
from companion.rules.face_off.check import check
from companion.rules.face_off.data import SHOWN_TEXT, signals
from companion.rules.face_off.legal import Legal, actors, deal
from companion.rules.face_off.moves import move, outcome
from companion.rules.face_off.options import NAME, PLAYERS, SPECS, FaceOffOptions, make
from companion.rules.face_off.state import Phase, State, start
from companion.rules.face_off.tell import tell
from companion.rules.protocol import NO_NEEDS, Actor, Game, LegalActions, Needs, check_viewer


def legal(state: State, actor: Actor) -> LegalActions[Action]:
    return Legal(state, actor)  # empty for one who may not act, found out only when it is asked


def apply(state: State, actor: Actor, action: Action) -> State:
    check(state, actor, action)
    return move(state, actor, action)


def draw(state: State) -> Action:
    if state.phase is not Phase.DEAL:
        raise IllegalAction(fact("face-off.no.draw"), rule=rulebook.DEAL)
    return Deal(deal(state.options, state.seed, state.counter))


def points(state: State, viewer: Actor) -> tuple[int, ...]:
    check_viewer(viewer, len(state.scores))
    return state.scores


def public(action: Action, options: FaceOffOptions) -> str:
    """A deal and the cards put aside for a trade stay secret."""
    if isinstance(action, Deal):
        return "deal"
    return notation.format(offer(action.shown) if isinstance(action, Offer) else action, options)


def undoable(before: State, actor: Actor, action: Action) -> bool:
    """Signals, verdicts, the dealer's choice; with physical cards, calls as well: nothing was shown here."""
    if isinstance(action, (Offer, Withdraw, Next, Verdict)):
        return True
    return not before.options.digital and isinstance(action, (Claim, Trade, Confirm, Deny))


def needs(state: State) -> Needs:
    """Signals and the shout while trading, the speech and the teeth after a win in the advanced game."""
    advanced = state.options.advanced
    if state.phase is Phase.PLAY:
        active = {name: SHOWN_TEXT[count] for name, count in signals(state.signal_set, advanced).items()}
        return Needs(active, ("shout", "wild-thing") if advanced else ("shout",))
    if advanced and state.phase in (Phase.CLAIM, Phase.SPEECH, Phase.UNSEEN):
        return Needs(phrases=("speech",), teeth=True)
    return NO_NEEDS


GAME: Final[Game[FaceOffOptions, State, Action]] = Game(
    name=NAME,
    version=position.VERSION,
    player_count=PLAYERS,
    specs=SPECS,
    variants={
        "basic": {},
        "advanced": {"advanced": True},
        "physical": {"cards": "physical"},
        "advanced physical": {"advanced": True, "cards": "physical"},
        "house rules": {"advanced": True, "false_claim_penalty": 10, "max_trades": 60, "max_hands": 3, "target": 150},
    },
    senses=frozenset({"signals", "phrases", "teeth"}),
    commands=("win", "clean", "teeth", "seat", "wild"),
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
    needs=needs,
)
