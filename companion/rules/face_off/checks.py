"""Whether an action is allowed now: each check gives the broken rule and a sentence, or None."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from companion.rules.errors import Rule, Text
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
from companion.rules.face_off.messages import GEMS
from companion.rules.face_off.options import FaceOffOptions, wild_problem
from companion.rules.face_off.state import Phase, State
from companion.rules.protocol import CHANCE, TABLE

Breach: TypeAlias = tuple[Rule, Text]
_BASIC: Final = Text("This is the basic game.", "Das ist das Grundspiel.")


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
        return rule.OVER, Text("The game is over.", "Das Spiel ist aus.")
    if wanted is Phase.DEAL:
        return rule.DEAL, Text("The cards are dealt already.", "Die Karten sind schon gegeben.")
    if wanted is Phase.SPEECH:
        return rule.SPEECH, Text("There is no victory speech to judge now.",
                                 "Gerade gibt es keine Siegesrede zu beurteilen.")
    if wanted is Phase.CLAIM:
        return rule.TABLE_CONFIRMS, Text("There is no call to confirm or deny now.",
                                         "Gerade gibt es keinen Ruf zu bestätigen oder zu verneinen.")
    if wanted is Phase.NEXT:
        return rule.DEALER_CHOOSES, Text("The next signals are chosen when a hand has been won.",
                                         "Die nächsten Signale wählt ihr, wenn eine Runde gewonnen ist.")
    if state.phase is Phase.DEAL:
        return rule.STOPPED, Text("The cards are not dealt yet.", "Die Karten sind noch nicht gegeben.")
    return rule.STOPPED, Text("Play has stopped for a call.", "Das Spiel steht, weil jemand gerufen hat.")


def _playing(state: State, actor: int) -> Breach | None:
    if actor < 0:
        return rule.NOT_YOURS, Text("Only a player can do that.", "Das kann nur ein Spieler.")
    return None if state.phase is Phase.PLAY else _phase(state, actor, Phase.PLAY)


def check_offer(state: State, actor: int, action: Offer) -> Breach | None:
    """An offer of cards that the player holds, under a signal of this game."""
    if state.phase is not Phase.PLAY or actor < 0:
        return _playing(state, actor)
    shown, suit, options = action.shown, action.suit, state.options
    if (shown > MAX_COUNT or action.wrong) and not options.advanced:
        return rule.ADVANCED_ONLY, _BASIC
    if not options.digital:
        return None if suit is None and not action.wrong else (rule.ONE_SUIT, Text(
            "The cards are your own and unknown here; say only what is shown, as in: offer 2.",
            "Ihr spielt mit euren eigenen Karten, die hier keiner kennt; sag nur, was du zeigst, etwa: offer 2."))
    if shown <= MAX_COUNT and suit is not None and not action.wrong and state.hands[actor][INDEX[suit]] >= shown:
        return None
    if action.wrong:
        breach = _wrong_handful(action)
    elif suit is None:
        breach = rule.ONE_SUIT, Text("Say which gem is offered, as in: offer 2 ruby.",
                                     "Sag, welchen Edelstein du bietest, etwa: offer 2 rubin.")
    else:
        breach = None
    if breach is None and not holds(state.hands[actor], action.cards):
        breach = rule.GRIN_ONLY if shown > MAX_COUNT else rule.ONE_SUIT, _not_held(options.players[actor], action)
    return breach


def _not_held(who: str, action: Offer) -> Text:
    if action.suit is None or action.shown > MAX_COUNT or action.wrong:
        return Text(f"{who} does not hold that special card.", f"{who} hat diese Sonderkarte nicht.")
    return Text(f"{who} does not hold {action.shown} {action.suit}.",
                f"{who} hat nicht {action.shown}-mal {GEMS[action.suit][1]}.")


def _wrong_handful(action: Offer) -> Breach | None:
    """The shape of a mistaken handful: as many cards as shown, at least one of them special and out of place."""
    size = len(action.wrong)
    if len(set(action.wrong)) < size:
        return rule.ONE_SUIT, Text("There is only one of each special card.", "Jede Sonderkarte gibt es nur einmal.")
    if action.shown in (GRIN, WILD):
        kind = "grin:" if action.shown == GRIN else "wild:"
        if size != 1 or action.suit is not None or action.wrong[0].startswith(kind):
            return rule.GRIN_ONLY, Text("Under these signals one card is offered.",
                                        "Unter diesen Signalen wird eine Karte geboten.")
        return None
    if size > action.shown or (size == action.shown) is not (action.suit is None):
        return rule.ONE_SUIT, Text("As many cards are offered as are shown.",
                                   "Geboten werden so viele Karten, wie gezeigt werden.")
    return None


def check_withdraw(state: State, actor: int, action: Withdraw) -> Breach | None:
    breach = _playing(state, actor)
    if breach is None and state.offers[actor] is None:
        return rule.NOTHING_SHOWN, _offers_nothing(state.options.players[actor])
    return breach


def _offers_nothing(who: str) -> Text:
    return Text(f"{who} offers nothing.", f"{who} bietet nichts an.")


def check_claim(state: State, actor: int, action: Claim) -> Breach | None:
    if state.phase is not Phase.PLAY or actor < 0:
        return _playing(state, actor)
    if action.suit not in state.options.suits:
        return rule.SUIT_IN_PLAY, Text(f"The {action.suit} cards are not in this game.",
                                       f"{GEMS[action.suit][1]} ist in diesem Spiel nicht dabei.")
    return None


def check_call(state: State, actor: int, action: Call) -> Breach | None:
    """A mistake can be called by the receiver until that player's next trade or the end of the hand."""
    breach = _playing(state, actor)
    if breach is not None:
        return breach
    if not state.options.advanced:
        return rule.ADVANCED_ONLY, _BASIC
    last = state.last[actor]
    if last is None or last.other != action.giver or (state.options.digital and not last.wrong):
        who, giver = state.options.players[actor], state.options.players[action.giver]
        return rule.MISTAKE, Text(f"{who} has not just got a wrong card from {giver}.",
                                  f"{who} hat eben keine falsche Karte von {giver} bekommen.")
    return None


