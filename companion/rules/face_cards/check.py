"""Checks whether an action of Face Cards is legal; ``legal``, ``apply`` and all error messages rely on this.

With physical cards the engine does not see the pairs. It knows which places are open and which combinations were
denied. It accepts an answer only if the open places can still be paired up in some way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, NoReturn

from companion.facts import Value
from companion.rules.chance import drawable
from companion.rules.errors import IllegalAction, Refusals, Rule, anything, rulebook
from companion.rules.face_cards.actions import Answer, Camera, Cards, Deal, Guess, Lay, Pass
from companion.rules.face_cards.options import NAME, FaceCardsOptions
from companion.rules.face_cards.state import Pairs, Phase, State, actors, cards_needed, front_owner
from companion.rules.notation import actor_name, no_action, shorten_repr
from companion.rules.protocol import Actor, check_actor

_ANSWERS: Final = (Answer(False), Answer(True), Answer(True, True))
_shared_answer: Final = cache(Answer)  # the one shared Answer of these values


def denied_guesses(state: State) -> frozenset[Cards]:
    """Return the pairs of cards (or of places) that were answered "wrong" in this round."""
    return frozenset([(one, other) for _, one, other, owner in state.log if owner < 0])


def well_formed_answers(state: State) -> Sequence[Answer]:
    """Return all well-formed answers: wrong, right, and right with a bonus; in Könner for each possible owner."""
    if state.options.variant != "koenner":
        return _ANSWERS[:2] if state.options.variant == "risiko" else _ANSWERS
    owners = [p for p, pairs in enumerate(state.laid) if pairs and p != state.asked[0]]
    return [_ANSWERS[0], *[_shared_answer(True, bonus, owner) for owner in owners for bonus in (False, True)]]


def agrees(state: State, right: bool) -> bool:
    """Return True if answering ``right`` does not contradict the earlier answers of this round."""
    pair, no = state.asked[1:], denied_guesses(state)
    if right and pair in no:
        return False
    spare = len(state.centre) - sum(map(len, state.laid))
    if len(no) < spare and state.options.variant != "koenner":
        return True  # even a front with all denials could still find a centre card
    return possible(state, no, pair) if right else possible(state, no | {pair})


def possible(state: State, no: frozenset[Cards], without: Cards = ()) -> bool:
    """Return True if the open places except ``without`` could be paired up so that no pair is in ``no``."""
    centre = [c for c in state.centre if c not in without]
    if state.options.variant == "koenner":
        return _couples(centre, no)
    fronts = [pair[0] for pairs in state.laid for pair in pairs if pair[0] not in without]
    no = frozenset([pair for pair in no if pair[0] in fronts and pair[1] in centre])
    return _partners(fronts, centre, no)


def _couples(places: list[int], no: frozenset[Cards]) -> bool:
    """Return True if all places can be paired with one another without using the pairs in ``no``.

    By Dirac's theorem they can if each place may still pair with at least half of the places.
    """
    if not places:
        return True
    lost = [0] * (max(places) + 1)
    for one, other in no:
        if one in places and other in places:
            lost[one] += 1
            lost[other] += 1
    if 2 * max(lost) <= len(places) - 2:
        return True
    one, rest = places[0], places[1:]
    return any((one, other) not in no and _couples([p for p in rest if p != other], no) for other in rest)


def _partners(fronts: list[int], centre: list[int], no: frozenset[Cards]) -> bool:
    """Return True if each front can be given a different centre place without using the pairs in ``no``.

    This is a bipartite matching, found by augmenting paths.
    """
    slack, count = len(centre) - len(fronts), [0] * (max(fronts, default=0) + 1)
    for front, _ in no:
        count[front] += 1
    hard = [front for front in fronts if count[front] > slack]  # all other fronts can be placed afterwards
    front_of: dict[int, int] = {}

    def place(front: int, tried: set[int]) -> bool:
        for card in centre:
            if (front, card) not in no and card not in tried:
                tried.add(card)
                if card not in front_of or place(front_of[card], tried):
                    front_of[card] = front
                    return True
        return False

    return all(place(front, set()) for front in hard)


_REFUSALS: Final = Refusals(NAME)
RULES: Final = rulebook(NAME)
_DUE_ACTIONS: Final[dict[str, tuple[type, ...]]] = {
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
_TURN_RULES: Final = {Phase.GUESS: RULES["turn"], Phase.ANSWER: RULES["answer"], Phase.CAMERA: RULES["start"]}
_LAYING_RULES: Final = {"kenner": RULES["kenner"], "koenner": RULES["koenner"], "risiko": RULES["risiko"]}


def check(state: State, actor: object, action: object) -> None:
    """Check that an actor may do an action now.

    Raises:
        MalformedAction: It is no action of this game, or its values are wrong in any position.
        IllegalAction: The rules forbid it now.
    """
    kind = type(action)
    if kind not in _DUE_ACTIONS[state.phase] or type(actor) is not int or actor not in actors(state):
        _refuse(state, actor, action)
    shape, allowed = CHECKS[kind]
    shape(state, action)
    allowed(state, actor, action)


def _refuse(state: State, actor: object, action: object) -> NoReturn:
    """Raise the error for an actor who may not act now, or for a type of action that this phase does not have."""
    names, phase = state.options.players, state.phase
    number = check_actor(actor, len(names))
    if type(action) not in CHECKS:
        raise no_action(action, NAME)
    CHECKS[type(action)][0](state, action)
    if phase == Phase.OVER:
        raise _REFUSALS.illegal(RULES["end"], "over")
    now = actors(state)
    if number in now:
        dealt = phase in (Phase.SETUP, Phase.DEAL, Phase.FILL, Phase.BONUS)
        raise _REFUSALS.illegal(RULES["step"], "deal-now" if dealt else f"{phase}-now")
    who = actor_name(number, names)
    if phase == Phase.PAIR and number >= 0:
        raise _REFUSALS.illegal(laying(state), "laid-already", who=who)
    broken = _TURN_RULES.get(phase, RULES["step"])
    if now[0] >= 0:
        code = "other-turn" if len(now) == 1 else "other-turns"
        raise _REFUSALS.illegal(broken, code, who=who, turn=[names[p] for p in now])
    raise _REFUSALS.illegal(broken, "chance-first" if now[0] == -1 else "table-first", who=who)


def laying(state: State) -> Rule:
    """Return the variant's rule about laying cards."""
    return _LAYING_RULES.get(state.options.variant, RULES["pair"])


