"""Practice as the store of people asks for it: counted, exported, restored and deleted by name."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from companion.people.person import folded
from companion.practice.attempt import Attempt, Throw
from companion.practice.store import Store, default_path

T = TypeVar("T")


class PracticeKept:
    """``people.person.Practised`` over the practice database; none is made where none is."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path if path is not None else default_path()

    def names(self) -> list[str]:
        return self._ask(lambda store: store.players(), [])

    def count(self, name: str) -> int:
        return self._ask(lambda store: sum(_count(store, one) for one in _spelt(store, name)), 0)

    def export(self, name: str) -> list[dict[str, Any]]:
        """Attempts, then throws of the dice, each oldest first."""
        nothing: list[dict[str, Any]] = []
        rows = self._ask(lambda store: [row for one in _spelt(store, name) for row in _rows(store, one)], nothing)
        return sorted(rows, key=lambda row: ("drill" not in row, row["at"]))

    def restore(self, name: str, rows: list[Any]) -> None:
        """Raises ValueError, KeyError or TypeError for what is no row; then nothing is kept."""
        attempts = [_attempt(row) for row in rows if "drill" in row]
        throws = [_throw(row) for row in rows if "drill" not in row]
        with Store(self._path) as store:
            store.add_all(name, attempts)
            for throw in throws:
                store.add_throw(name, throw)

    def delete(self, name: str) -> int:
        def forget(store: Store) -> int:
            gone = 0
            for one in _spelt(store, name):
                gone += _count(store, one)
                store.delete(one)
            return gone

        return self._ask(forget, 0)

    def _ask(self, question: Callable[[Store], T], nothing: T) -> T:
        if not self._path.exists():
            return nothing
        with Store(self._path) as store:
            return question(store)


def _spelt(store: Store, name: str) -> list[str]:
    """How the player's name was written in practice."""
    known = folded(name)
    return [one for one in store.players() if folded(one) == known]


def _count(store: Store, name: str) -> int:
    return len(store.attempts(name)) + len(store.throws(name))


def _rows(store: Store, name: str) -> list[dict[str, Any]]:
    names = ("drill", "asked", "made", "hit", "onset", "recognised", "score")
    attempts = [{**{n: getattr(a, n) for n in names}, "at": a.at.isoformat()} for a in store.attempts(name)]
    throws = [
        {"read": list(t.read), "fell": list(t.fell), "asked": t.asked, "at": t.at.isoformat()}
        for t in store.throws(name)
    ]
    return [*attempts, *throws]


def _attempt(row: Any) -> Attempt:
    made, numbers = row["made"], ("onset", "recognised", "score")
    return Attempt(
        drill=str(row["drill"]),
        asked=str(row["asked"]),
        made=None if made is None else str(made),
        hit=bool(row["hit"]),
        at=datetime.fromisoformat(row["at"]),
        **{n: None if row[n] is None else float(row[n]) for n in numbers},
    )


def _throw(row: Any) -> Throw:
    read, fell = (tuple(int(v) for v in row[k]) for k in ("read", "fell"))
    return Throw(read, fell, bool(row["asked"]), datetime.fromisoformat(row["at"]))
