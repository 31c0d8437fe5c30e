"""Messages between tables and others over MQTT: their topics, fields and limits.

Messages hold codes and values, never a picture, a sound or a hidden card. ``codec`` writes and reads them.
docs/asyncapi.yaml describes the same format for other programs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias, get_args

from companion.decoder import Bounds, Wrong
from companion.facts import Fact, Value  # noqa: F401 (get_type_hints needs Fact to resolve Value)

VERSION: Final = 1
TOPIC_ROOT: Final = "companion"
MAX_TEXT_CHARS: Final = 200  # characters of a text in a message
MAX_NAME_CHARS: Final = 40  # characters of a table's part of a topic
MAX_ITEMS: Final = 64  # most values of a fact, players, or options in a message
MAX_COUNT: Final = 2**53 - 1  # largest seq and count; every JSON reader holds it exactly
MAX_DURATION_S: Final = 1e9  # seconds; limit of a game's clock and of a message's delay
MAX_POINTS: Final = 1e12
Do: TypeAlias = Literal["pause", "resume", "announce"]
ORDER_VERBS: Final[tuple[str, ...]] = get_args(Do)
_NO_VALUES: Final[Mapping[str, Any]] = MappingProxyType({})
_SLUG_PATTERN: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")


class MessageError(ValueError):
    """Error for a topic or payload that is not one of these messages; its text says why."""


def _check_line(value: str) -> None:
    if not value.strip() or any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in value):
        raise Wrong("is a text in one line, without marks that nobody sees")


def _wall(value: str) -> None:
    try:
        if len(value) > MAX_NAME_CHARS or datetime.fromisoformat(value.replace("Z", "+00:00")).tzinfo is None:
            raise ValueError
    except ValueError:
        raise Wrong("is a time of ISO 8601 with its zone") from None


def _digits(minimum: int, maximum: int) -> Callable[[str], None]:
    def check(value: str) -> None:
        if not re.fullmatch(f"[0-9a-f]{{{minimum},{maximum}}}", value):
            raise Wrong(f"is an ID of {maximum} hexadecimal digits at most, and {minimum} at least")

    return check


LineText: TypeAlias = Annotated[str, _check_line]
Names: TypeAlias = Annotated[tuple[LineText, ...], Bounds(0, MAX_ITEMS)]
Seconds: TypeAlias = Annotated[float, Bounds(0, MAX_DURATION_S)]
Points: TypeAlias = Annotated[
    Mapping[LineText, Annotated[float, Bounds(-MAX_POINTS, MAX_POINTS)]], Bounds(0, MAX_ITEMS)
]
Counts: TypeAlias = Annotated[Mapping[LineText, int], Bounds(0, MAX_ITEMS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Base of all messages that a table sends.

    Attributes:
        topic: Kind of the message, which is the last part of its topic.
        retained: True if the broker keeps the latest message for new subscribers.
        table: ID of the table, that is of its installation.
        wall: Time by the table's clock (ISO 8601), for display only.
    """

    topic: ClassVar[str] = ""
    retained: ClassVar[bool] = False
    table: Annotated[str, _digits(32, 32)]
    wall: Annotated[str, _wall]


@dataclass(frozen=True, slots=True, kw_only=True)
class Status(Message):
    """Message that a table is online or offline, with the ID of its current game.

    The broker itself sends the offline message if the connection breaks (MQTT's last will).
    """

    topic: ClassVar[str] = "status"
    retained: ClassVar[bool] = True
    online: bool
    game: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello(Message):
    """Message with the table's name, its version of companion and the version of its log format.

    ``name`` is as people write it. Tables with the same name are told apart by their IDs.
    """

    topic: ClassVar[str] = "hello"
    retained: ClassVar[bool] = True
    name: LineText
    companion: str
    log_format: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedMessage(Message):
    """Base of messages about a game, which are numbered.

    Attributes:
        seq: Number of the message, which rises over all games of the table. A number that was seen before is dropped,
            as it was repeated after a broken connection.
        game: ID of the game's log.
        late: Seconds for which the message waited to be sent.
    """

    seq: int
    game: str
    late: Seconds = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegun(CountedMessage):
    """Message that a game begins or is resumed; ``kind`` is the name of the game, such as "face-off"."""

    topic: ClassVar[str] = "game"
    retained: ClassVar[bool] = True
    kind: LineText
    players: Names
    options: Mapping[str, Any] = field(default_factory=lambda: _NO_VALUES)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldMessage(CountedMessage):
    """Base of messages with a fact about the game.

    Attributes:
        at: Time of the game's clock, in seconds.
        code: Code of the fact.
        values: Values of the fact.
        number: Number of the ruling; 0 if it is no ruling.
    """

    at: Seconds
    code: LineText
    values: Mapping[str, Value] = field(default_factory=lambda: _NO_VALUES)
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingTold(ToldMessage):
    """Message with a ruling of the referee; docs/codes.md lists the codes under ``ruling.``."""

    topic: ClassVar[str] = "ruling"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTold(ToldMessage):
    """Message with a result of the senses: a signal, a roll, a shout, or a verdict on teeth."""

    topic: ClassVar[str] = "event"


