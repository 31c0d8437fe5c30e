"""Actions of Face Cards as text (see NOTATION.md)."""

from __future__ import annotations

from typing import Final, TypeVar

from companion.rules.errors import AmbiguousAction, MalformedAction, UnknownAction
from companion.rules.face_cards.actions import PASS, Action, Answer, Camera, Deal, Guess, Lay
from companion.rules.face_cards.legal import legal
from companion.rules.face_cards.options import FaceCardsOptions
from companion.rules.face_cards.state import State
from companion.rules.fields import read_numbers
from companion.rules.notation import find_player, quote, tokens

T = TypeVar("T")
GERMAN: Final = {
    "gib": "deal", "kamera": "camera", "lege": "lay", "tippe": "guess", "richtig": "right", "falsch": "wrong",
    "daneben": "wrong", "halt": "pass", "stop": "pass",
}
VERBS: Final = "deal, camera, lay, guess, right, wrong, pass"


def write(action: Action, options: FaceCardsOptions) -> str:
    """The canonical text."""
    if isinstance(action, Deal):
        return " ".join(["deal", *map(str, action.cards)])
    if isinstance(action, Lay):
        return " ".join(["lay", *map(str, action.cards)])
    if isinstance(action, Camera):
        return f"camera {quote(options.players[action.player])}"
    if isinstance(action, Guess):
        return f"guess {action.one} {action.other}"
    if isinstance(action, Answer):
        owner = [quote(options.players[action.owner])] if action.owner >= 0 else []
        return " ".join(["right" if action.right else "wrong", *owner, *(["bonus"] if action.bonus else [])])
    return "pass"


def read(text: str, state: State, actor: int) -> Action:
    """The action of a text; short forms are filled in where only one legal action fits."""
    if not isinstance(text, str):
        raise MalformedAction("An action is a line of text.", "Eine Aktion ist eine Zeile Text.")
    words = tokens(text)
    verb = words[0].casefold() if words else ""
    verb, rest = GERMAN.get(verb, verb), words[1:]
    if verb in ("wrong", "pass") and not rest:
        return PASS if verb == "pass" else Answer(False)
    if verb == "right":
        return _right(rest, state)
    if verb == "camera" and len(rest) == 1:
        return Camera(_player(rest[0], state, "camera"))
    if verb == "deal":
        return Deal(read_numbers(rest))
    if verb == "lay":
        return Lay(_ordered(read_numbers(rest), state.options.variant))
    if verb == "guess" and len(rest) in (1, 2):
        return _guess(read_numbers(rest), state, actor)
    error = MalformedAction if verb in VERBS.split(", ") else UnknownAction
    raise error(f"{text[:60]!r} is no action of Face Cards; the actions are {VERBS}.",
                f"{text[:60]!r} ist keine Aktion von Face Cards; die Aktionen sind {VERBS}.")


def _ordered(cards: tuple[int, ...], variant: str) -> tuple[int, ...]:
    """Könner's pair lower first, Risiko's pairs by the lower front."""
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
        raise MalformedAction(f"A guess names two cards, and none that you may guess has card {cards[0]}.",
                              f"Ein Tipp nennt zwei Karten, und keiner, den du abgeben darfst, hat Karte {cards[0]}.")
    choices = tuple(write(a, state.options) for a in fits)
    raise AmbiguousAction(f"Card {cards[0]} fits {len(fits)} guesses; name both cards.",
                          f"Karte {cards[0]} passt zu {len(fits)} Tipps; nenne beide Karten.", choices=choices)


def _right(words: list[str], state: State) -> Answer:
    """In Könner the first word is the owner, whatever the name; then, or else at once, the bonus."""
    owned = state.options.variant == "koenner" and bool(words)
    bonus = len(words) > owned and words[-1].casefold() == "bonus"
    names = words[:-1] if bonus else words
    if len(names) > 1:
        raise MalformedAction("An answer is: right, right bonus, or in Könner right NAME and right NAME bonus.",
                              "Eine Antwort ist: right, right bonus oder, in Könner, right NAME und right NAME bonus.")
    return Answer(True, bonus, _player(names[0], state, "right") if names else -1)


def _player(name: str, state: State, verb: str) -> int:
    try:
        return find_player(name, state.options.players)
    except AmbiguousAction as error:
        choices = tuple(f"{verb} {quote(c)}" for c in error.choices)
        raise AmbiguousAction(error.message, error.german, choices=choices) from None
