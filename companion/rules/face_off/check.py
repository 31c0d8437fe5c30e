"""Checks whether an action of Face Off! is legal; ``legal``, ``apply`` and all error messages rely on this."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from companion.facts import Fact, fact
from companion.rules.errors import IllegalAction, OptionsError, Refusals, anything, rulebook
from companion.rules.face_off import actions
from companion.rules.face_off.data import GEMS_IN_SUIT, GRIN, MAX_COUNT, SIGNAL_SETS, SUIT_INDEX, SUITS, WILD
from companion.rules.face_off.options import NAME, WILD_SIGNAL_SPEC, FaceOffOptions
from companion.rules.face_off.state import Phase, State
from companion.rules.notation import no_action, shorten_repr
from companion.rules.protocol import CHANCE, TABLE, check_actor

_REFUSALS: Final = Refusals(NAME)
RULES: Final = rulebook(NAME)
VERDICTS: Final = ("clean", "teeth", "unseen")


def check(state: State, actor: object, action: object) -> None:
    """Check that an actor may do an action now.

    Raises:
        MalformedAction: It is no action of this game, or its values are wrong in any position.
        IllegalAction: The rules forbid it now.
    """
    if type(actor) is not int or not TABLE <= actor < len(state.scores):
        actor = check_actor(actor, len(state.scores))
    if type(action) is actions.Offer and action.shaped and state.phase is Phase.PLAY and actor >= 0:  # fast path
        return _offer(state, actor, action)
    if type(action) not in CHECKS:
        raise no_action(action, NAME)
    shaped, who, phases, allowed = CHECKS[type(action)]
    if not shaped(action, len(state.scores)):
        raise _REFUSALS.malformed_error("values", action=shorten_repr(action))
    if not _may_act(actor, who):
        raise _REFUSALS.illegal(RULES["not-yours"], who)
    if state.phase not in phases:
        raise _phase(state, phases[0])
    allowed(state, actor, action)


def _may_act(actor: int, who: str) -> bool:
    """Return True if this actor may do an action of a certain type; ``who`` is the error's code for all who may not."""
    if who == "players-only":
        return actor >= 0
    return who == "anyone" or actor == (CHANCE if who == "chance-deals" else TABLE)


def holds(hand: actions.Hand, cards: actions.Hand) -> bool:
    """Return True if the hand contains these cards."""
    for i in range(actions.GRIN_BITS):
        if hand[i] < cards[i]:
            return False
    return not (
        cards[actions.GRIN_BITS] & ~hand[actions.GRIN_BITS] or cards[actions.WILD_BITS] & ~hand[actions.WILD_BITS]
    )


def holds_all(state: State, player: int, suit: str) -> bool:
    """Return True if a digital hand is the whole suit (in the advanced game with its Grin and Wild Thing)."""
    hand, i = state.hands[player], SUIT_INDEX[suit]
    if hand[i] < GEMS_IN_SUIT:
        return False
    return not state.options.advanced or bool(hand[actions.GRIN_BITS] >> i & hand[actions.WILD_BITS] >> i & 1)


_PHASE_REFUSALS: Final = {
    Phase.DEAL: (RULES["deal"], "dealt"),
    Phase.SPEECH: (RULES["speech"], "no-speech"),
    Phase.CLAIM: (RULES["table-confirms"], "no-call"),
    Phase.NEXT: (RULES["dealer-chooses"], "no-choice"),
}


def _phase(state: State, wanted: Phase) -> IllegalAction:
    """Return the error for an action outside the phase ``wanted``, the only one in which it is allowed."""
    if state.phase is Phase.OVER:
        return _REFUSALS.illegal(RULES["over"], "over")
    if wanted in _PHASE_REFUSALS:
        return _REFUSALS.illegal(*_PHASE_REFUSALS[wanted])
    return _REFUSALS.illegal(RULES["stopped"], "not-dealt" if state.phase is Phase.DEAL else "stopped")


def _offer(state: State, actor: int, action: actions.Offer) -> None:
    """Check an offer: the player must hold the cards, and the signal must be one of this game."""
    count, suit, options = action.shown, action.suit, state.options
    if (count > MAX_COUNT or action.wrong) and not options.advanced:
        raise _REFUSALS.illegal(RULES["advanced-only"], "basic")
    if not options.digital:
        if suit is None and not action.wrong:
            return
        raise _REFUSALS.illegal(RULES["one-suit"], "own-cards")
    if count > MAX_COUNT or suit is None or action.wrong or state.hands[actor][SUIT_INDEX[suit]] < count:
        _special(state, actor, action)


