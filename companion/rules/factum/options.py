"""The options of Factum, checked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from importlib import resources
from typing import Any, Final

from companion.rules.errors import OptionsError
from companion.rules.fields import check_choice, check_known, check_whole
from companion.rules.notation import check_players
from companion.rules.protocol import Options

TITLE: Final = "Factum"
PLAYERS: Final = range(4, 13)
HAND: Final = 5
TABLE_CARDS: Final = 5  # the cards to guess from are filled up to so many
STORY_POINTS: Final = 3


def _read_deck() -> int:
    text = resources.files(__package__).joinpath("deck.txt").read_text("utf-8")
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("cards "))


DECK: Final = _read_deck()


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


HELP: Final[Mapping[str, tuple[str, str]]] = {
    "cards": ("digital: dealt and mixed here; physical: your own cards, the table says whose card was chosen",
              "digital: hier gegeben und gemischt; physical: eure Karten, der Tisch sagt, wessen Karte gewählt wurde"),
    "deck": ("how many cards there are", "wie viele Karten es gibt"),
    "target": ("points that win the game", "Punkte zum Sieg"),
    "finish": ("the game ends at-once when a player reaches the target, or at the round-end after the best story",
               "das Spiel endet sofort am Ziel (at-once) oder nach der Wahl der besten Geschichte (round-end)"),
    "max_ties": ("so many tied votes of the guessing team, then the deadlock is broken",
                 "so viele Gleichstände im Rateteam, dann wird entschieden"),
    "deadlock": ("who decides then: longest-waiting (longest not a captain), first-voter, or chance",
                 "wer dann entscheidet: longest-waiting (am längsten kein Kapitän), first-voter (wer zuerst gestimmt "
                 "hat) oder chance (das Los)"),
}


def make(players: Collection[str], values: Mapping[str, Any]) -> FactumOptions:
    """Validated options. Raises OptionsError in one sentence."""
    names = check_players(players, PLAYERS, TITLE)
    given: dict[str, Any] = {f.name: f.default for f in fields(FactumOptions) if f.name != "players"}
    check_known(TITLE, values, given)
    given.update(values)
    check_choice("cards", given["cards"], ("digital", "physical"))
    check_choice("finish", given["finish"], ("at-once", "round-end"))
    check_choice("deadlock", given["deadlock"], ("longest-waiting", "first-voter", "chance"))
    check_whole("deck", given["deck"], 1, 10_000)
    check_whole("target", given["target"], 1, 1000)
    check_whole("max_ties", given["max_ties"], 1, 1000)
    options = FactumOptions(players=names, **given)
    need = HAND * options.n + max(0, TABLE_CARDS - 1 - options.n // 2)
    if options.deck < need:
        raise OptionsError(f"{options.n} players need at least {need} cards; the deck has {options.deck}.",
                           f"{options.n} Spieler brauchen mindestens {need} Karten; es gibt {options.deck}.")
    return options
