"""What is fixed before the first deal: names in seating order (clockwise), who begins, how many rounds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from companion.rules.errors import OptionsError
from companion.rules.ftw.actions import HAND
from companion.rules.protocol import Options

NAME_LENGTH: Final = 40
MOST_ROUNDS: Final = 60


@dataclass(frozen=True)
class FTWOptions(Options):
    """Two to six names, clockwise; seat ``first`` begins round one; ``rounds`` as many as players by the book."""

    first: int
    rounds: int


def make(players: Collection[str], **values: Any) -> FTWOptions:
    """Validated options. Raises OptionsError."""
    names = _names(players)
    unknown = sorted(set(values) - {"first", "rounds"})
    if unknown:
        raise OptionsError(f"FTW?! has no option {unknown[0]!r}; it has first and rounds.")
    first, rounds = values.get("first", 0), values.get("rounds", len(names))
    if type(first) is not int or not 0 <= first < len(names):
        raise OptionsError(f"first is {first!r}; give the seat that begins, 0 to {len(names) - 1}.")
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        raise OptionsError(f"rounds is {rounds!r}; give a whole number from 1 to {MOST_ROUNDS}.")
    return FTWOptions(names, first, rounds)


def _names(players: Collection[str]) -> tuple[str, ...]:
    if isinstance(players, str) or not all(isinstance(name, str) for name in players):
        raise OptionsError("The players are a list of names.")
    names = tuple(players)
    if len(names) not in HAND:
        raise OptionsError(f"FTW?! is for 2 to 6 players, not {len(names)}.")
    for name in names:
        if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > NAME_LENGTH:
            raise OptionsError(f"{name!r} is no name; use 1 to {NAME_LENGTH} printable characters, no outer spaces.")
    if len({name.casefold() for name in names}) != len(names):
        raise OptionsError("Two players have the same name; give each a name of their own.")
    return names
