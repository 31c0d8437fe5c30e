"""The append-only log of a match: an SQLite file in which an event and its rulings are committed before they are shown.

So rulings survive a crash. A game that people play is written by a ``LogWriter`` in a thread of its own.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import TypeAlias

from companion.errors import StorageError, system_says
from companion.events import Event, EventError
from companion.events.codec import decode, encode
from companion.facts import Fact, fact
from companion.observers import Observers
from companion.referee import log_database
from companion.referee import log_header as heads
from companion.referee.log_database import why
from companion.referee.log_header import LogHeader
from companion.referee.message_outbox import Outbox, OutboxMessage

MEMORY_LOG = "memory"  # the name of a log without a file
_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE event (seq INTEGER PRIMARY KEY, wall TEXT NOT NULL, body TEXT NOT NULL);
CREATE TRIGGER event_stays BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER event_kept BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""
Row: TypeAlias = tuple[str, str]
"""(wall time, event as a line of JSON)."""
REFUSAL_KINDS = {"locked": "locked", "full": "full", "readonly": "read-only", "I/O": "broken"}
"""A word of SQLite's message -> the kind of error, for the messages ``log.why.KIND`` and ``log.advice.KIND``."""


class Log(Outbox):
    """The log of one match: its events in order, in an SQLite file or in memory.

    ``header`` holds what a replay starts from: game, options, seed.
    """

    def __init__(self, connection: sqlite3.Connection, name: str, header: LogHeader) -> None:
        self._db = connection
        self.name = name
        self.header = header
        self.trouble: Fact | None = None
        self.changed: Observers[[]] = Observers()
        self.last = self.durable = 0
        """The number of events appended, and of those on the disk: always equal here."""
        self._files = log_database.files_of(name)

    @classmethod
    def create(cls, path: Path | None, header: LogHeader) -> Log:
        """Return a new log at ``path``, or one in memory only if ``path`` is None.

        Its header gets a random ID (``mark``). If this fails, no file is left. Raises StorageError if the file exists
        or cannot be written.
        """
        name = str(path) if path is not None else MEMORY_LOG
        header = replace(header, mark=secrets.token_hex(16))
        try:
            if path is None:
                db = log_database.connect(":memory:")
                _fill(db, header)
            elif log_database.there(path):
                raise StorageError("log.exists", path=name)
            else:
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                db = log_database.create(path, lambda db: _fill(db, header))
        except (OSError, sqlite3.Error) as e:
            said = system_says(e) if isinstance(e, OSError) else why(e)
            raise StorageError("log.not-written", name=name, why=said) from e
        return cls(db, name, header)

    @classmethod
    def open(cls, path: Path, *, append: bool = False) -> Log:
        """Return an existing log, to read it or, with ``append``, to continue it.

        Raises StorageError if the file is missing, damaged, no log, or of an unknown version.
        """
        log_database.check_readable(path)
        if append and not os.access(path.parent, os.W_OK):  # SQLite needs to create its journal there
            raise StorageError("log.not-written", name=str(path), why=os.strerror(errno.EACCES).lower())
        try:
            db = log_database.open_existing(path, append=append)
            try:
                return cls(db, str(path), _header(db, path))
            except BaseException:
                db.close()
                raise
        except (sqlite3.Error, ValueError) as e:  # a damaged file can make SQLite's message undecodable
            raise StorageError("log.no-log", path=str(path), why=why(e)) from None

    def append(self, *events: Event) -> None:
        """Commit events in one transaction. Raises StorageError if they cannot be written."""
        try:
            self.write(rows_of(events))
        except sqlite3.Error as e:
            raise StorageError("log.not-written", name=self.name, why=why(e)) from e
        self.last = self.durable = self.last + len(events)

    def drain(self, seconds: float) -> bool:
        """Return True, since this log writes at once; ``LogWriter.drain`` waits."""
        return True

    def waiting(self) -> tuple[str, ...]:
        return ()

    def write(self, rows: Iterable[Row], posts: Sequence[OutboxMessage] = ()) -> None:
        """Commit rows and outgoing messages in one transaction. Raises sqlite3.Error if they cannot be written."""
        with self._db:
            self._db.executemany("INSERT INTO event (wall, body) VALUES (?, ?)", rows)
            self.put(posts)
        if len(self._files) < 2:
            self._files = log_database.files_of(self.name)

    def file_change(self) -> str:
        """Return "gone" if the log's file was deleted or moved, "replaced" if another file took its place, else ""."""
        for path, was in self._files.items():
            now = log_database.identity(path)
            if now != was:
                return "replaced" if now is not None else "gone"
        return ""

    def copy(self, path: Path) -> Log:
        """Copy all that was committed into a new log at ``path``, and return it, open for appending.

        This works even if this log's file is locked by others or deleted. Raises OSError or sqlite3.Error if the copy
        cannot be written, and then leaves no file.
        """
        return Log(log_database.create(path, self._db.backup), str(path), self.header)

    def events(self) -> Iterator[Event]:
        """Yield all events in order. Raises StorageError at the first line that cannot be read, with its number."""
        try:
            rows = self._db.execute("SELECT seq, body FROM event ORDER BY seq").fetchall()
        except (sqlite3.Error, ValueError) as e:
            raise StorageError("log.damaged", name=self.name, why=why(e)) from None
        for seq, body in rows:
            try:
                yield decode(body)
            except (EventError, TypeError) as e:
                raise StorageError("log.line", name=self.name, seq=seq, why=why(e)) from None

    def count(self) -> int:
        """Return the number of events; -1 if the log cannot be read."""
        try:
            return int(self._db.execute("SELECT count(*) FROM event").fetchone()[0])
        except (sqlite3.Error, ValueError):
            return -1

    def abandon(self) -> None:
        """Close the log without reporting errors, for a log that is replaced by a copy or was only read."""
        with contextlib.suppress(sqlite3.Error):
            self._db.close()

    def close(self) -> None:
        self._db.close()


def rows_of(events: Iterable[Event]) -> list[Row]:
    """Return events as rows, with the present time as their wall time. Raises ValueError for NaN and infinity."""
    wall = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
    return [(wall, encode(event)) for event in events]


def classify_error(error: Exception) -> tuple[str, str]:
    """Return the kind of an SQLite error (see ``REFUSAL_KINDS``, else "other") and its message."""
    said = why(error)
    return next((kind for word, kind in REFUSAL_KINDS.items() if word in said), "other"), said


def trouble_of(name: str, kind: str, reason: str = "") -> Fact:
    """Return a fact that says why the log of this name cannot be written, and what to do about it.

    ``kind`` is a kind of ``classify_error``, "gone" or "replaced"; ``reason`` is the system's message.
    """
    return fact("log.trouble", name=name, why=why_of(kind, reason), advice=fact(f"log.advice.{kind}"))


def why_of(kind: str, reason: str) -> Fact:
    return fact(f"log.why.{kind}", said=reason)


def _fill(db: sqlite3.Connection, header: LogHeader) -> None:
    db.executescript(_SCHEMA)
    with db:
        db.executemany("INSERT INTO meta VALUES (?, ?)", heads.rows_of(header))


def _header(db: sqlite3.Connection, path: Path) -> LogHeader:
    """Return the header that a database holds.

    Raises StorageError if it is no valid header, and sqlite3.Error if it cannot be read.
    """
    rows = db.execute("SELECT key, substr(value, 1, ?) FROM meta LIMIT ?", (heads.MAX_VALUE_CHARS + 1, heads.MAX_KEYS))
    return heads.header_of(rows.fetchall(), str(path))
