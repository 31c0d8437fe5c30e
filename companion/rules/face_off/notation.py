"""The notation of Face Off! actions (grammar in ../NOTATION.md)."""

from __future__ import annotations

import json
import re
from typing import Final

from companion.facts import fact
from companion.rules.errors import AmbiguousAction, MalformedAction
from companion.rules.face_off import actions, data
from companion.rules.face_off.check import VERDICTS
from companion.rules.face_off.legal import Legal
from companion.rules.face_off.options import NAME, FaceOffOptions
from companion.rules.face_off.state import State
from companion.rules.notation import find_player, no_action, quote, tokens, unknown_action_error
from companion.rules.notation import shorten_repr as quoted

_BARE_ACTIONS: Final[dict[str, actions.Action]] = {
    "withdraw": actions.WITHDRAW,
    "confirm": actions.CONFIRM,
    "deny": actions.DENY,
}
_HAND_PATTERN: Final = re.compile(
    rf"((?:[{data.GEM_LETTERS}][1-9][0-9]?)*)(?:g([{data.GEM_LETTERS}]+))?(?:w([{data.GEM_LETTERS}]+))?"
)


def format(action: actions.Action, options: FaceOffOptions) -> str:
    names = options.players
    match action:
        case actions.Offer(shown, suit, wrong):
            cards = "+".join(([suit] if suit else []) + list(wrong))
            return f"offer {data.RANK_TEXTS[shown]} {cards}".rstrip()
        case actions.Claim(suit):
            return f"claim {suit}"
        case actions.Call(giver):
            return f"call {quote(names[giver])}"
        case actions.Next(signal_set, wild):
            return f"next {signal_set}" + (f" wild {json.dumps(wild, ensure_ascii=False)}" if wild else "")
        case actions.Trade(one, other):
            return f"trade {quote(names[one])} {quote(names[other])}"
        case actions.Verdict(found):
            return f"verdict {found}"
        case actions.Deal(hands):
            return "deal " + " ".join(format_hand(hand) for hand in hands)
        case _:
            if type(action) not in (actions.Withdraw, actions.Confirm, actions.Deny):
                raise no_action(action, NAME)
            return type(action).__name__.lower()


def words(options: FaceOffOptions) -> tuple[str, ...]:
    special = [f"{kind}:{suit}" for kind in ("grin", "wild") for suit in options.suits]
    signals = [json.dumps(wild, ensure_ascii=False) for wild in data.WILD_SUGGESTIONS]
    verbs = ("offer", "withdraw", "claim", "call", "next")
    return (
        *verbs,
        *data.RANK_BY_TEXT,
        *options.suits,
        *special,
        *data.SIGNAL_SETS,
        *signals,
        *map(quote, options.players),
    )


def format_hand(hand: actions.Hand) -> str:
    """Return a hand as text such as D4R5gRwD: 4 diamonds, 5 rubies, the ruby Grin and the diamond Wild Thing."""
    gems = "".join(f"{data.GEM_LETTERS[i]}{count}" for i, count in enumerate(hand[: actions.GRIN_BITS]) if count)
    grins, wilds = (
        "".join(c for i, c in enumerate(data.GEM_LETTERS) if hand[at] >> i & 1)
        for at in (actions.GRIN_BITS, actions.WILD_BITS)
    )
    return gems + (f"g{grins}" if grins else "") + (f"w{wilds}" if wilds else "")


def parse_hand(text: str) -> actions.Hand:
    """Return the hand that ``format_hand`` wrote as this text. Raises MalformedAction for any other text."""
    found = _HAND_PATTERN.fullmatch(text)
    if not text or found is None:
        raise MalformedAction(fact("face-off.no.hand-form", text=quoted(text)))
    counts = [0] * len(data.SUITS)
    for letter, count in re.findall(r"([A-Z])([0-9]+)", found[1]):
        counts[data.GEM_LETTERS.index(letter)] += int(count)
    if max(counts) > 99:
        raise MalformedAction(fact("face-off.no.hand-form", text=quoted(text)))
    bits = [sum(1 << data.GEM_LETTERS.index(c) for c in set(group or "")) for group in (found[2], found[3])]
    return (*counts, *bits)


def parse(text: str, state: State, actor: int) -> actions.Action:
    """Return the action that a text stands for, short forms included.

    Raises MalformedAction if no action fits, AmbiguousAction if several do.
    """
    words = tokens(text)
    if not words:
        raise MalformedAction(fact("rules.no.nothing", game=NAME, verbs=tuple(_FORMS)))
    verb, args = words[0].casefold(), words[1:]
    if verb not in _FORMS:
        raise unknown_action_error(words[0], NAME, tuple(_FORMS), is_known_verb=False)
    found = _plain(verb, args) or (_parse_offer if verb == "offer" else _parse_named_action)(verb, args, state, actor)
    if found is None:
        raise MalformedAction(fact("face-off.no.form", text=quoted(text.strip()), form=_FORMS[verb]))
    return found


