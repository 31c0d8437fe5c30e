"""The options of Keep Smiling!: the two players, who begins, the length of a lane, the duel variant."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from companion.rules.options import Options, choice, integer_option, option, read_options, specs_of

NAME: Final = "keep-smiling"
PLAYERS: Final = range(2, 3)


@dataclass(frozen=True)
class KeepSmilingOptions(Options):
    """The options of a game. ``lane_length`` is the number of steps between the start fields.

    Seat ``first`` rolls first. With ``pieces`` "physical" the players use their own board: the engine learns at the end
    which pieces are on the chairs. With ``memory`` players see their own pieces only while they set them up.
    """

    lane_length: int = integer_option(12, 2, 60)
    duel: bool = option("flag", False)
    first: int = option("seat", 0)
    pieces: str = choice("digital", "physical")
    memory: bool = option("flag", False, late=True)


SPECS: Final = specs_of(NAME, KeepSmilingOptions)


def options(players: Collection[str], **values: object) -> KeepSmilingOptions:
    names, given = read_options(SPECS, PLAYERS, players, values)
    return KeepSmilingOptions(names, **given)
