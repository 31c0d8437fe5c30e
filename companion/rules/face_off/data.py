"""What is printed on the cards of Face Off!: gems, their values, the trading signals. Source: the book, RULINGS.md."""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.rules.errors import lines_of

_GEMS: Final = [line.split() for line in lines_of("face-off", "deck.txt")]
SUITS: Final = tuple(name for name, _, _ in _GEMS)
INDEX: Final = {suit: i for i, suit in enumerate(SUITS)}
LETTERS: Final = "".join(letter for _, letter, _ in _GEMS)  # a gem's letter in a hand's text
GEM_VALUES: Final = {name: int(points) for name, _, points in sorted(_GEMS, key=lambda gem: -int(gem[2]))}
GEMS_IN_SUIT: Final = 9
MAX_COUNT: Final = 4  # most cards in one trade

Rank: TypeAlias = int
"""What a signal shows: 1..4 cards, GRIN or WILD."""
GRIN: Final = 5
WILD: Final = 6
SHOWN: Final[dict[str, Rank]] = {"1": 1, "2": 2, "3": 3, "4": 4, "grin": GRIN, "wild": WILD}
SHOWN_TEXT: Final = {shown: text for text, shown in SHOWN.items()}

_SHOWS: Final = {
    name: tuple(shown.split(", ")) for name, shown in (line.split(": ") for line in lines_of("face-off", "signals.txt"))
}
WILD_SUGGESTIONS: Final = _SHOWS.pop("wild")
SIGNAL_SETS: Final = _SHOWS  # name of a set -> the signal for 1, 2, 3 and 4 cards
GRIN_SIGNAL: Final = "grin"
WILD_SIGNAL: Final = "wild_thing"


def signals(signal_set: str, advanced: bool) -> dict[str, Rank]:
    """Signal name -> what it shows (1..4, GRIN, WILD), for the signals that count in this hand."""
    table = {name: count for count, name in enumerate(SIGNAL_SETS[signal_set], start=1)}
    return {**table, GRIN_SIGNAL: GRIN, WILD_SIGNAL: WILD} if advanced else table


def signal_for(signal_set: str, shown: Rank) -> str:
    """Return the name of the signal that shows 1..4, GRIN or WILD in this signal set."""
    if shown == GRIN:
        return GRIN_SIGNAL
    return WILD_SIGNAL if shown == WILD else SIGNAL_SETS[signal_set][shown - 1]
