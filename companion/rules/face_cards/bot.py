"""The bot of Face Cards: it uses only its own view.

It cannot see pictures: for it a card is a number with a category. It lays the pair that all such bots find most
obvious: two cards of different categories (for the bonus) whose numbers, modulo 36, are closest. It guesses the most
obvious pair that earlier answers have not excluded. In Risiko it stops after a right guess, unless it is certain of
another one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from companion.rules.face_cards.actions import PASS, Action, Guess, Lay
from companion.rules.legal_actions import LegalActions
from companion.rules.protocol import View

Key: TypeAlias = tuple[int, ...]


def choose(view: View, legal: LegalActions[Action], random: Random) -> Action:
    if view["viewer"] >= 0 and view["phase"] == "pair" and view["cards"] == "digital":
        key = obviousness(view)
        return min(legal, key=lambda action: _lay_key(view, action, key))
    if view["viewer"] >= 0 and view["phase"] == "guess":
        return _guess(view, legal, random)
    return legal.sample(random)


def obviousness(view: View) -> Callable[[int, int], Key]:
    """Return a function that gives two cards a sort key: the lower, the more obvious it is to pair them.

    The key depends only on the cards' numbers and categories, so that all bots agree on it.
    """
    kinds: dict[str, str] = view.get("categories", {})
    bonus = view["variant"] != "risiko"

    def key(one: int, other: int) -> Key:
        same = kinds.get(str(one)) == kinds.get(str(other))
        return (int(same == bonus), abs(one % 36 - other % 36), min(one, other), max(one, other))

    return key


def _lay_key(view: View, action: Action, key: Callable[[int, int], Key]) -> tuple[Key, Key]:
    assert isinstance(action, Lay)
    cards = action.cards
    if view["variant"] == "kenner":
        return key(view["pairs"][0][0], cards[0]), cards
    if len(cards) == 2:
        return key(cards[0], cards[1]), cards
    return max(key(cards[0], cards[1]), key(cards[2], cards[3])), cards


def _guess(view: View, legal: LegalActions[Action], random: Random) -> Action:
    """Return the most obvious guess that is still possible.

    In Risiko, once a picture is won in this turn, only a certain guess is returned, or else PASS.
    """
    denied = {(one, other) for _, one, other, owner in view["guesses"] if owner < 0}
    guesses = [a for a in legal if isinstance(a, Guess) and (a.one, a.other) not in denied]
    if view["held"]:
        sure = _certain(guesses)
        return sure[0] if sure else PASS
    if not guesses:
        return legal.sample(random)
    if view["cards"] != "digital":
        return guesses[int(random.random() * len(guesses))]
    key = obviousness(view)
    return min(guesses, key=lambda a: (key(a.one, a.other), a.one, a.other))


def _certain(guesses: list[Guess]) -> list[Guess]:
    """Return the guesses whose front card fits only one centre card."""
    count = Counter(guess.one for guess in guesses)
    return [guess for guess in guesses if count[guess.one] == 1]
