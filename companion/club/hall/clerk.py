"""The clerk: a thread that alone writes the hall's log, with messages of tables and requests of the organiser.

Each is committed to the database first, then applied to the hall's state. A message is acknowledged to the broker after
its transaction. After a crash in between, the broker sends it again, and its number, which was committed with it, shows
that it is known. While the database rejects writes, messages stay unacknowledged, the trouble is reported once, and the
clerk retries every ``RETRY_S`` seconds.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Final, Literal, TypeAlias

from companion.club.codec import decode
from companion.club.facts import CountedMessage, Message, MessageError, parse_topic
from companion.club.hall.state import Hall, idle, table_message_entry
from companion.club.hall.store import HallStore, LogRow
from companion.club.hall.table_board import MAX_TABLES, SeenNumbers
from companion.club.hall.tournament import Entry
from companion.club.rate import Rate
from companion.ending import Duty
from companion.errors import CompanionError, StorageError
from companion.facts import Fact
from companion.observers import Observers

MAX_BATCH_MESSAGES: Final = 500  # messages in one transaction
RETRY_S: Final = 2.0  # seconds between attempts to write to a database that fails
MAX_STATUSES: Final = (
    8  # status and name messages of one table in RATE_WINDOW_S seconds; the latest one beyond is written later
)
WRITABLE_POLL_S: Final = 1.0  # seconds between checks for delayed messages that may be written
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Arrived:
    """MQTT message as it arrived; calling ``ack`` acknowledges it to the broker."""

    topic: str
    payload: bytes
    retained: bool
    ack: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """Request of a page to add an entry to the log.

    Attributes:
        make: Function from the hall's state to the entry (None for none); it raises BadInput to refuse.
        done: Function that is called with None after success, or with the error.
    """

    make: Callable[[Hall], Entry | None]
    done: Callable[[CompanionError | None], None]


Line: TypeAlias = tuple[Entry, "Message | None"]
"""An entry, and the message in it."""


class Clerk:
    """The only writer of the hall's log and state.

    Attributes:
        hall: The hall's state; hold ``lock`` while you read it.
        lock: Lock on the state.
        trouble: Why the database rejects writes; None while it accepts them.
        changed: Observers, which are called in the clerk's thread after every change.
    """

    def __init__(self, store: HallStore, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.store, self._monotonic = store, monotonic
        self.hall = Hall()
        self.lock = threading.RLock()
        self.trouble: Fact | None = None
        self.dropped: Counter[str] = Counter()
        """Number of dropped messages by reason: ``known``, ``broken`` or ``full`` (too many tables)."""
        self.changed: Observers[[]] = Observers()
        self._rates: OrderedDict[str, Rate] = OrderedDict()  # by table, the latest used last
        self._late: dict[tuple[str, str], Arrived] = {}  # delayed messages by table and kind, not acknowledged
        self._dropping: Counter[str] = Counter()  # of the current batch, added to ``dropped`` on commit
        self._inbox: queue.SimpleQueue[Arrived | Asked | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()

    def open(self) -> None:
        """Open the database, and rebuild the hall's state from all entries.

        Raises:
            StorageError: The database cannot be opened or read, or another hall uses it.
        """
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
        """Write what is queued, if the database accepts it, then stop the thread and close the database."""
        self._stopping.set()
        self._inbox.put(None)
        if self._thread is not None:
            self._thread.join(10)
        self.store.close()

    def take(self, arrived: Arrived) -> None:
        """Queue an arrived message; may be called from any thread."""
        self._inbox.put(arrived)

    def ask(self, asked: Asked) -> None:
        """Queue a request of a page; may be called from any thread."""
        self._inbox.put(asked)

    # The clerk's thread

    def _run(self) -> None:
        jobs: list[Arrived | Asked] = []
        while (job := self._next()) is not None:
            jobs += [] if job == "late" else [job]
            if self._inbox.empty() or len(jobs) >= MAX_BATCH_MESSAGES:
                self.do(jobs)
                jobs = []
        self.do(jobs)
        self.write(list(self._late.values()))

    def _next(self) -> Arrived | Asked | Literal["late"] | None:
        """Return the next message or request; "late" when delayed messages are to be tried again, None to stop."""
        try:
            return self._inbox.get(timeout=WRITABLE_POLL_S if self._late else None)
        except queue.Empty:
            return "late"

    def do(self, jobs: Sequence[Arrived | Asked]) -> None:
        """Process messages and requests in order, after the delayed messages that may be written now."""
        waiting = self._due()
        for job in jobs:
            if isinstance(job, Arrived):
                if self._is_free(job):
                    waiting.append(job)
                continue
            self.write(waiting)
            waiting = []
            self.answer(job)
        self.write(waiting)

    def _due(self) -> list[Arrived]:
        """Return the delayed messages that their table's rate limit now allows, and stop delaying them."""
        found = [key for key in self._late if self._rate(key[0]).take(self._monotonic())]
        return [self._late.pop(key) for key in found]

    def _is_free(self, job: Arrived) -> bool:
        """Return True if a message may be written now.

        Status and name messages beyond a table's rate limit are delayed, and replaced by newer ones of the same kind.
        Without the limit, anybody who may write to the broker could add any number of rows.
        """
        read = _read(job)
        if read is None or isinstance(read[2], CountedMessage):
            return True
        topic, kind, message = read
        older = self._late.pop((message.table, kind), None)
        if older is not None:
            older.ack()
            with self.lock:
                self.dropped["known"] += 1
        elif idle(self.hall, topic, message):
            return True  # it adds no row
        if self._rate(message.table).take(self._monotonic()):
            return True
        self._late[message.table, kind] = job
        return False

    def _rate(self, table: str) -> Rate:
        rate = self._rates.pop(table, None) or Rate(MAX_STATUSES)
        self._rates[table] = rate
        while len(self._rates) > MAX_TABLES:
            self._rates.popitem(last=False)
        return rate

    def write(self, jobs: list[Arrived]) -> None:
        """Commit messages and acknowledge them; on failure retry until it succeeds or the clerk stops."""
        while jobs and not self._write(jobs):
            if self._stopping.wait(RETRY_S):
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
        """Commit one entry; only before the clerk's thread has started.

        Raises:
            BadInput: ``make`` refuses.
            StorageError: The database rejects the entry.
        """
        self.write_entries([make(self.hall)])

    def write_entries(self, entries: Sequence[Entry]) -> None:
        """Commit all entries or none; only before the clerk's thread has started.

        Raises:
            StorageError: The database rejects them.
        """
        self._commit([(entry, None) for entry in entries], {})

    def answer(self, job: Asked) -> None:
        """Carry out a page's request, without retrying, and report success or the error."""
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
        """Select the messages that are new; the others are counted as known, broken or too many.

        Returns:
            The entries to log, each with its message; and for each table with new messages, all numbers seen so far.
        """
        lines: list[Line] = []
        numbers: dict[str, SeenNumbers] = {}
        fresh: set[str] = set()  # tables with a new status or name in this batch, which ``hall`` lacks yet
        dropped: Counter[str] = Counter()
        for job in jobs:
            read = _read(job)
            if read is None:
                dropped["broken"] += 1
                continue
            topic, kind, message = read
            known = self.store.seen.keys() | numbers.keys() | self.hall.board.tables.keys()
            if message.table not in known and len(known) >= MAX_TABLES:
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
        """Return True if a message has a known number, or repeats the known status or name.

        Args:
            topic: The table's part of the topic.
            message: The message.
            numbers_by_table: Numbers seen so far, by table; a new number is added.
            fresh: Tables whose status or name changes in this batch.
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
        """Open the database again, and apply entries that were written although their commit seemed to fail.

        Raises:
            StorageError: The database cannot be opened or read.
        """
        self.store.open()
        rows = list(self.store.rows(self.hall.last))
        with self.lock:
            for row in rows:
                self.hall.fold(row)

    def _say(self, trouble: Fact) -> None:
        """Report trouble, unless it was the last trouble reported and is not over."""
        with self.lock:
            same = self.trouble is not None and self.trouble.code == trouble.code
            self.trouble = trouble
        if not same:
            _log.info("%s", trouble)
            self.changed()


def _read(job: Arrived) -> tuple[str, str, Message] | None:
    """Return the table's part of the topic, the kind and the message; None if it is not a valid message."""
    try:
        topic, kind = parse_topic(job.topic)
        message = decode(kind, job.payload)
        job.payload.decode()  # JSON parsers accept other encodings; ours is UTF-8
    except (MessageError, UnicodeDecodeError):
        return None
    return (topic, kind, message) if isinstance(message, Message) else None
