"""The SQLite file of a log: creating it completely or not at all, opening it, and detecting that it was replaced.

It uses WAL mode, which needs memory shared between processes. Network folders lack that. There the rollback journal is
used, which is slower and as safe. Source: https://www.sqlite.org/wal.html (use of WAL without shared memory).
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from companion.errors import StorageError, storing

LOCK_TIMEOUT_S = 0.25  # seconds that a commit waits for another program's lock
_WAL_FAILURES = ("disk I/O error", "locking protocol", "unable to open database file")
"""SQLite's messages if WAL mode is not possible, as on a network folder."""


def there(path: Path) -> bool:
    """Return True if the path exists. Raises OSError if access to it is denied."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def check_readable(path: Path) -> None:
    """Raise StorageError if a file does not exist or may not be read.

    The file is not opened: closing it again would drop the locks of this process's own connection to it.
    """
    with storing("log.unreadable", path=str(path)):
        missing = not there(path) or not path.is_file()
    if missing:
        raise StorageError("log.missing", path=str(path))
    if not os.access(path, os.R_OK):
        raise StorageError("log.unreadable", path=str(path), why=os.strerror(errno.EACCES).lower())


def connect(name: str) -> sqlite3.Connection:
    """Return a connection for writing; the database is created if it is missing.

    Raises sqlite3.Error if it cannot be opened.
    """
    db = sqlite3.connect(name, check_same_thread=False, timeout=LOCK_TIMEOUT_S)
    try:
        _choose_journal(db)
        db.execute("PRAGMA synchronous=FULL")
    except BaseException:
        db.close()
        raise
    return db


def _choose_journal(db: sqlite3.Connection) -> None:
    """Use WAL mode, or the rollback journal if the folder does not support WAL. Raises sqlite3.Error."""
    try:
        mode = db.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    except sqlite3.OperationalError as error:
        if not _lacks_shared_memory(error):
            raise
        mode = ""
    if mode not in ("wal", "memory"):
        _leave_wal(db)


def _leave_wal(db: sqlite3.Connection) -> None:
    """Switch a database to the rollback journal, even if its file was left in WAL mode. Raises sqlite3.Error."""
    db.execute("PRAGMA locking_mode=EXCLUSIVE")  # alone, SQLite needs no shared memory to read what WAL has left
    db.execute("PRAGMA journal_mode=TRUNCATE")
    db.execute("PRAGMA locking_mode=NORMAL")
    db.execute("SELECT count(*) FROM sqlite_master").fetchone()  # the lock is only released by the next access


def _lacks_shared_memory(error: sqlite3.Error) -> bool:
    return any(said in str(error) for said in _WAL_FAILURES)


def open_existing(path: Path, *, append: bool) -> sqlite3.Connection:
    """Return a connection to an existing database, read-only or, with ``append``, for writing.

    Raises sqlite3.Error if it cannot be opened.
    """
    how = "mode=rw" if append else "mode=ro"
    if not append and not os.access(path.parent, os.W_OK) and not _has_journal(path):
        how += "&immutable=1"  # otherwise SQLite creates files beside it
    db = _connect_by_address(path, how)
    try:
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        db.close()
        is_full = "full" in str(error) and not append  # even to read, SQLite writes two small files beside it
        if not (is_full or _lacks_shared_memory(error)):
            raise
        return _open_moved(path, append=append)
    except BaseException:
        db.close()
        raise
    return db


def _open_moved(path: Path, *, append: bool) -> sqlite3.Connection:
    """Return a connection to a database in WAL mode where memory cannot be shared or the disk is full.

    Its WAL file is merged into it, or, if there is none to merge and ``append`` is False, the database is opened as it
    is. Raises sqlite3.Error if this fails.
    """
    if not append and _is_empty(f"{path}-wal"):
        return _connect_by_address(path, "mode=ro&immutable=1")
    db = _connect_by_address(path, "mode=rw")
    try:
        _leave_wal(db)
    except BaseException:
        db.close()
        raise
    return db


def _connect_by_address(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"file:{quote(os.fsencode(path))}?{how}", uri=True, check_same_thread=False, timeout=LOCK_TIMEOUT_S
    )


def _has_journal(path: Path) -> bool:
    """Return True if a WAL or shared-memory file lies beside the database: it is open, or was not closed cleanly."""
    return os.path.exists(f"{path}-shm") or os.path.exists(f"{path}-wal")


def _is_empty(path: str) -> bool:
    try:
        return os.stat(path).st_size == 0
    except OSError:
        return True


def identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def files_of(name: str) -> dict[str, tuple[int, int]]:
    """Return path -> (device number, inode number) for a log's database and WAL file, as far as they exist."""
    found = {path: identity(path) for path in (name, f"{name}-wal")}
    return {path: mark for path, mark in found.items() if mark is not None}


def create(path: Path, fill: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    """Create a database at ``path``, have ``fill`` write its contents, and return a connection to it.

    It is written under a temporary name and then renamed. If this fails, no file is left. Raises OSError or
    sqlite3.Error.
    """
    part = lies = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        db = connect(str(part))
        try:
            fill(db)
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            db.close()
        os.replace(part, path)
        lies = path
        _settle(path.parent)
        return connect(str(path))
    except BaseException:
        with contextlib.suppress(OSError):
            for end in ("", "-wal", "-shm"):
                lies.with_name(lies.name + end).unlink(missing_ok=True)
        raise


def _settle(folder: Path) -> None:
    """Flush a folder's entries to the disk, so that a renamed file survives a loss of power."""
    if os.name != "nt":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def why(error: Exception) -> str:
    """Return SQLite's message for an error, or the error's type if there is none."""
    return str(error).strip().rstrip(".") or type(error).__name__
