"""The options of FTW?!: players in seating order (clockwise), who begins, the number of rounds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from companion.rules.ftw.actions import HAND_SIZES
from companion.rules.options import Options, choice, integer_option, option, read_options, specs_of

NAME: Final = "ftw"
PLAYERS: Final = range(min(HAND_SIZES), max(HAND_SIZES) + 1)


@dataclass(frozen=True)
class FTWOptions(Options):
    """The options of a game. Seat ``first`` begins the first round; ``rounds`` is by default the number of players.

    With ``cards`` "physical" the players deal their own cards and report what they play.
    """

    first: int = option("seat", 0)
    rounds: int = integer_option(None, 1, 60)
    cards: str = choice("digital", "physical", late=True)


SPECS: Final = specs_of(NAME, FTWOptions)


def options(players: Collection[str], **values: object) -> FTWOptions:
    names, given = read_options(SPECS, PLAYERS, players, values)
    return FTWOptions(names, **{**given, "rounds": given["rounds"] or len(names)})
