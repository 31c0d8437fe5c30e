"""The practice database: players, attempts and throws in one local SQLite file with a versioned schema.

``PRAGMA user_version`` is the schema's version. An older file is migrated in one transaction, a newer one is refused.
"""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from companion import private, resources
from companion.config import settings, writable
from companion.errors import BadInput, StorageError
from companion.facts import Fact, fact
from companion.names import is_printable
from companion.people.attempt import Attempt, Throw, offset_minutes
from companion.practice import rows
from companion.practice.confirmed_plays import AddedPlays

_MIGRATION_SCRIPTS = re.split(
    r"^-- version .*\n", resources.path("practice/migrations.sql").read_text("utf-8"), flags=re.MULTILINE
)
MIGRATIONS = tuple(tuple(step.strip() for step in steps.split(";") if step.strip()) for steps in _MIGRATION_SCRIPTS[1:])
"""MIGRATIONS[v]: the SQL statements that migrate a database from version v to v + 1."""
VERSION = len(MIGRATIONS)
T = TypeVar("T")
COLUMNS = {
    "attempt": "drill, asked, made, hit, onset, recognised, score, at, zone",
    "throw": "read, fell, asked, at, zone",
    "addition": "takes, created, scores, signals",
}


def default_path() -> Path:
    """Return the path of this machine's practice database."""
    return settings().data_folder / "practice.sqlite3"


