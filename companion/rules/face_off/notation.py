"""The notation of Face Off! actions (grammar in ../NOTATION.md)."""

from __future__ import annotations

import json
import re
from typing import Final

from companion.facts import fact
from companion.rules.errors import AmbiguousAction, MalformedAction
from companion.rules.face_off.actions import (
    CONFIRM,
    DENY,
    GRINS,
    WILDS,
    WITHDRAW,
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
    offer,
)
from companion.rules.face_off.data import (
    GERMAN,
    GRIN,
    INDEX,
    LETTERS,
    SHOWN,
    SHOWN_TEXT,
    SIGNAL_SETS,
    SUITS,
    WILD,
    signals,
)
from companion.rules.face_off.legal import Legal
from companion.rules.face_off.options import NAME, FaceOffOptions
from companion.rules.face_off.state import State
from companion.rules.notation import find_player, no_action, quote, tokens, unknown
from companion.rules.notation import shown as quoted

_HAND = re.compile(rf"((?:[{LETTERS}][1-9][0-9]?)*)(?:g([{LETTERS}]+))?(?:w([{LETTERS}]+))?")


def format(action: Action, options: FaceOffOptions) -> str:
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
            if type(action) not in (Withdraw, Confirm, Deny):
                raise no_action(action, NAME)
            return type(action).__name__.lower()


def format_hand(hand: Hand) -> str:
    """As in D4R5gRwD: four diamonds, five rubies, the ruby Grin and the diamond Wild Thing card."""
    gems = "".join(f"{LETTERS[i]}{count}" for i, count in enumerate(hand[:GRINS]) if count)
    grins, wilds = ("".join(c for i, c in enumerate(LETTERS) if hand[at] >> i & 1) for at in (GRINS, WILDS))
    return gems + (f"g{grins}" if grins else "") + (f"w{wilds}" if wilds else "")


def parse_hand(text: str) -> Hand:
    """Reads what ``format_hand`` writes. Raises MalformedAction."""
    found = _HAND.fullmatch(text)
    if not text or found is None:
        raise MalformedAction(fact("face-off.no.hand-form", text=quoted(text)))
    counts = [0] * len(SUITS)
    for letter, count in re.findall(r"([A-Z])([0-9]+)", found[1]):
        counts[LETTERS.index(letter)] += int(count)
    if max(counts) > 99:
        raise MalformedAction(fact("face-off.no.hand-form", text=quoted(text)))
    bits = [sum(1 << LETTERS.index(c) for c in set(group or "")) for group in (found[2], found[3])]
    return (*counts, *bits)


def parse(text: str, state: State, actor: int) -> Action:
    """Reads an action, short forms included. Raises MalformedAction or AmbiguousAction."""
    words = tokens(text)
    if not words:
        raise MalformedAction(fact("rules.no.nothing", game=NAME, verbs=tuple(_FORMS)))
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
            return Call(find_player(name, names, "call {}"))
        case "trade", [one, other]:
            first = find_player(one, names, f"trade {{}} {quote(other)}")
            return Trade(first, find_player(other, names, f"trade {quote(one)} {{}}"))
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
        raise MalformedAction(fact("face-off.no.form", text=quoted(text.strip()), form=_FORMS[verb]))
    raise unknown(words[0], NAME, tuple(_FORMS), known=False)


_FORMS: Final = {
    "offer": "offer 2 ruby, offer grin ruby, offer 2 ruby+wild:jade",
    "withdraw": "withdraw",
    "claim": "claim ruby",
    "call": "call Ann",
    "next": 'next B, next B wild "kiss"',
    "trade": "trade Ann Ben",
    "confirm": "confirm",
    "deny": "deny",
    "verdict": "verdict clean, verdict teeth, verdict unseen",
    "deal": "deal D9 E9 R9",
}


def gem(text: str) -> str:
    """The gem of that English or German name or beginning. Raises MalformedAction."""
    folded = text.casefold()
    for suit in SUITS:
        if folded and (suit.startswith(folded) or GERMAN[suit] == folded):
            return suit
    raise MalformedAction(fact("face-off.no.gem", text=quoted(text), gems=SUITS))


def _shown(text: str, state: State) -> int:
    """What is shown: 1 to 4, grin, wild, or the name of a signal of this hand."""
    folded = text.casefold()
    table = {**SHOWN, **signals(state.signal_set, True)}
    if folded not in table:
        raise MalformedAction(fact("face-off.no.signal", text=quoted(text), signals=tuple(table)))
    return table[folded]


def _only_offer(state: State, actor: int, count: int) -> Offer:
    """``offer 2`` with digital cards: the one gem that fits. How many fit is the player's secret."""
    legal = Legal(state, actor)
    fits = [o for o in (offer(count, s) for s in state.options.suits) if o in legal]
    if len(fits) > 1:
        forms = tuple(format(o, state.options) for o in fits)
        hidden = fact("face-off.no.say-gem", shown=SHOWN_TEXT[count])
        raise AmbiguousAction(fact("face-off.no.several", forms=forms), choices=forms, public=hidden)
    return fits[0] if fits else offer(count)


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
            raise MalformedAction(fact("face-off.no.cards-form", text=quoted(cards)))
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
    hidden = fact("face-off.no.name-suit", kind=kind)
    if choices:
        stated = fact("face-off.no.which-special", kind=kind, choices=choices)
        raise AmbiguousAction(stated, choices=choices, public=hidden)
    raise MalformedAction(fact("face-off.no.none-held", kind=kind), public=hidden)


__all__ = ["format", "format_hand", "gem", "parse", "parse_hand"]
