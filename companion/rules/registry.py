"""The games by name. Every package in this folder is a game, imported on first use."""

from __future__ import annotations

import copyreg
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

from companion.facts import fact
from companion.rules.errors import OptionsError
from companion.rules.notation import shorten_repr
from companion.rules.protocol import Game

LISTED_FIRST: Final = (
    "face-off",
    "keep-smiling",
    "face-cards",
    "ftw",
    "factum",
)  # listed in this order, before any others


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games, in the order in which they are listed."""
    found = {module.name.replace("_", "-") for module in iter_modules([str(Path(__file__).parent)]) if module.ispkg}
    return (*(name for name in LISTED_FIRST if name in found), *sorted(found.difference(LISTED_FIRST)))


def get(name: str) -> Game[Any, Any, Any]:
    """Return the game with this name. Raises OptionsError if there is none."""
    key = name.strip().casefold().rstrip("!?").replace(" ", "-").replace("_", "-") if isinstance(name, str) else ""
    if key not in names():
        raise OptionsError(fact("option.no.game", name=shorten_repr(name), games=names()))
    game: Game[Any, Any, Any] = import_module(f"{__package__}.{key.replace('-', '_')}.game").GAME
    return game


copyreg.pickle(Game, lambda game: (get, (game.name,)))  # a game's functions cannot be pickled, so its name is