def _special(state: State, actor: int, action: actions.Offer) -> None:
    """Check an offer of a special card, one with a mistake, or one that names no gem or more gems than are held."""
    if action.wrong:
        _wrong_handful(action)
    elif action.suit is None:
        raise _REFUSALS.illegal(RULES["one-suit"], "which-gem")
    if not holds(state.hands[actor], action.cards):
        raise _not_held(state.options.players[actor], action)


def _not_held(who: str, action: actions.Offer) -> IllegalAction:
    broken = RULES["grin-only"] if action.shown > MAX_COUNT else RULES["one-suit"]
    hidden = fact("face-off.no.your-cards", who=who)
    if action.suit is None or action.shown > MAX_COUNT or action.wrong:
        return _REFUSALS.illegal(broken, "special-not-held", hidden, who=who)
    return _REFUSALS.illegal(broken, "not-held", hidden, who=who, n=action.shown, gem=action.suit)


def _wrong_handful(action: actions.Offer) -> None:
    """Check an offer with a mistake: as many cards as shown, at least one of them a special card not promised."""
    size = len(action.wrong)
    if len(set(action.wrong)) < size:
        raise _REFUSALS.illegal(RULES["one-suit"], "one-of-each")
    if action.shown in (GRIN, WILD):
        kind = "grin:" if action.shown == GRIN else "wild:"
        if size != 1 or action.suit is not None or action.wrong[0].startswith(kind):
            raise _REFUSALS.illegal(RULES["grin-only"], "one-card")
    elif size > action.shown or (size == action.shown) is not (action.suit is None):
        raise _REFUSALS.illegal(RULES["one-suit"], "as-many")


def _withdraw(state: State, actor: int, action: actions.Withdraw) -> None:
    if state.offers[actor] is None:
        raise _REFUSALS.illegal(RULES["nothing-shown"], "nothing-offered", who=state.options.players[actor])


def _claim(state: State, actor: int, action: actions.Claim) -> None:
    if action.suit not in state.options.suits:
        raise _REFUSALS.illegal(RULES["suit-in-play"], "not-in-play", gem=action.suit)


def _call(state: State, actor: int, action: actions.Call) -> None:
    """Check a call of a mistake: only by the receiver, until that player's next trade or the end of the hand."""
    if not state.options.advanced:
        raise _REFUSALS.illegal(RULES["advanced-only"], "basic")
    last = state.last[actor]
    if last is None or last.other != action.giver or (state.options.digital and not last.wrong):
        names = state.options.players
        raise _REFUSALS.illegal(RULES["mistake"], "no-mistake", who=names[actor], giver=names[action.giver])


def _next(state: State, actor: int, action: actions.Next) -> None:
    if actor != state.dealer:
        raise _REFUSALS.illegal(RULES["dealer-chooses"], "dealer", who=state.options.players[state.dealer])
    if not state.options.advanced:
        if action.wild:
            raise _REFUSALS.illegal(RULES["advanced-only"], "no-wild")
    elif not action.wild:
        raise _REFUSALS.illegal(RULES["wild-choice"], "wild-text", most=WILD_SIGNAL_SPEC.high)
    else:
        try:
            WILD_SIGNAL_SPEC.check(action.wild, ())
        except OptionsError as error:
            code = "wild-blanks" if error.code == "option.no.blanks" else "wild-text"
            raise _REFUSALS.illegal(RULES["wild-choice"], code, most=WILD_SIGNAL_SPEC.high) from None


def _trade(state: State, actor: int, action: actions.Trade) -> None:
    if action.one == action.other:
        raise _REFUSALS.illegal(RULES["two-players"], "alone")
    mine, yours = state.offers[action.one], state.offers[action.other]
    names = state.options.players
    if mine is None or yours is None:
        who = names[action.one if mine is None else action.other]
        raise _REFUSALS.illegal(RULES["same-number"], "nothing-offered", who=who)
    if mine.shown != yours.shown:
        raise _REFUSALS.illegal(RULES["same-number"], "not-the-same", one=names[action.one], other=names[action.other])


def _verdict(state: State, actor: int, action: actions.Verdict) -> None:
    if state.phase is Phase.UNSEEN and action.found == "unseen":
        raise _REFUSALS.illegal(RULES["speech"], "teeth-unseen")


def _deal(state: State, actor: int, action: actions.Deal) -> None:
    problem = deal_problem(state.options, action.hands)
    if problem:
        raise IllegalAction(problem, rule=RULES["deal"])


