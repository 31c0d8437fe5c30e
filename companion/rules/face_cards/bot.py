"""The bot of Face Cards: it uses only its own view.

Cards are numbers with a category, so a shared understanding can rest only on these. The bot lays the pair that every
such bot finds most obvious: two cards of different categories (for the bonus) whose numbers are closest modulo 36, so
that categories meet. It guesses the most obvious pair that earlier answers have not excluded. Against random players it
never repeats a wrong guess, prefers pairs with a bonus, and stops in Risiko unless a guess is certain.
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
    """Return the most obvious guess that is still possible; in Risiko, once something is won, only a certain one."""
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
