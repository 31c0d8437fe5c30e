"""The legal actions, worked out only as far as they are asked for.

A player on turn always has one: numbers are never equal, so a hand card is higher than the top card (A) or lower (B).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from companion.rules.errors import RulesError
from companion.rules.ftw import check
from companion.rules.ftw.actions import GIVEN, HAND, Action, Cards, Deal, Give, Lay, Play
from companion.rules.ftw.position import Position, deck
from companion.rules.protocol import CHANCE, Actor, LegalActions


class Nothing(LegalActions[Action]):
    """For one who may not act."""

    def __iter__(self) -> Iterator[Action]:
        return iter(())

    def __contains__(self, action: object) -> bool:
        return False

    def sample(self, random: Any) -> Action:
        raise IndexError("There is no legal action to choose from.")


class Deals(LegalActions[Action]):
    """Every way to deal: astronomically many, so ``len()`` may overflow where ``count()`` does not."""

    def __init__(self, p: Position) -> None:
        self._p = p

    def __iter__(self) -> Iterator[Action]:
        n = len(self._p.hands)
        for hands in _hands(tuple(deck(self._p)), n, HAND[n]):
            yield Deal(hands)

    def __contains__(self, action: object) -> bool:
        try:
            return type(action) is Deal and bool(check.deal(self._p, action))
        except RulesError:
            return False

    def __bool__(self) -> bool:
        return True

    def count(self) -> int:
        n, left, ways = len(self._p.hands), len(deck(self._p)), 1
        for _ in range(n):
            ways *= comb(left, HAND[n])
            left -= HAND[n]
        return ways

    def sample(self, random: Any) -> Action:
        n, draw = len(self._p.hands), random.random
        cards = sorted(deck(self._p), key=lambda _: draw())
        return split(cards, n)


def split(cards: list[int] | Cards, players: int) -> Deal:
    """Shuffled cards as hands, seat by seat."""
    size = HAND[players]
    return Deal(tuple([tuple(sorted(cards[size * seat:size * seat + size])) for seat in range(players)]))


def _hands(cards: Cards, hands: int, size: int) -> Iterator[tuple[Cards, ...]]:
    if not hands:
        yield ()
        return
    for hand in combinations(cards, size):
        rest = tuple(card for card in cards if card not in hand)
        for others in _hands(rest, hands - 1, size):
            yield (hand, *others)


@cache
def _threes(size: int) -> tuple[tuple[int, int, int], ...]:
    return tuple((a, b, c) for a, b, c in combinations(range(size), GIVEN))


class Gifts(LegalActions[Action]):
    """Every three of the hand."""

    def __init__(self, p: Position, actor: Actor) -> None:
        self._p, self._actor = p, actor

    def __iter__(self) -> Iterator[Action]:
        hand = self._p.hands[self._actor]
        return (Give((hand[a], hand[b], hand[c])) for a, b, c in _threes(len(hand)))

    def __contains__(self, action: object) -> bool:
        try:
            return type(action) is Give and bool(check.give(self._p, self._actor, action))
        except RulesError:
            return False

    def __bool__(self) -> bool:
        return True

    def count(self) -> int:
        return comb(len(self._p.hands[self._actor]), GIVEN)

    def sample(self, random: Any) -> Action:
        hand = self._p.hands[self._actor]
        threes = _threes(len(hand))
        a, b, c = threes[int(random.random() * len(threes))]
        return Give((hand[a], hand[b], hand[c]))


class Plays(LegalActions[Action]):
    """The turn of a player: A by card, B by card and card taken, C by card and helpers (fewest first)."""

    __slots__ = ("_p",)

    def __init__(self, p: Position) -> None:
        self._p = p

    def __iter__(self) -> Iterator[Action]:
        lower, higher, top = self._sides()
        yield from map(Play, higher)
        for card in lower:
            for take in sorted(self._p.pile):
                yield Lay(card, take)
        front = self._p.front[self._p.turn]
        for card in lower:
            for size in range(1, len(front) + 1):
                for helpers in combinations(front, size):
                    if card + sum(helpers) > top:
                        yield Play(card, helpers)

    def _sides(self) -> tuple[Cards, Cards, int]:
        """The hand cards below and above the top card, and the top card (0 without a pile)."""
        hand, pile = self._p.hands[self._p.turn], self._p.pile
        top = pile[-1] if pile else 0
        at = bisect(hand, top)
        return hand[:at], hand[at:], top

    def __contains__(self, action: object) -> bool:
        try:
            if type(action) is Play:
                check.play(self._p, action)
            elif type(action) is Lay:
                check.lay(self._p, action)
            else:
                return False
        except RulesError:
            return False
        return True

    def __bool__(self) -> bool:
        return True

    def count(self) -> int:
        lower, higher, top = self._sides()
        front = self._p.front[self._p.turn]
        short = _sums(front, top)  # how many sets of helpers have each sum below the top card
        helped = sum((1 << len(front)) - sum(short[:top - card + 1]) for card in lower)
        return len(higher) + len(lower) * len(self._p.pile) + helped

    def sample(self, random: Any) -> Action:
        """A with each card, B with each pair and C with each card weigh the same; then helpers at random."""
        p, draw = self._p, random.random
        turn, pile = p.turn, p.pile
        hand, front = p.hands[turn], p.front[turn]
        if not pile:
            return Play(hand[int(draw() * len(hand))])
        top, size = pile[-1], len(pile)
        lower = bisect(hand, top)
        higher = len(hand) - lower
        least = bisect(hand, top - sum(front)) if front else lower  # from here on all helpers together are enough
        choice = int(draw() * (higher + lower * size + lower - least))
        if choice < higher:
            return Play(hand[lower + choice])
        choice -= higher
        if choice < lower * size:
            return Lay(hand[choice // size], pile[choice % size])
        return _helped(hand[least + choice - lower * size], front, top, draw)


def _helped(card: int, front: Cards, top: int, draw: Any) -> Play:
    """Helpers in random order until they are enough, then each of the others with even odds."""
    total, helpers = card, []
    for helper in sorted(front, key=lambda _: draw()):
        if total <= top or draw() < 0.5:
            total += helper
            helpers.append(helper)
    return Play(card, tuple(sorted(helpers)))


def _sums(front: Cards, limit: int) -> list[int]:
    counts = [1] + [0] * limit
    for helper in front:
        for total in range(limit, helper - 1, -1):
            counts[total] += counts[total - helper]
    return counts


NOTHING = Nothing()


def legal(p: Position, actor: Actor) -> LegalActions[Action]:
    """The legal actions of ``actor`` now; empty for one who may not act."""
    if actor not in p.acts:
        return NOTHING
    if actor == CHANCE:
        return Deals(p)
    return Gifts(p, actor) if p.given[actor] is None else Plays(p)
