"""The legal actions of FTW?!, generated lazily.

The player on turn always has a legal action: no two cards are equal, so a hand card is either higher than the pile's
top, to be played (A), or lower, to be laid (B).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from math import comb
from random import Random

from companion.rules.ftw.actions import CARDS_TO_GIVE, HAND_SIZES, Action, Cards, Deal, Give, Lay, Play, Show
from companion.rules.ftw.check import check
from companion.rules.ftw.state import State, deck, playable, showing, unseen_cards
from companion.rules.legal_actions import NO_ACTIONS, LegalActions, Listed, Made
from companion.rules.protocol import CHANCE, Actor


class Deals(LegalActions[Action], check=check):
    """CHANCE's actions: all ways to deal a round. They are far too many to list, but can be counted and sampled."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Action]:
        n = len(self.state.hands)
        for hands in _hands(tuple(deck(self.state)), n, HAND_SIZES[n]):
            yield Deal(hands)

    def count(self) -> int:
        n, left, ways = len(self.state.hands), len(deck(self.state)), 1
        for _ in range(n):
            ways *= comb(left, HAND_SIZES[n])
            left -= HAND_SIZES[n]
        return ways

    def sample(self, random: Random) -> Action:
        n, draw = len(self.state.hands), random.random
        cards = sorted(deck(self.state), key=lambda _: draw())
        return split(cards, n)


def split(cards: list[int] | Cards, players: int) -> Deal:
    """Return shuffled cards as a deal of hands, seat by seat."""
    size = HAND_SIZES[players]
    return Deal(tuple([tuple(sorted(cards[size * seat : size * seat + size])) for seat in range(players)]))


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
    return tuple((a, b, c) for a, b, c in combinations(range(size), CARDS_TO_GIVE))


class Plays(LegalActions[Action], check=check):
    """The actions of the player on turn, by the options of the rule book.

    They are A (play) for each higher card, B (lay) for each lower card and card taken, and C (play with helpers) for
    each lower card and set of helpers, small sets first.
    """

    __slots__ = ()

    def __iter__(self) -> Iterator[Action]:
        lower, higher, top = self._sides()
        yield from map(Play, higher)
        for card in lower:
            for take in sorted(self.state.pile):
                yield Lay(card, take)
        front = self.state.front[self.state.turn]
        for card in lower:
            for size in range(1, len(front) + 1):
                for helpers in combinations(front, size):
                    if card + sum(helpers) > top:
                        yield Play(card, helpers)

    def _sides(self) -> tuple[Cards, Cards, int]:
        """Return the hand cards below and above the top card, and the top card (0 for an empty pile)."""
        hand, pile = playable(self.state, self.state.turn), self.state.pile
        top = pile[-1] if pile else 0
        at = bisect(hand, top)
        return hand[:at], hand[at:], top

    def count(self) -> int:
        lower, higher, top = self._sides()
        front = self.state.front[self.state.turn]
        short = _sums(front, top)  # how many sets of helpers have each sum below the top card
        helped = sum((1 << len(front)) - sum(short[: top - card + 1]) for card in lower)
        return len(higher) + len(lower) * len(self.state.pile) + helped

    def sample(self, random: Random) -> Action:
        """Return a random action: each card for A, each pair of cards for B and each card for C is equally likely.

        For C the helpers are then chosen at random.
        """
        p, draw = self.state, random.random
        turn, pile = p.turn, p.pile
        hand, front = p.hands[turn], p.front[turn]
        if not hand[0]:
            hand = playable(p, turn)
        if not pile:
            return Play(hand[int(draw() * len(hand))])
        top, size = pile[-1], len(pile)
        lower = bisect(hand, top)
        higher = len(hand) - lower
        least = bisect(hand, top - sum(front)) if front else lower  # from this card on, all helpers together suffice
        choice = int(draw() * (higher + lower * size + lower - least))
        if choice < higher:
            return Play(hand[lower + choice])
        choice -= higher
        if choice < lower * size:
            return Lay(hand[choice // size], pile[choice % size])
        return _random_play(hand[least + choice - lower * size], front, top, draw)


def _random_play(card: int, front: Cards, top: int, draw: Callable[[], float]) -> Play:
    """Return a play of ``card`` with random helpers.

    Helpers are added in random order until the sum exceeds ``top``; each one after that is added with probability 1/2.
    """
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


class Shows(LegalActions[Action], check=check):
    """All hands of physical cards that a player may show."""

    __slots__ = ()

    def _parts(self) -> tuple[Cards, list[int]]:
        """Return the known cards of the hand, and the cards that its unknown ones can be."""
        hand: Cards = self.state.hands[self.actor]
        return hand[hand.count(0) :], unseen_cards(self.state)

    def __iter__(self) -> Iterator[Action]:
        known, others = self._parts()
        size = len(self.state.hands[self.actor]) - len(known)
        return (Show(tuple(sorted(known + rest))) for rest in combinations(others, size))

    def count(self) -> int:
        known, others = self._parts()
        return comb(len(others), len(self.state.hands[self.actor]) - len(known))

    def sample(self, random: Random) -> Action:
        known, others = self._parts()
        return Show(tuple(sorted([*known, *random.sample(others, len(self.state.hands[self.actor]) - len(known))])))


def legal(state: State, actor: Actor) -> LegalActions[Action]:
    """Return the legal actions of ``actor`` now; empty for one who may not act."""
    if actor not in state.acts or type(actor) is not int:
        return NO_ACTIONS
    if actor == CHANCE:
        return Deals(state, actor)
    if state.given[actor] is not None:
        return Shows(state, actor) if showing(state) else Plays(state, actor)
    if not state.options.digital:
        return Listed(check, state, actor, (Give(()),))
    hand = state.hands[actor]
    return Made(
        check, state, actor, lambda three: Give((hand[three[0]], hand[three[1]], hand[three[2]])), _threes(len(hand))
    )
