"""Whether an action is allowed now: each check gives the broken rule and a sentence, or None."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from companion.rules.errors import Rule
from companion.rules.face_off import rulebook as rule
from companion.rules.face_off.actions import (
    GRINS,
    WILDS,
    Action,
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
from companion.rules.face_off.options import FaceOffOptions, wild_problem
from companion.rules.face_off.state import Phase, State
from companion.rules.protocol import CHANCE, TABLE

Breach: TypeAlias = tuple[Rule, str]


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


def _phase(state: State, actor: int, wanted: Phase) -> Breach | None:
    """The breach of acting in a phase that is not the wanted one."""
    if state.phase is wanted:
        return None
    if state.phase is Phase.OVER:
        return rule.OVER, "The game is over."
    if wanted is Phase.DEAL:
        return rule.DEAL, "The cards are dealt already."
    if wanted is Phase.SPEECH:
        return rule.SPEECH, "There is no victory speech to judge now."
    if wanted is Phase.CLAIM:
        return rule.TABLE_CONFIRMS, "There is no call to confirm or deny now."
    if wanted is Phase.NEXT:
        return rule.DEALER_CHOOSES, "The next signals are chosen when a hand has been won."
    return rule.STOPPED, "The cards are not dealt yet." if state.phase is Phase.DEAL else "Play has stopped for a call."


def _playing(state: State, actor: int) -> Breach | None:
    if actor < 0:
        return rule.NOT_YOURS, "Only a player can do that."
    return None if state.phase is Phase.PLAY else _phase(state, actor, Phase.PLAY)


def check_offer(state: State, actor: int, action: Offer) -> Breach | None:
    """An offer of cards that the player holds, under a signal of this game."""
    if state.phase is not Phase.PLAY or actor < 0:
        return _playing(state, actor)
    shown, suit, options = action.shown, action.suit, state.options
    if (shown > MAX_COUNT or action.wrong) and not options.advanced:
        return rule.ADVANCED_ONLY, "This is the basic game."
    if not options.digital:
        return None if suit is None and not action.wrong else (
            rule.ONE_SUIT, "The cards are your own and unknown here; say only what is shown, as in: offer 2.")
    if shown <= MAX_COUNT and suit is not None and not action.wrong and state.hands[actor][INDEX[suit]] >= shown:
        return None
    if action.wrong:
        breach = _wrong_handful(action)
    elif suit is None:
        breach = rule.ONE_SUIT, "Say which gem is offered, as in: offer 2 ruby."
    else:
        breach = None
    if breach is None and not holds(state.hands[actor], action.cards):
        what = "that special card" if shown > MAX_COUNT or action.wrong else f"{shown} {suit}"
        breach = (rule.GRIN_ONLY if shown > MAX_COUNT else rule.ONE_SUIT,
                  f"{options.players[actor]} does not hold {what}.")
    return breach


def _wrong_handful(action: Offer) -> Breach | None:
    """The shape of a mistaken handful: as many cards as shown, at least one of them special and out of place."""
    size = len(action.wrong)
    if len(set(action.wrong)) < size:
        return rule.ONE_SUIT, "There is only one of each special card."
    if action.shown in (GRIN, WILD):
        kind = "grin:" if action.shown == GRIN else "wild:"
        if size != 1 or action.suit is not None or action.wrong[0].startswith(kind):
            return rule.GRIN_ONLY, "Under these signals one card is offered."
        return None
    if size > action.shown or (size == action.shown) is not (action.suit is None):
        return rule.ONE_SUIT, "As many cards are offered as are shown."
    return None


def check_withdraw(state: State, actor: int, action: Withdraw) -> Breach | None:
    breach = _playing(state, actor)
    if breach is None and state.offers[actor] is None:
        return rule.NOTHING_SHOWN, f"{state.options.players[actor]} offers nothing."
    return breach


def check_claim(state: State, actor: int, action: Claim) -> Breach | None:
    if state.phase is not Phase.PLAY or actor < 0:
        return _playing(state, actor)
    if action.suit not in state.options.suits:
        return rule.SUIT_IN_PLAY, f"The {action.suit} cards are not in this game."
    return None


def check_call(state: State, actor: int, action: Call) -> Breach | None:
    """A mistake can be called by the receiver until that player's next trade or the end of the hand."""
    breach = _playing(state, actor)
    if breach is not None:
        return breach
    if not state.options.advanced:
        return rule.ADVANCED_ONLY, "This is the basic game."
    last = state.last[actor]
    if last is None or last.other != action.giver or (state.options.digital and not last.wrong):
        names = state.options.players
        return rule.MISTAKE, f"{names[actor]} has not just got a wrong card from {names[action.giver]}."
    return None


def check_next(state: State, actor: int, action: Next) -> Breach | None:
    if state.phase is not Phase.NEXT:
        return _phase(state, actor, Phase.NEXT)
    if actor != state.dealer:
        return rule.DEALER_CHOOSES, f"{state.options.players[state.dealer]} chooses the next signals."
    if state.options.advanced:
        problem = wild_problem(action.wild)
        return (rule.WILD_CHOICE, problem) if problem else None
    return (rule.ADVANCED_ONLY, "The basic game has no Wild Thing signal.") if action.wild else None


