"""The practice database: players and their attempts in one local SQLite file, with a versioned schema.

``PRAGMA user_version`` is the schema's version. An older file is migrated in one transaction, a newer one refused.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion import private
from companion.config import settings, writable
from companion.errors import BadInput, StorageError
from companion.facts import fact
from companion.practice.attempt import Attempt, Throw, local_time, offset_minutes
from companion.practice.plays import Added

# MIGRATIONS[v] takes a file of version v to v + 1. Version 1 had no scores and took all times for UTC; version 2 had
# neither throws of dice nor what was added to profiles.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        """CREATE TABLE attempt (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES player(id) ON DELETE CASCADE,
            drill TEXT NOT NULL, asked TEXT NOT NULL, made TEXT,
            onset REAL, recognised REAL, hit INTEGER NOT NULL, at REAL NOT NULL)""",
        "CREATE INDEX attempt_player ON attempt(player, at)",
    ),
    (
        "ALTER TABLE attempt ADD COLUMN score REAL",
        "ALTER TABLE attempt ADD COLUMN zone INTEGER NOT NULL DEFAULT 0",
    ),
    (
        """CREATE TABLE throw (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES player(id) ON DELETE CASCADE,
            read TEXT NOT NULL, fell TEXT NOT NULL, asked INTEGER NOT NULL, at REAL NOT NULL, zone INTEGER NOT NULL)""",
        """CREATE TABLE addition (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES player(id) ON DELETE CASCADE,
            takes INTEGER NOT NULL, created INTEGER NOT NULL, scores TEXT NOT NULL, signals TEXT NOT NULL)""",
        "CREATE INDEX throw_player ON throw(player, at)",
    ),
)
VERSION = len(MIGRATIONS)
_NEWEST = "WHERE player = (SELECT id FROM player WHERE name = ?) ORDER BY id DESC LIMIT 1"
COLUMNS = "drill, asked, made, hit, onset, recognised, score, at, zone"


def default_path() -> Path:
    """Where this machine keeps its practice."""
    return settings().data_folder / "practice.sqlite3"


class Store:
    """An open database; close it, or use it in ``with``. Raises StorageError for every trouble with the file."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path if path is not None else default_path()
        writable(self.path.parent)
        with contextlib.suppress(OSError):  # where it cannot be made, SQLite says why
            private.touch(self.path)
            private.tighten(self.path, 0o600)
        with self._told():
            self._db = sqlite3.connect(self.path, isolation_level=None, timeout=5.0)
        try:
            with self._told():
                self._db.execute("PRAGMA foreign_keys = ON")
                self._db.execute("PRAGMA secure_delete = ON")  # a deleted player leaves nothing in the file
                self._migrate()
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    def players(self) -> list[str]:
        """Everybody who has practised, by name."""
        with self._told():
            return [str(row[0]) for row in self._db.execute("SELECT name FROM player ORDER BY name")]

    def add(self, player: str, attempt: Attempt) -> None:
        """Keep one attempt; the player is made where there is none of that name."""
        self.add_all(player, [attempt])

    def add_all(self, player: str, attempts: list[Attempt]) -> None:
        """Keep all of these or, where that fails, none."""
        with self._told(), self._transaction():
            key = self._key(player)
            self._db.executemany(
                f"INSERT INTO attempt(player, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (key, a.drill, a.asked, a.made, int(a.hit), a.onset, a.recognised, a.score,
                     a.at.timestamp(), offset_minutes(a.at))
                    for a in attempts
                ],
            )  # fmt: skip

    def _key(self, player: str) -> int:
        """The player's row, made where there is none; within a transaction."""
        name = named(player)
        self._db.execute("INSERT OR IGNORE INTO player(name) VALUES (?)", (name,))
        return int(self._db.execute("SELECT id FROM player WHERE name = ?", (name,)).fetchone()[0])

    def add_throw(self, player: str, throw: Throw) -> None:
        """Keep one throw of the dice check."""
        with self._told(), self._transaction():
            row = (_digits(throw.read), _digits(throw.fell), int(throw.asked), throw.at.timestamp())
            self._db.execute(
                "INSERT INTO throw(player, read, fell, asked, at, zone) VALUES (?, ?, ?, ?, ?, ?)",
                (self._key(player), *row, offset_minutes(throw.at)),
            )

    def throws(self, player: str) -> list[Throw]:
        """All throws of a player, oldest first; none for a player who is not there."""
        with self._told():
            rows = self._db.execute(
                "SELECT read, fell, asked, at, zone FROM throw"
                " WHERE player = (SELECT id FROM player WHERE name = ?) ORDER BY at, id",
                (named(player),),
            ).fetchall()
        return [Throw(_values(r), _values(f), bool(asked), local_time(at, zone)) for r, f, asked, at, zone in rows]

    def note_addition(self, added: Added) -> None:
        """Remember what was added to a profile, so that it can be undone later."""
        values = (added.takes, int(added.created), json.dumps(dict(added.scores)), " ".join(added.signals))
        with self._told(), self._transaction():
            self._db.execute(
                "INSERT INTO addition(player, takes, created, scores, signals) VALUES (?, ?, ?, ?, ?)",
                (self._key(added.player), *values),
            )

    def last_addition(self, player: str) -> Added | None:
        """The newest addition that was not undone yet."""
        with self._told():
            row = self._db.execute(f"SELECT takes, created, scores, signals FROM addition {_NEWEST}", (named(player),))
            found = row.fetchone()
        if found is None:
            return None
        return Added(named(player), found[0], bool(found[1]), json.loads(found[2]), tuple(found[3].split()))

    def forget_addition(self, player: str) -> None:
        """The newest addition was undone."""
        with self._told(), self._transaction():
            self._db.execute(f"DELETE FROM addition WHERE id = (SELECT id FROM addition {_NEWEST})", (named(player),))

    def attempts(self, player: str) -> list[Attempt]:
        """All attempts of a player, oldest first. Raises BadInput for a player who is not there."""
        name = self._known(player)
        with self._told():
            rows = self._db.execute(
                f"SELECT {COLUMNS} FROM attempt WHERE player = (SELECT id FROM player WHERE name = ?) ORDER BY at, id",
                (name,),
            ).fetchall()
        return [
            Attempt(
                drill=d, asked=asked, made=made, hit=bool(hit), onset=onset, recognised=known, score=score,
                at=local_time(at, zone),
            )
            for d, asked, made, hit, onset, known, score, at, zone in rows
        ]  # fmt: skip

    def delete(self, player: str) -> int:
        """Forget a player and all attempts; gives how many those were. Raises BadInput for one who is not there."""
        name = self._known(player)
        with self._told(), self._transaction():
            key = self._db.execute("SELECT id FROM player WHERE name = ?", (name,)).fetchone()[0]
            count = self._db.execute("SELECT COUNT(*) FROM attempt WHERE player = ?", (key,)).fetchone()[0]
            self._db.execute("DELETE FROM player WHERE id = ?", (key,))
        with self._told():  # what older versions left in free pages and in a journal goes, too
            self._db.execute("VACUUM")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return int(count)

    def _known(self, player: str) -> str:
        name, there = named(player), self.players()
        if name not in there:
            raise BadInput("practised.unknown", name=name, there=there or fact("practised.nobody"))
        return name

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
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise StorageError(_trouble(error), path=str(self.path), why=str(error)) from None


def _trouble(error: sqlite3.DatabaseError) -> str:
    """The code of what is wrong with the file, by SQLite's own words: Python 3.10 has no other way to tell."""
    said = str(error)
    known = {"full": "full", "locked": "in-use", "not a database": "damaged", "malformed": "damaged"}
    return f"practised.{next((code for words, code in known.items() if words in said), 'unusable')}"


def _digits(values: tuple[int, ...]) -> str:
    return "".join(str(v) for v in values)


def _values(digits: str) -> tuple[int, ...]:
    return tuple(int(c) for c in digits)


def named(player: str) -> str:
    """The name without spaces around it. Raises BadInput for none, or one that would not fit a line."""
    name = player.strip()
    if not name or len(name) > 60 or not name.isprintable():
        raise BadInput("practised.no-name")
    return name
