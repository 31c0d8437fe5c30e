"""What a sitting shows, in the order in which it counted, each when the log has all that came before it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from companion.events import Event
from companion.events import ruling as ruled
from companion.facts import Fact
from companion.referee.match import Match
from companion.referee.match_view import Stand


class DeliveryQueue:
    """``deliver`` gets the events, ``now`` the match's time. Everything is on one thread."""

    def __init__(self, match: Match | None, deliver: Callable[[Event], None], now: Callable[[], float]) -> None:
        self._match, self._deliver, self._now = match, deliver, now
        self.shown: Stand | None = match.stand if match is not None else None
        """The match as far as all of it may be shown: what came later is not on the disk yet."""
        self._waiting: deque[tuple[int, Event | Stand]] = deque()
        self._trouble: Fact | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, item: Event | Stand) -> None:
        """Show it after all that came before."""
        log = self._match.log if self._match is not None else None
        self._waiting.append((log.last if log is not None else 0, item))
        self.release()

    def release(self) -> None:
        """Show what is durable by now, and once what is wrong with the log."""
        log = self._match.log if self._match is not None else None
        if log is not None and log.trouble != self._trouble:
            self._trouble = log.trouble
            if log.trouble is not None:
                self._deliver(ruled("told", self._now(), source="sitting", what=log.trouble))
        while self._waiting and (log is None or self._waiting[0][0] <= log.durable):
            _, item = self._waiting.popleft()
            if isinstance(item, Stand):
                self.shown = item
            else:
                self._deliver(item)
