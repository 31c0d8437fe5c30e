"""What is fixed before the first deal: names in seating order (clockwise), who begins, how many rounds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from companion.rules.errors import OptionsError, RulesError
from companion.rules.fields import check_known, check_whole
from companion.rules.ftw.actions import HAND
from companion.rules.notation import check_players, find_player
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
    return FTWOptions(names, _seat(values.get("first", 0), names), rounds)


def _seat(value: object, names: tuple[str, ...]) -> int:
    """A seat by number or by name."""
    if isinstance(value, str):
        try:
            return find_player(value, names)
        except RulesError as error:
            raise OptionsError(f"first is {value!r}: {error.message}") from error
    return check_whole("first", value, 0, len(names) - 1)
