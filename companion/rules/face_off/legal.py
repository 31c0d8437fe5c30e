"""The legal actions of Face Off!, generated lazily."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations, product
from math import comb, factorial
from random import Random
from typing import Final, TypeAlias

from companion.rules.chance import shuffle
from companion.rules.face_off import actions, data
from companion.rules.face_off.check import check, holds
from companion.rules.face_off.options import FaceOffOptions
from companion.rules.face_off.state import Phase, State, actors
from companion.rules.legal_actions import LegalActions
from companion.rules.protocol import CHANCE, Actor

_VERDICTS: Final = (actions.Verdict("clean"), actions.Verdict("teeth"), actions.Verdict("unseen"))
MAX_COUNTED_PLAYERS: Final = 5  # with more players, counting the deals takes too long
_Slip: TypeAlias = tuple[int, str | None, tuple[str, ...]]  # (shown, suit, wrong) of an offer with a mistake


class Legal(LegalActions[actions.Action], check=check):
    """The legal actions of one actor in one position.

    Any text may be a Wild Thing signal: ``in`` accepts every one, but iteration yields only the book's suggestions.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return self.actor in actors(self.state) and type(self.actor) is int

    def count(self) -> int:
        """Return the number of legal actions. For a deal it is computed; OverflowError for more than five players."""
        if self.state.phase is Phase.DEAL and self.actor == CHANCE:
            return _deal_count(self.state.options)
        return super().count()

    def weight(self, action: actions.Action) -> int:
        """Return in how many ways the shuffled cards can give this deal; 1 for any other action.

        A deal with many equal gems in one hand comes about in fewer ways than one with few of each.
        """
        ways = 1
        for gem in zip(*action.hands, strict=True) if isinstance(action, actions.Deal) else ():
            left = data.GEMS_IN_SUIT if sum(gem) == data.GEMS_IN_SUIT else 0
            for count in gem if left else ():
                ways *= comb(left, count)
                left -= count
        return ways

    def total(self) -> int:
        if self.state.phase is not Phase.DEAL:
            return self.count()
        n: int = self.state.options.n
        special: int = factorial(n) ** 2 if self.state.options.advanced else 1
        ways: int = factorial(n * data.GEMS_IN_SUIT) // factorial(data.GEMS_IN_SUIT) ** n * special
        return ways

    def __iter__(self) -> Iterator[actions.Action]:
        state, actor, phase = self.state, self.actor, self.state.phase
        if not self:
            return iter(())
        if phase is Phase.PLAY:
            return _player_actions(state, actor) if actor >= 0 else _trades(state)
        if phase is Phase.DEAL:
            return _deals(state.options)
        if phase is Phase.NEXT:
            return iter(_choices(state.options.advanced))
        if phase in (Phase.CLAIM, Phase.CALL):
            return iter((actions.CONFIRM, actions.DENY))
        return iter(_VERDICTS if phase is Phase.SPEECH else _VERDICTS[:2])

    def sample(self, random: Random) -> actions.Action:
        """Return a random legal action; offers with a mistake are as rare as real slips (1 in 16)."""
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
            calls, slips = list(_calls(state, actor)), _slips(state, actor)
            if calls or slips:
                at = int(draw() * (len(calls) + len(slips)))
                return calls[at] if at < len(calls) else actions.offer(*slips[at - len(calls)])
        if state.phase is Phase.DEAL and actor == CHANCE:
            return actions.Deal(deal(state.options, random.getrandbits(64), 0))
        every: list[actions.Action] = list(iter(self))  # list(self) would call count() first; IndexError if empty
        return every[int(random.random() * len(every))]


def _fits(state: State, actor: int, action: actions.Offer | actions.Claim | actions.Withdraw) -> bool:
    """Return True if an action of ``FaceOffOptions.menu`` is legal during play; faster than ``check``."""
    if type(action) is actions.Offer:
        if not state.hands:
            return True
        hand, shown = state.hands[actor], action.shown
        return hand[data.SUIT_INDEX[action.suit]] >= shown if shown <= data.MAX_COUNT else holds(hand, action.cards)  # type: ignore[index]
    return type(action) is actions.Claim or state.offers[actor] is not None


def _player_actions(state: State, actor: int) -> Iterator[actions.Action]:
    for action in state.options.menu:
        if _fits(state, actor, action):
            yield action
    if state.options.advanced:
        yield from _calls(state, actor)
        yield from (actions.offer(*slip) for slip in _slips(state, actor))


def _calls(state: State, actor: int) -> Iterator[actions.Action]:
    last = state.last[actor]
    if last is not None and (last.wrong or not state.options.digital):
        yield actions.Call(last.other)


