"""The append-only log of a match: SQLite in WAL mode, an event and its rulings committed before they are shown.

What was ruled survives a crash. When the disk is full the log keeps the events in memory, says so once through
``trouble``, tries again with every event, and ``close`` raises if some could still not be written.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from urllib.parse import quote

from companion.errors import StorageError
from companion.events import Event, EventError, decode, encode
from companion.facts import Fact, fact

FORMAT = 2
READABLE = (1, 2)  # 1 kept sentences; its events are read as they are upgraded by the codec
_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE event (seq INTEGER PRIMARY KEY, wall TEXT NOT NULL, body TEXT NOT NULL);
CREATE TRIGGER event_stays BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER event_kept BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""


class Log:
    """One match's events in order. ``header`` is what a replay starts from: game, options, seed."""

    def __init__(self, connection: sqlite3.Connection, name: str, header: dict[str, Any]) -> None:
        self._db = connection
        self.name = name
        self.header = header
        self.trouble: Fact | None = None
        self._waiting: list[tuple[str, str]] = []

    @classmethod
    def create(cls, path: Path | None, header: dict[str, Any]) -> Log:
        """A new log at ``path`` (None: in memory only), whole or not at all. Raises StorageError if it exists or cannot
        be written."""
        if path is not None and path.exists():
            raise StorageError("log.exists", path=str(path))
        name = str(path) if path is not None else "memory"
        try:
            if path is None:
                db = _connect(":memory:")
                _fill(db, header)
            else:
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                _create(path, header)
                db = _connect(name)
        except (OSError, sqlite3.Error) as e:
            raise StorageError("log.not-written", name=name, why=_why(e)) from e
        return cls(db, name, header)

    @classmethod
    def open(cls, path: Path, *, append: bool = False) -> Log:
        """An existing log, to read or to go on with (``append``).

        Raises StorageError for no file, no log, a damaged one, or one of another version.
        """
        if not path.is_file():
            raise StorageError("log.missing", path=str(path))
        try:
            db = _connect(f"file:{quote(str(path))}?mode={'rw' if append else 'ro'}", uri=True)
            meta = {str(k): json.loads(v) for k, v in db.execute("SELECT key, value FROM meta")}
        except (sqlite3.Error, ValueError, TypeError, RecursionError) as e:
            raise StorageError("log.no-log", path=str(path), why=_why(e)) from None
        version = meta.pop("format", None)
        if version not in READABLE:
            raise StorageError("log.version", path=str(path), version=str(version), reads=FORMAT)
        return cls(db, str(path), meta)

    def append(self, *events: Event) -> bool:
        """Commit these together (and those still waiting); False while the disk refuses: they then wait in memory."""
        wall = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        self._waiting += [(wall, encode(event)) for event in events]
        return self._flush()

    def _flush(self) -> bool:
        try:
            with self._db:
                self._db.executemany("INSERT INTO event (wall, body) VALUES (?, ?)", self._waiting)
        except sqlite3.Error as e:
            self.trouble = fact("log.trouble", name=self.name, why=_why(e))
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
        except sqlite3.Error as e:
            raise StorageError("log.damaged", name=self.name, why=_why(e)) from None
        for seq, body in rows:
            try:
                yield decode(body)
            except (EventError, TypeError) as e:
                raise StorageError("log.line", name=self.name, seq=seq, why=_why(e)) from None

    def close(self) -> None:
        """Write what waits. Raises StorageError if that is still impossible: ``waiting()`` then holds the lines."""
        written = not self._waiting or self._flush()
        self._db.close()
        if not written:
            raise StorageError("log.lost", n=len(self._waiting), name=self.name)


def _create(path: Path, header: dict[str, Any]) -> None:
    """Write the empty log beside its place and move it there when it is whole."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        db = _connect(str(part))
        try:
            _fill(db, header)
        finally:
            db.close()
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            for end in ("", "-wal", "-shm"):
                part.with_name(part.name + end).unlink(missing_ok=True)
        raise


def _fill(db: sqlite3.Connection, header: dict[str, Any]) -> None:
    db.executescript(_SCHEMA)
    with db:
        rows = [(k, json.dumps(v)) for k, v in {"format": FORMAT, **header}.items()]
        db.executemany("INSERT INTO meta VALUES (?, ?)", rows)


def _connect(name: str, *, uri: bool = False) -> sqlite3.Connection:
    db = sqlite3.connect(name, uri=uri, check_same_thread=False, timeout=5.0)
    if not uri:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
    return db


def _why(error: Exception) -> str:
    return str(error).strip().rstrip(".") or type(error).__name__
