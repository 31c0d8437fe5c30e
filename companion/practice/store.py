"""The practice database: players and their attempts in one local SQLite file, with a versioned schema.

``PRAGMA user_version`` is the schema's version. An older file is migrated in one transaction, a newer one refused.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.config import settings, writable
from companion.errors import BadInput, StorageError
from companion.practice.attempt import Attempt, local_time, offset_minutes

# MIGRATIONS[v] takes a file of version v to v + 1. Version 1 had no scores and took all times for UTC.
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
)
VERSION = len(MIGRATIONS)
COLUMNS = "drill, asked, made, hit, onset, recognised, score, at, zone"


class Store:
    """An open database; close it, or use it in ``with``. Raises StorageError for every trouble with the file."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path if path is not None else settings().data_folder / "practice.sqlite3"
        writable(self.path.parent)
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
        name = named(player)
        with self._told(), self._transaction():
            self._db.execute("INSERT OR IGNORE INTO player(name) VALUES (?)", (name,))
            row = self._db.execute("SELECT id FROM player WHERE name = ?", (name,)).fetchone()
            self._db.executemany(
                f"INSERT INTO attempt(player, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (row[0], a.drill, a.asked, a.made, int(a.hit), a.onset, a.recognised, a.score,
                     a.at.timestamp(), offset_minutes(a.at))
                    for a in attempts
                ],
            )  # fmt: skip

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
        return int(count)

    def _known(self, player: str) -> str:
        name, there = named(player), self.players()
        if name not in there:
            who = ", ".join(there) or "nobody yet"
            raise BadInput(f"{name} has not practised on this machine (there is {who})")
        return name

    def _migrate(self) -> None:
        # The version is read inside the transaction: two programs may open an old file at once.
        with self._transaction():
            version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
            if version > VERSION:
                raise StorageError(
                    f"{self.path} was written by a newer companion (version {version}, this one knows {VERSION}): "
                    "update companion"
                )
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
            raise StorageError(self._sentence(error)) from None

    def _sentence(self, error: sqlite3.DatabaseError) -> str:
        why = str(error)
        if "full" in why:
            return f"the disk is full, the attempt was not kept in {self.path}: make room and try again"
        if "locked" in why:
            return f"{self.path} is in use by another companion: close that one and try again"
        if "not a database" in why or "malformed" in why:
            return f"{self.path} is damaged or no practice database: move it away to start afresh"
        return f"{self.path} cannot be used ({why}): check rights and room there"


def named(player: str) -> str:
    """The name without spaces around it. Raises BadInput for none, or one that would not fit a line."""
    name = player.strip()
    if not name or len(name) > 60 or not name.isprintable():
        raise BadInput("give the player's name, at most 60 letters: companion practise learn --player Ann")
    return name
