"""The options of Factum, checked."""

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

NAME: Final = "factum"
PLAYERS: Final = range(4, 13)
HAND: Final = 5
TABLE_CARDS: Final = 5  # the cards to guess from are filled up to so many
STORY_POINTS: Final = 3


def _read_deck() -> int:
    text = resources.files(__package__).joinpath("deck.txt").read_text("utf-8")
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("cards "))


DECK: Final = _read_deck()
SPECS: Final = (
    OptionSpec(NAME, "cards", "choice", "digital", choices=("digital", "physical")),
    OptionSpec(NAME, "deck", "whole", DECK, 1, 10_000),
    OptionSpec(NAME, "target", "whole", 15, 1, 1000),
    OptionSpec(NAME, "finish", "choice", "at-once", choices=("at-once", "round-end")),
    OptionSpec(NAME, "max_ties", "whole", 3, 1, 1000),
    OptionSpec(NAME, "deadlock", "choice", "longest-waiting", choices=("longest-waiting", "first-voter", "chance")),
)


@dataclass(frozen=True)
class FactumOptions(Options):
    """Names, and the rulings that a table may see otherwise."""

    cards: str = "digital"
    deck: int = DECK
    target: int = 15
    finish: str = "at-once"
    max_ties: int = 3
    deadlock: str = "longest-waiting"

    @cached_property
    def n(self) -> int:
        return len(self.players)

    @cached_property
    def digital(self) -> bool:
        return self.cards == "digital"

    @cached_property
    def team(self) -> int:
        """Players in the storyteller's team: half, one more when the number is odd."""
        return (self.n + 1) // 2

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """All cards: their numbers, or as many zeros where the faces are known to the people alone."""
        return tuple(range(1, self.deck + 1)) if self.digital else (0,) * self.deck


def make(players: Collection[str], **values: Any) -> FactumOptions:
    """Validated options. Raises OptionsError."""
    names, given = read_options(SPECS, PLAYERS, players, values)
    options = FactumOptions(players=names, **given)
    need = HAND * options.n + max(0, TABLE_CARDS - 1 - options.n // 2)
    if options.deck < need:
        raise OptionsError(fact("factum.no.deck", n=options.n, need=need, deck=options.deck))
    return options
