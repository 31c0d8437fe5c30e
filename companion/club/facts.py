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
MAX_ITEMS: Final = 64  # of a fact's values, of players, of options
MAX_COUNT: Final = 2**53 - 1  # largest seq and count; every JSON reader holds it exactly
MAX_DURATION_S: Final = 1e9  # seconds; limit of a game's clock and of a message's delay
MAX_POINTS: Final = 1e12
Do: TypeAlias = Literal["pause", "resume", "announce"]
ORDER_VERBS: Final[tuple[str, ...]] = get_args(Do)
_NO_VALUES: Final[Mapping[str, Any]] = MappingProxyType({})
_SLUG_PATTERN: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")


class MessageError(ValueError):
    """Error for a topic or payload that is not one of our messages, with the reason in one sentence."""


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
    """Base of all messages of a table.

    Attributes:
        table: The ID of the table's installation.
        wall: The table's wall clock (ISO 8601), for display; nothing is decided by it.
    """

    topic: ClassVar[str] = ""
    retained: ClassVar[bool] = False
    table: Annotated[str, _digits(32, 32)]
    wall: Annotated[str, _wall]


@dataclass(frozen=True, slots=True, kw_only=True)
class Status(Message):
    """Message that a table is online or offline, with its game's ID. The table's last will is the offline one."""

    topic: ClassVar[str] = "status"
    retained: ClassVar[bool] = True
    online: bool
    game: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello(Message):
    """Message with the table's name, its version of companion and its log format.

    Tables with the same name differ by their IDs. ``name`` is the table's name as people write it.
    """

    topic: ClassVar[str] = "hello"
    retained: ClassVar[bool] = True
    name: LineText
    companion: str
    log_format: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedMessage(Message):
    """Base of messages with a number.

    Attributes:
        seq: Number that rises over the table's life. A number that was seen before is a repetition after a broken
            connection, and is dropped.
        game: The ID of the game's log.
        late: Seconds for which the message waited for a connection.
    """

    seq: int
    game: str
    late: Seconds = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegun(CountedMessage):
    """Message that a game begins or is resumed. ``kind`` is the game's name ("face-off")."""

    topic: ClassVar[str] = "game"
    retained: ClassVar[bool] = True
    kind: LineText
    players: Names
    options: Mapping[str, Any] = field(default_factory=lambda: _NO_VALUES)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldMessage(CountedMessage):
    """Base of messages with a fact of the game.

    Attributes:
        at: Seconds of the game's clock.
        code: The fact's code.
        values: The fact's values.
        number: The ruling's number; 0 if it is no ruling.
    """

    at: Seconds
    code: LineText
    values: Mapping[str, Value] = field(default_factory=lambda: _NO_VALUES)
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingTold(ToldMessage):
    """Ruling of the referee. docs/codes.md lists the codes under ``ruling.``."""

    topic: ClassVar[str] = "ruling"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTold(ToldMessage):
    """Event of the senses: a signal, a roll, a shout, or a verdict on teeth."""

    topic: ClassVar[str] = "event"


@dataclass(frozen=True, slots=True, kw_only=True)
class Health(ToldMessage):
    """Status of a source or seat, in ``code``."""

    topic: ClassVar[str] = "health"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreMessage(CountedMessage):
    """Current score of a game.

    Attributes:
        points: Points by player.
        hands: Number of cards by player; None if that is secret or there are no cards.
        hand: Number of the hand or round that is played, from 1.
    """

    topic: ClassVar[str] = "score"
    retained: ClassVar[bool] = True
    points: Points
    hands: Counts | None = None
    hand: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultMessage(CountedMessage):
    """Result of a game that is over. ``confirmed`` is True once the table has said that it is right."""

    topic: ClassVar[str] = "result"
    retained: ClassVar[bool] = True
    points: Points
    winners: Names
    confirmed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Order to a table, which obeys it only if its options allow that.

    ``id`` identifies the order, so that one that arrives twice is carried out once.
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
    """Return a table's name as part of a topic: "Tisch 4 (groß)" becomes "tisch-4-gross", an empty result "table"."""
    plain = (
        unicodedata.normalize("NFKD", name.casefold().translate(_ASCII_SPELLINGS)).encode("ascii", "ignore").decode()
    )
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MAX_NAME_CHARS].strip("-") or "table"


_ASCII_SPELLINGS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def topic(table: str, kind: str) -> str:
    """Return the topic ``companion/TABLE/KIND``. Raises MessageError.

    Args:
        table: The table's name as ``slug`` returns it.
        kind: The kind of message.
    """
    if not _SLUG_PATTERN.fullmatch(table) or kind not in MESSAGE_TYPES:
        raise MessageError(f"no topic for {table[:MAX_NAME_CHARS]!r} and {kind[:MAX_NAME_CHARS]!r}")
    return f"{TOPIC_ROOT}/{table}/{kind}"


def parse_topic(text: str) -> tuple[str, str]:
    """Return the table's part of a topic and the kind of message. Raises MessageError for any other topic."""
    root, *rest = text.split("/", 3)
    if root != TOPIC_ROOT or len(rest) != 2 or not _SLUG_PATTERN.fullmatch(rest[0]) or rest[1] not in MESSAGE_TYPES:
        raise MessageError(f"no topic of a table: {text[:80]!r}")
    return rest[0], rest[1]