@dataclass(frozen=True, slots=True, kw_only=True)
class Health(ToldMessage):
    """Message with the status, in ``code``, of a camera, microphone or seat."""

    topic: ClassVar[str] = "health"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreMessage(CountedMessage):
    """Message with the current score of a game.

    Attributes:
        points: Points by player.
        hands: Number of cards by player; None if that is secret or there are no cards.
        hand: Number of the current hand or round, from 1.
    """

    topic: ClassVar[str] = "score"
    retained: ClassVar[bool] = True
    points: Points
    hands: Counts | None = None
    hand: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultMessage(CountedMessage):
    """Message with the result of a game that is over; ``confirmed`` is True once the players have confirmed it."""

    topic: ClassVar[str] = "result"
    retained: ClassVar[bool] = True
    points: Points
    winners: Names
    confirmed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Message that orders a table to do something, which it does only if its options allow that.

    ``id`` identifies the order, so that it is carried out once even if it arrives twice.
    """

    topic: ClassVar[str] = "command"
    id: Annotated[str, _digits(1, 64)]
    do: Do
    text: str = ""


AnyMessage: TypeAlias = (
    Status | Hello | GameBegun | RulingTold | EventTold | Health | ScoreMessage | ResultMessage | Order
)
MESSAGE_TYPES: Final[dict[str, type[Any]]] = {
    c.topic: c for c in (Status, Hello, GameBegun, RulingTold, EventTold, Health, ScoreMessage, ResultMessage, Order)
}
TABLE_TOPICS: Final = tuple(name for name in MESSAGE_TYPES if name != Order.topic)  # kinds that a table publishes


# ---- topics ----------------------------------------------------------------------------------------------------------


def slug(name: str) -> str:
    """Return a table's name as part of a topic: "Tisch 4 (groß)" becomes "tisch-4-gross"; "table" if none is left."""
    plain = (
        unicodedata.normalize("NFKD", name.casefold().translate(_ASCII_SPELLINGS)).encode("ascii", "ignore").decode()
    )
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MAX_NAME_CHARS].strip("-") or "table"


_ASCII_SPELLINGS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def topic(table: str, kind: str) -> str:
    """Return the topic ``companion/TABLE/KIND``.

    Args:
        table: The table's name, as from ``slug``.
        kind: Kind of message.

    Raises:
        MessageError: Either is not valid.
    """
    if not _SLUG_PATTERN.fullmatch(table) or kind not in MESSAGE_TYPES:
        raise MessageError(f"no topic for {table[:MAX_NAME_CHARS]!r} and {kind[:MAX_NAME_CHARS]!r}")
    return f"{TOPIC_ROOT}/{table}/{kind}"


def parse_topic(text: str) -> tuple[str, str]:
    """Return the table's name in a topic, as from ``slug``, and the kind of message.

    Raises:
        MessageError: It is no topic of a table.
    """
    root, *rest = text.split("/", 3)
    if root != TOPIC_ROOT or len(rest) != 2 or not _SLUG_PATTERN.fullmatch(rest[0]) or rest[1] not in MESSAGE_TYPES:
        raise MessageError(f"no topic of a table: {text[:80]!r}")
    return rest[0], rest[1]
