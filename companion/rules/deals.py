"""Cards from an unordered draw pile: chance names the cards drawn, so that no hidden order has to be kept or shuffled.

A draw takes ``k`` cards from the pile; if the pile has fewer, all of it is drawn first and the rest comes from the
``spill`` (the box or the discards, shuffled and turned into the new pile). Drawing from an unordered set is the same
distribution as shuffling beforehand, and a view cannot leak an order that does not exist.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any, TypeAlias, TypeVar

from companion.rules.chance import below
from companion.rules.protocol import CHANCE, Actor, LegalActions

A = TypeVar("A")
Cards: TypeAlias = tuple[int, ...]
Check: TypeAlias = Callable[[Any, Any, Any], None]


class Listed(LegalActions[A]):
    """A small set of legal actions, written out. ``falls`` weighs chance as real dice do."""

    __slots__ = ("actions", "check", "falls")

    def __init__(
        self, check: Check, state: Any, actor: Actor, actions: tuple[A, ...], falls: tuple[A, ...] | None = None
    ) -> None:
        self.check, self.state, self.actor, self.actions = check, state, actor, actions
        self.falls = actions if falls is None else falls

    def __iter__(self) -> Iterator[A]:
        return iter(self.actions)

    def count(self) -> int:
        return len(self.actions)

    def sample(self, random: Any) -> A:
        return self.falls[int(random.random() * len(self.falls))]


class Draws(LegalActions[A]):
    """All ways to draw ``k`` cards in order; ``make`` builds the action."""

    __slots__ = ("check", "k", "make", "pile", "spill")

    def __init__(self, check: Check, state: Any, pile: Cards, spill: Cards, k: int, make: Callable[[Cards], A]) -> None:
        self.check, self.state, self.actor = check, state, CHANCE
        self.pile, self.spill, self.k, self.make = pile, spill, k, make

    def __iter__(self) -> Iterator[A]:
        over = max(0, self.k - len(self.pile))
        for first in permutations(self.pile, self.k - over):
            for then in permutations(self.spill, over):
                yield self.make(first + then)

    def count(self) -> int:
        over = max(0, self.k - len(self.pile))
        return math.perm(len(self.pile), self.k - over) * math.perm(len(self.spill), over)

    def sample(self, random: Any) -> A:
        over = max(0, self.k - len(self.pile))
        first = tuple(random.sample(self.pile, self.k - over))
        return self.make(first + tuple(random.sample(self.spill, over)) if over else first)


def drawable(pile: Cards, spill: Cards, k: int, cards: Cards) -> bool:
    """Whether these can be the ``k`` cards drawn next (whole numbers, checked before)."""
    if len(cards) != k or len(set(cards)) != k:
        return False
    split = len(pile)
    if k <= split:
        return set(pile).issuperset(cards)
    return set(pile) == set(cards[:split]) and set(spill).issuperset(cards[split:])


def draw(pile: Cards, spill: Cards, k: int, seed: int, counter: int) -> Cards:
    """The seeded generator's draw: a partial Fisher-Yates shuffle with one draw of the generator a card."""
    if k > len(pile):
        first = draw(pile, (), len(pile), seed, counter)
        return first + draw(spill, (), k - len(pile), seed, counter + len(pile))
    left, out = list(pile), []
    for i in range(k):
        j = below(len(left), seed, counter + i)
        out.append(left[j])
        left[j] = left[-1]
        left.pop()
    return tuple(out)


def unseen(pile: Cards, spill: Cards, count: int) -> tuple[Cards, Cards]:
    """Pile and spill after people drew so many physical cards, whose faces are zeros here."""
    left = len(pile) - count
    return ((0,) * left, spill) if left >= 0 else ((0,) * (len(spill) + left), ())


def taken(pile: Cards, spill: Cards, cards: Cards) -> tuple[Cards, Cards]:
    """Pile and spill after ``cards`` were drawn: once the pile is used up, what is left of the spill is the pile."""
    gone = set(cards)
    if len(cards) <= len(pile):
        return tuple([c for c in pile if c not in gone]), spill
    return tuple([c for c in spill if c not in gone]), ()
