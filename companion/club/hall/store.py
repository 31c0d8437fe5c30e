"""The hall's log in a database, by SQLAlchemy's core: a SQLite file, or PostgreSQL by its URL, with the same code.

Entries are only ever added. A batch of them and the numbers of the messages that they came from are one transaction:
after a crash at any point either both are there or neither. One hall at a time writes a database: it holds SQLite's
own lock of the file, or an advisory lock of PostgreSQL, for as long as its connection lasts.
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
ADVISORY_LOCK_ID: Final = 0x636F6D70616E  # "compan": the number of PostgreSQL's advisory lock
LOCK_TIMEOUT_SQLSTATE: Final = "55P03"  # what PostgreSQL answers where a lock was not to be had in time
CONNECT_TIMEOUT_S: Final = 5  # seconds for a connection, and for another's lock
READ_BATCH_ROWS: Final = 2000  # rows that are read at a time

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
    """An entry as it was logged. ``at``: the hall's own wall clock (ISO 8601, UTC)."""

    seq: int
    at: str
    entry: Entry


class HallStore:
    """One database, opened for this hall alone. Used by one thread at a time."""

    def __init__(self, url: sql.URL) -> None:
        self.url = url
        self.id = ""
        """Made with the database: the broker knows the hall by it, whichever machine runs it."""
        self.last = 0
        self.seen: dict[str, SeenNumbers] = {}
        self._engine = _engine(url)
        self._line: sql.Connection | None = None

    @property
    def name(self) -> str:
        """The database as people are told of it: without the password."""
        return self.url.database or "" if _lite(self.url) else self.url.render_as_string(hide_password=True)

    @property
    def is_open(self) -> bool:
        return self._line is not None

    def open(self) -> None:
        """Connect, take the lock, and make what is missing. Raises StorageError, also where another hall writes."""
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
        """Lock the database for this hall. Raises StorageError or SQLAlchemyError where another hall holds it."""
        if _lite(self.url):
            line.exec_driver_sql("BEGIN EXCLUSIVE")
            line.commit()
            return
        try:
            with line.begin():  # the server may take a while to see that a hall which was killed is gone
                line.exec_driver_sql(f"SET LOCAL lock_timeout = '{CONNECT_TIMEOUT_S}s'")
                line.execute(sql.select(sql.func.pg_advisory_lock(ADVISORY_LOCK_ID)))
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", "") == LOCK_TIMEOUT_SQLSTATE:
                raise StorageError("hall.other", name=self.name) from None
            raise

    def append(self, at: str, entries: Sequence[Entry], numbers_by_table: Mapping[str, SeenNumbers]) -> list[LogRow]:
        """Commit these together; ``seen`` is what has been seen of these tables then.

        Raises StorageError, and then nothing counts: ``open`` again tells what is there.
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
        """Yield all entries after one, in order. Raises StorageError for one that cannot be read."""
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
        """Give the lock back. What was appended stays."""
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(SQLAlchemyError):
                line.close()
        self._engine.dispose()


def url_of(text: str, folder: Path) -> sql.URL:
    """Return the address of the database that was named.

    "" is a file of its own in ``folder``, made for this user alone; a path is a
    SQLite file. Raises BadInput for what is no database, or none of these two.
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
        db.execute("PRAGMA locking_mode=EXCLUSIVE")  # held until the connection is closed, and by nobody after a crash
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
    """Return what the database said, in one line and without our statement."""
    said = str(getattr(error, "orig", None) or error).strip()
    return " ".join(said.split())[:200].rstrip(".") or type(error).__name__
