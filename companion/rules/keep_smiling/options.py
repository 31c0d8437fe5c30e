"""What is fixed before the first roll: names, who begins, the length of a lane, the duel variant."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from companion.rules.errors import OptionsError
from companion.rules.protocol import Options

SHORTEST, LONGEST = 2, 60
NAME_LENGTH: Final = 40


@dataclass(frozen=True)
class KeepSmilingOptions(Options):
    """Two names; ``lane_length`` steps between the start fields; ``duel`` variant; seat ``first`` rolls first."""

    lane_length: int = 12
    duel: bool = False
    first: int = 0


def make(players: Collection[str], **values: Any) -> KeepSmilingOptions:
    """Validated options. Raises OptionsError."""
    names = _names(players)
    unknown = sorted(set(values) - {"lane_length", "duel", "first"})
    if unknown:
        raise OptionsError(f"Keep Smiling! has no option {unknown[0]!r}; it has lane_length, duel and first.")
    options = KeepSmilingOptions(names, **values)
    if type(options.lane_length) is not int or not SHORTEST <= options.lane_length <= LONGEST:
        raise OptionsError(f"lane_length is {options.lane_length!r}; give a whole number from {SHORTEST} to {LONGEST}.")
    if type(options.duel) is not bool:
        raise OptionsError(f"duel is {options.duel!r}; give true or false.")
    if type(options.first) is not int or options.first not in (0, 1):
        raise OptionsError(f"first is {options.first!r}; give the seat that rolls first, 0 or 1.")
    return options


def _names(players: Collection[str]) -> tuple[str, ...]:
    if isinstance(players, str) or not all(isinstance(name, str) for name in players):
        raise OptionsError("The players are a list of names.")
    names = tuple(players)
    if len(names) != 2:
        raise OptionsError(f"Keep Smiling! is for 2 players, not {len(names)}; name two.")
    for name in names:
        if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > NAME_LENGTH:
            raise OptionsError(f"{name!r} is no name; use 1 to {NAME_LENGTH} printable characters, no outer spaces.")
    if names[0].casefold() == names[1].casefold():
        raise OptionsError(f"Two players are called {names[0]!r}; give each a name of their own.")
    return names
