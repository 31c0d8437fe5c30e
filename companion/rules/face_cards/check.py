"""Whether an action may be made: the one source of legality, which ``legal``, ``apply`` and every refusal ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from companion.facts import Value
from companion.rules.chance import drawable
from companion.rules.errors import IllegalAction, Refusals, Rule, anything
from companion.rules.face_cards import rulebook as rule
from companion.rules.face_cards.actions import Answer, Camera, Deal, Guess, Lay, Pass
from companion.rules.face_cards.answers import agrees
from companion.rules.face_cards.options import NAME, FaceCardsOptions
from companion.rules.face_cards.state import Pairs, Phase, State, actors, cards_needed, front_owner
from companion.rules.notation import actor_name, no_action, shown
from companion.rules.protocol import Actor, check_actor

_NO: Final = Refusals(NAME)
_DUE: Final[dict[str, tuple[type, ...]]] = {
    Phase.SETUP: (Deal,),
    Phase.CAMERA: (Camera,),
    Phase.DEAL: (Deal,),
    Phase.PAIR: (Lay,),
    Phase.FILL: (Deal,),
    Phase.GUESS: (Guess, Pass),
    Phase.ANSWER: (Answer,),
    Phase.BONUS: (Deal,),
    Phase.OVER: (),
}
_TURN: Final = {Phase.GUESS: rule.TURN, Phase.ANSWER: rule.ANSWER, Phase.CAMERA: rule.START}
_LAYING: Final = {"kenner": rule.KENNER, "koenner": rule.KOENNER, "risiko": rule.RISIKO}


def check(state: State, actor: object, action: object) -> None:
    """Raises MalformedAction or IllegalAction."""
    kind = type(action)
    if kind not in _DUE[state.phase] or type(actor) is not int or actor not in actors(state):
        _refuse(state, actor, action)
    shape, allowed = CHECKS[kind]
    shape(state, action)
    allowed(state, actor, action)


def _refuse(state: State, actor: object, action: object) -> NoReturn:
    """An actor or a kind of action that is not due."""
    names, phase = state.options.players, state.phase
    number = check_actor(actor, len(names))
    if type(action) not in CHECKS:
        raise no_action(action, NAME)
    CHECKS[type(action)][0](state, action)
    if phase == Phase.OVER:
        raise _NO.illegal(rule.END, "over")
    now = actors(state)
    if number in now:
        dealt = phase in (Phase.SETUP, Phase.DEAL, Phase.FILL, Phase.BONUS)
        raise _NO.illegal(rule.STEP, "deal-now" if dealt else f"{phase}-now")
    who = actor_name(number, names)
    if phase == Phase.PAIR and number >= 0:
        raise _NO.illegal(laying(state), "laid-already", who=who)
    broken = _TURN.get(phase, rule.STEP)
    if now[0] >= 0:
        code = "other-turn" if len(now) == 1 else "other-turns"
        raise _NO.illegal(broken, code, who=who, turn=[names[p] for p in now])
    raise _NO.illegal(broken, "chance-first" if now[0] == -1 else "table-first", who=who)


def laying(state: State) -> Rule:
    """The rule about laying in this variant."""
    return _LAYING.get(state.options.variant, rule.PAIR)


def _numbers(state: State, action: Deal | Lay) -> None:
    cards, last = action.cards, len(state.options.deck)
    if type(cards) is not tuple:
        raise _NO.malformed("numbers")
    for card in cards:
        if type(card) is not int:
            raise _NO.malformed("numbers")
    for card in cards:
        if not 0 < card <= last:
            raise _NO.malformed("card", card=card, last=last)


def _deal(state: State, actor: Actor, action: Deal) -> None:
    needed = cards_needed(state)
    if not drawable(state.pile, state.box, needed, action.cards):
        raise _NO.illegal(rule.DEAL, "draw-cards", n=needed)


def _seat(state: State, action: Camera) -> None:
    if type(action.player) is not int or not 0 <= action.player < state.options.n:
        raise _NO.malformed("seat", player=shown(action.player))


def _lay(state: State, actor: Actor, action: Lay) -> None:
    options, cards = state.options, action.cards
    if not options.digital:
        if cards:
            raise _NO.illegal(laying(state), "secret-pair")
        return
    if not _laid_well(action, options):
        _refuse_lay(state, action)
    hand = state.hands[actor]
    for card in cards:  # the hand last: a refusal in public then tells nothing of it
        if card not in hand:
            raise _NO.not_held(laying(state), options.players[actor], card)


def _laid_well(action: Lay, options: FaceCardsOptions) -> bool:
    """Whether these are as many different cards as are laid, in the order of the variant."""
    cards, size = action.cards, options.played
    if len(cards) != size:
        return False
    if size == 2:
        return cards[0] < cards[1] if options.variant == "koenner" else cards[0] != cards[1]
    return size == 1 or (len(set(cards)) == size and cards[0] < cards[2])


def _refuse_lay(state: State, action: Lay) -> NoReturn:
    options, cards, broken = state.options, action.cards, laying(state)
    if not cards:
        raise _NO.illegal(broken, "lay-which", n=options.played)
    if len(cards) != options.played:
        raise _NO.illegal(broken, "lay-count", wanted=options.played, n=len(cards))
    if len(set(cards)) < len(cards):
        raise _NO.illegal(broken, "lay-twice")
    raise _NO.malformed("order")


def _two(state: State, action: Guess) -> None:
    if type(action.one) is not int or type(action.other) is not int:
        raise _NO.malformed("guess-numbers")
    if state.options.variant == "koenner" and action.one > action.other:
        raise _NO.malformed("lower-first", one=action.other, other=action.one)


def _guess(state: State, actor: Actor, action: Guess) -> None:
    """A card in front of another player and one of the centre; in Könner two of the centre; none of one's own."""
    options = state.options
    mine = state.laid[actor] if options.digital else ()  # as far as the engine knows it
    if options.variant == "koenner":
        _centre_pair(state, action, mine)
        return
    owner = front_owner(state, action.one)
    if owner == actor:
        raise _NO.illegal(rule.NOT_OWN, "own-front", card=action.one)
    if owner < 0:
        raise _NO.illegal(rule.GUESS, "no-front", card=action.one)
    if action.other not in state.centre:
        raise _NO.illegal(rule.GUESS, "not-in-centre", card=action.other)
    if mine and options.not_own == "cards":
        for pair in mine:
            if pair[1] == action.other:
                raise _own("own-centre", card=action.other)


