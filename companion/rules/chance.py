"""The seeded random generator of all games, and drawing cards from an unordered pile.

The generator is SplitMix64 (Steele, Lea, Flood 2014) as a pure function of (seed, counter). So a game state can carry
it, and draws are the same on every platform and version. Chance's actions name the drawn cards, so no hidden order is
stored. A draw takes ``k`` cards from the pile. If the pile has fewer, all of it comes first and the rest from the
``spill`` (the box or the discards), which becomes the new pile. The odds are those of shuffling beforehand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from random import Random
from typing import TypeAlias

from companion.rules.legal_actions import A, Check, LegalActions
from companion.rules.protocol import CHANCE, T

_MASK_64_BITS = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def bits(seed: int, counter: int) -> int:
    """Return 64 random bits, output number ``counter`` of the stream ``seed``."""
    z = (seed + (counter + 1) * _GOLDEN) & _MASK_64_BITS
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK_64_BITS
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK_64_BITS
    return z ^ (z >> 31)


def below(n: int, seed: int, counter: int) -> int:
    """Return an integer in 0..n-1 (multiply-shift; the bias for n < 2**32 is below 2**-32)."""
    return (bits(seed, counter) * n) >> 64


def shuffle(items: Sequence[T], seed: int, counter: int) -> tuple[T, ...]:
    """Return the items in random order (Fisher-Yates).

    It uses the numbers of the stream ``seed`` from ``counter`` on, one fewer than there are items.
    """
    out = list(items)
    for i in range(len(out) - 1, 0, -1):
        j = below(i + 1, seed, counter)
        counter += 1
        out[i], out[j] = out[j], out[i]
    return tuple(out)


Cards: TypeAlias = tuple[int, ...]


class Draws(LegalActions[A]):
    """All ways to draw cards in order, as chance's legal actions.

    Args:
        check: The game's check of an action.
        state: The position.
        pile: The cards of the draw pile.
        spill: The cards from which the rest is drawn if the pile has fewer than ``k``.
        k: The number of cards to draw.
        make: Returns the action for the drawn cards.
    """

    __slots__ = ("check", "from_pile", "make", "over", "pile", "spill")

    def __init__(
        self, check: Check, state: object, pile: Cards, spill: Cards, k: int, make: Callable[[Cards], A]
    ) -> None:
        self.check, self.state, self.actor = check, state, CHANCE
        self.pile, self.spill, self.make = pile, spill, make
        self.over = max(0, k - len(pile))
        self.from_pile = k - self.over

    def __iter__(self) -> Iterator[A]:
        for first in permutations(self.pile, self.from_pile):
            for then in permutations(self.spill, self.over):
                yield self.make(first + then)

    def count(self) -> int:
        return math.perm(len(self.pile), self.from_pile) * math.perm(len(self.spill), self.over)

    def sample(self, random: Random) -> A:
        first = tuple(random.sample(self.pile, self.from_pile))
        return self.make(first + tuple(random.sample(self.spill, self.over)) if self.over else first)


def drawable(pile: Cards, spill: Cards, k: int, cards: Cards) -> bool:
    """Return True if ``cards`` can be the next ``k`` cards that chance draws.

    Args:
        pile: The cards of the draw pile, whose order is unknown.
        spill: The cards that become the new pile when it runs out: the box or the discards.
        k: The number of cards to draw.
        cards: The cards drawn, which must be integers.
    """
    wanted, split = set(cards), len(pile)
    if len(cards) != k or len(wanted) != k:
        return False
    if k <= split:
        return not wanted.difference(pile)
    return set(pile) == set(cards[:split]) and set(spill).issuperset(cards[split:])


def draw(pile: Cards, spill: Cards, k: int, seed: int, counter: int) -> Cards:
    """Return ``k`` cards drawn at random, from ``spill`` once ``pile`` is empty.

    It uses ``k`` numbers of the stream ``seed``, from ``counter`` on (partial Fisher-Yates).
    """
    if k > len(pile):
        first = draw(pile, (), len(pile), seed, counter)
        return first + draw(spill, (), k - len(pile), seed, counter + len(pile))
    left, out = list(pile), []
    for i in range(k):
        j = bits(seed, counter + i) * len(left) >> 64  # ``below``, inlined for speed
        out.append(left[j])
        left[j] = left[-1]
        left.pop()
    return tuple(out)


def remaining(pile: Cards, spill: Cards, cards: Cards, digital: bool) -> tuple[Cards, Cards]:
    """Return pile and spill after ``cards`` were drawn.

    Once the pile is used up, the rest of the spill becomes the pile. Physical cards (``digital`` False) are zeros, of
    which only the number matters.
    """
    if not cards:
        return pile, spill
    if not digital:
        left = len(pile) - len(cards)
        return ((0,) * left, spill) if left >= 0 else ((0,) * (len(spill) + left), ())
    gone = set(cards)
    if len(cards) <= len(pile):
        return tuple([c for c in pile if c not in gone]), spill
    return tuple([c for c in spill if c not in gone]), ()
