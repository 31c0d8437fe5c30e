"""The log of a game that people play, written by a thread of its own: a slow disk stops no camera, page or phone.

``append`` only queues. The thread commits all that has come together (one wait for the disk for all of it) and says
through ``changed`` how far the log is durable; rulings are shown then, not before. Where the log cannot be written
any more (the disk is full, another program holds it locked, it was deleted or replaced) the whole game is copied to
another place at once and goes on there. Where no place takes it, that is said, and what is ruled is shown nevertheless.
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

LOG_CHECK_INTERVAL_S: Final = (
    0.5  # seconds between two looks at whether the log is still where it was, and whether it can be written
)
MAX_LOCKED_S: Final = 2.0  # seconds that another program may hold the log locked before the game goes on elsewhere
MIN_FREE_BYTES: Final = 4 << 20  # bytes that must be free where a game is taken to


class LogWriter:
    """Around an open ``log``, which belongs to its thread from now on.

    ``places``: folders for a game whose log cannot be written any more, the log's own before them.
    """

    def __init__(self, log: Log, *, patience: float = MAX_LOCKED_S, places: Sequence[Path] | None = None) -> None:
        self.name = log.name
        self.header = log.header
        self.trouble: Fact | None = None
        self.moved: Fact | None = None
        """Where the game went, and why; it stays in ``trouble``, too, as long as nothing worse is wrong."""
        self.changed: Observers[[]] = Observers()
        """Told, from any thread, when more has become durable, or the trouble is another."""
        self.last = self.durable = 0
        """How many events it was given, and how many may be shown: they are on the disk, or it was said that they are
        not."""
        self.beside: Callable[[Sequence[Event]], Sequence[OutboxMessage]] = lambda events: ()
        """What others are told of events that are appended (see ``outbox``): committed in one transaction with them."""
        self.posted: Observers[[]] = Observers()
        """Told from the keeper's thread when more messages are on the disk, or it has ended."""
        self.latest = log.counts()[0]
        """The number of the last message that is on the disk."""
        self._log, self._patience = log, patience
        self._places = list(places) if places is not None else elsewhere()
        self._news = threading.Condition()
        self._queue: list[Row] = []
        self._waiting: list[Row] = []
        self._posted: list[OutboxMessage] = []  # beside the queue
        self._posts: list[OutboxMessage] = []  # beside what waits
        self._arrived: set[int] = set()  # not yet deleted
        self._asked: list[tuple[int, int, Future[list[OutboxMessage]]]] = []
        self._closing = self._ended = False
        self._thread = Duty(f"log {Path(log.name).name}", self._run)
        self._thread.start()

    def append(self, *events: Event) -> None:
        """Queue these to be committed together. Raises ValueError for NaN and infinity, and takes nothing then."""
        rows = rows_of(events)
        posts = self.beside(events)
        with self._news:
            self._queue += rows
            self._posted += posts
            self.last += len(rows)
            self._news.notify_all()

    def post(self, *posts: OutboxMessage) -> None:
        """Queue messages that tell of no event."""
        with self._news:
            self._posted += posts
            self._news.notify_all()

    def posts(self, after: int, limit: int, seconds: float = 30.0) -> list[OutboxMessage]:
        """Return messages that are on the disk and have not arrived, beyond a number.

        Raises StorageError where the log is closed or cannot be read.
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
        """Delete messages that have arrived, soon; return False where the log is being closed and this is not sure."""
        with self._news:
            self._arrived.update(seqs)
            return not self._closing

    def drain(self, seconds: float) -> bool:
        """Wait until all is durable, or so long; whether it is."""
        wanted = self.last
        with self._news:
            return self._news.wait_for(lambda: self.durable >= wanted, seconds)

    def waiting(self) -> tuple[str, ...]:
        """Events, as JSON lines, that could not be written so far."""
        with self._news:
            return tuple(body for _, body in [*self._waiting, *self._queue])

    def finish(self) -> set[int]:
        """Write what waits and close, in the background. Messages that have arrived, deleted or not."""
        with self._news:
            self._closing = True
            self._news.notify_all()
            return set(self._arrived)

    @property
    def is_finished(self) -> bool:
        return self._ended or not self._thread.is_alive()

    def close(self, seconds: float = 60.0) -> None:
        """Write what waits and close. Raises StorageError where that is impossible, or the game had to go elsewhere."""
        self.finish()
        self._thread.join(seconds)
        if lost := self.waiting():
            raise StorageError("log.lost", n=len(lost), name=self.name)
        if self.moved is not None:
            raise StorageError(self.moved)

    # In its thread

    def _run(self) -> None:
        while True:
            with self._news:
                if not (self._queue or self._posted or self._asked or self._closing):
                    self._news.wait(LOG_CHECK_INTERVAL_S)
                self._waiting += self._queue
                self._posts += self._posted
                self._queue, self._posted = [], []
                asked, self._asked = self._asked, []  # who asks is told of all that was given before
                closing, upto = self._closing, self.last
            self._commit(upto)
            self._clear()
            self._answer(asked)
            if closing and not (self._queue or self._posted):
                break
        for _ in range(8):  # each waits a moment where another has the log locked: later nobody deletes them
            self._clear()
        self._log.close()
        with self._news:
            self._ended = True
        self._answer(self._asked)
        self.posted()

    def _clear(self) -> None:
        """Delete the messages that have arrived; where that cannot be now, they are not sent again, and go later."""
        if arrived := self._arrived.copy():
            with contextlib.suppress(sqlite3.Error):
                self._log.delete(arrived)
                with self._news:
                    self._arrived -= arrived

    def _answer(self, asked: Sequence[tuple[int, int, Future[list[OutboxMessage]]]]) -> None:
        """Say which messages wait, to whoever asked."""
        for after, most, found in asked:
            try:
                waiting = self._log.posts(after, most + len(self._arrived))
                found.set_result([p for p in waiting if p.seq not in self._arrived][:most])
            except sqlite3.Error as error:
                found.set_exception(error)

    def _commit(self, upto: int) -> None:
        """Write all that waits to the disk, here or elsewhere, or say that it cannot be."""
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
        """Write what waits. What is wrong, where something is: its kind, and what the system said."""
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
        astray = self._log.astray()
        return (astray, "") if astray else None

    def _move(self, kind: str, reason: str) -> bool:
        """Take the whole game to the first place that has room for it."""
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
    """Return the log as a game writes it: in a thread of its own, where it is a file."""
    return log if log.name == MEMORY_LOG else LogWriter(log)


def _leave(log: Log) -> None:
    """Close a log whose game goes on elsewhere. A rescue copy is deleted, too: the new one holds the whole game."""
    path, still = Path(log.name), not log.astray()
    log.abandon()
    if still and stem_of(path) != path.stem:
        with contextlib.suppress(OSError):
            for file in journals_of(path):
                file.unlink(missing_ok=True)