def deal_problem(options: FaceOffOptions, hands: tuple[actions.Hand, ...]) -> Fact | None:
    """Return what is wrong with a deal of all cards in play, None if it is right."""
    if len(hands) != len(options.players):
        return fact("face-off.no.hands")
    for hand, name in zip(hands, options.players, strict=True):
        gems, special = (
            sum(hand[: actions.GRIN_BITS]),
            (hand[actions.GRIN_BITS].bit_count(), hand[actions.WILD_BITS].bit_count()),
        )
        if gems != GEMS_IN_SUIT or special != ((1, 1) if options.advanced else (0, 0)):
            return fact("face-off.no.hand-advanced" if options.advanced else "face-off.no.hand-basic", who=name)
    return cards_problem(options, hands)


def cards_problem(options: FaceOffOptions, hands: tuple[actions.Hand, ...]) -> Fact | None:
    """Return which card is missing or doubled among all hands, None if none is."""
    in_play = 0
    for i, suit in enumerate(SUITS):
        wanted = GEMS_IN_SUIT if suit in options.suits else 0
        in_play |= (wanted > 0) << i
        total = sum(hand[i] for hand in hands)
        if total != wanted or any(hand[i] < 0 for hand in hands):
            return fact("face-off.no.cards", gem=suit, wanted=wanted, n=total)
    for kind, name in ((actions.GRIN_BITS, "grin"), (actions.WILD_BITS, "wild")):
        sets = [hand[kind] for hand in hands]
        doubled = sum(s.bit_count() for s in sets) != sum(sets).bit_count()
        if doubled or sum(sets) != (in_play if options.advanced else 0):
            return fact("face-off.no.special-cards" if options.advanced else "face-off.no.no-special", kind=name)
    return None


def _is_gem(value: object) -> bool:
    return type(value) is str and value in SUIT_INDEX


def _is_seat(value: object, n: int) -> bool:
    return type(value) is int and 0 <= value < n


def _is_hand(value: object) -> bool:
    if type(value) is not tuple or len(value) != len(SUITS) + 2:
        return False
    return all(type(v) is int and 0 <= v <= 99 for v in value[: actions.GRIN_BITS]) and all(
        type(v) is int and 0 <= v < 1 << len(SUITS) for v in value[actions.GRIN_BITS :]
    )


def _are_hands(action: actions.Deal, n: int) -> bool:
    return type(action.hands) is tuple and all(map(_is_hand, action.hands))


def _is_choice(action: actions.Next, n: int) -> bool:
    known = type(action.signal_set) is str and action.signal_set in SIGNAL_SETS
    return known and type(action.wild) is str


def _is_verdict(action: actions.Verdict, n: int) -> bool:
    return type(action.found) is str and action.found in VERDICTS


class _Row(NamedTuple):
    """What is required of one type of action: well-formed values, an actor, a phase, and a check of the position."""

    shaped: Callable[[Any, int], bool]  # (action, players)
    who: str  # code of the error for all other actors; ``_may_act`` derives from it who may act
    phases: tuple[Phase, ...]
    allowed: Callable[[State, int, Any], object] = anything  # (state, actor, action); raises IllegalAction


_PLAY_PHASES: Final = (Phase.PLAY,)
_CALL_PHASES: Final = (Phase.CLAIM, Phase.CALL)
CHECKS: Final[dict[type, _Row]] = {
    actions.Offer: _Row(lambda a, n: bool(a.shaped), "players-only", _PLAY_PHASES, _offer),
    actions.Withdraw: _Row(anything, "players-only", _PLAY_PHASES, _withdraw),
    actions.Claim: _Row(lambda a, n: _is_gem(a.suit), "players-only", _PLAY_PHASES, _claim),
    actions.Call: _Row(lambda a, n: _is_seat(a.giver, n), "players-only", _PLAY_PHASES, _call),
    actions.Next: _Row(_is_choice, "anyone", (Phase.NEXT,), _next),
    actions.Trade: _Row(lambda a, n: _is_seat(a.one, n) and _is_seat(a.other, n), "table-trades", _PLAY_PHASES, _trade),
    actions.Confirm: _Row(anything, "table-confirms", _CALL_PHASES),
    actions.Deny: _Row(anything, "table-confirms", _CALL_PHASES),
    actions.Verdict: _Row(_is_verdict, "table-judges", (Phase.SPEECH, Phase.UNSEEN), _verdict),
    actions.Deal: _Row(_are_hands, "chance-deals", (Phase.DEAL,), _deal),
}


def has_action_shape(action: object, players: int) -> bool:
    """Return True if the value is a well-formed action of the game, whatever the position."""
    return type(action) in CHECKS and CHECKS[type(action)].shaped(action, players)
