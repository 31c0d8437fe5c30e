"""The hall's log in a database, by SQLAlchemy Core: a SQLite file, or PostgreSQL at a URL.

Entries are only added. Entries and the numbers of the messages in them are written in one transaction, so that after a
crash both are there or neither. Only one hall at a time can use a database: while connected, it holds an exclusive lock
on the SQLite file, or an advisory lock of PostgreSQL.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sql
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from companion import private
from companion.club.hall.table_board import SeenNumbers
from companion.club.hall.tournament import Entry
from companion.errors import BadInput, StorageError, storing

FORMAT_VERSION: Final = 1
ADVISORY_LOCK_ID: Final = 0x636F6D70616E  # number of PostgreSQL's advisory lock ("compan" in ASCII)
LOCK_TIMEOUT_SQLSTATE: Final = "55P03"  # PostgreSQL's code for a lock that was not free in time
CONNECT_TIMEOUT_S: Final = 5  # seconds to wait for a connection, and for another hall's lock
READ_BATCH_ROWS: Final = 2000  # rows read in one query

_METADATA = sql.MetaData()
META_TABLE = sql.Table(
    "hall_meta",
    _METADATA,
    sql.Column("key", sql.String(40), primary_key=True),
    sql.Column("value", sql.Text, nullable=False),
)
ENTRY_TABLE = sql.Table(
    "hall_entry",
    _METADATA,
    sql.Column("seq", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("at", sql.String(40), nullable=False),
    sql.Column("kind", sql.String(40), nullable=False),
    sql.Column("body", sql.Text, nullable=False),
)
SEEN_NUMBERS_TABLE = sql.Table(
    "hall_seen",
    _METADATA,
    sql.Column("id", sql.String(64), primary_key=True),
    sql.Column("numbers", sql.Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class LogRow:
    """Entry of the log with its number, ``seq``; ``at`` is the hall's time when it was written (ISO 8601, UTC)."""

    seq: int
    at: str
    entry: Entry


class HallStore:
    """Database of one hall, locked while it is open; use it from one thread at a time.

    Attributes:
        last: Number of the last entry.
        seen: Numbers of the messages logged so far, by table ID.
    """

    def __init__(self, url: sql.URL) -> None:
        self.url = url
        self.id = ""
        """The hall's ID, stored in the database. It is part of the client ID at the broker, on whichever machine."""
        self.last = 0
        self.seen: dict[str, SeenNumbers] = {}
        self._engine = _engine(url)
        self._line: sql.Connection | None = None

    @property
    def name(self) -> str:
        """The database's path or address for messages, without the password."""
        return self.url.database or "" if _lite(self.url) else self.url.render_as_string(hide_password=True)

    @property
    def is_open(self) -> bool:
        return self._line is not None

    def open(self) -> None:
        """Connect, lock the database, and create missing tables.

        Raises:
            StorageError: The database cannot be used, is of another version, or is locked by another hall.
        """
        self.close()
        try:
            line = self._engine.connect()
        except (SQLAlchemyError, OSError) as error:
            raise self._storage_error(error) from None
        try:
            self._hold(line)
            with line.begin():
                _METADATA.create_all(line)
                found = line.execute(sql.select(META_TABLE.c.value).where(META_TABLE.c.key == "format")).scalar()
                if found is None:
                    new = {"format": str(FORMAT_VERSION), "id": secrets.token_hex(16)}
                    line.execute(sql.insert(META_TABLE), [{"key": k, "value": v} for k, v in new.items()])
                elif found != str(FORMAT_VERSION):
                    raise StorageError("hall.version", name=self.name, version=found, reads=FORMAT_VERSION)
                self.id = str(line.execute(sql.select(META_TABLE.c.value).where(META_TABLE.c.key == "id")).scalar())
                self.last = line.execute(sql.select(sql.func.max(ENTRY_TABLE.c.seq))).scalar() or 0
                self.seen = {str(i): SeenNumbers.load(str(n)) for i, n in line.execute(sql.select(SEEN_NUMBERS_TABLE))}
        except SQLAlchemyError as error:
            line.close()
            raise self._storage_error(error) from None
        except BaseException:
            line.close()
            raise
        self._line = line

    def _storage_error(self, error: Exception) -> StorageError:
        if _lite(self.url) and "locked" in str(error):
            return StorageError("hall.other", name=self.name)
        return StorageError("hall.no-database", name=self.name, why=_why(error))

    def _hold(self, line: sql.Connection) -> None:
        """Lock the database for this hall.

        Raises:
            StorageError: Another hall holds the lock on PostgreSQL.
            SQLAlchemyError: Another hall holds the lock on the SQLite file, or the database fails.
        """
        if _lite(self.url):
            line.exec_driver_sql("BEGIN EXCLUSIVE")
            line.commit()
            return
        try:
            with line.begin():  # the server may take a while to notice that a killed hall is gone
                line.exec_driver_sql(f"SET LOCAL lock_timeout = '{CONNECT_TIMEOUT_S}s'")
                line.execute(sql.select(sql.func.pg_advisory_lock(ADVISORY_LOCK_ID)))
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", "") == LOCK_TIMEOUT_SQLSTATE:
                raise StorageError("hall.other", name=self.name) from None
            raise

    def append(self, at: str, entries: Sequence[Entry], numbers_by_table: Mapping[str, SeenNumbers]) -> list[LogRow]:
        """Write entries and message numbers in one transaction, and return the entries with their numbers.

        Args:
            at: Time of the entries (ISO 8601, UTC).
            entries: The new entries.
            numbers_by_table: For each table with new messages, all numbers seen so far.

        Raises:
            StorageError: The transaction seems to have failed; the store is closed then. Since it may have succeeded,
                ``open`` and read the entries again.
        """
        rows = [LogRow(self.last + k + 1, at, entry) for k, entry in enumerate(entries)]
        line = self._line
        if line is None:
            raise StorageError("hall.no-database", name=self.name, why="")
        try:
            with line.begin():
                if rows:
                    line.execute(sql.insert(ENTRY_TABLE), [_row(row) for row in rows])
                new = [{"id": i, "numbers": s.dump()} for i, s in numbers_by_table.items() if i not in self.seen]
                old = [{"this": i, "numbers": s.dump()} for i, s in numbers_by_table.items() if i in self.seen]
                if new:
                    line.execute(sql.insert(SEEN_NUMBERS_TABLE), new)
                if old:
                    line.execute(
                        sql.update(SEEN_NUMBERS_TABLE).where(SEEN_NUMBERS_TABLE.c.id == sql.bindparam("this")), old
                    )
        except IntegrityError:
            self.close()
            raise StorageError("hall.other", name=self.name) from None
        except (SQLAlchemyError, OSError) as error:
            self.close()
            raise StorageError("hall.not-written", name=self.name, why=_why(error)) from None
        self.last += len(rows)
        self.seen.update(numbers_by_table)
        return rows

    def rows(self, after: int = 0) -> Iterator[LogRow]:
        """Yield all entries after number ``after``, in order.

        Raises:
            StorageError: The database fails, or an entry is damaged.
        """
        assert self._line is not None
        while True:
            query = (
                sql.select(ENTRY_TABLE)
                .where(ENTRY_TABLE.c.seq > after)
                .order_by(ENTRY_TABLE.c.seq)
                .limit(READ_BATCH_ROWS)
            )
            try:
                with self._line.begin():
                    found = self._line.execute(query).all()
            except SQLAlchemyError as error:
                raise StorageError("hall.no-database", name=self.name, why=_why(error)) from None
            for seq, at, kind, body in found:
                yield LogRow(int(seq), str(at), Entry(str(kind), _body(seq, body)))
            if len(found) < READ_BATCH_ROWS:
                return
            after = int(found[-1][0])

    def close(self) -> None:
        """Disconnect, which releases the lock."""
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(SQLAlchemyError):
                line.close()
        self._engine.dispose()


