"""Actions of Face Cards as text (see NOTATION.md)."""

from __future__ import annotations

from typing import Final

from companion.facts import fact
from companion.rules.errors import AmbiguousAction, MalformedAction
from companion.rules.face_cards.actions import PASS, Action, Answer, Camera, Deal, Guess, Lay, Pass
from companion.rules.face_cards.legal import legal
from companion.rules.face_cards.options import NAME, FaceCardsOptions
from companion.rules.face_cards.state import State
from companion.rules.notation import find_player, first_choices, no_action, quote, tokens, unknown_action_error
from companion.rules.notation_fields import read_numbers

VERBS: Final = ("deal", "camera", "lay", "guess", "right", "wrong", "pass")


def format(action: Action, options: FaceCardsOptions) -> str:
    if isinstance(action, Deal | Lay):
        return " ".join(["deal" if isinstance(action, Deal) else "lay", *map(str, action.cards)])
    if isinstance(action, Camera):
        return f"camera {quote(options.players[action.player])}"
    if isinstance(action, Guess):
        return f"guess {action.one} {action.other}"
    if isinstance(action, Answer):
        owner = [quote(options.players[action.owner])] if action.owner >= 0 else []
        return " ".join(["right" if action.right else "wrong", *owner, *(["bonus"] if action.bonus else [])])
    if isinstance(action, Pass):
        return "pass"
    raise no_action(action, NAME)


def words(options: FaceCardsOptions) -> tuple[str, ...]:
    answers = ("right", "wrong", "bonus")  # physical cards
    return ("lay", "guess", "pass", *answers, *map(str, range(1, len(options.deck) + 1)))


def parse(text: str, state: State, actor: int) -> Action:
    """Return the action that a text stands for. A short form is completed if exactly one legal action fits.

    Raises MalformedAction if none fits, AmbiguousAction if several do.
    """
    words = tokens(text)
    verb = words[0].casefold() if words else ""
    rest = words[1:]
    if verb in ("wrong", "pass") and not rest:
        return PASS if verb == "pass" else Answer(False)
    if verb == "right":
        return _right(rest, state)
    if verb == "camera" and len(rest) == 1:
        return Camera(find_player(rest[0], state.options.players, "camera {}"))
    if verb == "deal":
        return Deal(read_numbers(rest))
    if verb == "lay":
        return Lay(_sort_cards(read_numbers(rest), state.options.variant))
    if verb == "guess" and len(rest) in (1, 2):
        return _guess(read_numbers(rest), state, actor)
    if verb == "guess" and not rest:
        raise MalformedAction(fact("face-cards.no.guess-which"))
    raise unknown_action_error(text, NAME, VERBS, is_known_verb=verb in VERBS)


def _sort_cards(cards: tuple[int, ...], variant: str) -> tuple[int, ...]:
    """Return the cards in canonical order: Könner's lower card first, Risiko's pairs by their front card."""
    if variant == "koenner":
        return tuple(sorted(cards))
    if variant == "risiko" and len(cards) == 4 and cards[0] > cards[2]:
        return cards[2:] + cards[:2]
    return cards


def _guess(cards: tuple[int, ...], state: State, actor: int) -> Action:
    if len(cards) == 2:
        one, other = sorted(cards) if state.options.variant == "koenner" else cards
        return Guess(one, other)
    guesses = legal(state, actor) if actor >= 0 else ()  # chance's deals are too many to look through
    fits = [a for a in guesses if isinstance(a, Guess) and cards[0] in (a.one, a.other)]
    if len(fits) == 1:
        return fits[0]
    if not fits:
        raise MalformedAction(fact("face-cards.no.guess-none", card=cards[0]), public=fact("face-cards.no.guess-which"))
    choices = tuple(format(a, state.options) for a in fits)
    raise AmbiguousAction(
        fact("face-cards.no.guess-several", card=cards[0], n=len(fits), choices=first_choices(choices)),
        choices=choices,
        public=fact("face-cards.no.guess-which"),
    )


def _right(words: list[str], state: State) -> Answer:
    """Return a "right" answer from its words: in Könner the owner's name, then optionally "bonus"."""
    owned = state.options.variant == "koenner" and bool(words)
    bonus = len(words) > owned and words[-1].casefold() == "bonus"
    names = words[:-1] if bonus else words
    if len(names) > 1:
        raise MalformedAction(fact("face-cards.no.answer-form"))
    return Answer(True, bonus, find_player(names[0], state.options.players, "right {}") if names else -1)
