"""The hall's tables by ID, as the fold of their messages in the order of their numbers."""

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
    """Set of message numbers, stored as ranges ``[first, last]`` in order, with gaps between them."""

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
        """The highest number; -1 if there is none."""
        return self._stretches[-1][1] if self._stretches else -1

    @property
    def missing(self) -> int:
        """The count of numbers between the first and the last that have not arrived.

        A gap of ``MIN_RESTART_GAP`` or more is left out: a table that lost its log skips that many, and never used
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
        """Return the set that ``dump`` wrote. Raises StorageError."""
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
    """State of one table (one installation of companion), from its messages.

    Attributes:
        id: The installation's ID.
        topic: The table's part of its topics.
        name: The name as people write it.
        version: The version of companion.
        online: True while the table is connected.
        at: The hall's time of the latest message (ISO 8601).
        off: Seconds by which the table's clock is ahead of the hall's; None if unknown.
        game: The ID of the current game.
        kind: The name of the current game.
        players: The players' names.
        points: Points by name.
        hands: Number of cards by name; None if unknown.
        result: The game's result, once it is over.
        ruling: The latest ruling.
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
    """All tables by ID. Two tables of one name are separate, because each has its own ID."""

    def __init__(self) -> None:
        self.tables: dict[str, TableSeen] = {}

    def fold(self, seq: int, at: str, topic: str, message: messages.Message, *, live: bool) -> TableSeen:
        """Apply a message and return its table.

        Args:
            seq: The entry's number in the log.
            at: The time at which it arrived (ISO 8601).
            topic: The table's part of the topic.
            message: The message.
            live: False if the broker had retained it.
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
        """Update the estimate of a table's clock error.

        The largest difference is used, because any delay makes a clock seem behind. A status message starts the
        estimate anew.
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
        """Return the IDs of tables that share their name with another table that is online or has a game."""
        by_topic: dict[str, list[str]] = {}
        for table in self.tables.values():
            by_topic.setdefault(table.topic, []).append(table.id)
        recent = {i for i, table in self.tables.items() if table.online or table.game}
        return {i for ids in by_topic.values() if len(set(ids) & recent) > 1 for i in ids if i in recent}

    def sorted_tables(self) -> list[TableSeen]:
        """Return the tables by name, "Table 2" before "Table 10"."""
        return sorted(self.tables.values(), key=lambda t: (natural(t.name or t.topic), t.id))

    def places(self) -> list[str]:
        """Return the names of the tables that are online, in order and each once, as places for a round."""
        return list(dict.fromkeys(t.name or t.topic for t in self.sorted_tables() if t.online))


def ill(table: TableSeen) -> list[messages.ToldMessage]:
    """Return the health messages of sources and seats that need attention, the oldest first."""
    return [told for told in table.health.values() if told.code in TROUBLE_STATUSES]


def clock_wrong(table: TableSeen) -> float:
    """Return the error of a table's clock in seconds; 0 if it is small or unknown."""
    return table.off if table.off is not None and abs(table.off) > MAX_CLOCK_OFFSET_S else 0.0


def natural(name: str) -> list[tuple[int, int, str]]:
    """Return a sort key that orders numbers in a name by value."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name.casefold())
    return [(0, int(p[:18]), "") if p.isascii() and p.isdigit() else (1, 0, p) for p in parts]


def read_time(text: str) -> datetime:
    """Return an ISO 8601 time, checked by the codec, in UTC."""
    found = datetime.fromisoformat(text.replace("Z", "+00:00"))
    try:
        return found.astimezone(timezone.utc)
    except OverflowError:  # the first or last day of the calendar
        return datetime.min.replace(tzinfo=timezone.utc) + timedelta(days=2)


def _apply_message(table: TableSeen, message: messages.Message) -> None:
    """Update a table from a message that is the newest of its kind."""
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
