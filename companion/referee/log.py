"""The append-only log of a match: SQLite in WAL mode, each event committed before it is shown.

What was ruled survives a crash. When the disk is full the log keeps the events in memory, says so once through
``trouble``, tries again with every event, and ``close`` raises if some could still not be written.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from urllib.parse import quote

from companion.errors import StorageError
from companion.events import Event, EventError, decode, encode

FORMAT = 1
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
        self.trouble = ""
        self._waiting: list[tuple[str, str]] = []

    @classmethod
    def create(cls, path: Path | None, header: dict[str, Any]) -> Log:
        """A new log at ``path`` (None: in memory only). Raises StorageError if it exists or cannot be written."""
        if path is not None and path.exists():
            raise StorageError(
                f"{path} already holds a log: name another file, or replay it with: companion replay",
                f"{path} enthält schon ein Protokoll: nenne eine andere Datei, oder lies es mit: companion replay",
            )
        name = str(path) if path is not None else "memory"
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            db = _connect(name if path is not None else ":memory:")
            db.executescript(_SCHEMA)
            meta = {"format": FORMAT, **header}
            with db:
                db.executemany("INSERT INTO meta VALUES (?, ?)", [(k, json.dumps(v)) for k, v in meta.items()])
        except (OSError, sqlite3.Error) as e:
            raise StorageError(
                f"the log {name} cannot be written ({_why(e)}): free some space or use --log FILE",
                f"das Protokoll {name} ist nicht zu schreiben ({_why(e)}): schaff Platz oder nutze --log DATEI",
            ) from e
        return cls(db, name, header)

    @classmethod
    def open(cls, path: Path, *, append: bool = False) -> Log:
        """An existing log, to read or to go on with (``append``).

        Raises StorageError for no file, no log, a damaged one, or one of another version.
        """
        if not path.is_file():
            raise StorageError(
                f"there is no log {path}: give the file that companion referee named when it started",
                f"ein Protokoll {path} gibt es nicht: nimm die Datei, die companion referee beim Start genannt hat",
            )
        try:
            db = _connect(f"file:{quote(str(path))}?mode={'rw' if append else 'ro'}", uri=True)
            meta = {k: json.loads(v) for k, v in db.execute("SELECT key, value FROM meta")}
        except (sqlite3.Error, ValueError) as e:
            raise StorageError(
                f"{path} is not a companion log, or it is damaged ({_why(e)})",
                f"{path} ist kein Protokoll von companion oder beschädigt ({_why(e)})",
            ) from None
        version = meta.pop("format", None)
        if version != FORMAT:
            raise StorageError(
                f"{path} is a log of version {version}; this companion reads version {FORMAT}: "
                "replay it with the companion that wrote it",
                f"{path} ist ein Protokoll der Version {version}; dieses companion liest Version {FORMAT}: "
                "lies es mit dem companion, das es geschrieben hat",
            )
        return cls(db, str(path), meta)

    def append(self, event: Event) -> bool:
        """Commit one event (and those still waiting); False while the disk refuses, the event then waits in memory."""
        wall = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        self._waiting.append((wall, encode(event)))
        return self._flush()

    def _flush(self) -> bool:
        try:
            with self._db:
                self._db.executemany("INSERT INTO event (wall, body) VALUES (?, ?)", self._waiting)
        except sqlite3.Error as e:
            self.trouble = f"the log {self.name} cannot be written ({_why(e)}): free some space; nothing is lost yet"
            return False
        self._waiting.clear()
        self.trouble = ""
        return True

    def waiting(self) -> tuple[str, ...]:
        """Events, as JSON lines, that could not be written so far."""
        return tuple(body for _, body in self._waiting)

    def events(self) -> Iterator[Event]:
        """All events in order. Raises StorageError at the first line that cannot be read, naming it."""
        try:
            rows = self._db.execute("SELECT seq, body FROM event ORDER BY seq").fetchall()
        except sqlite3.Error as e:
            raise StorageError(
                f"{self.name} is damaged ({_why(e)})", f"{self.name} ist beschädigt ({_why(e)})"
            ) from None
        for seq, body in rows:
            try:
                yield decode(body)
            except EventError as e:
                raise StorageError(f"{self.name}, line {seq}: {e}", f"{self.name}, Zeile {seq}: {e}") from None

    def close(self) -> None:
        """Write what waits. Raises StorageError if that is still impossible: ``waiting()`` then holds the lines."""
        written = not self._waiting or self._flush()
        self._db.close()
        if not written:
            waiting = len(self._waiting)
            raise StorageError(
                f"{waiting} events could not be written to {self.name}: the disk is full",
                f"{waiting} Ereignisse ließen sich nicht nach {self.name} schreiben: die Platte ist voll",
            )


def _connect(name: str, *, uri: bool = False) -> sqlite3.Connection:
    db = sqlite3.connect(name, uri=uri, check_same_thread=False, timeout=5.0)
    if not uri:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
    return db


def _why(error: Exception) -> str:
    return str(error).strip().rstrip(".") or type(error).__name__
