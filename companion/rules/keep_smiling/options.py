"""What is fixed before the first roll: names, who begins, the length of a lane, the duel variant."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from companion.rules.options import OptionSpec, read_options
from companion.rules.protocol import Options

NAME: Final = "keep-smiling"
PLAYERS: Final = range(2, 3)
SPECS: Final = (
    OptionSpec(NAME, "lane_length", "whole", 12, 2, 60),
    OptionSpec(NAME, "duel", "flag", False),
    OptionSpec(NAME, "first", "seat", 0),
    OptionSpec(NAME, "pieces", "choice", "digital", choices=("digital", "physical")),
    OptionSpec(NAME, "memory", "flag", False, late=True),
)


@dataclass(frozen=True)
class KeepSmilingOptions(Options):
    """Two names; ``lane_length`` steps between the start fields; ``duel`` variant; seat ``first`` rolls first.

    With ``pieces`` "physical" the players have their own board: which piece is where stays unknown until the table says
    what the chairs show. With ``memory`` players see their own pieces while they set up and then no more.
    """

    lane_length: int = 12
    duel: bool = False
    first: int = 0
    pieces: str = "digital"
    memory: bool = False


def make(players: Collection[str], **values: Any) -> KeepSmilingOptions:
    """Validated options. Raises OptionsError."""
    names, given = read_options(SPECS, PLAYERS, players, values)
    return KeepSmilingOptions(names, **given)
