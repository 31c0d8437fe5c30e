"""Whether an action may be made: the one source of legality, which ``legal``, ``apply`` and every refusal ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.facts import Fact, fact
from companion.rules.errors import IllegalAction, MalformedAction, OptionsError, Rule
from companion.rules.face_off import rulebook as rule
from companion.rules.face_off.actions import (
    GRINS,
    WILDS,
    Call,
    Claim,
    Confirm,
    Deal,
    Deny,
    Hand,
    Next,
    Offer,
    Trade,
    Verdict,
    Withdraw,
)
from companion.rules.face_off.data import GEMS_IN_SUIT, GRIN, INDEX, MAX_COUNT, SIGNAL_SETS, SUITS, WILD
from companion.rules.face_off.options import NAME, WILD_TEXT, FaceOffOptions
from companion.rules.face_off.state import Phase, State
from companion.rules.notation import no_action, shown
from companion.rules.protocol import CHANCE, TABLE, check_actor

FOUND: Final = ("clean", "teeth", "unseen")


def check(state: State, actor: Any, action: Any) -> None:
    """Raises MalformedAction or IllegalAction."""
    if type(actor) is not int or not TABLE <= actor < len(state.scores):
        check_actor(actor, len(state.scores))
    kind = type(action)
    if kind is Offer and action.shaped:  # what is asked most
        return _offer(state, actor, action)
    if kind not in CHECKS:
        raise no_action(action, NAME)
    shaped, allowed = CHECKS[kind]
    if not shaped(action, len(state.scores)):
        raise MalformedAction(fact("face-off.no.values", action=shown(action)))
    allowed(state, actor, action)


def _illegal(broken: Rule, code: str, public: Fact | None = None, /, **values: Any) -> IllegalAction:
    return IllegalAction(fact(f"face-off.no.{code}", **values), rule=broken, public=public)


def holds(hand: Hand, cards: Hand) -> bool:
    """Whether these cards are in the hand."""
    for i in range(GRINS):
        if hand[i] < cards[i]:
            return False
    return not (cards[GRINS] & ~hand[GRINS] or cards[WILDS] & ~hand[WILDS])


def holds_all(state: State, player: int, suit: str) -> bool:
    """Whether a digital hand is the whole suit (with its Grin and Wild Thing card in the advanced game)."""
    hand, i = state.hands[player], INDEX[suit]
    if hand[i] < GEMS_IN_SUIT:
        return False
    return not state.options.advanced or bool(hand[GRINS] >> i & hand[WILDS] >> i & 1)


_WANTED: Final = {
    Phase.DEAL: (rule.DEAL, "dealt"),
    Phase.SPEECH: (rule.SPEECH, "no-speech"),
    Phase.CLAIM: (rule.TABLE_CONFIRMS, "no-call"),
    Phase.NEXT: (rule.DEALER_CHOOSES, "no-choice"),
}


def _phase(state: State, wanted: Phase) -> IllegalAction:
    """The breach of acting in a phase that is not the wanted one."""
    if state.phase is Phase.OVER:
        return _illegal(rule.OVER, "over")
    if wanted in _WANTED:
        return _illegal(*_WANTED[wanted])
    return _illegal(rule.STOPPED, "not-dealt" if state.phase is Phase.DEAL else "stopped")


def _playing(state: State, actor: int) -> None:
    if actor < 0:
        raise _illegal(rule.NOT_YOURS, "players-only")
    if state.phase is not Phase.PLAY:
        raise _phase(state, Phase.PLAY)


def _offer(state: State, actor: int, action: Offer) -> None:
    """An offer of cards that the player holds, under a signal of this game."""
    if state.phase is not Phase.PLAY or actor < 0:
        _playing(state, actor)
    count, suit, options = action.shown, action.suit, state.options
    if (count > MAX_COUNT or action.wrong) and not options.advanced:
        raise _illegal(rule.ADVANCED_ONLY, "basic")
    if not options.digital:
        if suit is None and not action.wrong:
            return
        raise _illegal(rule.ONE_SUIT, "own-cards")
    if count <= MAX_COUNT and suit is not None and not action.wrong and state.hands[actor][INDEX[suit]] >= count:
        return
    if action.wrong:
        _wrong_handful(action)
    elif suit is None:
        raise _illegal(rule.ONE_SUIT, "which-gem")
    if not holds(state.hands[actor], action.cards):
        raise _not_held(options.players[actor], action)


def _not_held(who: str, action: Offer) -> IllegalAction:
    broken = rule.GRIN_ONLY if action.shown > MAX_COUNT else rule.ONE_SUIT
    hidden = fact("face-off.no.your-cards", who=who)
    if action.suit is None or action.shown > MAX_COUNT or action.wrong:
        return _illegal(broken, "special-not-held", hidden, who=who)
    return _illegal(broken, "not-held", hidden, who=who, n=action.shown, gem=action.suit)


def _wrong_handful(action: Offer) -> None:
    """The shape of a mistaken handful: as many cards as shown, at least one of them special and out of place."""
    size = len(action.wrong)
    if len(set(action.wrong)) < size:
        raise _illegal(rule.ONE_SUIT, "one-of-each")
    if action.shown in (GRIN, WILD):
        kind = "grin:" if action.shown == GRIN else "wild:"
        if size != 1 or action.suit is not None or action.wrong[0].startswith(kind):
            raise _illegal(rule.GRIN_ONLY, "one-card")
    elif size > action.shown or (size == action.shown) is not (action.suit is None):
        raise _illegal(rule.ONE_SUIT, "as-many")


def _withdraw(state: State, actor: int, action: Withdraw) -> None:
    _playing(state, actor)
    if state.offers[actor] is None:
        raise _illegal(rule.NOTHING_SHOWN, "nothing-offered", who=state.options.players[actor])


def _claim(state: State, actor: int, action: Claim) -> None:
    if state.phase is not Phase.PLAY or actor < 0:
        _playing(state, actor)
    if action.suit not in state.options.suits:
        raise _illegal(rule.SUIT_IN_PLAY, "not-in-play", gem=action.suit)


def _call(state: State, actor: int, action: Call) -> None:
    """A mistake can be called by the receiver until that player's next trade or the end of the hand."""
    _playing(state, actor)
    if not state.options.advanced:
        raise _illegal(rule.ADVANCED_ONLY, "basic")
    last = state.last[actor]
    if last is None or last.other != action.giver or (state.options.digital and not last.wrong):
        names = state.options.players
        raise _illegal(rule.MISTAKE, "no-mistake", who=names[actor], giver=names[action.giver])


