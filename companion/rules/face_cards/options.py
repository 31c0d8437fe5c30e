"""The options of Face Cards, and the values that follow from them (hand size, cards in the centre, rounds)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.facts import fact
from companion.rules.errors import OptionsError
from companion.rules.options import Options, choice, deck_of, integer_option, read_options, specs_of

NAME: Final = "face-cards"
PLAYERS: Final = range(3, 8)
VARIANTS: Final = ("base", "kenner", "koenner", "risiko")
VARIANT_ALIASES: Final = {
    "improv-talents": "kenner",
    "secret-agents": "koenner",
    "risky-moves": "risiko",
    "könner": "koenner",
}
CATEGORIES: Final = ("people", "animals", "objects")
MAX_BLANK: Final = 10  # blank cards in the box


UPGRADES: Final = {1: {"shortage": "end"}}  # version -> option values that its games imply


_DECK: Final = deck_of(NAME)


@dataclass(frozen=True)
class FaceCardsOptions(Options):
    """The options of a game: the players, the variant, and rules that tables may choose."""

    variant: str = choice(*VARIANTS, aliases=VARIANT_ALIASES)
    cards: str = choice("digital", "physical")
    first: str = choice("table", "chance")
    not_own: str = choice("cards", "pair")
    max_flop_rounds: int = integer_option(3, 0, 1000)
    starts_each: int = integer_option(0, 0, 100)
    people: int = integer_option(_DECK["people"], 0, 1000)
    animals: int = integer_option(_DECK["animals"], 0, 1000)
    objects: int = integer_option(_DECK["objects"], 0, 1000)
    blank_people: int = integer_option(0, 0, MAX_BLANK)
    blank_animals: int = integer_option(0, 0, MAX_BLANK)
    blank_objects: int = integer_option(0, 0, MAX_BLANK)
    shortage: str = choice("fewer", "end", late=True)

    @cached_property
    def hand(self) -> int:
        """The number of cards in a hand: 7 with up to five players, else 6; one fewer in Kenner."""
        return (7 if self.n <= 5 else 6) - (self.variant == "kenner")

    @cached_property
    def pairs(self) -> int:
        """The number of pairs that a player lays in a round."""
        return 2 if self.variant == "risiko" else 1

    @cached_property
    def cards_per_round(self) -> int:
        """The number of cards that a player lays from the hand in a round, and draws again after it."""
        return 1 if self.variant == "kenner" else 2 * self.pairs

    @cached_property
    def fill(self) -> int:
        """The number of cards from the draw pile that are added to the centre."""
        if self.variant == "koenner":
            return 0
        if self.variant == "risiko":
            return max(0, 9 - 2 * self.n)
        return 3 if self.n <= 4 else 1

    @cached_property
    def rounds(self) -> int:
        """The number of rounds: everyone starts 3 times (3 players), twice (4 or 5) or once (6 or 7)."""
        return self.n * (self.starts_each or {3: 3, 4: 2, 5: 2}.get(self.n, 1))

    @cached_property
    def places(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each player, the pairs of places of physical cards, as (number of the front place, 0).

        The 0 stands for the card that lies somewhere in the centre. Könner has no front cards: its pairs are (0, 0).
        """
        if self.variant == "koenner":
            return (((0, 0),),) * self.n
        return tuple(tuple((p * self.pairs + i, 0) for i in range(1, self.pairs + 1)) for p in range(self.n))

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """The category of each card by its number; index 0 is a card that the engine cannot see."""
        printed = [name for name in CATEGORIES for _ in range(getattr(self, name))]
        blank = [name for name in CATEGORIES for _ in range(getattr(self, f"blank_{name}"))]
        return ("", *printed, *blank)

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """All card numbers; for physical cards the same number of zeros."""
        total = len(self.categories) - 1
        return tuple(range(1, total + 1)) if self.digital else (0,) * total


SPECS: Final = specs_of(NAME, FaceCardsOptions)


def options(players: Collection[str], **values: object) -> FaceCardsOptions:
    names, given = read_options(SPECS, PLAYERS, players, values)
    made = FaceCardsOptions(players=names, **given)
    if sum(given[f"blank_{name}"] for name in CATEGORIES) > MAX_BLANK:
        raise OptionsError(fact("face-cards.no.blanks", most=MAX_BLANK))
    if made.variant == "risiko" and made.n > 5:
        raise OptionsError(fact("face-cards.no.risiko", n=made.n))
    need = made.n * made.hand + 1 + made.fill + (made.n if made.variant == "kenner" else 0)
    if len(made.deck) < need:
        raise OptionsError(fact("face-cards.no.deck", need=need, n=len(made.deck)))
    return made
