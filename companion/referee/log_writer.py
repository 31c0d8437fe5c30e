"""Writes the log of a live game in a thread of its own, so that a slow disk blocks no camera, page or phone.

``append`` only queues. The thread commits all queued rows at once and reports through ``changed`` how far the log is
durable; rulings are shown only then. If the log can no longer be written (disk full, locked by another program, deleted
or replaced), the whole game is copied to another folder and continues there. If no folder accepts it, ``trouble`` says
so, and rulings are shown nevertheless.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from pathlib import Path
from typing import Final, TypeAlias

from companion.ending import Duty
from companion.errors import StorageError
from companion.events import Event
from companion.facts import Fact, fact
from companion.observers import Observers
from companion.referee.log import MEMORY_LOG, Log, Row, classify_error, rows_of, trouble_of, why_of
from companion.referee.message_outbox import OutboxMessage
from companion.referee.rescue_copies import elsewhere, journals_of, room, stem_of

LOG_CHECK_INTERVAL_S: Final = 0.5  # seconds between two checks that the log is still in its place and can be written
MAX_LOCKED_S: Final = 2.0  # seconds for which another program may lock the log before the game is copied
MIN_FREE_BYTES: Final = 4 << 20  # free bytes required in a folder to which a game is copied


class LogWriter:
    """Queues events for an open log and writes them in a thread, which owns the log from then on.

    Args:
        log: The log.
        patience: Seconds for which another program may lock the log before the game is copied elsewhere.
        places: Folders for such a copy, after the log's own folder; by default those of ``rescue_copies.elsewhere``.
    """

    def __init__(self, log: Log, *, patience: float = MAX_LOCKED_S, places: Sequence[Path] | None = None) -> None:
        self.name = log.name
        self.header = log.header
        self.trouble: Fact | None = None
        self.moved: Fact | None = None
        """A fact that says where the game was copied and why; ``trouble`` is the same unless worse happened since."""
        self.changed: Observers[[]] = Observers()
        """Called in the writer's thread when ``durable`` or ``trouble`` has changed."""
        self.last = self.durable = 0
        """The number of events appended, and of those that may be shown: on the disk, or ``trouble`` says why not."""
        self.beside: Callable[[Sequence[Event]], Sequence[OutboxMessage]] = lambda events: ()
        """Returns the outgoing messages for appended events; they are committed in the same transaction."""
        self.posted: Observers[[]] = Observers()
        """Called in the writer's thread when more messages are on the disk, or when the thread ends."""
        self.latest = log.counts()[0]
        """The number of the last message on the disk."""
        self._log, self._patience = log, patience
        self._places = list(places) if places is not None else elsewhere()
        self._news = threading.Condition()
        self._queue: list[Row] = []
        self._waiting: list[Row] = []
        self._posted: list[OutboxMessage] = []  # messages queued with _queue
        self._posts: list[OutboxMessage] = []  # messages to be committed with _waiting
        self._arrived: set[int] = set()  # delivered messages that are not deleted yet
        self._asked: list[tuple[int, int, Future[list[OutboxMessage]]]] = []
        self._closing = self._ended = False
        self._thread = Duty(f"log {Path(log.name).name}", self._run)
        self._thread.start()

    def append(self, *events: Event) -> None:
        """Queue events to be committed together. Raises ValueError for NaN and infinity, and then queues nothing."""
        rows = rows_of(events)
        posts = self.beside(events)
        with self._news:
            self._queue += rows
            self._posted += posts
            self.last += len(rows)
            self._news.notify_all()

    def post(self, *posts: OutboxMessage) -> None:
        """Queue outgoing messages that belong to no event."""
        with self._news:
            self._posted += posts
            self._news.notify_all()

    def posts(self, after: int, limit: int, seconds: float = 30.0) -> list[OutboxMessage]:
        """Return undelivered messages on the disk with numbers above ``after``, at most ``limit``.

        ``seconds`` is how long to wait for the thread. Raises StorageError if the log is closed or cannot be read in
        time.
        """
        found: Future[list[OutboxMessage]] = Future()
        with self._news:
            if not self.is_finished:
                self._asked.append((after, limit, found))
                self._news.notify_all()
            else:
                found.set_exception(sqlite3.ProgrammingError("closed"))
        try:
            return found.result(seconds)
        except (sqlite3.Error, TimeoutError, FutureTimeout) as error:
            raise StorageError("log.damaged", name=self.name, why=str(error)) from None

    def delete_sent(self, *seqs: int) -> bool:
        """Queue delivered messages for deletion; return False if the log is closing, so that this may not happen."""
        with self._news:
            self._arrived.update(seqs)
            return not self._closing

    def drain(self, seconds: float) -> bool:
        """Wait up to ``seconds`` until all queued events are durable; return True if they are."""
        wanted = self.last
        with self._news:
            return self._news.wait_for(lambda: self.durable >= wanted, seconds)

    def waiting(self) -> tuple[str, ...]:
        """Return the events that are not written yet, as lines of JSON."""
        with self._news:
            return tuple(body for _, body in [*self._waiting, *self._queue])

    def finish(self) -> set[int]:
        """Ask the thread to write what is queued and close the log.

        Return the numbers of delivered messages that are not deleted yet.
        """
        with self._news:
            self._closing = True
            self._news.notify_all()
            return set(self._arrived)

    @property
    def is_finished(self) -> bool:
        return self._ended or not self._thread.is_alive()

    def close(self, seconds: float = 60.0) -> None:
        """Write what is queued and close the log, waiting up to ``seconds``.

        Raises StorageError if events are lost, or if the game had to be copied elsewhere.
        """
        self.finish()
        self._thread.join(seconds)
        if lost := self.waiting():
            raise StorageError("log.lost", n=len(lost), name=self.name)
        if self.moved is not None:
            raise StorageError(self.moved)

    # In the writer's thread

    def _run(self) -> None:
        while True:
            with self._news:
                if not (self._queue or self._posted or self._asked or self._closing):
                    self._news.wait(LOG_CHECK_INTERVAL_S)
                self._waiting += self._queue
                self._posts += self._posted
                self._queue, self._posted = [], []
                asked, self._asked = self._asked, []  # answered after all that was queued before
                closing, upto = self._closing, self.last
            self._commit(upto)
            self._clear()
            self._answer(asked)
            if closing and not (self._queue or self._posted):
                break
        for _ in range(8):  # each try waits LOCK_TIMEOUT_S for another program's lock; there is no later chance
            self._clear()
        self._log.close()
        with self._news:
            self._ended = True
        self._answer(self._asked)
        self.posted()

    def _clear(self) -> None:
        """Delete the delivered messages; if that fails now, they are kept for a later try and not sent again."""
        if arrived := self._arrived.copy():
            with contextlib.suppress(sqlite3.Error):
                self._log.delete(arrived)
                with self._news:
                    self._arrived -= arrived

    def _answer(self, asked: Sequence[tuple[int, int, Future[list[OutboxMessage]]]]) -> None:
        """Give the waiting calls of ``posts`` their messages.

        ``asked`` holds, for each call, its ``after``, its ``limit`` and the future that gets the messages.
        """
        for after, most, found in asked:
            try:
                waiting = self._log.posts(after, most + len(self._arrived))
                found.set_result([p for p in waiting if p.seq not in self._arrived][:most])
            except sqlite3.Error as error:
                found.set_exception(error)

    def _commit(self, upto: int) -> None:
        """Write all that is queued, moving the log if necessary, and publish the new ``durable`` and ``trouble``.

        ``upto`` is the number of events appended, which becomes ``durable``.
        """
        began = time.monotonic()
        while (wrong := self._attempt()) is not None:
            if wrong[0] == "locked" and time.monotonic() - began < self._patience:
                time.sleep(0.02)
                continue
            if not self._move(*wrong):
                break
        trouble = self.moved if wrong is None else trouble_of(self.name, *wrong)
        changed = self.trouble != trouble or self.durable != upto
        with self._news:
            self.trouble, self.durable = trouble, upto
            self._news.notify_all()
        if changed:
            self.changed()

    def _attempt(self) -> tuple[str, str] | None:
        """Try to write what is queued; return None, or the kind of failure and the system's message."""
        try:
            if self._waiting or self._posts:
                self._log.write(self._waiting, self._posts)
        except sqlite3.Error as error:
            return classify_error(error)
        with self._news:
            self._waiting = []
            posts, self._posts = self._posts, []
        if posts:
            self.latest = max(p.seq for p in posts)
            self.posted()
        change = self._log.file_change()
        return (change, "") if change else None

    def _move(self, kind: str, reason: str) -> bool:
        """Copy the whole game to the first folder with enough room and continue there; return True if one was found.

        ``kind`` and ``reason`` say why, as in ``trouble_of``.
        """
        for folder in (Path(self.name).parent, *self._places):
            try:
                if shutil.disk_usage(folder).free < MIN_FREE_BYTES:
                    continue
                copied = self._log.copy(room(folder, stem_of(Path(self.name))))
            except (OSError, sqlite3.Error):
                continue
            before, self._log = self._log, copied
            _leave(before)
            self.moved = fact("log.moved", name=before.name, why=why_of(kind, reason), path=copied.name)
            self.name = copied.name
            return True
        return False


Ledger: TypeAlias = Log | LogWriter
"""Where a match's events go."""


def ledger_of(log: Log) -> Ledger:
    """Return a ``LogWriter`` for a log in a file; a log in memory is returned as it is."""
    return log if log.name == MEMORY_LOG else LogWriter(log)


def _leave(log: Log) -> None:
    """Close a log that was copied elsewhere. If it is itself a rescue copy, delete it: the new copy is complete."""
    path, still = Path(log.name), not log.file_change()
    log.abandon()
    if still and stem_of(path) != path.stem:
        with contextlib.suppress(OSError):
            for file in journals_of(path):
                file.unlink(missing_ok=True)
