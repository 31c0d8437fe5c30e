"""The notation of Face Off! actions (grammar in ../NOTATION.md)."""

from __future__ import annotations

import json
import re
from typing import Final

from companion.rules.errors import AmbiguousAction, MalformedAction, UnknownAction
from companion.rules.face_off.actions import (
    CONFIRM,
    DENY,
    GRINS,
    WILDS,
    WITHDRAW,
    Action,
    Call,
    Claim,
    Deal,
    Hand,
    Next,
    Offer,
    Trade,
    Verdict,
    Withdraw,
    offer,
)
from companion.rules.face_off.checks import broken_rule
from companion.rules.face_off.data import GRIN, INDEX, LETTERS, SHOWN, SHOWN_TEXT, SIGNAL_SETS, SUITS, WILD, signals
from companion.rules.face_off.messages import GEMS
from companion.rules.face_off.options import FaceOffOptions
from companion.rules.face_off.state import State
from companion.rules.notation import find_player, quote, tokens

_HAND = re.compile(rf"((?:[{LETTERS}]\d{{1,2}})*)(?:g([{LETTERS}]+))?(?:w([{LETTERS}]+))?")


def format_action(action: Action, options: FaceOffOptions) -> str:
    """The canonical text."""
    names = options.players
    match action:
        case Offer(shown, suit, wrong):
            cards = "+".join(([suit] if suit else []) + list(wrong))
            return f"offer {SHOWN_TEXT[shown]} {cards}".rstrip()
        case Claim(suit):
            return f"claim {suit}"
        case Call(giver):
            return f"call {quote(names[giver])}"
        case Next(signal_set, wild):
            return f"next {signal_set}" + (f" wild {json.dumps(wild, ensure_ascii=False)}" if wild else "")
        case Trade(one, other):
            return f"trade {quote(names[one])} {quote(names[other])}"
        case Verdict(found):
            return f"verdict {found}"
        case Deal(hands):
            return "deal " + " ".join(format_hand(hand) for hand in hands)
        case _:
            return {WITHDRAW: "withdraw", CONFIRM: "confirm", DENY: "deny"}[action]


def format_hand(hand: Hand) -> str:
    """As in D4R5gRwD: four diamonds, five rubies, the ruby Grin and the diamond Wild Thing card."""
    gems = "".join(f"{LETTERS[i]}{count}" for i, count in enumerate(hand[:GRINS]) if count)
    grins, wilds = ("".join(c for i, c in enumerate(LETTERS) if hand[at] >> i & 1) for at in (GRINS, WILDS))
    return gems + (f"g{grins}" if grins else "") + (f"w{wilds}" if wilds else "")


def parse_hand(text: str) -> Hand:
    """Reads what ``format_hand`` writes. Raises MalformedAction."""
    found = _HAND.fullmatch(text)
    if not text or found is None:
        raise MalformedAction(f"{text!r} is no hand; write one as in D4R5 or, advanced, D4R5gRwD.",
                              f"{text!r} ist keine Hand; schreib sie wie D4R5 oder, fortgeschritten, D4R5gRwD.")
    counts = [0] * len(SUITS)
    for letter, count in re.findall(r"([A-Z])(\d+)", found[1]):
        counts[LETTERS.index(letter)] += int(count)
    bits = [sum(1 << LETTERS.index(c) for c in set(group or "")) for group in (found[2], found[3])]
    return (*counts, *bits)


def parse_action(text: str, state: State, actor: int) -> Action:
    """Reads an action, short forms included. Raises MalformedAction or AmbiguousAction."""
    words = tokens(text)
    if not words:
        raise MalformedAction(f"Nothing was typed; the actions are {', '.join(_FORMS)}.",
                              f"Da steht nichts; die Aktionen sind {', '.join(_FORMS)}.")
    verb, args = words[0].casefold(), words[1:]
    names = state.options.players
    match verb, args:
        case "offer", [shown] if not (0 <= actor < len(names)) or not state.hands:
            return offer(_shown(shown, state))
        case "offer", [shown]:
            return _only_offer(state, actor, _shown(shown, state))
        case "offer", [shown, *cards]:
            return _offer(state, actor, _shown(shown, state), "".join(cards))
        case "withdraw", []:
            return WITHDRAW
        case "claim", [suit]:
            return Claim(gem(suit))
        case "call", [name]:
            return Call(find_player(name, names))
        case "trade", [one, other]:
            return Trade(find_player(one, names), find_player(other, names))
        case "confirm", []:
            return CONFIRM
        case "deny", []:
            return DENY
        case "verdict", [found] if found.casefold() in ("clean", "teeth", "unseen"):
            return Verdict(found.casefold())
        case "next", [name] if name.upper() in SIGNAL_SETS:
            return Next(name.upper(), state.wild)
        case "next", [name, "wild", wild] if name.upper() in SIGNAL_SETS:
            return Next(name.upper(), wild)
        case "deal", [_, *_]:
            return Deal(tuple(parse_hand(hand) for hand in args))
    if verb in _FORMS:
        raise MalformedAction(f"{text.strip()!r} cannot be read; write it as in: {_FORMS[verb]}.",
                              f"{text.strip()!r} ist so nicht lesbar; schreib es wie: {_FORMS[verb]}.")
    raise UnknownAction(f"{words[0]!r} is no action of Face Off!; the actions are {', '.join(_FORMS)}.",
                        f"{words[0]!r} ist keine Aktion von Face Off!; die Aktionen sind {', '.join(_FORMS)}.")


