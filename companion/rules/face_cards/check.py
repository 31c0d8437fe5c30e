"""Whether an action may be made: the one source of legality, which ``legal``, ``apply`` and every refusal ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from companion.facts import fact
from companion.rules.deals import drawable
from companion.rules.errors import IllegalAction, MalformedAction, Rule
from companion.rules.face_cards import rulebook as rule
from companion.rules.face_cards.actions import Answer, Camera, Deal, Guess, Lay, Pass
from companion.rules.face_cards.answers import agrees
from companion.rules.face_cards.options import NAME, FaceCardsOptions
from companion.rules.face_cards.state import (
    ANSWER,
    BONUS,
    CAMERA,
    DEAL,
    FILL,
    GUESS,
    OVER,
    PAIR,
    SETUP,
    State,
    actors,
    cards_needed,
)
from companion.rules.notation import actor_name, no_action, shown
from companion.rules.protocol import Actor, check_actor

_DUE: Final[dict[str, tuple[type, ...]]] = {
    SETUP: (Deal,),
    CAMERA: (Camera,),
    DEAL: (Deal,),
    PAIR: (Lay,),
    FILL: (Deal,),
    GUESS: (Guess, Pass),
    ANSWER: (Answer,),
    BONUS: (Deal,),
    OVER: (),
}
_TURN: Final = {GUESS: rule.TURN, ANSWER: rule.ANSWER, CAMERA: rule.START}
_LAYING: Final = {"kenner": rule.KENNER, "koenner": rule.KOENNER, "risiko": rule.RISIKO}


def check(state: State, actor: Any, action: Any) -> None:
    """Raises MalformedAction or IllegalAction."""
    kind = type(action)
    if kind not in _DUE[state.phase] or type(actor) is not int or actor not in actors(state):
        _refuse(state, actor, action)
    CHECKS[kind](state, actor, action)


def _illegal(broken: Rule, code: str, **values: Any) -> IllegalAction:
    return IllegalAction(fact(f"face-cards.no.{code}", **values), rule=broken)


def _malformed(code: str, **values: Any) -> MalformedAction:
    return MalformedAction(fact(f"face-cards.no.{code}", **values))


def _refuse(state: State, actor: Any, action: Any) -> NoReturn:
    """An actor or a kind of action that is not due."""
    names, phase = state.options.players, state.phase
    check_actor(actor, len(names))
    if type(action) not in CHECKS:
        raise no_action(action, NAME)
    _SHAPES[type(action)](state, action)
    if phase == OVER:
        raise _illegal(rule.END, "over")
    now = actors(state)
    if actor in now:
        raise _illegal(rule.STEP, f"{phase}-now" if phase in (CAMERA, PAIR, GUESS, ANSWER) else "deal-now")
    who = actor_name(actor, names)
    if phase == PAIR and actor >= 0:
        raise _illegal(laying(state), "laid-already", who=who)
    if now[0] >= 0:
        code = "other-turn" if len(now) == 1 else "other-turns"
        raise _illegal(_TURN.get(phase, rule.STEP), code, who=who, turn=[names[p] for p in now])
    raise _illegal(_TURN.get(phase, rule.STEP), "chance-first" if now[0] == -1 else "table-first", who=who)


def laying(state: State) -> Rule:
    """The rule about laying in this variant."""
    return _LAYING.get(state.options.variant, rule.PAIR)


def _numbers(state: State, action: Deal | Lay) -> None:
    cards, last = action.cards, len(state.options.deck)
    if type(cards) is not tuple or not all(type(c) is int for c in cards):
        raise _malformed("numbers")
    for card in cards:
        if not 0 < card <= last:
            raise _malformed("card", card=card, last=last)


def _deal(state: State, actor: Actor, action: Deal) -> None:
    _numbers(state, action)
    needed = cards_needed(state)
    if not drawable(state.pile, state.box, needed, action.cards):
        raise _illegal(rule.DEAL, "draw-cards", n=needed)


def _seat(state: State, action: Camera) -> None:
    if type(action.player) is not int or not 0 <= action.player < state.options.n:
        raise _malformed("seat", player=shown(action.player))


def _camera(state: State, actor: Actor, action: Camera) -> None:
    _seat(state, action)


def _lay(state: State, actor: Actor, action: Lay) -> None:
    options, cards = state.options, action.cards
    if not options.digital:
        _numbers(state, action)
        if cards:
            raise _illegal(laying(state), "secret-pair")
        return
    hand = state.hands[actor]
    if not _laid_well(action, options):
        _refuse_lay(state, action)
    for card in cards:  # the hand last: a refusal in public then tells nothing of it
        if card not in hand:
            who = options.players[actor]
            hidden = fact("face-cards.no.not-yours", who=who)
            raise IllegalAction(fact("face-cards.no.not-held", card=card, who=who), rule=laying(state), public=hidden)


def _laid_well(action: Lay, options: FaceCardsOptions) -> bool:
    """Whether these are as many different card numbers as are laid, in the order of the variant."""
    cards, size, last = action.cards, options.played, len(options.deck)
    if type(cards) is not tuple or len(cards) != size:
        return False
    for card in cards:
        if type(card) is not int or not 0 < card <= last:
            return False
    if size == 1:
        return True
    if size == 2:
        return cards[0] < cards[1] if options.variant == "koenner" else cards[0] != cards[1]
    return len(set(cards)) == size and cards[0] < cards[2]


def _refuse_lay(state: State, action: Lay) -> NoReturn:
    _numbers(state, action)
    options, cards, broken = state.options, action.cards, laying(state)
    if not cards:
        raise _illegal(broken, "lay-which", n=options.played)
    if len(cards) != options.played:
        raise _illegal(broken, "lay-count", wanted=options.played, n=len(cards))
    if len(set(cards)) < len(cards):
        raise _illegal(broken, "lay-twice")
    raise _malformed("order")


def _two(state: State, action: Guess) -> None:
    if type(action.one) is not int or type(action.other) is not int:
        raise _malformed("guess-numbers")
    if state.options.variant == "koenner" and action.one > action.other:
        raise _malformed("lower-first", one=action.other, other=action.one)


def _guess(state: State, actor: Actor, action: Guess) -> None:
    """A card in front of another player and one of the centre; in Könner two of the centre; none of one's own."""
    _two(state, action)
    options, mine, centre = state.options, state.laid[actor], state.centre
    known = options.digital and bool(mine)
    if options.variant == "koenner":
        for card in (action.one, action.other):
            if card not in centre:
                raise _illegal(rule.KOENNER, "not-in-centre", card=card)
        if action.one == action.other:
            raise _illegal(rule.KOENNER, "two-cards")
        own = mine[0] if known else ()
        touched = (
            action.one in own or action.other in own
            if options.not_own == "cards"
            else (action.one, action.other) == own
        )
        if touched:
            raise _own("own-pair")
        return
    owner = front_owner(state, action.one)
    if owner == actor:
        raise _illegal(rule.NOT_OWN, "own-front", card=action.one)
    if owner < 0:
        raise _illegal(rule.GUESS, "no-front", card=action.one)
    if action.other not in centre:
        raise _illegal(rule.GUESS, "not-in-centre", card=action.other)
    if known and options.not_own == "cards":
        for pair in mine:
            if pair[1] == action.other:
                raise _own("own-centre", card=action.other)


