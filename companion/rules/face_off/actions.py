"""The actions of Face Off!, as values; ``notation.py`` gives their text.

CHANCE or TABLE at the beginning of a description says who does this action; all others are players'.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from companion.rules.face_off.data import GRIN, SUIT_INDEX, SUITS, WILD, Rank

Hand: TypeAlias = tuple[int, ...]  # (11,): count of each gem in the book's order, Grin and Wild Thing bit sets
GRIN_BITS, WILD_BITS = len(SUITS), len(SUITS) + 1  # indices of the two bit sets in a Hand
NO_CARDS: Hand = (0,) * (len(SUITS) + 2)


@dataclass(frozen=True, slots=True)
class Offer:
    """Show a signal and set aside the cards that it promises.

    Attributes:
        shown: What the signal offers: 1 to 4 cards, GRIN or WILD.
        suit: The gem, or the suit of the one special card; None for physical cards.
        wrong: Special cards included by mistake ("wild:jade"), each instead of one card of ``suit``.
        cards: The cards set aside.
        shaped: True if ``shown``, ``suit`` and ``wrong`` have the right types and ranges.
    """

    shown: int
    suit: str | None = None
    wrong: tuple[str, ...] = ()
    cards: Hand = field(init=False, compare=False, repr=False)
    shaped: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if type(self.shown) is Rank:  # actions hold plain values
            object.__setattr__(self, "shown", int(self.shown))
        try:
            object.__setattr__(self, "wrong", tuple(sorted(self.wrong, key=_card_order)))
            object.__setattr__(self, "cards", _cards(self.shown, self.suit, self.wrong))
        except (TypeError, AttributeError):
            object.__setattr__(self, "cards", NO_CARDS)
        object.__setattr__(self, "shaped", _has_offer_shape(self.shown, self.suit, self.wrong))


def _has_offer_shape(shown: object, suit: object, wrong: object) -> bool:
    if (
        type(shown) is not int
        or not 1 <= shown <= WILD
        or not (suit is None or (type(suit) is str and suit in SUIT_INDEX))
    ):
        return False
    return type(wrong) is tuple and all(
        type(v) is str and v[:5] in ("grin:", "wild:") and v[5:] in SUIT_INDEX for v in wrong
    )


def _card_order(name: str) -> tuple[str, int]:
    return name[:5], SUIT_INDEX.get(name[5:], -1)


@lru_cache(maxsize=None, typed=True)  # typed: True and 1.0 must not find the entry of 1
def _cards(shown: int, suit: str | None, wrong: tuple[str, ...]) -> Hand:
    cards = list(NO_CARDS)
    for name in wrong:
        kind, _, of = name.partition(":")
        cards[GRIN_BITS if kind == "grin" else WILD_BITS] |= 1 << SUIT_INDEX.get(of, 0)
    if suit in SUIT_INDEX:
        if shown in (GRIN, WILD):
            cards[GRIN_BITS if shown == GRIN else WILD_BITS] |= 1 << SUIT_INDEX[suit]
        else:
            cards[SUIT_INDEX[suit]] = shown - len(wrong)
    return tuple(cards)


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back one's own offer."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Slap the cards onto the table and call "Face Off!": a claim to hold all cards of ``suit``."""

    suit: str


@dataclass(frozen=True, slots=True)
class Call:
    """Call "Wild thing, Wild thing!": ``giver`` has just traded the caller a special card by mistake."""

    giver: int


@dataclass(frozen=True, slots=True)
class Next:
    """The dealer's choice for the next hand: the set of signals, and the Wild Thing signal ("" in the basic game)."""

    signal_set: str
    wild: str = ""


@dataclass(frozen=True, slots=True)
class Trade:
    """TABLE: two players exchange what they offered. The order of the two does not matter."""

    one: int
    other: int

    def __post_init__(self) -> None:
        if type(self.one) is int and type(self.other) is int and self.one > self.other:
            one = self.one
            object.__setattr__(self, "one", self.other)
            object.__setattr__(self, "other", one)


@dataclass(frozen=True, slots=True)
class Confirm:
    """TABLE, physical cards: accept the pending claim or call of a mistake."""


@dataclass(frozen=True, slots=True)
class Deny:
    """TABLE, physical cards: reject the pending claim or call of a mistake."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """TABLE, advanced game: whether teeth showed in the victory speech: "clean", "teeth" or "unseen".

    After "unseen" the table gives a second verdict, "clean" or "teeth".
    """

    found: str


@dataclass(frozen=True, slots=True)
class Deal:
    """CHANCE: everyone's new hand, by seat."""

    hands: tuple[Hand, ...]


Action: TypeAlias = Offer | Withdraw | Claim | Call | Next | Trade | Confirm | Deny | Verdict | Deal
ACTION_TYPES = (Offer, Withdraw, Claim, Call, Next, Trade, Confirm, Deny, Verdict, Deal)


@lru_cache(maxsize=None, typed=True)  # typed: True and 1.0 must not find the entry of 1
def offer(shown: int, suit: str | None = None, wrong: tuple[str, ...] = ()) -> Offer:
    """Return the shared Offer with these values, from a cache."""
    return Offer(shown, suit, wrong)


CONFIRM, DENY, WITHDRAW = Confirm(), Deny(), Withdraw()