def _centre_pair(state: State, action: Guess, mine: Pairs) -> None:
    """Könner: two different cards of the centre."""
    pair = (action.one, action.other)
    for card in pair:
        if card not in state.centre:
            raise _NO.illegal(rule.KOENNER, "not-in-centre", card=card)
    if action.one == action.other:
        raise _NO.illegal(rule.KOENNER, "two-cards")
    own = mine[0] if mine else ()
    if pair == own or (state.options.not_own == "cards" and (action.one in own or action.other in own)):
        raise _own("own-pair")


def _own(code: str, **values: Value) -> IllegalAction:
    """A guess at what the guesser laid, which only the guesser knows."""
    return _NO.illegal(rule.NOT_OWN, code, _NO.fact("other-card"), **values)


def _pass(state: State, actor: Actor, action: Pass) -> None:
    if not state.held:
        raise _NO.illegal(rule.PASS, "no-stop")


def _yes_or_no(state: State, action: Answer) -> None:
    if type(action.right) is not bool or type(action.bonus) is not bool or type(action.owner) is not int:
        raise _NO.malformed("answer")
    if not -1 <= action.owner < state.options.n or (not action.right and (action.bonus or action.owner >= 0)):
        raise _NO.malformed("wrong-answer")


def _answer(state: State, actor: Actor, action: Answer) -> None:
    koenner, risiko = state.options.variant == "koenner", state.options.variant == "risiko"
    owner = action.owner
    whose = owner >= 0 and owner != state.asked[0] and bool(state.laid[owner]) if koenner else owner == -1
    if not action.right or (whose and not (action.bonus and risiko)):
        if agrees(state, action.right):
            return
        raise _NO.illegal(rule.ANSWER, "contradiction")
    if action.bonus and risiko:
        raise _NO.illegal(rule.NO_BONUS, "no-bonus")
    if koenner:
        raise _NO.illegal(rule.KOENNER, "whose-pair")
    raise _NO.illegal(rule.ANSWER, "no-owner")


# Whether the values can be an action at all, then whether it may be made now.
CHECKS: Final[dict[type, tuple[Callable[[State, Any], object], Callable[[State, Actor, Any], object]]]] = {
    Deal: (_numbers, _deal),
    Camera: (_seat, anything),
    Lay: (_numbers, _lay),
    Guess: (_two, _guess),
    Answer: (_yes_or_no, _answer),
    Pass: (anything, _pass),
}