_FORMS: Final = {
    "offer": "offer 2 ruby, offer grin ruby, offer 2 ruby+wild:jade", "withdraw": "withdraw", "claim": "claim ruby",
    "call": "call Ann", "next": 'next B, next B wild "kiss"', "trade": "trade Ann Ben",
    "confirm": "confirm", "deny": "deny",
    "verdict": "verdict clean, verdict teeth, verdict unseen", "deal": "deal D9 E9 R9",
}


def gem(text: str) -> str:
    """The gem of that English or German name or beginning. Raises MalformedAction."""
    folded = text.casefold()
    for suit in SUITS:
        if folded and (suit.startswith(folded) or GEMS[suit][1].casefold() == folded):
            return suit
    raise MalformedAction(f"There is no gem {text!r}; the gems are {', '.join(SUITS)}.",
                          f"Den Edelstein {text!r} gibt es nicht; es gibt {', '.join(de for _, de in GEMS.values())}.")


def _shown(text: str, state: State) -> int:
    """What is shown: 1 to 4, grin, wild, or the name of a signal of this hand."""
    folded = text.casefold()
    table = {**SHOWN, **signals(state.signal_set, True)}
    if folded not in table:
        raise MalformedAction(f"{text!r} shows nothing in this hand; show one of {', '.join(table)}.",
                              f"{text!r} zeigt in dieser Runde nichts; zeig eines von {', '.join(table)}.")
    return table[folded]


def _only_offer(state: State, actor: int, shown: int) -> Offer:
    """``offer 2`` with digital cards: the one gem that fits."""
    fits = [o for o in (offer(shown, s) for s in state.options.suits) if broken_rule(state, actor, o) is None]
    if len(fits) > 1:
        forms = tuple(format_action(o, state.options) for o in fits)
        raise AmbiguousAction(f"Several gems fit; say which: {', '.join(forms)}.",
                              f"Mehrere Edelsteine passen; sag, welcher: {', '.join(forms)}.", choices=forms)
    return fits[0] if fits else offer(shown)


def _offer(state: State, actor: int, shown: int, cards: str) -> Offer:
    """The cards after the signal: a gem, special cards, or both with + between."""
    suit: str | None = None
    wrong: list[str] = []
    for part in cards.split("+"):
        kind, colon, of = part.partition(":")
        kind = kind.casefold()
        if kind in ("grin", "wild"):
            wrong.append(f"{kind}:{gem(of) if colon else _held(state, actor, kind, part)}")
        elif suit is None and not wrong:
            suit = gem(part)
        else:
            raise MalformedAction(
                f"{cards!r} cannot be read; name one gem first, then special cards: ruby+wild:jade.",
                f"{cards!r} ist nicht lesbar; nenne erst einen Edelstein, dann Sonderkarten: ruby+wild:jade.")
    if suit is None and shown in (GRIN, WILD) and len(wrong) == 1 and wrong[0].startswith(SHOWN_TEXT[shown]):
        return offer(shown, wrong[0][5:])
    return offer(shown, suit, tuple(wrong))


def _held(state: State, actor: int, kind: str, text: str) -> str:
    """The suit of the only such card in the actor's hand."""
    hand = state.hands[actor] if state.hands and 0 <= actor < len(state.hands) else None
    held = [] if hand is None else [s for s in SUITS if hand[GRINS if kind == "grin" else WILDS] >> INDEX[s] & 1]
    if len(held) == 1:
        return held[0]
    choices = tuple(f"{kind}:{s}" for s in held)
    if choices:
        raise AmbiguousAction(f"Which {text} card? Say {' or '.join(choices)}.",
                              f"Welche {text}-Karte? Sag {' oder '.join(choices)}.", choices=choices)
    raise MalformedAction(f"There is no {text} card in this hand; name its suit, as in {kind}:ruby.",
                          f"In dieser Hand ist keine {text}-Karte; nenne ihre Farbe, etwa {kind}:ruby.")


__all__ = ["Withdraw", "format_action", "format_hand", "gem", "parse_action", "parse_hand"]
