"""The printed data of Face Off!: gems, their values, and the trading signals. Source: the rule book, RULINGS.md."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from companion.rules.errors import lines_of

_GEMS: Final = [line.split() for line in lines_of("face-off", "deck.txt")]
SUITS: Final = tuple(name for name, _, _ in _GEMS)
SUIT_INDEX: Final = {suit: i for i, suit in enumerate(SUITS)}
GEM_LETTERS: Final = "".join(letter for _, letter, _ in _GEMS)  # letter of each gem in a hand's text
GEM_VALUES: Final = {name: int(points) for name, _, points in sorted(_GEMS, key=lambda gem: -int(gem[2]))}
GEMS_IN_SUIT: Final = 9
MAX_COUNT: Final = 4  # most cards in one trade


class Rank(IntEnum):
    """What a signal offers: 1 to 4 cards, a Grin or a Wild Thing card."""

    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    GRIN = 5
    WILD = 6

    @property
    def text(self) -> str:
        """The rank as text: "1" to "4", "grin" or "wild"."""
        return str(int(self)) if self <= MAX_COUNT else self.name.lower()

    __repr__ = int.__repr__  # shown as a number on every version of Python
    __str__ = int.__repr__


GRIN: Final = Rank.GRIN
WILD: Final = Rank.WILD
RANK_BY_TEXT: Final = {rank.text: rank for rank in Rank}
RANK_TEXTS: Final[dict[int, str]] = {rank: rank.text for rank in Rank}

_SIGNAL_LINES: Final = {
    name: tuple(shown.split(", ")) for name, shown in (line.split(": ") for line in lines_of("face-off", "signals.txt"))
}
WILD_SUGGESTIONS: Final = _SIGNAL_LINES.pop("wild")
SIGNAL_SETS: Final = _SIGNAL_LINES  # set -> its signals for 1, 2, 3 and 4 cards
GRIN_SIGNAL: Final = "grin"
WILD_SIGNAL: Final = "wild_thing"


def signals(signal_set: str, advanced: bool) -> dict[str, Rank]:
    """Return signal name -> what it offers for this set of signals; if ``advanced``, also Grin and Wild Thing."""
    table = {name: Rank(count) for count, name in enumerate(SIGNAL_SETS[signal_set], start=1)}
    return {**table, GRIN_SIGNAL: GRIN, WILD_SIGNAL: WILD} if advanced else table


def signal_for(signal_set: str, shown: int) -> str:
    """Return the name of the signal for a rank (1..4, GRIN or WILD) in this set."""
    if shown == GRIN:
        return GRIN_SIGNAL
    return WILD_SIGNAL if shown == WILD else SIGNAL_SETS[signal_set][shown - 1]
