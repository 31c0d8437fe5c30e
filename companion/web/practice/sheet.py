"""The sheet of whoever practises: signal by signal sure, weak or unknown, from the store that the table reads too."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final, TypeVar

from companion.ending import Work
from companion.errors import CompanionError
from companion.people.store import People
from companion.people.warmup.profile_sheet import cells_of
from companion.people.warmup.sheet import Cell
from companion.practice.drill_signals import EARS, EYES, of_sets
from companion.senses.faces.settings import shipped
from companion.senses.sounds.settings import SoundSettings
from companion.web.kit.sheet import cell_shown
from companion.words import Language

SIGNALS: Final = of_sets("ABCD", (EYES, EARS))
T = TypeVar("T")
_log = logging.getLogger(__name__)


class KeptSheet:
    """Worked out in a thread of its own, a player at a time. ``post`` runs a function on the server's thread,
    ``changed`` is called there when the sheet has come."""

    def __init__(self, post: Callable[[Callable[[], None]], None], changed: Callable[[], None]) -> None:
        self._post, self._changed = post, changed
        self._player = ""
        self._cells: tuple[Cell, ...] | None = None
        self._asked = 0

    def forget(self) -> None:
        """What is kept has changed: it is worked out again when somebody looks."""
        self._player, self._cells = "", None

    def shown(self, player: str, language: Language) -> list[dict[str, Any]] | None:
        """The player's cells in words; None while they are worked out."""
        if self._player != player:
            self._player, self._cells, self._asked = player, None, self._asked + 1
            Work(f"sheet {player}", self._work, player, self._asked).start()
        if self._cells is None:
            return None
        return [cell_shown(c, language) for c in self._cells]

    def _work(self, player: str, asked: int) -> None:
        face, sounds = _or_none(lambda: People().face(player)), _or_none(lambda: People().sounds(player))
        try:
            cells = cells_of(player, SIGNALS, face, sounds, seen=shipped(), heard=SoundSettings.load())
        except Exception:  # the edge of a thread: practice goes on without the sheet  # noqa: BLE001
            _log.exception("what is known of %s", player)
            cells = ()
        self._post(lambda: self._made(cells, asked))

    def _made(self, cells: tuple[Cell, ...], asked: int) -> None:
        if asked == self._asked:
            self._cells = cells
            self._changed()


def _or_none(read: Callable[[], T | None]) -> T | None:
    """A damaged profile is told where it is used."""
    try:
        return read()
    except CompanionError:
        return None