def _plain(verb: str, args: list[str]) -> actions.Action | None:
    """Return the action of a verb and its words if it names neither a player nor a signal; else None."""
    match verb, args:
        case _, [] if verb in _BARE_ACTIONS:
            return _BARE_ACTIONS[verb]
        case "claim", [suit]:
            return actions.Claim(gem(suit))
        case "verdict", [found] if found.casefold() in VERDICTS:
            return actions.Verdict(found.casefold())
        case "deal", [_, *_]:
            return actions.Deal(tuple(parse_hand(hand) for hand in args))
    return None


def _parse_named_action(verb: str, args: list[str], state: State, actor: int) -> actions.Action | None:
    """Return the action of a verb and its words if it names players or a set of signals; else None."""
    names = state.options.players
    match verb, args:
        case "call", [name]:
            return actions.Call(find_player(name, names, "call {}"))
        case "trade", [one, other]:
            first = find_player(one, names, f"trade {{}} {quote(other)}")
            return actions.Trade(first, find_player(other, names, f"trade {quote(one)} {{}}"))
        case "next", [name] if name.upper() in data.SIGNAL_SETS:
            return actions.Next(name.upper(), state.wild)
        case "next", [name, "wild", wild] if name.upper() in data.SIGNAL_SETS:
            return actions.Next(name.upper(), wild)
    return None


def _parse_offer(verb: str, args: list[str], state: State, actor: int) -> actions.Action | None:
    if not args:
        return None
    shown, cards = _parse_shown(args[0], state), "".join(args[1:])
    if len(args) > 1:
        return _offer(state, actor, shown, cards)
    known = 0 <= actor < len(state.options.players) and state.hands
    return _only_offer(state, actor, shown) if known else actions.offer(shown)


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
    """Return the gem that has this name, or a name that begins so. Raises MalformedAction if there is none."""
    folded = text.casefold()
    for suit in data.SUITS:
        if folded and suit.startswith(folded):
            return suit
    raise MalformedAction(fact("face-off.no.gem", text=quoted(text), gems=data.SUITS))


def _parse_shown(text: str, state: State) -> int:
    """Return what a text says is offered: 1 to 4, grin, wild, or the name of one of this hand's signals."""
    folded = text.casefold()
    table = {**data.RANK_BY_TEXT, **data.signals(state.signal_set, True)}
    if folded not in table:
        raise MalformedAction(fact("face-off.no.signal", text=quoted(text), signals=tuple(table)))
    return table[folded]


def _only_offer(state: State, actor: int, count: int) -> actions.Offer:
    """Return the offer that ``offer 2`` stands for with digital cards: the only gem that fits.

    If several fit, the error's public text does not reveal which.
    """
    legal = Legal(state, actor)
    fits = [o for o in (actions.offer(count, s) for s in state.options.suits) if o in legal]
    if len(fits) > 1:
        forms = tuple(format(o, state.options) for o in fits)
        hidden = fact("face-off.no.say-gem", shown=data.RANK_TEXTS[count])
        raise AmbiguousAction(fact("face-off.no.several", forms=forms), choices=forms, public=hidden)
    return fits[0] if fits else actions.offer(count)


def _offer(state: State, actor: int, shown: int, cards: str) -> actions.Offer:
    """Return an offer from its cards as text: a gem, special cards, or both joined by "+"."""
    suit: str | None = None
    wrong: list[str] = []
    for part in cards.split("+"):
        kind, colon, of = part.partition(":")
        kind = kind.casefold()
        if kind in ("grin", "wild"):
            wrong.append(f"{kind}:{gem(of) if colon else _only_suit_held(state, actor, kind)}")
        elif suit is None and not wrong:
            suit = gem(part)
        else:
            raise MalformedAction(fact("face-off.no.cards-form", text=quoted(cards)))
    if suit is None and len(wrong) == 1 and wrong[0].startswith(data.RANK_TEXTS[shown]):
        return actions.offer(shown, wrong[0][5:])
    return actions.offer(shown, suit, tuple(wrong))


def _only_suit_held(state: State, actor: int, kind: str) -> str:
    """Return the suit of the only special card of this kind in the actor's hand."""
    place = actions.GRIN_BITS if kind == "grin" else actions.WILD_BITS
    cards = state.hands[actor][place] if 0 <= actor < len(state.hands) else 0
    held = [s for s in data.SUITS if cards >> data.SUIT_INDEX[s] & 1]
    if len(held) == 1:
        return held[0]
    choices = tuple(f"{kind}:{s}" for s in held)
    hidden = fact("face-off.no.name-suit", kind=kind)
    if choices:
        stated = fact("face-off.no.which-special", kind=kind, choices=choices)
        raise AmbiguousAction(stated, choices=choices, public=hidden)
    raise MalformedAction(fact("face-off.no.none-held", kind=kind), public=hidden)