def _numbers(state: State, action: Deal | Lay) -> None:
    _REFUSALS.numbers(action.cards, len(state.options.deck))


def _deal(state: State, actor: Actor, action: Deal) -> None:
    needed = cards_needed(state)
    if not drawable(state.pile, state.box, needed, action.cards):
        raise _REFUSALS.illegal(RULES["deal"], "draw-cards", n=needed)


def _seat(state: State, action: Camera) -> None:
    if type(action.player) is not int or not 0 <= action.player < state.options.n:
        raise _REFUSALS.malformed_error("seat", player=shorten_repr(action.player))


def _lay(state: State, actor: Actor, action: Lay) -> None:
    options, cards = state.options, action.cards
    if not options.digital:
        if cards:
            raise _REFUSALS.illegal(laying(state), "secret-pair")
        return
    if not _laid_well(action, options):
        _refuse_lay(state, action)
    hand = state.hands[actor]
    for card in cards:  # checked last, so that a public error reveals nothing about the hand
        if card not in hand:
            raise _REFUSALS.not_held(laying(state), options.players[actor], card)


def _laid_well(action: Lay, options: FaceCardsOptions) -> bool:
    """Return True if the cards are as many as the variant requires, all different, and in the required order."""
    cards, size = action.cards, options.cards_per_round
    if len(cards) != size:
        return False
    if size == 2:
        return cards[0] < cards[1] if options.variant == "koenner" else cards[0] != cards[1]
    return size == 1 or (len(set(cards)) == size and cards[0] < cards[2])


def _refuse_lay(state: State, action: Lay) -> NoReturn:
    options, cards, broken = state.options, action.cards, laying(state)
    if not cards:
        raise _REFUSALS.illegal(broken, "lay-which", n=options.cards_per_round)
    if len(cards) != options.cards_per_round:
        raise _REFUSALS.illegal(broken, "lay-count", wanted=options.cards_per_round, n=len(cards))
    if len(set(cards)) < len(cards):
        raise _REFUSALS.illegal(broken, "lay-twice")
    raise _REFUSALS.malformed_error("order")


