"""The append-only log of a match: SQLite in WAL mode, an event and its rulings committed before they are shown.

What was ruled survives a crash. When the disk is full the log keeps the events in memory, says so once through
``trouble``, tries again with every event, and ``close`` raises if some could still not be written. A game that people
play is written by a ``Keeper`` around it, in a thread of its own.
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
from typing import Protocol, TypeAlias

from companion.errors import StorageError, system_says
from companion.events import Event, EventError
from companion.events.codec import decode, encode
from companion.events.kinds import Observers
from companion.facts import Fact, fact
from companion.referee import log_database, message_outbox
from companion.referee import log_header as heads
from companion.referee.log_header import LogHeader
from companion.referee.message_outbox import OutboxMessage

MEMORY = "memory"  # the name of a log that is kept nowhere
_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE event (seq INTEGER PRIMARY KEY, wall TEXT NOT NULL, body TEXT NOT NULL);
CREATE TRIGGER event_stays BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER event_kept BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""
Row: TypeAlias = tuple[str, str]
"""(wall time, event as a line of JSON)."""
REFUSALS = {"locked": "locked", "full": "full", "readonly": "read-only", "I/O": "broken"}
"""A word of what SQLite says -> the kind of refusal (``log.why`` and ``log.advice`` in the words)."""


class Ledger(Protocol):
    """Where a match's events go: a ``Log``, or a ``Keeper`` that writes one in a thread of its own."""

    name: str
    header: LogHeader
    trouble: Fact | None
    changed: Observers[[]]
    """Told, from any thread, when more has become durable, or the trouble is another."""

    @property
    def last(self) -> int:
        """How many events it was given."""

    @property
    def durable(self) -> int:
        """How many of them may be shown: they are on the disk, or it was said that they cannot be."""

    def append(self, *events: Event) -> object: ...

    def drain(self, seconds: float) -> bool:
        """Wait until all is durable, or so long; whether it is."""

    def waiting(self) -> tuple[str, ...]:
        """Events, as JSON lines, that could not be written so far."""

    def close(self) -> None:
        """Write what waits. Raises StorageError where that is impossible."""