def _next(state: State, actor: int, action: Next) -> None:
    if state.phase is not Phase.NEXT:
        raise _phase(state, Phase.NEXT)
    if actor != state.dealer:
        raise _illegal(rule.DEALER_CHOOSES, "dealer", who=state.options.players[state.dealer])
    if not state.options.advanced:
        if action.wild:
            raise _illegal(rule.ADVANCED_ONLY, "no-wild")
    elif not action.wild:
        raise _illegal(rule.WILD_CHOICE, "wild-text", most=WILD_TEXT.high)
    else:
        try:
            WILD_TEXT.check(action.wild, ())
        except OptionsError as error:
            code = "wild-blanks" if error.code == "option.no.blanks" else "wild-text"
            raise _illegal(rule.WILD_CHOICE, code, most=WILD_TEXT.high) from None


def _trade(state: State, actor: int, action: Trade) -> None:
    if actor != TABLE:
        raise _illegal(rule.NOT_YOURS, "table-trades")
    if state.phase is not Phase.PLAY:
        raise _phase(state, Phase.PLAY)
    if action.one == action.other:
        raise _illegal(rule.TWO_PLAYERS, "alone")
    mine, yours = state.offers[action.one], state.offers[action.other]
    names = state.options.players
    if mine is None or yours is None:
        who = names[action.one if mine is None else action.other]
        raise _illegal(rule.SAME_NUMBER, "nothing-offered", who=who)
    if mine.shown != yours.shown:
        raise _illegal(rule.SAME_NUMBER, "not-the-same", one=names[action.one], other=names[action.other])


def _ruling(state: State, actor: int, action: Confirm | Deny) -> None:
    if actor != TABLE:
        raise _illegal(rule.NOT_YOURS, "table-confirms")
    if state.phase not in (Phase.CLAIM, Phase.CALL):
        raise _phase(state, Phase.CLAIM)