def _two(state: State, action: Guess) -> None:
    if type(action.one) is not int or type(action.other) is not int:
        raise _REFUSALS.malformed_error("guess-numbers")
    if state.options.variant == "koenner" and action.one > action.other:
        raise _REFUSALS.malformed_error("lower-first", one=action.other, other=action.one)


def _guess(state: State, actor: Actor, action: Guess) -> None:
    """Check a guess: another player's front card and a centre card; in Könner two centre cards."""
    options = state.options
    mine = state.laid[actor] if options.digital else ()  # empty if the engine does not know it
    if options.variant == "koenner":
        _centre_pair(state, action, mine)
        return
    owner = front_owner(state, action.one)
    if owner == actor:
        raise _REFUSALS.illegal(RULES["not-own"], "own-front", card=action.one)
    if owner < 0:
        raise _REFUSALS.illegal(RULES["guess"], "no-front", card=action.one)
    if action.other not in state.centre:
        raise _REFUSALS.illegal(RULES["guess"], "not-in-centre", card=action.other)
    if mine and options.not_own == "cards":
        for pair in mine:
            if pair[1] == action.other:
                raise _own_card_error("own-centre", card=action.other)


def _centre_pair(state: State, action: Guess, mine: Pairs) -> None:
    """Check a guess in Könner: two different cards of the centre that are not from the guesser's own pair.

    ``mine`` holds that pair, and is empty if the engine does not know it. With the option ``not_own`` "pair" one of its
    cards may be guessed.
    """
    pair = (action.one, action.other)
    for card in pair:
        if card not in state.centre:
            raise _REFUSALS.illegal(RULES["koenner"], "not-in-centre", card=card)
    if action.one == action.other:
        raise _REFUSALS.illegal(RULES["koenner"], "two-cards")
    own = mine[0] if mine else ()
    if pair == own or (state.options.not_own == "cards" and (action.one in own or action.other in own)):
        raise _own_card_error("own-pair")


def _own_card_error(code: str, **values: Value) -> IllegalAction:
    """Return the error for guessing one's own card. Its public text does not reveal the card."""
    return _REFUSALS.illegal(RULES["not-own"], code, _REFUSALS.fact("other-card"), **values)


def _pass(state: State, actor: Actor, action: Pass) -> None:
    if not state.held:
        raise _REFUSALS.illegal(RULES["pass"], "no-stop")


def _yes_or_no(state: State, action: Answer) -> None:
    if type(action.right) is not bool or type(action.bonus) is not bool or type(action.owner) is not int:
        raise _REFUSALS.malformed_error("answer")
    if not -1 <= action.owner < state.options.n or (not action.right and (action.bonus or action.owner >= 0)):
        raise _REFUSALS.malformed_error("wrong-answer")


def _answer(state: State, actor: Actor, action: Answer) -> None:
    koenner, risiko = state.options.variant == "koenner", state.options.variant == "risiko"
    owner = action.owner
    whose = owner >= 0 and owner != state.asked[0] and bool(state.laid[owner]) if koenner else owner == -1
    if not action.right or (whose and not (action.bonus and risiko)):
        if agrees(state, action.right):
            return
        raise _REFUSALS.illegal(RULES["answer"], "contradiction")
    if action.bonus and risiko:
        raise _REFUSALS.illegal(RULES["no-bonus"], "no-bonus")
    if koenner:
        raise _REFUSALS.illegal(RULES["koenner"], "whose-pair")
    raise _REFUSALS.illegal(RULES["answer"], "no-owner")


# Action type -> (check of its values, check of its legality in the position).
CHECKS: Final[dict[type, tuple[Callable[[State, Any], object], Callable[[State, Actor, Any], object]]]] = {
    Deal: (_numbers, _deal),
    Camera: (_seat, anything),
    Lay: (_numbers, _lay),
    Guess: (_two, _guess),
    Answer: (_yes_or_no, _answer),
    Pass: (anything, _pass),
}
