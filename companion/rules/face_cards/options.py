"""The options of Face Cards, checked, and what follows from them (hand size, cards in the centre, rounds)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any, Final

from companion.facts import fact
from companion.rules.errors import OptionsError
from companion.rules.options import OptionSpec, read_options
from companion.rules.protocol import Options

NAME: Final = "face-cards"
PLAYERS: Final = range(3, 8)
VARIANTS: Final = ("base", "kenner", "koenner", "risiko")
ENGLISH: Final = {"improv-talents": "kenner", "secret-agents": "koenner", "risky-moves": "risiko", "könner": "koenner"}
CATEGORIES: Final = ("people", "animals", "objects")
MAX_BLANK: Final = 10


def _read_deck() -> dict[str, int]:
    text = resources.files(__package__).joinpath("deck.txt").read_text("utf-8")
    lines = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {name: int(count) for name, count in lines}


DECK: Final = _read_deck()
SPECS: Final = (
    OptionSpec(NAME, "variant", "choice", "base", choices=VARIANTS, aliases=ENGLISH),
    OptionSpec(NAME, "cards", "choice", "digital", choices=("digital", "physical")),
    OptionSpec(NAME, "first", "choice", "table", choices=("table", "chance")),
    OptionSpec(NAME, "not_own", "choice", "cards", choices=("cards", "pair")),
    OptionSpec(NAME, "max_flop_rounds", "whole", 3, 0, 1000),
    OptionSpec(NAME, "starts_each", "whole", 0, 0, 100),
    *(OptionSpec(NAME, name, "whole", DECK[name], 0, 1000) for name in CATEGORIES),
    *(OptionSpec(NAME, f"blank_{name}", "whole", 0, 0, MAX_BLANK) for name in CATEGORIES),
    OptionSpec(NAME, "shortage", "choice", "fewer", choices=("fewer", "end"), late=True),
)


@dataclass(frozen=True)
class FaceCardsOptions(Options):
    """Names, variant, and the rulings that a table may see otherwise; the derived values follow the book."""

    variant: str = "base"
    cards: str = "digital"
    first: str = "table"
    not_own: str = "cards"
    max_flop_rounds: int = 3
    starts_each: int = 0
    people: int = DECK["people"]
    animals: int = DECK["animals"]
    objects: int = DECK["objects"]
    blank_people: int = 0
    blank_animals: int = 0
    blank_objects: int = 0
    shortage: str = "fewer"

    @cached_property
    def n(self) -> int:
        return len(self.players)

    @cached_property
    def digital(self) -> bool:
        return self.cards == "digital"

    @cached_property
    def hand(self) -> int:
        """Cards in hand: 7 with up to five players, else 6; one fewer in Kenner."""
        return (7 if self.n <= 5 else 6) - (self.variant == "kenner")

    @cached_property
    def pairs(self) -> int:
        """Pairs that a player lays in a round."""
        return 2 if self.variant == "risiko" else 1

    @cached_property
    def played(self) -> int:
        """Cards that a player lays from the hand in a round, and draws back after it."""
        return 1 if self.variant == "kenner" else 2 * self.pairs

    @cached_property
    def fill(self) -> int:
        """Cards of the draw pile that are mixed into the centre."""
        if self.variant == "koenner":
            return 0
        if self.variant == "risiko":
            return max(0, 9 - 2 * self.n)
        return 3 if self.n <= 4 else 1

    @cached_property
    def rounds(self) -> int:
        """Rounds of the whole game: everyone starts 3 times (3 players), twice (4, 5) or once (6, 7)."""
        return self.n * (self.starts_each or {3: 3, 4: 2, 5: 2}.get(self.n, 1))

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """The category of each card, by its number (place 0 stands for a card that the engine cannot see)."""
        printed = [name for name in CATEGORIES for _ in range(getattr(self, name))]
        blank = [name for name in CATEGORIES for _ in range(getattr(self, f"blank_{name}"))]
        return ("", *printed, *blank)

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """All cards: their numbers, or as many zeros where the faces are known to the people alone."""
        total = len(self.categories) - 1
        return tuple(range(1, total + 1)) if self.digital else (0,) * total


def make(players: Collection[str], **values: Any) -> FaceCardsOptions:
    """Validated options. Raises OptionsError."""
    names, given = read_options(SPECS, PLAYERS, players, values)
    options = FaceCardsOptions(players=names, **given)
    if sum(given[f"blank_{name}"] for name in CATEGORIES) > MAX_BLANK:
        raise OptionsError(fact("face-cards.no.blanks", most=MAX_BLANK))
    if options.variant == "risiko" and options.n > 5:
        raise OptionsError(fact("face-cards.no.risiko", n=options.n))
    need = options.n * options.hand + 1 + options.fill + (options.n if options.variant == "kenner" else 0)
    if len(options.deck) < need:
        raise OptionsError(fact("face-cards.no.deck", need=need, n=len(options.deck)))
    return options