def _slips(state: State, actor: int) -> list[_Slip]:
    """Return all offers with a special card that does not belong in them.

    Such an offer is legal, but the player who receives the cards may call the mistake.
    """
    if not state.hands:
        return []
    hand, slips = state.hands[actor], list[_Slip]()
    kinds = (("grin", actions.GRIN_BITS), ("wild", actions.WILD_BITS))
    held = [f"{kind}:{s}" for kind, at in kinds for i, s in enumerate(data.SUITS) if hand[at] >> i & 1]
    for shown in range(1, data.MAX_COUNT + 1):
        for size in range(1, min(shown, len(held)) + 1):
            gems = (
                [s for s in state.options.suits if hand[data.SUIT_INDEX[s]] >= shown - size] if size < shown else [None]
            )
            slips += [(shown, suit, wrong) for wrong in combinations(held, size) for suit in gems]
    return slips + [(data.GRIN if name[0] == "w" else data.WILD, None, (name,)) for name in held]


def _trades(state: State) -> Iterator[actions.Trade]:
    for (one, mine), (other, yours) in combinations(enumerate(state.offers), 2):
        if mine is not None and yours is not None and mine.shown == yours.shown:
            yield actions.Trade(one, other)


@cache
def _choices(advanced: bool) -> tuple[actions.Next, ...]:
    return tuple(
        actions.Next(name, wild) for name in data.SIGNAL_SETS for wild in (data.WILD_SUGGESTIONS if advanced else ("",))
    )


def deal(options: FaceOffOptions, seed: int, counter: int) -> tuple[actions.Hand, ...]:
    """Return shuffled hands. The gems are shuffled first, then in the advanced game the Grins, then the Wild Things."""
    n = len(options.players)
    gems = shuffle([data.SUIT_INDEX[s] for s in options.suits for _ in range(data.GEMS_IN_SUIT)], seed, counter)
    hands = [list(actions.NO_CARDS) for _ in range(n)]
    for i, gem in enumerate(gems):
        hands[i % n][gem] += 1
    if options.advanced:
        for at, start in ((actions.GRIN_BITS, counter + 9 * n - 1), (actions.WILD_BITS, counter + 10 * n - 2)):
            for hand, gem in zip(hands, shuffle([data.SUIT_INDEX[s] for s in options.suits], seed, start), strict=True):
                hand[at] = 1 << gem
    return tuple(tuple(hand) for hand in hands)


def _deals(options: FaceOffOptions) -> Iterator[actions.Deal]:
    """Yield every possible deal, lazily (there are very many)."""
    for gems in _gem_deals(options, (data.GEMS_IN_SUIT,) * len(options.suits), len(options.players)):
        for grins, wilds in _special_deals(options):
            yield actions.Deal(tuple((*hand, g, w) for hand, g, w in zip(gems, grins, wilds, strict=True)))


def _special_deals(options: FaceOffOptions) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield every way to deal the Grins and Wild Things, as (Grins by seat, Wild Things by seat) in bit sets."""
    n = len(options.players)
    if not options.advanced:
        yield (0,) * n, (0,) * n
        return
    bits = [1 << data.SUIT_INDEX[s] for s in options.suits]
    yield from product(permutations(bits), repeat=2)


def _gem_deals(options: FaceOffOptions, remaining: tuple[int, ...], players: int) -> Iterator[tuple[actions.Hand, ...]]:
    """Yield all ways to deal nine gems each to ``players`` players; ``remaining`` counts the gems left of each suit."""
    if players == 0:
        yield ()
        return
    for counts in _handfuls(remaining, data.GEMS_IN_SUIT):
        hand = [0] * len(data.SUITS)
        for suit, count in zip(options.suits, counts, strict=True):
            hand[data.SUIT_INDEX[suit]] = count
        rest = tuple(a - b for a, b in zip(remaining, counts, strict=True))
        for others in _gem_deals(options, rest, players - 1):
            yield (tuple(hand), *others)


def _handfuls(remaining: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to take ``size`` gems, as counts by suit; ``remaining`` counts the gems left of each suit."""
    if len(remaining) == 1:
        if size <= remaining[0]:
            yield (size,)
        return
    for count in range(min(remaining[0], size), -1, -1):
        for others in _handfuls(remaining[1:], size - count):
            yield (count, *others)


def _deal_count(options: FaceOffOptions) -> int:
    """Return the number of possible deals: nine gems each, in the advanced game also a Grin and a Wild Thing each."""
    n = len(options.players)
    if n > MAX_COUNTED_PLAYERS:
        raise OverflowError(n)
    special = factorial(n) ** 2 if options.advanced else 1
    return _matrices(n, (data.GEMS_IN_SUIT,) * n) * special


@cache
def _matrices(players: int, remaining: tuple[int, ...]) -> int:
    """Return the number of ways to deal nine gems each to ``players`` players.

    ``remaining`` counts the gems left of each suit. Their order does not matter, so the cache stores them sorted.
    """
    if not players:
        return 1
    total = 0
    for counts in _handfuls(remaining, data.GEMS_IN_SUIT):
        rest = tuple(sorted(a - b for a, b in zip(remaining, counts, strict=True)))
        total += _matrices(players - 1, rest)
    return total


def legal(state: State, actor: Actor) -> LegalActions[actions.Action]:
    """Return the legal actions of an actor, empty if it may not act; nothing is computed until they are used."""
    return Legal(state, actor)
