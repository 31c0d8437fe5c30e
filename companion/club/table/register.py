"""The table's ID and the number of its next message, in one file in a folder of this user.

The ID is made once. Tables of one machine that play at the same time have different IDs. Message numbers rise over all
logs. The file lists every log with numbered messages; after a crash, the logs themselves give the last number.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import threading
from pathlib import Path
from typing import Final

from companion import private
from companion.bounds import as_integer
from companion.club.facts import MAX_COUNT
from companion.errors import StorageError, storing
from companion.facts import JSON
from companion.referee.log import MEMORY_LOG, Log
from companion.referee.rescue_copies import newest

UNKNOWN_COUNT_JUMP: Final = 1 << 20  # numbers that are skipped if a lost log hides how many were used
MAX_TABLES: Final = 32  # that play on one machine at the same time
_ID: Final = re.compile(r"[0-9a-f]{32}")


class Register:
    """ID and message counter of one table, locked while the table plays. It may be used from any thread."""

    def __init__(self, folder: Path) -> None:
        """Lock the first table of this machine that no process uses. Raises StorageError."""
        with storing("club.no-register", folder=str(folder)):
            private.folder(folder)
            self.path, lock = _first_free(folder)
        self._lock: int | None = lock
        self._one = threading.RLock()
        known = _read(self.path)
        found = known.get("id")
        self.id: str = found if isinstance(found, str) and _ID.fullmatch(found) else secrets.token_hex(16)
        fresh = self.id != found
        self._logs: dict[str, int | None] = {} if fresh else _logs(known.get("logs"))
        next_row: JSON = known.get("next")
        self._next: int = max(1, as_integer(next_row, 0, MAX_COUNT) or 1) if not fresh else 1
        self.left: list[Path] = []
        """Logs of earlier games that hold unsent messages."""
        self._recover()
        self._save()

    def take(self) -> int:
        """Return the number for the next message."""
        with self._one:
            self._next += 1
            return self._next - 1

    def enter(self, log: str, last: int) -> None:
        """Start to number messages in a log.

        Args:
            log: The log's name.
            last: The last number in that log so far, 0 for none.

        Raises:
            StorageError: If the register cannot be written.
        """
        with self._one:
            self._next = max(self._next, last + 1)
            self._logs[log] = None
            self._save()

    def move_log(self, before: str, log: str) -> None:
        """Replace a log's name, because its game continues in another file."""
        with self._one:
            self._logs.pop(before, None)
            self._logs[log] = None
            with contextlib.suppress(StorageError):  # ``newest`` finds it without the register
                self._save()

    def end_log(self, log: str) -> None:
        """Stop numbering messages in this log; some may still wait there."""
        with self._one:
            if log in self._logs:
                self._logs[log] = self._next - 1
                with contextlib.suppress(StorageError):  # its numbers are then read from the log itself
                    self._save()

    def on_drained(self, log: str) -> None:
        """Forget a log whose messages have all arrived."""
        with self._one:
            if self._logs.get(log) is not None:
                del self._logs[log]
                with contextlib.suppress(StorageError):
                    self._save()

    def waits(self) -> int:
        """Return the number of unsent messages in all logs."""
        with self._one:
            return sum(_waiting_messages(newest(Path(name)))[1] for name in self._logs if name != MEMORY_LOG)

    def close(self) -> None:
        with self._one:
            if self._lock is None:
                return
            with contextlib.suppress(StorageError):
                self._save()
            os.close(self._lock)
            self._lock = None

    def _recover(self) -> None:
        """Find the number for the next message, and the logs of earlier games that hold unsent messages.

        Both come from the logs that the register lists. If the log of a crashed table is gone, ``UNKNOWN_COUNT_JUMP``
        message numbers are left out, so that none is used twice.
        """
        for name, upto in list(self._logs.items()):
            path = newest(Path(name)) if name != MEMORY_LOG else Path(name)
            last, waits = _waiting_messages(path) if name != MEMORY_LOG else (0, 0)
            if last:
                self._next = max(self._next, last + 1)
            elif upto is None:  # the table crashed, and the log is gone
                self._next += UNKNOWN_COUNT_JUMP
            if waits:
                self._logs[name] = last
                self.left.append(path)
                if str(path) != name:
                    self._logs[str(path)] = self._logs.pop(name)
            else:
                del self._logs[name]

    def _save(self) -> None:
        body = json.dumps({"id": self.id, "next": self._next, "logs": self._logs})
        with storing("club.no-register", folder=str(self.path.parent)):
            private.write(self.path, body.encode())


def _waiting_messages(path: Path) -> tuple[int, int]:
    """Return the last message number in a log, and the number of its unsent messages."""
    try:
        with contextlib.closing(Log.open(path)) as log:
            return log.counts()
    except StorageError:
        return 0, 0


def _read(path: Path) -> dict[str, JSON]:
    """Return the stored values; {} if the file is missing or damaged, which makes the table a new one.

    A damaged file is kept beside it, with the suffix ``.damaged``.
    """
    try:
        found = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
        found = None
    if isinstance(found, dict):
        return found
    with contextlib.suppress(OSError):
        path.replace(path.with_suffix(".damaged"))
    return {}


def _logs(found: JSON) -> dict[str, int | None]:
    if not isinstance(found, dict):
        return {}
    return {
        k: v for k, v in found.items() if isinstance(k, str) and (v is None or as_integer(v, 0, MAX_COUNT) is not None)
    }


def _first_free(folder: Path) -> tuple[Path, int]:
    """Return the file of the first table that no process holds, and the handle of its lock. Raises OSError."""
    for number in range(1, MAX_TABLES + 1):
        path = folder / f"table-{number}.json"
        handle = os.open(folder / f"table-{number}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _hold(handle)
        except OSError:
            os.close(handle)
            continue
        return path, handle
    raise OSError(None, "too many tables play at once")


def _hold(handle: int) -> None:
    """Lock a file for this process without waiting. Raises OSError if it is locked."""
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