def check_next(state: State, actor: int, action: Next) -> Breach | None:
    if state.phase is not Phase.NEXT:
        return _phase(state, actor, Phase.NEXT)
    if actor != state.dealer:
        dealer = state.options.players[state.dealer]
        return rule.DEALER_CHOOSES, Text(f"{dealer} chooses the next signals.", f"{dealer} wählt die nächsten Signale.")
    if state.options.advanced:
        problem = wild_problem(action.wild)
        return (rule.WILD_CHOICE, problem) if problem else None
    return (rule.ADVANCED_ONLY, Text("The basic game has no Wild Thing signal.",
                                     "Das Grundspiel hat kein Wild-Thing-Signal.")) if action.wild else None


def check_trade(state: State, actor: int, action: Trade) -> Breach | None:
    if actor != TABLE:
        return rule.NOT_YOURS, Text("The table sees the trade.", "Den Tausch sieht der Tisch.")
    if state.phase is not Phase.PLAY:
        return _phase(state, actor, Phase.PLAY)
    if action.one == action.other:
        return rule.TWO_PLAYERS, Text("Nobody trades alone.", "Niemand tauscht allein.")
    mine, yours = state.offers[action.one], state.offers[action.other]
    names = state.options.players
    if mine is None or yours is None:
        return rule.SAME_NUMBER, _offers_nothing(names[action.one if mine is None else action.other])
    if mine.shown != yours.shown:
        one, other = names[action.one], names[action.other]
        return rule.SAME_NUMBER, Text(f"{one} and {other} do not show the same.",
                                      f"{one} und {other} zeigen nicht dasselbe.")
    return None


def check_ruling(state: State, actor: int, action: Confirm | Deny) -> Breach | None:
    if actor != TABLE:
        return rule.NOT_YOURS, Text("The table confirms or denies.", "Bestätigen oder verneinen kann nur der Tisch.")
    if state.phase in (Phase.CLAIM, Phase.CALL):
        return None
    return _phase(state, actor, Phase.CLAIM)


def check_verdict(state: State, actor: int, action: Verdict) -> Breach | None:
    if actor != TABLE:
        return rule.NOT_YOURS, Text("The table judges the speech.", "Über die Rede urteilt der Tisch.")
    if state.phase is Phase.SPEECH or (state.phase is Phase.UNSEEN and action.found != "unseen"):
        return None
    if state.phase is Phase.UNSEEN:
        return rule.SPEECH, Text("The teeth went unseen; the table says clean or teeth.",
                                 "Die Zähne hat niemand gesehen; der Tisch sagt clean oder teeth.")
    return _phase(state, actor, Phase.SPEECH)