def check_trade(state: State, actor: int, action: Trade) -> Breach | None:
    if actor != TABLE:
        return rule.NOT_YOURS, "The table sees the trade."
    if state.phase is not Phase.PLAY:
        return _phase(state, actor, Phase.PLAY)
    if action.one == action.other:
        return rule.TWO_PLAYERS, "Nobody trades alone."
    mine, yours = state.offers[action.one], state.offers[action.other]
    names = state.options.players
    if mine is None or yours is None:
        who = names[action.one if mine is None else action.other]
        return rule.SAME_NUMBER, f"{who} offers nothing."
    if mine.shown != yours.shown:
        return rule.SAME_NUMBER, f"{names[action.one]} and {names[action.other]} do not show the same."
    return None


def check_ruling(state: State, actor: int, action: Confirm | Deny) -> Breach | None:
    if actor != TABLE:
        return rule.NOT_YOURS, "The table confirms or denies."
    if state.phase in (Phase.CLAIM, Phase.CALL):
        return None
    return _phase(state, actor, Phase.CLAIM)


def check_verdict(state: State, actor: int, action: Verdict) -> Breach | None:
    if actor != TABLE:
        return rule.NOT_YOURS, "The table judges the speech."
    if state.phase is Phase.SPEECH or (state.phase is Phase.UNSEEN and action.found != "unseen"):
        return None
    if state.phase is Phase.UNSEEN:
        return rule.SPEECH, "The teeth went unseen; the table says clean or teeth."
    return _phase(state, actor, Phase.SPEECH)


def check_deal(state: State, actor: int, action: Deal) -> Breach | None:
    if actor != CHANCE:
        return rule.NOT_YOURS, "Chance deals the cards."
    if state.phase is not Phase.DEAL:
        return _phase(state, actor, Phase.DEAL)
    problem = deal_problem(state.options, action.hands)
    return (rule.DEAL, problem) if problem else None


def deal_problem(options: FaceOffOptions, hands: tuple[Hand, ...]) -> str | None:
    """What is wrong with a deal of all cards in play, or None."""
    if len(hands) != len(options.players):
        return "The deal has a hand for each player."
    for hand, name in zip(hands, options.players, strict=True):
        gems, special = sum(hand[:GRINS]), (hand[GRINS].bit_count(), hand[WILDS].bit_count())
        if gems != GEMS_IN_SUIT or special != ((1, 1) if options.advanced else (0, 0)):
            return f"{name} gets {'9 gems, a Grin and a Wild Thing card' if options.advanced else '9 gems'}."
    return cards_problem(options, hands)


def cards_problem(options: FaceOffOptions, hands: tuple[Hand, ...]) -> str | None:
    """Which card is lost or doubled among all hands, or None."""
    in_play = 0
    for i, suit in enumerate(SUITS):
        wanted = GEMS_IN_SUIT if suit in options.suits else 0
        in_play |= (wanted > 0) << i
        total = sum(hand[i] for hand in hands)
        if total != wanted or any(hand[i] < 0 for hand in hands):
            return f"There are {wanted} {suit} cards in this game, not {total}."
    for kind, name in ((GRINS, "Grin"), (WILDS, "Wild Thing")):
        sets = [hand[kind] for hand in hands]
        doubled = sum(s.bit_count() for s in sets) != sum(sets).bit_count()
        if doubled or sum(sets) != (in_play if options.advanced else 0):
            return f"There is {'one' if options.advanced else 'no'} {name} card of each suit in play."
    return None


CHECKS: Final[dict[type, Callable[[State, int, Any], Breach | None]]] = {
    Offer: check_offer, Withdraw: check_withdraw, Claim: check_claim, Call: check_call, Next: check_next,
    Trade: check_trade, Confirm: check_ruling, Deny: check_ruling, Verdict: check_verdict, Deal: check_deal,
}


def broken_rule(state: State, actor: int, action: Action) -> Breach | None:
    """The rule that the action breaks, with a sentence, or None. The action's values are those of ``well_formed``."""
    return CHECKS[type(action)](state, actor, action)


def malformed(state: State, actor: int, action: object) -> str | None:
    """Why this is no action of this game at all, or None. Never raises, whatever the value is."""
    n = len(state.options.players)
    if type(actor) is not int or not (0 <= actor < n or actor in (CHANCE, TABLE)):
        return f"There is no actor {actor!r} at this table."
    match action:
        case Offer(shown, suit, wrong):
            fine = type(shown) is int and 1 <= shown <= WILD and (suit is None or _gem(suit)) and _specials(wrong)
        case Claim(suit):
            fine = _gem(suit)
        case Call(giver):
            fine = type(giver) is int and 0 <= giver < n
        case Trade(one, other):
            fine = type(one) is int and type(other) is int and 0 <= one < n and 0 <= other < n
        case Next(signal_set, wild):
            fine = isinstance(signal_set, str) and signal_set in SIGNAL_SETS and isinstance(wild, str)
        case Verdict(found):
            fine = isinstance(found, str) and found in ("clean", "teeth", "unseen")
        case Deal(hands):
            fine = isinstance(hands, tuple) and all(_hand(hand) for hand in hands)
        case Withdraw() | Confirm() | Deny():
            fine = True
        case _:
            return f"{action!r} is no action of Face Off!."
    return None if fine else f"{action!r} has a value that no Face Off! card or player has."


def _gem(value: object) -> bool:
    return isinstance(value, str) and value in INDEX


def _specials(value: object) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(v, str) and v[:5] in ("grin:", "wild:") and v[5:] in INDEX for v in value)


def _hand(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == len(SUITS) + 2 and all(type(v) is int and v >= 0 for v in value)
