"""The logs whose messages go to a broker: those of games before first, then the one that is written now."""

from __future__ import annotations

import threading
from collections.abc import Collection, Sequence
from pathlib import Path

from companion.referee.log import MEMORY_LOG, Log
from companion.referee.log_writer import LogWriter
from companion.referee.message_outbox import OutboxMessage
from companion.referee.rescue_copies import newest


class LogQueue:
    """``news`` guards what other threads change, and is told of it."""

    def __init__(self, news: threading.Condition) -> None:
        self._news = news
        self._sources: list[LogWriter | Path] = []
        self.live: LogWriter | None = None
        """The game that is played; the others are of games before."""
        self.late: set[int] = set()
        """Arrived when their log was closed already."""
        self._cursor = 0  # the last number of the first log that was sent or looked at

    def add(self, logs: Sequence[Path]) -> None:
        """Add the logs of earlier games."""
        self._sources += logs

    def attach(self, keeper: LogWriter) -> None:
        """Take what is written into this log from now on, after all before it."""
        with self._news:
            for source in [s for s in self._sources if _name(s) == keeper.name]:
                self._sources.remove(source)
                self._cursor = 0
                if isinstance(source, LogWriter):
                    keeper.delete_sent(*source.finish())
            self._sources.append(keeper)
            self.live = keeper
            self._cursor = 0 if len(self._sources) == 1 else self._cursor
            self._news.notify_all()

    def again(self) -> None:
        """Start over after a new connection: what was not confirmed is sent again."""
        self._cursor = 0

    def first(self) -> LogWriter | Path | None:
        with self._news:
            return self._sources[0] if self._sources else None

    def fresh(self, *, under_way: bool) -> bool:
        """Return whether there may be more to send than was looked at."""
        if not self._sources:
            return False
        source = self._sources[0]
        looked_at = isinstance(source, LogWriter) and source.latest <= self._cursor
        followed = len(self._sources) > 1 and not under_way  # the game that is played lies behind one that is empty
        return not (looked_at and (source is self.live or under_way) and not followed)

    def next(
        self, source: LogWriter | Path, limit: int, under_way: Collection[int]
    ) -> tuple[LogWriter, list[OutboxMessage]]:
        """Return the log that is to be sent now, and its next messages. Raises StorageError."""
        keeper = source if isinstance(source, LogWriter) else self._open_log(source)
        latest = keeper.latest
        posts = [p for p in keeper.posts(self._cursor, limit) if p.seq not in under_way and p.seq not in self.late]
        if not posts:
            self._cursor = max(self._cursor, latest)
        return keeper, posts

    def mark_sent(self, post: OutboxMessage) -> None:
        self._cursor = post.seq

    def mark_arrived(self, keeper: LogWriter, seq: int) -> None:
        """Have a message of this log deleted, by whoever writes the log now."""
        live = self.live
        writer = live if live is not None and live.name == keeper.name else keeper
        if not writer.delete_sent(seq):
            self.late.add(seq)

    def on_log_closed(self, source: LogWriter | Path) -> None:
        """Read what waits from the file once a game is over and its log closed. A file that is gone goes."""
        with self._news:
            if source not in self._sources:
                return
            at, self._cursor = self._sources.index(source), 0
            self.live = None if source is self.live else self.live
            if isinstance(source, LogWriter) and source.name != MEMORY_LOG:
                self._sources[at] = newest(Path(source.name))
            else:
                del self._sources[at]

    def finish_log(self, keeper: LogWriter) -> bool:
        """Mark an earlier game as wholly arrived, unless something came meanwhile. Raises StorageError."""
        keeper.delete_sent(*self.late)
        if keeper.posts(0, 1):
            self._cursor = 0
            return False
        with self._news:
            if keeper in self._sources:
                self._sources.remove(keeper)
            self._cursor = 0
        keeper.finish()
        return True

    def close(self) -> None:
        """Close the logs of earlier games; the game that is played closes its own."""
        for source in self._sources:
            if isinstance(source, LogWriter) and source is not self.live:
                source.close()

    def _open_log(self, path: Path) -> LogWriter:
        """Return the log of an earlier game. Raises StorageError."""
        keeper = LogWriter(Log.open(path, append=True))
        with self._news:
            if path in self._sources:
                self._sources[self._sources.index(path)] = keeper
        return keeper


def _name(source: LogWriter | Path) -> str:
    return source.name if isinstance(source, LogWriter) else str(source)
