"""Practice data of a player by name, for listing, export, restoring and deletion of a player's data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from companion.facts import Fact
from companion.people.attempt import Attempt, Throw
from companion.people.person import player_key
from companion.practice.store import PracticeStore, default_path

T = TypeVar("T")


class PracticePersonalData:
    """Implements ``people.person.PracticeSummary`` with the practice database.

    A missing file is not created by reading.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path if path is not None else default_path()

    def names(self) -> list[str]:
        return self._ask(lambda store: store.players(), [])

    def count(self, name: str) -> int:
        return self._ask(lambda store: sum(store.count(one) for one in _spelt(store, name)), 0)

    def export(self, name: str) -> list[dict[str, Any]]:
        """Return the player's attempts, then the throws of dice, each oldest first, as JSON objects."""
        nothing: list[dict[str, Any]] = []
        rows = self._ask(lambda store: [row for one in _spelt(store, name) for row in _rows(store, one)], nothing)
        return sorted(rows, key=lambda row: ("drill" not in row, row["at"]))

    def troubles(self, name: str) -> list[Fact]:
        nothing: list[Fact] = []
        return self._ask(lambda store: [t for one in _spelt(store, name) for t in store.troubles(one)], nothing)

    def restore(self, name: str, attempts: Sequence[Attempt], throws: Sequence[Throw], *, instead: bool) -> None:
        if attempts or throws or (instead and self._path.exists()):
            with PracticeStore(self._path) as store:
                store.add_all(name, attempts, throws, _spelt(store, name) if instead else ())

    def delete(self, name: str) -> int:
        def forget(store: PracticeStore) -> int:
            gone = 0
            for one in _spelt(store, name):
                gone += store.count(one)
                store.delete(one)
            return gone

        return self._ask(forget, 0)

    def _ask(self, question: Callable[[PracticeStore], T], nothing: T) -> T:
        if not self._path.exists():
            return nothing
        with PracticeStore(self._path) as store:
            return question(store)


def _spelt(store: PracticeStore, name: str) -> list[str]:
    """Return all names in the database that are spellings of this name."""
    known = player_key(name)
    return [one for one in store.players() if player_key(one) == known]


def _rows(store: PracticeStore, name: str) -> list[dict[str, Any]]:
    rows: list[Attempt | Throw] = [*store.attempts(name), *store.throws(name)]
    return [{**asdict(row), "at": row.at.isoformat()} for row in rows]
