"""Who may act, and the legal actions as lazy sets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations, product
from math import factorial
from typing import Any, Final

from companion.rules.chance import shuffled
from companion.rules.face_off.actions import (
    CONFIRM,
    DENY,
    GRINS,
    NO_CARDS,
    WILDS,
    Action,
    Call,
    Claim,
    Deal,
    Hand,
    Next,
    Offer,
    Trade,
    Verdict,
    Withdraw,
    offer,
)
from companion.rules.face_off.check import check, holds
from companion.rules.face_off.data import (
    GEMS_IN_SUIT,
    GRIN,
    INDEX,
    MAX_COUNT,
    SIGNAL_SETS,
    SUITS,
    WILD,
    WILD_SUGGESTIONS,
)
from companion.rules.face_off.options import FaceOffOptions
from companion.rules.face_off.state import Phase, State
from companion.rules.protocol import CHANCE, TABLE, Actor, LegalActions

COUNTED: Final = 5  # players for whom deals are counted


def actors(state: State) -> tuple[Actor, ...]:
    """All players at once while trading, with the table as soon as two show the same."""
    phase = state.phase
    if phase is Phase.PLAY:
        shown = [o.shown for o in state.offers if o is not None]
        everyone = _seats(len(state.offers))
        return (*everyone, TABLE) if len(set(shown)) < len(shown) else everyone
    if phase is Phase.DEAL:
        return (CHANCE,)
    if phase is Phase.NEXT:
        return (state.dealer,)
    return () if phase is Phase.OVER else (TABLE,)


@cache
def _seats(n: int) -> tuple[int, ...]:
    return tuple(range(n))


class Legal(LegalActions[Action]):
    """The legal actions of one actor in one position.

    A dealer may describe any Wild Thing signal: ``in`` takes every one, iteration gives the book's suggestions.
    """

    __slots__ = ()
    check = staticmethod(check)

    def __bool__(self) -> bool:
        return self.actor in actors(self.state) and type(self.actor) is int

    def count(self) -> int:
        """Reckoned for a deal (OverflowError for more than five players); else listed."""
        if self.state.phase is Phase.DEAL and self.actor == CHANCE:
            return _deal_count(self.state.options)
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Action]:
        state, actor, phase = self.state, self.actor, self.state.phase
        if type(actor) is not int or actor >= len(state.scores):
            return
        if phase is Phase.PLAY and actor >= 0:
            yield from _player_actions(state, actor)
        elif phase is Phase.PLAY and actor == TABLE:
            yield from _trades(state)
        elif phase is Phase.DEAL and actor == CHANCE:
            yield from _deals(state.options)
        elif phase is Phase.NEXT and actor == state.dealer:
            yield from _choices(state.options.advanced)
        elif actor == TABLE and phase in (Phase.CLAIM, Phase.CALL):
            yield from (CONFIRM, DENY)
        elif actor == TABLE and phase in (Phase.SPEECH, Phase.UNSEEN):
            yield from (Verdict("clean"), Verdict("teeth"), Verdict("unseen"))[: 3 if phase is Phase.SPEECH else 2]

    def sample(self, random: Any) -> Action:
        """Any legal action may come; wrong handfuls are as rare as slips are (1 in 16)."""
        actor = self.actor
        state: State = self.state
        if state.phase is Phase.PLAY and 0 <= actor < len(state.scores):
            menu = state.options.menu
            draw, size, advanced = random.random, len(menu), state.options.advanced
            if not advanced or draw() * 16 >= 1:
                for _ in range(200):
                    action = menu[int(draw() * size)]
                    if _fits(state, actor, action):
                        return action
            slips = [*_calls(state, actor), *_slips(state, actor)]
            if slips:
                return slips[int(draw() * len(slips))]
        if state.phase is Phase.DEAL and actor == CHANCE:
            return Deal(deal(state.options, random.getrandbits(64), 0))
        actions: list[Action] = list(iter(self))  # list(self) would count first; empty: an IndexError
        return actions[int(random.random() * len(actions))]


def _fits(state: State, actor: int, action: Offer | Claim | Withdraw) -> bool:
    """Whether an action of the menu is allowed while trading, without a sentence for what is not: it is asked often."""
    if type(action) is Offer:
        if not state.hands:
            return True
        hand, shown = state.hands[actor], action.shown
        return hand[INDEX[action.suit]] >= shown if shown <= MAX_COUNT else holds(hand, action.cards)  # type: ignore[index]
    return type(action) is Claim or state.offers[actor] is not None


def _player_actions(state: State, actor: int) -> Iterator[Action]:
    for action in state.options.menu:
        if _fits(state, actor, action):
            yield action
    if state.options.advanced:
        yield from _calls(state, actor)
        yield from _slips(state, actor)


def _calls(state: State, actor: int) -> Iterator[Action]:
    last = state.last[actor]
    if last is not None and (last.wrong or not state.options.digital):
        yield Call(last.other)


def _slips(state: State, actor: int) -> Iterator[Offer]:
    """Handfuls that wrongly hold a special card: legal to offer, for the receiver to call."""
    if not state.hands:
        return
    hand = state.hands[actor]
    kinds = (("grin", GRINS), ("wild", WILDS))
    held = [f"{kind}:{s}" for kind, at in kinds for i, s in enumerate(SUITS) if hand[at] >> i & 1]
    for shown in range(1, MAX_COUNT + 1):
        for size in range(1, min(shown, len(held)) + 1):
            gems = [s for s in state.options.suits if hand[INDEX[s]] >= shown - size] if size < shown else [None]
            for wrong in combinations(held, size):
                yield from (offer(shown, suit, wrong) for suit in gems)
    yield from (offer(GRIN if name[0] == "w" else WILD, None, (name,)) for name in held)


def _trades(state: State) -> Iterator[Trade]:
    for (one, mine), (other, yours) in combinations(enumerate(state.offers), 2):
        if mine is not None and yours is not None and mine.shown == yours.shown:
            yield Trade(one, other)


@cache
def _choices(advanced: bool) -> tuple[Next, ...]:
    return tuple(Next(name, wild) for name in SIGNAL_SETS for wild in (WILD_SUGGESTIONS if advanced else ("",)))


def deal(options: FaceOffOptions, seed: int, counter: int) -> tuple[Hand, ...]:
    """Shuffle and deal: the gems, then in the advanced game the Grin and the Wild Thing cards separately."""
    n = len(options.players)
    gems = shuffled([INDEX[s] for s in options.suits for _ in range(GEMS_IN_SUIT)], seed, counter)
    hands = [list(NO_CARDS) for _ in range(n)]
    for i, gem in enumerate(gems):
        hands[i % n][gem] += 1
    if options.advanced:
        for at, start in ((GRINS, counter + 9 * n - 1), (WILDS, counter + 10 * n - 2)):
            for hand, gem in zip(hands, shuffled([INDEX[s] for s in options.suits], seed, start), strict=True):
                hand[at] = 1 << gem
    return tuple(tuple(hand) for hand in hands)


def _deals(options: FaceOffOptions) -> Iterator[Deal]:
    """Every deal, lazily (there are very many)."""
    for gems in _gem_deals(options, (GEMS_IN_SUIT,) * len(options.suits), len(options.players)):
        for grins, wilds in _special_deals(options):
            yield Deal(tuple((*hand, g, w) for hand, g, w in zip(gems, grins, wilds, strict=True)))


def _special_deals(options: FaceOffOptions) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Who gets which Grin and which Wild Thing card, as bit sets."""
    n = len(options.players)
    if not options.advanced:
        yield (0,) * n, (0,) * n
        return
    bits = [1 << INDEX[s] for s in options.suits]
    yield from product(permutations(bits), repeat=2)


