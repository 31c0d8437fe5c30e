"""The table's ID and its counter of message numbers, in a file in one of this user's folders.

The ID is made once. Tables that play on one machine at the same time have different IDs and files. Message numbers rise
over all games. The file lists the logs with messages; after a crash, the last number is read from these logs.
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
MAX_TABLES: Final = 32  # most tables that play on one machine at the same time
_ID: Final = re.compile(r"[0-9a-f]{32}")


class Register:
    """ID and message counter of one table; its file is locked while the table plays. Any thread may use it.

    Attributes:
        id: The table's ID.
        path: The file.
    """

    def __init__(self, folder: Path) -> None:
        """Lock the first file in ``folder`` that no other table uses.

        Raises:
            StorageError: The folder cannot be written, or ``MAX_TABLES`` tables play already.
        """
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
        """Return the number of the next message, and count on."""
        with self._one:
            self._next += 1
            return self._next - 1

    def enter(self, log: str, last: int) -> None:
        """Note that messages in a log are numbered from now on.

        Args:
            log: Name of the log.
            last: Last message number in the log; 0 for none.

        Raises:
            StorageError: The file cannot be written.
        """
        with self._one:
            self._next = max(self._next, last + 1)
            self._logs[log] = None
            self._save()

    def move_log(self, before: str, log: str) -> None:
        """Note that a game's log continues in another file.

        Args:
            before: Name of the old file.
            log: Name of the new file.
        """
        with self._one:
            self._logs.pop(before, None)
            self._logs[log] = None
            with contextlib.suppress(StorageError):  # ``newest`` finds it without the register
                self._save()

    def end_log(self, log: str) -> None:
        """Note that no more messages are numbered in a log; unsent ones may remain in it."""
        with self._one:
            if log in self._logs:
                self._logs[log] = self._next - 1
                with contextlib.suppress(StorageError):  # its numbers are then read from the log itself
                    self._save()

    def on_drained(self, log: str) -> None:
        """Forget a log, because all its messages have arrived."""
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
        """Find the number of the next message, and the logs of earlier games that hold unsent messages.

        If the log of a table that crashed is gone, ``UNKNOWN_COUNT_JUMP`` numbers are skipped, so that none is used
        twice.
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
    """Return the last message number in a log, and the number of unsent messages in it; (0, 0) if it cannot be read."""
    try:
        with contextlib.closing(Log.open(path)) as log:
            return log.counts()
    except StorageError:
        return 0, 0


def _read(path: Path) -> dict[str, JSON]:
    """Return the values stored in a register's file; {} if it is missing or damaged, which makes the table a new one.

    A damaged file is renamed with the suffix ``.damaged``.
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
    """Return the first register's file that no process uses, and the handle of the lock on it.

    Raises:
        OSError: No lock can be had.
    """
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
    """Lock a file for this process, without waiting.

    Raises:
        OSError: Another process has locked it.
    """
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