def _verdict(state: State, actor: int, action: Verdict) -> None:
    if actor != TABLE:
        raise _illegal(rule.NOT_YOURS, "table-judges")
    if state.phase is Phase.SPEECH or (state.phase is Phase.UNSEEN and action.found != "unseen"):
        return
    if state.phase is Phase.UNSEEN:
        raise _illegal(rule.SPEECH, "teeth-unseen")
    raise _phase(state, Phase.SPEECH)


def _deal(state: State, actor: int, action: Deal) -> None:
    if actor != CHANCE:
        raise _illegal(rule.NOT_YOURS, "chance-deals")
    if state.phase is not Phase.DEAL:
        raise _phase(state, Phase.DEAL)
    problem = deal_problem(state.options, action.hands)
    if problem:
        raise IllegalAction(problem, rule=rule.DEAL)


def deal_problem(options: FaceOffOptions, hands: tuple[Hand, ...]) -> Fact | None:
    """What is wrong with a deal of all cards in play, or None."""
    if len(hands) != len(options.players):
        return fact("face-off.no.hands")
    for hand, name in zip(hands, options.players, strict=True):
        gems, special = sum(hand[:GRINS]), (hand[GRINS].bit_count(), hand[WILDS].bit_count())
        if gems != GEMS_IN_SUIT or special != ((1, 1) if options.advanced else (0, 0)):
            return fact("face-off.no.hand-advanced" if options.advanced else "face-off.no.hand-basic", who=name)
    return cards_problem(options, hands)


def cards_problem(options: FaceOffOptions, hands: tuple[Hand, ...]) -> Fact | None:
    """Which card is lost or doubled among all hands, or None."""
    in_play = 0
    for i, suit in enumerate(SUITS):
        wanted = GEMS_IN_SUIT if suit in options.suits else 0
        in_play |= (wanted > 0) << i
        total = sum(hand[i] for hand in hands)
        if total != wanted or any(hand[i] < 0 for hand in hands):
            return fact("face-off.no.cards", gem=suit, wanted=wanted, n=total)
    for kind, name in ((GRINS, "grin"), (WILDS, "wild")):
        sets = [hand[kind] for hand in hands]
        doubled = sum(s.bit_count() for s in sets) != sum(sets).bit_count()
        if doubled or sum(sets) != (in_play if options.advanced else 0):
            return fact("face-off.no.special-cards" if options.advanced else "face-off.no.no-special", kind=name)
    return None


def _is_gem(value: object) -> bool:
    return type(value) is str and value in INDEX


def _is_seat(value: object, n: int) -> bool:
    return type(value) is int and 0 <= value < n


def _is_hand(value: Any) -> bool:
    if type(value) is not tuple or len(value) != len(SUITS) + 2:
        return False
    return all(type(v) is int and 0 <= v <= 99 for v in value[:GRINS]) and all(
        type(v) is int and 0 <= v < 1 << len(SUITS) for v in value[GRINS:]
    )


def _always(action: object, n: int) -> bool:
    return True


CHECKS: Final[dict[type, tuple[Callable[[Any, int], bool], Callable[[State, int, Any], None]]]] = {
    Offer: (lambda a, n: bool(a.shaped), _offer),
    Withdraw: (_always, _withdraw),
    Claim: (lambda a, n: _is_gem(a.suit), _claim),
    Call: (lambda a, n: _is_seat(a.giver, n), _call),
    Next: (lambda a, n: type(a.signal_set) is str and a.signal_set in SIGNAL_SETS and type(a.wild) is str, _next),
    Trade: (lambda a, n: _is_seat(a.one, n) and _is_seat(a.other, n), _trade),
    Confirm: (_always, _ruling),
    Deny: (_always, _ruling),
    Verdict: (lambda a, n: type(a.found) is str and a.found in FOUND, _verdict),
    Deal: (lambda a, n: type(a.hands) is tuple and all(map(_is_hand, a.hands)), _deal),
}


def shaped(action: object, players: int) -> bool:
    """Whether the value is an action of the game, as far as it can be told without a position."""
    return type(action) in CHECKS and CHECKS[type(action)][0](action, players)