def check_deal(state: State, actor: int, action: Deal) -> Breach | None:
    if actor != CHANCE:
        return rule.NOT_YOURS, Text("Chance deals the cards.", "Die Karten gibt der Zufall.")
    if state.phase is not Phase.DEAL:
        return _phase(state, actor, Phase.DEAL)
    problem = deal_problem(state.options, action.hands)
    return (rule.DEAL, problem) if problem else None


def deal_problem(options: FaceOffOptions, hands: tuple[Hand, ...]) -> Text | None:
    """What is wrong with a deal of all cards in play, or None."""
    if len(hands) != len(options.players):
        return Text("The deal has a hand for each player.", "Gegeben wird eine Hand für jeden Spieler.")
    for hand, name in zip(hands, options.players, strict=True):
        gems, special = sum(hand[:GRINS]), (hand[GRINS].bit_count(), hand[WILDS].bit_count())
        if gems != GEMS_IN_SUIT or special != ((1, 1) if options.advanced else (0, 0)):
            if options.advanced:
                return Text(f"{name} gets 9 gems, a Grin and a Wild Thing card.",
                            f"{name} bekommt 9 Edelsteine, eine Grins- und eine Wild-Thing-Karte.")
            return Text(f"{name} gets 9 gems.", f"{name} bekommt 9 Edelsteine.")
    return cards_problem(options, hands)


def cards_problem(options: FaceOffOptions, hands: tuple[Hand, ...]) -> Text | None:
    """Which card is lost or doubled among all hands, or None."""
    in_play = 0
    for i, suit in enumerate(SUITS):
        wanted = GEMS_IN_SUIT if suit in options.suits else 0
        in_play |= (wanted > 0) << i
        total = sum(hand[i] for hand in hands)
        if total != wanted or any(hand[i] < 0 for hand in hands):
            return Text(f"There are {wanted} {suit} cards in this game, not {total}.",
                        f"{GEMS[suit][1]} gibt es in diesem Spiel {wanted}-mal, nicht {total}-mal.")
    for kind, name, german in ((GRINS, "Grin", "Grins-Karte"), (WILDS, "Wild Thing", "Wild-Thing-Karte")):
        sets = [hand[kind] for hand in hands]
        doubled = sum(s.bit_count() for s in sets) != sum(sets).bit_count()
        if doubled or sum(sets) != (in_play if options.advanced else 0):
            one, eine = ("one", "eine") if options.advanced else ("no", "keine")
            return Text(f"There is {one} {name} card of each suit in play.",
                        f"Von jeder Farbe ist {eine} {german} im Spiel.")
    return None


CHECKS: Final[dict[type, Callable[[State, int, Any], Breach | None]]] = {
    Offer: check_offer, Withdraw: check_withdraw, Claim: check_claim, Call: check_call, Next: check_next,
    Trade: check_trade, Confirm: check_ruling, Deny: check_ruling, Verdict: check_verdict, Deal: check_deal,
}


def broken_rule(state: State, actor: int, action: Action) -> Breach | None:
    """The rule that the action breaks, with a sentence, or None. The action's values are those of ``well_formed``."""
    return CHECKS[type(action)](state, actor, action)


def malformed(state: State, actor: int, action: object) -> Text | None:
    """Why this is no action of this game at all, or None. Never raises, whatever the value is."""
    n = len(state.options.players)
    if type(actor) is not int or not (0 <= actor < n or actor in (CHANCE, TABLE)):
        return Text(f"There is no actor {actor!r} at this table.", f"{actor!r} gibt es an diesem Tisch nicht.")
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
            return Text(f"{action!r} is no action of Face Off!.", f"{action!r} ist keine Aktion von Face Off!.")
    return None if fine else Text(f"{action!r} has a value that no Face Off! card or player has.",
                                  f"{action!r} enthält etwas, das keine Karte und kein Spieler von Face Off! hat.")


def _gem(value: object) -> bool:
    return isinstance(value, str) and value in INDEX


def _specials(value: object) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(v, str) and v[:5] in ("grin:", "wild:") and v[5:] in INDEX for v in value)


def _hand(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == len(SUITS) + 2 and all(type(v) is int and v >= 0 for v in value)
