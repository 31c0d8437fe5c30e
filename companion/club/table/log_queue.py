"""Queue of the logs with messages for the broker: those of earlier games first, then the current game's."""

from __future__ import annotations

import threading
from collections.abc import Collection, Sequence
from pathlib import Path

from companion.referee.log import MEMORY_LOG, Log
from companion.referee.log_writer import LogWriter
from companion.referee.message_outbox import OutboxMessage
from companion.referee.rescue_copies import newest


class LogQueue:
    """Queue of logs with unsent messages.

    Args:
        news: Condition that guards what several threads change, and is notified of changes.
    """

    def __init__(self, news: threading.Condition) -> None:
        self._news = news
        self._sources: list[LogWriter | Path] = []
        self.live: LogWriter | None = None
        """The log of the current game; all others are of earlier games."""
        self.late: set[int] = set()
        """Numbers of messages that were confirmed when their log was closed already."""
        self._cursor = 0  # the last message number in the first log that was sent or examined

    def add(self, logs: Sequence[Path]) -> None:
        """Add the logs of earlier games."""
        self._sources += logs

    def attach(self, keeper: LogWriter) -> None:
        """Add the current game's log at the end."""
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
        """Start again from the first unconfirmed message, because there is a new connection."""
        self._cursor = 0

    def first(self) -> LogWriter | Path | None:
        with self._news:
            return self._sources[0] if self._sources else None

    def fresh(self, *, under_way: bool) -> bool:
        """Return True if the first log may have messages to send, or may be done with.

        Args:
            under_way: True if messages that were sent are still unconfirmed.
        """
        if not self._sources:
            return False
        source = self._sources[0]
        looked_at = isinstance(source, LogWriter) and source.latest <= self._cursor
        followed = len(self._sources) > 1 and not under_way  # the current game's log follows one that may be empty
        return not (looked_at and (source is self.live or under_way) and not followed)

    def next(
        self, source: LogWriter | Path, limit: int, under_way: Collection[int]
    ) -> tuple[LogWriter, list[OutboxMessage]]:
        """Return the writer of a log, and the messages in it that are to be sent next.

        Args:
            source: The first log in the queue; a path is opened.
            limit: Most messages to return.
            under_way: Numbers of messages that were sent but not confirmed, which are left out.

        Raises:
            StorageError: The log cannot be read.
        """
        keeper = source if isinstance(source, LogWriter) else self._open_log(source)
        latest = keeper.latest
        posts = [p for p in keeper.posts(self._cursor, limit) if p.seq not in under_way and p.seq not in self.late]
        if not posts:
            self._cursor = max(self._cursor, latest)
        return keeper, posts

    def mark_sent(self, post: OutboxMessage) -> None:
        self._cursor = post.seq

    def mark_arrived(self, keeper: LogWriter, seq: int) -> None:
        """Delete a confirmed message from its log.

        Args:
            keeper: Writer of the log when the message was sent; if the log is the current game's now, that writer is
                used.
            seq: Number of the message.
        """
        live = self.live
        writer = live if live is not None and live.name == keeper.name else keeper
        if not writer.delete_sent(seq):
            self.late.add(seq)

    def on_log_closed(self, source: LogWriter | Path) -> None:
        """Read a log from its file from now on, because its writer was closed; drop it if it has no file."""
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
        """Remove an earlier game's log from the queue; return False if it still holds a message.

        Raises:
            StorageError: The log cannot be read or written.
        """
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
        """Close the logs of earlier games that are open; the current game closes its own."""
        for source in self._sources:
            if isinstance(source, LogWriter) and source is not self.live:
                source.close()

    def _open_log(self, path: Path) -> LogWriter:
        """Open the log of an earlier game, and return its writer.

        Raises:
            StorageError: The log cannot be opened.
        """
        keeper = LogWriter(Log.open(path, append=True))
        with self._news:
            if path in self._sources:
                self._sources[self._sources.index(path)] = keeper
        return keeper


def _name(source: LogWriter | Path) -> str:
    return source.name if isinstance(source, LogWriter) else str(source)
