"""State of the hall's tables, by ID, rebuilt from their messages."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Final

from companion.club import facts as messages
from companion.club.hall.plan import Begun
from companion.errors import StorageError
from companion.names import outward

MAX_STRETCHES = 256
"""Ranges that are remembered per table. Beyond that the oldest gap is closed, and messages from it are dropped."""

MIN_RESTART_GAP = 1 << 19  # numbers; a larger gap means that the table lost its log


class SeenNumbers:
    """Set of message numbers that have arrived, stored as ranges ``[first, last]`` in order."""

    def __init__(self, stretches: Iterable[tuple[int, int]] = ()) -> None:
        self._stretches = [(int(a), int(b)) for a, b in stretches]

    def __contains__(self, number: int) -> bool:
        at = bisect_right(self._stretches, (number, float("inf"))) - 1
        return at >= 0 and number <= self._stretches[at][1]

    def add(self, number: int) -> None:
        if number in self:
            return
        at = bisect_right(self._stretches, (number, number))
        first = last = number
        if at < len(self._stretches) and self._stretches[at][0] == number + 1:
            last = self._stretches.pop(at)[1]
        if at and self._stretches[at - 1][1] == number - 1:
            at -= 1
            first = self._stretches.pop(at)[0]
        self._stretches.insert(at, (first, last))
        if len(self._stretches) > MAX_STRETCHES:
            (a, _), (_, b) = self._stretches[:2]
            self._stretches[:2] = [(a, b)]

    @property
    def newest(self) -> int:
        """Highest number in the set; -1 if it is empty."""
        return self._stretches[-1][1] if self._stretches else -1

    @property
    def missing(self) -> int:
        """Count of numbers between the first and the last that are not in the set.

        Gaps of ``MIN_RESTART_GAP`` or more do not count: a table that has lost its log skips that many without using
        them.
        """
        gaps = (b[0] - a[1] - 1 for a, b in zip(self._stretches, self._stretches[1:], strict=False))
        return sum(gap for gap in gaps if gap < MIN_RESTART_GAP)

    def copy(self) -> SeenNumbers:
        return SeenNumbers(self._stretches)

    def dump(self) -> str:
        return json.dumps(self._stretches)

    @classmethod
    def load(cls, text: str) -> SeenNumbers:
        """Return the set from the text that ``dump`` returned.

        Raises:
            StorageError: The text is damaged.
        """
        try:
            return cls([(int(a), int(b)) for a, b in json.loads(text)])
        except (ValueError, TypeError):
            raise StorageError("hall.damaged") from None


MAX_TABLES: Final = 512
"""Tables that the hall accepts; messages from further ones are dropped and counted."""
MAX_REMEMBERED_GAMES: Final = 64  # games of one table whose beginning is remembered
MAX_CLOCK_OFFSET_S: Final = 60.0  # seconds that a table's clock may be off without a warning
MAX_MESSAGE_DELAY_S: Final = 365 * 86400.0  # limit of a message's stated delay, in seconds
TROUBLE_STATUSES: Final = frozenset(("frozen", "offline", "ended", "off", "lost"))
"""Statuses of sources and seats that need somebody's attention."""


@dataclass
class TableSeen:
    """State of one table, that is of one installation of companion, as its messages tell.

    Attributes:
        id: ID of the installation.
        topic: The table's part of its topics.
        name: The table's name as people write it.
        version: Version of companion.
        online: True while the table is connected.
        at: Time when its latest message arrived, by the hall's clock (ISO 8601).
        off: Seconds by which the table's clock is ahead of the hall's; None if unknown.
        game: ID of the current game.
        kind: Name of the current game.
        players: Names of the players.
        points: Points by name.
        hands: Number of cards by name; None if unknown.
        result: Result of the game; None until it is over.
        ruling: The latest ruling; None for none.
    """

    id: str
    topic: str
    name: str = ""
    version: str = ""
    online: bool = False
    at: str = ""
    off: float | None = None
    game: str = ""
    kind: str = ""
    players: tuple[str, ...] = ()
    points: Mapping[str, float] = field(default_factory=dict)
    hands: Mapping[str, int] | None = None
    result: messages.ResultMessage | None = None
    ruling: messages.ToldMessage | None = None
    health: dict[str, messages.ToldMessage] = field(default_factory=dict)
    """The latest health message of each source or seat, by its source, seat and player."""
    newest: dict[str, int] = field(default_factory=dict)
    """The highest number applied, by kind of message; lower ones are ignored."""
    games: dict[str, Begun] = field(default_factory=dict)
    """When each game's first message came; its time is when the message was made, if it had waited."""


