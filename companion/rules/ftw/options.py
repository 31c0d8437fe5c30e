"""What is fixed before the first deal: names in seating order (clockwise), who begins, how many rounds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from companion.rules.ftw.actions import HAND
from companion.rules.options import Options, option, read_options, specs_of, whole

NAME: Final = "ftw"
PLAYERS: Final = range(min(HAND), max(HAND) + 1)


@dataclass(frozen=True)
class FTWOptions(Options):
    """Two to six names, clockwise; seat ``first`` begins round one; ``rounds`` as many as players by the book."""

    first: int = option("seat", 0)
    rounds: int = whole(None, 1, 60)


SPECS: Final = specs_of(NAME, FTWOptions)


def options(players: Collection[str], **values: object) -> FTWOptions:
    names, given = read_options(SPECS, PLAYERS, players, values)
    return FTWOptions(names, given["first"], given["rounds"] or len(names))