def url_of(text: str, folder: Path) -> sql.URL:
    """Return the URL of the database that a user named.

    Args:
        text: Path of a SQLite file, URL of SQLite or PostgreSQL, or "" for a file in ``folder``.
        folder: The default folder; if needed it is created, for this user alone.

    Raises:
        BadInput: It is a URL of anything else.
        StorageError: The file cannot be created.
    """
    if "://" not in text:
        path = private.expand_user(text) if text else folder / "tournament.sqlite"
        with storing("hall.no-database", name=str(path)):
            if not text:
                private.folder(folder)
            private.touch(path)
        return sql.URL.create("sqlite+pysqlite", database=str(path))
    try:
        url = sql.make_url(text)
    except (ArgumentError, ValueError):
        raise BadInput("hall.no-url") from None
    kind = url.get_backend_name()
    if kind == "sqlite":
        return url.set(drivername="sqlite+pysqlite")
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    raise BadInput("hall.no-url")


def _engine(url: sql.URL) -> sql.Engine:
    if not _lite(url):
        alive = "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
        more = {
            "connect_timeout": CONNECT_TIMEOUT_S,
            "options": f"{alive} -c statement_timeout=30000 -c lock_timeout=5000",
        }
        try:
            return sql.create_engine(url, poolclass=sql.NullPool, connect_args=more)
        except ImportError:
            raise BadInput("hall.no-driver") from None
    engine = sql.create_engine(url, poolclass=sql.NullPool, connect_args={"timeout": 1, "check_same_thread": False})

    @sql.event.listens_for(engine, "connect")
    def _alone(db: sqlite3.Connection, _: object) -> None:
        db.execute("PRAGMA locking_mode=EXCLUSIVE")  # locks the file until the connection closes or the process ends
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")

    return engine


def _lite(url: sql.URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _row(row: LogRow) -> dict[str, Any]:
    return {"seq": row.seq, "at": row.at, "kind": row.entry.kind, "body": json.dumps(row.entry.body, sort_keys=True)}


def _body(seq: int, text: str) -> Mapping[str, Any]:
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise StorageError("hall.line", seq=seq)
    return body


def _why(error: Exception) -> str:
    """Return the database's error message in one line, without the SQL statement."""
    said = str(getattr(error, "orig", None) or error).strip()
    return " ".join(said.split())[:200].rstrip(".") or type(error).__name__
