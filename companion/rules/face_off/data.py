"""What is printed on the cards of Face Off!: gems, their values, the trading signals. Source: the book, RULINGS.md."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from companion.rules.errors import lines_of

_GEMS: Final = [line.split() for line in lines_of("face-off", "deck.txt")]
SUITS: Final = tuple(name for name, _, _ in _GEMS)
SUIT_INDEX: Final = {suit: i for i, suit in enumerate(SUITS)}
GEM_LETTERS: Final = "".join(letter for _, letter, _ in _GEMS)  # a gem's letter in a hand's text
GEM_VALUES: Final = {name: int(points) for name, _, points in sorted(_GEMS, key=lambda gem: -int(gem[2]))}
GEMS_IN_SUIT: Final = 9
MAX_COUNT: Final = 4  # most cards in one trade


class Rank(IntEnum):
    """What a signal shows: 1 to 4 cards, a Grin or a Wild Thing card."""

    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    GRIN = 5
    WILD = 6

    @property
    def text(self) -> str:
        """The rank as notation and answers have it: "1" to "4", "grin", "wild"."""
        return str(int(self)) if self <= MAX_COUNT else self.name.lower()

    __repr__ = int.__repr__  # as the number that it is, on every Python
    __str__ = int.__repr__


GRIN: Final = Rank.GRIN
WILD: Final = Rank.WILD
RANK_BY_TEXT: Final = {rank.text: rank for rank in Rank}
RANK_TEXTS: Final[dict[int, str]] = {rank: rank.text for rank in Rank}

_SIGNAL_LINES: Final = {
    name: tuple(shown.split(", ")) for name, shown in (line.split(": ") for line in lines_of("face-off", "signals.txt"))
}
WILD_SUGGESTIONS: Final = _SIGNAL_LINES.pop("wild")
SIGNAL_SETS: Final = _SIGNAL_LINES  # name of a set -> the signal for 1, 2, 3 and 4 cards
GRIN_SIGNAL: Final = "grin"
WILD_SIGNAL: Final = "wild_thing"


def signals(signal_set: str, advanced: bool) -> dict[str, Rank]:
    """Signal name -> what it shows (1..4, GRIN, WILD), for the signals that count in this hand."""
    table = {name: Rank(count) for count, name in enumerate(SIGNAL_SETS[signal_set], start=1)}
    return {**table, GRIN_SIGNAL: GRIN, WILD_SIGNAL: WILD} if advanced else table


def signal_for(signal_set: str, shown: int) -> str:
    """Return the name of the signal that shows 1..4, GRIN or WILD in this signal set."""
    if shown == GRIN:
        return GRIN_SIGNAL
    return WILD_SIGNAL if shown == WILD else SIGNAL_SETS[signal_set][shown - 1]