class PracticeStore:
    """An open practice database; close it, or use it in ``with``. All methods raise StorageError if the file fails."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path if path is not None else default_path()
        writable(self.path.parent)
        with contextlib.suppress(OSError):  # if it cannot be created, SQLite reports why
            private.touch(self.path)
            private.tighten(self.path, 0o600)
        with self._storage_errors():
            self._db = sqlite3.connect(self.path, isolation_level=None, timeout=5.0)
            self._db.text_factory = lambda raw: raw.decode("utf-8", "replace")  # bad text must not end a listing
        try:
            with self._storage_errors():
                self._db.execute("PRAGMA foreign_keys = ON")
                self._db.execute("PRAGMA secure_delete = ON")  # overwrites deleted data
                self._migrate()
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> PracticeStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    def players(self) -> list[str]:
        """Return the names of all players, sorted; a name that cannot be read is replaced by its number, as "#3"."""
        return sorted(self._players().values())

    def _players(self) -> dict[int, str]:
        with self._storage_errors():
            return {key: _display_name(key, name) for key, name in self._db.execute("SELECT id, name FROM player")}

    def latest_player(self) -> str:
        """Return the player who practised last; "" if nobody has."""
        with self._storage_errors():
            found = self._db.execute(
                "SELECT player FROM (SELECT player, at FROM attempt UNION ALL SELECT player, at FROM throw)"
                " ORDER BY at DESC LIMIT 1"
            ).fetchone()
        return "" if found is None else self._players().get(found[0], "")

    def add(self, player: str, attempt: Attempt) -> None:
        """Store one attempt; the player is added if new."""
        self.add_all(player, [attempt])

    def add_throw(self, player: str, throw: Throw) -> None:
        """Store one throw of the dice check; the player is added if new."""
        self.add_all(player, [], [throw])

    def add_all(
        self, player: str, attempts: Sequence[Attempt], throws: Sequence[Throw] = (), instead: Sequence[str] = ()
    ) -> None:
        """Store attempts and throws in one transaction.

        Args:
            player: The player.
            attempts: The attempts.
            throws: The throws.
            instead: Players to delete first, with all their data.
        """
        gone = [(key,) for key, name in self._players().items() if name in instead]
        with self._storage_errors(), self._transaction():
            self._db.executemany("DELETE FROM player WHERE id = ?", gone)
            if not attempts and not throws:
                return
            key = self._key(player)
            self._db.executemany(
                f"INSERT INTO attempt(player, {COLUMNS['attempt']}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        key,
                        a.drill,
                        a.asked,
                        a.made,
                        int(a.hit),
                        a.onset,
                        a.recognised,
                        a.score,
                        a.at.timestamp(),
                        offset_minutes(a.at),
                    )
                    for a in attempts
                ],
            )
            self._db.executemany(
                "INSERT INTO throw(player, read, fell, asked, at, zone) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (
                        key,
                        rows.digits(t.read),
                        rows.digits(t.fell),
                        int(t.asked),
                        t.at.timestamp(),
                        offset_minutes(t.at),
                    )
                    for t in throws
                ],
            )

    def _key(self, player: str) -> int:
        """Return the id of the player's row, which is added if it is missing; call it within a transaction."""
        name = check_name(player)
        self._db.execute("INSERT OR IGNORE INTO player(name) VALUES (?)", (name,))
        return int(self._db.execute("SELECT id FROM player WHERE name = ?", (name,)).fetchone()[0])

    def attempts(self, player: str) -> list[Attempt]:
        """Return a player's attempts that can be read, oldest first.

        Raises:
            BadInput: There is no such player.
        """
        return list(self._rows(self._player_key(player), "attempt", rows.attempt)[0].values())

    def throws(self, player: str) -> list[Throw]:
        """Return a player's throws that can be read, oldest first; empty for an unknown player."""
        key = self._maybe(player)
        return [] if key is None else list(self._rows(key, "throw", rows.throw)[0].values())

    def _rows(self, key: int, table: str, of: Callable[[rows.Row], T]) -> tuple[dict[int, T], list[int]]:
        """Return a player's rows of a table as objects, and the ids of rows that cannot be read.

        Args:
            key: Id of the player.
            table: The table.
            of: Turns a row into an object.

        Returns:
            Objects by row id, oldest first; and the ids of unreadable rows.
        """
        order, columns = "id" if table == "addition" else "at, id", COLUMNS[table]
        with self._storage_errors():
            asked = self._db.execute(f"SELECT id, {columns} FROM {table} WHERE player = ? ORDER BY {order}", (key,))
            found = asked.fetchall()
        good, bad = dict[int, T](), list[int]()
        for number, *values in found:
            try:
                good[number] = of(dict(zip(columns.split(", "), values, strict=True)))
            except rows.UNREADABLE_ERRORS:
                bad.append(number)
        return good, bad

    def troubles(self, player: str) -> list[Fact]:
        """Return a fact on the player's rows that cannot be read and are left out; [] if there are none."""
        key = self._maybe(player)
        if key is None:
            return []
        kinds: dict[str, Callable[[rows.Row], object]] = {
            "attempt": rows.attempt,
            "throw": rows.throw,
            "addition": rows.addition,
        }
        records = [f"{table} {number}" for table, of in kinds.items() for number in self._rows(key, table, of)[1]]
        if not records:
            return []
        return [fact("practised.records", name=player, path=str(self.path), n=len(records), records=records[:5])]

    def count(self, player: str) -> int:
        """Return the number of a player's attempts and throws, including unreadable ones."""
        key = self._maybe(player)
        with self._storage_errors():
            tables = [f"SELECT COUNT(*) FROM {table} WHERE player = ?" for table in ("attempt", "throw")]
            return 0 if key is None else sum(int(self._db.execute(one, (key,)).fetchone()[0]) for one in tables)

    def note_addition(self, added: AddedPlays) -> None:
        """Record what was added to a player's profile, so that it can be undone later."""
        values = (added.takes, int(added.created), json.dumps(dict(added.scores)), " ".join(added.signals))
        with self._storage_errors(), self._transaction():
            self._db.execute(
                "INSERT INTO addition(player, takes, created, scores, signals) VALUES (?, ?, ?, ?, ?)",
                (self._key(added.player), *values),
            )

    def _newest(self, player: str) -> tuple[int, AddedPlays] | None:
        key = self._maybe(player)
        found = {} if key is None else self._rows(key, "addition", rows.addition)[0]
        return (max(found), found[max(found)]) if found else None

    def last_addition(self, player: str) -> AddedPlays | None:
        """Return what was last added to the player's profile and not undone; None if there is nothing."""
        newest = self._newest(player)
        return None if newest is None else replace(newest[1], player=check_name(player))

    def forget_addition(self, player: str) -> None:
        """Delete the record of what was last added to the player's profile, as it was undone."""
        if (newest := self._newest(player)) is not None:
            with self._storage_errors(), self._transaction():
                self._db.execute("DELETE FROM addition WHERE id = ?", (newest[0],))

    def delete(self, player: str) -> int:
        """Delete a player with all data, and return the number of attempts that were deleted; throws are not counted.

        Raises:
            BadInput: There is no such player.
        """
        key = self._player_key(player)
        with self._storage_errors(), self._transaction():
            count = self._db.execute("SELECT COUNT(*) FROM attempt WHERE player = ?", (key,)).fetchone()[0]
            self._db.execute("DELETE FROM player WHERE id = ?", (key,))
        with self._storage_errors():  # also removes old data from free pages and the journal
            self._db.execute("VACUUM")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return int(count)

    def _maybe(self, player: str) -> int | None:
        name = check_name(player)
        return next((key for key, known in self._players().items() if known == name), None)

    def _player_key(self, player: str) -> int:
        if (key := self._maybe(player)) is None:
            raise BadInput(
                "practised.unknown", name=check_name(player), there=self.players() or fact("practised.nobody")
            )
        return key

    def _migrate(self) -> None:
        # The version is read inside the transaction: two programs may open an old file at once.
        with self._transaction():
            version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
            if version > VERSION:
                raise StorageError("practised.newer", path=str(self.path), version=version, knows=VERSION)
            for steps in MIGRATIONS[version:]:
                for step in steps:
                    self._db.execute(step)
            if version < VERSION:
                self._db.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _storage_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise StorageError(_trouble(error), path=str(self.path), why=str(error)) from None


def _trouble(error: sqlite3.DatabaseError) -> str:
    """Return the program's error code for an SQLite error, found by its text, as Python 3.10 gives no SQLite code."""
    said = str(error)
    known = {"full": "full", "locked": "in-use", "not a database": "damaged", "malformed": "damaged"}
    return f"practised.{next((code for words, code in known.items() if words in said), 'unusable')}"


def _display_name(key: int, name: object) -> str:
    try:
        return str(name) if isinstance(name, str) and check_name(name) == name else f"#{key}"
    except BadInput:
        return f"#{key}"


def check_name(player: str) -> str:
    """Return the name without surrounding blanks.

    Raises:
        BadInput: The name is empty, longer than 60 characters or not printable.
    """
    name = player.strip()
    if not name or len(name) > 60 or not is_printable(name):
        raise BadInput("practised.no-name")
    return name
