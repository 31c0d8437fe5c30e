"""The games by name, imported when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from companion.facts import fact
from companion.rules.errors import OptionsError
from companion.rules.notation import shown
from companion.rules.protocol import Game

MODULES: Final = {
    "face-off": "companion.rules.face_off",
    "keep-smiling": "companion.rules.keep_smiling",
    "face-cards": "companion.rules.face_cards",
    "ftw": "companion.rules.ftw",
    "factum": "companion.rules.factum",
}


def names() -> tuple[str, ...]:
    """All games, in the order in which they are listed."""
    return tuple(MODULES)


def get(name: str) -> Game[Any, Any, Any]:
    """The game of that name. Raises OptionsError for another one."""
    key = name.strip().casefold().rstrip("!?").replace(" ", "-").replace("_", "-") if isinstance(name, str) else ""
    if key not in MODULES:
        raise OptionsError(fact("option.no.game", name=shown(name), games=tuple(MODULES)))
    game: Game[Any, Any, Any] = import_module(MODULES[key]).GAME
    return game
