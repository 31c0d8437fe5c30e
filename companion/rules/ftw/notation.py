"""The notation of FTW?! actions. The grammar is in NOTATION.md beside this file.

Full forms are parsed whatever the position. Short forms (a card alone, ``lay 5`` without the card taken) are looked up
among the legal actions: a single match is accepted, several are ambiguous.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from companion.facts import Fact, fact
from companion.rules.errors import AmbiguousAction, MalformedAction, RulesError
from companion.rules.ftw.actions import CARDS_TO_GIVE, HIGHEST_CARDS, Action, Cards, Deal, Give, Lay, Play, Show
from companion.rules.ftw.check import RULES, check
from companion.rules.ftw.legal import legal
from companion.rules.ftw.options import NAME, FTWOptions
from companion.rules.ftw.state import State, phase
from companion.rules.notation import first_choices, line, no_action, shorten_repr, unknown_action_error
from companion.rules.protocol import CHANCE, Actor

_NUMBER_PATTERN = r"[1-9][0-9]?"
_CARDS_PATTERN = re.compile(rf"{_NUMBER_PATTERN}(?:\s+{_NUMBER_PATTERN})*", re.ASCII)
_PLAY_PATTERN = re.compile(
    rf"({_NUMBER_PATTERN})(?:\s+with\s+({_NUMBER_PATTERN}(?:\s+{_NUMBER_PATTERN})*))?", re.ASCII | re.IGNORECASE
)
_LAY_PATTERN = re.compile(rf"({_NUMBER_PATTERN})(?:\s+take\s+({_NUMBER_PATTERN}))?", re.ASCII | re.IGNORECASE)
_VERBS: Final = ("deal", "give", "play", "lay", "show")
_MAX_TEXT_CHARS: Final = 400
_MAX_LISTED_CHOICES: Final = 50  # choices that an error lists at most (many helpers have many subsets)


def format(action: Action, options: FTWOptions) -> str:
    if type(action) is Deal:
        return "deal " + " / ".join(map(_join_cards, action.hands))
    if type(action) is Give or type(action) is Show:
        return " ".join([type(action).__name__.lower(), *map(str, action.cards)])
    if type(action) is Play:
        return f"play {action.card} with {_join_cards(action.helpers)}" if action.helpers else f"play {action.card}"
    if type(action) is Lay:
        return f"lay {action.card} take {action.take}"
    raise no_action(action, NAME)


def words(options: FTWOptions) -> tuple[str, ...]:
    return ("play", "with", "lay", "take", "give", "show", *map(str, range(1, HIGHEST_CARDS[options.n] + 1)))


def _join_cards(cards: Cards) -> str:
    return " ".join(map(str, cards))


def parse(text: str, state: State, actor: Actor) -> Action:
    """Return the action that a text stands for; the verb is optional.

    Raises MalformedAction if no action fits, AmbiguousAction if several do.
    """
    text = line(text, _MAX_TEXT_CHARS)
    words = " ".join(text.split())
    verb, _, rest = words.partition(" ")
    verb, rest = verb.lower(), rest.strip()
    if verb not in _VERBS:
        if verb.isalpha():
            raise unknown_action_error(text, NAME, _VERBS, is_known_verb=False)
        verb, rest = "deal" if actor == CHANCE else phase(state) if phase(state) in ("give", "show") else "", words
    if verb == "deal":
        return _deal(rest, text, state)
    if verb == "show" and _CARDS_PATTERN.fullmatch(rest):
        return Show(tuple(sorted(_cards(rest, state))))
    if verb == "give":
        return _give(rest, text, state)
    return _turn(verb, rest, text, state, actor)


def _turn(verb: str, rest: str, text: str, state: State, actor: Actor) -> Action:
    """Return the card played or laid that a text names; without a verb a lone card can mean either."""
    laid = None if verb == "play" else _LAY_PATTERN.fullmatch(rest)
    if laid and laid[2]:
        return Lay(_card(laid[1], state), _card(laid[2], state))
    if laid and verb == "lay":
        return _short(_card(laid[1], state), True, text, state, actor)
    played = None if verb == "lay" else _PLAY_PATTERN.fullmatch(rest)
    if not played:
        raise MalformedAction(fact("ftw.no.form", text=shorten_repr(text)))
    return _play(played, state) if verb or played[2] else _short(_card(played[1], state), False, text, state, actor)


def _card(number: str, state: State) -> int:
    card, highest = int(number), HIGHEST_CARDS[state.options.n]
    if card > highest:
        raise MalformedAction(fact("ftw.no.card-number", card=card, highest=highest))
    return card


def _cards(numbers: str, state: State) -> Cards:
    return tuple(_card(number, state) for number in numbers.split())


def _deal(hands: str, text: str, state: State) -> Deal:
    parts = [part.strip() for part in hands.split("/")]
    if not all(map(_CARDS_PATTERN.fullmatch, parts)):
        raise MalformedAction(fact("ftw.no.deal-form", text=shorten_repr(text)))
    return Deal(tuple(_cards(part, state) for part in parts))


def _give(cards: str, text: str, state: State) -> Give:
    three = tuple(sorted(_cards(cards, state))) if _CARDS_PATTERN.fullmatch(cards) else ()
    if len(three) != CARDS_TO_GIVE and (cards or state.options.digital):
        raise MalformedAction(fact("ftw.no.give-form", text=shorten_repr(text)))
    return Give(three)


def _play(found: re.Match[str], state: State) -> Play:
    return Play(_card(found[1], state), tuple(sorted(_cards(found[2] or "", state))))


def _short(card: int, laid: bool, text: str, state: State, actor: Actor) -> Action:
    """Return the only legal action that a lone card can mean: with ``laid`` a card laid, else a card played or laid.

    Raises MalformedAction if no action fits, AmbiguousAction if several do.
    """
    plays = legal(state, actor) if actor in state.acts and phase(state) == "play" else ()
    fitting = (a for a in plays if isinstance(a, (Lay,) if laid else (Play, Lay)) and a.card == card)
    choices = list(islice(fitting, _MAX_LISTED_CHOICES))
    in_full = fact("ftw.no.in-full") if state.options.digital else None  # a more exact error would reveal the hand
    if not choices:
        raise _error_of_short(card, laid, text, state, actor, in_full)
    if len(choices) > 1:
        forms = tuple(format(choice, state.options) for choice in choices)
        raise AmbiguousAction(
            fact("ftw.no.fits-several", text=shorten_repr(text), choices=first_choices(forms)),
            choices=forms,
            rule=RULES["from-pile"] if laid else RULES["help"],
            public=in_full,
        )
    return choices[0]


def _error_of_short(
    card: int, laid: bool, text: str, state: State, actor: Actor, public: Fact | None
) -> MalformedAction:
    """Return the error for a lone card that fits no legal action: that of the full form to which it comes closest."""
    take = state.pile[-1] if state.pile else card
    try:
        check(state, actor, Lay(card, take) if laid else Play(card, ()))
    except RulesError as error:
        heard = public or (error.public if error.secret else None)
        return MalformedAction(error.what, rule=error.rule, public=heard)
    return MalformedAction(fact("ftw.no.form", text=shorten_repr(text)), public=public)
