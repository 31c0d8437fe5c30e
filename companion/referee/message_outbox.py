"""An outbox in a log's database for messages to a club's server, committed together with the events that they report.

The sender numbers the messages, rising over all logs; the last number is kept after its row is deleted. If the outbox
is full, the oldest messages of weight ``STATUS_WEIGHT`` are dropped first, then those of ``STATE_WEIGHT``, which newer
ones replace. Messages of ``RULING_WEIGHT`` are never dropped.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.errors import StorageError
from companion.referee.log_database import why

MAX_ROWS: Final = 100_000  # most messages in an outbox
# Weights of messages: a full outbox drops those of least weight first, but never rulings.
STATUS_WEIGHT, STATE_WEIGHT, RULING_WEIGHT = range(3)
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS outbox (seq INTEGER PRIMARY KEY, weight INTEGER NOT NULL, kind TEXT NOT NULL,
                                   body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS outbox_weight ON outbox (weight, seq);
CREATE TABLE IF NOT EXISTS outbox_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """One outgoing message with its number ``seq``.

    ``weight`` is ``STATUS_WEIGHT``, ``STATE_WEIGHT`` or ``RULING_WEIGHT``; the sender chooses ``kind`` and ``body``.
    """

    seq: int
    weight: int
    kind: str
    body: str


class Outbox:
    """Mixin that stores outgoing messages in a log's database."""

    _db: sqlite3.Connection
    name: str

    def outbox(self) -> tuple[str, int]:
        """Create the outbox if it is missing; return the log's public ID and the last message number (0 for none).

        Raises StorageError if it cannot be written.
        """
        try:
            self._db.executescript(_SCHEMA)
            with self._db:
                self._db.execute("INSERT OR IGNORE INTO outbox_meta VALUES ('game', ?)", (secrets.token_hex(8),))
            return self._meta("game"), self._last()
        except sqlite3.Error as e:
            raise StorageError("log.not-written", name=self.name, why=why(e)) from e

    def counts(self) -> tuple[int, int]:
        """Return the last message number and the number of waiting messages; (0, 0) for a log without an outbox."""
        try:
            return self._last(), int(self._db.execute("SELECT count(*) FROM outbox").fetchone()[0])
        except sqlite3.Error:
            return self._last(), 0

    def posts(self, after: int, limit: int) -> list[OutboxMessage]:
        """Return the oldest waiting messages with numbers above ``after``, at most ``limit``.

        Raises sqlite3.Error if they cannot be read.
        """
        wanted = "SELECT seq, weight, kind, body FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?"
        return [OutboxMessage(*row) for row in self._db.execute(wanted, (after, limit))]

    def delete(self, seqs: Iterable[int]) -> None:
        """Delete the messages with these numbers, which have been delivered. Raises sqlite3.Error if this fails."""
        with self._db:
            self._db.executemany("DELETE FROM outbox WHERE seq = ?", [(seq,) for seq in seqs])

    def put(self, posts: Sequence[OutboxMessage], limit: int = MAX_ROWS) -> None:
        """Add messages within the caller's transaction, then drop old ones beyond ``limit`` rows.

        Raises sqlite3.Error if they cannot be written.
        """
        if not posts:
            return
        rows = [(p.seq, p.weight, p.kind, p.body) for p in posts]
        self._db.executemany("INSERT INTO outbox VALUES (?, ?, ?, ?)", rows)
        newest = str(max(p.seq for p in posts))
        self._db.execute("INSERT OR REPLACE INTO outbox_meta VALUES ('last', ?)", (newest,))
        over = int(self._db.execute("SELECT count(*) FROM outbox").fetchone()[0]) - limit
        if over > 0:
            oldest = "SELECT seq FROM outbox WHERE weight < ? ORDER BY weight, seq LIMIT ?"
            self._db.execute(f"DELETE FROM outbox WHERE seq IN ({oldest})", (RULING_WEIGHT, over))

    def _last(self) -> int:
        try:
            return int(self._meta("last") or 0)
        except (sqlite3.Error, ValueError):
            return 0

    def _meta(self, key: str) -> str:
        found = self._db.execute("SELECT value FROM outbox_meta WHERE key = ?", (key,)).fetchone()
        return "" if found is None else str(found[0])
