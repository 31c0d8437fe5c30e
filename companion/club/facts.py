"""What a table tells others over MQTT, and what it may be told: topics and messages for both sides.

Messages are facts: codes and values, never a picture, a sound or a hidden card. ``codec`` writes and reads them;
docs/asyncapi.yaml tells the same to other programs.
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
from companion.facts import Fact, Value  # noqa: F401 (whoever reads the types of the fields finds Fact in Value)

VERSION: Final = 1
TOPIC_ROOT: Final = "companion"
MAX_TEXT_CHARS: Final = 200  # characters of a text in a message
MAX_NAME_CHARS: Final = 40  # characters of a table's part of a topic
MAX_ITEMS: Final = 64  # values of a fact, players, options
MAX_COUNT: Final = 2**53 - 1  # the largest seq and count: every reader of JSON has it exactly
MAX_DURATION_S: Final = 1e9  # no game's clock, and no message's delay, is beyond
MAX_POINTS: Final = 1e12
Do: TypeAlias = Literal["pause", "resume", "announce"]
ORDER_VERBS: Final[tuple[str, ...]] = get_args(Do)
_NO_VALUES: Final[Mapping[str, Any]] = MappingProxyType({})
_SLUG_PATTERN: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")


class MessageError(ValueError):
    """A topic or payload that is no message of ours: what was wrong, in one sentence."""


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
    """``table`` is the ID of the table's installation, ``wall`` its own clock (ISO 8601): a label, believed nowhere."""

    topic: ClassVar[str] = ""
    retained: ClassVar[bool] = False
    table: Annotated[str, _digits(32, 32)]
    wall: Annotated[str, _wall]


@dataclass(frozen=True, slots=True, kw_only=True)
class Status(Message):
    """Whether the table is there (its last will says that it is not), and its game's ID."""

    topic: ClassVar[str] = "status"
    retained: ClassVar[bool] = True
    online: bool
    game: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello(Message):
    """Who the table is: two tables of one name are told apart by their IDs. ``name`` as people write it."""

    topic: ClassVar[str] = "hello"
    retained: ClassVar[bool] = True
    name: LineText
    companion: str
    log_format: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedMessage(Message):
    """``seq`` rises over the table's life: what was seen is seen again only after a broken network, and is dropped.

    ``game`` is the ID of the game's log; ``late`` how long the message waited for the network (s).
    """

    seq: int
    game: str
    late: Seconds = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegun(CountedMessage):
    """A game begins, or goes on: ``kind`` is its name ("face-off")."""

    topic: ClassVar[str] = "game"
    retained: ClassVar[bool] = True
    kind: LineText
    players: Names
    options: Mapping[str, Any] = field(default_factory=lambda: _NO_VALUES)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldMessage(CountedMessage):
    """A fact of the game, at a time of the game's clock (s). ``number`` names a ruling; 0 for what rules nothing."""

    at: Seconds
    code: LineText
    values: Mapping[str, Value] = field(default_factory=lambda: _NO_VALUES)
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingTold(ToldMessage):
    """What the referee ruled: docs/codes.md lists the codes under ``ruling.``."""

    topic: ClassVar[str] = "ruling"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTold(ToldMessage):
    """What the senses made out: a signal, a roll, a shout, a verdict on teeth."""

    topic: ClassVar[str] = "event"


@dataclass(frozen=True, slots=True, kw_only=True)
class Health(ToldMessage):
    """How a source or seat is: ``code`` is its status."""

    topic: ClassVar[str] = "health"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreMessage(CountedMessage):
    """How a game stands.

    The points by player, and how many cards each has where all may know that, else None; ``hand``: which hand or round
    is played, from 1.
    """

    topic: ClassVar[str] = "score"
    retained: ClassVar[bool] = True
    points: Points
    hands: Counts | None = None
    hand: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultMessage(CountedMessage):
    """A game is over; ``confirmed`` when the table has said that this is right."""

    topic: ClassVar[str] = "result"
    retained: ClassVar[bool] = True
    points: Points
    winners: Names
    confirmed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Towards a table, obeyed only where it allows that: ``id`` makes one that comes twice count once."""

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
TABLE_TOPICS: Final = tuple(name for name in MESSAGE_TYPES if name != Order.topic)  # what a table says


# ---- topics ----------------------------------------------------------------------------------------------------------


def slug(name: str) -> str:
    """Return a table's name as a part of a topic: "Tisch 4 (groß)" is "tisch-4-gross"; "table" if nothing is left."""
    plain = (
        unicodedata.normalize("NFKD", name.casefold().translate(_ASCII_SPELLINGS)).encode("ascii", "ignore").decode()
    )
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MAX_NAME_CHARS].strip("-") or "table"


_ASCII_SPELLINGS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def topic(table: str, kind: str) -> str:
    """``companion/TABLE/KIND`` for a table's name as ``slug`` makes it. Raises MessageError."""
    if not _SLUG_PATTERN.fullmatch(table) or kind not in MESSAGE_TYPES:
        raise MessageError(f"no topic for {table[:MAX_NAME_CHARS]!r} and {kind[:MAX_NAME_CHARS]!r}")
    return f"{TOPIC_ROOT}/{table}/{kind}"


def parse_topic(text: str) -> tuple[str, str]:
    """(table's name in topics, kind of message). Raises MessageError for what is no topic of ours."""
    root, *rest = text.split("/", 3)
    if root != TOPIC_ROOT or len(rest) != 2 or not _SLUG_PATTERN.fullmatch(rest[0]) or rest[1] not in MESSAGE_TYPES:
        raise MessageError(f"no topic of a table: {text[:80]!r}")
    return rest[0], rest[1]
