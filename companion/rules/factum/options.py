"""The options of Factum, with their checks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.facts import fact
from companion.rules.errors import OptionsError
from companion.rules.options import Options, choice, deck_of, integer_option, read_options, specs_of

NAME: Final = "factum"
PLAYERS: Final = range(4, 13)
HAND_SIZE: Final = 5
TABLE_CARDS: Final = 5  # the pile adds cards on the table up to this number
STORY_POINTS: Final = 3  # points for the title of the best story


@dataclass(frozen=True)
class FactumOptions(Options):
    """The options of a game: the players, and rules that tables may choose."""

    cards: str = choice("digital", "physical")
    deck: int = integer_option(deck_of(NAME)["cards"], 1, 10_000)
    target: int = integer_option(15, 1, 1000)
    finish: str = choice("at-once", "round-end")
    max_ties: int = integer_option(3, 1, 1000)
    deadlock: str = choice("longest-waiting", "first-voter", "chance")

    @cached_property
    def team(self) -> int:
        """The size of the storyteller's team: half of the players, rounded up."""
        return (self.n + 1) // 2

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """All card numbers; for physical cards the same number of zeros."""
        return tuple(range(1, self.deck + 1)) if self.digital else (0,) * self.deck


SPECS: Final = specs_of(NAME, FactumOptions)


def options(players: Collection[str], **values: object) -> FactumOptions:
    names, given = read_options(SPECS, PLAYERS, players, values)
    made = FactumOptions(players=names, **given)
    need = HAND_SIZE * made.n + max(0, TABLE_CARDS - 1 - made.n // 2)
    if made.deck < need:
        raise OptionsError(fact("factum.no.deck", n=made.n, need=need, deck=made.deck))
    return made