def _gem_deals(options: FaceOffOptions, left: tuple[int, ...], players: int) -> Iterator[tuple[Hand, ...]]:
    """Hands of nine gems for so many players out of what is left of each suit."""
    if players == 0:
        yield ()
        return
    for counts in _handfuls(left, GEMS_IN_SUIT):
        hand = [0] * len(SUITS)
        for suit, count in zip(options.suits, counts, strict=True):
            hand[INDEX[suit]] = count
        rest = tuple(a - b for a, b in zip(left, counts, strict=True))
        for others in _gem_deals(options, rest, players - 1):
            yield (tuple(hand), *others)


def _handfuls(left: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """Ways to take ``size`` cards out of so many of each suit."""
    if len(left) == 1:
        if size <= left[0]:
            yield (size,)
        return
    for count in range(min(left[0], size), -1, -1):
        for others in _handfuls(left[1:], size - count):
            yield (count, *others)


def _deal_count(options: FaceOffOptions) -> int:
    """How many ways there are to deal: hands of nine out of nine of each suit, and a Grin and a Wild Thing card each.

    Raises OverflowError at once for more than five players: reckoning takes seconds, and then hours.
    """
    n = len(options.players)
    if n > COUNTED:
        raise OverflowError(n)
    special = factorial(n) ** 2 if options.advanced else 1
    return _matrices(n, (GEMS_IN_SUIT,) * n) * special


@cache
def _matrices(players: int, left: tuple[int, ...]) -> int:
    """Hands of nine for so many players out of what is left of each suit; the order of suits does not matter."""
    if not players:
        return 1
    total = 0
    for counts in _handfuls(left, GEMS_IN_SUIT):
        rest = tuple(sorted(a - b for a, b in zip(left, counts, strict=True)))
        total += _matrices(players - 1, rest)
    return total
