"""What is printed on the cards of Face Off!: gems, their values, the trading signals. Source: the book, RULINGS.md."""

from __future__ import annotations

from typing import Final

SUITS: Final = ("diamond", "emerald", "ruby", "sapphire", "pearl", "opal", "amethyst", "topaz", "jade")
INDEX: Final = {suit: i for i, suit in enumerate(SUITS)}
LETTERS: Final = "DERSPOATJ"  # a gem's letter in a hand's text
GEM_VALUES: Final = {
    "diamond": 100,
    "ruby": 90,
    "emerald": 80,
    "sapphire": 70,
    "pearl": 60,
    "opal": 50,
    "amethyst": 40,
    "topaz": 30,
    "jade": 20,
}
GEMS_IN_SUIT: Final = 9
MAX_COUNT: Final = 4  # most cards in one trade

GRIN: Final = 5  # what a player shows: 1..4 cards, or one of these two
WILD: Final = 6
SHOWN: Final = {"1": 1, "2": 2, "3": 3, "4": 4, "grin": GRIN, "wild": WILD}
SHOWN_TEXT: Final = {shown: text for text, shown in SHOWN.items()}

# The four sets of Trading Signal Cards: the signal for 1, 2, 3 and 4 cards, by the names that the senses use.
SIGNAL_SETS: Final[dict[str, tuple[str, str, str, str]]] = {
    "A": ("chicken", "pig", "lamb", "turkey"),
    "B": ("tongue_out", "eyes_wide", "eyes_mouth_wide", "sour"),
    "C": ("cow", "seal", "monkey", "donkey"),
    "D": ("darting_tongue", "panting", "fish_gasp", "wet_dog_shake"),
}
GRIN_SIGNAL: Final = "grin"
WILD_SIGNAL: Final = "wild_thing"
# What the book suggests as Wild Thing signals; the dealer may invent any other.
WILD_SUGGESTIONS: Final = (
    "move every part of your face",
    "kiss",
    "super-hero",
    "about to sneeze",
    "about to get sick",
    "roll your head in circles",
    "slap your own face",
    "flip your tongue against your lip",
)


def signals(signal_set: str, advanced: bool) -> dict[str, int]:
    """Signal name -> what it shows (1..4, GRIN, WILD), for the signals that count in this hand."""
    table = {name: count for count, name in enumerate(SIGNAL_SETS[signal_set], start=1)}
    return {**table, GRIN_SIGNAL: GRIN, WILD_SIGNAL: WILD} if advanced else table


def signal_for(signal_set: str, shown: int) -> str:
    """The name of the signal that shows 1..4, GRIN or WILD in this signal set."""
    if shown == GRIN:
        return GRIN_SIGNAL
    return WILD_SIGNAL if shown == WILD else SIGNAL_SETS[signal_set][shown - 1]