class HallBoard:
    """All tables by ID; tables of the same name are separate, because their IDs differ."""

    def __init__(self) -> None:
        self.tables: dict[str, TableSeen] = {}

    def fold(self, seq: int, at: str, topic: str, message: messages.Message, *, live: bool) -> TableSeen:
        """Apply a message, and return its table.

        Args:
            seq: Number of the message's entry in the log.
            at: Time when it arrived (ISO 8601).
            topic: The table's part of the topic.
            message: The message.
            live: False if the broker had kept the message (retained it) from before.
        """
        table = self.tables.setdefault(message.table, TableSeen(message.table, topic))
        table.topic = topic
        table.at = at
        if live:
            self._clock(table, at, message)
        if isinstance(message, messages.CountedMessage):
            if message.game not in table.games:
                self._first(table, seq, at, message)
            if message.seq < table.newest.get(message.topic, -1):
                return table
            table.newest[message.topic] = message.seq
        _apply_message(table, message)
        return table

    def _clock(self, table: TableSeen, at: str, message: messages.Message) -> None:
        """Update the estimate of how wrong a table's clock is.

        The largest difference so far is used, because a delayed message makes the clock seem to be behind. A message
        that the table is online starts the estimate anew.
        """
        late = message.late if isinstance(message, messages.CountedMessage) else 0.0
        if isinstance(message, messages.Status) and not message.online:
            return  # a last will was written when the table connected
        off = (read_time(message.wall) - read_time(at)).total_seconds() + late
        if isinstance(message, messages.Status) or table.off is None:
            table.off = off
        else:
            table.off = max(table.off, off)

    def _first(self, table: TableSeen, seq: int, at: str, message: messages.CountedMessage) -> None:
        waited = timedelta(seconds=min(message.late, MAX_MESSAGE_DELAY_S))
        said = (read_time(at) - waited).isoformat(timespec="milliseconds") if message.late > 0 else ""
        table.games[message.game] = Begun(seq, said)
        while len(table.games) > MAX_REMEMBERED_GAMES:
            del table.games[next(iter(table.games))]

    def doubles(self) -> set[str]:
        """Return the IDs of tables that share their name; tables that are offline and have no game do not count."""
        by_topic: dict[str, list[str]] = {}
        for table in self.tables.values():
            by_topic.setdefault(table.topic, []).append(table.id)
        recent = {i for i, table in self.tables.items() if table.online or table.game}
        return {i for ids in by_topic.values() if len(set(ids) & recent) > 1 for i in ids if i in recent}

    def sorted_tables(self) -> list[TableSeen]:
        """Return the tables by name, "Table 2" before "Table 10"."""
        return sorted(self.tables.values(), key=lambda t: (natural(t.name or t.topic), t.id))

    def places(self) -> list[str]:
        """Return the names of the tables that are online, sorted and without duplicates."""
        return list(dict.fromkeys(t.name or t.topic for t in self.sorted_tables() if t.online))


def ill(table: TableSeen) -> list[messages.ToldMessage]:
    """Return the latest messages about cameras, microphones and seats that need attention, oldest first."""
    return [told for told in table.health.values() if told.code in TROUBLE_STATUSES]


def clock_wrong(table: TableSeen) -> float:
    """Return by how many seconds a table's clock is ahead of the hall's; 0 if it is nearly right or unknown."""
    return table.off if table.off is not None and abs(table.off) > MAX_CLOCK_OFFSET_S else 0.0


def natural(name: str) -> list[tuple[int, int, str]]:
    """Return a sort key for a name in which numbers are ordered by value."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name.casefold())
    return [(0, int(p[:18]), "") if p.isascii() and p.isdigit() else (1, 0, p) for p in parts]


def read_time(text: str) -> datetime:
    """Return the time in an ISO 8601 text, in UTC; the text must be valid."""
    found = datetime.fromisoformat(text.replace("Z", "+00:00"))
    try:
        return found.astimezone(timezone.utc)
    except OverflowError:  # the first or last day of the calendar
        return datetime.min.replace(tzinfo=timezone.utc) + timedelta(days=2)


def _apply_message(table: TableSeen, message: messages.Message) -> None:
    """Change a table's state by a message that is the newest of its kind."""
    match message:
        case messages.Status():
            table.online = message.online
        case messages.Hello():
            table.name, table.version = outward(message.name), message.companion
        case messages.GameBegun():
            if message.game != table.game:
                table.points, table.hands, table.result, table.ruling, table.health = {}, None, None, None, {}
            table.game, table.kind, table.players = message.game, message.kind, message.players
        case messages.ScoreMessage():
            table.points, table.hands = message.points, message.hands
        case messages.ResultMessage():
            table.result = message
        case messages.RulingTold():
            table.ruling = message
        case messages.Health(values=told):
            about = "/".join(str(told[k]) for k in ("source", "seat", "player") if told.get(k) is not None)
            table.health[about] = message
            while len(table.health) > 16:
                del table.health[next(iter(table.health))]
