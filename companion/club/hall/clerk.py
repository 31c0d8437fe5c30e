"""The one who writes: takes what tables told and what the organiser asked, commits it, and only then lets it count.

A message is acknowledged to the broker after its transaction: whatever dies in between, the broker sends it again, and
the numbers that were committed with it tell that it is known. While the database refuses, messages stay
unacknowledged, the trouble is said once, and the clerk tries again.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Final, TypeAlias

from companion.club.codec import decode
from companion.club.facts import CountedMessage, Message, MessageError, parse_topic
from companion.club.hall.state import Hall, idle, table_message_entry
from companion.club.hall.store import HallStore, LogRow
from companion.club.hall.table_board import MOST_TABLES, SeenNumbers
from companion.club.hall.tournament import Entry
from companion.ending import Duty
from companion.errors import CompanionError, StorageError
from companion.facts import Fact
from companion.observers import Observers

BATCH: Final = 500  # messages of one transaction at most
AGAIN: Final = 2.0  # seconds between two tries of a database that refuses
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Arrived:
    """A message as it came. ``ack`` tells the broker that it is kept."""

    topic: str
    payload: bytes
    retained: bool
    ack: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """``make`` looks at the state and gives the entry, or raises BadInput; ``done`` is told None, or why not."""

    make: Callable[[Hall], Entry | None]
    done: Callable[[CompanionError | None], None]


Line: TypeAlias = tuple[Entry, "Message | None"]
"""An entry, and the message in it."""


class Clerk:
    """``lock`` guards ``hall``: whoever reads it holds that. ``changed`` tells from the clerk's thread."""

    def __init__(self, store: HallStore) -> None:
        self.store = store
        self.hall = Hall()
        self.lock = threading.RLock()
        self.trouble: Fact | None = None
        self.dropped: Counter[str] = Counter()
        """How many messages were dropped, by why: ``known``, ``broken``, ``others``, ``full``."""
        self.changed: Observers[[]] = Observers()
        self._dropping: Counter[str] = Counter()  # of the batch at hand: counted once it is committed
        self._inbox: queue.SimpleQueue[Arrived | Asked | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()

    def open(self) -> None:
        """Open the database and read all there is. Raises StorageError."""
        self.store.open()
        hall = Hall()
        for row in self.store.rows():
            hall.fold(row)
        with self.lock:
            self.hall = hall

    def start(self) -> None:
        self._thread = Duty("clerk", self._run)
        self._thread.start()

    def close(self) -> None:
        """Write what waits, if the database takes it, and stop."""
        self._stopping.set()
        self._inbox.put(None)
        if self._thread is not None:
            self._thread.join(10)
        self.store.close()

    def take(self, arrived: Arrived) -> None:
        """Queue an arrived message, from any thread."""
        self._inbox.put(arrived)

    def ask(self, asked: Asked) -> None:
        """Queue a request of a page, from any thread."""
        self._inbox.put(asked)

    # The clerk's thread

    def _run(self) -> None:
        jobs: list[Arrived | Asked] = []
        while (job := self._inbox.get()) is not None:
            jobs.append(job)
            if self._inbox.empty() or len(jobs) >= BATCH:
                self._do(jobs)
                jobs = []
        self._do(jobs)

    def _do(self, jobs: list[Arrived | Asked]) -> None:
        waiting: list[Arrived] = []
        for job in jobs:
            if isinstance(job, Arrived):
                waiting.append(job)
                continue
            self.write(waiting)
            waiting = []
            self.answer(job)
        self.write(waiting)

    def write(self, jobs: list[Arrived]) -> None:
        """Commit these messages, however long it takes, and acknowledge them."""
        while jobs and not self._write(jobs):
            if self._stopping.wait(AGAIN):
                return  # not acknowledged: the broker keeps them

    def _write(self, jobs: list[Arrived]) -> bool:
        try:
            if not self.store.is_open:
                self._recover()
            self._commit(*self._sort_jobs(jobs))
        except CompanionError as error:
            self._say(error.fact)
            return False
        for job in jobs:
            job.ack()
        return True

    def write_entry(self, make: Callable[[Hall], Entry]) -> None:
        """Write one entry before the clerk's thread has started. Raises BadInput or StorageError."""
        self.write_entries([make(self.hall)])

    def write_entries(self, entries: Sequence[Entry]) -> None:
        """Commit all of these or none, before the clerk's thread has started. Raises StorageError."""
        self._commit([(entry, None) for entry in entries], {})

    def answer(self, job: Asked) -> None:
        """Do what was asked, once, or say why not."""
        try:
            if not self.store.is_open:
                self._recover()
            with self.lock:
                entry = job.make(self.hall)
            if entry is not None:
                self._commit([(entry, None)], {})
        except CompanionError as error:
            if isinstance(error, StorageError):
                self._say(error.fact)
            job.done(error)
            return
        job.done(None)

    def _sort_jobs(self, jobs: list[Arrived]) -> tuple[list[Line], dict[str, SeenNumbers]]:
        """(lines for what is new, what has been seen then); what is dropped is counted."""
        lines: list[Line] = []
        numbers: dict[str, SeenNumbers] = {}
        fresh: set[str] = set()  # tables whose status or name is new in this batch: what follows is compared with that
        dropped: Counter[str] = Counter()
        for job in jobs:
            read = _read(job)
            if read is None:
                dropped["broken"] += 1
                continue
            topic, kind, message = read
            known = self.store.seen.keys() | numbers.keys() | self.hall.board.tables.keys()
            if message.table not in known and len(known) >= MOST_TABLES:
                dropped["full"] += 1
            elif self._is_known(topic, message, numbers, fresh):
                dropped["known"] += 1
            else:
                if not isinstance(message, CountedMessage):
                    fresh.add(message.table)
                entry = table_message_entry(topic, kind, job.payload.decode(), live=not job.retained)
                lines.append((entry, message))
        self._dropping = dropped
        return lines, numbers

    def _is_known(
        self, topic: str, message: Message, numbers_by_table: dict[str, SeenNumbers], fresh: set[str]
    ) -> bool:
        """Return whether the message tells nothing new: its number was seen, or it says what is known.

        Notes a new number.
        """
        if not isinstance(message, CountedMessage):
            return message.table not in fresh and idle(self.hall, topic, message)
        numbers = numbers_by_table.get(message.table) or self.store.seen.get(message.table) or SeenNumbers()
        if message.seq in numbers:
            return True
        if message.table not in numbers_by_table:
            numbers_by_table[message.table] = numbers = numbers.copy()
        numbers.add(message.seq)
        return False

    def _commit(self, lines: list[Line], numbers_by_table: dict[str, SeenNumbers]) -> None:
        rows: list[LogRow] = []
        if lines or numbers_by_table:
            now = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
            rows = self.store.append(now, [entry for entry, _ in lines], numbers_by_table)
        with self.lock:
            for row, (_, message) in zip(rows, lines, strict=True):
                self.hall.fold(row, message)
            self.dropped.update(self._dropping)
            self._dropping = Counter()
            news, self.trouble = bool(rows) or self.trouble is not None, None
        if news:
            self.changed()

    def _recover(self) -> None:
        """Open the database again: a commit whose answer was lost is there and counts now. Raises StorageError."""
        self.store.open()
        rows = list(self.store.rows(self.hall.last))
        with self.lock:
            for row in rows:
                self.hall.fold(row)

    def _say(self, trouble: Fact) -> None:
        """Report a fact once, until it is over or another."""
        with self.lock:
            same = self.trouble is not None and self.trouble.code == trouble.code
            self.trouble = trouble
        if not same:
            _log.info("%s", trouble)
            self.changed()


def _read(job: Arrived) -> tuple[str, str, Message] | None:
    """(table's part of the topic, kind, message); None for what no table of ours sent."""
    try:
        topic, kind = parse_topic(job.topic)
        message = decode(kind, job.payload)
        job.payload.decode()  # JSON may be of other encodings: ours is UTF-8
    except (MessageError, UnicodeDecodeError):
        return None
    return (topic, kind, message) if isinstance(message, Message) else None
