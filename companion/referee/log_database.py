"""The file of a log: SQLite in WAL mode, made whole or not at all, known from another of its name.

WAL needs memory that programs share, which folders on another computer do not have. There the older journal is used,
which is slower and as safe. Source: https://www.sqlite.org/wal.html (use of WAL without shared memory).
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
"""What SQLite says of WAL in a folder on another computer."""


def there(path: Path) -> bool:
    """Return whether a file is there. Raises OSError where that may not even be looked at."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def check_readable(path: Path) -> None:
    """Check that a file is there and may be read. Raises StorageError.

    The file is not opened for that: closing it again would end the locks of a connection that this process has to it.
    """
    with storing("log.unreadable", path=str(path)):
        missing = not there(path) or not path.is_file()
    if missing:
        raise StorageError("log.missing", path=str(path))
    if not os.access(path, os.R_OK):
        raise StorageError("log.unreadable", path=str(path), why=os.strerror(errno.EACCES).lower())


def connect(name: str) -> sqlite3.Connection:
    """Return a database to be written, made where it is missing. Raises sqlite3.Error."""
    db = sqlite3.connect(name, check_same_thread=False, timeout=LOCK_TIMEOUT_S)
    try:
        _choose_journal(db)
        db.execute("PRAGMA synchronous=FULL")
    except BaseException:
        db.close()
        raise
    return db


def _choose_journal(db: sqlite3.Connection) -> None:
    """Use WAL, or the older journal where the folder cannot do it. Raises sqlite3.Error."""
    try:
        mode = db.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    except sqlite3.OperationalError as error:
        if not _lacks_shared_memory(error):
            raise
        mode = ""
    if mode not in ("wal", "memory"):
        _leave_wal(db)


def _leave_wal(db: sqlite3.Connection) -> None:
    """Use the older journal, also for a file that was in WAL mode when it came here. Raises sqlite3.Error."""
    db.execute("PRAGMA locking_mode=EXCLUSIVE")  # alone, SQLite needs no shared memory to read what WAL has left
    db.execute("PRAGMA journal_mode=TRUNCATE")
    db.execute("PRAGMA locking_mode=NORMAL")
    db.execute("SELECT count(*) FROM sqlite_master").fetchone()  # only this gives the lock back


def _lacks_shared_memory(error: sqlite3.Error) -> bool:
    return any(said in str(error) for said in _WAL_FAILURES)


def open_existing(path: Path, *, append: bool) -> sqlite3.Connection:
    """Open one that is there, to read or to go on with. Raises sqlite3.Error."""
    how = "mode=rw" if append else "mode=ro"
    if not append and not os.access(path.parent, os.W_OK) and not _has_journal(path):
        how += "&immutable=1"  # else SQLite wants to write files of its own beside it
    db = _connect_by_address(path, how)
    try:
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        db.close()
        is_full = "full" in str(error) and not append  # to read, SQLite writes two small files beside it
        if not (is_full or _lacks_shared_memory(error)):
            raise
        return _open_moved(path, append=append)
    except BaseException:
        db.close()
        raise
    return db


def _open_moved(path: Path, *, append: bool) -> sqlite3.Connection:
    """Open a file in WAL mode where no memory is shared, or nothing fits beside it. Raises sqlite3.Error."""
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
    """Return whether something of it is kept beside it only, or somebody has it open."""
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
    """Return the files that a log lies in, with what tells each from another file of its name."""
    found = {path: identity(path) for path in (name, f"{name}-wal")}
    return {path: mark for path, mark in found.items() if mark is not None}


def create(path: Path, fill: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    """Write the log beside its place, move it there when it is whole, and open it.

    Where that fails, nothing stays: the game does not begin, and its name is free. Raises OSError or sqlite3.Error.
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
    """Write a file's new name to the disk, too: only then does the file outlive a loss of power."""
    if os.name != "nt":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def why(error: Exception) -> str:
    """Return SQLite's own message of an error."""
    return str(error).strip().rstrip(".") or type(error).__name__
