"""The file of a log: SQLite in WAL mode, made whole or not at all, known from another of its name."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from companion.errors import StorageError, storing

PATIENCE = 0.25  # seconds that a commit waits for another program's lock


def there(path: Path) -> bool:
    """Return whether a file is there. Raises OSError where that may not even be looked at."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def check_readable(path: Path) -> None:
    """Check that a file is there and may be read. Raises StorageError.

    Raises StorageError for a file that is missing or may not be read. It is not opened for that: closing it again would
    end the locks of a connection that this process has to it.
    """
    with storing("log.unreadable", path=str(path)):
        missing = not there(path) or not path.is_file()
    if missing:
        raise StorageError("log.missing", path=str(path))
    if not os.access(path, os.R_OK):
        raise StorageError("log.unreadable", path=str(path), why=os.strerror(errno.EACCES).lower())


def connect(name: str) -> sqlite3.Connection:
    """Return a database to be written, made where it is missing. Raises sqlite3.Error."""
    db = sqlite3.connect(name, check_same_thread=False, timeout=PATIENCE)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    return db


def open_existing(path: Path, *, append: bool) -> sqlite3.Connection:
    """Open one that is there, to read or to go on with. Raises sqlite3.Error."""
    how = "mode=rw" if append else "mode=ro"
    if not append and not os.access(path.parent, os.W_OK) and not _has_journal(path):
        how += "&immutable=1"  # else SQLite wants to write files of its own beside it
    return sqlite3.connect(f"file:{quote(str(path))}?{how}", uri=True, check_same_thread=False, timeout=PATIENCE)


def _has_journal(path: Path) -> bool:
    """Return whether something of it is kept beside it only, or somebody has it open."""
    return os.path.exists(f"{path}-shm") or os.path.exists(f"{path}-wal")


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
    """Return what SQLite said."""
    return str(error).strip().rstrip(".") or type(error).__name__
