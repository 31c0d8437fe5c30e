"""Messages for others that wait in a log's own database: committed with the event and the rulings that they tell of.

A post's number is given by who makes it and rises over all logs; ``last`` outlives the rows. Of a full outbox the
oldest statuses go, then what a newer message replaces; rulings never.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

MOST: Final = 100_000  # rows
STATUS, STATE, RULING = range(3)  # how soon a post goes where there is no room: statuses first, rulings never
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS outbox (seq INTEGER PRIMARY KEY, weight INTEGER NOT NULL, kind TEXT NOT NULL,
                                   body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS outbox_weight ON outbox (weight, seq);
CREATE TABLE IF NOT EXISTS outbox_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """One message: ``kind`` and ``body`` are its writer's business."""

    seq: int
    weight: int
    kind: str
    body: str


def prepare(db: sqlite3.Connection) -> tuple[str, int]:
    """Make room for posts in a log. Its ID for others, and the last number that was given in it (0: none). Raises
    sqlite3.Error."""
    db.executescript(_SCHEMA)
    with db:
        db.execute("INSERT OR IGNORE INTO outbox_meta VALUES ('game', ?)", (secrets.token_hex(8),))
    return _meta(db, "game"), last(db)


def last(db: sqlite3.Connection) -> int:
    """The last number that was given in this log; 0 where it never had an outbox."""
    try:
        return int(_meta(db, "last") or 0)
    except (sqlite3.Error, ValueError):
        return 0


def _meta(db: sqlite3.Connection, key: str) -> str:
    found = db.execute("SELECT value FROM outbox_meta WHERE key = ?", (key,)).fetchone()
    return "" if found is None else str(found[0])


def put(db: sqlite3.Connection, posts: Sequence[OutboxMessage], most: int = MOST) -> None:
    """Within the caller's transaction. Raises sqlite3.Error."""
    if not posts:
        return
    rows = [(p.seq, p.weight, p.kind, p.body) for p in posts]
    db.executemany("INSERT INTO outbox VALUES (?, ?, ?, ?)", rows)
    db.execute("INSERT OR REPLACE INTO outbox_meta VALUES ('last', ?)", (str(max(p.seq for p in posts)),))
    over = int(db.execute("SELECT count(*) FROM outbox").fetchone()[0]) - most
    if over > 0:
        db.execute(
            "DELETE FROM outbox WHERE seq IN (SELECT seq FROM outbox WHERE weight < ? ORDER BY weight, seq LIMIT ?)",
            (RULING, over),
        )


def take(db: sqlite3.Connection, seqs: Iterable[int]) -> None:
    """These have arrived, and go. Raises sqlite3.Error."""
    with db:
        db.executemany("DELETE FROM outbox WHERE seq = ?", [(seq,) for seq in seqs])


def waiting(db: sqlite3.Connection, after: int, most: int) -> list[OutboxMessage]:
    """The oldest posts beyond a number. Raises sqlite3.Error."""
    rows = db.execute("SELECT seq, weight, kind, body FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?", (after, most))
    return [OutboxMessage(*row) for row in rows]


def count(db: sqlite3.Connection) -> int:
    """How many posts wait. Raises sqlite3.Error."""
    return int(db.execute("SELECT count(*) FROM outbox").fetchone()[0])
