"""What is fixed before the first deal: names in seating order (clockwise), who begins, how many rounds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from companion.rules.fields import check_known, check_seat, check_whole
from companion.rules.ftw.actions import HAND
from companion.rules.notation import check_players
from companion.rules.protocol import Options

TITLE: Final = "FTW?!"
MOST_ROUNDS: Final = 60


@dataclass(frozen=True)
class FTWOptions(Options):
    """Two to six names, clockwise; seat ``first`` begins round one; ``rounds`` as many as players by the book."""

    first: int
    rounds: int


def make(players: Collection[str], **values: Any) -> FTWOptions:
    """Validated options. Raises OptionsError."""
    names = check_players(players, range(min(HAND), max(HAND) + 1), TITLE)
    check_known(TITLE, values, ("first", "rounds"))
    rounds = check_whole("rounds", values.get("rounds", len(names)), 1, MOST_ROUNDS)
    return FTWOptions(names, check_seat("first", values.get("first", 0), names), rounds)
