"""What is fixed before the first deal: names in seating order (clockwise), who begins, how many rounds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from companion.rules.ftw.actions import HAND
from companion.rules.options import OptionSpec, read_options
from companion.rules.protocol import Options

NAME: Final = "ftw"
PLAYERS: Final = range(min(HAND), max(HAND) + 1)
SPECS: Final = (
    OptionSpec(NAME, "first", "seat", 0),
    OptionSpec(NAME, "rounds", "whole", None, 1, 60),
)


@dataclass(frozen=True)
class FTWOptions(Options):
    """Two to six names, clockwise; seat ``first`` begins round one; ``rounds`` as many as players by the book."""

    first: int
    rounds: int


def make(players: Collection[str], **values: Any) -> FTWOptions:
    """Validated options. Raises OptionsError."""
    names, given = read_options(SPECS, PLAYERS, players, values)
    return FTWOptions(names, given["first"], given["rounds"] or len(names))