def _own(code: str, **values: Any) -> IllegalAction:
    """A guess at what the guesser laid, which only the guesser knows."""
    return IllegalAction(
        fact(f"face-cards.no.{code}", **values), rule=rule.NOT_OWN, public=fact("face-cards.no.other-card")
    )


def front_owner(state: State, front: int) -> int:
    """The seat before which the card lies face up, -1 for none."""
    for seat, pairs in enumerate(state.laid):
        for pair in pairs:
            if pair[0] == front:
                return seat
    return -1


def _pass(state: State, actor: Actor, action: Pass) -> None:
    if not state.held:
        raise _illegal(rule.PASS, "no-stop")


def _yes_or_no(state: State, action: Answer) -> None:
    if type(action.right) is not bool or type(action.bonus) is not bool or type(action.owner) is not int:
        raise _malformed("answer")
    if not -1 <= action.owner < state.options.n or (not action.right and (action.bonus or action.owner >= 0)):
        raise _malformed("wrong-answer")


def _answer(state: State, actor: Actor, action: Answer) -> None:
    _yes_or_no(state, action)
    koenner = state.options.variant == "koenner"
    owner = action.owner
    whose = owner >= 0 and owner != state.asked[0] and bool(state.laid[owner]) if koenner else owner == -1
    if not action.right or (whose and not (action.bonus and state.options.variant == "risiko")):
        if agrees(state, action.right):
            return
        raise _illegal(rule.ANSWER, "contradiction")
    if action.bonus and state.options.variant == "risiko":
        raise _illegal(rule.NO_BONUS, "no-bonus")
    if koenner:
        raise _illegal(rule.KOENNER, "whose-pair")
    raise _illegal(rule.ANSWER, "no-owner")


def _nothing(state: State, action: Pass) -> None:
    pass


CHECKS: Final[dict[type, Callable[[State, Actor, Any], None]]] = {
    Deal: _deal,
    Camera: _camera,
    Lay: _lay,
    Guess: _guess,
    Answer: _answer,
    Pass: _pass,
}
_SHAPES: Final[dict[type, Callable[[State, Any], None]]] = {
    Deal: _numbers,
    Lay: _numbers,
    Camera: _seat,
    Guess: _two,
    Answer: _yes_or_no,
    Pass: _nothing,
}