class Log:
    """One match's events in order. ``header`` is what a replay starts from: game, options, seed."""

    def __init__(self, connection: sqlite3.Connection, name: str, header: LogHeader) -> None:
        self._db = connection
        self.name = name
        self.header = header
        self.trouble: Fact | None = None
        self.changed: Observers[[]] = Observers()
        self.last = 0
        self._waiting: list[Row] = []
        self._files = log_database.files_of(name)

    @classmethod
    def create(cls, path: Path | None, header: LogHeader) -> Log:
        """A new log at ``path`` (None: in memory only) with a mark of its own, whole or not at all. Raises StorageError
        if it exists or cannot be written."""
        name = str(path) if path is not None else MEMORY
        header = replace(header, mark=secrets.token_hex(16))
        try:
            if path is None:
                db = log_database.made(":memory:")
                _fill(db, header)
            elif log_database.there(path):
                raise StorageError("log.exists", path=name)
            else:
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                db = log_database.create(path, lambda db: _fill(db, header))
        except (OSError, sqlite3.Error) as e:
            said = system_says(e) if isinstance(e, OSError) else _why(e)
            raise StorageError("log.not-written", name=name, why=said) from e
        return cls(db, name, header)

    @classmethod
    def open(cls, path: Path, *, append: bool = False) -> Log:
        """An existing log, to read or to go on with (``append``).

        Raises StorageError for no file, no log, a damaged one, or one of another version.
        """
        log_database.check_readable(path)
        if append and not os.access(path.parent, os.W_OK):  # SQLite writes beside it
            raise StorageError("log.not-written", name=str(path), why=os.strerror(errno.EACCES).lower())
        try:
            db = log_database.opened(path, append=append)
            try:
                return cls(db, str(path), _header(db, path))
            except BaseException:
                db.close()
                raise
        except (sqlite3.Error, ValueError) as e:  # a damaged file can break SQLite's own words
            raise StorageError("log.no-log", path=str(path), why=_why(e)) from None

    def append(self, *events: Event) -> bool:
        """Commit these together (and those still waiting); False while the disk refuses: they then wait in memory."""
        self._waiting += rows_of(events)
        self.last += len(events)
        return self._flush()

    @property
    def durable(self) -> int:
        """Events may be shown at once: they were committed before, or ``trouble`` says that they could not be."""
        return self.last

    def drain(self, seconds: float) -> bool:
        """Nothing is under way here."""
        return not self._waiting

    def write(self, rows: Iterable[Row], posts: Sequence[OutboxMessage] = ()) -> None:
        """Commit these together. Raises sqlite3.Error."""
        with self._db:
            self._db.executemany("INSERT INTO event (wall, body) VALUES (?, ?)", rows)
            message_outbox.put(self._db, posts)
        if len(self._files) < 2:
            self._files = log_database.files_of(self.name)

    def outbox(self) -> tuple[str, int]:
        """Make room for messages to others (see ``message_outbox``).

        Gives the log's ID for them and their last number. Raises StorageError.
        """
        try:
            return message_outbox.prepare(self._db)
        except sqlite3.Error as e:
            raise StorageError("log.not-written", name=self.name, why=_why(e)) from e

    def posts(self, after: int, most: int) -> list[OutboxMessage]:
        """Messages that wait, beyond a number. Raises sqlite3.Error."""
        return message_outbox.waiting(self._db, after, most)

    def posted(self) -> tuple[int, int]:
        """The last message's number, and how many wait; (0, 0) in a log without an outbox."""
        try:
            return message_outbox.last(self._db), message_outbox.count(self._db)
        except sqlite3.Error:
            return message_outbox.last(self._db), 0

    def sent(self, seqs: Iterable[int]) -> None:
        """These messages have arrived. Raises sqlite3.Error."""
        message_outbox.take(self._db, seqs)

    def astray(self) -> str:
        """ "gone" where the file that this writes into is no longer at its place, "replaced" where another is there."""
        for path, was in self._files.items():
            now = log_database.identity(path)
            if now != was:
                return "replaced" if now is not None else "gone"
        return ""

    def copy(self, path: Path) -> Log:
        """All that was committed, whole, in a new log at ``path``, opened to be gone on with; works while this one's
        file is locked by others or deleted. Raises OSError or sqlite3.Error, and then leaves nothing there."""

        def fill(db: sqlite3.Connection) -> None:
            self._db.backup(db)

        return Log(log_database.create(path, fill), str(path), self.header)

    def _flush(self) -> bool:
        try:
            self.write(self._waiting)
        except sqlite3.Error as e:
            self.trouble = trouble_of(self.name, *refused(e))
            return False
        self._waiting.clear()
        self.trouble = None
        return True

    def waiting(self) -> tuple[str, ...]:
        """Events, as JSON lines, that could not be written so far."""
        return tuple(body for _, body in self._waiting)

    def events(self) -> Iterator[Event]:
        """All events in order. Raises StorageError at the first line that cannot be read, naming it."""
        try:
            rows = self._db.execute("SELECT seq, body FROM event ORDER BY seq").fetchall()
        except (sqlite3.Error, ValueError) as e:
            raise StorageError("log.damaged", name=self.name, why=_why(e)) from None
        for seq, body in rows:
            try:
                yield decode(body)
            except (EventError, TypeError) as e:
                raise StorageError("log.line", name=self.name, seq=seq, why=_why(e)) from None

    def count(self) -> int:
        """How many events it holds; -1 where it cannot be read."""
        try:
            return int(self._db.execute("SELECT count(*) FROM event").fetchone()[0])
        except (sqlite3.Error, ValueError):
            return -1

    def abandon(self) -> None:
        """Close without a word: it goes on elsewhere, or was only looked at."""
        with contextlib.suppress(sqlite3.Error):
            self._db.close()

    def close(self) -> None:
        """Write what waits. Raises StorageError if that is still impossible: ``waiting()`` then holds the lines."""
        written = not self._waiting or self._flush()
        self._db.close()
        if not written:
            raise StorageError("log.lost", n=len(self._waiting), name=self.name)


def rows_of(events: Iterable[Event]) -> list[Row]:
    """What is written of events that count now. Raises ValueError for numbers that are none."""
    wall = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
    return [(wall, encode(event)) for event in events]


def refused(error: Exception) -> tuple[str, str]:
    """The kind of refusal, and what the system said."""
    said = _why(error)
    return next((kind for word, kind in REFUSALS.items() if word in said), "other"), said


def trouble_of(name: str, kind: str, said: str = "") -> Fact:
    """What is wrong with the log of this name, with the advice that fits."""
    return fact("log.trouble", name=name, why=why_of(kind, said), advice=fact(f"log.advice.{kind}"))


def why_of(kind: str, said: str) -> Fact:
    return fact(f"log.why.{kind}", said=said)


def _fill(db: sqlite3.Connection, header: LogHeader) -> None:
    db.executescript(_SCHEMA)
    with db:
        db.executemany("INSERT INTO meta VALUES (?, ?)", heads.rows_of(header))


def _header(db: sqlite3.Connection, path: Path) -> LogHeader:
    """Raises StorageError and sqlite3.Error."""
    rows = db.execute("SELECT key, substr(value, 1, ?) FROM meta LIMIT ?", (heads.LARGEST + 1, heads.MOST))
    return heads.header_of(rows.fetchall(), str(path))


def _why(error: Exception) -> str:
    return str(error).strip().rstrip(".") or type(error).__name__
