"""The hall's state, rebuilt from its log: the tournament and the tables."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.club.codec import decode
from companion.club.facts import CountedMessage, Message, MessageError, ResultMessage
from companion.club.hall.plan import Begun
from companion.club.hall.store import LogRow
from companion.club.hall.table_board import HallBoard
from companion.club.hall.tournament import Entry, Tournament
from companion.errors import StorageError

TABLE_MESSAGE_KIND: Final = "told"  # the kind of an entry that holds a table's message
MAX_STRAY_RESULTS: Final = 32  # results that match no table of a round, kept for the organiser


@dataclass(frozen=True, slots=True)
class Stray:
    """Result that matches no table of a round: other names, or a game that began before its round was paired."""

    id: str
    place: str
    result: ResultMessage


class Hall:
    """State of the hall; only ``fold`` changes it.

    Attributes:
        tournament: The tournament.
        board: The tables.
        strays: Results that match no table of a round, for the organiser to assign.
        last: Number of the last entry applied.
    """

    def __init__(self) -> None:
        self.tournament = Tournament()
        self.board = HallBoard()
        self.strays: deque[Stray] = deque(maxlen=MAX_STRAY_RESULTS)
        self.last = 0

    def fold(self, row: LogRow, message: Message | None = None) -> None:
        """Apply the next entry of the log.

        Args:
            row: The entry.
            message: The message in it, if it was decoded already.

        Raises:
            StorageError: The entry is not valid.
        """
        try:
            if row.entry.kind == TABLE_MESSAGE_KIND:
                self._apply_table_message(row, message)
            elif not self.tournament.fold(row.seq, row.at, row.entry):
                raise ValueError(row.entry.kind)
            elif row.entry.kind == "result" and row.entry.body.get("source"):
                self._drop_stray(tuple(row.entry.body["source"]))
        except (MessageError, LookupError, ValueError, TypeError) as error:
            raise StorageError("hall.line", seq=row.seq) from error
        self.last = row.seq

    def _apply_table_message(self, row: LogRow, read: Message | None) -> None:
        body = row.entry.body
        topic, kind = str(body["topic"]), str(body["kind"])
        message = read or decode(kind, str(body["payload"]).encode())
        if not isinstance(message, Message):
            raise ValueError(kind)
        table = self.board.fold(row.seq, row.at, topic, message, live=bool(body["live"]))
        if isinstance(message, ResultMessage):
            self._result(table.name or topic, message, table.games[message.game])

    def _result(self, place: str, message: ResultMessage, since: Begun) -> None:
        points = {name: round(value) for name, value in message.points.items()}
        source = (message.table, message.game)
        found = self.tournament.report_result(source, since, points, message.winners, sure=message.confirmed)
        self._drop_stray(source)
        if found == "nobody's" and self.tournament.rounds:
            self.strays.append(Stray(message.table, place, message))

    def _drop_stray(self, source: tuple[str, ...]) -> None:
        kept = [s for s in self.strays if (s.id, s.result.game) != source]
        if len(kept) < len(self.strays):
            self.strays = deque(kept, MAX_STRAY_RESULTS)


def table_message_entry(topic: str, kind: str, payload: str, *, live: bool) -> Entry:
    """Return the log entry for a message of a table.

    Args:
        topic: The table's part of the topic.
        kind: Kind of message.
        payload: The payload, which is stored unchanged.
        live: False if the broker had kept the message (retained it) from before.
    """
    return Entry(TABLE_MESSAGE_KIND, {"topic": topic, "kind": kind, "live": live, "payload": payload})


def idle(hall: Hall, topic: str, message: Message) -> bool:
    """Return True if a status or name message says nothing new, so that it need not be logged."""
    if isinstance(message, CountedMessage):
        return False
    table = hall.board.tables.get(message.table)
    if table is None or table.topic != topic:
        return False
    data: Mapping[str, Any] = {name: getattr(message, name) for name in type(message).__slots__}
    return all(
        getattr(table, _TABLE_ATTRIBUTES[name]) == value for name, value in data.items() if name in _TABLE_ATTRIBUTES
    )


_TABLE_ATTRIBUTES: Final = {"online": "online", "name": "name", "companion": "version"}
